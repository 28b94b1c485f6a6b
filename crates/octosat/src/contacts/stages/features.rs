//! Feature ids ([`crate::Feature`]) of the corners of two faces' intersection.

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use super::faces::{FacePair, FacePlane, Which, shortest_step};

/// The first number of a corner of a.
pub(in crate::contacts) const CORNERS_OF_A: i32 = 8;

/// The first number of a crossing.
pub(in crate::contacts) const CROSSINGS: i32 = 16;

/// The first number of a pair of closest features, and that of a fallback contact.
pub(in crate::contacts) const CLOSEST: i32 = 160;

/// How many edges a box has.
pub(in crate::contacts) const EDGES: i32 = 12;

/// The feature ids that a pair of faces can give to its points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features<I: Isa> {
    /// By the sides of u and v: bit 0 and bit 1 of the position.
    corners_of_a: [I::Integer; 4],
    corners_of_b: [I::Integer; 4],
    edges_of_b: [I::Integer; 4],
    /// 12 times the number of each side's edge of a: on the negative side of v, the positive one of u, then
    /// their opposites.
    sides_of_a: [I::Integer; 4],
    /// The same of the side that b's first and second edge direction enters through: across u, then across v.
    entries: [[I::Integer; 2]; 2],
    /// Of the side that it leaves through.
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
        let [one, two] = [isa.splat_integer(1), isa.splat_integer(2)];
        let [bits_a, bits_b] = [corner_bits(isa, faces.which_a), corner_bits(isa, faces.which_b)];

        let start_a = isa.splat_integer(CORNERS_OF_A) + bits_a[0].keep(faces.positive_a);
        let start_b = bits_b[0].keep(faces.positive_b);
        // Edges 0 to 3 of b start at its corners (−, −), (+, −), (+, +) and (−, +).
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
        let sides_of_a =
            [side_across_v, side_across_u + twice, side_across_v + once, side_across_u];
        let [low_v, high_u, high_v, low_u] = sides_of_a;
        let mut entries = [[low_u, low_v]; 2];
        let mut exits = [[high_u, high_v]; 2];
        for (direction, edge) in plane.edges.into_iter().enumerate() {
            for (k, step) in [edge.u, edge.v].into_iter().enumerate() {
                // Running towards the positive side, an edge enters at the negative one.
                // By the step that the edge is cut with, and not by one that is too short to have a direction.
                let backwards = step.less(-shortest_step(isa, plane.slack));
                let [low, high] = [entries[direction][k], exits[direction][k]];
                entries[direction][k] = IntegerLanes::select(backwards, high, low);
                exits[direction][k] = IntegerLanes::select(backwards, low, high);
            }
        }
        Self { corners_of_a, corners_of_b, edges_of_b, sides_of_a, entries, exits }
    }

    /// The corner of b at the start of its edge `k`.
    #[inline(always)]
    pub(super) fn corner_of_b(&self, k: usize) -> I::Integer {
        self.corners_of_b[k]
    }

    /// The crossing of b's edge `k` with the side of a's face through which it enters.
    #[inline(always)]
    pub(super) fn entry_of_b(&self, k: usize, across_u: I::Mask) -> I::Integer {
        // Edges 2 and 3 run against edges 0 and 1.
        let sides = if k < 2 { self.entries[k % 2] } else { self.exits[k % 2] };
        self.edges_of_b[k] + IntegerLanes::select(across_u, sides[0], sides[1])
    }

    /// The edges of b.
    #[inline(always)]
    pub(super) fn edges_of_b(&self) -> [I::Integer; 4] {
        self.edges_of_b
    }

    /// What the number of an edge of b is increased by for its crossing with side `k` of a's face.
    #[inline(always)]
    pub(super) fn side_of_a(&self, k: usize) -> I::Integer {
        self.sides_of_a[k]
    }

    /// The corner of a at which its side `k` starts, walked counterclockwise or the other way.
    #[inline(always)]
    pub(super) fn start_of_side(&self, k: usize, counterclockwise: I::Mask) -> I::Integer {
        let corners = [0, 1, 3, 2].map(|place: usize| self.corners_of_a[place]);
        IntegerLanes::select(counterclockwise, corners[k], corners[(k + 1) % 4])
    }
}
