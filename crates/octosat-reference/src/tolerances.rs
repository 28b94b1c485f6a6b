//! Every tolerance of this crate that the engine does not share, with its unit and its reason.

pub(crate) use octosat_rows::tolerances::*;

/// Half the distance from 1 to the next float32 (dimensionless): the largest relative error of one
/// correctly rounded operation.
pub(crate) const UNIT_ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Units of roundoff by which a separation computed in float32 can be off, for each meter of half
/// extents and of center distance. The chapter on error bounds derives 48, for an edge axis and its
/// normal. The rest is for products of errors.
pub(crate) const BOUND_FACTOR: f64 = 50.0;

/// How often the deviation of a frame from a rigid one can enter a separation (dimensionless):
/// through the relative rotation, the rotated offset, the normal, and the box itself.
pub(crate) const DEVIATION_FACTOR: f64 = 4.0;

/// Meters that gradual underflow can add: at most 32 subnormal results, each off by half of the
/// smallest float32, 2^-149, and divided by a sine of at least 1e-7. It does not scale with the boxes,
/// and matters only for boxes smaller than 1e-30 m.
pub(crate) const UNDERFLOW: f64 = 16.0 * 1.401_298_464_324_817e-45 / 1e-7;

/// Units of roundoff by which a separation of two rectangles can be off, for each meter of reach and of depth. The
/// four axes are entries of one rotation. The chapter on rectangles derives 13. The rest is a safety margin.
pub(crate) const RECTANGLE_BOUND_FACTOR: f64 = 16.0;

/// How often the deviation of the rotations from unit length can enter a separation of rectangles
/// (dimensionless): through the relative rotation, and twice through the offset along the axes of b.
pub(crate) const RECTANGLE_DEVIATION_FACTOR: f64 = 3.0;

/// Error bounds by which a contact point of rectangles can be off (dimensionless): the ends and the
/// middle of an edge need two more sums, and clipping magnifies errors by at most √2.
pub(crate) const RECTANGLE_POINT_FACTOR: f64 = 4.0;

/// Units of roundoff by which the area that two rectangles share can be off, for each square meter of the reach times the half
/// extents of the smaller one: a documented limit of the engine, which was searched. The most that was found is 13.4.
pub(crate) const AREA_FACTOR: f64 = 32.0;

/// The same for the volume that two boxes share, for each cubic meter of the reach times the square of the sum of the half
/// extents of the smaller one. The most that was found is 4.1.
pub(crate) const VOLUME_FACTOR: f64 = 16.0;

/// How often the deviation of rotations from unit length can enter such a size (dimensionless): through the offset, which
/// moves one shape along the other; no shape has a section larger than the square of the sum of its half extents.
pub(crate) const INTERSECTION_DEVIATION_FACTOR: f64 = 2.0;

/// Square or cubic meters that gradual underflow can add: 64 subnormal products, each off by half of the smallest float32.
pub(crate) const INTERSECTION_UNDERFLOW: f64 = 32.0 * 1.401_298_464_324_817e-45;

/// Units of roundoff by which an IoU can be off in addition to the error of the intersection: up to three of each size, one
/// of their sum, both of which can be twice the union, one of the difference and one of the quotient.
pub(crate) const IOU_ROUNDINGS: f64 = 10.0;

/// If the cosines of two edges' normals with the contact's normal differ by less than this, float32 can
/// choose either edge (dimensionless): some roundings.
pub(crate) const EDGE_TIE: f64 = 1e-5;

/// Units of roundoff that squaring and scaling a margin can lose, for each meter of margin.
pub(crate) const MARGIN_FACTOR: f64 = 4.0;

/// Sine of the angle of two edges below which the float64 reference treats them as parallel
/// (dimensionless). Float64 directions are right to about 1e-16, so above this sine the cross product has
/// six right digits. Below it, dropping the axis changes nothing that float32 can resolve.
pub(crate) const REFERENCE_SMALLEST_SINE: f64 = 1e-10;

/// The cost of the face preference (dimensionless): a depth can be this many times the least one. The
/// rule itself costs at most 1 / (1 - 0.045). The documented limit is 5 %.
pub(crate) const LARGEST_DEPTH_RATIO: f64 = 1.05;

