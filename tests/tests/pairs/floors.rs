//! Boxes on floors, slivers and stacks, whose contacts follow from one sentence of geometry.

use octosat::{ContactKind, ContactPoint, Manifold, OrientedBox, PointLimit};
use octosat_tests::{Vector, along, columns, cube_rotations, rotate, turn};

use crate::common::{NO_TURN, boxed, check_manifolds, upright};

/// Both orders of two boxes, behind each other.
fn both_orders([a, b]: [OrientedBox; 2]) -> [OrientedBox; 4] {
    [a, b, b, a]
}

/// A coordinate of points in the world, ascending; eight points are required, relative to a's center.
fn along_axis(points: &[ContactPoint], k: usize, a: &OrientedBox, most: PointLimit) -> Vec<f32> {
    let origin = if most == PointLimit::Eight { a.pose.center[k] } else { 0.0 };
    let mut along: Vec<_> = points.iter().map(|point| point.position[k] + origin).collect();
    along.sort_unstable_by(f32::total_cmp);
    along
}

/// The largest depth of some points.
fn deepest(points: &[ContactPoint]) -> f64 {
    points.iter().map(|point| f64::from(point.depth)).fold(f64::NEG_INFINITY, f64::max)
}

/// A cube tilted about x stands on its lower edge, whose two vertices alone are within the margin of the floor, however
/// large the floor is: the other vertices of its lower face are higher by 2 h sin(tilt).
#[test]
fn a_tilted_cube_touches_a_large_floor_with_two_vertices() {
    let rows = [
        (1e2, 0.01, 0.045, 1e-4, 0.0),
        (1e2, 0.01, 0.045, 1e-4, 2e-4),
        (5e3, 0.9, 0.02, 1e-3, 0.01),
        (1e4, 0.5, 0.047, 1e-4, 0.0),
        (1e6, 0.1, 0.03, 1e-5, 1e-3),
    ];
    for (floor, half, tilt, depth, margin) in rows {
        let (sine, cosine) = f64::sin_cos(tilt);
        assert!(2.0 * half * sine > depth + f64::from(margin), "the upper vertices are far enough");
        let height = 1.0 - depth + half * (sine + cosine);
        let cube = boxed([0.3, -0.2, height], turn([1.0, 0.0, 0.0], tilt), [half; 3]);
        let floor = boxed([0.0; 3], NO_TURN, [floor, floor, 1.0]);
        let boxes = both_orders([floor, cube]);
        check_manifolds("tilted cube", &boxes, margin, |pair, row, points, most| {
            assert_eq!((row.kind(), points.len()), (ContactKind::Face, 2), "{row:?} {points:?}");
            let upwards = if pair == 0 { 1.0 } else { -1.0 };
            assert!((f64::from(row.normal[2]) - upwards).abs() < 1e-6, "{row:?}");
            let depths = points.iter().map(|point| f64::from(point.depth));
            assert!(depths.into_iter().all(|found| (found - depth).abs() < 2e-6), "{points:?}");
            let edge = -0.2 + half * (sine - cosine);
            for (k, ends) in [[0.3 - half, 0.3 + half], [edge, edge]].into_iter().enumerate() {
                let found = along_axis(points, k, &boxes[2 * pair], most);
                let off =
                    found.iter().zip(ends).map(|(&found, end)| (f64::from(found) - end).abs());
                assert!(off.into_iter().all(|off| off < 1e-5), "{found:?} {ends:?}");
            }
        });
    }
}

/// The deepest point is as deep as the row, except for rounding in boxes of this reach, and no contact is a last
/// resort.
fn assert_shown(row: &Manifold, points: &[ContactPoint], reach: f64) {
    assert_ne!(row.kind(), ContactKind::Fallback, "{row:?}");
    let off = (deepest(points) - f64::from(row.depth)).abs();
    assert!(row.len == 0 || off <= 64.0 * reach / 16_777_216.0, "{row:?} {points:?}");
}

/// A cube's vertical edge lies on the face of a cube that is turned by 5 degrees, and both overlap there along the edge by
/// a few micrometers only: that sliver is where they touch, and all other places are decimeters apart or above the edge.
#[test]
fn an_edge_touches_a_face_along_a_sliver() {
    let rotation = turn([0.0, 0.0, 1.0], 5.0_f64.to_radians());
    let across = columns(rotation)[1];
    let mut boxes = Vec::new();
    for (overlap, depth) in (0..40).flat_map(|k| [0.0, 1.2e-7, 1e-6, 1e-4].map(|depth| (k, depth)))
    {
        let edge = [-0.5, 0.5, 1.0 - 1e-7 * f64::from(overlap)];
        let turned = boxed(along(edge, 0.5 - depth, across), rotation, [0.5; 3]);
        boxes.extend(both_orders([upright([0.0; 3], [0.5; 3]), turned]));
    }
    for margin in [0.0, 0.001, 0.2] {
        check_manifolds("sliver", &boxes, margin, |pair, row, points, _| {
            assert_shown(row, points, 4.0);
            // Rounding decides whether boxes touch that overlap by none or by less than a micrometer.
            let is_clear = margin > 0.0 || pair % 8 >= 4 && pair / 8 >= 10;
            assert!(row.len > 0 || !is_clear, "{pair} {row:?}");
        });
    }
}

