//! The unit basis: centre, unit quaternion, half extents, 48 bytes a box in three columns.

use octosat_lanes::{Arithmetic, BoundedPairs, Isa, Lanes, PairSide};

use super::{
    Basis, Extent, Following, Frame, Layout, Loaded, cross_component, dot, extents, following,
    offset, vector,
};
use crate::view::BoxView;

/// Boxes as centre, unit quaternion and half extents.
#[derive(Clone, Copy, Debug)]
pub struct Unit;

/// One side of a batch of pairs in the unit basis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitRows<F> {
    center: [F; 4],
    rotation: [F; 4],
    half_extents: [F; 3],
}

impl<F: Copy> UnitRows<F> {
    #[inline(always)]
    fn of_columns([center, rotation, half_extents]: [[F; 4]; 3]) -> Self {
        Self { center, rotation, half_extents: vector(half_extents) }
    }
}

impl Layout for Unit {
    const NAMES: &'static str = "boxes";
}

impl Loaded for Unit {
    type Rows<I: Isa> = UnitRows<I::Real>;

    #[inline(always)]
    fn load<I: Isa>(
        isa: I,
        view: &BoxView<'_>,
        pairs: &BoundedPairs<'_>,
    ) -> [UnitRows<I::Real>; 2] {
        let [a, b] = isa.load_pairs(view.columns(), pairs);
        [UnitRows::of_columns(a), UnitRows::of_columns(b)]
    }

    #[inline(always)]
    fn prefetch<I: Isa>(isa: I, view: &BoxView<'_>, pairs: &BoundedPairs<'_>, side: PairSide) {
        isa.prefetch_rows(view.columns::<3>(), pairs, side);
    }
}

impl Basis for Unit {
    type Reach<I: Isa> = Extent<I::Real>;

    #[inline(always)]
    fn overlap_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &UnitRows<I::Real>,
        b: &UnitRows<I::Real>,
    ) -> Frame<I::Real, Extent<I::Real>> {
        Self::metric_frame::<I, A>(isa, a, b)
    }

    #[inline(always)]
    fn metric_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &UnitRows<I::Real>,
        b: &UnitRows<I::Real>,
    ) -> Frame<I::Real, Extent<I::Real>> {
        let relative = relative_rotation::<I::Real, A>(a.rotation, b.rotation);
        let rotation = rotation_matrix::<I, A>(isa, relative);
        let offset_a = into_frame::<I::Real, A>(a.rotation, offset(a.center, b.center));
        let mut offset_b = offset_a;
        for (j, component) in offset_b.iter_mut().enumerate() {
            let column = [rotation[0][j], rotation[1][j], rotation[2][j]];
            *component = dot::<_, A>(column, offset_a);
        }
        Frame {
            rotation,
            offset_a,
            offset_b,
            own_a: a.half_extents,
            own_b: b.half_extents,
            reach_a: extents(a.half_extents),
            reach_b: extents(b.half_extents),
        }
    }

    #[inline(always)]
    fn to_world<I: Isa, A: Arithmetic>(
        _isa: I,
        a: &UnitRows<I::Real>,
        local: [I::Real; 3],
    ) -> [I::Real; 3] {
        let axis = vector(a.rotation);
        let doubled = doubled_cross::<_, A>(axis, local);
        let mut world = local;
        for (k, component) in world.iter_mut().enumerate() {
            let Following { first, second } = following(k);
            let turned = A::multiply_add(a.rotation[3], doubled[k], local[k]);
            let turned = A::subtract_product(axis[second], doubled[first], turned);
            *component = A::multiply_add(axis[first], doubled[second], turned);
        }
        world
    }
}

/// What contacts need of a box.
impl Unit {
    /// The center of each box, world coordinates.
    #[inline(always)]
    pub(crate) fn center<I: Isa>(rows: &UnitRows<I::Real>) -> [I::Real; 3] {
        vector(rows.center)
    }