/// Units of roundoff by which a depth or a point on a surface can be off, for each meter of the pair's reach and of the
/// depth. This is a documented limit of the engine; a search over many pairs found 42. Half of it is for faces that
/// are clipped as touching. The extent of a floor along itself has no part in it, because no place where boxes touch
/// is farther from either center than the reach.
pub(crate) const CONTACT_FACTOR: f64 = 64.0;

/// By how much the squared length of a rotation of a checked view is off one at most (dimensionless): the engine's
/// constant.
pub(crate) const LARGEST_DEVIATION: f32 = 2e-6;

/// Units of roundoff by which a distance can be off, for each meter of the size of the pair: all half extents and the
/// distance of the centers. This is a documented limit of the engine, for rotations that are rounded to float32; a
/// search over 55 million pairs found 7.9. The chapter on error bounds derives 48 as the sum of worst cases.
pub(crate) const DISTANCE_FACTOR: f64 = 16.0;

/// Units of roundoff by which the world coordinates of a point are off, for each meter from the world's origin: one for
/// the last sum, and one for a second point from the first.
pub(crate) const WORLD_POINT_FACTOR: f64 = 2.0;

/// Meters that underflow can add to a distance: squares of lengths below 1e-19 leave the range of float32.
pub(crate) const UNDERFLOW_OF_SQUARES: f64 = 1e-18;

/// The deviation of a frame that [`CONTACT_FACTOR`] and [`DISTANCE_FACTOR`] include (dimensionless): that of a unit
/// quaternion rounded to float32, whose squared length is off by up to 1.3e-7.
pub(crate) const ROUNDED_DEVIATION: f64 = 2.6e-7;

/// Contact bounds by which a surface point can be off along its features, or from a surface point that was reported
/// separately (dimensionless): those of two points.
pub(crate) const TWO_POINTS: f64 = 2.0;

/// Roundings of a contact's position in the world, for each meter of its distance from the world's origin, in addition
/// to the contact bound: four sums.
pub(crate) const WORLD_FACTOR: f64 = 4.0;

/// Roundings of a contact's world position by which its place and depth can be off (dimensionless): four
/// sums, each rounded at the length of the position, and up to 2√2 times that along the normal.
pub(crate) const POSITION_FACTOR: f64 = 12.0;

/// If two cosines with the normal differ by less than this, float32 can choose either face as the one
/// most aligned (dimensionless): three times the rounding of a cosine.
pub(crate) const FACE_TIE: f64 = 1e-5;

/// Two points closer than this are the same for the float64 reference, and a point this near to a plane
/// is on the plane; a share of the pair's size (dimensionless). It is thousands of float64 roundings, and
/// a thousandth of a float32 one.
pub(crate) const REFERENCE_SAME_POINT: f64 = 1e-12;

/// The least area of a reduced manifold (dimensionless), as a share of the largest area that any four candidates have.
/// Three of these span at least half of it, and the first point only adds to their area.
pub(crate) const LEAST_AREA_RATIO: f64 = 0.5;

/// The same between faces that are tilted by more than 0.005 rad: a documented limit of the engine, which was searched.
/// The least that was found is 0.39.
pub(crate) const LEAST_TILTED_AREA_RATIO: f64 = 1.0 / 3.0;

/// How far the boxes are turned to see what four points leave out, as a share of the tilt of their faces
/// (dimensionless).
pub(crate) const SMALL_TURN: f64 = 0.1;

/// How far inside a candidate that was left out may then get, as a share of the tilt and of the length of the overlap
/// (dimensionless), if the tilt is at least 0.01 rad: a documented limit, which was searched. The most that was found
/// is 0.22.
pub(crate) const LARGEST_LEFT_OUT: f64 = 0.25;

/// The weighted area as a share of the largest that four candidates with the first among them have: all of it, except
/// the rounding of cross products.
pub(crate) const FIRST_AREA_RATIO: f64 = 0.999;

/// Share of its depth by which a fallback contact can be outside the boxes, in addition to half its
/// depth (dimensionless): the cost of the face preference.
pub(crate) const FALLBACK_REACH: f64 = 0.05;

