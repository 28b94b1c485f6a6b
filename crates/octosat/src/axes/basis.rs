//! How rows of boxes become a [`Frame`], per representation of boxes.
//!
//! The separating axes are written once, for frames. The order of operations here is part of the specification: the
//! plain scalar reference repeats it, and every backend gives the same bits.

#[cfg(feature = "prescaled")]
mod scaled;

use octosat_lanes::{Arithmetic, Isa, Lanes, per_axis};

use crate::axes::frame::{
    Extent, Following, Frame, MetricFrame, Reach, Rows, cross_component, dot, extents, following,
    offset, vector,
};
use crate::boxes::layout::Unit;

/// A representation of boxes in `N` columns: how a pair of rows becomes a [`Frame`].
pub(crate) trait Basis<const N: usize>: Copy + Send + Sync {
    /// How far a box of this basis reaches along a magnitude of the overlap frame.
    type Reach<I: Isa>: Reach<I::Real>;

    /// The frame for booleans: any positive scale of an axis is allowed.
    fn overlap_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, N>,
        b: &Rows<I, N>,
    ) -> Frame<I::Real, Self::Reach<I>>;

    /// The frame for distances: all axes have unit length.
    fn metric_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, N>,
        b: &Rows<I, N>,
    ) -> MetricFrame<I::Real>;

    /// A direction of the metric frame, box a's axes, in world coordinates.
    fn to_world<I: Isa, A: Arithmetic>(isa: I, a: &Rows<I, N>, local: [I::Real; 3])
    -> [I::Real; 3];
}

impl Basis<3> for Unit {
    type Reach<I: Isa> = Extent<I::Real>;

    #[inline(always)]
    fn overlap_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, 3>,
        b: &Rows<I, 3>,
    ) -> MetricFrame<I::Real> {
        Self::metric_frame::<I, A>(isa, a, b)
    }

    #[inline(always)]
    fn metric_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, 3>,
        b: &Rows<I, 3>,
    ) -> MetricFrame<I::Real> {
        let [center_a, rotation_a, half_extents_a] = *a;
        let [center_b, rotation_b, half_extents_b] = *b;
        let relative = relative_rotation::<I::Real, A>(rotation_a, rotation_b);
        let rotation = rotation_matrix::<I, A>(isa, relative);
        let offset_a = into_frame::<I::Real, A>(rotation_a, offset(center_a, center_b));
        let offsets = [offset_a, along_columns::<_, A>(rotation, offset_a)];
        metric_frame_of(rotation, offsets, [half_extents_a, half_extents_b].map(vector))
    }

    #[inline(always)]
    fn to_world<I: Isa, A: Arithmetic>(
        _isa: I,
        a: &Rows<I, 3>,
        local: [I::Real; 3],
    ) -> [I::Real; 3] {
        let [_, rotation, _] = *a;
        let axis = vector(rotation);
        let doubled = doubled_cross::<_, A>(axis, local);
        per_axis(
            #[inline(always)]
            |k| {
                let Following { first, second } = following(k);
                let turned = A::multiply_add(rotation[3], doubled[k], local[k]);
                let turned = A::subtract_product(axis[second], doubled[first], turned);
                A::multiply_add(axis[first], doubled[second], turned)
            },
        )
    }
}

/// Frames in which each offset is rotated back by the rotation of its own box.
#[cfg(feature = "certain")]
impl Unit {
    /// The metric frame, with an offset along the axes of b that is rounded less, at the same cost.
    #[inline(always)]
    pub(crate) fn direct_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, 3>,
        b: &Rows<I, 3>,
    ) -> MetricFrame<I::Real> {
        let [center_a, rotation_a, half_extents_a] = *a;
        let [center_b, rotation_b, half_extents_b] = *b;
        let relative = relative_rotation::<I::Real, A>(rotation_a, rotation_b);
        let rotation = rotation_matrix::<I, A>(isa, relative);
        let world = offset(center_a, center_b);
        let offset_a = into_frame::<I::Real, A>(rotation_a, world);
        let offset_b = into_frame::<I::Real, A>(rotation_b, world);
        let half_extents = [half_extents_a, half_extents_b].map(vector);
        metric_frame_of(rotation, [offset_a, offset_b], half_extents)
    }

    /// The same for rotations of any length.
    #[inline(always)]
    pub(crate) fn proportional_frame<F: Lanes, A: Arithmetic>(
        [one, two]: [F; 2],
        a: [[F; 4]; 3],
        b: [[F; 4]; 3],
    ) -> MetricFrame<F> {
        let [center_a, rotation_a, half_extents_a] = a;
        let [center_b, rotation_b, half_extents_b] = b;
        let relative = relative_rotation::<_, A>(rotation_a, rotation_b);
        let rotation = AnyLength::new::<A>(two, relative).matrix::<A>(one);
        let world = offset(center_a, center_b);
        let offset_a = AnyLength::new::<A>(two, rotation_a).into_frame::<A>(world);
        let offset_b = AnyLength::new::<A>(two, rotation_b).into_frame::<A>(world);
        let half_extents = [half_extents_a, half_extents_b].map(vector);
        metric_frame_of(rotation, [offset_a, offset_b], half_extents)
    }
}