/// The same sliver as an attack found it: cubes turned by 5 degrees about z that overlap by a micrometer in z, and large
/// boxes turned by quarters and 12 degrees, whose edges meet like that.
#[test]
fn slivers_that_were_lost_are_shown() {
    let float = |bits: [u32; 3]| bits.map(f32::from_bits);
    let small = OrientedBox::new(
        float([0xbf0b_27eb, 0x3f7f_834d, 0x3f7f_ffef]),
        [0.0, 0.0, f32::from_bits(0x3d32_aa3e), f32::from_bits(0x3f7f_c1a0)],
        [0.5; 3],
    );
    let quarter = f32::from_bits(0xbf35_04f3);
    let [part, other] = [0x3d9e_c083, 0xbf33_eda9].map(f32::from_bits);
    let large = [
        OrientedBox::new(
            [0.0; 3],
            [quarter, 0.0, quarter, 0.0],
            float([0x4151_7a66, 0x4267_a609, 0x42b9_12d7]),
        ),
        OrientedBox::new(
            float([0x42cf_c115, 0xc28a_073e, 0x4176_90d0]),
            [part, other, part, other],
            float([0x4135_71ee, 0x4135_71ee, 0x4135_724e]),
        ),
    ];
    for ([a, b], reach) in [([upright([0.0; 3], [0.5; 3]), small], 4.0), (large, 230.0)] {
        for margin in [0.0, 0.001, 0.2, 2.0] {
            check_manifolds("lost sliver", &both_orders([a, b]), margin, |_, row, points, _| {
                // At hundreds of meters, rounding is larger than the overlap.
                assert!(row.len > 0 || (margin, reach) == (0.0, 230.0), "{row:?}");
                assert_shown(row, points, reach);
            });
        }
    }
}

/// A stack: two upright boxes whose faces touch exactly, and how far the upper one is shifted in x and z.
fn stack(halves: [[f32; 3]; 2], shift: [f32; 2], place: [f32; 3]) -> [OrientedBox; 2] {
    let height = halves[0][1] + halves[1][1];
    let above = [place[0] + shift[0], place[1] + height, place[2] + shift[1]];
    [upright(place, halves[0]), upright(above, halves[1])]
}

/// Faces of upright boxes that touch have a rectangle in common, and its four corners are the contact, whether corners
/// of both boxes coincide or not.
#[test]
fn a_stack_touches_at_the_corners_of_the_common_rectangle() {
    let cube = [0.5; 3];
    let pairs = [[cube, cube], [[4.0, 0.25, 4.0], cube], [[1.0, 0.5, 0.25], [0.25, 0.5, 1.0]]];
    for (scale, place) in [(1.0, [0.0; 3]), (0.125, [0.0; 3]), (64.0, [1024.0, -2048.0, 512.0])] {
        let mut boxes = Vec::new();
        for halves in pairs {
            for shift in [[0.0, 0.0], [0.25, 0.0], [0.125, -0.25], [-0.375, 0.375]] {
                let halves = halves.map(|half| half.map(|extent| extent * scale));
                let shift = shift.map(|along: f32| along * scale);
                boxes.extend(both_orders(stack(halves, shift, place)));
            }
        }
        for margin in [0.0, 0.02 * scale] {
            check_manifolds("stack", &boxes, margin, |pair, row, points, most| {
                assert_eq!((row.kind(), row.depth), (ContactKind::Face, 0.0), "{pair} {row:?}");
                let is_four = points.len() == 4 || most == PointLimit::Eight;
                assert!(is_four && points.len() >= 4, "{pair} {points:?}");
                let [a, b] = [&boxes[2 * pair], &boxes[2 * pair + 1]];
                for k in [0, 2] {
                    let ends = [-1.0, 1.0].map(|side: f32| {
                        let end = |of: &OrientedBox| side * of.pose.center[k] + of.half_extents[k];
                        side * end(a).min(end(b))
                    });
                    let found = along_axis(points, k, a, most);
                    let count = |end: f32| {
                        found.iter().filter(|found| (*found - end).abs() < 1e-5 * scale).count()
                    };
                    let counts = ends.map(count);
                    let are_all = counts[0] + counts[1] == points.len();
                    assert!(
                        are_all && counts.iter().all(|&count| count >= 2),
                        "{found:?} {ends:?}"
                    );
                }
            });
        }
    }
}

/// A stack in any pose, a little deep or a little apart, has four points too, because four corners are within the margin
/// wherever rounding puts them.
#[test]
fn a_stack_in_any_pose_has_four_points() {
    let mut boxes = Vec::new();
    for (number, rotation) in cube_rotations().into_iter().enumerate() {
        let tilted = octosat_tests::product(turn([0.2, 0.5, -0.7], 0.1 * number as f64), rotation);
        for (gap, shift) in
            [-0.01, 0.0, 0.005].into_iter().flat_map(|gap| [0.0, 0.3].map(|shift| (gap, shift)))
        {
            let center: Vector = rotate(tilted, [shift, 1.0 + gap, 0.5 * shift]);
            boxes.extend(both_orders([
                boxed([0.0; 3], tilted, [0.5; 3]),
                boxed(center, tilted, [0.5; 3]),
            ]));
        }
    }
    check_manifolds("stack in a pose", &boxes, 0.02, |pair, row, points, most| {
        assert_eq!(row.kind(), ContactKind::Face, "{pair} {row:?}");
        let is_four = points.len() == 4 || most == PointLimit::Eight;
        assert!(is_four && points.len() >= 4, "{pair} {points:?}");
    });
}
