//! Which box hides which: for each two boxes whose outlines overlap on the sheet.

use glam::DVec3;

use crate::body::{Body, Role};
use crate::camera::Camera;
use crate::order::Hiding;

/// The cosine to the view below which two boxes that overlap do not hide each other.
const SIDE_BY_SIDE: f64 = 0.01;

/// The sine of the angle between two edges below which they have no axis of their own, as they are parallel.
const PARALLEL: f64 = 1e-6;

/// The bounds of an outline, meters to the right and upwards.
struct Bounds {
    place: usize,
    low: [f64; 2],
    high: [f64; 2],
}

impl Bounds {
    fn new(place: usize, body: &Body, camera: &Camera) -> Self {
        let directions = [camera.right, camera.up];
        let along = directions.map(|direction| body.center.dot(direction));
        let reach = directions.map(|direction| body.reach(direction));
        Self {
            place,
            low: [along[0] - reach[0], along[1] - reach[1]],
            high: [along[0] + reach[0], along[1] + reach[1]],
        }
    }
}

/// Which of the boxes must be painted over which. Large boxes lie behind all others in any case.
pub(crate) fn hidings(bodies: &[Body], camera: &Camera) -> Vec<Hiding> {
    let bounds = |(place, body)| Bounds::new(place, body, camera);
    let mut all: Vec<Bounds> = bodies.iter().enumerate().map(bounds).collect();
    all.sort_by(|a, b| a.low[0].total_cmp(&b.low[0]));
    let mut found = Vec::new();
    for (number, one) in all.iter().enumerate() {
        for other in all[number + 1..].iter().take_while(|other| other.low[0] < one.high[0]) {
            let places = [one.place, other.place];
            let is_large = places.map(|place| bodies[place].role == Role::Large);
            let overlaps = one.low[1] < other.high[1] && other.low[1] < one.high[1];
            if overlaps && is_large[0] == is_large[1] {
                found.extend(hiding(bodies, places, camera.toward));
            }
        }
    }
    found
}

/// Which of two boxes hides the other one, if their outlines overlap.
fn hiding(bodies: &[Body], places: [usize; 2], toward: DVec3) -> Option<Hiding> {
    let pair = places.map(|place| &bodies[place]);
    let edges = pair.iter().flat_map(|body| body.axes);
    if edges.clone().any(|edge| separation(pair, toward.cross(edge)).is_some_and(|gap| gap >= 0.0))
    {
        return None;
    }
    let crosses = pair[0].axes.into_iter().flat_map(|a| pair[1].axes.map(|b| a.cross(b)));
    let axes = edges.chain(crosses);
    let separations = axes.filter_map(|axis| Some((separation(pair, axis)?, axis)));
    let (gap, axis) = separations.max_by(|a, b| a.0.total_cmp(&b.0))?;
    // The second box lies on the side of the axis to which it is shifted.
    let shift = axis.dot(pair[1].center - pair[0].center);
    let cosine = axis.normalize().dot(toward) * shift.signum();
    let [behind, before] = if cosine > 0.0 { places } else { [places[1], places[0]] };
    (gap > 0.0 || cosine.abs() >= SIDE_BY_SIDE).then_some(Hiding { behind, before })
}

