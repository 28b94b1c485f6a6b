//! Times of impact: cases with known times, those that other engines got wrong, and what is rejected.
//!
//! `octosat-check` checks every answer against the references and compares all backends.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use std::f64::consts::{FRAC_PI_2, PI};

use octosat::{BoxStore, BoxView, Engine, Impact, ImpactState, Impacts, OrientedBox, Query, Sides};
use octosat_check::{engines, stale};
use octosat_reference::float64::ReferenceStep;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{UPRIGHT, neighbors, sentence, upright, wrong_length};

/// As near as rounding allows.
const NEAREST: Options = Options { tolerance: 0.0, rounds: 200 };

const USUAL: Options = Options { tolerance: 0.01, rounds: 64 };

/// How closely impacts are found.
#[derive(Clone, Copy)]
struct Options {
    tolerance: f32,
    rounds: u32,
}

impl Options {
    fn of(self, impacts: Impacts<'_>) -> Impacts<'_> {
        impacts.tolerance(self.tolerance).rounds(self.rounds)
    }
}

/// The rotation by an angle in radians about axis 0, 1 or 2 of the world.
fn turn(axis: usize, angle: f64) -> [f32; 4] {
    let mut rotation = [0.0; 4];
    rotation[axis] = narrow((0.5 * angle).sin());
    rotation[3] = narrow((0.5 * angle).cos());
    rotation
}

/// Two boxes during a step.
struct Step {
    half_extents: [[f32; 3]; 2],
    starts: [([f32; 3], [f32; 4]); 2],
    ends: [([f32; 3], [f32; 4]); 2],
}

impl Step {
    /// A box that stands still, and one that moves and turns.
    fn past(
        still: ([f32; 3], [f32; 3]),
        half_extents: [f32; 3],
        [from, to]: [[f32; 3]; 2],
        turn: [[f32; 4]; 2],
    ) -> Self {
        let (center, half) = still;
        let still = (center, UPRIGHT);
        let [from, to] = [(from, turn[0]), (to, turn[1])];
        Self { half_extents: [half, half_extents], starts: [still, from], ends: [still, to] }
    }

    fn store(&self, poses: &[([f32; 3], [f32; 4]); 2]) -> BoxStore {
        let mut boxes = BoxStore::new();
        for (&(center, rotation), &half) in poses.iter().zip(&self.half_extents) {
            boxes.insert(OrientedBox::new(center, rotation, half)).unwrap();
        }
        boxes
    }

    fn ask(&self, options: Options) -> Impact {
        let (starts, ends) = (self.store(&self.starts), self.store(&self.ends));
        let mut row = [Impact::default()];
        Engine::new()
            .impacts(options.of(Impacts::new(Query::new(&starts, &[[0, 1]]), &ends)), &mut row)
            .unwrap();
        row[0]
    }

    fn reference(&self) -> ReferenceStep {
        let boxes = |poses: &[([f32; 3], [f32; 4]); 2]| {
            [0, 1].map(|side| octosat_reference::OrientedBox {
                center: poses[side].0,
                rotation: poses[side].1,
                half_extents: self.half_extents[side],
            })
        };
        ReferenceStep::new(&boxes(&self.starts), &boxes(&self.ends), 0.0)
    }

