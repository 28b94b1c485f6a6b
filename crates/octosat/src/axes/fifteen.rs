//! The fifteen candidate axes of two boxes: three faces of a, three of b, nine pairs of edges.
//!
//! Ericson, "Real-Time Collision Detection", 2005, section 4.4.1, table 4.1, with one change: the reach of
//! box b along an edge pair's axis is taken from the cofactors of the computed rotation, not from its
//! entries. The entries are a short cut that holds only for an exactly orthonormal matrix, and dividing by a
//! short cross product magnifies their error. With cofactors both boxes are projected on one and the same
//! computed direction, so nearly parallel edges need no epsilon: the error stays relative to the length of
//! the cross product.

use octosat_lanes::{Lanes, folded, per_axis};

use crate::axes::frame::Frame;
use crate::vector::{Following, determinant, following};

/// Magnitudes of the rotation's entries, used by every radius.
pub(crate) type Magnitudes<F> = [[F; 3]; 3];

#[inline(always)]
fn magnitudes_of<F: Lanes>([x, y, z]: [F; 3]) -> [F; 3] {
    [x.abs(), y.abs(), z.abs()]
}

/// The magnitudes of a frame's rotation.
#[inline(always)]
pub(crate) fn magnitudes<F: Lanes>(rotation: &[[F; 3]; 3]) -> Magnitudes<F> {
    per_axis(
        #[inline(always)]
        |i| magnitudes_of(rotation[i]),
    )
}

/// Both boxes projected on one axis, at the axis' own length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection<F> {
    /// The distance of the centers along the axis.
    pub(crate) distance: F,
    /// How far the two boxes reach towards each other along the axis.
    pub(crate) radius: F,
}

impl<F: Lanes> Projection<F> {
    /// The gap between the boxes along the axis; negative if they overlap.
    #[inline(always)]
    pub(crate) fn gap(self) -> F {
        self.distance - self.radius
    }

    /// Whether the boxes' projections share a point; false for NaN.
    #[inline(always)]
    pub(crate) fn touches(self) -> F::Mask {
        self.distance.at_most(self.radius)
    }
}

/// A radius grown by the reach along all axes of a box.
#[inline(always)]
fn extended<F: Lanes>(radius: F, reach: [F; 3], magnitudes: [F; 3]) -> F {
    folded::<3, _>(
        radius,
        #[inline(always)]
        |radius, axis| reach[axis] * magnitudes[axis] + radius,
    )
}

/// Both boxes on the face normal `i` of box a.
#[inline(always)]
pub(crate) fn face_of_a<F: Lanes>(
    frame: &Frame<F>,
    magnitudes: &Magnitudes<F>,
    i: usize,
) -> Projection<F> {
    let radius = extended(frame.own_a[i], frame.reach_b, magnitudes[i]);
    Projection { distance: frame.offset_a[i].abs(), radius }
}

/// Both boxes on the face normal `j` of box b.
#[inline(always)]
pub(crate) fn face_of_b<F: Lanes>(
    frame: &Frame<F>,
    magnitudes: &Magnitudes<F>,
    j: usize,
) -> Projection<F> {
    let column = [magnitudes[0][j], magnitudes[1][j], magnitudes[2][j]];
    let radius = extended(frame.own_b[j], frame.reach_a, column);
    Projection { distance: frame.offset_b[j].abs(), radius }
}

/// Magnitudes of the cofactors of row `i` of the rotation.
///
/// Cofactor `q` is the projection of b's axis `q + 2` on the cross product of a's axis `i` and b's axis
/// `q + 1`, and also the projection of b's axis `q + 1` on the cross product of a's axis `i` and b's axis
/// `q + 2` (axes counted cyclically). So each cofactor serves two edge pairs.
#[inline(always)]
pub(crate) fn cofactors<F: Lanes>(rotation: &[[F; 3]; 3], i: usize) -> [F; 3] {
    let rows = following(i);
    let [upper, lower] = [rotation[rows.first], rotation[rows.second]];
    per_axis(
        #[inline(always)]
        |q| {
            let Following { first, second } = following(q);
            determinant([upper[first], upper[second]], [lower[first], lower[second]]).abs()
        },
    )
}

/// A vector of a's frame along the cross product of edge `i` of box a and edge `j` of box b, not normalized.
#[inline(always)]
pub(crate) fn along_edges<F: Lanes>(
    rotation: &[[F; 3]; 3],
    vector: [F; 3],
    i: usize,
    j: usize,
) -> F {
    let Following { first: l, second: m } = following(i);
    determinant([vector[m], vector[l]], [rotation[m][j], rotation[l][j]])
}

/// Both boxes on the cross product of edge `i` of box a and edge `j` of box b, not normalized.
#[inline(always)]
pub(crate) fn edge_pair<F: Lanes>(
    frame: &Frame<F>,
    magnitudes: &Magnitudes<F>,
    cofactors: [F; 3],
    i: usize,
    j: usize,
) -> Projection<F> {
    let Following { first: l, second: m } = following(i);
    let Following { first: p, second: q } = following(j);
    let distance = along_edges(&frame.rotation, frame.offset_a, i, j).abs();
    let along_l = frame.own_a[l] * magnitudes[m][j];
    let radius_a = frame.own_a[m] * magnitudes[l][j] + along_l;
    let radius = frame.reach_b[p] * cofactors[q] + radius_a;
    let radius = frame.reach_b[q] * cofactors[p] + radius;
    Projection { distance, radius }
}

/// The squared length of the cross product of edges `i` and `j`, in a frame of unit axes.
#[inline(always)]
pub(crate) fn edge_length_squared<F: Lanes>(frame: &Frame<F>, i: usize, j: usize) -> F {
    let Following { first: l, second: m } = following(i);
    let [along_l, along_m] = [frame.rotation[l][j], frame.rotation[m][j]];
    along_m * along_m + along_l * along_l
}
