//! Boxes of scenes in stores, and the files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use octosat::{BoxStore, OrientedBox, Rectangle, RectangleStore, ScaledBoxStore};
use octosat_scenes::generate::{self, Scene};

/// Boxes in all stores, and pairs of them.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) store: BoxStore,
    pub(crate) scaled: ScaledBoxStore,
    /// x and y of each box, turned by any angle.
    pub(crate) rectangles: RectangleStore,
    pub(crate) pairs: Vec<[u32; 2]>,
}

impl World {
    /// A cloud with this number of pairs, of which about 40 % overlap.
    pub(crate) fn new(pairs: usize, seed: u64) -> Self {
        let mut scene = generate::cloud(pairs.div_ceil(4) + 20, 2 * pairs, seed);
        assert!(scene.pairs.len() >= pairs);
        scene.pairs.truncate(pairs);
        Self::of_scene(&scene)
    }

    pub(crate) fn of_scene(scene: &Scene) -> Self {
        let store = stored(scene);
        let scaled = ScaledBoxStore::from_boxes(&store).unwrap();
        let mut rectangles = RectangleStore::new();
        for OrientedBox { pose, half_extents: [width, height, _] } in store.iter() {
            let ([x, y, _], [angle, ..]) = (pose.center, pose.rotation);
            rectangles.insert(Rectangle::at_angle([x, y], angle, [width, height])).unwrap();
        }
        Self { store, scaled, rectangles, pairs: scene.pairs.clone() }
    }
}

/// The boxes of a scene in a store.
pub(crate) fn stored(scene: &Scene) -> BoxStore {
    BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents).unwrap()
}

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The text of a file of the repository.
pub(crate) fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}