    /// A hit at a time that is known, early by at most a gap in meters at a speed in meters per step.
    fn hits_at(&self, touch: f64, options: Options, gap: f64, speed: f64) -> Impact {
        let row = self.ask(options);
        let time = f64::from(row.time);
        assert_eq!(row.state, ImpactState::HIT, "{row:?}");
        assert!(time <= touch, "{time} is later than {touch}");
        assert!(touch - time <= gap / speed, "{time} is earlier than {touch}");
        row
    }
}

#[test]
fn a_bullet_passes_no_paper_wall() {
    // 960 m/s for a sixtieth of a second, through walls of a tenth of a millimeter.
    for wall in 0..16_u8 {
        let x = f32::from(wall) - 7.5;
        let step = Step::past(
            ([x, 0.0, 0.0], [5e-5, 2.0, 2.0]),
            [0.004, 0.004, 0.01],
            [[-8.0, 0.1, 0.2], [8.0, 0.1, 0.2]],
            [turn(1, FRAC_PI_2), turn(1, FRAC_PI_2)],
        );
        let touch = (f64::from(x) + 8.0 - 0.01 - 5e-5) / 16.0;
        // The tolerance is below what rounding needs for 16 m.
        step.hits_at(touch, USUAL, 2e-4, 16.0);
        step.hits_at(touch, NEAREST, 2e-4, 16.0);
    }
}

#[test]
fn a_plate_that_falls_flat_hits_where_it_touches() {
    let floor = ([0.0, -1.0, 0.0], [50.0, 1.0, 50.0]);
    let half = [0.5, 0.01, 0.5];
    for yaw in [0.0, 0.3, 2.0] {
        let rotations = [turn(1, yaw), turn(1, yaw)];
        let step = Step::past(floor, half, [[0.0, 1.0, 0.0], [0.0, -3.0, 0.0]], rotations);
        step.hits_at(0.99 / 4.0, USUAL, 2e-4, 4.0);
        step.hits_at(0.99 / 4.0, NEAREST, 5e-5, 4.0);
    }
}

/// A bar is turned by a quarter within the plane of its long sides, and its tip comes to a peg. By construction they
/// touch when the corner of the peg reaches the bar's side.
#[test]
fn a_bar_that_turns_hits_a_peg_at_the_known_angle() {
    let (long, thick, place) = (1.0, 0.1, 0.9);
    let half = [long, thick, thick];
    let peg = ([0.0, place, 0.0], [0.1, 0.1, 0.1]);
    let step = Step::past(peg, half, [[0.0; 3]; 2], [UPRIGHT, turn(2, FRAC_PI_2)]);
    // The corner (0.1, 0.8) is 0.1 from the bar's middle line at angle α: 0.8 cos α − 0.1 sin α = 0.1.
    let (x, y) = (0.1_f64, f64::from(place) - 0.1);
    let angle = (f64::from(thick) / x.hypot(y)).acos() - x.atan2(y);
    // Half the angle has the tangent t sin 45° / (1 − t + t cos 45°).
    let (tangent, half_turn) = ((0.5 * angle).tan(), 0.5 * FRAC_PI_2);
    let touch = tangent / (half_turn.sin() + tangent * (1.0 - half_turn.cos()));
    step.hits_at(touch, USUAL, 3e-3, 0.8);
    step.hits_at(touch, NEAREST, 1e-4, 0.8);
}

/// A bar spins about its long axis, 1 mm over a floor that its corners do not reach. Without the radius of its
/// cylinder, this takes hundreds of rounds.
#[test]
fn a_bar_that_spins_over_a_floor_is_free() {
    let floor = ([0.0, -1.0, 0.0], [10.0, 1.0, 10.0]);
    let half = [0.5, 0.05, 0.05];
    let height = 0.05 * 2.0_f32.sqrt() + 0.001;
    for angle in [0.5, 2.0, 3.1, PI] {
        let at = [0.0, height, 0.0];
        let step = Step::past(floor, half, [at, at], [UPRIGHT, turn(0, angle)]);
        let row = step.ask(USUAL);
        assert_eq!((row.state, row.time), (ImpactState::FREE, 1.0), "{angle}: {row:?}");
        // Half a millimeter too low, its edge hits the floor after an eighth of a turn.
        if angle < 1.0 {
            continue;
        }
        let at = [0.0, height - 0.0015, 0.0];
        let step = Step::past(floor, half, [at, at], [UPRIGHT, turn(0, angle)]);
        let row = step.ask(Options { tolerance: 1e-3, rounds: 64 });
        assert_eq!(row.state, ImpactState::HIT, "{angle}: {row:?}");
        let gap = step.reference().at(f64::from(row.time)).separations().separation;
        assert!((0.0..1e-4).contains(&gap), "{angle}: {gap} m");
    }
}

/// Half turns go one way or the other; on neither is a time late.
#[test]
fn half_turns_are_not_late() {
    let peg = ([0.0, 0.8, 0.0], [0.05, 0.05, 0.05]);
    for angle in [PI, PI - 1e-7, PI + 1e-7, -PI, 3.0] {
        let step = Step::past(peg, [1.0, 0.1, 0.1], [[0.0; 3]; 2], [UPRIGHT, turn(2, angle)]);
        let row = step.ask(NEAREST);
        assert_eq!(row.state, ImpactState::HIT, "{angle}: {row:?}");
        assert!(row.time > 0.3 && row.time < 0.5, "{angle}: {row:?}");
    }
}

/// parry issue 317: `cast_shapes_nonlinear` finds no collision of a cuboid that turns about a far point with a large
/// one. The numbers are those of the report, in millimeters; the motion is the report's, met at its end.
#[test]
fn parry_317_cuboids_that_clearly_meet_are_hit() {
    let unit = |q: [f64; 4]| {
        let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
        q.map(|c| narrow(c / length))
    };
    // Quaternions x, y, z, w.
    let wall = unit([0.002_524_775, -0.000_262_104_35, -0.001_206_448_5, 0.999_996_07]);
    let start = [0.0, 0.0, -0.840_350_15, -0.542_044];
    let (angle, center) = (-1.770_823_f64, [99.970_85, 0.0, -35.0]);
    let position = [6_458.790_5, -209.133_1, 1_014.521_24];
    let velocity = [588.258_3, -553.063_35, 471.546_88];
    // The cuboid turns about z, around a point of its own that moves along a line.
    let turned = |q: [f64; 4], [x, y, z]: [f64; 3]| {
        let (s, c) = (2.0 * q[2] * q[3], q[3] * q[3] - q[2] * q[2]);
        [c * x - s * y, s * x + c * y, z]
    };
    let (s, c) = (0.5 * angle).sin_cos();
    let end = [0.0, 0.0, c * start[2] + s * start[3], c * start[3] - s * start[2]];
    let (before, after) = (turned(start, center), turned(end, center));
    let to: [f64; 3] = std::array::from_fn(|k| position[k] + before[k] + velocity[k] - after[k]);
    let step = Step {
        half_extents: [[650.0, 330.0, 275.0], [235.0, 105.0, 110.0]],
        starts: [([6_079.491_7, -849.310_8, 853.875_6], wall), (position.map(narrow), unit(start))],
        ends: [([6_079.491_7, -849.310_8, 853.875_6], wall), (to.map(narrow), unit(end))],
    };
    let row = step.ask(USUAL);
    assert_eq!(row.state, ImpactState::HIT, "{row:?}");
    let gap = step.reference().at(f64::from(row.time)).separations().separation;
    assert!(gap > 0.0 && gap < 2.0, "{gap} mm");
}

/// avian issue 990: a body that falls past a corner at a speed of many sizes per step is deflected by a speculative
/// contact. It never touches.
#[test]
fn avian_990_a_body_that_falls_past_a_corner_is_free() {
    let ledge = ([0.0; 3], [0.5, 0.5, 0.5]);
    for aside in [0.001, 0.005, 0.02] {
        let x = 0.5 + 0.01 + aside;
        let step =
            Step::past(ledge, [0.01; 3], [[x, 0.8, 0.0], [x, -0.8, 0.0]], [UPRIGHT, turn(1, 0.0)]);
        let row = step.ask(USUAL);
        assert_eq!((row.state, row.time), (ImpactState::FREE, 1.0), "{aside}: {row:?}");
    }
    // At the start its edges are 5 mm next to and above the ledge's: 7.07 mm apart.
    let step =
        Step::past(ledge, [0.5; 3], [[1.005, 1.005, 0.0], [1.005, -1.0, 0.0]], [UPRIGHT, UPRIGHT]);
    let row = step.ask(Options { tolerance: 1e-3, rounds: 64 });
    assert_eq!((row.state, row.time), (ImpactState::FREE, 1.0), "{row:?}");
}

/// A pair that starts within the tolerance is not frozen: at rest and moving apart it is free, and moving together it
/// goes on to half of its gap.
#[test]
fn a_pair_within_the_tolerance_moves() {
    let floor = ([0.0, -1.0, 0.0], [10.0, 1.0, 10.0]);
    let at = |height: f32| [0.0, 0.5 + height, 0.0];
    // The tolerance is 5 mm.
    let step = |from, to| Step::past(floor, [0.5; 3], [at(from), at(to)], [UPRIGHT; 2]);
    for to in [0.001, 0.5] {
        assert_eq!(step(0.001, to).ask(USUAL).state, ImpactState::FREE);
    }
    let row = step(0.001, -0.099).hits_at(0.01, USUAL, 6e-4, 0.1);
    assert!(row.time > 0.004);
    let touching = step(-0.001, 0.5).ask(USUAL);
    assert_eq!((touching.state, touching.time), (ImpactState::TOUCHING, 0.0));
}

#[test]
fn few_rounds_are_free_until_a_time() {
    let peg = ([0.0, 0.8, 0.0], [0.05, 0.05, 0.05]);
    let step = Step::past(peg, [1.0, 0.1, 0.1], [[0.0; 3]; 2], [UPRIGHT, turn(2, 3.0)]);
    let mut before = 0.0;
    for rounds in 1..4 {
        let row = step.ask(Options { rounds, ..NEAREST });
        assert_eq!(row.state, ImpactState::FREE_UNTIL, "{rounds}: {row:?}");
        assert!(row.time > before, "{rounds}: {row:?}");
        before = row.time;
    }
    assert!(before <= step.ask(NEAREST).time);
}

/// The error of a query, which writes nothing.
fn error<'a>(
    query: Query<'a>,
    ends: impl Into<Sides<BoxView<'a>>>,
    options: Options,
    len: usize,
) -> String {
    let before = stale::<Impact>(len);
    let mut rows = before.clone();
    let error = sentence(Engine::new().impacts(options.of(Impacts::new(query, ends)), &mut rows));
    assert_eq!(bytemuck::cast_slice::<_, u8>(&rows), bytemuck::cast_slice::<_, u8>(&before));
    error
}

