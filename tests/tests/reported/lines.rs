//! Boxes against rays and segments: where a line enters, where it leaves, and through which face.

use octosat::{Engine, Face, Query, Ray, RayHit, Segment, Sphere};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::{Vector, along, columns, cross, dot, length, narrow};

use crate::case::ROUNDOFF;
use crate::solids::{Motion, Solid, X, Y, Z, directions, scaled, store};

/// Roundoffs by which a face can seem moved, for each meter of twice the distance of the start and the half extents: 48
/// and four times the deviation of the quaternion by the book, and 16 for rounding box and line.
const FACE: f64 = 48.0 + 17.5 + 16.0;

/// The part of itself by which a parameter can be off in addition.
const PARAMETER: f64 = 1e-6;

/// How far a place of entry may be off the surface of a cube, meters, for a line from 10 m away: [`FACE`] roundoffs of
/// 23 m, and a millionth of 10 m, together 0.12 mm.
const OFF_SURFACE: f64 = 1.3e-4;

/// A line that enters through a face, by number, or starts inside.
#[derive(Clone, Copy, Debug)]
struct Hit {
    entry: f64,
    exit: f64,
    face: u8,
}

const INSIDE: u8 = 6;

fn hit(entry: f64, exit: f64, face: u8) -> Option<Hit> {
    Some(Hit { entry, exit, face })
}

/// A line from a start, for a segment to its end.
#[derive(Clone, Copy, Debug)]
struct Line {
    start: Vector,
    way: Vector,
    is_segment: bool,
}

fn ray(start: Vector, way: Vector) -> Line {
    Line { start, way, is_segment: false }
}

fn segment(start: Vector, end: Vector) -> Line {
    Line { start, way: along(end, -1.0, start), is_segment: true }
}

fn cast(engine: &Engine, of: &Solid, line: Line) -> RayHit {
    let (boxes, mut found) = (store(&[*of]), [RayHit::MISS]);
    let start = narrow(line.start);
    if line.is_segment {
        let end = narrow(along(line.start, 1.0, line.way));
        let segment = Segment::new(start, end).unwrap();
        engine.hits(Query::each(&boxes, &segment), &mut found).unwrap();
    } else {
        let ray = Ray::new(start, narrow(line.way)).unwrap();
        engine.hits(Query::each(&boxes, &ray), &mut found).unwrap();
    }
    found[0]
}

/// Asks every engine as given; the line may graze.
fn check_exactly(source: &str, of: &Solid, line: Line, right: Option<Hit>) {
    let way = line.way.into_iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    let size = length(along(line.start, -1.0, of.center)) + of.half.iter().sum::<f64>();
    let far = ROUNDOFF * (length(of.center) + length(line.start));
    // A moved face moves the parameter by its motion over the component of the way across the face, which here is at least
    // the largest one over √3.
    let bound = (FACE * ROUNDOFF * 2.0 * size + far) / (way / 3.0_f64.sqrt());
    for engine in engines() {
        let found = cast(&engine, of, line);
        let shown = format!("{source}: {found:?}, not {right:?}: {of:?} {line:?} {engine:?}");
        let Some(right) = right else {
            assert_eq!(found, RayHit::MISS, "{shown}");
            continue;
        };
        let is_near = |found: f32, right: f64| {
            (f64::from(found) - right).abs() <= bound + PARAMETER * right.abs()
        };
        assert!(is_near(found.entry, right.entry) && is_near(found.exit, right.exit), "{shown}");
        assert_eq!(found.face.code(), right.face, "{shown}");
        let is_inside = right.face == INSIDE;
        assert_eq!(found.face == Face::STARTS_INSIDE, is_inside, "{shown}");
    }
}

/// The same as given and after the usual motion.
fn check(source: &str, of: &Solid, line: Line, right: Option<Hit>) {
    check_exactly(source, of, line, right);
    let motion = Motion::usual();
    let [start, way] = [motion.point(line.start), motion.direction(line.way)];
    check_exactly(source, &of.moved(&motion), Line { start, way, ..line }, right);
}

#[test]
fn a_segment_of_a_level_hits_its_cuboid() {
    let of = Solid::between([114.899_994, 703.65, -1.0], [725.1, 1142.6, 1.0]);
    let line = segment([-1087.5709, -369.548_13, 0.0], [600.0, 1087.5, 0.0]);
    // At y = 703.65 the segment is at x = 155, within the lower face; its end is inside.
    let entry = (703.65 + 369.548_13) / (1087.5 + 369.548_13);
    check("dimforge/ncollide #343", &of, line, hit(entry, 1.0, 2));
}

#[test]
fn a_ray_in_the_plane_of_a_face_hits() {
    let of = Solid::between([32.0, 32.0, -1.0], [96.0, 96.0, 1.0]);
    let line = ray([16.0, 32.0, 0.0], X);
    check_exactly("io7m-com/jspatial #7", &of, line, hit(16.0, 80.0, 0));
}

