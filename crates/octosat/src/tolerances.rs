//! Every tolerance of the engine: its value, its unit and its reason.

/// Largest accepted deviation of a rotation quaternion's squared length from one, without unit.
///
/// A box store normalizes what it accepts, so this only separates a rotation that has drifted from
/// one that is not a rotation.
pub const ROTATION_LENGTH_TOLERANCE: f32 = 1e-3;

/// The same deviation for a borrowed view, whose rotations are used as they are.
///
/// Normalizing in `f32` leaves at most about 4e-7; the error bounds of the docs assume this limit.
pub const BORROWED_ROTATION_LENGTH_TOLERANCE: f32 = 2e-6;

/// The smallest magnitude of a component of a borrowed rotation, other than zero.
///
/// A store turns components below [`SMALLEST_COMPONENT`] into zero; a view cannot, so it rejects components
/// whose products would leave the normal range of `f32` in the edge tests, where rounding is no longer
/// relative. For boxes of 1e-12 m and more, wrong booleans occur from 1e-35 downwards. For smaller boxes that
/// barely overlap, components between this limit and 1e-15 can still give wrong booleans: two boxes of 1e-14
/// m that overlap by 1.45e-18 m, one rotated by a component of 1e-30, are reported as separated. From 1e-15
/// on no wrong boolean is known.
pub const SMALLEST_BORROWED_COMPONENT: f32 = 1e-30;

/// Largest accepted magnitude of a center's coordinate or of a half extent, in meters.
///
/// Squares and triple products of lengths up to here stay finite in `f32`.
pub const MAX_LENGTH: f32 = 1e12;

/// Deviation of a rotation's squared length from one up to which a store keeps it bit for bit,
/// without unit.
///
/// Normalizing in `f32` ends within this, and rounding a rotation that was normalized in `f64`
/// leaves at most 1.3e-7, so storing what a store returned changes nothing.
pub const ROTATION_KEEP_TOLERANCE: f64 = 4e-7;

/// Smallest magnitude of a stored direction's component, without unit; smaller ones become zero.
///
/// With it the cross product of two edges never reaches the subnormal range, where rounding errors
/// are no longer relative. The change of 1e-9 is below the rounding of `f32`.
pub const SMALLEST_COMPONENT: f32 = 1.0 / (1_u32 << 30) as f32;

/// Largest accepted cosine between two columns of a matrix that should be perpendicular, without
/// unit.
///
/// Like [`ROTATION_LENGTH_TOLERANCE`] it separates drift from shear: 1e-3 is 0.06 degrees. What is
/// accepted is made orthonormal in `f64`.
pub const ORTHOGONALITY_TOLERANCE: f64 = 1e-3;

/// The part of both tolerances of a matrix, [`ROTATION_LENGTH_TOLERANCE`] and [`ORTHOGONALITY_TOLERANCE`], up to which
/// many matrices are accepted at once, without unit.
///
/// A product of two columns is off their cosine by less than a thousandth. If one matrix is beyond this part, all are
/// checked one by one.
pub const SURE_PART: f64 = 0.99;

/// The same cosine for scaled axes, which are used as they are, without unit.
///
/// Rounding exact axes to `f32` leaves at most about 1.2e-7, a rotation matrix computed in `f32`
/// about 5e-7.
pub const SCALED_ORTHOGONALITY_TOLERANCE: f64 = 2e-6;

/// Smallest accepted half extent of a scaled box that is not zero, in meters.
///
/// The scaled kernels compare unnormalized triple products of lengths; from this length on, with
/// [`SMALLEST_COMPONENT`], these stay in the normal range of `f32`.
pub const SMALLEST_SCALED_HALF_EXTENT: f32 = 1e-6;

/// Largest accepted half extent of a scaled box, in meters; the same reason at the other end.
pub const LARGEST_SCALED_HALF_EXTENT: f32 = 1e6;