/// Squared sine of the angle of two segments below which the reference treats them as parallel
/// (dimensionless): what cancellation leaves of it in float64. Any two points that face each other then
/// show the distance to within 1e-8 of the length, a sixth of a float32 rounding.
pub(crate) const REFERENCE_PARALLEL: f64 = 1e-16;

/// Squared sine below which an edge pair is no axis for the depth (dimensionless): the square of 1e-7,
/// which is below two units of roundoff, so skipping the axis costs no more than rounding.
pub(crate) const SMALLEST_LENGTH_SQUARED: f32 = 1e-14;

/// How many times as far apart as the boxes the nearest candidate of a manifold can be (dimensionless), in
/// addition to [`REACH_NOISE`]. This is a documented limit of the engine.
pub(crate) const FARTHEST_GAP_RATIO: f64 = 1.05;

/// The most that both together can be, as a share of the face's depth (dimensionless). The cost of a
/// preferred face is then less than 5 % of the least depth.
pub(crate) const LARGEST_PREFERENCE: f32 = 0.045;

/// Cosine of an edge axis with a face's normal from which on the edge axis yields to the face
/// (dimensionless): about 8 degrees.
pub(crate) const ALIGNED_COSINE: f64 = 0.99;

/// By how much that cosine can be off, in addition to the error of the edge axis (dimensionless): the
/// rounding of the face's normal and of the product.
pub(crate) const ALIGNED_COSINE_TIE: f64 = 1e-5;

/// Sine of the angle of two edges from which on their common normal is compared between a pair and its
/// image (dimensionless). Below it, one rounding turns the normal by more than twenty roundings.
pub(crate) const CLEAR_SINE: f64 = 0.05;

/// Units of roundoff by which a moved pair differs from the pair, for each meter of its size: a safety
/// factor. Rounding moves two centers, at most twice as far from the origin as the pair is large, by one
/// each in three components, and turns the boxes by two for each quaternion, which a store rounds again.
pub(crate) const MOTION_FACTOR: f64 = 16.0;

/// How far a point moves at most if the normal turns, for each meter of the pair's size and each radian
/// (dimensionless). The normal meets a plane at a cosine of at least 1/√3. The turn moves the place in the
/// plane by up to 3, and the point half-way by √3.
pub(crate) const NORMAL_REACH: f64 = 5.0;

/// How far the bounds of a box can reach beyond its corners for each meter of half extents
/// (dimensionless): the engine grows them by 5e-6, and its own errors are less than that.
pub(crate) const LARGEST_BOUNDS_EXCESS: f64 = 1e-5;

/// The same for each meter of the center's coordinate (dimensionless): two roundings of growth, one of
/// the sum, and one to spare.
pub(crate) const BOUNDS_CENTER_EXCESS: f64 = 4.0 * UNIT_ROUNDOFF;

/// Units of roundoff by which a box's depth below a plane can be off, for each meter of half extents. A
/// column of its matrix is off by 4.9, the cosine with the normal by 3 more, the product with the half
/// extent by 1, and the sums by 3.
pub(crate) const HALF_SPACE_EXTENT_FACTOR: f64 = 13.0;

/// The same for each meter of distance of the center and of the plane from the world's origin: three for
/// the scalar product, one for the difference, three for the sums.
pub(crate) const HALF_SPACE_DISTANCE_FACTOR: f64 = 8.0;

/// Share of the sum of the half extents by which a corner can be above the margin of a half-space and
/// still count as at the margin (dimensionless). This is a documented limit of the engine.
pub(crate) const HALF_SPACE_SLACK: f64 = 1e-6;

/// Units of roundoff by which the distance of a point from a box can be off, for each meter of half
/// extents, radius and distance of the centers: one for the difference of the centers, 4.9 for a column of
/// the matrix and 3 for each scalar product, together at most 9 as a vector; 4 for the length, and one for
/// the difference to the radius. The rest is for the normal, which is made of these.
pub(crate) const SPHERE_FACTOR: f64 = 18.0;

