//! Answers are compared on all pairs before they are timed.

use octosat::{Backend, Penetration, Rounding};
use octosat_reference::note;
use octosat_reference::textbook::overlap_early_exit;

use crate::{Contender, Layout, World};

/// One pair in this many may differ between a scalar routine of the textbook and the scalar backend: the
/// constant that the textbook adds to the rotation makes some boxes overlap that are just apart,
/// and the note takes other roundings where boxes just touch.
const ONE_MAY_DIFFER_IN: usize = 500;

/// Compares a contender's booleans with the scalar backend's.
///
/// # Panics
/// If one pair differs.
pub fn verify_overlap(contender: &Contender, world: &World) {
    let found = overlaps(contender, world);
    let expected = overlaps(&contender.scalar(), world);
    for (pair, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "{} differs on pair {pair}", contender.name());
    }
}

/// Compares a contender's rows with the scalar backend's, bit for bit.
///
/// # Panics
/// If one bit of one row differs.
pub fn verify_penetration(contender: &Contender, world: &World) {
    let found = penetrations(contender, world);
    let expected = penetrations(&contender.scalar(), world);
    for (pair, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(bits(found), bits(expected), "{} differs on pair {pair}", contender.name());
    }
}

/// Compares the textbook's booleans with the scalar backend's.
///
/// # Panics
/// If more than a few pairs differ.
pub fn verify_textbook(world: &World) {
    verify_scalar(world, |pair| {
        let [a, b] = world.matrices_of(pair);
        overlap_early_exit(a, b)
    });
}

/// Compares the collisions of the corrected fifteen-case routine with the scalar backend's booleans.
///
/// # Panics
/// If more than a few pairs differ.
pub fn verify_corrected_note(world: &World) {
    verify_scalar(world, |pair| {
        let [a, b] = world.matrices_of(pair);
        note::corrected(a, b).is_some()
    });
}

/// Compares rows of a scalar routine with the engine's, of which those count that `tell` something: a
/// routine that says "no" to everything agrees with most rows of a query that most boxes miss.
///
/// # Panics
/// If more than a few of the rows that count differ, or none counts.
pub fn verify_rows<A, P>(
    name: &str,
    answers: &[A],
    plain: &[P],
    tell: impl Fn(&A, &P) -> bool,
    agrees: impl Fn(&A, &P) -> bool,
) {
    assert_eq!(answers.len(), plain.len(), "{name}");
    let telling: Vec<(&A, &P)> =
        answers.iter().zip(plain).filter(|(answer, plain)| tell(answer, plain)).collect();
    let different = telling.iter().filter(|(answer, plain)| !agrees(answer, plain)).count();
    let limit = 1 + telling.len() / ONE_MAY_DIFFER_IN;
    assert!(!telling.is_empty(), "{name}: nothing to compare with the textbook's");
    assert!(different <= limit, "{name}: {different} of {} rows differ", telling.len());
}

fn verify_scalar(world: &World, overlap: impl Fn([u32; 2]) -> bool) {
    let expected = overlaps(&scalar(), world);
    let pairs = world.pairs.iter().zip(&expected);
    let different = pairs.filter(|(pair, expected)| overlap(**pair) != **expected).count();
    assert!(
        different <= 1 + world.pairs.len() / ONE_MAY_DIFFER_IN,
        "the scalar routine differs on {different} of {} pairs",
        world.pairs.len()
    );
}

fn scalar() -> Contender {
    Contender { backend: Backend::Scalar, rounding: Rounding::Exact, layout: Layout::Unit }
}

fn overlaps(contender: &Contender, world: &World) -> Vec<bool> {
    let mut out = vec![false; world.pairs.len()];
    contender.overlap(&contender.engine(), world, &mut out);
    out
}

fn penetrations(contender: &Contender, world: &World) -> Vec<Penetration> {
    let mut out = vec![Penetration::default(); world.pairs.len()];
    contender.penetration(&contender.engine(), world, &mut out);
    out
}

fn bits(row: &Penetration) -> [u32; 5] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.axis.code())]
}