/// Largest accepted magnitude of a coordinate of a scaled box's center, in meters.
///
/// Three times a distance of this size, times two half extents, stays far below the largest `f32`.
pub const MAX_SCALED_CENTER: f32 = 1e9;

/// The smallest squared sine between two edges for which their cross product counts as an axis.
///
/// Below a sine of 1e-7 the direction is rounding noise. Treating such edges as parallel changes a box by
/// less than rounding does, so no depth and no boolean leaves its error bound.
pub const PARALLEL_EDGES_SINE_SQUARED: f32 = 1e-14;

/// The root of [`PARALLEL_EDGES_SINE_SQUARED`]: the smallest cosine between two edges of a cast that is not taken for
/// zero.
#[cfg(feature = "motion")]
pub const PARALLEL_EDGES_SINE: f32 = 1e-7;

/// How far the world bounds of a box extend beyond it on each side, for each meter of its three half extents,
/// without unit.
///
/// A borrowed rotation may be off unit length by 1e-6, which moves an entry of its matrix by twice
/// [`BORROWED_ROTATION_LENGTH_TOLERANCE`], 4e-6; computing an entry rounds four times, the product with the
/// half extent once and the sums five times, 6e-7 in all. So bounds never lie inside the box, and are too
/// large by at most twice this.
pub const BOUNDS_GROWTH: f32 = 5e-6;

/// The same for each meter of the center's coordinate, without unit: twice the rounding of the sum
/// of coordinate and reach.
pub const BOUNDS_CENTER_GROWTH: f32 = f32::EPSILON;

/// The gap between a box and a sphere's center, in meters, below which it is scaled up before it is
/// squared: squares of shorter ones would leave the normal range of `f32`.
pub const SMALL_GAP: f32 = 1e-12;

/// The factor for such a gap, without unit: a power of two, so that nothing is rounded, and about 10³⁰, so
/// that squares of the smallest `f32` are normal and squares of [`SMALL_GAP`] are not too large.
pub const SMALL_GAP_SCALE: f32 = (1_u128 << 100) as f32;

/// How much less deep than a face an edge pair must be to win, as a part of the face's depth.
///
/// Noise then does not flip a normal between a face and an edge of equal depth.
pub const FACE_PREFERENCE: f32 = 0.02;

/// How far rounding moves a place where two boxes touch, or a gap there, in meters for each meter of the pair's reach,
/// without unit: 17 units of roundoff.
///
/// The reach is the distance of the centers plus the half extents of the smaller box: no place where boxes touch is
/// farther from either center. How far a face extends beyond such places is not rounded there, so the size of a floor
/// has no part in it. The largest error seen is 9 units. The same holds for rectangles, for the core of a capsule, and
/// for a box on a half-space, whose reach is its half extents.
pub const REACH_NOISE: f32 = 1e-6;

/// The most that both preferences together may be, as a part of the face's depth.
///
/// A preferred face is then at most 1 / (1 − 0.045), less than 1.05, times as deep as the least
/// overlap, however large the boxes.
pub const LARGEST_FACE_PREFERENCE: f32 = 0.045;

/// By which part of the slack a's face is grown for its own sides. For the edges of b it is grown by the whole slack.
///
/// Less than one: if an edge of one box lies beyond the slack, the side of the other box is within it, whatever rounding
/// does. At one, equal boxes that are shifted by the slack can lose a corner.
pub const GROWN: f32 = 0.5;

/// The least that an edge is taken to run across a side, as a part of the slack of that side, without unit.
///
/// It only keeps divisions away from zero: an edge that runs along a side is inside or outside as a whole.
pub const ALONG_SIDE: f32 = 1e-5;

/// The amount added to that step, in meters and in square meters, so that its inverse is finite if all
/// extents are zero.
pub const SMALLEST_STEP: f32 = 1e-37;

