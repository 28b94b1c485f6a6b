//! The commands and options of the command line.

use clap::{Parser, Subcommand};

use crate::bench::BenchOptions;
use crate::boxwise::{AabbsOptions, CullOptions};
use crate::draw::DrawOptions;
use crate::fuzz::FuzzOptions;
use crate::run::RunOptions;
use crate::verify::VerifyOptions;

const EXAMPLES: &str = "\
Examples:
  octosat                                    run and check the embedded recording
  octosat run pile.npz --out results.npz     every pair of every frame, results to a file
  octosat verify pile.npz                    check all backends, bit for bit and against float64
  octosat bench --plot bench.svg             speed of scalar and SIMD code
  octosat fuzz --seconds 60 --seed 7         check random and adversarial pairs
  octosat draw --out pile.svg                a picture of boxes and contacts
  octosat aabbs pile.npz --out bounds.npz    the axis-aligned bounding box of each box
  octosat cull pile.npz --look-from 4,4,3 --look-at 0,0,0 --out seen.npz
                                             which boxes a camera sees

Exit status: 0 done, 1 a check found a difference, 2 bad usage or bad input.";

/// SIMD-batched narrow phase for oriented boxes: run, verify, bench, fuzz, draw, aabbs and cull.
///
/// Without a command, octosat runs the embedded recording, compares its speed with a textbook scalar test, and checks
/// the results.
#[derive(Debug, Parser)]
#[command(name = "octosat", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Print only one JSON object on standard output.
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