#[test]
fn a_box_of_no_size_is_hit_in_its_point() {
    let of = Solid::upright([5.693_442e-39, -5000.0, 5000.0], [0.0; 3]);
    let source = "svenstaro/bvh #140";
    let line = ray([-5000.0, -5000.0, 5000.0], X);
    check_exactly(source, &of, line, hit(5000.0, 5000.0, 0));
    check_exactly(source, &of, ray([-5000.0, -5000.0, 5000.5], X), None);
}

#[test]
fn a_ray_from_inside_leaves_and_one_from_outside_enters() {
    let source = "stackgl/ray-aabb-intersection #3";
    let cube = Solid::cube([0.0; 3], 1.0);
    check(source, &cube, ray([0.0; 3], X), hit(0.0, 1.0, INSIDE));
    let of = Solid::between([3.0, -3.0, -4.0], [4.0, 4.0, 4.0]);
    check(source, &of, ray([0.0; 3], X), hit(3.0, 4.0, 0));
    check(source, &of, ray([0.0; 3], scaled(X, -1.0)), None);
}

/// A line in the plane of a face touches the box; one that is an ulp outside does not, and a minus zero is a zero.
#[test]
fn rays_in_the_planes_of_faces_hit_and_those_outside_miss() {
    let source = "PrismarineJS/prismarine-world PR #165, RenderKit/embree PR #589";
    let of = Solid::between([0.0; 3], [1.0; 3]);
    let outside = f64::from(1.0_f32.next_up());
    for axis in 0..3_usize {
        for other in [(axis + 1) % 3, (axis + 2) % 3] {
            for zero in [0.0, -0.0] {
                for (place, is_hit) in [(0.0, true), (1.0, true), (outside, false), (-1e-7, false)]
                {
                    let (mut start, mut way) = ([0.5; 3], [zero; 3]);
                    (start[axis], start[other], way[axis]) = (-2.0, place, 1.0);
                    let face = u8::try_from(2 * axis).unwrap();
                    let right = if is_hit { hit(2.0, 3.0, face) } else { None };
                    check_exactly(source, &of, ray(start, way), right);
                }
            }
        }
    }
}

/// In the frame of the box, the ray x = 2 passes its faces across its y axis at y = 2/cos and 0 of the world.
#[test]
fn a_ray_sees_the_angles_of_a_box() {
    let angle = 30.0_f64.to_radians();
    let of = Solid::upright([0.0; 3], [4.0, 1.0, 1.0]).turned(Z, angle);
    let (sine, cosine) = angle.sin_cos();
    let [upper, lower] = [1.0, -1.0].map(|side| (side + 2.0 * sine) / cosine);
    let line = ray([2.0, 10.0, 0.0], [0.0, -1.0, 0.0]);
    let source = "ValveSoftware/source-sdk-2013 PR #590";
    check(source, &of, line, hit(10.0 - upper, 10.0 - lower, 3));
}

#[test]
fn a_ray_along_an_edge_through_its_corners_hits() {
    let of = Solid::cube([0.0; 3], 1.0);
    for axis in 0..3_usize {
        for [s, t] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
            for sign in [1.0, -1.0] {
                let (mut start, mut way) = ([0.0; 3], [0.0; 3]);
                (start[axis], way[axis]) = (-3.0 * sign, sign);
                (start[(axis + 1) % 3], start[(axis + 2) % 3]) = (s, t);
                let face = u8::try_from(2 * axis).unwrap() + u8::from(sign < 0.0);
                let line = ray(start, way);
                check_exactly("libigl/libigl #2232", &of, line, hit(2.0, 4.0, face));
            }
        }
    }
}

/// Along an axis, along the diagonal of a face and along that of the box, from inside and from outside.
#[test]
fn rays_along_axes_and_diagonals_of_a_box() {
    let source = "moveit/geometric_shapes #67, #68, #109, test_ray_intersection.cpp";
    let of = Solid::cube([0.0; 3], 0.5);
    for way in directions() {
        check(source, &of, ray([0.0; 3], way), hit(0.0, 0.5, INSIDE));
        check(source, &of, ray(scaled(way, 0.25), way), hit(0.0, 0.25, INSIDE));
        check(source, &of, ray(scaled(way, 0.25), scaled(way, -1.0)), hit(0.0, 0.75, INSIDE));
        check(source, &of, ray(scaled(way, 1.5), way), None);
        // A little off the diagonal, so that no corner is a tie. Along each axis of the way, the box is from 1.5 to 2.5.
        let off = [0.03, 0.02, 0.01];
        let line = ray(along(scaled(way, -2.0), 1.0, off), way);
        let axes: Vec<usize> = (0..3).filter(|&k| way[k].abs() > 0.0).collect();
        let latest = |from: f64| axes.iter().map(move |&k| from - off[k] * way[k]);
        let entry = latest(1.5).fold(0.0, f64::max);
        let exit = latest(2.5).fold(f64::INFINITY, f64::min);
        let axis = axes.iter().find(|&&k| 1.5 - off[k] * way[k] >= entry).unwrap();
        let face = u8::try_from(2 * axis).unwrap() + u8::from(way[*axis] < 0.0);
        check(source, &of, line, hit(entry, exit, face));
        // Two meters away from the middle, which is more than half a diagonal.
        let across = cross(way, [0.3, -0.7, 0.2]);
        let start = along(scaled(way, -2.0), 2.0 / length(across), across);
        check(source, &of, ray(start, way), None);
    }
}

