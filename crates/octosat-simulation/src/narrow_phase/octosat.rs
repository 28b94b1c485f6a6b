//! The narrow phase of octosat.

use octosat::{
    BoxPose, BoxStore, ContactCache, CoveredFaces, Engine, EngineOptions, Link, ManifoldOptions,
    OrientedBox, PointOrigin, Query, Touching,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::manifold::{Manifold, ManifoldList, ManifoldPoint, NarrowPhase};
use crate::Vec3;
use crate::placed::PlacedBox;

/// Octosat's narrow phase.
#[derive(Debug)]
pub struct OctosatNarrowPhase {
    engine: Engine,
    threads: Option<ThreadPool>,
    boxes: BoxStore,
    cache: ContactCache,
    covered: Option<CoveredFaces>,
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
        let threads = if pool.is_none() { 1 } else { 0 };
        let engine = Engine::with(EngineOptions::new().threads(threads));
        // Boxes far from the local origin lose no precision in points relative to the center of a.
        let options =
            ManifoldOptions { origin: PointOrigin::CenterOfA, ..ManifoldOptions::default() };
        Ok(Self {
            engine: engine.map_err(|error| error.to_string())?,
            threads: pool,
            boxes: BoxStore::new(),
            cache: ContactCache::with(options),
            covered: None,
        })
    }

    /// The same narrow phase, which knows the faces of the bodies that neighbors cover.
    #[must_use]
    pub fn with_covered(self, faces: CoveredFaces) -> Self {
        Self { covered: Some(faces), ..self }
    }

    /// Moves the engine's boxes to where these are.
    fn place(&mut self, boxes: &[PlacedBox]) -> Result<(), String> {
        let same = |(placed, [x, y, z, _]): (&PlacedBox, &[f32; 4])| {
            placed.half_extents == Vec3::new(*x, *y, *z)
        };
        let done = if boxes.len() == self.boxes.len()
            && boxes.iter().zip(self.boxes.half_extents()).all(same)
        {
            self.boxes.set_poses_from_iter(boxes.iter().map(pose_of))
        } else {
            self.boxes.clear();
            let boxes: Vec<_> = boxes.iter().map(box_of).collect();
            self.boxes.extend_from_boxes(&boxes)
        };
        done.map_err(|error| error.to_string())
    }
}

impl NarrowPhase for OctosatNarrowPhase {
    fn contacts(
        &mut self,
        boxes: &[PlacedBox],
        pairs: &[[u32; 2]],
        margins: &[f32],
        out: &mut ManifoldList,
    ) -> Result<(), String> {
        self.place(boxes)?;
        out.clear();
        let Self { engine, threads, boxes, cache, covered } = self;
        let query = Query::new(&*boxes, pairs).within(margins);
        let query = covered.iter().fold(query, |query, faces| query.covered(faces));
        cache.next_frame();
        let mut find = || engine.manifolds_cached(query, cache).map(|_| ());
        let found = match threads {
            Some(pool) => pool.install(find),
            None => find(),
        };
        found.map_err(|error| error.to_string())?;
        cache.links().contacts().for_each(|link| out.push(manifold_of(&link)));
        Ok(())
    }
}

fn pose_of(placed: &PlacedBox) -> BoxPose {
    BoxPose::new(placed.pose.center.to_array(), placed.pose.rotation.to_array())
}

fn box_of(placed: &PlacedBox) -> OrientedBox {
    let BoxPose { center, rotation } = pose_of(placed);
    OrientedBox::new(center, rotation, placed.half_extents.to_array())
}

/// The manifold of a pair. The engine's places of points are those of the solver, too.
fn manifold_of(link: &Link<'_>) -> Manifold {
    let Touching { pair, manifold, points, .. } = link.touching;
    let points = points.iter().enumerate().zip(manifold.first..);
    let points = points.map(|((index, point), place)| ManifoldPoint {
        position: Vec3::from_array(point.position),
        depth: point.depth,
        feature: u64::from(point.feature.0),
        place,
        previous: link.predecessor(index),
    });
    Manifold::new(pair, Vec3::from_array(manifold.normal), points)
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
        octosat.contacts(&boxes, &[[0, 1], [0, 2]], &[0.02; 2], &mut list).unwrap();
        let [manifold] = list.as_slice() else { panic!("one manifold: {list:?}") };
        assert_eq!(manifold.pair, [0, 2]);
        assert!((manifold.normal - Vec3::Y).length() < 1e-6);
        assert_eq!(manifold.points().len(), 4);
        for point in manifold.points() {
            assert!((point.position.abs() - Vec3::new(0.5, 0.495, 0.5)).length() < 1e-5);
            assert!((point.depth - 0.01).abs() < 1e-5);
        }
    }

    #[test]
    fn a_pair_is_found_again_even_if_its_place_in_the_list_changes() {
        let cube = |x| Body::solid(Vec3::splat(0.5), Pose::at(x, 0.0, 0.0), 1.0);
        let boxes = [cube(0.0), cube(0.99), cube(1.98)];
        let boxes = boxes.map(|body| PlacedBox::new(&body, DVec3::ZERO));
        let frames = [&[[1, 2]][..], &[[0, 1], [1, 2]], &[[1, 2]], &[[0, 1], [1, 2]]];
        let mut octosat = OctosatNarrowPhase::new(1).unwrap();
        let mut list = ManifoldList::default();
        let found = frames.map(|pairs| {
            octosat.contacts(&boxes, pairs, &[0.02; 2][..pairs.len()], &mut list).unwrap();
            let seen = |manifold: &Manifold| manifold.points()[0].previous;
            list.as_slice().iter().map(seen).collect::<Vec<_>>()
        });
        // The pair in front of (1, 2) has four points.
        assert_eq!(found, [vec![None], vec![None, Some(0)], vec![Some(4)], vec![None, Some(0)]]);
    }
}
