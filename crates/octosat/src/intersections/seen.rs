//! The second box of a pair as seen from the first one.

use octosat_lanes::{Isa, Lanes, per_axis};

use super::pair::SolidPair;
use super::plane::Interval;

/// The axis along which the flux is taken; the other two limit the faces.
pub(super) const UP: usize = 1;
/// The axes whose walls limit the faces.
pub(super) const LIMITS: [usize; 2] = [0, 2];

/// The second box of a pair, along the axes of the first one, from the point of that one that is nearest to its center.
pub(super) struct Seen<F> {
    /// Row i: axis i of the first box. Column j: axis j of the second one.
    pub(super) rotation: [[F; 3]; 3],
    /// One over the rows of [`LIMITS`].
    pub(super) inverse: [[F; 3]; 2],
    pub(super) center: [F; 3],
    pub(super) half: [F; 3],
    /// The rotation with each column times its half extent.
    pub(super) steps: [[F; 3]; 3],
    /// The faces of the first box.
    pub(super) walls: [Interval<F>; 3],
}

impl<F: Lanes> Seen<F> {
    #[inline(always)]
    pub(super) fn new<I: Isa<Real = F>>(isa: I, pair: &SolidPair<F>) -> Self {
        let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
        let [own, half] = pair.half_extents;
        let rotation = matrix(isa.splat(2.0), pair.rotation);
        // No length that counts is then much larger than the second box, wherever it is.
        let near = per_axis(
            #[inline(always)]
            |i| Interval(-own[i], own[i]).clamp(pair.offset[i]),
        );
        let walls = per_axis(
            #[inline(always)]
            |i| Interval(-own[i] - near[i], own[i] - near[i]),
        );
        let center = per_axis(
            #[inline(always)]
            |i| pair.offset[i] - near[i],
        );
        let steps = per_axis(
            #[inline(always)]
            |i| [half[0] * rotation[i][0], half[1] * rotation[i][1], half[2] * rotation[i][2]],
        );
        // A negative zero becomes a positive one: an edge that lies in a wall then counts as within.
        let inverse = LIMITS.map(
            #[inline(always)]
            |i| {
                per_axis(
                    #[inline(always)]
                    |j| one / (rotation[i][j] + zero),
                )
            },
        );
        Self { rotation, inverse, center, half, steps, walls }
    }

    /// The place along an axis of the first box, from the center along two axes of the second one to their negative or
    /// positive ends.
    #[inline(always)]
    pub(super) fn middle(&self, axis: usize, [u, v]: [usize; 2], [at_u, at_v]: [usize; 2]) -> F {
        let place = self.on_face(axis, u, at_u);
        let step = self.steps[axis][v];
        if at_v == 0 { place - step } else { place + step }
    }

    /// The same along one axis of the second box: the middle of a face.
    #[inline(always)]
    pub(super) fn on_face(&self, axis: usize, u: usize, at_u: usize) -> F {
        let step = self.steps[axis][u];
        if at_u == 0 { self.center[axis] - step } else { self.center[axis] + step }
    }
}

/// The rotation matrix of a quaternion of any length; exact for half turns about an axis.
#[inline(always)]
fn matrix<F: Lanes>(two: F, [x, y, z, w]: [F; 4]) -> [[F; 3]; 3] {
    let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
    let squared = (ww + xx) + (yy + zz);
    let doubling = two / squared;
    let (x2, y2, z2) = (doubling * x, doubling * y, doubling * z);
    let (xy, xz, yz) = (x2 * y, x2 * z, y2 * z);
    let (wx, wy, wz) = (x2 * w, y2 * w, z2 * w);
    [
        [((ww + xx) - (yy + zz)) / squared, xy - wz, xz + wy],
        [xy + wz, ((ww + yy) - (xx + zz)) / squared, yz - wx],
        [xz - wy, yz + wx, ((ww + zz) - (xx + yy)) / squared],
    ]
}