#[test]
fn errors_name_the_box_and_write_nothing() {
    let mut boxes = BoxStore::new();
    for x in 0..20_u8 {
        boxes.insert(upright([3.0 * f32::from(x), 0.0, 0.0], [1.0; 3])).unwrap();
    }
    let pairs: Vec<[u32; 2]> = (0..19).map(|a| [a, a + 1]).collect();
    let query = Query::new(&boxes, &pairs);
    for tolerance in [-1.0, f32::NAN, f32::INFINITY] {
        let found = error(query, &boxes, Options { tolerance, ..USUAL }, 19);
        let expected =
            format!("the tolerance is {tolerance}, but must be finite and at least zero");
        assert_eq!(found, expected);
    }
    let found = error(query, &boxes, Options { rounds: 0, ..USUAL }, 19);
    assert_eq!(found, "the number of rounds is 0, but must be at least 1");
    let mut ends = boxes.clone();
    ends.remove(3).unwrap();
    let found = error(query, &ends, USUAL, 19);
    let expected =
        "the number of boxes at the end of the step is 19, but must be 20 as at its start";
    assert_eq!(found, expected);
    let two = Query::new([&boxes, &boxes], &pairs);
    let found = error(two, [&boxes, &ends], USUAL, 19);
    assert_eq!(found, expected.replace("boxes", "boxes b"));
    for index in [0, 7, 19] {
        let mut ends = boxes.clone();
        ends.set_half_extents(index, [1.0, 1.0, 1.5]).unwrap();
        let text = error(query, &ends, USUAL, 19);
        assert!(
            text.starts_with(&format!("the half extents of boxes[{index}] at the end")),
            "{text}"
        );
        // A box that is in no pair is not looked at.
        let others: Vec<[u32; 2]> =
            pairs.iter().copied().filter(|pair| !pair.contains(&index)).collect();
        let mut rows = vec![Impact::default(); others.len()];
        Engine::new()
            .impacts(USUAL.of(Impacts::new(Query::new(&boxes, &others), &ends)), &mut rows)
            .unwrap();
    }
    let found = error(query, &boxes, USUAL, 18);
    assert_eq!(found, wrong_length(19, 18));
    let found = error(query.grown(f32::INFINITY), &boxes, USUAL, 19);
    assert_eq!(found, "`grown` is inf, but must be finite");
    let empty =
        Engine::new().impacts(USUAL.of(Impacts::new(Query::new(&boxes, &[]), &boxes)), &mut []);
    assert_eq!(empty, Ok(()));
}

