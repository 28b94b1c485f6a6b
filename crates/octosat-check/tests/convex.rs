//! Solids of every form are made, and every kind of broken answer about them is found.

#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use octosat::{Engine, Length, Penetration};
use octosat_check::queries::convex::{
    Convex, FORMS, Pair, Solid, check, check_boxes, compare, form,
};
use octosat_check::{Basis, Boxes, Call, Case, Checked, Count, Frame, Setting, runner};
use octosat_convex::{Axis, ContactKind, ContactPoint, ContactSettings, Feature, Polyhedron};
use octosat_scenes::generate::{Random, narrow};
use proptest::strategy::{Strategy, ValueTree};

const LEVEL: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
/// About y, and a little about x: no face is parallel to another.
const TURNED: [f32; 4] = [0.05, 0.6, 0.0, 0.798_436];
const CENTERS: [[f32; 3]; 2] = [[0.0, -0.5, 0.0], [0.1, 0.4, 0.05]];

#[test]
fn solids_of_every_form_are_made() {
    let mut random = Random::new(3);
    for (number, form) in FORMS.iter().enumerate() {
        for _ in 0..50 {
            let size = random.vector(0.1, 1.0).map(narrow);
            let shape = form(size, &mut random).expect("thick enough for any form");
            let reach = |k: usize| shape.vertices().iter().map(|v| v[k].abs()).fold(0.0, f32::max);
            // The frustum lies on one side of its origin.
            let within = if number == 6 { 3.001 } else { 1.001 };
            assert!((0..3).all(|k| reach(k) <= within * size[k]), "{number} {shape:?}");
        }
    }
}

#[test]
fn a_form_is_that_of_its_size_and_seed() {
    let size = [0.5, 0.25, 0.75];
    assert_eq!(form(size, 7).unwrap(), form(size, 7).unwrap());
    let edges = |seed| form(size, seed).unwrap().edges().len();
    let kinds: std::collections::BTreeSet<usize> = (0..100).map(edges).collect();
    assert!(kinds.len() > 8, "{kinds:?}");
    assert!((0..100).all(|seed| form([1.0, 1e-4, 1e-4], seed).is_ok()), "needles are solids");
}

#[test]
fn a_box_without_volume_is_rejected_by_its_number() {
    let [flat, thin] = [[1.0, 0.0, 1.0], [1.0, 1.0, 1e-7]];
    for (half_extents, what) in [(flat, "half extent 1"), (thin, "no area")] {
        let frame = Frame {
            half_extents: vec![[1.0; 3], half_extents],
            position: vec![[0.0; 3]; 2],
            rotation: vec![LEVEL; 2],
            pairs: vec![[0, 1]],
            setting: Setting::new(0.0, 1),
            changes: Vec::new(),
        };
        let case = Case::new(Basis::Unit, &frame).unwrap();
        let failure = Convex.with_calls(&case, &mut |_| Ok(())).unwrap_err().to_string();
        assert!(failure.starts_with("array half_extents: box 1: "), "{failure}");
        assert!(failure.contains(what), "{failure}");
    }
}

#[test]
fn calls_count_the_pairs_that_touch() {
    let mut touching = [0; 5];
    for number in 0..8 {
        let rounds = Checked::rounds(&Convex, number);
        let round = rounds.new_tree(&mut runner(1, number)).unwrap().current();
        let case = Case::new(Basis::Unit, &round.frames[0]).unwrap();
        let mut count = |calls: &mut [Call<'_>]| {
            assert_eq!(calls.len(), touching.len());
            for (sum, call) in touching.iter_mut().zip(calls) {
                *sum += (call.run)(&Engine::new(), Count::Touching)?.unwrap();
            }
            Ok(())
        };
        Convex.with_calls(&case, &mut count).unwrap();
    }
    assert!(touching[0] > 0, "{touching:?}");
    assert!(touching[..4].iter().all(|&count| count == touching[0]), "{touching:?}");
    assert!(touching[4] >= touching[0], "{touching:?}");
}

/// A solid twice, the second one rotated and about 0.1 m deep in the top of the first.
fn solids(shape: Polyhedron) -> [Solid; 2] {
    let a = Solid::new(shape.clone(), CENTERS[0], LEVEL).unwrap();
    [a, Solid::new(shape, CENTERS[1], TURNED).unwrap()]
}

