//! What pairs of boxes get wrong is found: answers are broken by hand before they are checked.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use bytemuck::{bytes_of, bytes_of_mut};
use octosat::{Engine, Length, PointLimit};
use octosat_check::queries::pairs::{PairRow, Pairs, contact_settings};
use octosat_check::{
    Asked, Basis, Case, Checked, Finding, Frame, Plan, Query, SPECULATIVE_MARGIN, Setting, Workers,
    fastest,
};
use octosat_scenes::generate::{self, Random, narrow};

/// Meters: deeper boxes in the cloud are far from all limits.
const DEEP: f32 = 0.01;

/// A cloud in a basis.
fn cloud(basis: Basis) -> Case {
    let scene = generate::cloud(400, 2_000, 24);
    Case::new(basis, &Frame::of_scene(&scene, Setting::new(0.0, 1))).unwrap()
}

/// What the checks say about broken rows of deep pairs: each must be a fault, and a mismatch, too.
fn is_found(what: &str, breaking: impl Fn(&mut PairRow, f32)) {
    for basis in Basis::ALL {
        let case = cloud(basis);
        let engine = fastest();
        let rows = &case.pairs[..];
        let mut answers =
            Pairs.ask(&Asked::list(&engine, &case, &(), rows), &mut Pairs.memory(0)).unwrap();
        let good = check(&engine, &case, &answers);
        let is_good = |found: &Finding| found.fault.is_none() && found.mismatch.is_none();
        assert!(good.iter().all(is_good), "{what}, nothing broken");
        let mut broken = 0;
        for (answer, &pair) in answers.iter_mut().zip(rows) {
            #[expect(clippy::cast_possible_truncation, reason = "a length to break with")]
            let bound = case.boxes.reference(pair).error_bound() as f32;
            if answer.penetration.depth > DEEP && answer.manifolds[0].points().len() > 1 {
                breaking(answer, bound);
                broken += 1;
            }
        }
        let found = check(&engine, &case, &answers);
        let faults = found.iter().filter(|found| found.fault.is_some()).count();
        let mismatches = found.iter().filter(|found| found.mismatch.is_some()).count();
        assert!(broken > 200, "only {broken} rows");
        assert_eq!([faults, mismatches], [broken; 2], "{what}, {basis:?}, {engine:?}");
    }
}

fn check(engine: &Engine, case: &Case, answers: &[PairRow]) -> Vec<Finding> {
    Pairs.check(&Asked::list(engine, case, &(), &case.pairs), answers, &mut ()).unwrap()
}

#[test]
fn wrong_penetrations_are_found() {
    is_found("boolean", |row, _| row.overlaps = 0);
    is_found("too deep", |row, bound| row.penetration.depth += 3.0 * bound);
    is_found("not deep enough", |row, bound| row.penetration.depth -= 3.0 * bound);
    is_found("turned round", |row, _| {
        row.penetration.normal = row.penetration.normal.map(|component| -component);
    });
    is_found("too long", |row, _| {
        row.penetration.normal = row.penetration.normal.map(|component| component * 1.0001);
    });
    is_found("no normal", |row, _| row.penetration.normal = [0.0; 3]);
    is_found("another axis", |row, _| {
        let axis = row.penetration.axis.code();
        // The number of the axis is the byte behind the normal and the depth.
        bytes_of_mut(&mut row.penetration)[16] = (axis + 1) % 15;
        assert_ne!(row.penetration.axis.code(), axis);
    });
}

#[test]
fn wrong_manifolds_are_found() {
    for number in 0..3 {
        is_found("a manifold's depth", |row, bound| {
            row.manifolds[number].row.depth += 30.0 * bound;
        });
        is_found("a manifold's normal", |row, _| {
            row.manifolds[number].row.normal = [0.6, 0.8, 0.0];
        });
        is_found("no contact", |row, _| row.manifolds[number].row.len = 0);
        // Of the point behind the row.
        is_found("a moved point", |row, _| {
            let place = bytes_of(&row.manifolds[number].row).len();
            let x = &mut bytes_of_mut(&mut row.manifolds[number])[place..place + 4];
            let moved = f32::from_le_bytes(x.try_into().unwrap()) + 0.1;
            x.copy_from_slice(&moved.to_le_bytes());
        });
    }
}

/// The last bit of anything is enough for the plain reference.
#[test]
fn the_plain_reference_sees_every_bit() {
    let case = cloud(Basis::Unit);
    let engine = Engine::new();
    let asked = Asked::list(&engine, &case, &(), &case.pairs);
    let good = Pairs.ask(&Asked { margin: Length::None, ..asked }, &mut Pairs.memory(0)).unwrap();
    let settings = contact_settings(&case.setting);
    let margins = settings.map(|setting| setting.margin.to_bits());
    assert_eq!(margins, [0.0, SPECULATIVE_MARGIN, 0.0].map(f32::to_bits));
    assert_eq!(settings[2].limit, PointLimit::Eight);
    let deep = good.iter().position(|row| row.manifolds[1].points().len() > 3).unwrap();
    // Of each manifold four points, of five numbers each, and what stands before them.
    let last_bits = |row: &PairRow| {
        let start = |number: usize| {
            let rows = size_of_val(&row.manifolds[0]);
            let all = size_of_val(row) - size_of_val(&row.manifolds);
            all + number * rows + size_of_val(&row.manifolds[0].row)
        };
        (0..60).map(|number: usize| start(number / 20) + number % 20 * 4).collect::<Vec<_>>()
    };
    for place in last_bits(&good[deep]) {
        let mut answers = good.clone();
        bytes_of_mut(&mut answers[deep])[place] ^= 1;
        let found = check(&engine, &case, &answers);
        assert!(found[deep].mismatch.is_some(), "byte {place}");
    }
}

/// Images of pairs that would leave the range of coordinates are left out; pairs in the range are checked.
#[test]
fn the_largest_boxes_are_checked() {
    let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: true };
    let mut random = Random::new(8);
    for size in [1e11, 5e11, 1e12_f64] {
        let boxes = 60;
        let frame = Frame {
            half_extents: (0..boxes).map(|_| random.vector(0.1 * size, size).map(narrow)).collect(),
            position: (0..boxes).map(|_| random.vector(-1e12, 1e12).map(narrow)).collect(),
            rotation: (0..boxes).map(|_| random.rotation().map(narrow)).collect(),
            pairs: (0..boxes).flat_map(|a| (0..a).map(move |b| [b, a])).collect(),
            setting: Setting::new(0.0, 1),
            changes: Vec::new(),
        };
        let mut checker = Pairs.checker(Basis::Unit, &plan).unwrap();
        checker.check(&Case::new(Basis::Unit, &frame).unwrap()).unwrap();
        assert_eq!(checker.report().faults(), 0, "{size}: {:#?}", checker.report().differences);
    }
}
