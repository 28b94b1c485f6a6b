//! The narrow phase of octosat.

use clap::ValueEnum;
use octosat::{
    BoxPose, BoxStore, CacheMode, ContactCache, Engine, EngineOptions, Manifolds, OrientedBox,
    PointOrigin, Query, QueryError, Touching,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::manifold::{Manifold, ManifoldList, NarrowPhase};
use super::point::ManifoldPoint;
use crate::Vec3;
use crate::placed::PlacedBox;

/// How octosat uses the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CacheChoice {
    /// Nothing: each frame alone.
    Off,
    /// Every manifold is computed. Ties are decided for the axis, the faces and the points of the last frame.
    #[value(alias = "on")]
    Steady,
    /// As `Steady`; in addition, manifolds of boxes that barely moved are moved with the boxes instead of computed.
    #[default]
    #[value(alias = "recycle")]
    Reuse,
}

impl CacheChoice {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Off, Self::Steady, Self::Reuse];

    /// The name the command line uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Steady => "steady",
            Self::Reuse => "reuse",
        }
    }
}

/// Octosat's narrow phase.
#[derive(Debug)]
pub struct OctosatNarrowPhase {
    engine: Engine,
    threads: Option<ThreadPool>,
    boxes: BoxStore,
    contacts: Contacts,
    candidates: Vec<ManifoldPoint>,
    /// For each point of the engine, its number in the list in the order of pairs: of this frame and of the last one. A
    /// cache does not keep points in this order.
    numbers: Vec<u32>,
    last_numbers: Vec<u32>,
}

/// The results of the engine.
#[derive(Debug)]
enum Contacts {
    /// Each frame alone.
    Stateless(Box<Manifolds>),
    /// With the frames before.
    Cached(Box<ContactCache>),
}

impl Contacts {
    fn find(&mut self, engine: &Engine, query: Query<'_>) -> Result<&Manifolds, QueryError> {
        match self {
            Self::Stateless(manifolds) => {
                engine.manifolds(query, manifolds)?;
                Ok(manifolds)
            }
            Self::Cached(cache) => engine.manifolds_cached(query, cache),
        }
    }
}

impl OctosatNarrowPhase {
    /// A narrow phase on this many threads; zero: one for each core.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize, cache: CacheChoice) -> Result<Self, String> {
        let pool = match threads {
            1 => None,
            _ => Some(
                ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|error| format!("no pool of {threads} threads: {error}"))?,
            ),
        };
        let options = EngineOptions {
            threads: if pool.is_none() { 1 } else { 0 },
            ..EngineOptions::default()
        };
        let cached = |mode| Contacts::Cached(Box::new(ContactCache::new(mode)));
        Ok(Self {
            engine: Engine::with(options).map_err(|error| error.to_string())?,
            threads: pool,
            boxes: BoxStore::new(),
            contacts: match cache {
                CacheChoice::Off => Contacts::Stateless(Box::default()),
                CacheChoice::Steady => cached(CacheMode::Steady),
                CacheChoice::Reuse => cached(CacheMode::REUSE),
            },
            candidates: Vec::new(),
            numbers: Vec::new(),
            last_numbers: Vec::new(),
        })
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
        margin: f32,
        out: &mut ManifoldList,
    ) -> Result<(), String> {
        self.place(boxes)?;
        let Self { engine, threads, boxes, contacts, candidates, numbers, last_numbers } = self;
        let query = Query::new(&*boxes, pairs).margin(margin).origin(PointOrigin::CenterOfA);
        let found = match threads {
            Some(pool) => pool.install(|| contacts.find(engine, query)),
            None => contacts.find(engine, query),
        };
        out.clear();
        let found = found.map_err(|error| error.to_string())?;
        std::mem::swap(numbers, last_numbers);
        numbers.clear();
        numbers.resize(found.points().len(), 0);
        let mut number = 0;
        for touching in found.touching() {
            candidates.clear();
            candidates.extend((0..touching.points.len()).map(|index| {
                numbers[touching.manifold.first as usize + index] = number;
                number += 1;
                point_of(&touching, index, last_numbers)
            }));
            let normal = Vec3::from_array(touching.manifold.normal);
            let manifold = Manifold::new(touching.pair, normal, candidates);
            out.push(Manifold { reused: touching.manifold.is_reused(), ..manifold });
        }
        Ok(())
    }

    fn finds_predecessors(&self) -> bool {
        matches!(self.contacts, Contacts::Cached(_))
    }
}

fn pose_of(placed: &PlacedBox) -> BoxPose {
    BoxPose::new(placed.pose.center.to_array(), placed.pose.rotation.to_array())
}

fn box_of(placed: &PlacedBox) -> OrientedBox {
    let BoxPose { center, rotation } = pose_of(placed);
    OrientedBox::new(center, rotation, placed.half_extents.to_array())
}

/// A point of a pair, given the numbers of last frame's points.
fn point_of(touching: &Touching<'_>, index: usize, last_numbers: &[u32]) -> ManifoldPoint {
    let point = &touching.points[index];
    let previous = touching.previous.get(index);
    ManifoldPoint {
        position: Vec3::from_array(point.position),
        depth: point.depth,
        feature: u64::from(point.feature.0),
        previous: previous.and_then(|&place| last_numbers.get(place as usize).copied()),
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
        let mut octosat = OctosatNarrowPhase::new(1, CacheChoice::Off).unwrap();
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

    #[test]
    fn a_pair_is_found_again_even_if_its_place_in_the_list_changes() {
        let cube = |x| Body::solid(Vec3::splat(0.5), Pose::at(x, 0.0, 0.0), 1.0);
        let boxes = [cube(0.0), cube(0.99), cube(1.98)];
        let boxes = boxes.map(|body| PlacedBox::new(&body, DVec3::ZERO));
        let frames = [&[[1, 2]][..], &[[0, 1], [1, 2]], &[[1, 2]], &[[0, 1], [1, 2]]];
        for cache in CacheChoice::ALL {
            let mut octosat = OctosatNarrowPhase::new(1, cache).unwrap();
            let mut list = ManifoldList::default();
            let found = frames.map(|pairs| {
                octosat.contacts(&boxes, pairs, 0.02, &mut list).unwrap();
                let seen = |manifold: &Manifold| (manifold.reused, manifold.points()[0].previous);
                list.as_slice().iter().map(seen).collect::<Vec<_>>()
            });
            let cached = cache != CacheChoice::Off;
            let new = (false, None);
            // The pair in front of (1, 2) has four points.
            let at = |place: u32| (cached, cached.then_some(place));
            assert_eq!(found, [vec![new], vec![new, at(0)], vec![at(4)], vec![new, at(0)]]);
            assert_eq!(octosat.finds_predecessors(), cached);
        }
    }
}