/// Units of roundoff by which the distance of a capsule's core from a box can be off, for each meter of reach, radius
/// and depth: 9 for an end along the box's axes, as for a sphere; 1 for the middle and half of the distance between
/// both; 3 for the place of the nearest point; 4 for the length; 1 for the difference to the radius. If the core is
/// nearer than 17 for each meter of the components' sum, at most 30 here, the separation along axes counts. It is at
/// least 1/√3 of the gap, which adds 13, and is computed with 4. The rest is for products of errors.
pub(crate) const CAPSULE_FACTOR: f64 = 36.0;

/// Error bounds by which a normal can fail to separate box and core, and by which a contact can be off
/// (dimensionless): a contact is moved along the normal into a plane, with a cosine of at least 1/√3, and the
/// normal itself is off by some roundings of the core's length.
pub(crate) const CAPSULE_POINT_BOUNDS: f64 = 4.0;

/// How far outside of a face the core can pass and still count as over it, and how far above the margin a
/// contact can be, for each meter of reach (dimensionless). The documented limit of the engine is 1e-6 of the
/// components' sum, which is at most √3 times as large.
pub(crate) const CAPSULE_SLACK: f64 = 2e-6;

/// The constant that textbooks add to each entry of |R| (dimensionless), so that the cross product of
/// parallel edges, which is noise, does not separate boxes.
pub(crate) const TEXTBOOK_EPSILON: f32 = 1e-6;

/// How far from zero a separation of a frustum and a box must be for a certain answer in float32, as a
/// share of their sizes and their distance (dimensionless): four times the slack of 256 units of roundoff of
/// the kernels. The kernels multiply the slack by the sum of the components of an axis, which is at most √2
/// of its length. If the best axis is not tested, its neighbors show at least 1/√2 of its separation. The
/// rest is for the rounding of the kernels.
pub(crate) const FRUSTUM_BOUND: f64 = 1024.0 * UNIT_ROUNDOFF;

/// Meters by which a line can seem moved relative to a box in float32, for each meter of their distance
/// and of the box (dimensionless): the rotated offset of its start is off by 13 roundings, the direction by
/// 12, and sum and division add 6. The rest is for products of errors.
pub(crate) const LINE_BOUND: f64 = 48.0 * UNIT_ROUNDOFF;

/// Meters by which a distance of two segments computed in float32 can be off, for each meter of their
/// lengths and of the distance of their starts (dimensionless): the cross product of their directions is
/// right to a few roundings in meters, and segments within a sine of 17 roundings count as parallel.
pub(crate) const SEGMENT_BOUND: f64 = 64.0 * UNIT_ROUNDOFF;

/// Units of roundoff by which a closest point can be off in a coordinate, for each meter of the
/// coordinates of the segment's ends and of the segments' lengths and distance: three for the parameter; one
/// each for its product with the direction, for the sum with the start, and for the rounding of the
/// parameter itself; one to spare.
pub(crate) const SEGMENT_POINT_FACTOR: f64 = 7.0;

/// Share of itself by which a parameter of a line can be off (dimensionless). It is for large parameters,
/// for which the error bound in meters is too small: a dozen roundings of quotient and comparison, and some
/// to spare.
pub(crate) const PARAMETER_ROUNDING: f64 = 1e-6;

/// The least error of a parameter of a line (dimensionless), for lengths that underflow.
pub(crate) const LEAST_PARAMETER: f64 = 1e-37;

/// Slope along both sides of a's face of two faces below which they count as parallel when the first of four points is
/// chosen (dimensionless). The first point is then the extreme in this direction, and above it the deepest.
pub(crate) const FIRST_POINT_SLOPE: [f32; 2] = [0.005 * 0.794_689_8, 0.005 * 0.607_015_8];

/// The length of [`FIRST_POINT_SLOPE`] (dimensionless): how much less deep than the deepest candidate the deepest of
/// four points may be, as a share of the distance between both. This is a documented limit of the engine.
pub(crate) const LARGEST_DEPTH_LOSS: f64 = 0.005;

/// The squared sines of the angle between two faces from which on candidates that are level with the deepest count more
/// when four points are chosen, and from which on they count the whole weight (dimensionless).
pub(crate) const TILTED_FACES_SINE_SQUARED: [f32; 2] = [0.005 * 0.005, 0.01 * 0.01];