/// Breaks the answers on two overlapping prisms: the check of the name finds it.
#[track_caller]
fn is_found(name: &str, what: &str, breaking: impl FnOnce(&mut Pair<'_>)) {
    let [a, b] = solids(Polyhedron::prism(5, [0.5; 3]).unwrap());
    let mut pair = Pair::new(&a, &b, ContactSettings::with_margin(0.01).unwrap());
    assert!(pair.overlaps && pair.every.points.len() > 4 && pair.four.points.len() == 4);
    let finding = check(&pair, "solids");
    assert!(finding.fault.is_none() && finding.error > 0.0, "{finding:?}");
    breaking(&mut pair);
    let fault = check(&pair, "solids").fault.unwrap_or_default();
    assert!(fault.starts_with(&format!("{name}, solids: ")), "{fault}");
    assert!(fault.contains(what), "no {what:?} in {fault}");
}

#[test]
fn broken_penetrations_are_found() {
    is_found("pruning", "boolean", |pair| pair.overlaps = false);
    is_found("pruning", "differ in depth", |pair| pair.pruned.depth += 1e-3);
    is_found("projection", "the boolean is wrong", |pair| {
        (pair.overlaps, pair.all.depth, pair.pruned.depth) = (false, -0.1, -0.1);
    });
    is_found("projection", "off its normal", |pair| {
        pair.all.depth += 1e-3;
        pair.pruned.depth += 1e-3;
    });
    is_found("projection", "off its normal", |pair| pair.all.normal = [0.6, 0.8, 0.0]);
    is_found("projection", "not that of its axis", |pair| {
        pair.all.axis = Axis::FaceOfA { face: 2 };
    });
    is_found("projection", "not that of its axis", |pair| {
        pair.pruned.axis = Axis::Edges { a: 0, b: 0 };
    });
}

#[test]
fn broken_contacts_are_found() {
    is_found("swapping", "a contact moved", |pair| pair.every.points[0].position[0] += 1e-3);
    is_found("swapping", "a contact is missing", |pair| pair.every.points.truncate(5));
    is_found("contacts", "the deepest contact was left out", |pair| {
        pair.four.points.sort_by(|one, other| one.depth.total_cmp(&other.depth));
        pair.four.points.truncate(3);
    });
    is_found("contacts", "no contact is as deep as the pair", |pair| {
        for manifold in [&mut pair.four, &mut pair.every] {
            // Of another axis than the swapped pair's, they are not compared with its contacts.
            manifold.axis = Axis::Edges { a: 0, b: 0 };
            let least = 0.9 * manifold.depth;
            manifold.points.retain(|point| point.depth < least);
        }
    });
    is_found("contacts", "not among all", |pair| pair.four.points[0].depth -= 1e-7);
    is_found("contacts", "one feature id", |pair| {
        pair.four.points[1].feature = pair.four.points[0].feature;
    });
    is_found("contacts", "off the contact normal", |pair| pair.four.normal = [0.6, 0.8, 0.0]);
    is_found("contacts", "off the contact normal", |pair| pair.four.depth += 1e-3);
    is_found("contacts", "lead to the surface", |pair| pair.four.points[0].position[1] += 1e-3);
    is_found("contacts", "lead to the surface", |pair| pair.four.points[2].depth -= 1e-3);
    is_found("contacts", "lies off a solid", |pair| pair.four.points[0].position[0] += 1.0);
    is_found("contacts", "no feature", |pair| {
        pair.four.points[0].feature = Feature::VertexOfA { vertex: 10 };
    });
    is_found("contacts", "their kind differ", |pair| pair.four.points.clear());
    is_found("contacts", "no contact", |pair| {
        (pair.four.kind, pair.four.points) = (ContactKind::Separated, Vec::new());
    });
}

#[test]
fn boxes_are_compared_with_their_reference_and_the_engine() {
    let [a, b] = solids(Polyhedron::cuboid([0.5; 3]).unwrap());
    let pair = Pair::new(&a, &b, ContactSettings::default());
    let boxes = Boxes::new(Basis::Unit, &[[0.5; 3]; 2], &CENTERS, &[LEVEL, TURNED]).unwrap();
    let reference = boxes.reference([0, 1]);
    let mut rows = [Penetration::default()];
    Engine::new().penetrations(boxes.pairs(&[[0, 1]], Length::None), &mut rows).unwrap();
    let [row] = rows;

    let found = |pair: &Pair<'_>, row: &Penetration| {
        check_boxes(pair, &reference).and(compare(pair, &reference, row)).fault.unwrap_or_default()
    };
    assert_eq!(found(&pair, &row), "");
    let broken = |name: &str, breaking: fn(&mut Pair<'_>, &mut Penetration)| {
        let (mut pair, mut row) = (pair.clone(), row);
        breaking(&mut pair, &mut row);
        let fault = found(&pair, &row);
        assert!(fault.starts_with(&format!("{name}, boxes: ")), "{fault}");
    };
    broken("reference", |pair, _| pair.overlaps = false);
    broken("reference", |pair, _| pair.all.depth += 1e-3);
    broken("reference", |pair, _| pair.pruned.normal = [0.6, 0.8, 0.0]);
    broken("reference", |pair, _| pair.four.kind = ContactKind::Fallback);
    broken("reference", |pair, _| pair.every.points.clear());
    broken("engine", |_, row| row.depth = -row.depth);
    broken("engine", |_, row| row.depth += 1e-3);
    broken("engine", |_, row| row.normal = [0.6, 0.8, 0.0]);
    broken("engine", |_, row| row.axis = Penetration::default().axis);
}

