//! The textbook's tests of frusta and lines against the reference, away from the difference.

use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    GivenLine, ReferenceBox, ReferenceFrustum, ReferenceSegments, closest_between_segments,
};
use octosat_reference::textbook::{
    MatrixBox, TextbookFrustum, closest_on_segments, frustum_overlap_early_exit, planes_early_exit,
    ray_interval,
};

/// The pyramid stump between |x|, |y| ≤ z/2 and 1 ≤ z ≤ 5.
fn stump() -> TextbookFrustum {
    let [lean, back] = [0.8_f32.sqrt(), -0.2_f32.sqrt()];
    let planes = [
        [-lean, 0.0, back, 0.0],
        [lean, 0.0, back, 0.0],
        [0.0, -lean, back, 0.0],
        [0.0, lean, back, 0.0],
        [0.0, 0.0, -1.0, -1.0],
        [0.0, 0.0, 1.0, 5.0],
    ];
    let mut corners = [[0.0; 3]; 8];
    for (number, corner) in corners.iter_mut().enumerate() {
        let depth = if number & 4 == 0 { 1.0 } else { 5.0 };
        let side = |bit: usize| if number & bit == 0 { -0.5 * depth } else { 0.5 * depth };
        *corner = [side(1), side(2), depth];
    }
    let edges = vec![
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.5, 0.5, 1.0],
        [-0.5, 0.5, 1.0],
        [0.5, -0.5, 1.0],
        [-0.5, -0.5, 1.0],
    ];
    TextbookFrustum { planes, corners, edges }
}

/// Numbers from −1 to 1 in no order.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(self.0 >> 16).expect("sixteen bits")) / 32_768.0 - 1.0
    }

    fn vector(&mut self, scale: f32) -> [f32; 3] {
        [0; 3].map(|_| scale * self.next())
    }

    fn oriented(&mut self, spread: f32) -> OrientedBox {
        let mut rotation = [0; 4].map(|_| self.next());
        let length = rotation.iter().map(|c| c * c).sum::<f32>().sqrt();
        rotation = rotation.map(|c| c / length);
        let half_extents = self.vector(0.6).map(f32::abs);
        OrientedBox { center: self.vector(spread), rotation, half_extents }
    }
}

#[test]
fn boxes_in_a_view_are_those_of_the_reference() {
    let stump = stump();
    let reference = ReferenceFrustum::new([0.0; 3], &stump.planes);
    let mut numbers = Numbers(1);
    let mut seen = [0; 4];
    for _ in 0..20_000 {
        let mut given = numbers.oriented(3.0);
        given.center[2] += 3.0;
        let truth = reference.separations(&ReferenceBox::oriented(&given));
        let matrix = MatrixBox::from(&given);
        let planes = planes_early_exit(&stump, &matrix);
        let overlap = frustum_overlap_early_exit(&stump, &matrix);
        if truth.separation.abs() > 1e-5 {
            assert_eq!(overlap, truth.separation < 0.0, "{given:?} {truth:?}");
        }
        if truth.plane_separation.abs() > 1e-5 && truth.protrusion.abs() > 1e-5 {
            let inside = (truth.plane_separation < 0.0).then_some(truth.protrusion < 0.0);
            assert_eq!(planes, inside, "{given:?} {truth:?}");
        }
        seen[usize::from(overlap)] += 1;
        seen[2] += usize::from(planes.is_some() && !overlap);
        seen[3] += usize::from(planes == Some(true));
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn rays_and_segments_are_those_of_the_reference() {
    let mut numbers = Numbers(2);
    let mut hits = 0;
    for _ in 0..20_000 {
        let given = numbers.oriented(1.0);
        let (origin, aim) = (numbers.vector(3.0), numbers.vector(1.0));
        let direction = [0, 1, 2].map(|k| aim[k] - origin[k]);
        let line =
            GivenLine { start: origin, direction: direction.map(f64::from), last: f64::INFINITY };
        let truth = ReferenceBox::oriented(&given).crossing(&line);
        let found = ray_interval(&MatrixBox::from(&given), origin, direction, f32::INFINITY);
        assert!(found.is_none() || truth.grown.is_some(), "{given:?} {line:?}");
        assert!(found.is_some() || truth.shrunk.is_none(), "{given:?} {line:?}");
        hits += usize::from(found.is_some());

        let [a, b] = [[numbers.vector(1.0), numbers.vector(1.0)], [origin, numbers.vector(1.0)]];
        let [at_a, at_b, squared] = closest_on_segments(a, b);
        let segments = ReferenceSegments { a, b };
        let truth = closest_between_segments(&segments);
        assert!((f64::from(squared).sqrt() - truth.distance).abs() < 1e-4, "{segments:?}");
        let shown = segments.distance_at(f64::from(at_a), f64::from(at_b));
        assert!((shown - truth.distance).abs() < 1e-4, "{segments:?}");
    }
    assert!(hits > 500, "{hits}");
}
