//! `--cache`: how contacts use the last frame.

use clap::ValueEnum;
use octosat::{CacheMode, ContactCache};

/// The mode of the contact cache, or no cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheChoice {
    /// No cache: each frame is computed alone.
    Off,
    /// Ties are decided for the axis, the faces and the points of the last frame.
    #[value(alias = "on")]
    Steady,
    /// As `steady`; in addition, manifolds of boxes that barely moved are moved with the boxes instead of computed.
    #[value(alias = "recycle")]
    Reuse,
}

impl CacheChoice {
    /// The modes to check: the chosen mode, or both modes by default.
    pub(crate) fn asked(choice: Option<Self>) -> Vec<Self> {
        match choice {
            None => vec![Self::Steady, Self::Reuse],
            Some(Self::Off) => Vec::new(),
            Some(choice) => vec![choice],
        }
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Steady => "steady",
            Self::Reuse => "reuse",
        }
    }

    /// The mode of the cache; `None` without a cache.
    pub(crate) fn mode(self) -> Option<CacheMode> {
        match self {
            Self::Off => None,
            Self::Steady => Some(CacheMode::Steady),
            Self::Reuse => Some(CacheMode::REUSE),
        }
    }

    /// A new, empty cache; `None` without a cache.
    pub(crate) fn new_cache(self) -> Option<ContactCache> {
        self.mode().map(ContactCache::new)
    }
}
