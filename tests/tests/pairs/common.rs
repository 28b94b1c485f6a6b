//! Generated pairs of boxes, the runner that checks them, and their results.

use octosat::{ContactPoint, Engine, Manifold, OrientedBox, Penetration, PointLimit};
use octosat_check::manifolds::ManifoldRow;
use octosat_check::queries::pairs::{PairRow, Pairs};
use octosat_check::strategies::{KINDS, one_kind};
use octosat_check::{
    Asked, Basis, Case, Checked, Frame, Plan, Query, Setting, Workers, fastest, properties,
};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::{self, Random};
use octosat_tests::{
    Vector, along, columns, cube_rotations, dot, length, narrow, product, turn, wide,
};
use proptest::strategy::Union;

pub(crate) use octosat_tests::{NO_TURN, boxed, frame_of, standard_frames, upright};

/// Lists of pairs for a property.
const LISTS: u32 = 30;

/// A cloud with this number of pairs, a few of which touch.
pub(crate) fn cloud(pairs: usize, seed: u64) -> Frame {
    let scene = generate::cloud(pairs.div_ceil(4) + 20, 2 * pairs, seed);
    let mut frame = Frame::of_scene(&scene, Setting::new(0.0, seed));
    assert!(frame.pairs.len() >= pairs);
    frame.pairs.truncate(pairs);
    frame
}

/// A property holds for lists of pairs of every kind. One for which it does not is made small and printed.
pub(crate) fn for_lists(property: impl Fn(&Frame)) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/pairs.txt");
    let holds = |frame: Frame| {
        property(&frame);
        Ok(())
    };
    let lists = Union::new(KINDS.map(one_kind));
    properties(LISTS, file).run(&lists, holds).unwrap_or_else(|error| panic!("{error}"));
}

/// Boxes on a grid, turned by quarters or eighths, many of them flat: ties of all kinds, and zeros of both signs.
pub(crate) fn ties(pairs: usize, seed: u64) -> Vec<OrientedBox> {
    let mut random = Random::new(seed);
    let eighth = turn([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_4);
    let cubes = cube_rotations();
    let mut any = |_| {
        let half = [(); 3].map(|()| random.choose(&[0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0]));
        let center = [(); 3].map(|()| random.choose(&[0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5]));
        let rotation = cubes[random.below(24)];
        let turned = if random.one_in(4) { product(rotation, eighth) } else { rotation };
        OrientedBox::new(center, narrow(turned), half)
    };
    (0..2 * pairs).map(&mut any).collect()
}

/// The frame in every basis that takes its boxes.
pub(crate) fn cases(frame: &Frame) -> Vec<Case> {
    let mut cases = vec![Case::new(Basis::Unit, frame).unwrap()];
    cases.extend(Case::new(Basis::PreScaled, frame));
    cases
}

/// The boxes of a frame.
pub(crate) fn boxes_of(frame: &Frame) -> Vec<OrientedBox> {
    let poses = frame.position.iter().zip(&frame.rotation).zip(&frame.half_extents);
    poses.map(|((&at, &turn), &half)| OrientedBox::new(at, turn, half)).collect()
}

/// The float64 reference of two boxes.
pub(crate) fn reference(pair: &[OrientedBox; 2]) -> ReferencePair {
    Case::new(Basis::Unit, &frame_of(pair, 0.0)).unwrap().boxes.reference([0, 1])
}

/// The runner finds nothing, in any basis.
pub(crate) fn check(name: &str, frame: &Frame) {
    cases(frame).iter().for_each(|case| check_case(name, case));
}

/// The runner finds nothing.
pub(crate) fn check_case(name: &str, case: &Case) {
    let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: false };
    let mut checker = Pairs.checker(case.boxes.basis(), &plan).unwrap();
    checker.check(case).unwrap();
    let report = checker.report();
    assert_eq!(report.faults(), 0, "{name}: {:#?}", report.differences);
}

/// What an engine says about the pairs of a case.
pub(crate) fn answers(engine: &Engine, case: &Case) -> Vec<PairRow> {
    Pairs.ask(&Asked::list(engine, case, &(), &case.pairs), &mut Pairs.memory(0)).unwrap()
}

/// The manifold of four points, and that of eight with positions relative to a.
pub(crate) fn manifolds(row: &PairRow) -> [&ManifoldRow; 2] {
    [&row.manifolds[0], &row.manifolds[2]]
}

/// Whether a row of penetrations has no normal.
pub(crate) fn is_dismissed(row: &Penetration) -> bool {
    octosat_check::manifolds::is_zero(row.normal)
}

/// The bits of a row of penetrations.
pub(crate) fn row_bits(row: &Penetration) -> [u32; 5] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), row.axis.code().into()]
}

/// What is said about one pair of a list.
pub(crate) struct Seen<'a> {
    pub(crate) place: usize,
    pub(crate) overlaps: bool,
    pub(crate) row: &'a Penetration,
    pub(crate) reference: ReferencePair,
}

/// Checks pairs of boxes; then `look` sees every pair in every basis.
pub(crate) fn check_rows(name: &str, boxes: &[OrientedBox], look: impl Fn(&Seen<'_>)) {
    let frame = frame_of(boxes, 0.0);
    for case in cases(&frame) {
        check_case(name, &case);
        let engine = fastest();
        for (place, answer) in answers(&engine, &case).iter().enumerate() {
            let PairRow { overlaps, penetration: row, .. } = answer;
            let reference = case.boxes.reference(case.pairs[place]);
            look(&Seen { place, overlaps: *overlaps == 1, row, reference });
        }
    }
}

/// Checks pairs of boxes; then `look` sees each pair's manifold and points, of at most four points and of eight.
pub(crate) fn check_manifolds(
    name: &str,
    boxes: &[OrientedBox],
    margin: f32,
    look: impl Fn(usize, &Manifold, &[ContactPoint], PointLimit),
) {
    let frame = frame_of(boxes, margin);
    check(name, &frame);
    let case = Case::new(Basis::Unit, &frame).unwrap();
    let engine = fastest();
    for (pair, answer) in answers(&engine, &case).iter().enumerate() {
        for (found, most) in manifolds(answer).iter().zip([PointLimit::Four, PointLimit::Eight]) {
            look(pair, &found.row, found.points(), most);
        }
    }
}

/// An upper bound in meters on the distance of two boxes, without any separating axis: points of both, each projected
/// on the other box in turn (von Neumann's alternating projections), which converge to a nearest pair of points. Stops
/// below `target` meters or after `rounds`.
pub(crate) fn gap_by_projections(boxes: [&OrientedBox; 2], rounds: usize, target: f64) -> f64 {
    let origin = wide(boxes[0].pose.center);
    let [a, b] = boxes.map(|given| {
        let center = along(wide(given.pose.center), -1.0, origin);
        (center, columns(wide(given.pose.rotation)), wide(given.half_extents))
    });
    let nearest = |(center, axes, half): &(Vector, [Vector; 3], Vector), point: Vector| {
        let offset = along(point, -1.0, *center);
        (0..3).fold(*center, |near, k| {
            along(near, dot(offset, axes[k]).clamp(-half[k], half[k]), axes[k])
        })
    };
    let (mut point, mut gap) = (b.0, f64::INFINITY);
    for _ in 0..rounds {
        let on_a = nearest(&a, point);
        point = nearest(&b, on_a);
        gap = length(along(point, -1.0, on_a));
        if gap <= target {
            break;
        }
    }
    gap
}