/// Of many contacts, four need not have the deepest: a slope decides between it and its neighbors.
#[test]
fn four_contacts_may_be_less_deep_than_all() {
    let about_x = [0.004_999_937_5, -0.999_987_5, 0.0, 0.0];
    let solid = |sides, half_extents, center, rotation| {
        Solid::new(Polyhedron::prism(sides, half_extents).unwrap(), center, rotation).unwrap()
    };
    let a = solid(24, [0.3138, 0.156_25, 0.184], [0.0; 3], LEVEL);
    let b = solid(8, [0.984_164, 0.746_364, 0.805_283], [0.0, 0.905_69, 0.0], about_x);
    let pair = Pair::new(&a, &b, ContactSettings::with_margin(0.02).unwrap());
    assert_eq!(check(&pair, "solids").fault, None);
    let is_deep = |point: &ContactPoint| point.depth > 0.95 * pair.every.depth;
    assert!(pair.every.points.iter().any(is_deep));
    assert!(!pair.four.points.iter().any(is_deep), "{pair:?}");
}

/// The engine's axis may be that of parallel edges, whose rounding shows it more than any other axis.
#[test]
fn parallel_edges_may_show_more_than_other_axes() {
    let half = [[0.25; 3]; 2];
    let centers = [[-1.447_847_7, 0.091_659_196, -0.142_602_26], [0.0; 3]];
    let rotations = [
        [0.607_056_2, -0.655_268_7, -0.321_365_86, 0.314_371_85],
        [0.634_659_47, 0.293_762_6, -0.341_975_12, 0.627_665_46],
    ];
    let boxes = Boxes::new(Basis::Unit, &half, &centers, &rotations).unwrap();
    let reference = boxes.reference([0, 1]);
    let mut rows = [Penetration::default()];
    let margin = Length::Uniform(1e13);
    Engine::new().penetrations(boxes.pairs(&[[0, 1]], margin), &mut rows).unwrap();
    let cube = |number: usize| {
        let shape = Polyhedron::cuboid(half[number]).unwrap();
        Solid::new(shape, centers[number], rotations[number]).unwrap()
    };
    let [a, b] = [cube(0), cube(1)];
    let pair = Pair::new(&a, &b, ContactSettings::default());
    let [row] = rows;
    assert!(row.depth < pair.all.depth - 0.01, "{row:?} of {pair:?}");
    assert_eq!(compare(&pair, &reference, &row).fault, None);
    let less = Penetration { normal: pair.pruned.normal.map(|part| -part), ..row };
    assert!(compare(&pair, &reference, &less).fault.is_some());
}

/// Of distant solids, the product of an edge within a plane may show more than all axes.
#[test]
fn edges_within_a_plane_assure_no_axis() {
    let vertices = [
        [0.002_413_903_3, -0.157_732_19, 0.531_356_5],
        [-0.004_599_638, -0.464_460_54, -0.560_127],
        [0.005_406_025, 0.363_060_48, -0.301_824_5],
        [-0.007_798_718_7, -0.894_068_6, -0.093_009_95],
        [0.002_204_536_2, 0.123_011_164, -0.285_350_67],
    ];
    let faces = [[0, 1, 2], [0, 2, 4], [0, 3, 1], [0, 4, 3], [1, 3, 4], [1, 4, 2]];
    let plate = Polyhedron::new(&vertices, &faces).unwrap();
    assert!(plate.edges().iter().any(|edge| edge.group().is_none()));
    let a = Solid::new(plate, [0.0; 3], LEVEL).unwrap();
    let center = [-3_667.388_7, 22_621.84, -10_118.904];
    let rotation = [-0.589_690_27, -0.422_796_8, -0.667_573_87, -0.166_893_47];
    let octahedron = Polyhedron::octahedron([0.923_020_7, 0.915_625, 0.929_687_5]).unwrap();
    let b = Solid::new(octahedron, center, rotation).unwrap();
    let pair = Pair::new(&a, &b, ContactSettings::default());
    assert_eq!(check(&pair, "solids").fault, None);
}
