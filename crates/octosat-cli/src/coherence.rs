//! Whether contacts look at the frame before.

use clap::ValueEnum;
use octosat::{Coherence, PairMemory};

/// Whether contacts look at the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoherenceChoice {
    Off,
    On,
    Recycle,
}

impl CoherenceChoice {
    /// The name the command line uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On => "on",
            Self::Recycle => "recycle",
        }
    }

    /// How the engine is asked; the memory is left alone where it is off.
    pub(crate) fn with(self, memory: &mut [PairMemory]) -> Coherence<'_> {
        match self {
            Self::Off => Coherence::Off,
            Self::On => Coherence::On(memory),
            Self::Recycle => Coherence::recycle(memory),
        }
    }
}
