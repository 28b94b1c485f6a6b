//! Boxes at the edges and corners of views, which planes alone do not classify as outside.

use octosat::{Containment, Engine, Frustum, OrientedBox};
use octosat_check::queries::frustum::Views;
use octosat_check::{Asked, Basis, Case, Query, fastest, short};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Vector, add, along, columns, dot, frame_of, length, narrow, normalized, sentence, store_of,
    upright, wide, wrong_length,
};

use super::views_around;

/// Gaps in parts of the view's size; overlaps if negative.
const GAPS: [f64; 14] =
    [0.0, 1e-7, -1e-7, 1e-5, -1e-5, 1e-4, -1e-4, 1e-2, -1e-2, 0.1, -0.1, 0.4, -0.4, -1.0];

/// A box that touches planes of a view across one of its edges or corners.
fn box_at_the_rim(view: &Frustum, random: &mut Random) -> OrientedBox {
    let corners = view.corners().map(wide);
    let size = 0.5 * length(along(corners[0], -1.0, corners[7]));
    let (corner, axis) = (random.below(8), random.below(3));
    // A point of the edge along one direction of the cube, or its end.
    let other = corners[corner ^ (1 << axis)];
    let part = if random.one_in(3) { 0.0 } else { random.unit() };
    let place: Vector =
        std::array::from_fn(|k| corners[corner][k] + part * (other[k] - corners[corner][k]));
    let mut outward = [0.0; 3];
    for direction in (0..3).filter(|&direction| direction != axis || part == 0.0) {
        let plane = view.planes()[2 * direction + (corner >> direction & 1)];
        outward = along(outward, random.range(0.05, 1.0), wide([plane[0], plane[1], plane[2]]));
    }
    let outward = normalized(outward);
    let rotation = if random.one_in(4) { [0.0, 0.0, 0.0, 1.0] } else { random.rotation() };
    let mut half_extents = random.vector(0.01 * size, size);
    half_extents[0] *= if random.one_in(5) { 0.0 } else { 1.0 };
    let axes = columns(rotation);
    let reach: f64 = (0..3).map(|k| half_extents[k] * dot(axes[k], outward).abs()).sum();
    let gap = size * random.choose(&GAPS);
    // Slid along the plane as well, so that it is not always the middle that touches.
    let slide = random.vector(-0.5, 0.5);
    let across = along(slide, -dot(slide, outward), outward);
    let smallest = half_extents.iter().copied().fold(f64::INFINITY, f64::min);
    let center = add(along(place, reach + gap, outward), across.map(|c| c * smallest));
    OrientedBox::new(narrow(center), narrow(rotation), narrow(half_extents))
}

#[test]
fn boxes_at_edges_and_corners_of_views_are_classified() {
    let (mut outside, mut intersecting, mut only_exact) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let size = 10_f64.powf(random.range(-1.0, 3.0));
        let center = narrow(random.vector(-10.0 * size, 10.0 * size));
        let view = random.choose(&views_around(center, narrow([0.1 * size])[0], seed));
        let boxes: Vec<_> = (0..101).map(|_| box_at_the_rim(&view, &mut random)).collect();
        let case = Case::new(Basis::Unit, &frame_of(&boxes, 0.0)).unwrap();
        let rows: Vec<_> = (0..short(boxes.len())).map(|index| [index, 0]).collect();
        let engine = &fastest();
        let world = &vec![view];
        let asked = Asked::list(engine, &case, world, &rows);
        let answers = Views.ask(&asked, &mut ()).unwrap();
        let findings = Views.check(&asked, &answers, &mut ()).unwrap();
        for (finding, row) in findings.iter().zip(&answers) {
            assert_eq!(finding.fault, None, "seed {seed}");
            let [culled, classified] = bytemuck::cast::<_, [u8; 2]>(*row);
            let is = |answer: u8, wanted: Containment| answer == wanted as u8;
            let only_planes_keep_it = culled != classified;
            assert!(!only_planes_keep_it || is(culled, Containment::Intersecting), "{row:?}");
            only_exact += usize::from(only_planes_keep_it);
            outside += usize::from(is(classified, Containment::Outside));
            intersecting += usize::from(is(classified, Containment::Intersecting));
        }
    }
    let seen = [outside, intersecting, only_exact];
    assert!(seen.into_iter().min() > Some(5_000), "{seen:?}");
}

#[test]
fn rows_about_many_views_have_one_length() {
    let (engine, views) = (Engine::new(), views_around([0.0; 3], 1.0, 1));
    let boxes = store_of([upright([0.0; 3], [1.0; 3])]);
    for found in [0, views.len() - 1, views.len() + 1] {
        let mut rows = vec![Containment::Inside; found];
        let error = sentence(engine.cull(&boxes, &views[..], &mut rows));
        assert_eq!(error, wrong_length(views.len(), found));
        assert!(rows.iter().all(|&row| row == Containment::Inside), "nothing is written");
    }
    engine.classify(&boxes, Vec::<Frustum>::new(), &mut []).unwrap();
    engine.classify(&octosat::BoxStore::new(), &views[..], &mut []).unwrap();
}
