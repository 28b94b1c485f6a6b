//! Every tolerance of the crate, with its unit and its reason.

/// Half the distance from 1 to the next float32 (dimensionless): the largest relative error of
/// one correctly rounded operation.
pub(crate) const UNIT_ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Units of roundoff by which a separation computed in float32 may be off, for each meter of
/// half extents and of center distance. The chapter on error bounds derives 48, for an edge axis
/// and its normal; the rest is for products of errors.
pub(crate) const BOUND_FACTOR: f64 = 50.0;

/// How often the frame's deviation from a rigid one can enter a separation (dimensionless):
/// through the relative rotation, the rotated offset, the normal, and the box itself.
pub(crate) const DEVIATION_FACTOR: f64 = 4.0;

/// Meters that gradual underflow can add: at most 32 subnormal results, each off by half of the
/// smallest float32, 2^-149, and divided by a sine of at least 1e-7. No scale can absorb it, and
/// it matters only for boxes smaller than 1e-30 m.
pub(crate) const UNDERFLOW: f64 = 16.0 * 1.401_298_464_324_817e-45 / 1e-7;

/// The same for two rectangles, whose four axes are entries of one rotation. The chapter on
/// rectangles derives 10; the rest is for products of errors.
pub(crate) const RECTANGLE_BOUND_FACTOR: f64 = 16.0;

/// How often the rotations' deviation from unit length can enter a separation of rectangles
/// (dimensionless): through the relative rotation, and twice through the offset seen from b.
pub(crate) const RECTANGLE_DEVIATION_FACTOR: f64 = 3.0;

/// Error bounds by which a contact point of rectangles may be off (dimensionless): the ends and the middle
/// of an edge are two sums more, and cutting magnifies them by at most √2.
pub(crate) const RECTANGLE_POINT_FACTOR: f64 = 4.0;

/// Difference of the cosines of two edges' normals with the contact's normal below which float32
/// may take either edge (dimensionless): some roundings.
pub(crate) const EDGE_TIE: f64 = 1e-5;

/// Units of roundoff that squaring and scaling a margin may lose, for each meter of margin.
pub(crate) const MARGIN_FACTOR: f64 = 4.0;

/// Sine of the angle of two edges below which the float64 reference sees them as parallel
/// (dimensionless): float64 directions are good to about 1e-16, so above it the cross product
/// still has six right digits, and below it dropping the axis moves nothing that float32 can see.
pub(crate) const REFERENCE_SMALLEST_SINE: f64 = 1e-10;

/// The face preference's price (dimensionless): a depth may be this many times the true one.
/// The rule itself costs at most 1 / (1 - 0.045); the contract allows 5 %.
pub(crate) const LARGEST_DEPTH_RATIO: f64 = 1.05;

/// Error bounds by which a contact may be off (dimensionless). The chapter on error bounds derives 4.3 for
/// its place and 2.5 for its depth; the rest is for the deviation of the frames, which enters in
/// more places, and for the error of the normal.
pub(crate) const POINT_BOUND_FACTOR: f64 = 8.0;

/// Roundings of a contact's world position that its place may be off by (dimensionless): four sums,
/// each rounded at the position's length, and up to 2√2 times that along the normal.
pub(crate) const POSITION_FACTOR: f64 = 12.0;

/// Difference of two cosines with the normal, below which float32 may take either face for the
/// one most aligned (dimensionless): three times the rounding of a cosine.
pub(crate) const FACE_TIE: f64 = 1e-5;

/// Part of the pair's size within which the float64 reference takes two points for the same, and a
/// point for one on a plane (dimensionless): thousands of float64 roundings, a thousandth of a
/// float32 one.
pub(crate) const REFERENCE_SAME_POINT: f64 = 1e-12;

/// The least that a reduced manifold's area may be (dimensionless), as a part of the largest that
/// four candidates with the deepest among them have. A random search over rectangles and parallelograms
/// found 0.76 for the way in which four are chosen; the rest is for what float32 sees otherwise.
pub(crate) const LEAST_AREA_RATIO: f64 = 0.7;

/// Part of its depth by which a fallback contact may lie outside the boxes, besides the half
/// (dimensionless): what the preferred axis costs.
pub(crate) const FALLBACK_REACH: f64 = 0.05;

/// Squared sine of the angle of two segments below which they are taken for parallel
/// (dimensionless): what cancellation leaves of it in float64. Any two points that face each other
/// then show the distance to within 1e-8 of the length, a sixth of a float32 rounding.
pub(crate) const REFERENCE_PARALLEL: f64 = 1e-16;

/// Squared sine below which an edge pair is no axis for the depth (dimensionless): the square of
/// 1e-7, which is below two units of roundoff, so leaving it out costs no more than rounding.
pub(crate) const SMALLEST_LENGTH_SQUARED: f32 = 1e-14;

/// Part of the face's depth that an edge has to gain before it replaces a face (dimensionless).
pub(crate) const FACE_PREFERENCE: f32 = 0.02;

