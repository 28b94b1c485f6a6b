//! The calls of parry3d that the chapter "Migrating" lists, next to octosat's, on ten thousand pairs each.
//!
//! A float64 reference checks every row of octosat, without exception, and then parry's answer. What parry answers
//! otherwise is counted by its reason, and each test states how often that happens.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod bounds;
mod boxes;
mod casts;
mod half_spaces;
mod impacts;
mod lines;
mod manifolds;
mod points;
mod round;
mod round_casts;
mod scene;
mod shapes;
mod tally;
