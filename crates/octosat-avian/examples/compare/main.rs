//! Simulates a scene in avian with its own contacts and with octosat's, and compares times and results.
#![expect(
    unreachable_pub,
    reason = "the example for rapier has the same modules, and there they are public"
)]

mod measure;
mod report;
mod scenes;
mod world;

fn main() -> std::process::ExitCode {
    report::main()
}
