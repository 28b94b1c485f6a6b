//! Two boxes seen from one frame: what the axes are computed from.

/// Two boxes seen along the axes of box a.
///
/// Lengths are meters, and `rotation` holds cosines. How far a box reaches stands here twice, with equal numbers in a
/// [`new`](Self::new) frame. Growing `own` alone moves the faces out by one length; along edges, it counts up to √2 times.
/// Whoever makes a box larger or smaller in all directions changes both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<F> {
    /// Dot products of the axes: row i of box a, column j of box b.
    pub(crate) rotation: [[F; 3]; 3],
    /// The center of b minus the center of a, along the axes of a.
    pub(crate) offset_a: [F; 3],
    /// The same along the axes of b.
    pub(crate) offset_b: [F; 3],
    /// How far box a reaches along each of its own axes.
    pub(crate) own_a: [F; 3],
    /// How far box b reaches along each of its own axes.
    pub(crate) own_b: [F; 3],
    /// How far box a reaches along another direction.
    pub(crate) reach_a: [F; 3],
    /// How far box b reaches along another direction.
    pub(crate) reach_b: [F; 3],
}

impl<F: Copy> Frame<F> {
    /// The frame of boxes whose relative rotation is known, and whose offset is known along the axes of both.
    #[inline(always)]
    pub(crate) fn new(
        rotation: [[F; 3]; 3],
        [offset_a, offset_b]: [[F; 3]; 2],
        [own_a, own_b]: [[F; 3]; 2],
    ) -> Self {
        Self { rotation, offset_a, offset_b, own_a, own_b, reach_a: own_a, reach_b: own_b }
    }
}
