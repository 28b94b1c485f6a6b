//! Boxes that are flat, thin, points, tiny, huge and far from the origin, against every shape.

use glam::DVec3;
use octosat_check::queries::ALL;
use octosat_check::strategies::{
    around, cube_rotations, frame, list, oriented, pick, rotation, vector,
};
use octosat_check::{Basis, Case, Frame, Plan, Setting, Workers, properties};
use proptest::prelude::*;

/// Boxes of every size that a store takes, turned not at all, barely, by quarters and anyhow.
fn frames() -> impl Strategy<Value = Frame> {
    let size = pick(&[1.0, 0.0, 1e-44, 1e-38, 1e-20, 1e-3, 1e7, 1e12]);
    let center = (pick(&[0.0, 1.0, 1e4, 1e12]), vector(1.0)).prop_map(|(far, place)| far * place);
    let barely = (cube_rotations(), around(1e-7)).prop_map(|(cube, off)| {
        let [x, y, z, w] = cube.to_array().map(|part| part + off);
        glam::DQuat::from_xyzw(x, y, z, w)
    });
    let turn = prop_oneof![cube_rotations().boxed(), barely.boxed(), rotation().boxed()];
    let boxes = list((prop::array::uniform3(size), center, turn), BOXES);
    (boxes, pick(&[0.0, 0.25]), any::<u64>()).prop_map(|(boxes, margin, seed)| {
        let of = |(half_extents, center, turn)| oriented(DVec3::from(half_extents), center, turn);
        Frame { setting: Setting::new(margin, seed), ..frame(boxes.into_iter().map(of)) }
    })
}

/// Most boxes of a frame, and frames of each query.
const BOXES: usize = 400;
const FRAMES: u32 = 8;

#[test]
fn boxes_of_all_sizes_have_right_answers_on_every_backend() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/extremes.txt");
    let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: true };
    for query in ALL.iter().filter(|query| query.facts().rows == "boxes and shapes") {
        let holds = |mut frame: Frame| {
            if !query.facts().takes_margin {
                frame.setting.margin = 0.0;
            }
            let mut checker = query.checker(Basis::Unit, &plan).unwrap();
            checker.check(&Case::new(Basis::Unit, &frame).unwrap()).unwrap();
            let report = checker.report();
            prop_assert_eq!(report.faults(), 0, "{:#?}", report.differences.first());
            Ok(())
        };
        let found = properties(FRAMES, file).run(&frames(), holds);
        found.unwrap_or_else(|error| panic!("{}: {error}", query.facts().name));
    }
}