/// How much deeper than the best allowed axis the axis of a contact with covered faces may be, as a share of its depth
/// (dimensionless): three preferences after each other, of 4.5 % each, of a face over edges twice, and of a box's own
/// face.
pub(crate) const COVERED_PREFERENCE: f64 = 0.15;

/// How much farther apart than the boxes the nearest point can be and still show their distance, in addition to
/// [`REACH_NOISE`]: a share of the distance (dimensionless).
pub(crate) const SHOWN_PART: f32 = 0.05;

/// How much of the deviation of two quaternions from unit length is rounding of the measured deviation (dimensionless).
pub(crate) const CAST_MEASURED_DEVIATION: f64 = 8.0 * UNIT_ROUNDOFF;

/// Cast bounds that boxes can be apart when a cast reports a touch (dimensionless): 2.5 for the growth along edge axes
/// next to an exact axis, and the rounding of the separations.
pub(crate) const CAST_GAP_FACTOR: f64 = 4.0;

/// Cast bounds by which boxes that are reported free can overlap along an axis at the start (dimensionless): three
/// times 1.25 times √2 along edge axes, and one for the rounding of the separation.
pub(crate) const CAST_SLIDE_FACTOR: f64 = 6.4;

/// The same of boxes that meet after the start, and of those that get deeper (dimensionless): 17/16 times.
pub(crate) const CAST_SINK_FACTOR: f64 = 2.9;

/// How much deeper boxes that overlap by more than that at the start can get, for each meter that they move until they
/// are apart (dimensionless): 16 units of roundoff times 1.25 times √2, 15 for the displacement along an axis, and the
/// rest for rotations of a store, which are off unit length.
pub(crate) const CAST_CREEP_ERROR: f64 = 64.0 * UNIT_ROUNDOFF;

/// The same in cast bounds: both offsets are rounded by a unit of themselves, of the 35 of the bound, and edges count
/// 1.25·√2 times.
pub(crate) const CAST_CREEP_BOUNDS: f64 = 0.125;

/// Cast bounds up to which the offset of the centers along an axis may not show on which side of each other the boxes
/// are (dimensionless): half a bound along edge axes, and one for rounding.
pub(crate) const CAST_THIN_FACTOR: f64 = 1.9;

/// Meters that float64 cannot resolve, for each meter of the boxes, their distance and the displacement
/// (dimensionless).
pub(crate) const CAST_UNRESOLVED: f64 = 1e-13;

/// The sine of two edges from which on the separation along their axis is compared (dimensionless): below, the axis is
/// known too coarsely.
pub(crate) const CAST_CLEAR_SINE: f64 = 0.05;

/// The part of the size of the boxes below which a displacement may count as none (dimensionless): times are then
/// beyond the range of float32.
pub(crate) const CAST_NO_MOTION: f64 = 1e-30;

/// The documented largest separation at a hit: a number of tolerances, and a number of impact bounds (dimensionless).
/// Along an edge axis, tolerance and bounds may count √2 times, and along the axes of two nearly parallel edges √2
/// times again.
pub(crate) const HIT_FACTOR: f64 = 1.5;

/// See [`HIT_FACTOR`].
pub(crate) const HIT_BOUNDS: f64 = 8.0;

/// The documented largest separation of boxes that touch at the start, in impact bounds (dimensionless).
pub(crate) const TOUCHING_BOUNDS: f64 = 8.0;

/// The documented depth below which free boxes overlap along one direction, in impact bounds (dimensionless).
pub(crate) const FREE_BOUNDS: f64 = 10.5;

/// The same for boxes that are so deep at the start, and get no deeper: 2·√2 times [`IMPACT_DEEPEST_CORE_BOUNDS`].
pub(crate) const FREE_START_BOUNDS: f64 = 22.7;

/// The parts of a step at whose ends axes are tried as such directions.
pub(crate) const KEPT_TIMES: u32 = 16;

/// How often the time since when a direction keeps boxes apart is improved.
pub(crate) const KEPT_STEPS: usize = 2_000;

/// The part of the depth that is left when this time is not improved further.
pub(crate) const KEPT_REST: f64 = 1e-3;

