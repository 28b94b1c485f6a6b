//! Wrong contacts that were reported are found, and the engine has the right ones.

use octosat::Engine;
use octosat_check::kinds::KindReport;
use octosat_check::manifolds::ManifoldRow;
use octosat_check::queries::pairs::{PairRow, Pairs};
use octosat_check::strategies::{KINDS, frame_of, hard_pairs};
use octosat_check::{Asked, Basis, Case, Frame, Query, Setting, engines, runner};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    ContactAnswer, ManifoldAnswer, ManifoldFault, ReferencePair, check_manifold,
};
use octosat_scenes::generate::{self, narrow};

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Two boxes and a margin, meters.
struct Reported {
    boxes: [OrientedBox; 2],
    margin: f32,
}

/// Results without points, along a normal with an axis.
fn answer(normal: [f32; 3], depth: f32, axis: u8, margin: f32) -> ManifoldAnswer<'static> {
    let (limit, points, surfaces) = (4, &[][..], None);
    let (fallback, closest) = (false, false);
    ManifoldAnswer {
        normal,
        depth,
        axis,
        points,
        within: margin,
        limit,
        fallback,
        closest,
        surfaces,
    }
}

impl Reported {
    fn new(boxes: [([f32; 3], [f32; 4], [f32; 3]); 2], margin: f32) -> Self {
        let boxes = boxes.map(|(center, rotation, half_extents)| OrientedBox {
            center,
            rotation,
            half_extents,
        });
        Self { boxes, margin }
    }

    /// What is wrong with a result.
    fn faults(&self, answer: &ManifoldAnswer<'_>) -> Vec<ManifoldFault> {
        let reference = ReferencePair::oriented(&self.boxes[0], &self.boxes[1]);
        check_manifold(&reference, answer).faults.iter().map(|finding| finding.fault).collect()
    }

    /// The manifolds of all engines, in either order, with the margin; they have no fault.
    fn manifolds(&self) -> Vec<ManifoldRow> {
        let setting = Setting::new(self.margin, 1);
        let mut frame = Frame::of_scene(&generate::cloud(0, 0, 1), setting);
        for OrientedBox { center, rotation, half_extents } in self.boxes {
            frame.half_extents.push(half_extents);
            frame.position.push(center);
            frame.rotation.push(rotation);
        }
        frame.pairs = vec![[0, 1], [1, 0]];
        let case = Case::new(Basis::Unit, &frame).expect("valid boxes");
        let ask = |engine| {
            let asked = Asked::list(engine, &case, &(), &case.pairs);
            let rows = Pairs.ask(&asked, &mut Pairs.memory(0)).expect("valid pairs");
            let findings = Pairs.check(&asked, &rows, &mut ()).expect("valid pairs");
            for finding in findings {
                assert_eq!((finding.fault, finding.mismatch), (None, None));
            }
            rows
        };
        let manifolds = |row: PairRow| [row.manifolds[0], row.manifolds[2]];
        engines().iter().flat_map(ask).flat_map(manifolds).collect()
    }
}

/// A tilted cube on a floor touches with the two vertices of an edge; the other two are far above.
#[test]
fn vertices_far_above_a_floor_are_found() {
    for (floor, half, tilt, deep, margin) in [
        (100.0, 0.01, 0.045, 1e-4, 0.0),
        (100.0, 0.01, 0.045, 1e-4, 2e-4),
        (5_000.0, 0.9, 0.02, 1e-3, 1e-2),
    ] {
        let (sine, cosine) = f64::sin_cos(tilt);
        let center = [0.0, 0.0, narrow(1.0 + half * (sine + cosine) - deep)];
        let rotation = [narrow((0.5 * tilt).sin()), 0.0, 0.0, narrow((0.5 * tilt).cos())];
        let floor = ([0.0; 3], UPRIGHT, [floor, floor, 1.0]);
        let reported = Reported::new([floor, (center, rotation, [narrow(half); 3])], margin);
        for manifold in reported.manifolds() {
            assert_eq!(manifold.points().len(), 2, "{manifold:?}");
        }
        // The lower and the upper edge; the points are half-way to the floor.
        let edge = |side: f64, depth: f32, feature: u32| {
            [-half, half].map(|x| ContactAnswer {
                position: [narrow(x), narrow(half * (side * cosine + sine)), 1.0 - 0.5 * depth],
                depth,
                feature: feature + u32::from(x > 0.0),
            })
        };
        let deep = narrow(deep);
        let empty = answer([0.0, 0.0, 1.0], deep, 2, margin);
        let right = edge(-1.0, deep, 0);
        assert_eq!(reported.faults(&ManifoldAnswer { points: &right, ..empty }), []);
        let wrong = [right, edge(1.0, -margin, 2)].concat();
        let faults = reported.faults(&ManifoldAnswer { points: &wrong, ..empty });
        assert!(faults.contains(&ManifoldFault::PointOffB), "{faults:?}");
    }
}