/// The cosine between a winning edge axis and the best face's normal from which on the face is
/// preferred for contacts, without unit: about 8 degrees.
///
/// The face's depth may then be up to [`LARGEST_FACE_PREFERENCE`] more than the edges'.
pub const ALIGNED_FACE_COSINE: f32 = 0.99;

/// How far two faces may be tilted and still count as parallel when the first of four points is chosen: a slope along u
/// and along v of a's face, without unit.
///
/// Below this slope, of 0.005 or 0.3 degrees, the first point is the extreme in one direction of a's face, and above it
/// the deepest, which noise does not exchange either. Between points that are nearly as deep, the deepest alone changes
/// with every micrometer, and the other three with it. The direction is along no side and no diagonal of a face.
pub const FIRST_POINT_SLOPE: [f32; 2] = [0.005 * 0.794_689_8, 0.005 * 0.607_015_8];

/// The squared sines of the angle up to which two faces count as parallel and from which on as tilted when the other
/// three of four points are chosen, without unit: 0.005 rad, the slope of [`FIRST_POINT_SLOPE`], and 0.01 rad.
///
/// In between, [`LEVEL_WEIGHT`] counts in part: a jump at one angle exchanges a third more of the points at rest.
pub const TILTED_FACES_SINE_SQUARED: [f32; 2] = [0.005 * 0.005, 0.01 * 0.01];

/// How many times a vector to a candidate as deep as the deepest counts between tilted faces, without unit.
///
/// With one, an end of the lowest edge is lost in 10 % of random contacts, with two in 2 %, with three in 0.5 %; but the
/// larger the weight, the less of the largest area the four points can span.
pub const LEVEL_WEIGHT: f32 = 2.0;

/// The part of the height of the highest candidate above the deepest at which the weight has fallen to one, without unit.
/// With a quarter, boxes that tip from an edge roll half as far again; a tenth is no better.
pub const LEVEL_PART: f32 = 0.125;

/// How near a point must be to a point of the last frame to continue it if neither has kept its feature: a part of the
/// size of the smaller box, which is its three half extents, rounded down to a power of two.
///
/// It is 0.8 to 1.6 % of the half extents: much more than rounding, and much less than the distance of two vertices.
/// Walls of boxes, whose vertices lie on each other, drift seven times as far if points are matched by features alone.
pub const SAME_PLACE: f32 = 1.0 / 64.0;

/// How much farther apart than the boxes the nearest point of a manifold may be before closest points are
/// computed, as a part of the distance, in addition to [`REACH_NOISE`].
///
/// If separated boxes are nearest outside the area that both faces cover, the points in that area would not
/// show that the boxes approach each other.
pub const SHOWN_DEPTH: f32 = 0.05;

/// How far rounding moves boxes against each other while they touch, for each meter of the reach of a cast, without
/// unit: 35 units of roundoff.
///
/// The terms of first order are 34 for the offset of the centers and 30 for the lever arm of b's rotation; one more
/// covers products of errors and the rounding of the bound itself. How far quaternions are off unit length is measured
/// per pair and comes in addition. The chapter on error bounds derives all of them.
#[cfg(feature = "motion")]
pub const CAST_REACH_ERROR: f32 = 35.0 / 16_777_216.0;

/// The same for each meter of the displacement, without unit: 5 units of roundoff.
///
/// Four for the offset at the moment at which the centers are nearest and for the sum that is the time, and one more.
#[cfg(feature = "motion")]
pub const CAST_PATH_ERROR: f32 = 5.0 / 16_777_216.0;

/// How much more boxes of a cast are grown along edge axes than along faces, as a part of the bound.
///
/// If an edge axis has the direction of a face, both come together at the same time but for rounding, and this lets the
/// face win. The errors seen are below a tenth of the bound.
#[cfg(feature = "motion")]
pub const CAST_EDGE_GROWTH: f32 = 0.25;

