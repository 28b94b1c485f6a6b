//! The volume that two oriented boxes share: the flux through the faces of the second one, clamped to the first one.
//!
//! The clamped surface encloses exactly the points of both boxes, so the volume is ∮ y dz dx over it. A face contributes the y of
//! its normal times the integral of y, clamped to the first box, over the part of the face whose x and z are within that box.
//!
//! 1. `seen`: the second box as seen from the first one. 2. `edges`: the twelve edges, each once for both of its faces.
//! 3. `faces`: the six faces.

use octosat_lanes::{Isa, MAX_LANES};

use super::edges::edges;
use super::faces::flux;
use super::pair::SolidPair;
use super::seen::{Seen, UP};

/// The volumes that the boxes of a batch share, which rounding may have moved below zero or above the volume of one.
///
/// Compiled once for all queries: it has thousands of operations.
#[inline(never)]
pub(crate) fn volumes_out_of_line<I: Isa>(
    isa: I,
    pair: &SolidPair<I::Real>,
    volumes: &mut [f32; MAX_LANES],
) {
    isa.enter_rarely(
        #[inline(always)]
        || {
            let seen = Seen::new(isa, pair);
            let edges = edges(isa, &seen);
            let mut total = isa.splat(0.0);
            for axis in 0..3 {
                let low = flux(isa, &seen, &edges, axis, 0);
                let high = flux(isa, &seen, &edges, axis, 1);
                total = seen.rotation[UP][axis] * (high - low) + total;
            }
            isa.store(total, volumes);
        },
    );
}