/// How many times as far apart as the boxes the nearest point of a manifold may be (dimensionless), beside
/// [`AXIS_HOLD_NOISE`]. The engine's stated bound.
pub(crate) const FARTHEST_GAP_RATIO: f64 = 1.05;

/// Part of the summed half extents that an edge has to gain before it replaces a face
/// (dimensionless): about the rounding error, so that noise does not flip the axis.
pub(crate) const SCALE_PREFERENCE: f32 = 1e-6;

/// The most that both together may be, as a part of the face's depth (dimensionless): what a
/// preferred face costs then stays below 5 % of the least depth.
pub(crate) const LARGEST_PREFERENCE: f32 = 0.045;

/// Cosine of an edge axis with a face's normal from which on the edge yields to the face
/// (dimensionless): about 8 degrees.
pub(crate) const ALIGNED_COSINE: f64 = 0.99;

/// By how much that cosine may be off beside the edge axis itself (dimensionless): the rounding of
/// the face's normal and of the product.
pub(crate) const ALIGNED_COSINE_TIE: f64 = 1e-5;

/// Sine of the angle of two edges from which on their common normal is compared between a pair and
/// its image (dimensionless). Below, a rounding turns it by more than twenty roundings.
pub(crate) const CLEAR_SINE: f64 = 0.05;

/// Units of roundoff by which a pair is another one after it was moved, for each meter of its size:
/// one for each of two centers at most twice as far from the origin as the pair is large, in three
/// components, and two for each rounded quaternion, normalized once more by a store.
pub(crate) const MOTION_FACTOR: f64 = 16.0;

/// How far a point moves at most where the normal turns, for each meter of the pair's size and each
/// radian (dimensionless): it is where the normal meets a plane at a cosine of at least 1/√3, which
/// is 3 for the plane that the normal slides on and √3 for the point half-way.
pub(crate) const NORMAL_REACH: f64 = 5.0;

/// How far the bounds of a box may reach beyond its corners for each meter of half extents
/// (dimensionless): the engine grows them by 5e-6, and its own errors are less than that.
pub(crate) const LARGEST_BOUNDS_EXCESS: f64 = 1e-5;

/// The same for each meter of the center's coordinate (dimensionless): two roundings of growth, one
/// of the sum, and one to spare.
pub(crate) const BOUNDS_CENTER_EXCESS: f64 = 4.0 * UNIT_ROUNDOFF;

/// Units of roundoff by which a box's depth below a plane may be off, for each meter of half extents.
/// A column of its matrix is off by 4.9, its cosine with the normal by 3 more, the product with the
/// half extent by 1, the sums by 3.
pub(crate) const HALF_SPACE_EXTENT_FACTOR: f64 = 13.0;

/// The same for each meter of the center's and the plane's distance from the world's origin: three
/// for the scalar product, one for the difference, three for the sums.
pub(crate) const HALF_SPACE_DISTANCE_FACTOR: f64 = 8.0;

/// Part of the sum of the half extents by which a corner may be above the margin of a half-space and still count as at
/// the margin (dimensionless). The engine's stated bound.
pub(crate) const HALF_SPACE_SLACK: f64 = 2e-6;

/// Units of roundoff by which the distance of a point from a box may be off, for each meter of half
/// extents, radius and distance of the centers: one for the difference of the centers, 4.9 for a
/// column of the matrix and 3 for each scalar product, together at most 9 as a vector; 4 for its
/// length, one for the difference to the radius. The rest is for a normal made of them.
pub(crate) const SPHERE_FACTOR: f64 = 18.0;

/// Units of roundoff by which the distance of a capsule's core from a box may be off, for each meter of half extents,
/// radius and distances of both ends: 9 for an end seen along the box's axes, as for a sphere, and 1 for the middle
/// and half of the way between both; 3 for the place of the nearest point, 4 for the length and one for the difference
/// to the radius. A core nearer than 4 for each meter of the components' sum, at most 7 here, is told apart on axes,
/// which show at least 1/√3 of its gap, so 3 more, and compute it with 4. The rest is for products of errors.
pub(crate) const CAPSULE_FACTOR: f64 = 28.0;

/// Error bounds by which a normal may miss parting box and core, or a contact be off (dimensionless): a contact is
/// moved along the normal into a plane that it meets at a cosine of at least 1/√3, and the normal itself is off by some
/// roundings of the core's length.
pub(crate) const CAPSULE_POINT_BOUNDS: f64 = 4.0;

/// How far outside of a face the core may pass and still be taken to run over it, and how far above the margin a contact
/// may be, for each meter of half extents, radius and distances of both ends (dimensionless): the engine's stated
/// 2e-6 of the components' sum, of which √3 is the most.
pub(crate) const CAPSULE_SLACK: f64 = 4e-6;

/// The constant that textbooks add to each entry of |R| (dimensionless) so that the cross product
/// of parallel edges, which is noise, does not separate.
pub(crate) const TEXTBOOK_EPSILON: f32 = 1e-6;