/// How deep boxes may overlap at the start of a cast and still touch, in bounds.
///
/// It is more than a cast before may have let them sink, [`CAST_END_DEPTH`] of its own bound: the bound of a long step is
/// larger than that of a short one.
#[cfg(feature = "motion")]
pub const CAST_START_DEPTH: f32 = 3.0;

/// How deep boxes that slide along each other may overlap at the end, in bounds, if they get deeper.
#[cfg(feature = "motion")]
pub const CAST_END_DEPTH: f32 = 1.0;

/// How far rounding can move boxes deeper between the start and the end of a cast, for each meter that they move until then,
/// without unit: 16 units of roundoff, twelve for rotating the displacement, three for the scalar product with an axis, and
/// one more.
#[cfg(feature = "motion")]
pub const CAST_DRIFT_ERROR: f32 = 16.0 / 16_777_216.0;

/// How far the centers of boxes that slide along each other may be on the other side of each other, as a part of the bound.
///
/// At the start or at the end they must be on their side by as much. It matters only for boxes that are together thinner
/// than the bound, such as plates without thickness. For them, which side they are on may be rounding. It is more than the
/// errors seen, and less than the gap at which a cast ends, half a bound and more. So what is stopped by a plate is on its
/// side in the next cast, too.
#[cfg(feature = "motion")]
pub const CAST_SIDE_ERROR: f32 = 0.125;

/// How far the centers of boxes that are together thinner than the bound, and still touch when the step ends, must be on
/// their side then, as a part of the bound, if they come nearer to each other.
#[cfg(feature = "motion")]
pub const CAST_CLEAR_END: f32 = 0.5;

/// How far rounding moves a gap between boxes of stores, for each meter of their half extents, without unit: 64 units of
/// roundoff.
///
/// The terms of first order are 35 for rounding, and four times the deviation of a stored rotation's squared length from
/// one, [`ROTATION_KEEP_TOLERANCE`], 26.8 units. Two more cover products of errors and the rounding of the bound itself. The
/// chapter on error bounds derives all of them.
#[cfg(feature = "certain")]
pub const STORED_EXTENT_ERROR: f32 = 64.0 / 16_777_216.0;

/// The same for each meter of the offset of their centers, without unit: 35 units of roundoff, 19 for rounding, twice the
/// deviation of a rotation, and two more.
#[cfg(feature = "certain")]
pub const STORED_OFFSET_ERROR: f32 = 35.0 / 16_777_216.0;

/// How far rounding moves a gap if a view lends one of the boxes, for each meter of half extent, without unit: 172 units of
/// roundoff.
///
/// As [`STORED_EXTENT_ERROR`], with the deviation [`BORROWED_ROTATION_LENGTH_TOLERANCE`], four times 33.6 units.
#[cfg(feature = "certain")]
pub const BORROWED_EXTENT_ERROR: f32 = 172.0 / 16_777_216.0;

/// The same for each meter of the offset of the centers, without unit: 89 units of roundoff.
#[cfg(feature = "certain")]
pub const BORROWED_OFFSET_ERROR: f32 = 89.0 / 16_777_216.0;

/// By which factor the radii of bounding spheres and what they may be apart are larger, without unit: 1 + 2⁻¹⁰.
///
/// Boxes whose spheres are far are then apart by 2⁻¹¹ of the distance of their centers, and an axis of theirs by 2⁻¹¹ / √3
/// of it or 4,700 units of roundoff. No result is off by more than 500 such units.
#[cfg(feature = "groups")]
pub const FAR_SPHERES: f32 = 1.0 + 1.0 / 1024.0;

/// Which part of the offset along a face normal counts in the bound of a gap by this face, without unit: 1 − 2⁻¹³.
///
/// With [`FACE_BOUND_OF_RADIUS`], the bound is below the row of the pair by more than rounding of both. The chapter on error
/// bounds has the sum.
#[cfg(feature = "groups")]
pub const FACE_BOUND_OF_OFFSET: f32 = 1.0 - 1.0 / 8192.0;

