//! Every tolerance of polyhedra: its value, its unit and its reason.

/// Largest accepted deviation of a rotation quaternion's squared length from one, without unit.
///
/// Rotations are normalized in float64 when a pose is made, so this only separates a rotation that has drifted from
/// one that is not a rotation. The engine has the same constant.
pub const ROTATION_LENGTH_TOLERANCE: f64 = 1e-3;

/// How far a vertex may lie off the plane of its face, or above the plane of another face, as a part of the
/// largest distance of a vertex from the shape's origin.
///
/// Coordinates in float32 are exact to 6e-8 of that distance, six printed digits to 5e-7. The middle of a polyhedron
/// must lie below each of its faces by at least the same length.
pub const FLATNESS_TOLERANCE: f64 = 1e-5;

/// The sine of the angle up to which two directions count as one, without unit.
///
/// Opposite edges of a prism, rounded to float32, differ by about 1e-7. Taking one direction for
/// another moves a separation by at most a millionth of the shapes' size.
pub const SAME_DIRECTION_SINE: f64 = 1e-6;

/// How far two arcs of the Gauss map may miss each other and still count as crossing, radians.
///
/// It covers the effect of [`FLATNESS_TOLERANCE`] and of rounding on normals. A pair that passes only because of this
/// slack costs a test. It changes no result, because both shapes are projected completely before an axis can win.
pub const GAUSS_MAP_SLACK: f64 = 1e-5;

/// The smallest squared sine of the angle between two edges for which their cross product counts as an axis.
///
/// Edges at a smaller angle count as parallel. The engine has the same constant.
pub const PARALLEL_EDGES_SINE_SQUARED: f64 = 1e-14;

/// How much less deep than a face an edge pair must be to win, as a part of the face's depth.
///
/// This and the next two are also constants of the engine, so that both choose the same axis. [`REACH_NOISE`] is added
/// for shallow contacts.
pub const FACE_PREFERENCE: f64 = 0.02;

/// How far rounding moves a place where two shapes touch, or a gap there, in meters for each meter of the pair's
/// reach, without unit; the engine's constant.
///
/// The reach is the distance of the origins plus the extent of the smaller shape: no place where shapes touch is farther
/// from either origin. How far a floor extends beyond such places has no part in it.
pub const REACH_NOISE: f64 = 1e-6;

/// The most that both preferences together may be, as a part of the face's depth.
pub const LARGEST_FACE_PREFERENCE: f64 = 0.045;

/// The cosine between a winning edge axis and the best face's normal from which on the face is
/// preferred for contacts, without unit: about 8 degrees, as in the engine.
pub const ALIGNED_FACE_COSINE: f64 = 0.99;

/// How far the deepest contact may differ from the depth of the pair, as a part of that depth: less deep for
/// overlapping shapes, farther apart for separated ones. A little more than what the face preference may add to the
/// depth.
pub const SHALLOW_PATCH: f64 = 0.05;

/// How far two faces may be tilted and still count as parallel when the first of four points is chosen: a slope of
/// 0.005, in parts along and across a side of the face, without unit; the engine's constant.
pub const FIRST_POINT_SLOPE: [f64; 2] = [0.005 * 0.794_689_8, 0.005 * 0.607_015_8];

/// The squared sines of the angle up to which two faces count as parallel and from which on as tilted when the other
/// three of four points are chosen, without unit; the engine's constants, as are the next two.
pub const TILTED_FACES_SINE_SQUARED: [f64; 2] = [0.005 * 0.005, 0.01 * 0.01];

/// How many times a vector to a contact as deep as the deepest counts between tilted faces, without unit.
pub const LEVEL_WEIGHT: f64 = 2.0;

/// The part of the height of the highest contact above the deepest at which the weight has fallen to one, without unit.
pub const LEVEL_PART: f64 = 0.125;

/// The squared sine of the angle of two segments below which they count as parallel, without unit. Below it,
/// cancellation in float64 leaves only noise.
pub const PARALLEL_SEGMENTS_SINE_SQUARED: f64 = 1e-14;

/// The least distance of two parallel edges at which the vector between them has a direction, as a part of the
/// shapes' summed extents, without unit. A shorter vector is rounding noise of float64, as is a smaller difference of
/// two separations: a normal that is rounded turns each shape as a whole.
pub const SMALLEST_GAP: f64 = 1e-12;
