//! Directions with tiny components: views of quaternions read them as zero, those of scaled axes keep them as they are.
//!
//! Products of tiny components with small lengths are denormal numbers, whose comparison is less accurate than a few
//! roundings.

use octosat::{BoxView, OrientedBox, ScaledBoxView};
use octosat_check::{Basis, Boxes, Case, Rows};
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

use crate::common::{check, check_case, frame_of};

/// Stores rid directions of tiny components, so both bases must simply agree with the reference.
#[test]
fn tiny_quaternion_components_in_a_store() {
    check("tiny components", &frame_of(&nearly_upright_boxes(48), 0.0));
}

/// Checks the pairs that a view takes as they are; it may reject the tiniest components.
fn check_accepted(seed: u64, boxes: impl Fn(&[OrientedBox]) -> Option<Boxes>) {
    let all = nearly_upright_boxes(seed);
    let accepted = all.chunks_exact(2).filter(|pair| boxes(pair).is_some());
    let accepted: Vec<OrientedBox> = accepted.flatten().copied().collect();
    assert!(accepted.len() > 100, "{}", accepted.len());
    let boxes = boxes(&accepted).unwrap();
    let case = Case::new(Basis::Unit, &frame_of(&accepted, 0.0)).unwrap();
    check_case("a view of tiny components", &Case { boxes, ..case });
}

/// The columns of boxes.
fn rows(boxes: &[OrientedBox]) -> [Rows; 3] {
    let row = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    [
        boxes.iter().map(|given| row(given.pose.center)).collect(),
        boxes.iter().map(|given| given.pose.rotation).collect(),
        boxes.iter().map(|given| row(given.half_extents)).collect(),
    ]
}

#[test]
fn tiny_quaternion_components_in_a_borrowed_view() {
    check_accepted(49, |pair| {
        let [centers, rotations, half_extents] = rows(pair);
        BoxView::new(&centers, &rotations, &half_extents).ok()?;
        Some(Boxes { centers, rotations, half_extents, axes: None })
    });
}

/// Scaled axes, whose off-diagonal components are products of two small numbers.
#[test]
fn tiny_axis_components_in_a_borrowed_view() {
    check_accepted(50, |pair| {
        let axes: [Rows; 3] = std::array::from_fn(|k| {
            pair.iter().map(|given| nearly_upright_axes(given)[k]).collect()
        });
        let [centers, _, half_extents] = rows(pair);
        ScaledBoxView::new(&centers, axes.each_ref()).ok()?;
        // Contacts are of others, which stores take.
        let upright = vec![[0.0, 0.0, 0.0, 1.0]; pair.len()];
        Some(Boxes { centers, rotations: upright, half_extents, axes: Some(axes) })
    });
}

/// The axes of a rotation by next to nothing, to first order, with their half extents.
fn nearly_upright_axes(given: &OrientedBox) -> [[f32; 4]; 3] {
    let [x, y, z] = [0, 1, 2].map(|k| 2.0 * given.pose.rotation[k]);
    let columns = [[1.0, z, -y], [-z, 1.0, x], [y, -x, 1.0]];
    std::array::from_fn(|k| {
        let half = given.half_extents[k];
        let [x, y, z] = columns[k].map(|component| component * half);
        [x, y, z, half]
    })
}

/// Pairs of boxes turned by next to nothing, from a few micrometers up, overlapping slightly.
fn nearly_upright_boxes(seed: u64) -> Vec<OrientedBox> {
    let mut random = Random::new(seed);
    let mut boxes = Vec::new();
    for _ in 0..5_000 {
        let size = 10.0_f64.powf(random.range(-5.0, 2.0));
        let [a, b] = [(); 2].map(|()| random.vector(0.1, 1.0).map(|component| component * size));
        let stretch = [(); 3].map(|()| match random.below(3) {
            0 => 1.0 - 10.0_f64.powf(random.range(-5.0, -1.0)),
            1 => random.range(-1.0, 1.0),
            _ => 1.02,
        });
        let offset = std::array::from_fn(|k| stretch[k] * (a[k] + b[k]));
        for (center, half) in [([0.0; 3], a), (offset, b)] {
            let [x, y, z] = [(); 3].map(|()| match random.below(4) {
                0 => 0.0,
                1 => random.range(-1.0, 1.0) * 1e-20,
                2 => random.range(-1.0, 1.0) * 1e-8,
                _ => random.range(-1.0, 1.0) * 10.0_f64.powf(random.range(-44.0, -8.0)),
            });
            boxes.push(OrientedBox::new(narrow(center), narrow([x, y, z, 1.0]), narrow(half)));
        }
    }
    boxes
}
