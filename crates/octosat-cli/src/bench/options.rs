//! The options of `bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use octosat_check::{Checked, queries};

use crate::cache::CacheChoice;
use crate::choices::{SceneChoice, pairs, threads, written_file};
use crate::queries::QueryChoice;

/// Groups of options in the help.
const SCENES: &str = "Scenes";
const PARTS: &str = "Parts";

/// Measure scalar against SIMD code.
///
/// Answers are checked first. A time is the least of all rounds, in which contenders take turns; a ratio is the median of
/// the ratios of each round. Work on one thread is timed by the clock of that thread, which stands still while other
/// programs have the core. Ratios that a busy machine spoils are left out.
///
/// Without files: the embedded recording, whole frames of a million pairs and of a heap, and growth from 1 k to 1 M pairs.
/// `docs/src/benchmarks.md` explains the parts, the workloads and the columns.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat bench --quick --plot bench.svg")]
pub(crate) struct BenchOptions {
    /// Recordings (npz); none: the embedded one and generated scenes.
    pub(crate) files: Vec<PathBuf>,

    /// Only the embedded recording, and growth to 64 k pairs.
    #[arg(long, help_heading = SCENES)]
    pub(crate) quick: bool,

    /// One generated scene instead of the recording and the usual scenes.
    #[arg(long, value_enum, conflicts_with = "files", help_heading = SCENES)]
    pub(crate) scene: Option<SceneChoice>,

    /// About how many pairs the scene of `--scene` has.
    #[arg(long, default_value_t = 100_000, requires = "scene", value_parser = pairs, help_heading = SCENES)]
    pub(crate) pairs: usize,

    /// Parts to measure, separated by commas; all by default.
    #[arg(long, value_enum, value_delimiter = ',', help_heading = PARTS)]
    pub(crate) part: Vec<Part>,

    /// Contacts of whole frames without a cache, with one, or both.
    #[arg(
        long,
        alias = "coherence",
        value_parser = CacheChoice::parser(),
        value_delimiter = ',',
        default_value = "off,on",
        help_heading = PARTS
    )]
    pub(crate) cache: Vec<CacheChoice>,

    /// Measure the calls of this query instead of those of pairs.
    #[arg(long, value_parser = QueryChoice::timed_parser(), help_heading = PARTS)]
    pub(crate) query: Option<QueryChoice>,

    /// Rounds; the default depends on the part. Fewer than 5 show no ratios.
    #[arg(long, alias = "repeats", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) rounds: Option<u16>,

    /// The most threads to measure; 0: one per core.
    #[arg(long, default_value_t = 0, value_parser = threads)]
    pub(crate) threads: usize,

    /// Draw the times to this file, as SVG, not to standard output.
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    pub(crate) plot: Option<PathBuf>,
}

impl BenchOptions {
    /// The query to measure.
    pub(crate) fn query(&self) -> &'static dyn Checked {
        self.query.map_or(&queries::pairs::Pairs, |query| query.0)
    }
}

/// A group of contenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Every call of the query, backend and basis on one thread.
    Combinations,
    /// Every call and backend, as one point of a curve over the number of pairs.
    Growth,
    /// The fastest backend on one thread and on more.
    Threads,
    /// Whole frames one behind the other, with and without a cache.
    Frames,
    /// Lists of 1 to 50,000 pairs on the default engine and on one thread.
    Small,
    /// Short lists in a large world: the second half of `small`.
    #[value(skip)]
    World,
}

impl Part {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Combinations => "combinations",
            Self::Growth => "growth",
            Self::Threads => "threads",
            Self::Frames => "frames",
            Self::Small | Self::World => "small",
        }
    }
}