/// A number that is not finite, which only an unchecked view holds, is reported by its pair alone.
#[test]
fn what_is_not_finite_stays_in_its_row() {
    let mut random = Random::new(3);
    let count = 40;
    let mut vectors = |low, high| -> Vec<[f32; 3]> {
        (0..count).map(|_| random.vector(low, high).map(narrow)).collect()
    };
    let (starts, ends) = (vectors(-2.0, 2.0), vectors(-2.0, 2.0));
    let half_extents = vectors(0.1, 1.0);
    let rotations = vec![UPRIGHT; count];
    let pairs = neighbors(40);
    for engine in engines() {
        let ask = |columns: &[Vec<[f32; 3]>; 3], turns: &[Vec<[f32; 4]>; 2]| {
            let [starts, ends, half_extents] = columns;
            let view =
                |centers, rotations| BoxView::unchecked(centers, rotations, half_extents).unwrap();
            let mut rows = stale::<Impact>(pairs.len());
            let query = Query::new(view(starts, &turns[0]), &pairs);
            engine.impacts(Impacts::new(query, view(ends, &turns[1])), &mut rows).unwrap();
            rows
        };
        let columns = [starts.clone(), ends.clone(), half_extents.clone()];
        let turns = [rotations.clone(), rotations.clone()];
        let good = ask(&columns, &turns);
        for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for (field, component) in (0..5).flat_map(|field| (0..3).map(move |k| (field, k))) {
                for index in [6, 7, 30] {
                    let (mut columns, mut turns) = (columns.clone(), turns.clone());
                    match field {
                        0..3 => columns[field][index][component] = bad,
                        _ => turns[field - 3][index][component] = bad,
                    }
                    for (number, (row, good)) in ask(&columns, &turns).iter().zip(&good).enumerate()
                    {
                        if number == index / 2 {
                            assert_eq!(row.state, ImpactState::NON_FINITE, "{field} {bad}");
                            assert!(row.time.is_nan() && row.axis.code() == 255);
                        } else {
                            assert_eq!(bytemuck::bytes_of(row), bytemuck::bytes_of(good));
                        }
                    }
                }
            }
        }
    }
}

