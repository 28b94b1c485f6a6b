//! Boxes that move during a step: cases with known results, those that other engines got wrong, and what is rejected.
//!
//! `octosat-check` checks every answer against the references and compares all backends.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod casts;
mod corners;
mod extremes;
mod far;
mod grazes;
mod many;
mod reported;
mod rounds;
mod starts;
mod thin;
mod thin_rounds;
mod values;

use octosat::{Cast, Casts, Engine, Motions, OrientedBox, Query};
use octosat_tests::store_of;

/// The cast of b past a.
fn cast(a: OrientedBox, b: OrientedBox, motion: [f32; 3]) -> Cast {
    let mut row = [Cast::default()];
    let boxes = store_of([a, b]);
    let query = Query::new(&boxes, &[[0, 1]]);
    Engine::new().casts(Casts::new(query, Motions::per_pair(&[motion])), &mut row).unwrap();
    row[0]
}
