//! The crate from outside: against paper, and against an oracle that projects all vertices.

mod oracle;
mod pairs;

mod casts;
mod errors;
mod hand;
mod vertices;

/// No rotation.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Whether two intervals may be of one number: axes that tie have the same number as different fractions, whose
/// intervals differ.
fn meet(first: octosat_exact::Interval, second: octosat_exact::Interval) -> bool {
    first.lower <= second.upper && second.lower <= first.upper
}
