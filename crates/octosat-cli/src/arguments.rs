//! What can be asked on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::bench::Part;
use crate::boxwise::{AabbsOptions, CullOptions};
use crate::cache::CacheChoice;
use crate::choices::{
    BackendChoice, Basis, Emit, FrameRange, MaxContacts, SceneChoice, Way, margin, pairs, threads,
};
use crate::draw::DrawOptions;
use crate::queries::QueryChoice;

const EXAMPLES: &str = "\
Examples:
  octosat                                    the main job on the embedded recording, checked
  octosat run pile.npz --out results.npz     every pair of every frame, results to a file
  octosat verify pile.npz                    all backends, bit for bit and against float64
  octosat bench --plot bench.svg             scalar against SIMD
  octosat fuzz --seconds 60 --seed 7         random and adversarial pairs
  octosat draw --out pile.svg                a picture of boxes and contacts
  octosat aabbs pile.npz --out bounds.npz    the axis-aligned box around each box
  octosat cull pile.npz --look-from 4,4,3 --look-at 0,0,0 --out seen.npz
                                             which boxes a camera sees

Exit status: 0 done, 1 a check found a difference, 2 bad usage or bad input.";

/// SIMD-batched narrow phase for oriented boxes: run, verify, bench, fuzz, draw, aabbs and cull.
///
/// Without a command it runs the embedded recording, compares the speed with a textbook scalar test
/// and checks the results.
#[derive(Debug, Parser)]
#[command(name = "octosat", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Print one JSON object on standard output and nothing else there.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunOptions),
    Verify(VerifyOptions),
    Bench(BenchOptions),
    Fuzz(FuzzOptions),
    Draw(DrawOptions),
    Aabbs(AabbsOptions),
    Cull(CullOptions),
}

/// Put every pair of every frame through the engine.
///
/// The seconds reported are those inside the engine's queries: loading, moving the boxes to their
/// next frame and writing results are not in them. `overlap` in the results is whether the boxes
/// share a point, whatever the margin; where penetrations are computed too, it is the sign of the
/// depth. In the pre-scaled basis `--emit overlap` alone may differ from that sign for boxes that
/// touch within rounding, and so may whether there are contacts.
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

    /// Metres: boxes apart by at most so much get contacts too, of negative depth; a pair that a
    /// face separates by more gets no normal.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// The most contacts a pair may have.
    #[arg(long, value_enum, default_value_t = MaxContacts::Four)]
    pub(crate) max_contacts: MaxContacts,

    /// What contacts keep from frame to frame: `steady` prefers last frame's axis, faces and points
    /// in ties, `reuse` also moves manifolds of boxes that barely moved along instead of computing
    /// them. The first frame asked for knows of none before it.
    #[arg(long, alias = "coherence", value_enum, default_value_t = CacheChoice::Off)]
    pub(crate) cache: CacheChoice,

    /// Which code computes; `auto` is the fastest, `scalar` the one-lane mirror, `reference` the
    /// independent float64 code (which has one arithmetic, `exact`, and no contacts).
    #[arg(long, value_enum, default_value_t = BackendChoice::Auto)]
    pub(crate) backend: BackendChoice,

    #[command(flatten)]
    pub(crate) way: Way,

    /// Frames A to B, B not included; A.. and ..B work too. Results hold these frames' pairs only.
    #[arg(long, value_name = "A..B")]
    pub(crate) frames: Option<FrameRange>,

    /// Write the results to this npz file; for one recording.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Ask every box of every frame against another shape, in place of pairs of boxes; or the pairs
    /// seen from above, as rectangles, or resolved, or as convex polyhedra, which alone have
    /// results to write. The shape is made around the frame's boxes. A margin is taken by overlap
    /// with half-spaces, spheres and axis-aligned boxes, by contacts with half-spaces and of
    /// polyhedra, and by rectangles; it is refused where no query takes it.
    #[arg(long, value_enum, conflicts_with_all = ["emit", "cache", "max_contacts"])]
    pub(crate) query: Option<QueryChoice>,

    /// Where the random numbers of the shapes of `--query` start.
    #[arg(long, default_value_t = 1, requires = "query")]
    pub(crate) shape_seed: u64,
}

