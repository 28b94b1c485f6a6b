//! Simulates a scene in rapier with its own contacts and with octosat's, and compares times and results.

fn main() -> std::process::ExitCode {
    octosat_rapier::report::main()
}
