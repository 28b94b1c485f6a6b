//! The interface of narrow phases, which compute contact manifolds of pairs, and its implementations.
//!
//! To add a narrow phase, add a file that implements [`NarrowPhase`], and a line in [`Choice`] and [`Choice::build`].

mod manifold;
mod octosat;
mod parry;

pub use manifold::{MOST_POINTS, Manifold, ManifoldList, ManifoldPoint, NarrowPhase};
pub use octosat::OctosatNarrowPhase;
pub use parry::{ParryManifold, ParryNarrowPhase};

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

    /// A new narrow phase without state of earlier frames. Threads are for octosat only.
    ///
    /// # Errors
    /// When the threads cannot be started; the message is one line.
    pub fn build(self, threads: usize) -> Result<Box<dyn NarrowPhase>, String> {
        Ok(match self {
            Self::Parry => Box::new(ParryNarrowPhase::default()),
            Self::Octosat => Box::new(OctosatNarrowPhase::new(threads)?),
        })
    }
}