/// The same boxes at both ends of a step are as they are: apart or touching, whatever their size and place.
#[test]
fn boxes_at_rest_are_free_or_touch() {
    for size in [1e-3, 1.0, 1e3, 1e5] {
        for far in [0.0, 1e3, 1e6] {
            let origin = size * far;
            let mut boxes = BoxStore::new();
            for x in [0.0, 2.5, 1.0] {
                let center = [origin + size * x, 0.0, 0.0];
                boxes.insert(upright(center, [size; 3])).unwrap();
            }
            let mut rows = [Impact::default(); 2];
            let query = Query::new(&boxes, &[[0, 1], [0, 2]]);
            Engine::new().impacts(Impacts::new(query, &boxes), &mut rows).unwrap();
            let states = rows.map(|row| row.state);
            assert_eq!(states, [ImpactState::FREE, ImpactState::TOUCHING], "{size} {far}");
        }
    }
}

/// The impact of the boxes of two views, as they are stored.
fn ask_views(
    centers: [[f32; 3]; 2],
    rotations: [[f32; 4]; 2],
    half_extents: [[f32; 3]; 2],
) -> Impact {
    let view = BoxView::new(&centers, &rotations, &half_extents).unwrap();
    let mut row = [Impact::default()];
    let query = Query::new(view, &[[0, 1]]);
    Engine::new().impacts(Impacts::new(query, view), &mut row).unwrap();
    row[0]
}

