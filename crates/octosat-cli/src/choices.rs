//! Values of options, and how they are parsed.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use octosat::{Backend, Engine, PointLimit};
use octosat_check::Basis;
use serde::Serialize;

use crate::failure::Failure;

/// How results are computed, apart from the backend.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The storage of boxes: a unit quaternion and half extents, or pre-scaled axes, multiplied by their half extents.
    /// Contacts and queries about other shapes need the unit basis, so pre-scaled boxes are converted once per frame.
    #[arg(long, value_parser = basis(), default_value = "unit")]
    pub(crate) basis: Basis,

    /// Number of threads; 0 means one per core.
    #[arg(long, default_value_t = 0, value_parser = threads)]
    pub(crate) threads: usize,
}

/// How results were computed, in a report.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct How {
    pub(crate) backend: &'static str,
    pub(crate) basis: &'static str,
    pub(crate) threads: usize,
}

impl How {
    pub(crate) fn new(engine: &Engine, basis: Basis, threads: usize) -> Self {
        Self { backend: engine.backend().name(), basis: basis.name(), threads }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, basis, threads } = self;
        let plural = if *threads == 1 { "thread" } else { "threads" };
        write!(f, "backend {backend}, {basis} basis, {threads} {plural}; ")?;
        f.write_str("the time is that inside the engine's queries")
    }
}

/// A group of result arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Whether the boxes share a point.
    Overlap,
    /// Depth, axis and normal.
    Penetration,
    /// The manifolds: normals, points, depths and features.
    Contacts,
}

/// The most contacts per pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MaxContacts {
    /// Nearly the deepest contact, and three others that span the largest area with it; level ones count more.
    #[value(name = "4")]
    Four,
    /// Every vertex of the contact polygon.
    #[value(name = "8")]
    Eight,
}

impl From<MaxContacts> for PointLimit {
    fn from(choice: MaxContacts) -> Self {
        match choice {
            MaxContacts::Four => Self::Four,
            MaxContacts::Eight => Self::Eight,
        }
    }
}

/// The code that computes results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendChoice {
    Auto,
    Reference,
    Scalar,
    Portable,
    Avx2,
    Avx512,
}

impl BackendChoice {
    /// The engine's backend of this name; `None` for `auto` and `reference`.
    pub(crate) fn named(self) -> Option<Backend> {
        match self {
            Self::Auto | Self::Reference => None,
            Self::Scalar => Some(Backend::Scalar),
            Self::Portable => Some(Backend::Portable),
            Self::Avx2 => Some(Backend::Avx2),
            Self::Avx512 => Some(Backend::Avx512),
        }
    }

    /// The engine's backend, the fastest one for `auto`.
    pub(crate) fn of_engine(self) -> Result<Backend, Failure> {
        if self == Self::Reference {
            return Err(Failure::new("--backend reference: it supports pairs of boxes only"));
        }
        Ok(self.named().unwrap_or_else(Backend::fastest))
    }
}

/// Parses the name of a basis.
pub(crate) fn basis() -> impl TypedValueParser<Value = Basis> {
    let named = |name: String| Basis::ALL.into_iter().find(|basis| basis.name() == name);
    PossibleValuesParser::new(Basis::ALL.map(Basis::name))
        .try_map(move |name| named(name).ok_or("no such basis"))
}

/// A generated scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SceneChoice {
    /// Boxes of random size and rotation in a cube.
    Cloud,
    /// A brick wall of nearly aligned boxes.
    Wall,
    /// A heap of random boxes.
    Pile,
    /// Sticks, 100 times as long as thick.
    Needles,
    /// Plates, 100 times as wide as thick.
    Plates,
}

/// Frames from `first` up to `end`, which is not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameRange {
    pub(crate) first: usize,
    pub(crate) end: Option<usize>,
}

impl FromStr for FrameRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("{text:?} is not A..B, A.. or ..B");
        let (first, end) = text.split_once("..").ok_or_else(wanted)?;
        let number = |part: &str| part.parse::<usize>().map_err(|_| wanted());
        let first = if first.is_empty() { 0 } else { number(first)? };
        let end = if end.is_empty() { None } else { Some(number(end)?) };
        if end.is_some_and(|end| end < first) {
            return Err(format!("{text:?} ends before it begins"));
        }
        Ok(Self { first, end })
    }
}

/// An axis of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Up {
    X,
    Y,
    Z,
}

impl Up {
    /// Its number.
    pub(crate) fn axis(self) -> usize {
        self as usize
    }

    /// Along it, of length one.
    pub(crate) fn direction(self) -> [f32; 3] {
        let mut direction = [0.0; 3];
        direction[self.axis()] = 1.0;
        direction
    }
}

/// Parses `N` finite numbers separated by commas. `form` is the expected format in messages.
pub(crate) fn numbers<const N: usize>(text: &str, form: &str) -> Result<[f64; N], String> {
    // Squares of larger numbers would not be finite.
    let usable = |number: &f64| number.abs() < 1e100;
    let parts = text.split(',').map(|part| part.trim().parse().ok().filter(usable));
    let numbers: Option<Vec<f64>> = parts.collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("{text:?} is not {form}"))
}

/// Parses a speculative margin.
pub(crate) fn margin(text: &str) -> Result<f32, String> {
    let margin: f32 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if margin.is_finite() && margin >= 0.0 {
        Ok(margin)
    } else {
        Err("a margin is a finite length of at least zero".to_owned())
    }
}

/// Parses the name of a file to write, which is not standard output: that holds words and JSON.
pub(crate) fn written_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" {
            return Err("results are not written to standard output; a file of this name is ./-");
        }
        Ok(path)
    })
}

/// The most threads of a command. Each thread needs memory for its stack.
const MOST_THREADS: usize = 1024;

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let count: usize = text.parse().map_err(|_| format!("{text:?} is not a whole number"))?;
    if count <= MOST_THREADS { Ok(count) } else { Err(format!("at most {MOST_THREADS}")) }
}

/// The most pairs of a generated scene, which must fit in a few gigabytes.
const MOST_PAIRS: usize = 20_000_000;

pub(crate) fn pairs(text: &str) -> Result<usize, String> {
    let count: usize = text.parse().map_err(|_| format!("{text:?} is not a whole number"))?;
    if (1..=MOST_PAIRS).contains(&count) { Ok(count) } else { Err(format!("1 to {MOST_PAIRS}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_frames() {
        let range = |text: &str| text.parse::<FrameRange>();
        assert_eq!(range("2..5"), Ok(FrameRange { first: 2, end: Some(5) }));
        assert_eq!(range("..5"), Ok(FrameRange { first: 0, end: Some(5) }));
        assert_eq!(range("3.."), Ok(FrameRange { first: 3, end: None }));
        for bad in ["", "3", "5..2", "a..b", "-1..2", "1...3"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
    #[test]
    fn numbers_between_commas() {
        assert_eq!(numbers("-30, 12.5", "A,B"), Ok([-30.0, 12.5]));
        for bad in ["", "1", "1,2,3", "a,1", "1,a", "nan,0", "0,inf", "1,,2", "1e300,0"] {
            assert!(numbers::<2>(bad, "A,B").is_err(), "{bad}");
        }
    }
}