/// A row of half extents, each longer by a length, or shorter by a negative one, down to zero.
///
/// The length is limited instead of the sum, so that what is not finite stays so.
#[cfg(any(feature = "certain", feature = "motion"))]
#[inline(always)]
pub(crate) fn grown<F: Lanes>(half_extents: [F; 4], by: F) -> [F; 4] {
    let [x, y, z, rest] = half_extents;
    [x + by.greater(-x), y + by.greater(-y), z + by.greater(-z), rest]
}

/// The values of a box that contacts need.
impl Unit {
    /// The center of each box, world coordinates.
    #[inline(always)]
    pub(crate) fn center<I: Isa>([center, ..]: &Rows<I, 3>) -> [I::Real; 3] {
        vector(*center)
    }

    /// The unit axes of each box in world coordinates.
    #[inline(always)]
    pub(crate) fn axes<I: Isa, A: Arithmetic>(
        isa: I,
        [_, rotation, _]: &Rows<I, 3>,
    ) -> [[I::Real; 3]; 3] {
        let m = rotation_matrix::<I, A>(isa, *rotation);
        per_axis(
            #[inline(always)]
            |k| [m[0][k], m[1][k], m[2][k]],
        )
    }
}

/// The values of a box that queries about other shapes need.
#[cfg(feature = "shapes")]
impl Unit {
    /// Half the edge lengths along the three axes, in meters.
    #[inline(always)]
    pub(crate) fn half_extents<I: Isa>([.., half_extents]: &Rows<I, 3>) -> [I::Real; 3] {
        vector(*half_extents)
    }

    /// The vectors from the center to the middles of three faces, world coordinates, in meters.
    #[inline(always)]
    pub(crate) fn half_axes<I: Isa, A: Arithmetic>(isa: I, rows: &Rows<I, 3>) -> [[I::Real; 3]; 3] {
        let (axes, extents) = (Self::axes::<I, A>(isa, rows), Self::half_extents::<I>(rows));
        per_axis(
            #[inline(always)]
            |k| [axes[k][0] * extents[k], axes[k][1] * extents[k], axes[k][2] * extents[k]],
        )
    }
}

/// A vector of a's frame along the axes of b, which are the columns of the rotation.
#[inline(always)]
pub(crate) fn along_columns<F: Lanes, A: Arithmetic>(
    rotation: [[F; 3]; 3],
    vector: [F; 3],
) -> [F; 3] {
    per_axis(
        #[inline(always)]
        |j| dot::<_, A>([rotation[0][j], rotation[1][j], rotation[2][j]], vector),
    )
}

/// The rotation of b seen from a: the conjugate of a's quaternion times b's.
#[inline(always)]
pub(crate) fn relative_rotation<F: Lanes, A: Arithmetic>(a: [F; 4], b: [F; 4]) -> [F; 4] {
    let [axis_a, axis_b] = [vector(a), vector(b)];
    let [x, y, z] = per_axis(
        #[inline(always)]
        |k| {
            let cross = cross_component::<_, A>(axis_a, axis_b, k);
            let twist = A::multiply_add(b[3], axis_a[k], cross);
            A::multiply_subtract(a[3], axis_b[k], twist)
        },
    );
    [x, y, z, A::multiply_add(a[3], b[3], dot::<_, A>(axis_a, axis_b))]
}