    /// The unit axes of each box in world coordinates.
    #[inline(always)]
    pub(crate) fn axes<I: Isa, A: Arithmetic>(
        isa: I,
        rows: &UnitRows<I::Real>,
    ) -> [[I::Real; 3]; 3] {
        let m = rotation_matrix::<I, A>(isa, rows.rotation);
        let mut axes = m;
        for (k, axis) in axes.iter_mut().enumerate() {
            *axis = [m[0][k], m[1][k], m[2][k]];
        }
        axes
    }
}

/// What boxes against other shapes need of a box.
#[cfg(feature = "shapes")]
impl Unit {
    /// Loads one side of a batch of pairs.
    #[inline(always)]
    pub(crate) fn load_side<I: Isa>(
        isa: I,
        view: &BoxView<'_>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> UnitRows<I::Real> {
        UnitRows::of_columns(isa.load_rows(view.columns(), pairs, side))
    }

    /// Loads the boxes that follow each other from `first` on, one per lane.
    #[inline(always)]
    pub(crate) fn load_block<I: Isa>(
        isa: I,
        view: &BoxView<'_>,
        first: usize,
    ) -> UnitRows<I::Real> {
        UnitRows::of_columns(isa.load_block(view.columns(), first))
    }

    /// Half the edge lengths along the three axes, in meters.
    #[inline(always)]
    pub(crate) fn half_extents<I: Isa>(rows: &UnitRows<I::Real>) -> [I::Real; 3] {
        rows.half_extents
    }

    /// The vectors from the center to the middles of three faces, world coordinates, in meters.
    #[inline(always)]
    pub(crate) fn half_axes<I: Isa, A: Arithmetic>(
        isa: I,
        rows: &UnitRows<I::Real>,
    ) -> [[I::Real; 3]; 3] {
        let mut axes = Self::axes::<I, A>(isa, rows);
        for (axis, extent) in axes.iter_mut().zip(rows.half_extents) {
            *axis = [axis[0] * extent, axis[1] * extent, axis[2] * extent];
        }
        axes
    }
}

/// The rotation of b seen from a: the conjugate of a's quaternion times b's.
#[inline(always)]
fn relative_rotation<F: Lanes, A: Arithmetic>(a: [F; 4], b: [F; 4]) -> [F; 4] {
    let [axis_a, axis_b] = [vector(a), vector(b)];
    let mut relative = b;
    for (k, component) in relative.iter_mut().take(3).enumerate() {
        let twist = A::multiply_add(b[3], axis_a[k], cross_component::<_, A>(axis_a, axis_b, k));
        *component = A::multiply_subtract(a[3], axis_b[k], twist);
    }
    relative[3] = A::multiply_add(a[3], b[3], dot::<_, A>(axis_a, axis_b));
    relative
}

/// The rotation matrix of a unit quaternion.
///
/// Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985, appendix.
#[inline(always)]
fn rotation_matrix<I: Isa, A: Arithmetic>(isa: I, quaternion: [I::Real; 4]) -> [[I::Real; 3]; 3] {
    let axis = vector(quaternion);
    let doubled = [axis[0] + axis[0], axis[1] + axis[1], axis[2] + axis[2]];
    let one = isa.splat(1.0);
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

/// Twice the cross product of two vectors.
#[inline(always)]
fn doubled_cross<F: Lanes, A: Arithmetic>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    let mut doubled = a;
    for (k, component) in doubled.iter_mut().enumerate() {
        let once = cross_component::<_, A>(a, b, k);
        *component = once + once;
    }
    doubled
}

/// A world vector along the axes of a box: the vector turned back by the box's rotation.
#[inline(always)]
fn into_frame<F: Lanes, A: Arithmetic>(rotation: [F; 4], world: [F; 3]) -> [F; 3] {
    let axis = vector(rotation);
    let doubled = doubled_cross::<_, A>(world, axis);
    let mut local = world;
    for (k, component) in local.iter_mut().enumerate() {
        let Following { first, second } = following(k);
        let turned = A::multiply_add(rotation[3], doubled[k], world[k]);
        let turned = A::subtract_product(doubled[second], axis[first], turned);
        *component = A::multiply_add(doubled[first], axis[second], turned);
    }
    local
}
