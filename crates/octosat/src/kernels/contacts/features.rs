//! Names of contact features; see [`crate::Feature`]. Small whole numbers, exact as floats.

use octosat_lanes::{Isa, Lanes};

use super::faces::{FacePair, Which};
use super::plane::FacePlane;

/// The first number of a corner of a.
pub(super) const CORNERS_OF_A: f32 = 8.0;

/// The first number of a crossing.
pub(super) const CROSSINGS: f32 = 16.0;

/// The first number of a pair of closest features, and that of a fallback contact.
pub(super) const CLOSEST: f32 = 160.0;

/// How many edges a box has.
pub(super) const EDGES: f32 = 12.0;

/// The names that a pair of faces can give to its points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features<I: Isa> {
    corners_of_a: [I::Real; 4],
    corners_of_b: [I::Real; 4],
    edges_of_b: [I::Real; 4],
    /// 12 times a's edge that b's first and second edge direction crosses where it enters: across u,
    /// then across v.
    entries: [[I::Real; 2]; 2],
    /// The same where it leaves.
    exits: [[I::Real; 2]; 2],
}

/// One for true.
#[inline(always)]
fn bit<I: Isa>(isa: I, mask: I::Mask) -> I::Real {
    isa.splat(1.0).keep(mask)
}

/// Numbers of the chosen face's axes in cyclic order, and the weights of their corner bits.
#[derive(Clone, Copy, Debug)]
struct Numbers<F> {
    /// Four times the number of each axis.
    fours: [F; 3],
    weights: [F; 3],
}

impl<F: Lanes> Numbers<F> {
    #[inline(always)]
    fn new<I: Isa<Real = F, Mask = F::Mask>>(isa: I, which: Which<I>) -> Self {
        Self {
            fours: which.turn([isa.splat(0.0), isa.splat(4.0), isa.splat(8.0)]),
            weights: which.turn([isa.splat(1.0), isa.splat(2.0), isa.splat(4.0)]),
        }
    }
}

impl<I: Isa> Features<I> {
    #[inline(always)]
    pub(super) fn new(isa: I, faces: &FacePair<I>, plane: &FacePlane<I::Real>) -> Self {
        let zero = isa.splat(0.0);
        let [one, two, twelve] = [isa.splat(1.0), isa.splat(2.0), isa.splat(EDGES)];
        let a = Numbers::new(isa, faces.which_a);
        let b = Numbers::new(isa, faces.which_b);
        let [out_a, out_b] = [bit(isa, faces.positive_a), bit(isa, faces.positive_b)];

        let start_a = isa.splat(CORNERS_OF_A) + out_a * a.weights[0];
        let start_b = out_b * b.weights[0];
        // Edge 0 of b starts at its corner (−, −), then (+, −), (+, +), (−, +).
        let corners_of_b = [
            start_b,
            start_b + b.weights[1],
            start_b + (b.weights[1] + b.weights[2]),
            start_b + b.weights[2],
        ];
        let corners_of_a = [
            start_a,
            start_a + a.weights[1],
            start_a + a.weights[2],
            start_a + (a.weights[1] + a.weights[2]),
        ];
        let crossings = isa.splat(CROSSINGS);
        let along_first = (crossings + b.fours[1]) + (out_b + out_b);
        let along_second = (crossings + b.fours[2]) + out_b;
        let edges_of_b = [along_first, along_second + two, along_first + one, along_second];
        // The side of the rectangle across u runs along a's second axis after its face's, the other
        // along the first.
        let side_across_u = twelve * (a.fours[2] + out_a);
        let side_across_v = twelve * (a.fours[1] + (out_a + out_a));
        let mut features = Self {
            corners_of_a,
            corners_of_b,
            edges_of_b,
            entries: [[side_across_u, side_across_v]; 2],
            exits: [[side_across_u, side_across_v]; 2],
        };
        let bits = [isa.splat(2.0 * EDGES), twelve];
        for (direction, edge) in plane.edges.into_iter().enumerate() {
            for (k, step) in [edge.u, edge.v].into_iter().enumerate() {
                // Running towards the positive side, an edge enters at the negative one.
                let enters_positive = step.less(zero);
                let entry = &mut features.entries[direction][k];
                *entry = *entry + bits[k].keep(enters_positive);
                let exit = &mut features.exits[direction][k];
                *exit = *exit + bits[k].keep(!enters_positive);
            }
        }
        features
    }

    /// The corner of b at the start of its edge `k`.
    #[inline(always)]
    pub(super) fn corner_of_b(&self, k: usize) -> I::Real {
        self.corners_of_b[k]
    }

    /// The corner of a on the positive side of u if bit 0 of `k` is set, of v if bit 1 is.
    #[inline(always)]
    pub(super) fn corner_of_a(&self, k: usize) -> I::Real {
        self.corners_of_a[k]
    }

    /// The crossing of b's edge `k` with the side of a's face where it enters or leaves.
    #[inline(always)]
    pub(super) fn crossing(&self, k: usize, across_u: I::Mask, leaves: bool) -> I::Real {
        // Edges 2 and 3 run against edges 0 and 1.
        let backwards = k >= 2;
        let sides = if leaves == backwards { self.entries[k % 2] } else { self.exits[k % 2] };
        self.edges_of_b[k] + Lanes::select(across_u, sides[0], sides[1])
    }
}
