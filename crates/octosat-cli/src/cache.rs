//! `--cache`: whether contacts have a cache.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::output::complain;

/// With a contact cache, or without one. The contacts are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheChoice {
    /// Nothing is kept from frame to frame.
    Off,
    /// A contact cache, which knows the predecessors of contact points.
    On,
}

/// Old values, which mean `on`.
const OLD: [&str; 3] = ["steady", "reuse", "recycle"];

impl CacheChoice {
    /// Parses a value. An old one is accepted with a warning.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        let values = Self::value_variants().iter().filter_map(Self::to_possible_value);
        let old = OLD.map(|name| PossibleValue::new(name).hide(true));
        PossibleValuesParser::new(values.chain(old)).map(|name| {
            if OLD.contains(&&*name) {
                complain(&format!("octosat: warning: --cache {name} is --cache on"));
            }
            if name == Self::Off.name() { Self::Off } else { Self::On }
        })
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On => "on",
        }
    }
}