/// By how much less than the margin boxes must be apart to be late, for each meter of the pair's size (dimensionless):
/// a thousand roundings of float64, and far below what float32 can show.
pub(crate) const SAME_IMPACT: f64 = 1e-13;

/// By how much larger, relatively, speeds of this reference are taken (dimensionless): for quaternions that are off
/// unit length, whose interpolation turns faster by up to 4e-6.
pub(crate) const SPEED_SLACK: f64 = 1e-5;

/// How often intervals are split before a check gives up.
pub(crate) const MOST_SPLITS: usize = 20_000;

/// Units of roundoff by which a point of a solid of a chain may be off, for each joint that moves the solid and one
/// more, and for each meter of its reach. This is a documented limit of the engine.
pub(crate) const CHAIN_FACTOR: f64 = 48.0;

/// Units of roundoff by which the value of a joint that follows another one may be off, for each radian or meter of it
/// and of its offset: the ratio and the offset are rounded, their product with a value, and the sum.
pub(crate) const MIMIC_FACTOR: f64 = 3.0;

/// Cast bounds that a sphere can be apart from what it hits at the time of the hit (dimensionless), and a capsule.
pub(crate) const ROUND_CAST_GAP: f64 = 2.0;
pub(crate) const ROUND_CAST_CAPSULE_GAP: f64 = 3.0;

/// Cast bounds by which a sphere that is free can overlap (dimensionless), and a capsule.
pub(crate) const ROUND_CAST_DEPTH: f64 = 3.0;
pub(crate) const ROUND_CAST_CAPSULE_DEPTH: f64 = 4.0;

/// The same of shapes that touch at the start and get no deeper (dimensionless); radii of more bounds than this are
/// thick enough to tell a graze from a hit.
pub(crate) const ROUND_CAST_START_DEPTH: f64 = 5.0;

/// Cast bounds by which shapes that touch at the start can get deeper and are free (dimensionless): two quarters, and
/// one for rounding.
pub(crate) const ROUND_CAST_DEEPER: f64 = 0.75;

/// Cast bounds by which shapes are at least deep if they overlap at the start (dimensionless).
pub(crate) const ROUND_CAST_OVERLAP: f64 = 2.5;

/// Cast bounds up to which shapes that are apart may count as touching at the start (dimensionless).
pub(crate) const ROUND_CAST_START_GAP: f64 = 1.5;

/// Cast bounds by which shapes can overlap and are never a hit if they come from apart (dimensionless).
pub(crate) const ROUND_CAST_GRAZE: f64 = 0.5;

/// Cast bounds by which the normal, at the length of the distance of the cores, and the point of a hit can be off
/// (dimensionless).
pub(crate) const ROUND_CAST_POINT_BOUNDS: f64 = 3.0;

/// Units of roundoff by which a distance of spheres, capsules and half-spaces can be off, for each meter of the cores,
/// their distance and both radii.
pub(crate) const ROUND_FACTOR: f64 = 64.0;

/// Error bounds by which a normal can fail to separate two such shapes, and by which a contact can be off
/// (dimensionless).
pub(crate) const ROUND_POINT_BOUNDS: f64 = 3.0;

/// The sine of two cores below which, if they meet, the normal is perpendicular to the longer one alone
/// (dimensionless): a documented limit of the engine, and a thousandth of it.
pub(crate) const CROSSED_SINE: f64 = 5.005e-4;

/// Units of roundoff by which the cross product of two cores is turned, divided by their sine: 3.5 for the product, and
/// some for the cores themselves.
pub(crate) const CROSS_ROUNDINGS: f64 = 8.0;

/// The sine of two cores up to which they count as side by side (dimensionless), from below and from above: a
/// documented limit of the engine.
pub(crate) const ALONG_SINES: [f64; 2] = [0.049_9, 0.050_1];

/// How much less deep than the pair both ends of cores side by side can be, as a part of the sum of the radii
/// (dimensionless), from below and from above: a documented limit of the engine.
pub(crate) const ALONG_LOSS: [f64; 2] = [0.019_9, 0.020_1];

/// Cast bounds that float64 cannot resolve at most (dimensionless): bounds are units of roundoff of the same lengths.
pub(crate) const ROUND_CAST_UNRESOLVED: f64 = 1e-6;
