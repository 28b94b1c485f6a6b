//! This project's own manifolds.

use octosat::matching::{carry_memories, match_pairs};
use octosat::{
    BoxStore, Coherence, ContactPoint, Engine, EngineOptions, Manifolds, OrientedBox, PairMemory,
    PointOrigin, Query,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{CoherenceChoice, Manifold, ManifoldList, ManifoldPoint, NarrowPhase};
use crate::Vec3;
use crate::placed::PlacedBox;

/// Octosat's narrow phase. From frame to frame it keeps what the engine wants remembered of each
/// pair, unless coherence is off.
#[derive(Debug)]
pub struct OctosatNarrowPhase {
    engine: Engine,
    threads: Option<ThreadPool>,
    coherence: CoherenceChoice,
    history: PairHistory,
    boxes: BoxStore,
    manifolds: Manifolds,
    candidates: Vec<ManifoldPoint>,
}

/// The pairs of this frame and of the last one, and what is remembered of each.
#[derive(Debug, Default)]
struct PairHistory {
    pairs: Vec<[u32; 2]>,
    memory: Vec<PairMemory>,
    last_pairs: Vec<[u32; 2]>,
    last_memory: Vec<PairMemory>,
    /// For each pair its place in the last frame.
    previous: Vec<u32>,
}

impl PairHistory {
    /// Goes on to a frame with these pairs, which ascend; new ones get an empty memory.
    fn go_on(&mut self, pairs: &[[u32; 2]]) {
        std::mem::swap(&mut self.pairs, &mut self.last_pairs);
        std::mem::swap(&mut self.memory, &mut self.last_memory);
        self.pairs.clear();
        self.pairs.extend_from_slice(pairs);
        match_pairs(&self.pairs, &self.last_pairs, &mut self.previous);
        carry_memories(&self.previous, &self.last_memory, &mut self.memory);
    }
}

impl OctosatNarrowPhase {
    /// A narrow phase on this many threads; zero: one for each core.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize, coherence: CoherenceChoice) -> Result<Self, String> {
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
        Ok(Self {
            engine: Engine::with(options).map_err(|error| error.to_string())?,
            threads: pool,
            coherence,
            history: PairHistory::default(),
            boxes: BoxStore::new(),
            manifolds: Manifolds::new(),
            candidates: Vec::new(),
        })
    }

    fn query(&mut self, pairs: &[[u32; 2]], margin: f32) -> Result<(), String> {
        if self.coherence != CoherenceChoice::Off {
            self.history.go_on(pairs);
        }
        let Self { engine, threads, history, boxes, manifolds, .. } = self;
        let query = Query::new(&*boxes, pairs).margin(margin).origin(PointOrigin::CenterOfA);
        let coherence = match self.coherence {
            CoherenceChoice::Off => Coherence::Off,
            CoherenceChoice::On => Coherence::On(&mut history.memory),
            CoherenceChoice::Recycle => Coherence::recycle(&mut history.memory),
        };
        let work = || engine.manifolds_coherent(query, coherence, manifolds);
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
        for (index, (row, &pair)) in self.manifolds.manifolds().iter().zip(pairs).enumerate() {
            self.candidates.clear();
            self.candidates.extend(self.manifolds.of(index).iter().map(point_of));
            let manifold = Manifold::new(pair, Vec3::from_array(row.normal), &self.candidates);
            out.push(Manifold { recycled: row.is_recycled(), ..manifold });
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
        let mut octosat = OctosatNarrowPhase::new(1, CoherenceChoice::Off).unwrap();
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
    fn a_pair_is_recycled_where_it_was_even_if_its_place_in_the_list_changes() {
        let cube = |x| Body::solid(Vec3::splat(0.5), Pose::at(x, 0.0, 0.0), 1.0);
        let boxes = [cube(0.0), cube(0.99), cube(1.98)];
        let boxes = boxes.map(|body| PlacedBox::new(&body, DVec3::ZERO));
        let recycled = |coherence| {
            let mut octosat = OctosatNarrowPhase::new(1, coherence).unwrap();
            let mut list = ManifoldList::default();
            let frames = [&[[1, 2]][..], &[[0, 1], [1, 2]], &[[0, 1]], &[[0, 1], [1, 2]]];
            frames.map(|pairs| {
                octosat.contacts(&boxes, pairs, 0.02, &mut list).unwrap();
                list.as_slice().iter().map(|manifold| manifold.recycled).collect::<Vec<_>>()
            })
        };
        let expected = [vec![false], vec![false, true], vec![true], vec![true, false]];
        assert_eq!(recycled(CoherenceChoice::Recycle), expected);
        for coherence in [CoherenceChoice::Off, CoherenceChoice::On] {
            assert!(recycled(coherence).concat().iter().all(|&kept| !kept));
        }
    }
}