/// By how much half extents count more in the bound of a gap by a face, for each meter of the bounding radius, without
/// unit: 2⁻¹².
#[cfg(feature = "groups")]
pub const FACE_BOUND_OF_RADIUS: f32 = 1.0 / 4096.0;

/// How much larger radii and half extents are taken in addition, in meters, so that no spheres and no faces that are nearer
/// are far apart: their squares leave the normal range of `f32`, and booleans with `within` have no bound.
#[cfg(feature = "groups")]
pub const SMALLEST_FAR: f32 = 1e-15;

/// The least that rounding is taken to move a gap, in meters: 2⁻⁹⁸.
///
/// It is 2⁴⁷ times what all products that leave the normal range of `f32` add to a gap.
#[cfg(feature = "certain")]
pub const SMALLEST_GAP_ERROR: f32 = 1.0 / (1_u128 << 98) as f32;

/// How far rounding in `f64` moves a gap between boxes, for each meter of their half extents, without unit: 64 units of
/// roundoff of `f64`.
///
/// The terms of first order are at most 47: rotations are divided by the squared lengths of quaternions, so these may
/// deviate from one by any amount. No product of the numbers of checked boxes leaves the normal range.
#[cfg(feature = "certain")]
pub const DOUBLE_EXTENT_ERROR: f64 = 64.0 / (1_u64 << 53) as f64;

/// The same for each meter of the offset of their centers, without unit: 64 units of roundoff of `f64`, of which at most 31
/// are derived.
#[cfg(feature = "certain")]
pub const DOUBLE_OFFSET_ERROR: f64 = 64.0 / (1_u64 << 53) as f64;

/// By how many bounds a clearance is less than the largest separation, without unit.
///
/// Squaring, dividing, taking the root and subtracting round by four units of roundoff of lengths that count 64 units in
/// the bound, or 2.2 of an offset whose 35 units in the bound are 2.6 more than those derived.
#[cfg(feature = "certain")]
pub const CLEARANCE_BOUNDS: f32 = 1.0625;

/// How much a clearance is less in addition, in meters: squares of smaller gaps leave the normal range of `f32`.
///
/// A square is then off by up to 2⁻¹⁵⁰ m². Divided by [`PARALLEL_EDGES_SINE_SQUARED`], that is 2.7e-16 m.
#[cfg(feature = "certain")]
pub const SMALLEST_CLEARANCE_ERROR: f32 = 3e-16;

/// By how many bounds the largest gap of separated boxes exceeds zero, after a was made smaller by one bound, without unit:
/// 1 + √3, rounded up.
#[cfg(feature = "certain")]
pub const SEPARATED_BOUNDS: f32 = 2.75;

/// How far rounding can be off a distance, for each meter of all half extents and of the offset of the centers, without
/// unit: 16 units of roundoff, for rotations that are normalized in `f32`.
///
/// The chapter on error bounds has the largest error seen.
#[cfg(feature = "certain")]
pub const DISTANCE_ERROR: f32 = 16.0 / 16_777_216.0;

/// The same for each unit by which the squared lengths of both rotations differ from one by more than
/// [`ROUNDED_ROTATION_LENGTH`], without unit: four times twice the difference.
#[cfg(feature = "certain")]
pub const DISTANCE_DEVIATION_ERROR: f32 = 8.0;

/// By how much the squared length of a rotation that is normalized in `f32` differs from one, without unit.
///
/// [`DISTANCE_ERROR`] includes it.
#[cfg(feature = "certain")]
pub const ROUNDED_ROTATION_LENGTH: f32 = 1.3e-7;

/// By how many bounds boxes must be apart to have the direction of their closest points, without unit.
///
/// That of two points whose distance is off by a bound is off by up to 60 degrees at two bounds, and by anything below one.
#[cfg(feature = "certain")]
pub const DIRECTION_BOUNDS: f32 = 2.0;

