//! Records the frames of a run.

use std::io;
use std::path::Path;

use octosat_scenes::{Recording, RecordingParts, ReferenceContacts};

use crate::DVec3;
use crate::placed::{PlacedBox, local_origin};
use crate::tolerances::GRAVITY;
use crate::world::World;

/// The frames so far, relative to one origin near the bodies, since recordings are `f32`.
#[derive(Clone, Debug)]
pub struct Recorder {
    origin: DVec3,
    parts: RecordingParts,
    contacts: ReferenceContacts,
}

impl Recorder {
    /// A recorder of these bodies, relative to their local origin as they stand now; the text says
    /// which scene it is.
    #[must_use]
    pub fn new(world: &World, scene: &str) -> Self {
        let origin = local_origin(world.bodies());
        let meta = serde_json::json!({
            "maker": "octosat-simulation",
            "scene": scene,
            "origin": origin.to_array(),
            "gravity": [0.0, -GRAVITY, 0.0],
        });
        let half_extents = world.bodies().iter().map(|body| body.half_extents.to_array()).collect();
        Self {
            origin,
            parts: RecordingParts {
                half_extents,
                pair_offsets: vec![0],
                meta: Some(meta.to_string()),
                ..RecordingParts::default()
            },
            contacts: ReferenceContacts { offsets: vec![0], ..ReferenceContacts::default() },
        }
    }

    /// Adds the bodies as they stand, their pairs and their contacts.
    pub fn see(&mut self, world: &World) {
        let poses = world.bodies().iter().map(|body| PlacedBox::new(body, self.origin).pose);
        self.parts.position.extend(poses.clone().map(|pose| pose.center.to_array()));
        self.parts.rotation.extend(poses.map(|pose| pose.rotation.to_array()));
        self.parts.pairs.extend_from_slice(world.pairs());
        self.parts.pair_offsets.push(self.parts.pairs.len() as u64);
        for manifold in world.manifolds().as_slice() {
            let body = &world.bodies()[manifold.pair[0] as usize];
            let center = PlacedBox::new(body, self.origin).pose.center;
            for point in manifold.points() {
                self.contacts.pair.push(manifold.pair);
                self.contacts.point.push((center + point.position).to_array());
                self.contacts.normal.push(manifold.normal.to_array());
                self.contacts.depth.push(point.depth);
            }
        }
        self.contacts.offsets.push(self.contacts.pair.len() as u64);
    }

    /// Writes the recording.
    ///
    /// # Errors
    /// When a pose is not finite or the file cannot be written.
    pub fn write(self, path: &Path) -> io::Result<()> {
        let parts = RecordingParts { reference: Some(self.contacts), ..self.parts };
        Recording::new(parts).map_err(io::Error::other)?.write_path(path)
    }
}
