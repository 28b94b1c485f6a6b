//! Boxes in lanes, and the [`Frame`] of two of them.
//!
//! The separating axes are written once, for frames. The order of operations here is part of the specification: the
//! plain scalar reference repeats it, and every backend gives the same bits.

use octosat_lanes::{Isa, Lanes, per_axis};

use crate::axes::frame::Frame;
use crate::vector::{Following, cross_component, difference, dot, doubled, following, vector};

/// A box per lane, with a unit quaternion; its numbers are those of the rows of a store or view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxLanes<F> {
    /// In the world, in meters.
    pub(crate) center: [F; 3],
    /// Box to world.
    pub(crate) rotation: [F; 4],
    /// Half the edge lengths along the three axes, in meters.
    pub(crate) half_extents: [F; 3],
}

impl<F: Copy> BoxLanes<F> {
    /// The boxes of loaded rows.
    #[inline(always)]
    pub(crate) fn of_rows([center, rotation, half_extents]: [[F; 4]; 3]) -> Self {
        Self { center: vector(center), rotation, half_extents: vector(half_extents) }
    }

    /// The same boxes with each number in another form.
    #[cfg(feature = "certain")]
    #[inline(always)]
    pub(crate) fn map<T>(&self, to: impl Fn(F) -> T + Copy) -> BoxLanes<T> {
        let three = |[x, y, z]: [F; 3]| [to(x), to(y), to(z)];
        let [x, y, z, w] = self.rotation;
        BoxLanes {
            center: three(self.center),
            rotation: [to(x), to(y), to(z), to(w)],
            half_extents: three(self.half_extents),
        }
    }
}

impl<F: Lanes> BoxLanes<F> {
    /// The other boxes as seen from these.
    #[inline(always)]
    pub(crate) fn frame<I: Isa<Real = F>>(&self, isa: I, other: &Self) -> Frame<F> {
        let relative = relative_rotation(self.rotation, other.rotation);
        let rotation = rotation_matrix(isa, relative);
        let offset_a = into_frame(self.rotation, difference(other.center, self.center));
        let offsets = [offset_a, along_columns(rotation, offset_a)];
        Frame::new(rotation, offsets, [self.half_extents, other.half_extents])
    }

    /// A direction along the axes of the boxes, in world coordinates.
    #[inline(always)]
    pub(crate) fn in_world(&self, local: [F; 3]) -> [F; 3] {
        let axis = vector(self.rotation);
        let doubled = doubled_cross(axis, local);
        per_axis(
            #[inline(always)]
            |k| {
                let Following { first, second } = following(k);
                let turned = self.rotation[3] * doubled[k] + local[k];
                let turned = turned - axis[second] * doubled[first];
                axis[first] * doubled[second] + turned
            },
        )
    }

    /// The unit axes of each box in world coordinates.
    #[inline(always)]
    pub(crate) fn axes<I: Isa<Real = F>>(&self, isa: I) -> [[F; 3]; 3] {
        let m = rotation_matrix(isa, self.rotation);
        per_axis(
            #[inline(always)]
            |k| [m[0][k], m[1][k], m[2][k]],
        )
    }

    /// The vectors from the center to the middles of three faces, world coordinates, in meters.
    #[cfg(feature = "shapes")]
    #[inline(always)]
    pub(crate) fn half_axes<I: Isa<Real = F>>(&self, isa: I) -> [[F; 3]; 3] {
        let (axes, extents) = (self.axes(isa), self.half_extents);
        per_axis(
            #[inline(always)]
            |k| [axes[k][0] * extents[k], axes[k][1] * extents[k], axes[k][2] * extents[k]],
        )
    }

    /// The same boxes with half extents that are [`grown`].
    #[cfg(any(feature = "certain", feature = "motion"))]
    #[inline(always)]
    pub(crate) fn grown(self, by: F) -> Self {
        Self { half_extents: grown(self.half_extents, by), ..self }
    }
}

/// Half extents that are longer by a length, or shorter by a negative one, down to zero.
///
/// The length is limited instead of the sum, so that what is not finite stays so.
#[cfg(any(feature = "certain", feature = "motion"))]
#[inline(always)]
pub(crate) fn grown<F: Lanes>([x, y, z]: [F; 3], by: F) -> [F; 3] {
    [x + by.greater(-x), y + by.greater(-y), z + by.greater(-z)]
}

/// Frames in which each offset is rotated back by the rotation of its own box.
#[cfg(feature = "certain")]
impl<F: Lanes> BoxLanes<F> {
    /// The frame, with an offset along the axes of b that is rounded less, at the same cost.
    #[inline(always)]
    pub(crate) fn direct_frame<I: Isa<Real = F>>(&self, isa: I, other: &Self) -> Frame<F> {
        let relative = relative_rotation(self.rotation, other.rotation);
        let rotation = rotation_matrix(isa, relative);
        let world = difference(other.center, self.center);
        let offset_a = into_frame(self.rotation, world);
        let offset_b = into_frame(other.rotation, world);
        Frame::new(rotation, [offset_a, offset_b], [self.half_extents, other.half_extents])
    }

