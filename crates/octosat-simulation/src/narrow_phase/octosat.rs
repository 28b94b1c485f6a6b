//! This project's own manifolds.

use octosat::{
    BoxStore, ContactPoint, ContactSettings, Contacts, Engine, Margin, OrientedBox, PointLimit,
    PointOrigin,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Manifold, ManifoldList, ManifoldPoint, NarrowPhase};
use crate::Vec3;
use crate::placed::PlacedBox;

/// Octosat's narrow phase. It keeps nothing from frame to frame but memory.
#[derive(Debug)]
pub struct OctosatNarrowPhase {
    engine: Engine,
    threads: Option<ThreadPool>,
    boxes: BoxStore,
    contacts: Contacts,
    candidates: Vec<ManifoldPoint>,
}

impl OctosatNarrowPhase {
    /// A narrow phase on this many threads; zero: one for each core.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize) -> Result<Self, String> {
        let pool = match threads {
            1 => None,
            _ => Some(
                ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|error| format!("no pool of {threads} threads: {error}"))?,
            ),
        };
        let engine = Engine::new();
        Ok(Self {
            engine: if pool.is_none() { engine.sequential() } else { engine },
            threads: pool,
            boxes: BoxStore::new(),
            contacts: Contacts::new(),
            candidates: Vec::new(),
        })
    }

    fn query(&mut self, pairs: &[[u32; 2]], margin: f32) -> Result<(), String> {
        let settings = ContactSettings {
            margin: Margin::Uniform(margin),
            limit: PointLimit::Four,
            origin: PointOrigin::CenterOfA,
        };
        let Self { engine, threads, boxes, contacts, .. } = self;
        let mut work = || engine.contacts(&*boxes, pairs, &settings, contacts);
        let done = match threads {
            Some(pool) => pool.install(work),
            None => work(),
        };
        done.map_err(|error| error.to_string())
    }
}

impl NarrowPhase for OctosatNarrowPhase {
    fn contacts(
        &mut self,
        boxes: &[PlacedBox],
        pairs: &[[u32; 2]],
        margin: f32,
        out: &mut ManifoldList,
    ) -> Result<(), String> {
        self.boxes.clear();
        for placed in boxes {
            self.boxes.insert(box_of(placed)).map_err(|error| error.to_string())?;
        }
        self.query(pairs, margin)?;
        out.clear();
        for (index, (row, &pair)) in self.contacts.manifolds().iter().zip(pairs).enumerate() {
            self.candidates.clear();
            self.candidates.extend(self.contacts.of(index).iter().map(point_of));
            out.push(Manifold::new(pair, Vec3::from_array(row.normal), &self.candidates));
        }
        Ok(())
    }
}

fn box_of(placed: &PlacedBox) -> OrientedBox {
    let [center, half_extents] = [placed.pose.centre, placed.half_extents].map(|v| v.to_array());
    OrientedBox::new(center, placed.pose.rotation.to_array(), half_extents)
}

fn point_of(point: &ContactPoint) -> ManifoldPoint {
    ManifoldPoint {
        position: Vec3::from_array(point.position),
        depth: point.depth,
        feature: u64::from(point.feature.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DVec3;
    use crate::body::{Body, Pose};

    #[test]
    fn pairs_apart_have_no_manifold_and_others_keep_their_pair() {
        let cube = |y| Body::solid(Vec3::splat(0.5), Pose::at(10.0, y, 0.0), 1.0);
        let bodies = [cube(0.0), cube(5.0), cube(0.99)];
        let boxes = bodies.map(|body| PlacedBox::new(&body, DVec3::ZERO));
        let mut list = ManifoldList::default();
        let mut octosat = OctosatNarrowPhase::new(1).unwrap();
        octosat.contacts(&boxes, &[[0, 1], [0, 2]], 0.02, &mut list).unwrap();
        let [manifold] = list.as_slice() else { panic!("one manifold: {list:?}") };
        assert_eq!(manifold.pair, [0, 2]);
        assert!((manifold.normal - Vec3::Y).length() < 1e-6);
        assert_eq!(manifold.points().len(), 4);
        for point in manifold.points() {
            assert!((point.position.abs() - Vec3::new(0.5, 0.495, 0.5)).length() < 1e-5);
            assert!((point.depth - 0.01).abs() < 1e-5);
        }
    }
}
