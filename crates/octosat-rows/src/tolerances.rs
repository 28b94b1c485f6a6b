//! Tolerances that the engine shares with its references, or with the test of the bounds of motion in the book: each with
//! its value, its unit and its reason.

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

/// By which part of the slack a's face is grown for its own sides. For the edges of b it is grown by the whole slack.
///
/// Less than one: if an edge of one box lies beyond the slack, the side of the other box is within it, whatever
/// rounding does. At one, equal boxes that are shifted by the slack can lose a corner.
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
/// The face's depth may then be up to `LARGEST_FACE_PREFERENCE` more than the edges'.
pub const ALIGNED_FACE_COSINE: f32 = 0.99;

/// How many times a vector to a candidate as deep as the deepest counts between tilted faces, without unit.
///
/// With one, an end of the lowest edge is lost in 10 % of random contacts, with two in 2 %, with three in 0.5 %; but
/// the larger the weight, the less of the largest area the four points can span.
pub const LEVEL_WEIGHT: f32 = 2.0;

/// The part of the height of the highest candidate above the deepest at which the weight has fallen to one, without
/// unit. With a quarter, boxes that tip from an edge roll half as far again; a tenth is no better.
pub const LEVEL_PART: f32 = 0.125;

/// How far rounding moves boxes against each other while they touch, for each meter of the reach of a cast, without
/// unit: 35 units of roundoff.
///
/// The terms of first order are 34 for the offset of the centers and 30 for the lever arm of b's rotation; one more
/// covers products of errors and the rounding of the bound itself. How far quaternions are off unit length is measured
/// per pair and comes in addition. The chapter on error bounds derives all of them.
pub const CAST_REACH_ERROR: f32 = 35.0 / 16_777_216.0;

/// The same for each meter of the displacement, without unit: 5 units of roundoff.
///
/// Four for the offset at the moment at which the centers are nearest and for the sum that is the time, and one more.
pub const CAST_PATH_ERROR: f32 = 5.0 / 16_777_216.0;

/// How far a pose at the time of a cast is off if it is rounded to `f32`, for each meter of its center and twice for
/// each of its displacement, without unit: a unit of roundoff.
///
/// One for the sum and one for the product; a thousandth more covers products of errors.
pub const CAST_POSE_ERROR: f32 = 1.001 / 16_777_216.0;

/// How much more boxes of a cast are grown along edge axes than along faces, as a part of the bound.
///
/// If an edge axis has the direction of a face, both come together at the same time except for rounding, and this lets
/// the face win. The errors seen are below a tenth of the bound.
pub const CAST_EDGE_GROWTH: f32 = 0.25;

/// How deep boxes that touch at the start of a cast may overlap there and still be free, in bounds, if they get no
/// deeper.
///
/// It is more than a cast before may have let them sink, [`CAST_END_DEPTH`] of its own bound: the bound of a long step
/// is larger than that of a short one.
pub const CAST_START_DEPTH: f32 = 3.0;

/// How deep boxes of a cast may overlap while they touch and still be free, in bounds.
///
/// One is what rounding can show as a depth. At a corner, where one axis hands over to another, it is as much as the
/// boxes are grown, so that one of both keeps them on its side. The sixteenth is room for rounding there.
pub const CAST_END_DEPTH: f32 = 1.0625;

/// How far rounding moves the surface of a round shape of a cast, for each meter of the radius, without unit: 8 units of
/// roundoff.
pub const CAST_RADIUS_ERROR: f32 = 8.0 / 16_777_216.0;

/// How much farther apart than by the bound round shapes of a cast may be and still touch, in bounds.
///
/// The steps of the search aim at the bound itself, and come within a quarter of it in few steps.
pub const SHAPE_CAST_NEAR: f32 = 0.5;

/// How deep round shapes of a cast overlap at least that hit, in bounds: more than shapes that touch can show by rounding.
pub const SHAPE_CAST_DEPTH: f32 = 1.75;

/// How deep round shapes of a cast overlap at the start at least to overlap instead of to touch, in bounds.
///
/// It is more than a cast before may have let them sink: the bound of a long step is larger than that of a short one.
pub const SHAPE_CAST_START_DEPTH: f32 = 4.0;

/// How closely the search looks, in bounds: by so much shapes that touch at the start must get deeper, and so far below a
/// depth its steps aim, which come near their aim in few rounds and reach it in many.
pub const SHAPE_CAST_AIM: f32 = 0.25;

/// How far rounding moves a gap between boxes of stores, for each meter of their half extents, without unit: 64 units
/// of roundoff.
///
/// The terms of first order are 35 for rounding, and four times the deviation of a stored rotation's squared length
/// from one, `ROTATION_KEEP_TOLERANCE`, 26.8 units. Two more cover products of errors and the rounding of the bound
/// itself. The chapter on error bounds derives all of them.
pub const STORED_EXTENT_ERROR: f32 = 64.0 / 16_777_216.0;

/// The same for each meter of the offset of their centers, without unit: 35 units of roundoff, 19 for rounding, twice
/// the deviation of a rotation, and two more.
pub const STORED_OFFSET_ERROR: f32 = 35.0 / 16_777_216.0;

/// How far rounding moves a gap if a view lends one of the boxes, for each meter of half extent, without unit: 172
/// units of roundoff.
///
/// As [`STORED_EXTENT_ERROR`], with the deviation `BORROWED_ROTATION_LENGTH_TOLERANCE`, four times 33.6 units.
pub const BORROWED_EXTENT_ERROR: f32 = 172.0 / 16_777_216.0;

