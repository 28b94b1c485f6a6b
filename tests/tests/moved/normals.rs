//! Normals of axes: those of every axis, and those of casts.

use glam::{DMat3, DQuat, DVec3};
use octosat::{Axis, Engine, Penetration};
use octosat_scenes::generate::Random;
use octosat_tests::{UPRIGHT, narrow};

use super::hits::FarCasts;

/// The axes of a rotation, in another way than the rows have them.
fn axes(rotation: [f32; 4]) -> DMat3 {
    DMat3::from_quat(DQuat::from_array(rotation.map(f64::from)).normalize())
}

#[test]
fn normals_are_unit_and_along_their_axis() {
    let mut random = Random::new(11);
    for _ in 0..2_000 {
        // Of any length.
        let length = random.range(0.5, 2.0);
        let mut rotation = || narrow(random.rotation().map(|component| length * component));
        let rotations = [rotation(), rotation()];
        let toward = narrow(random.direction());
        let [a, b] = rotations.map(axes);
        for code in 0..15 {
            let axis = Axis::from_code(code);
            let expected = match (axis.face_of_a(), axis.face_of_b(), axis.edges()) {
                (Some(face), ..) => a.col(face.into()),
                (_, Some(face), _) => b.col(face.into()),
                (.., Some([of_a, of_b])) => {
                    a.col(of_a.into()).cross(b.col(of_b.into())).normalize()
                }
                _ => unreachable!("fifteen axes"),
            };
            let normal = axis.normal(rotations, toward).unwrap();
            let normal = DVec3::from(normal.map(f64::from));
            assert!((normal.length() - 1.0).abs() < 1e-7, "{axis:?} {rotations:?}");
            assert!(normal.dot(DVec3::from(toward.map(f64::from))) >= -1e-7);
            let off = (normal - expected).length().min((normal + expected).length());
            assert!(off < 4e-7, "{axis:?} {rotations:?}: {off}");
        }
    }
}

#[test]
fn parallel_edges_and_numbers_that_are_not_finite_have_no_normal() {
    let up = [0.0, 1.0, 0.0];
    for code in [6, 10, 14, 255] {
        assert_eq!(Axis::from_code(code).normal([UPRIGHT; 2], up), None, "{code}");
    }
    // Two edges that cross, and the angle at which they are still not parallel.
    assert_eq!(Axis::from_code(7).normal([UPRIGHT; 2], up), Some([0.0, 0.0, 1.0]));
    let turned = |angle: f32| [0.0, 0.5 * angle, 0.0, 1.0];
    assert_eq!(Axis::from_code(6).normal([UPRIGHT, turned(2e-9)], up), Some([0.0, 1.0, 0.0]));
    assert_eq!(Axis::from_code(6).normal([UPRIGHT, turned(0.5e-9)], up), None);
    for bad in [[f32::NAN; 4], [0.0; 4], [f32::INFINITY, 0.0, 0.0, 1.0]] {
        for code in 0..15 {
            let normal = Axis::from_code(code).normal([bad; 2], up);
            assert_eq!(normal, None, "{code} {bad:?}");
        }
    }
}

/// The normal of a hit's axis, against the motion, is that of the penetration there.
#[test]
fn normals_of_casts_are_those_of_penetrations_at_their_hits() {
    let far = FarCasts::new([0.0; 3], 5);
    let query = far.at_hits();
    let mut rows = vec![Penetration::default(); query.pairs().len()];
    Engine::new().penetrations(query, &mut rows).unwrap();
    for (index, row) in rows.iter().enumerate() {
        let normal = far.normal(index);
        let off = (0..3).map(|k| (normal[k] - row.normal[k]).abs()).fold(0.0, f32::max);
        assert!(off < 2e-5, "{normal:?} {row:?}");
    }
}