/// Check every backend bit for bit against the scalar mirror, and against the references.
///
/// Every available backend runs in both bases, both arithmetics, fused where the hardware fuses, and
/// with 1, 2 and all threads. Bits must be those of the scalar mirror; in exact arithmetic the mirror must have those of the plain
/// scalar reference; and every answer must lie within the stated band around the float64 answer.
/// Contacts are asked for with the margin of `--margin` and with one of 2 cm, at most four a pair,
/// and with the margin once more, all of them relative to a's centre; the float64 checker must find
/// every promise about them kept. Both boxes swapped, and both moved together, must have the same
/// manifold. The frames in their order also go through caches, one for each engine and kind of cache: all have
/// the same bits, whatever the order of their lists, and what was kept from an earlier frame is right to within
/// the motion that is allowed. Where these checks allow more than the band, errors are told in parts of what they
/// allow. Pairs of a frame are repeated where it takes more of them to keep all threads busy. A
/// recording whose boxes the pre-scaled basis does not take is checked in the unit basis alone, and
/// a line says so.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat verify debris.npz pile.npz --json")]
pub(crate) struct VerifyOptions {
    /// Recordings (npz); none: the embedded one.
    pub(crate) files: Vec<PathBuf>,

    /// Metres: the margin that all queries are asked with.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// Check one basis only; boxes beyond its limits are then refused.
    #[arg(long, value_enum)]
    pub(crate) basis: Option<Basis>,

    /// Check contacts with this cache only, beside those without; the default is with each.
    #[arg(long, alias = "coherence", value_enum, conflicts_with = "query")]
    pub(crate) cache: Option<CacheChoice>,

    /// Check boxes against other shapes, in place of pairs of boxes: in lists, with a margin a
    /// pair, and all boxes against one shape; or the pairs seen from above, as rectangles, or
    /// resolved, or as convex polyhedra, beside the kernels and as other solids of the boxes'
    /// sizes. The shapes are made around the boxes of each frame. For several threads the boxes are
    /// repeated until each has work. A margin is taken by overlap with half-spaces, spheres and
    /// axis-aligned boxes, by contacts with half-spaces and of polyhedra, and by rectangles; it is
    /// refused where no query takes it.
    #[arg(long, value_enum)]
    pub(crate) query: Option<QueryChoice>,

    /// Where the random numbers of the shapes of `--query` start.
    #[arg(long, default_value_t = 1, requires = "query")]
    pub(crate) shape_seed: u64,
}

/// Measure scalar against SIMD code.
///
/// The queries are overlap and penetration without a margin, and contacts with one of 2 cm and at
/// most four points a pair. `speedup_over_scalar` is against one thread: for overlap the textbook's
/// scalar test, for penetration and contacts, which it does not have, the scalar backend.
///
/// The part `frames` measures whole frames one behind the other, as an engine pays for them: boxes
/// moved, this frame's pairs handed over, contacts with and without a cache, or penetrations or
/// overlaps, results in memory; on one thread on AVX2 and on the fastest backend, and that on more
/// threads. A pass over the frames starts with an empty cache, and its first frame is not counted. A
/// single frame is repeated, with boxes at rest (`motion` is `none`) and with boxes that creep by
/// micrometers (`creep`). `speedup_over_stateless` is the median over rounds in which all contenders
/// take turns. The part `small` measures lists of 1 to 50,000 pairs on the default engine and on one
/// thread.
///
/// Without files: the embedded recording, then a generated cloud of 20 k boxes / 100 k pairs in
/// random order and one of 200 k boxes / 1 M pairs in random and in spatial order, a heap of 5 k
/// boxes, growth from 1 k to 1 M pairs, and thread scaling. Contenders take turns, so that noise hits all alike; medians
/// are reported. Answers are verified before they are timed. A recording whose boxes the pre-scaled
/// basis does not take is measured in the unit basis alone, and a line says so.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat bench --quick --plot bench.svg")]
pub(crate) struct BenchOptions {
    /// Recordings (npz); none: the embedded one and generated scenes.
    pub(crate) files: Vec<PathBuf>,