/// The same for each meter of the offset of the centers, without unit: 89 units of roundoff.
pub const BORROWED_OFFSET_ERROR: f32 = 89.0 / 16_777_216.0;

/// The least that rounding is taken to move a gap, in meters: 2⁻⁹⁸.
///
/// It is 2⁴⁷ times what all products that leave the normal range of `f32` add to a gap.
pub const SMALLEST_GAP_ERROR: f32 = 1.0 / (1_u128 << 98) as f32;

/// By how many bounds a clearance is less than the largest separation, without unit.
///
/// Squaring, dividing, taking the root and subtracting round by four units of roundoff of lengths that count 64 units
/// in the bound, or 2.2 of an offset whose 35 units in the bound are 2.6 more than those derived.
pub const CLEARANCE_BOUNDS: f32 = 1.0625;

/// How much a clearance is less in addition, in meters: squares of smaller gaps leave the normal range of `f32`.
///
/// A square is then off by up to 2⁻¹⁵⁰ m². Divided by `PARALLEL_EDGES_SINE_SQUARED`, that is 2.7e-16 m.
pub const SMALLEST_CLEARANCE_ERROR: f32 = 3e-16;

/// By how many bounds the largest gap of separated boxes exceeds zero, after a was made smaller by one bound, without
/// unit: 1 + √3, rounded up.
pub const SEPARATED_BOUNDS: f32 = 2.75;

/// How far rounding can be off a distance, for each meter of all half extents and of the offset of the centers, without
/// unit: 16 units of roundoff, for rotations that are normalized in `f32`.
///
/// The chapter on error bounds has the largest error seen.
pub const DISTANCE_ERROR: f32 = 16.0 / 16_777_216.0;

/// The same for each unit by which the squared lengths of both rotations differ from one by more than
/// [`ROUNDED_ROTATION_LENGTH`], without unit: four times twice the difference.
pub const DISTANCE_DEVIATION_ERROR: f32 = 8.0;

/// By how much the squared length of a rotation that is normalized in `f32` differs from one, without unit.
///
/// [`DISTANCE_ERROR`] includes it.
pub const ROUNDED_ROTATION_LENGTH: f32 = 1.3e-7;

/// By how many bounds boxes must be apart to have the direction of their closest points, without unit.
///
/// That of two points whose distance is off by a bound is off by up to 60 degrees at two bounds, and by anything below
/// one.
pub const DIRECTION_BOUNDS: f32 = 2.0;

/// The part of [`DISTANCE_ERROR`] within which boxes touch: 4 units of roundoff.
///
/// Boxes that touch or overlap are moved this far apart along their best axis before their closest points are searched.
/// Of boxes without thickness in one plane, rounding would decide on which side of each other they are, for each pair
/// of edges by itself, and the edges that cross would be lost. It is more than the rounding of an offset along an axis,
/// 2 units, and so little that the axis alone gives their distance.
pub const TOUCHING_PART: f32 = 0.25;

/// How far rounding can be off a positive separation of an impact, for each meter of the distance of the centers and of
/// the lever arm of the rotation, without unit: 62 units of roundoff.
///
/// The terms of first order are 54 and 59; three more cover products of errors and the rounding of the bound itself.
/// The chapter on error bounds derives them.
pub const IMPACT_REACH_ERROR: f32 = 62.0 / 16_777_216.0;

/// The same for each meter that the boxes move or turn during the step, without unit: 4 units of roundoff.
///
/// The interpolated offset is off by 2.5 of them. The rest keeps a gap above the bound wider than what the boxes move
/// within the resolution of times.
pub const IMPACT_PATH_ERROR: f32 = 4.0 / 16_777_216.0;

/// How far rounding can be off the rate of a separation, for each meter that the boxes move or turn during the step,
/// without unit: 112 units of roundoff, of which 110 are derived.
pub const IMPACT_RATE_ERROR: f32 = 112.0 / 16_777_216.0;

/// By how many bounds the cores of boxes that are near are smaller on every side, without unit.
///
/// Boxes whose cores one direction separates for the rest of the step are free: they rest, slide, graze or move apart.
/// A bound on every side would only cover the bound of the proof; two more cover what the boxes turn meanwhile. Half
/// the error of rates comes on top, so that slides of any length are free.
pub const IMPACT_CORE_BOUNDS: f32 = 3.0;

/// The same for boxes that a step before has let sink in, and that get no deeper. Then they overlap along a direction
/// by up to 2·√2·[`IMPACT_CORE_BOUNDS`] bounds, and some for rounding; these cores are apart if it is less than 2·√2 times 8.
pub const IMPACT_DEEPEST_CORE_BOUNDS: f32 = 8.0;

/// The cosine between a normal and the direction of a covered face above which the normal leaves the face, without
/// unit.
///
/// Rounding and the accepted deviation of a rotation from unit length make at most 5e-6 of a normal that is
/// perpendicular to the face.
pub const LEAVING_COSINE: f32 = 1e-5;

/// How much deeper than another axis the face of a box with covered faces may be and still be preferred, in parts of
/// the sum of the half extents of the smaller box.
///
/// A normal of a smaller box that leans by [`LEAVING_COSINE`] against both sides of the face is less deep by at most
/// this.
pub const LEANING_COSINE: f32 = 2.0 * LEAVING_COSINE;
