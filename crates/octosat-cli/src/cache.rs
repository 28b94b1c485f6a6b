//! What contacts keep from frame to frame.

use clap::ValueEnum;
use octosat::{CacheMode, ContactCache};

/// What contacts keep from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheChoice {
    /// Nothing.
    Off,
    /// Last frame's axis, faces and points are preferred in ties.
    #[value(alias = "on")]
    Steady,
    /// The same, and manifolds of boxes that barely moved are moved along instead of computed.
    #[value(alias = "recycle")]
    Reuse,
}

impl CacheChoice {
    /// Those that keep something among what was asked for, which by default is all.
    pub(crate) fn asked(choice: Option<Self>) -> Vec<Self> {
        match choice {
            None => vec![Self::Steady, Self::Reuse],
            Some(Self::Off) => Vec::new(),
            Some(choice) => vec![choice],
        }
    }

    /// The name the command line uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Steady => "steady",
            Self::Reuse => "reuse",
        }
    }

    /// What the cache does; none where there is no cache.
    pub(crate) fn mode(self) -> Option<CacheMode> {
        match self {
            Self::Off => None,
            Self::Steady => Some(CacheMode::Steady),
            Self::Reuse => Some(CacheMode::REUSE),
        }
    }

    /// An empty cache, if there is one.
    pub(crate) fn new_cache(self) -> Option<ContactCache> {
        self.mode().map(ContactCache::new)
    }
}
