//! Simulates a scene in avian with its own contacts and with octosat's, and compares times and results.

fn main() -> std::process::ExitCode {
    octosat_avian::report::main()
}
