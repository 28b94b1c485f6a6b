//! What `bench` can be asked for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use octosat_check::{Checked, queries};

use crate::cache::CacheChoice;
use crate::choices::{SceneChoice, pairs, threads};
use crate::queries::QueryChoice;

/// Measure scalar against SIMD code.
///
/// Contenders take turns in short rounds. A time is the least of all rounds, with the spread next to it; a ratio is the
/// median of the ratios of each round, and is left out if the machine was too busy for it to mean something.
/// `speedup_over_scalar` is against one thread: for overlap of the textbook's scalar test, else of the scalar backend.
///
/// Frames of a recording are put into one list. The part `frames` measures whole frames one behind the other, as an
/// engine pays for them: boxes moved, this frame's pairs handed over, results in memory; on one thread on AVX2 and on the
/// fastest backend, and on this on more threads. A single frame is repeated, with boxes at rest (`motion` is `none`) and
/// with boxes that creep by micrometers (`creep`). Contacts are computed without a cache (`off`), with one of which
/// nothing is asked (`on`), and with one that is asked for all predecessors and for what began and ended
/// (`predecessors`); with the lists as they are, and shuffled in every frame (`order`). `walk` is a walk over all
/// contacts. The part `small` measures lists of 1 to 50,000 pairs on the default engine and on one thread, and lists of
/// 512 pairs in a world of 20,000 boxes, without and with a cache.
///
/// Work on one thread is timed by the clock of that thread, which stands still while other programs have the core.
///
/// Without files: the embedded recording, then generated clouds of 100 k and 1 M pairs in random and in spatial order, a
/// heap of 5 k boxes, growth from 1 k to 1 M pairs, and thread scaling. Answers are
/// checked before they are timed, except those of small lists and of frames with 500,000 pairs or more.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat bench --quick --plot bench.svg")]
pub(crate) struct BenchOptions {
    /// Recordings (npz); none: the embedded one and generated scenes.
    pub(crate) files: Vec<PathBuf>,

    /// Only the embedded recording, the small cloud, and growth to 100 k pairs.
    #[arg(long)]
    pub(crate) quick: bool,

    /// One generated scene instead of the recording and the usual scenes.
    #[arg(long, value_enum, conflicts_with = "files")]
    pub(crate) scene: Option<SceneChoice>,

    /// About how many pairs the scene of `--scene` has.
    #[arg(long, default_value_t = 100_000, requires = "scene", value_parser = pairs)]
    pub(crate) pairs: usize,

    /// Parts to measure, separated by commas; the default is all that the files or the scene have.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) part: Vec<Part>,

    /// Contacts of whole frames without a cache, with one, or both, separated by commas.
    #[arg(
        long,
        alias = "coherence",
        value_parser = CacheChoice::parser(),
        value_delimiter = ',',
        default_value = "off,on"
    )]
    pub(crate) cache: Vec<CacheChoice>,

    /// Measure the calls of this query instead of those of pairs, in the parts `combinations` and `threads`.
    #[arg(long, value_parser = QueryChoice::timed_parser())]
    pub(crate) query: Option<QueryChoice>,

    /// Rounds in which all contenders take turns, fewer for one that has taken a second; the default depends on the part.
    /// Fewer than 5 show no ratios.
    #[arg(long, alias = "repeats", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) rounds: Option<u16>,

    /// The most threads to measure; 0: one per core.
    #[arg(long, default_value_t = 0, value_parser = threads)]
    pub(crate) threads: usize,

    /// Draw time per pair against the number of pairs, and whole frames, to this SVG file.
    #[arg(long, value_name = "FILE.svg")]
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
    /// Every call of the query, backend, basis and arithmetic on one thread.
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