/// The part of [`DISTANCE_ERROR`] within which boxes touch: 4 units of roundoff.
///
/// Boxes that touch or overlap are moved this far apart along their best axis before their closest points are searched. Of
/// boxes without thickness in one plane, rounding would decide on which side of each other they are, for each pair of
/// edges by itself, and the edges that cross would be lost. It is more than the rounding of an offset along an axis, 2
/// units, and so little that the axis alone gives their distance.
#[cfg(feature = "certain")]
pub const TOUCHING_PART: f32 = 0.25;

/// Smallest accepted triple product of three unit normals of a frustum that make a corner, without
/// unit.
///
/// Below it planes meet at so flat an angle that rounding them moves their corner by a hundredth of
/// its distance and more.
pub const SMALLEST_FRUSTUM_DETERMINANT: f64 = 1e-5;

/// How far inside its opposite plane a corner of a frustum must be, as a part of the largest distance
/// between two corners.
///
/// It separates a volume from none; a view whose far plane is ten million times as far away as its near plane
/// still passes.
pub const SMALLEST_FRUSTUM_EDGE: f64 = 1e-9;

/// The sine up to which two edges or two normals of a frustum count as parallel, without unit: 67 units of
/// roundoff.
///
/// Rounding the planes of a view rotates edges that should be parallel by less than this, unless the view is
/// wider than 170 degrees; those edges are then tested as different ones.
pub const PARALLEL_FRUSTUM_SINE: f64 = 4e-6;

/// How much a gap must exceed zero before a frustum query reports it as certain, as a part of the lengths
/// that it is computed from: 256 units of roundoff, 15 millionths.
///
/// Rounding moves a gap by at most 50 units, the deviation of a stored rotation from unit length by 54, and
/// parallel edges that are tested as one by 67; the rest is for terms of second order. So the results Outside
/// and Inside are certain.
pub const FRUSTUM_SLACK: f32 = 256.0 / 16_777_216.0;

/// The least that the largest component of a ray's direction may be, in meters.
///
/// Parameters of points up to [`MAX_LENGTH`] away then stay finite in `f32`.
pub const SMALLEST_RAY_DIRECTION: f32 = 1e-12;

/// The squared sine up to which two segments count as parallel, without unit: a sine of 1e-6, 17 units of
/// roundoff.
///
/// The direction of their common perpendicular is noise below a few units. Treating one segment as rotated by
/// so little moves its points by less than rounding may.
pub const PARALLEL_SEGMENTS_SINE_SQUARED: f32 = 1e-12;

/// A segment whose components are all below this is a point, and such a distance is zero, in meters.
///
/// Divisions by it stay in the normal range of `f32`.
pub const SMALLEST_SEGMENT: f32 = 1e-30;

/// The range of the largest component of a segment or a distance that is used unchanged, in meters; others
/// are divided by it.
///
/// The fourth power of a length between them, times [`PARALLEL_SEGMENTS_SINE_SQUARED`], is a normal number of
/// `f32`. If nothing is divided, finding closest points takes a quarter less time with AVX2.
pub const USUAL_LENGTHS: [f32; 2] = [1e-6, 1e6];

/// How far rounding can be off a positive separation of an impact, for each meter of the distance of the centers and of
/// the lever arm of the rotation, without unit: 62 units of roundoff.
///
/// The terms of first order are 54 and 59; three more cover products of errors and the rounding of the bound itself. The chapter on error bounds derives them.
#[cfg(feature = "motion")]
pub const IMPACT_REACH_ERROR: f32 = 62.0 / 16_777_216.0;

/// The same for each meter that the boxes move or turn during the step, without unit: 4 units of roundoff.
///
/// The interpolated offset is off by 2.5 of them. The rest keeps a gap above the bound wider than what the boxes move
/// within the resolution of times.
#[cfg(feature = "motion")]
pub const IMPACT_PATH_ERROR: f32 = 4.0 / 16_777_216.0;