/// Edges that are parallel except for a component whose square leaves the range of `f32` promise nothing that holds.
#[test]
fn boxes_with_nearly_parallel_edges_that_are_apart_do_not_touch() {
    for tiny in [1e-30, 1e-25, 1e-15, 1e-9] {
        let row = ask_views(
            [[0.0; 3], [5.0, 0.0, 0.0]],
            [[0.0, 0.0, 0.0, 1.0], [tiny, 0.0, 0.0, 1.0]],
            [[1.0; 3]; 2],
        );
        assert_eq!(row.state, ImpactState::FREE, "{tiny}: {row:?}");
    }
}

/// Two boxes of any size, rolled by an eighth of a turn about axes that cross, edge above edge: only edges separate
/// them.
#[test]
fn crossed_edges_separate_boxes_of_every_size() {
    let (sine, cosine) = (std::f32::consts::FRAC_PI_8).sin_cos();
    let rotations = [[sine, 0.0, 0.0, cosine], [0.0, sine, 0.0, cosine]];
    for size in [1e-3_f32, 1.0, 1e6, 1e9, 1e11] {
        let apart = 2.0 * std::f32::consts::SQRT_2 * 1.05 * size;
        let row = ask_views([[0.0; 3], [0.0, 0.0, apart]], rotations, [[size; 3]; 2]);
        assert_eq!(row.state, ImpactState::FREE, "{size}: {row:?}");
    }
}

/// A cube that rolls over its edge above a plate of 4 km. The edges of the plate promise what is rounding of its
/// length.
#[test]
fn a_small_box_above_a_large_plate_is_no_hit() {
    let plate =
        ([0.0; 3], [0.504_597_9, -0.135_960_68, -0.721_168_3, 0.454_765_9], [2000.0, 2000.0, 0.0]);
    let half = [0.092_542_08, 0.075_944_76, 0.084_825_896];
    let poses = [
        (
            [-0.108_536_586, -0.034_598_5, 0.029_407_993],
            [0.603_879_8, -0.330_209_3, -0.715_335_2, 0.120_774_93],
        ),
        (
            [-0.106_833_66, -0.034_072_805, 0.028_500_412],
            [0.609_161_3, -0.365_548_52, -0.697_937_6, 0.090_442_58],
        ),
    ];
    let store = |(center, rotation): ([f32; 3], [f32; 4])| {
        let mut boxes = BoxStore::new();
        boxes.insert(OrientedBox::new(center, rotation, half)).unwrap();
        boxes.insert(OrientedBox::new(plate.0, plate.1, plate.2)).unwrap();
        boxes
    };
    let [start, end] = poses.map(store);
    let mut row = [Impact::default()];
    let query = Query::new(&start, &[[0, 1]]);
    Engine::new().impacts(Impacts::new(query, &end), &mut row).unwrap();
    // At 0.563 of the step they are still 87 µm apart.
    assert!(row[0].state == ImpactState::FREE || row[0].time > 0.6, "{:?}", row[0]);
}
