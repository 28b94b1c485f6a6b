//! Two boxes seen from one frame: what every kernel works on, whichever basis the boxes are stored in.
//!
//! A basis loads its rows and turns a pair of them into a [`Frame`]; the separating axes are written once,
//! for frames. The order of operations here is part of the specification: the plain scalar reference repeats
//! it, and every backend gives the same bits.

#[cfg(feature = "prescaled")]
mod scaled;

use octosat_lanes::{Arithmetic, BoundedPairs, Isa, Lanes, PairSide};

use crate::layout::{Layout, Unit};
use crate::view::View;

/// How batches of the rows of a layout are loaded.
pub(crate) trait Loaded: Layout {
    /// One side of a batch of pairs, transposed into lanes.
    type Rows<I: Isa>: Copy;

    /// Loads both sides of a batch of pairs, side a first.
    fn load<I: Isa>(isa: I, view: &View<'_, Self>, pairs: &BoundedPairs<'_>) -> [Self::Rows<I>; 2];

    /// Prefetches the rows of one side of a batch of pairs.
    fn prefetch<I: Isa>(isa: I, view: &View<'_, Self>, pairs: &BoundedPairs<'_>, side: PairSide);
}

/// A representation of boxes: its layout, and how a pair of its rows becomes a [`Frame`].
pub(crate) trait Basis: Loaded {
    /// How far a box of this basis reaches along a magnitude of the overlap frame.
    type Reach<I: Isa>: Reach<I::Real>;

    /// The frame for booleans: any positive scale of an axis is allowed.
    fn overlap_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Self::Rows<I>,
        b: &Self::Rows<I>,
    ) -> Frame<I::Real, Self::Reach<I>>;

    /// The frame for distances: all axes have unit length.
    fn metric_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Self::Rows<I>,
        b: &Self::Rows<I>,
    ) -> Frame<I::Real, Extent<I::Real>>;

    /// A direction of the metric frame, box a's axes, in world coordinates.
    fn to_world<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Self::Rows<I>,
        local: [I::Real; 3],
    ) -> [I::Real; 3];
}

/// How far a box reaches along a direction, per axis of the box.
pub(crate) trait Reach<F: Lanes>: Copy {
    /// `radius` grown by the reach along one axis, whose dot product with the direction has this
    /// magnitude.
    fn extend<A: Arithmetic>(self, magnitude: F, radius: F) -> F;
}

/// The reach of an axis of unit length: its half extent, in meters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent<F>(pub(crate) F);

impl<F: Lanes> Reach<F> for Extent<F> {
    #[inline(always)]
    fn extend<A: Arithmetic>(self, magnitude: F, radius: F) -> F {
        A::multiply_add(self.0, magnitude, radius)
    }
}

/// Half extents as reaches.
#[inline(always)]
pub(crate) fn extents<F: Copy>(half_extents: [F; 3]) -> [Extent<F>; 3] {
    [Extent(half_extents[0]), Extent(half_extents[1]), Extent(half_extents[2])]
}

/// Two boxes seen along the axes of box a.
///
/// In the metric frame lengths are meters and `rotation` holds cosines. In the overlap frame of the
/// pre-scaled basis every axis carries its half extent, and so does each entry; own extents are then
/// squares. Both make the same fifteen comparisons, each at its own positive scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<F, R> {
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
    pub(crate) reach_a: [R; 3],
    /// How far box b reaches along another direction.
    pub(crate) reach_b: [R; 3],
}

/// The two axis numbers that follow `axis` cyclically.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Following {
    pub(crate) first: usize,
    pub(crate) second: usize,
}

/// The axes after `axis`, so that (axis, first, second) is right-handed.
#[inline(always)]
pub(crate) const fn following(axis: usize) -> Following {
    Following { first: (axis + 1) % 3, second: (axis + 2) % 3 }
}

/// The dot product of two vectors, summed from the first component on.
#[inline(always)]
pub(crate) fn dot<F: Lanes, A: Arithmetic>(a: [F; 3], b: [F; 3]) -> F {
    A::multiply_add(a[2], b[2], A::multiply_add(a[1], b[1], a[0] * b[0]))
}

/// One component of the cross product of two vectors.
#[inline(always)]
pub(crate) fn cross_component<F: Lanes, A: Arithmetic>(a: [F; 3], b: [F; 3], axis: usize) -> F {
    let Following { first, second } = following(axis);
    A::multiply_subtract(a[first], b[second], a[second] * b[first])
}

/// The first three components of a row.
#[inline(always)]
pub(crate) fn vector<F: Copy>(row: [F; 4]) -> [F; 3] {
    [row[0], row[1], row[2]]
}

/// The difference of two centers. Positions enter only here, so a store with wider centers would change one
/// line.
#[inline(always)]
pub(crate) fn offset<F: Lanes>(from: [F; 4], to: [F; 4]) -> [F; 3] {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}

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

impl Loaded for Unit {
    type Rows<I: Isa> = UnitRows<I::Real>;

    #[inline(always)]
    fn load<I: Isa>(
        isa: I,
        view: &View<'_, Self>,
        pairs: &BoundedPairs<'_>,
    ) -> [UnitRows<I::Real>; 2] {
        let [a, b] = isa.load_pairs(view.columns(), pairs);
        [UnitRows::of_columns(a), UnitRows::of_columns(b)]
    }

    #[inline(always)]
    fn prefetch<I: Isa>(isa: I, view: &View<'_, Self>, pairs: &BoundedPairs<'_>, side: PairSide) {
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

/// The values of a box that contacts need.
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

/// The values of a box that queries about other shapes need.
#[cfg(feature = "shapes")]
impl Unit {
    /// Loads one side of a batch of pairs.
    #[inline(always)]
    pub(crate) fn load_side<I: Isa>(
        isa: I,
        view: &View<'_, Self>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> UnitRows<I::Real> {
        UnitRows::of_columns(isa.load_rows(view.columns(), pairs, side))
    }

    /// Loads the boxes that follow each other from `first` on, one per lane.
    #[inline(always)]
    pub(crate) fn load_block<I: Isa>(
        isa: I,
        view: &View<'_, Self>,
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

/// A world vector in the frame of a box: rotated back by the box's rotation.
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
