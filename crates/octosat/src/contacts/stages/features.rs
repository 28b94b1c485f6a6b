//! Names of contact features; see [`crate::Feature`].

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use super::faces::{FacePair, Which};
use super::plane::FacePlane;

/// The first number of a corner of a.
pub(super) const CORNERS_OF_A: i32 = 8;

/// The first number of a crossing.
pub(super) const CROSSINGS: i32 = 16;

/// The first number of a pair of closest features, and that of a fallback contact.
pub(super) const CLOSEST: i32 = 160;

/// How many edges a box has.
pub(super) const EDGES: i32 = 12;

/// The names that a pair of faces can give to its points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features<I: Isa> {
    corners_of_a: [I::Integer; 4],
    corners_of_b: [I::Integer; 4],
    edges_of_b: [I::Integer; 4],
    /// 12 times a's edge that b's first and second edge direction crosses where it enters: across u,
    /// then across v.
    entries: [[I::Integer; 2]; 2],
    /// The same where it leaves.
    exits: [[I::Integer; 2]; 2],
}

/// The bits of the chosen face's axes in a corner's number, in cyclic order.
#[inline(always)]
fn corner_bits<I: Isa>(isa: I, which: Which<I>) -> [I::Integer; 3] {
    which.turn_integers([isa.splat_integer(1), isa.splat_integer(2), isa.splat_integer(4)])
}

/// The number of the first edge along each of the chosen face's axes, in cyclic order, times `factor`.
#[inline(always)]
fn first_edges<I: Isa>(isa: I, which: Which<I>, factor: i32) -> [I::Integer; 3] {
    let zero = isa.splat_integer(0);
    which.turn_integers([zero, isa.splat_integer(4 * factor), isa.splat_integer(8 * factor)])
}

impl<I: Isa> Features<I> {
    #[inline(always)]
    pub(super) fn new(isa: I, faces: &FacePair<I>, plane: &FacePlane<I::Real>) -> Self {
        let zero = isa.splat(0.0);
        let [one, two] = [isa.splat_integer(1), isa.splat_integer(2)];
        let [bits_a, bits_b] = [corner_bits(isa, faces.which_a), corner_bits(isa, faces.which_b)];

        let start_a = isa.splat_integer(CORNERS_OF_A) + bits_a[0].keep(faces.positive_a);
        let start_b = bits_b[0].keep(faces.positive_b);
        // Edge 0 of b starts at its corner (−, −), then (+, −), (+, +), (−, +).
        let corners_of_b =
            [start_b, start_b + bits_b[1], start_b + (bits_b[1] + bits_b[2]), start_b + bits_b[2]];
        let corners_of_a =
            [start_a, start_a + bits_a[1], start_a + bits_a[2], start_a + (bits_a[1] + bits_a[2])];
        let crossings = isa.splat_integer(CROSSINGS);
        let [_, first, second] = first_edges(isa, faces.which_b, 1);
        let along_first = (crossings + first) + two.keep(faces.positive_b);
        let along_second = (crossings + second) + one.keep(faces.positive_b);
        let edges_of_b = [along_first, along_second + two, along_first + one, along_second];
        // The side of the rectangle across u runs along a's second axis after its face's, the other
        // along the first.
        let [once, twice] = [isa.splat_integer(EDGES), isa.splat_integer(2 * EDGES)];
        let [_, first, second] = first_edges(isa, faces.which_a, EDGES);
        let side_across_u = second + once.keep(faces.positive_a);
        let side_across_v = first + twice.keep(faces.positive_a);
        let mut features = Self {
            corners_of_a,
            corners_of_b,
            edges_of_b,
            entries: [[side_across_u, side_across_v]; 2],
            exits: [[side_across_u, side_across_v]; 2],
        };
        let bits = [twice, once];
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
    pub(super) fn corner_of_b(&self, k: usize) -> I::Integer {
        self.corners_of_b[k]
    }

    /// The corner of a on the positive side of u if bit 0 of `k` is set, of v if bit 1 is.
    #[inline(always)]
    pub(super) fn corner_of_a(&self, k: usize) -> I::Integer {
        self.corners_of_a[k]
    }

    /// The crossing of b's edge `k` with the side of a's face where it enters or leaves.
    #[inline(always)]
    pub(super) fn crossing(&self, k: usize, across_u: I::Mask, leaves: bool) -> I::Integer {
        // Edges 2 and 3 run against edges 0 and 1.
        let backwards = k >= 2;
        let sides = if leaves == backwards { self.entries[k % 2] } else { self.exits[k % 2] };
        self.edges_of_b[k] + IntegerLanes::select(across_u, sides[0], sides[1])
    }
}