/// The metric frame of boxes whose relative rotation is known, and whose offset is known along the axes of both.
#[inline(always)]
pub(crate) fn metric_frame_of<F: Lanes>(
    rotation: [[F; 3]; 3],
    [offset_a, offset_b]: [[F; 3]; 2],
    [own_a, own_b]: [[F; 3]; 2],
) -> MetricFrame<F> {
    let [reach_a, reach_b] = [extents(own_a), extents(own_b)];
    Frame { rotation, offset_a, offset_b, own_a, own_b, reach_a, reach_b }
}

/// The rotation matrix of a unit quaternion.
#[inline(always)]
pub(crate) fn rotation_matrix<I: Isa, A: Arithmetic>(
    isa: I,
    quaternion: [I::Real; 4],
) -> [[I::Real; 3]; 3] {
    rotation_matrix_of::<_, A>(isa.splat(1.0), quaternion, doubled(vector(quaternion)))
}

/// A vector times two.
#[inline(always)]
pub(crate) fn doubled<F: Lanes>(vector: [F; 3]) -> [F; 3] {
    [vector[0] + vector[0], vector[1] + vector[1], vector[2] + vector[2]]
}

/// The rotation matrix of a quaternion of any length, with its vector part times two over its squared length.
///
/// Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985, appendix.
#[inline(always)]
fn rotation_matrix_of<F: Lanes, A: Arithmetic>(
    one: F,
    quaternion: [F; 4],
    doubled: [F; 3],
) -> [[F; 3]; 3] {
    let axis = vector(quaternion);
    let mut matrix = [[one; 3]; 3];
    for k in 0..3 {
        let Following { first, second } = following(k);
        let without_second = A::subtract_product(doubled[second], axis[second], one);
        matrix[k][k] = A::subtract_product(doubled[first], axis[first], without_second);
        let product = doubled[first] * axis[second];
        matrix[first][second] = A::subtract_product(doubled[k], quaternion[3], product);
        matrix[second][first] = A::multiply_add(doubled[k], quaternion[3], product);
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
    pub(crate) fn new<A: Arithmetic>(two: F, rotation: [F; 4]) -> Self {
        let axis = vector(rotation);
        let squared = A::multiply_add(rotation[3], rotation[3], dot::<_, A>(axis, axis));
        Self { rotation, doubling: two / squared }
    }

    /// The rotation matrix.
    #[inline(always)]
    pub(crate) fn matrix<A: Arithmetic>(&self, one: F) -> [[F; 3]; 3] {
        let [x, y, z, _] = self.rotation;
        let doubled = [x * self.doubling, y * self.doubling, z * self.doubling];
        rotation_matrix_of::<_, A>(one, self.rotation, doubled)
    }

    /// A world vector, rotated back.
    #[inline(always)]
    pub(crate) fn into_frame<A: Arithmetic>(self, world: [F; 3]) -> [F; 3] {
        let axis = vector(self.rotation);
        let cross = per_axis(
            #[inline(always)]
            |k| cross_component::<_, A>(world, axis, k) * self.doubling,
        );
        rotated_back::<_, A>(self.rotation, cross, world)
    }
}

/// Twice the cross product of two vectors.
#[inline(always)]
fn doubled_cross<F: Lanes, A: Arithmetic>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    doubled(per_axis(
        #[inline(always)]
        |k| cross_component::<_, A>(a, b, k),
    ))
}

/// A world vector in the frame of a box: rotated back by the box's rotation.
#[inline(always)]
pub(crate) fn into_frame<F: Lanes, A: Arithmetic>(rotation: [F; 4], world: [F; 3]) -> [F; 3] {
    rotated_back::<_, A>(rotation, doubled_cross::<_, A>(world, vector(rotation)), world)
}

/// The same for a quaternion of any length, with the cross product of the vector and the quaternion's vector part,
/// times two over the squared length of the quaternion.
#[inline(always)]
fn rotated_back<F: Lanes, A: Arithmetic>(
    rotation: [F; 4],
    doubled: [F; 3],
    world: [F; 3],
) -> [F; 3] {
    let axis = vector(rotation);
    per_axis(
        #[inline(always)]
        |k| {
            let Following { first, second } = following(k);
            let turned = A::multiply_add(rotation[3], doubled[k], world[k]);
            let turned = A::subtract_product(doubled[second], axis[first], turned);
            A::multiply_add(doubled[first], axis[second], turned)
        },
    )
}