    /// The same for rotations of any length.
    #[inline(always)]
    pub(crate) fn proportional_frame(&self, [one, two]: [F; 2], other: &Self) -> Frame<F> {
        let relative = relative_rotation(self.rotation, other.rotation);
        let rotation = AnyLength::new(two, relative).matrix(one);
        let world = difference(other.center, self.center);
        let offset_a = AnyLength::new(two, self.rotation).into_frame(world);
        let offset_b = AnyLength::new(two, other.rotation).into_frame(world);
        Frame::new(rotation, [offset_a, offset_b], [self.half_extents, other.half_extents])
    }
}

/// A vector of a's frame along the axes of b, which are the columns of the rotation.
#[inline(always)]
pub(crate) fn along_columns<F: Lanes>(rotation: [[F; 3]; 3], vector: [F; 3]) -> [F; 3] {
    per_axis(
        #[inline(always)]
        |j| dot([rotation[0][j], rotation[1][j], rotation[2][j]], vector),
    )
}

/// The rotation of b seen from a: the conjugate of a's quaternion times b's.
#[inline(always)]
pub(crate) fn relative_rotation<F: Lanes>(a: [F; 4], b: [F; 4]) -> [F; 4] {
    let [axis_a, axis_b] = [vector(a), vector(b)];
    let [x, y, z] = per_axis(
        #[inline(always)]
        |k| {
            let cross = cross_component(axis_a, axis_b, k);
            let twist = b[3] * axis_a[k] + cross;
            a[3] * axis_b[k] - twist
        },
    );
    [x, y, z, a[3] * b[3] + dot(axis_a, axis_b)]
}

/// The rotation matrix of a unit quaternion.
#[inline(always)]
pub(crate) fn rotation_matrix<I: Isa>(isa: I, quaternion: [I::Real; 4]) -> [[I::Real; 3]; 3] {
    rotation_matrix_of(isa.splat(1.0), quaternion, doubled(vector(quaternion)))
}

/// The rotation matrix of a quaternion of any length, with its vector part times two over its squared length.
///
/// Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985, appendix.
#[inline(always)]
fn rotation_matrix_of<F: Lanes>(one: F, quaternion: [F; 4], doubled: [F; 3]) -> [[F; 3]; 3] {
    let axis = vector(quaternion);
    let mut matrix = [[one; 3]; 3];
    for k in 0..3 {
        let Following { first, second } = following(k);
        let without_second = one - doubled[second] * axis[second];
        matrix[k][k] = without_second - doubled[first] * axis[first];
        let product = doubled[first] * axis[second];
        matrix[first][second] = product - doubled[k] * quaternion[3];
        matrix[second][first] = doubled[k] * quaternion[3] + product;
    }
    matrix
}

/// A quaternion of any length, as the rotation that it is proportional to.
#[cfg(any(feature = "certain", feature = "motion"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyLength<F> {
    pub(crate) rotation: [F; 4],
    /// Two over its squared length.
    pub(crate) doubling: F,
}

#[cfg(any(feature = "certain", feature = "motion"))]
impl<F: Lanes> AnyLength<F> {
    #[inline(always)]
    pub(crate) fn new(two: F, rotation: [F; 4]) -> Self {
        let axis = vector(rotation);
        let squared = rotation[3] * rotation[3] + dot(axis, axis);
        Self { rotation, doubling: two / squared }
    }

    /// The rotation matrix.
    #[inline(always)]
    pub(crate) fn matrix(&self, one: F) -> [[F; 3]; 3] {
        let [x, y, z, _] = self.rotation;
        let doubled = [x * self.doubling, y * self.doubling, z * self.doubling];
        rotation_matrix_of(one, self.rotation, doubled)
    }

    /// A world vector, rotated back.
    #[inline(always)]
    pub(crate) fn into_frame(self, world: [F; 3]) -> [F; 3] {
        let axis = vector(self.rotation);
        let cross = per_axis(
            #[inline(always)]
            |k| cross_component(world, axis, k) * self.doubling,
        );
        rotated_back(self.rotation, cross, world)
    }
}

/// Twice the cross product of two vectors.
#[inline(always)]
fn doubled_cross<F: Lanes>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    doubled(per_axis(
        #[inline(always)]
        |k| cross_component(a, b, k),
    ))
}

/// A world vector in the frame of a box: rotated back by the box's rotation.
#[inline(always)]
pub(crate) fn into_frame<F: Lanes>(rotation: [F; 4], world: [F; 3]) -> [F; 3] {
    rotated_back(rotation, doubled_cross(world, vector(rotation)), world)
}

/// The same for a quaternion of any length, with the cross product of the vector and the quaternion's vector part,
/// times two over the squared length of the quaternion.
#[inline(always)]
fn rotated_back<F: Lanes>(rotation: [F; 4], doubled: [F; 3], world: [F; 3]) -> [F; 3] {
    let axis = vector(rotation);
    per_axis(
        #[inline(always)]
        |k| {
            let Following { first, second } = following(k);
            let turned = rotation[3] * doubled[k] + world[k];
            let turned = turned - doubled[second] * axis[first];
            doubled[first] * axis[second] + turned
        },
    )
}
