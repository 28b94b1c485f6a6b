//! Boxes that move over frames: contacts that go on, their ids, and depths that follow the motion.

use octosat::{BoxPose, ContactCache, ContactKind, Manifold, Query};
use octosat_check::engines;
use octosat_tests::narrow;

use crate::case::{Case, ROUNDOFF};
use crate::solids::{Solid, X, Y, Z, rectangle, store};

fn pose(of: &Solid) -> BoxPose {
    BoxPose::new(narrow(of.center), narrow(octosat_tests::normalized(of.rotation)))
}

/// A cube slides by a millimeter and turns by a hundredth each frame: it is always on the same four vertices.
#[test]
fn points_of_a_sliding_and_turning_cube_go_on() {
    let source =
        "newton-physics/newton #2248, #1453; GameDevTecnico/cubos PR #1368; rapier PR #824";
    let floor = Solid::upright([0.0, -0.5, 0.0], [10.0, 0.5, 10.0]);
    for engine in engines() {
        let mut cache = ContactCache::new();
        let mut boxes = store(&[floor, Solid::cube([0.0, 0.5, 0.0], 0.5)]);
        for frame in 0..300_i32 {
            let step = f64::from(frame);
            let cube = Solid::cube([0.001 * step, 0.499, 0.0], 0.5).turned(Y, 0.01 * step);
            boxes.set_pose(1, pose(&cube)).unwrap();
            cache.next_frame();
            let query = Query::new(&boxes, &[[0, 1]]).within(0.01);
            engine.manifolds_cached(query, &mut cache).unwrap();
            let links = cache.links();
            let link = links.contacts().next().unwrap();
            assert_eq!(link.touching.points.len(), 4, "{source}, frame {frame}");
            let going_on = link.predecessors().flatten().count();
            assert_eq!(going_on, if frame > 0 { 4 } else { 0 }, "{source}, frame {frame}");
            assert_eq!(links.began().count(), usize::from(frame == 0), "{source}, frame {frame}");
            assert_eq!(links.ended().count(), 0, "{source}, frame {frame}");
        }
    }
}

/// Faces at x = 2 and x - 1: apart by x - 3, then that deep.
#[test]
fn a_cube_moves_into_a_larger_one() {
    let source = "schteppe/cannon.js #217, #477";
    let large = Solid::cube([0.0; 3], 2.0);
    for step in 0..72_i32 {
        let x = 20.0 - 0.25 * f64::from(step);
        let depth = 3.0 - x;
        let case =
            Case::new(source, "A cube comes along x.", [large, Solid::cube([x, 0.25, 0.0], 1.0)]);
        let case = case.depth(X, depth);
        if depth == 0.0 {
            case.exactly().check();
        } else if depth < 0.0 {
            case.apart().check();
        } else {
            let center = [(2.0 + x - 1.0) / 2.0, 0.25, 0.0];
            case.touching(ContactKind::Face, &rectangle(center, [Y, Z], depth)).check();
        }
    }
}

/// The lower edges of the plate are at ±(5, -0.05) turned by the angle, so each frame moves the rims by half a
/// millimeter, and no contact shows an older depth.
#[test]
fn a_tilting_plate_has_the_depth_of_its_rim_in_each_frame() {
    let source = "avianphysics/avian PR #1033, NVIDIAGameWorks/PhysX #468";
    let floor = Solid::upright([0.0, -0.5, 0.0], [50.0, 0.5, 50.0]);
    let plate = Solid::upright([0.0, 0.05, 0.0], [5.0, 0.05, 5.0]);
    for engine in engines() {
        let mut cache = ContactCache::new();
        let mut boxes = store(&[floor, plate]);
        for frame in 1..40_i32 {
            let angle = 1e-4 * f64::from(frame);
            boxes.set_pose(1, pose(&plate.turned(Z, angle))).unwrap();
            cache.next_frame();
            let query = Query::new(&boxes, &[[0, 1]]).within(0.03);
            let found = engine.manifolds_cached(query, &mut cache).unwrap();
            let row: Manifold = found.manifolds()[0];
            // The left rim is below the floor by this, the right one above it.
            let rim = |side: f64| 5.0 * side * angle.sin() + 0.05 * angle.cos() - 0.05;
            let shown = format!("{source}, frame {frame}: {row:?} {:?}", found.of(0));
            assert_eq!((row.kind(), row.len), (ContactKind::Face, 4), "{shown}");
            // The contact bound of a reach of 11 m, twice for a rim.
            let bound = 2.0 * 80.0 * ROUNDOFF * 11.0;
            assert!((f64::from(row.depth) - rim(1.0)).abs() <= bound, "{shown}");
            for point in found.of(0) {
                let side = -f64::from(point.position[0].signum());
                assert!((f64::from(point.depth) - rim(side)).abs() <= bound, "{shown}");
            }
        }
    }
}
