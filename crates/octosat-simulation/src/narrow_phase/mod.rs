//! Contact manifolds of pairs, whoever computes them.
//!
//! A further narrow phase is one file here that implements [`NarrowPhase`], and one line in
//! [`Choice`] and in [`Choice::build`].

mod matching;
mod octosat;
mod parry;
mod reduce;

pub use octosat::OctosatNarrowPhase;
pub use parry::ParryNarrowPhase;

use clap::ValueEnum;

use crate::Vec3;
use crate::placed::PlacedBox;

/// Most points of a manifold: four carry a face.
pub const MOST_POINTS: usize = 4;

/// A point at which two bodies touch or nearly do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// Half-way between the two surfaces, relative to the center of a, along the world's axes.
    ///
    /// Relative to a body, so that boxes far from the local origin lose no precision here.
    pub position: Vec3,
    /// Meters along the normal; negative: a gap.
    pub depth: f32,
    /// Which features touch; unique in the manifold.
    pub feature: u64,
    /// Where the same point stood among all points of the last frame's list, if it was there.
    pub previous: Option<u32>,
}

/// The contacts of one pair, at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold {
    /// The bodies (a, b), a < b.
    pub pair: [u32; 2],
    /// Unit, in the world, from a to b.
    pub normal: Vec3,
    /// Whether it is known to be an earlier frame's, moved along; parry does not tell.
    pub reused: bool,
    points: [ManifoldPoint; MOST_POINTS],
    len: usize,
}

impl Manifold {
    /// A manifold of these points; of more than four, four that span them best.
    #[must_use]
    pub fn new(pair: [u32; 2], normal: Vec3, candidates: &[ManifoldPoint]) -> Self {
        let mut points = [ManifoldPoint::default(); MOST_POINTS];
        let len = reduce::keep_spanning(candidates, &mut points);
        Self { pair, normal, reused: false, points, len }
    }

    /// Its points.
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.len]
    }
}

/// The manifolds of a frame in the order of its pairs; pairs without contact have none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ManifoldList {
    manifolds: Vec<Manifold>,
}

impl ManifoldList {
    /// Forgets all manifolds and keeps the memory.
    pub fn clear(&mut self) {
        self.manifolds.clear();
    }

    /// Adds the manifold of the next pair, unless it has no points.
    pub fn push(&mut self, manifold: Manifold) {
        if !manifold.points().is_empty() {
            self.manifolds.push(manifold);
        }
    }

    /// The manifolds.
    #[must_use]
    pub fn as_slice(&self) -> &[Manifold] {
        &self.manifolds
    }

    /// The points of all manifolds, in their order.
    pub fn points(&self) -> impl Iterator<Item = &ManifoldPoint> {
        self.manifolds.iter().flat_map(Manifold::points)
    }
}

/// Something that finds contacts.
pub trait NarrowPhase {
    /// Writes the manifolds of these pairs, which are sorted, in their order.
    ///
    /// Called once a frame; what lasts from one frame to the next is kept by the implementation.
    ///
    /// # Errors
    /// When the boxes or pairs are rejected; the message is one line.
    fn contacts(
        &mut self,
        boxes: &[PlacedBox],
        pairs: &[[u32; 2]],
        margin: f32,
        out: &mut ManifoldList,
    ) -> Result<(), String>;

    /// Whether the points have their predecessors. Otherwise somebody else has to find them:
    /// [`ManifoldList::find_predecessors`].
    fn finds_predecessors(&self) -> bool {
        false
    }
}

/// The narrow phases there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// The control: parry3d, with its manifolds kept from frame to frame, on one thread.
    Parry,
    /// This project's engine.
    #[default]
    Octosat,
}

impl Choice {
    /// The name the command line uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parry => "parry",
            Self::Octosat => "octosat",
        }
    }

    /// A narrow phase that knows no earlier frame yet; threads and cache are for octosat only.
    ///
    /// # Errors
    /// When the threads cannot be started; the message is one line.
    pub fn build(self, threads: usize, cache: CacheChoice) -> Result<Box<dyn NarrowPhase>, String> {
        Ok(match self {
            Self::Parry => Box::new(ParryNarrowPhase::default()),
            Self::Octosat => Box::new(OctosatNarrowPhase::new(threads, cache)?),
        })
    }
}

/// What octosat does with the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CacheChoice {
    /// Nothing: each frame alone.
    Off,
    /// Every manifold is computed, with last frame's axis and points where others are barely better.
    #[value(alias = "on")]
    Steady,
    /// The same, and manifolds of boxes that barely moved are moved along.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_choose_sees_this_project() {
        assert_eq!(Choice::default(), Choice::Octosat);
    }
}
