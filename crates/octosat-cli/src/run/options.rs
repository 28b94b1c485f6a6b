//! The options of `run`.

use std::path::PathBuf;

use clap::Args;

use crate::cache::CacheChoice;
use crate::choices::{BackendChoice, Emit, FrameRange, MaxContacts, Way, margin, written_file};
use crate::queries::QueryChoice;

/// Run the engine on every pair of every frame.
///
/// The reported time is the time inside the engine's queries, without loading, moving boxes to the next frame, and writing
/// results. `overlap` in the results does not depend on the margin: it is 1 if the boxes share a point. If penetrations
/// are computed, `overlap` is the sign of the depth. In the pre-scaled basis, `--emit overlap` alone may give another
/// result for boxes that touch within rounding. The presence of contacts may also differ for these boxes.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  octosat run pile.npz --backend avx2 --threads 1 --out results.npz"
)]
pub(crate) struct RunOptions {
    /// Recordings (npz); the default is the embedded one.
    pub(crate) files: Vec<PathBuf>,

    /// The results to compute and write, separated by commas; the default is all results of the backend.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) emit: Vec<Emit>,

    /// Margin in meters: boxes separated by at most this distance have speculative contacts, with negative depth. A pair
    /// has no normal if a face separates its boxes by more than the margin.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// The most contacts per pair.
    #[arg(long, value_enum, default_value_t = MaxContacts::Four)]
    pub(crate) max_contacts: MaxContacts,

    /// Whether a contact cache keeps the contacts of the last frame and finds the predecessors of all points.
    #[arg(long, alias = "coherence", value_parser = CacheChoice::parser(), default_value = "off")]
    pub(crate) cache: CacheChoice,

    /// The code that computes: `auto` is the fastest backend, `scalar` the kernels on one lane, `reference` the
    /// independent float64 code, which has no contacts.
    #[arg(long, value_enum, default_value_t = BackendChoice::Auto)]
    pub(crate) backend: BackendChoice,

    #[command(flatten)]
    pub(crate) way: Way,

    /// Frames from A up to B, which is not included. A.. and ..B are also valid. Results contain only the pairs of these
    /// frames.
    #[arg(long, value_name = "A..B")]
    pub(crate) frames: Option<FrameRange>,

    /// Write the results to this npz file, not to standard output. Only for a single recording.
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    pub(crate) out: Option<PathBuf>,

    /// Time another query on every frame instead. Other shapes are generated around the boxes of each frame. This option
    /// writes no results.
    #[arg(
        long,
        value_parser = QueryChoice::timed_parser(),
        conflicts_with_all = ["emit", "cache", "max_contacts", "out"]
    )]
    pub(crate) query: Option<QueryChoice>,

    /// The seed of the generated shapes of `--query`.
    #[arg(long, default_value_t = 1, requires = "query")]
    pub(crate) shape_seed: u64,
}