/// How far rounding can be off the rate of a separation, for each meter that the boxes move or turn during the step,
/// without unit: 112 units of roundoff, of which 110 are derived.
#[cfg(feature = "motion")]
pub const IMPACT_RATE_ERROR: f32 = 112.0 / 16_777_216.0;

/// How much longer, relatively, an edge axis must promise to separate boxes than a face.
///
/// If an edge axis has the direction of a face, both promise the same but for rounding, and this lets the face win.
#[cfg(feature = "motion")]
pub const IMPACT_FACE_PREFERENCE: f32 = 1.0 / 256.0;

/// The least rate by which a gap is divided, in meters per step, so that boxes that move apart are safe for long and
/// nothing is divided by zero. No length of a store is beyond the range of `f32` if it is divided by it.
#[cfg(feature = "motion")]
pub const SLOWEST_APPROACH: f32 = 1e-20;

/// By which part a safe time is shortened for the rounding of sums and divisions, at most three, without unit.
#[cfg(feature = "motion")]
pub const STEP_ROUNDING: f32 = 16.0 / 16_777_216.0;

/// By which part a time is shortened for two roundings, without unit: two units of roundoff.
#[cfg(feature = "motion")]
pub const TIME_ROUNDING: f32 = 2.0 / 16_777_216.0;

/// How far beyond the end of the step a pair must be safe, in steps, so that shortened times reach the end: 32 units of
/// roundoff.
#[cfg(feature = "motion")]
pub const REST_SLACK: f32 = 32.0 / 16_777_216.0;

/// How much larger, relatively, angular velocities are taken than they are computed, without unit.
///
/// Interpolated quaternions of squared lengths within [`BORROWED_ROTATION_LENGTH_TOLERANCE`] are shorter by 4e-6 than
/// those of unit length, and rounding adds 2e-6.
#[cfg(feature = "motion")]
pub const TURN_SLACK: f32 = 8e-6;

/// How much larger, relatively, the square of a box's diagonal is taken than it is computed, without unit: 48 units of
/// roundoff, more than the rounding of what is cut from it.
#[cfg(feature = "motion")]
pub const TURN_ROUNDING: f32 = 48.0 / 16_777_216.0;

/// The squared twist below which a turn has no axis that its square could be divided by, in radians per step squared.
#[cfg(feature = "motion")]
pub const SHORTEST_TWIST_SQUARED: f32 = 1e-30;

/// The factor by which second derivatives are taken larger than they are computed: 168 units of roundoff more.
#[cfg(feature = "motion")]
pub const BEND_SLACK: f32 = 1.0 + 1e-5;
/// The cosine between a normal and the direction of a covered face above which the normal leaves the face, without
/// unit.
///
/// Rounding and the accepted deviation of a rotation from unit length make at most 5e-6 of a normal that is
/// perpendicular to the face.
pub const LEAVING_COSINE: f32 = 1e-5;

/// How much deeper than another axis the face of a box with covered faces may be and still be preferred, in parts of the
/// sum of the half extents of the smaller box.
///
/// A normal of a smaller box that leans by [`LEAVING_COSINE`] against both sides of the face is less deep by at most this.
pub const LEANING_COSINE: f32 = 2.0 * LEAVING_COSINE;

/// How far apart the outlines of two boxes must be, seen along a normal, for clipping to be left out, in parts of the
/// noise of the pair.
///
/// Clipping grows a face by one part, and finds corners with errors of less than one; the radii of large boxes are
/// rounded by a few.
pub const ASIDE_NOISES: f32 = 16.0;

/// How far the squared length of a rectangle's direction may be off one, without unit.
pub const COVERED_DIRECTION_TOLERANCE: f32 = 1e-5;

/// The part of a face's area up to which what is left of it counts as nothing, without unit: rounding in `f64`.
pub const OPEN_AREA: f64 = 1e-12;
