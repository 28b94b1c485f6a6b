//! Boxes that are flat, thin, points, tiny, huge and far from the origin, against every shape.

use octosat::OrientedBox;
use octosat_check::queries::ALL;
use octosat_check::{Basis, Case, Frame, Plan, Setting, Workers};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::frame_of;

/// Boxes of every size that a store takes, turned not at all, barely, by quarters and anyhow.
fn frame(count: usize, margin: f32, seed: u64) -> Frame {
    let mut random = Random::new(seed);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turns = [[0.0, 0.0, 0.0, 1.0], [half, 0.0, 0.0, half], [0.5; 4], [0.0, 1.0, 0.0, 0.0]];
    let any = |_| {
        let size = |()| narrow(random.choose(&[0.0, 1e-44, 1e-38, 1e-20, 1e-3, 1.0, 1e7, 1e12]));
        let half_extents = [(); 3].map(size);
        let distance = random.choose(&[0.0, 1.0, 1e4, 1e12]);
        let center = random.vector(-distance, distance).map(narrow);
        let turn = random.choose(&turns);
        let rotation = match random.below(4) {
            0 => turn,
            1 => turn.map(|part| part + random.range(-1e-7, 1e-7)),
            _ => random.rotation(),
        };
        OrientedBox::new(center, rotation.map(narrow), half_extents)
    };
    let boxes: Vec<OrientedBox> = (0..count).map(any).collect();
    Frame { pairs: Vec::new(), setting: Setting::new(margin, seed), ..frame_of(&boxes, margin) }
}

#[test]
fn boxes_of_all_sizes_have_right_answers_on_every_backend() {
    let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: true };
    for query in ALL.iter().filter(|query| query.facts().rows == "boxes and shapes") {
        let mut checker = query.checker(Basis::Unit, &plan).unwrap();
        for seed in 0..8 {
            let margin = if query.facts().takes_margin && seed % 2 == 0 { 0.25 } else { 0.0 };
            checker.check(&Case::new(Basis::Unit, &frame(400, margin, seed)).unwrap()).unwrap();
        }
        let report = checker.report();
        assert_eq!(report.faults(), 0, "{}: {:#?}", query.facts().name, report.differences);
    }
}