/// How far from zero a separation of a frustum and a box must be for an answer in float32 to be
/// certain, as a part of their sizes and their distance (dimensionless): four times the slack of 256
/// units of roundoff that the kernels allow. They weigh it by the sum of an axis' components, at most
/// √2 of its length, and where the best axis is not among those tested, its neighbors show at least
/// 1/√2 of its separation; the rest is their rounding.
pub(crate) const FRUSTUM_BOUND: f64 = 1024.0 * UNIT_ROUNDOFF;

/// Meters by which a line may seem moved against a box in float32, for each meter of their distance
/// and of the box (dimensionless): the offset of its start is turned at 13 roundings, its direction
/// at 12, and both are summed and divided at 6 more; the rest is for terms of second order.
pub(crate) const LINE_BOUND: f64 = 48.0 * UNIT_ROUNDOFF;

/// Meters by which a distance of two segments computed in float32 may be off, for each meter of their
/// lengths and of the distance of their starts (dimensionless): the cross product of their directions
/// is good to a few roundings in meters, and segments within a sine of 17 roundings are parallel.
pub(crate) const SEGMENT_BOUND: f64 = 64.0 * UNIT_ROUNDOFF;

/// How much worse than the best last frame's axis may be and still be kept (dimensionless): a part of the
/// depth or gap, and a part of the sum of the smaller box's half extents. The engine's stated bounds.
pub(crate) const AXIS_HOLD: f64 = 0.02;

/// The second part of [`AXIS_HOLD`].
pub(crate) const AXIS_HOLD_NOISE: f64 = 4e-6;

/// How much less a face of last frame may be aligned with the normal (dimensionless, cosines).
pub(crate) const FACE_HOLD: f64 = 1e-3;

/// How much smaller the area of last frame's four points may be, as a part of the new ones' (dimensionless).
pub(crate) const AREA_HOLD: f64 = 0.05;

/// Units of roundoff by which a closest point may be off in a coordinate, for each meter of the
/// coordinates of the segment's ends and of the segments' lengths and distance: the parameter is off by
/// three, its product with the direction, the sum with the start and the parameter's own rounding are
/// one each; one is to spare.
pub(crate) const SEGMENT_POINT_FACTOR: f64 = 7.0;

/// Part of itself by which a parameter of a line may be off (dimensionless) where the error bound tells
/// nothing, since that is for meters: a dozen roundings of quotient and comparison, and some to spare.
pub(crate) const PARAMETER_ROUNDING: f64 = 1e-6;

/// The least error of a parameter of a line (dimensionless): what is left of lengths that underflow.
pub(crate) const LEAST_PARAMETER: f64 = 1e-37;

/// Roundings of one push beside those of the sum (dimensionless, float64): one for taking off the slop,
/// one each for the products with relaxation, share and normal, two for the share itself, and one for
/// the quotient of an average. The chapter on parting boxes derives the bound.
pub(crate) const RESOLVE_PUSH_ROUNDINGS: f64 = 7.0;

/// Part of the length of all pushes on a box by which their sum may be off for each rounding that a push
/// goes through (dimensionless): 2⁻⁵³ for the sum that is checked and once more for the reference's own; the
/// rest is for products of roundings, of as many pairs as there can be, and for the rounding of that length.
pub(crate) const RESOLVE_ROUNDING: f64 = 2.125 / 9_007_199_254_740_992.0;

/// Meters, for each meter of the six half extents, by which two faces may miss each other and still be clipped as
/// touching (dimensionless): it covers the rounding of their projection.
pub(crate) const CLIP_SLACK: f32 = 2e-6;

/// How far beyond the margin the gap of a candidate may be, as a part of the slack (dimensionless): a point that is
/// brought back by one slack changes its gap by up to twice as much.
pub(crate) const GAP_LIMIT: f32 = 2.5;

/// By how much of the slack a face is narrowed that sides of the other must run through (dimensionless).
pub(crate) const NARROWED: f32 = 0.5;

/// The least step of an edge across a side, as a part of the slack (dimensionless); and what is added to it in meters
/// or square meters.
pub(crate) const ALONG_SIDE: f32 = 1e-5;

/// The second part of [`ALONG_SIDE`].
pub(crate) const SMALLEST_STEP: f32 = 1e-37;

/// [`ALIGNED_COSINE`] as the engine computes with it.
pub(crate) const ALIGNED_FACE_COSINE: f32 = 0.99;

/// How much farther apart than the boxes the nearest point may be and still show their distance: a part of the
/// distance, and a part of the sum of the smaller box's half extents (dimensionless).
pub(crate) const SHOWN_PART: f32 = 0.05;

/// The second part of [`SHOWN_PART`].
pub(crate) const SHOWN_NOISE: f32 = 4e-6;

/// How many times as far off as a contact its points on the surfaces may be (dimensionless): they, the contact and its
/// depth are each rounded by themselves.
pub(crate) const SURFACE_POINT_FACTOR: f64 = 2.0;