/// How far two boxes are apart along an axis, meters; `None` for the cross product of parallel edges.
fn separation([a, b]: [&Body; 2], axis: DVec3) -> Option<f64> {
    let axis = (axis.length() > PARALLEL).then(|| axis.normalize())?;
    Some(axis.dot(b.center - a.center).abs() - a.reach(axis) - b.reach(axis))
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;
    use crate::body::Solid;
    use crate::camera::View;

    fn body(index: usize, center: [f64; 3], half_extents: [f64; 3]) -> Body {
        let [center, half_extents] = [center, half_extents].map(DVec3::from);
        Body::new(index, &Solid { center, half_extents, ..Solid::default() })
    }

    /// The view along x, toward minus x, with z up.
    fn camera() -> Camera {
        Camera::new(&View { azimuth: 0.0, elevation: 0.0, up: DVec3::Z })
    }

    #[test]
    fn the_camera_looks_at_boxes_from_plus_x() {
        assert!(camera().toward.abs_diff_eq(DVec3::X, 1e-12), "{:?}", camera());
    }

    #[test]
    fn a_floor_whose_center_is_nearer_is_painted_under_a_shelf() {
        // From above at 45 degrees, the center of the floor is nearer to the viewer than that of the shelf.
        let camera = Camera::new(&View { azimuth: 0.0, elevation: 45.0, up: DVec3::Z });
        let bodies =
            [body(0, [2.0, 0.0, -0.1], [4.0, 4.0, 0.1]), body(1, [-1.0, 0.0, 0.5], [0.5; 3])];
        assert!(bodies[0].center.dot(camera.toward) > bodies[1].center.dot(camera.toward));
        assert_eq!(hidings(&bodies, &camera), [Hiding { behind: 0, before: 1 }]);
    }

    #[test]
    fn outlines_that_do_not_overlap_hide_nothing() {
        let quarter = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
        let turned = |index, y| {
            Body::new(
                index,
                &Solid {
                    center: DVec3::new(index as f64 * 9.0, y, y),
                    rotation: quarter,
                    half_extents: DVec3::ONE,
                },
            )
        };
        // Their bounds overlap, and the corners of the two diamonds pass each other.
        assert_eq!(hidings(&[turned(0, 0.0), turned(1, 1.5)], &camera()), []);
        let one_over_the_other = [Hiding { behind: 0, before: 1 }];
        assert_eq!(hidings(&[turned(0, 0.0), turned(1, 1.3)], &camera()), one_over_the_other);
    }

    #[test]
    fn crossing_rods_are_ordered_by_an_axis_of_two_edges() {
        let rod = |index, x: f64, turn: f64, along| {
            Body::new(
                index,
                &Solid {
                    center: DVec3::new(x, 0.0, 0.0),
                    rotation: DQuat::from_rotation_z(turn) * DQuat::from_rotation_x(0.7),
                    half_extents: along,
                },
            )
        };
        for (first, second) in [(0.0, 0.3), (0.3, 0.0)] {
            let bodies = [
                rod(0, first, 0.5, DVec3::new(0.1, 9.0, 0.1)),
                rod(1, second, 0.5, DVec3::new(0.1, 0.1, 9.0)),
            ];
            let [behind, before] = if first < second { [0, 1] } else { [1, 0] };
            assert_eq!(hidings(&bodies, &camera()), [Hiding { behind, before }]);
        }
    }

    #[test]
    fn boxes_that_overlap_are_ordered_by_the_shortest_translation() {
        let slab = [0.5, 2.0, 2.0];
        let bodies = [body(0, [0.9, 0.0, 0.0], slab), body(1, [0.0, 0.5, 0.0], slab)];
        assert_eq!(hidings(&bodies, &camera()), [Hiding { behind: 1, before: 0 }]);
        let side_by_side = [body(0, [0.5, 3.9, 0.0], slab), body(1, [0.0, 0.0, 0.0], slab)];
        assert_eq!(hidings(&side_by_side, &camera()), []);
    }

    #[test]
    fn large_boxes_are_ordered_among_themselves() {
        let mut bodies = [body(0, [9.0, 0.0, 0.0], [9.0; 3]), body(1, [-9.5, 0.0, 0.0], [1.0; 3])];
        assert_eq!(hidings(&bodies, &camera()).len(), 1);
        bodies[0].role = Role::Large;
        assert_eq!(hidings(&bodies, &camera()), []);
        bodies[1].role = Role::Large;
        assert_eq!(hidings(&bodies, &camera()), [Hiding { behind: 1, before: 0 }]);
    }
}
