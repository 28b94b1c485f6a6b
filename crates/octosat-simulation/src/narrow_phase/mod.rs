//! The interface of narrow phases, which compute contact manifolds of pairs, and its implementations.
//!
//! To add a narrow phase, add a file that implements [`NarrowPhase`], and a line in [`Choice`] and [`Choice::build`].

mod manifold;
mod matching;
mod octosat;
mod parry;
mod point;
mod reduce;

pub use manifold::{Manifold, ManifoldList, NarrowPhase};
pub use octosat::{CacheChoice, OctosatNarrowPhase};
pub use parry::ParryNarrowPhase;
pub use point::{MOST_POINTS, ManifoldPoint};

use clap::ValueEnum;

/// The available narrow phases.
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

    /// A new narrow phase without state of earlier frames. Threads and cache are for octosat only.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_choose_sees_this_project() {
        assert_eq!(Choice::default(), Choice::Octosat);
    }
}