/// The faces overlap in a strip of a micrometer, along which the boxes touch.
#[test]
fn a_lost_edge_is_found() {
    let b = [-0.543_577_85, 0.998_097_24, 0.999_999];
    let rotation = [0.0, 0.0, 0.043_619_387, 0.999_048_23];
    let boxes = [([0.0; 3], UPRIGHT, [0.5; 3]), (b, rotation, [0.5; 3])];
    for margin in [0.0, 0.2] {
        for manifold in Reported::new(boxes, margin).manifolds() {
            let deepest = manifold.points().iter().map(|point| point.depth).fold(-1.0, f32::max);
            assert!(deepest >= 0.0, "{manifold:?}");
        }
    }
    let reported = Reported::new(boxes, 0.2);
    let point = |z, feature| ContactAnswer {
        position: [3.661_727_5e-6, 0.521_788_9, z],
        depth: -0.043_744_214,
        feature,
    };
    let points = [point(0.5, 61), point(0.499_999, 1)];
    let wrong = answer([-0.087_155_744, 0.996_194_7, 0.0], 1.2e-7, 4, 0.2);
    let faults = reported.faults(&ManifoldAnswer { points: &points, ..wrong });
    assert!(faults.contains(&ManifoldFault::DeepestMissing), "{faults:?}");
}

/// The same of large boxes, where clipping left nothing.
#[test]
fn a_fallback_instead_of_an_edge_is_found() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let a = ([0.0; 3], [-half, 0.0, -half, 0.0], [13.092_382, 57.912_144, 92.536_8]);
    let rotation = [0.077_515_624, -0.702_845_16, 0.077_515_624, -0.702_845_16];
    let b = ([103.877_11, -69.014_145, 15.410_355], rotation, [11.340_315, 11.340_315, 11.340_406]);
    for margin in [0.0, 0.2] {
        let reported = Reported::new([a, b], margin);
        for manifold in reported.manifolds() {
            // Without a margin, rounding decides whether they touch.
            let count = manifold.points().len();
            assert!(count == 2 || count == 0 && margin == 0.0, "{manifold:?}");
        }
        let position = [92.536_79, -57.912_136, 13.092_387];
        let points = [ContactAnswer { position, depth: 0.0, feature: 160 }];
        let wrong = answer([1.490_116_1e-8, -0.975_965_14, 0.217_925_9], 0.0, 4, margin);
        let wrong = ManifoldAnswer { points: &points, fallback: true, ..wrong };
        let faults = reported.faults(&wrong);
        assert!(faults.contains(&ManifoldFault::FallbackUnneeded), "{faults:?}");
    }
}

/// A cube stands with an edge on a thin beam: the deepest tip and the opposite one leave out half of the area.
#[test]
fn four_points_of_too_little_area_are_found() {
    let rotation = [-1.913_417_1e-5, 0.382_683_43, 4.619_397_8e-5, 0.923_879_5];
    let cube = ([0.0, 0.989, 0.0], rotation, [0.5; 3]);
    let reported = Reported::new([([0.0; 3], UPRIGHT, [2.0, 0.5, 0.01]), cube], 0.0);
    for manifold in reported.manifolds().iter().step_by(2) {
        assert_eq!(manifold.points().len(), 4, "{manifold:?}");
    }
    let point = |position, depth, feature| ContactAnswer { position, depth, feature };
    let points = [
        point([-0.707_056_76, 0.494_464_67, 0.0], 0.011_070_689, 0),
        point([0.697_148_74, 0.494_534_88, 0.01], 0.010_930_267, 54),
        point([0.707_156_8, 0.494_535_36, 0.0], 0.010_929_266, 5),
        point([-0.697_048_7, 0.494_465_14, -0.01], 0.011_069_688, 28),
    ];
    let wrong = answer([0.0, 1.0, 0.0], 0.011_070_669, 1, 0.0);
    let faults = reported.faults(&ManifoldAnswer { points: &points, ..wrong });
    assert!(faults.contains(&ManifoldFault::AreaTooSmall), "{faults:?}");
}

/// Equal and nested faces on each other have their four vertices and no more, however they are turned.
#[test]
fn exact_stacks_have_four_points() {
    let stacks = KINDS.into_iter().find(|kind| kind.name == "stacks").expect("there is one");
    let pairs = hard_pairs(stacks, 6_000, &mut runner(11, 0));
    let frame = frame_of(pairs.iter().map(|pair| pair.boxes));
    let case = Case::new(Basis::Unit, &frame).expect("valid boxes");
    let engine = Engine::new();
    let asked = Asked::list(&engine, &case, &(), &case.pairs);
    let rows = Pairs.ask(&asked, &mut Pairs.memory(0)).expect("valid pairs");
    let manifolds = rows.iter().flat_map(|row| &row.manifolds);
    let mut touching = 0;
    for manifold in manifolds.filter(|manifold| manifold.row.len > 0) {
        assert_eq!(manifold.points().len(), 4, "{manifold:?}");
        touching += 1;
    }
    assert!(touching > 12_000, "{touching}");
}

#[test]
fn hard_pairs_of_every_kind_have_right_contacts() {
    for kind in KINDS {
        let report = KindReport::new(kind, 2_000, 3).expect("valid boxes");
        assert_eq!(report.faults(), 0, "{report}: {:?}", report.example);
        assert!(report.touching > 2_000, "{report}");
    }
}