    /// Only the embedded recording, the small cloud, and growth to 100 k pairs.
    #[arg(long)]
    pub(crate) quick: bool,

    /// One generated scene in place of the recording and the usual scenes.
    #[arg(long, value_enum, conflicts_with = "files")]
    pub(crate) scene: Option<SceneChoice>,

    /// About how many pairs the scene of `--scene` has.
    #[arg(long, default_value_t = 100_000, requires = "scene", value_parser = pairs)]
    pub(crate) pairs: usize,

    /// Parts to measure, separated by commas; the default is all that the files or the scene have.
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) part: Vec<Part>,

    /// What contacts of whole frames keep from frame to frame, separated by commas.
    #[arg(
        long,
        alias = "coherence",
        value_enum,
        value_delimiter = ',',
        default_value = "off,steady,reuse"
    )]
    pub(crate) cache: Vec<CacheChoice>,

    /// Measure boxes against other shapes, in place of pairs of boxes: every box of the last frame
    /// of each recording against one shape, or its pairs as rectangles or resolved, on one thread
    /// and, for the fastest backend, on all; or its pairs as convex polyhedra, by all axes and by
    /// fewer, beside the kernels on one thread. Answers are verified before they are timed, on as
    /// many threads.
    #[arg(long, value_enum, conflicts_with_all = ["scene", "plot", "part", "cache"])]
    pub(crate) query: Option<QueryChoice>,

    /// How often each contender is timed, fewer times once it has taken a second; the default is 9,
    /// 21 for whole frames, and 5 from half a million pairs on.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) repeats: Option<u16>,

    /// Let each contender run its laps one behind the other, with caches as it left them, in place of all in
    /// turn: what an engine's frame takes that does nothing else between. Look at the least then, with `--repeats 41`.
    #[arg(long)]
    pub(crate) alone: bool,

    /// The most threads to measure; 0: one for each core.
    #[arg(long, default_value_t = 0, value_parser = threads)]
    pub(crate) threads: usize,

    /// Draw time a pair against the number of pairs, and thread scaling, to this SVG file.
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
}

/// Look for pairs on which kernels and references differ.
///
/// Random and adversarial pairs in lists of random length and order go through every backend, basis
/// and arithmetic, and are checked as `verify` checks, on all cores. Then their boxes move through caches, frame by
/// frame: they rest, creep, jump, change their extents and numbers, and pairs come and go. A failure is shrunk and
/// written as a small recording that `octosat verify` replays; one that no recording holds is replayed by its
/// round. Among pairs of boxes each failure is printed to standard error at once, and again in the report. Where no
/// progress bar is shown, a search that takes long also prints every minute how far it is.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat fuzz --seconds 60 --seed 7")]
pub(crate) struct FuzzOptions {
    /// How long to look; the default is 10 seconds unless `--cases` is given.
    #[arg(long)]
    pub(crate) seconds: Option<u64>,

    /// Stop after this many pairs; the same seed and number always give the same pairs.
    #[arg(long)]
    pub(crate) cases: Option<usize>,

    /// Where the random numbers start.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Check contacts with this cache only, beside those without; the default is with each.
    #[arg(long, alias = "coherence", value_enum, conflicts_with = "query")]
    pub(crate) cache: Option<CacheChoice>,

    /// The round to begin with; a failure that no recording holds is replayed by its round.
    #[arg(long, default_value_t = 0, conflicts_with = "query")]
    pub(crate) first_round: u64,

    /// Look for boxes and other shapes, in place of pairs of boxes, or for rectangles, or for
    /// displacements, or for convex polyhedra. Few of a failure's boxes are written; `verify --query` makes the same shapes
    /// around them again.
    #[arg(long, value_enum)]
    pub(crate) query: Option<QueryChoice>,

    /// Folder for the recordings of failures.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) out_dir: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