/// A point that is a thousandth before the place of entry is outside the cube, and one behind it inside.
#[test]
fn the_place_of_entry_is_on_the_surface() {
    let source = "dimforge/parry, cuboid_ray_cast, issue 242";
    let mut random = Random::new(242);
    for _ in 0..200 {
        let of = Solid { rotation: random.rotation(), ..Solid::cube([0.0; 3], 0.5) };
        let start = scaled(random.direction(), 10.0);
        let target = random.vector(-0.2, 0.2);
        let line = segment(start, target);
        let (axes, boxes) = (columns(of.rotation), store(&[of]));
        for engine in engines() {
            let found = cast(&engine, &of, line);
            let place = |time: f64| along(start, time, line.way);
            let on = axes.map(|axis| dot(axis, place(f64::from(found.entry))).abs());
            let most = on.into_iter().fold(0.0, f64::max);
            assert!((most - 0.5).abs() < OFF_SURFACE, "{source}: {found:?} {on:?}");
            for (nudge, is_inside) in [(-1e-3, false), (1e-3, true)] {
                let point = narrow(place(f64::from(found.entry) + nudge));
                let (sphere, mut hits) = (Sphere::new(point, 0.0).unwrap(), [false]);
                let query = Query::each(&boxes, &sphere);
                engine.overlaps(query, &mut hits).unwrap();
                assert_eq!(hits[0], is_inside, "{source}: {found:?}");
            }
        }
    }
}

#[test]
fn box2d_fourteen_segments() {
    let source = "erincatto/box2d, test_collision.c, AABBRayCastTest";
    let of = Solid::cube([0.0; 3], 1.0);
    let flat = |[x, y]: [f64; 2]| [x, y, 0.0];
    let third = 1.0 / 3.0;
    for (start, end, right) in [
        ([-3.0, 0.0], [3.0, 0.0], hit(third, 2.0 * third, 0)),
        ([3.0, 0.0], [-3.0, 0.0], hit(third, 2.0 * third, 1)),
        ([0.0, -3.0], [0.0, 3.0], hit(third, 2.0 * third, 2)),
        ([0.0, 3.0], [0.0, -3.0], hit(third, 2.0 * third, 3)),
        ([-3.0, 2.0], [3.0, 2.0], None),
        ([2.0, -3.0], [2.0, 3.0], None),
        // Here a segment from inside is a hit; Box2D reports none.
        ([0.0, 0.0], [2.0, 0.0], hit(0.0, 0.5, INSIDE)),
        ([-2.0, 1.5], [2.0, 1.5], None),
        ([-2.0, 1.0], [2.0, 1.0], hit(0.25, 0.75, 0)),
        ([-3.0, 0.0], [-2.5, 0.0], None),
        ([-2.0, 0.0], [-1.0, 0.0], hit(1.0, 1.0, 0)),
        ([0.0, 0.0], [0.0, 0.0], hit(0.0, 1.0, INSIDE)),
        ([-2.0, -1.75], [2.0, 2.25], hit(0.25, 0.6875, 0)),
    ] {
        let line = segment(flat(start), flat(end));
        let line = if length(line.way) > 0.0 { line } else { Line { way: [0.0; 3], ..line } };
        if length(line.way) > 0.0 {
            check_exactly(source, &of, line, right);
        } else {
            // The parameters of a point are all of its segment.
            assert!(engines().iter().all(|engine| cast(engine, &of, line).hits()), "{source}");
        }
    }
    let shifted = Solid::between([2.0, 3.0, -1.0], [4.0, 5.0, 1.0]);
    let line = segment([0.0, 4.0, 0.0], [6.0, 4.0, 0.0]);
    check(source, &shifted, line, hit(third, 2.0 * third, 0));
}

#[test]
fn jolt_rays_against_boxes() {
    let source = "jrouwe/JoltPhysics, RayAABoxTests, TestBoxShapeRay";
    let (cube, half) = (Solid::cube([0.0; 3], 1.0), [2.0, 3.0, 4.0]);
    for (k, axis) in [X, Y, Z].into_iter().enumerate() {
        let face = u8::try_from(2 * k).unwrap();
        check(source, &cube, ray(scaled(axis, -2.0), axis), hit(1.0, 3.0, face));
        check(source, &cube, ray(scaled(axis, 2.0), scaled(axis, -1.0)), hit(1.0, 3.0, face + 1));
        check(source, &cube, ray(scaled(axis, 2.0), axis), None);
        let of = Solid::upright([0.0; 3], half);
        let line = segment(scaled(axis, -10.0), scaled(axis, 10.0));
        let [entry, exit] = [-1.0, 1.0].map(|side| (10.0 + side * half[k]) / 20.0);
        check(source, &of, line, hit(entry, exit, face));
    }
}
