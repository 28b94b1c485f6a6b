//! What `run` can be asked for.

use std::path::PathBuf;

use clap::Args;

use crate::cache::CacheChoice;
use crate::choices::{BackendChoice, Emit, FrameRange, MaxContacts, Way, margin};
use crate::queries::QueryChoice;

/// Put every pair of every frame through the engine.
///
/// The seconds reported are those inside the engine's queries: loading, moving the boxes to their next frame and writing
/// results are not in them. `overlap` in the results is whether the boxes share a point, whatever the margin; if
/// penetrations are computed, it is the sign of the depth. In the pre-scaled basis `--emit overlap` alone may differ
/// from that sign for boxes that touch within rounding, and so may whether there are contacts.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  octosat run pile.npz --backend avx2 --threads 1 --out results.npz"
)]
pub(crate) struct RunOptions {
    /// Recordings (npz); none: the embedded one.
    pub(crate) files: Vec<PathBuf>,

    /// What to compute and write, separated by commas; the default is all that the backend has.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) emit: Vec<Emit>,

    /// Meters: separated boxes within this distance get contacts, too, of negative depth; a pair that a face separates
    /// by more gets no normal.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// The most contacts per pair.
    #[arg(long, value_enum, default_value_t = MaxContacts::Four)]
    pub(crate) max_contacts: MaxContacts,

    /// What contacts keep from frame to frame: `steady` prefers last frame's axis, faces and points in ties, `reuse`
    /// also moves manifolds of boxes that barely moved along instead of computing them.
    #[arg(long, alias = "coherence", value_enum, default_value_t = CacheChoice::Off)]
    pub(crate) cache: CacheChoice,

    /// Which code computes; `auto` is the fastest, `scalar` the kernels on one lane, `reference` the independent float64
    /// code (which has one arithmetic, `exact`, and no contacts).
    #[arg(long, value_enum, default_value_t = BackendChoice::Auto)]
    pub(crate) backend: BackendChoice,

    #[command(flatten)]
    pub(crate) way: Way,

    /// Frames A to B, B not included; A.. and ..B work, too. Results hold these frames' pairs only.
    #[arg(long, value_name = "A..B")]
    pub(crate) frames: Option<FrameRange>,

    /// Write the results to this npz file; for one recording.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Time the calls of another query on every frame instead. Shapes are made around the frame's boxes. Such a run has no
    /// results to write.
    #[arg(
        long,
        value_parser = QueryChoice::parser(),
        conflicts_with_all = ["emit", "cache", "max_contacts", "out"]
    )]
    pub(crate) query: Option<QueryChoice>,

    /// The seed of the shapes of `--query`.
    #[arg(long, default_value_t = 1, requires = "query")]
    pub(crate) shape_seed: u64,
}
