//! Impacts of boxes that touch: those that rest, slide, graze, turn in place or leave are free, and what presses is
//! not.
//!
//! `OCTOSAT_ROWS=1000000 cargo test --release --workspace --test touching -- --nocapture --test-threads 1` looks
//! at as many pairs of each kind.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use std::env;
use std::f64::consts::FRAC_1_SQRT_2;

use octosat::{BoxPose, Engine, Impact, ImpactState, Impacts, OrientedBox, Query};
use octosat_reference::OrientedBox as Plain;
use octosat_reference::float64::ReferenceStep;
use octosat_scenes::generate::{self, Random};
use octosat_tests::{
    NO_TURN, Quaternion, UPRIGHT, Vector, along, columns, dot, narrow, neighbors, normalized,
    product, rotate, store_of, turn, upright,
};

/// The impacts of pairs of boxes from one pose to another.
fn impacts(steps: &[[[OrientedBox; 2]; 2]]) -> Vec<Impact> {
    let [starts, ends] = [0, 1].map(|time| store_of(steps.iter().flat_map(|step| step[time])));
    let pairs = neighbors(starts.len());
    let mut rows = vec![Impact::default(); pairs.len()];
    Engine::new().impacts(Impacts::new(Query::new(&starts, &pairs), &ends), &mut rows).unwrap();
    rows
}

/// A box that ends elsewhere, and one that rests.
fn moved(still: OrientedBox, moving: OrientedBox, to: BoxPose) -> [[OrientedBox; 2]; 2] {
    [[still, moving], [still, OrientedBox { pose: to, ..moving }]]
}

/// A cube next to a floor may move up, along it, or rest; steps to the first impact would else never end.
#[test]
fn a_box_on_a_floor_is_free_unless_it_is_pressed_down() {
    let floor = upright([0.0, -1.0, 0.0], [10.0, 1.0, 10.0]);
    for gap in [0.0, 1e-7, 1e-6, 3e-6, 1e-5] {
        let cube = upright([0.0, 0.5 + gap, 0.0], [0.5; 3]);
        let row = |x: f32, up: f32| {
            let to = BoxPose::new([x, 0.5 + gap + up, 0.0], UPRIGHT);
            impacts(&[moved(floor, cube, to)])[0]
        };
        for (x, up) in [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0), (-8.0, 0.0), (1.0, 1.0)] {
            let found = row(x, up);
            assert_eq!((found.state, found.time), (ImpactState::FREE, 1.0), "{gap}, {x}, {up}");
        }
        for down in [-0.001, -0.1, -1.0] {
            let found = row(0.5, down);
            assert!(found.touches() && found.time < 0.02, "{gap}, {down}: {found:?}");
        }
    }
}

/// Sunk by more than the cores allow, boxes touch whichever way they move.
#[test]
fn boxes_that_overlap_touch() {
    let floor = upright([0.0, -1.0, 0.0], [10.0, 1.0, 10.0]);
    let cube = upright([0.0, 0.499, 0.0], [0.5; 3]);
    for up in [0.0, 0.0005, 1.0] {
        let row = impacts(&[moved(floor, cube, BoxPose::new([0.0, 0.499 + up, 0.0], UPRIGHT))])[0];
        assert_eq!((row.state, row.time), (ImpactState::TOUCHING, 0.0), "{up}: {row:?}");
    }
}

/// Gaps of 0 to 0.1 mm on floors of any direction: at rest, leaving, sliding and turning in place.
#[test]
fn nothing_is_frozen_next_to_a_floor() {
    let mut random = Random::new(46);
    let mut steps = Vec::new();
    for number in 0..160_u32 {
        let world = if number % 2 == 0 { NO_TURN } else { random.rotation() };
        let gap = if number % 8 < 2 { 0.0 } else { 1e-4 * random.unit() };
        let at = |height: f64, aside: f64| narrow(rotate(world, [aside, height, 0.0]));
        let floor = OrientedBox::new(at(-0.5, 0.0), narrow(world), [5.0, 0.5, 5.0]);
        let cube = OrientedBox::new(at(0.2 + gap, 0.0), narrow(world), [0.3, 0.2, 0.25]);
        let spin = narrow(product(world, turn([0.0, 1.0, 0.0], 0.5)));
        let to = match number / 4 % 4 {
            0 => cube.pose,
            1 => BoxPose::new(at(0.2 + gap + random.unit(), 0.1), narrow(world)),
            2 => BoxPose::new(at(0.2 + gap, 2.0 * random.unit()), narrow(world)),
            _ => BoxPose::new(at(0.2 + gap, 0.1), spin),
        };
        steps.push(moved(floor, cube, to));
    }
    for (number, row) in impacts(&steps).iter().enumerate() {
        assert_eq!((row.state, row.time), (ImpactState::FREE, 1.0), "{number}: {row:?}");
    }
}

/// A bullet that keeps its speed after a hit, as a loop that knows no response has it, does not get through.
#[test]
fn a_spinning_bullet_that_is_moved_to_its_hits_stays_on_its_side() {
    let plate = upright([0.0; 3], [0.025, 1.0, 1.0]);
    let mut random = Random::new(47);
    for number in 0..50 {
        let (axis, aside) = (random.direction(), random.vector(-0.3, 0.3));
        let mut bullet = OrientedBox::new(
            [-1.0, narrow(aside)[1], narrow(aside)[2]],
            narrow(random.rotation()),
            [0.02, 0.015, 0.01],
        );
        for _ in 0..60 {
            let [x, y, z] = bullet.pose.center;
            let spun = product(turn(axis, 0.8), bullet.pose.rotation.map(f64::from));
            let to = BoxPose::new([x + 3.3, y, z], narrow(normalized(spun)));
            let row = impacts(&[moved(plate, bullet, to)])[0];
            assert!(row.touches(), "{number}: {row:?} at {x}");
            if row.state == ImpactState::TOUCHING {
                break;
            }
            let turned: Quaternion = std::array::from_fn(|k| {
                let [from, to] = [bullet.pose.rotation[k], to.rotation[k]].map(f64::from);
                from + f64::from(row.time) * (to - from)
            });
            let center = [x + row.time * 3.3, y, z];
            bullet.pose = BoxPose::new(center, narrow(normalized(turned)));
            assert!(bullet.pose.center[0] < 0.0, "{number}: {row:?}");
        }
    }
}

/// What a pair that touches at the start, or slides into touching, does then.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Then {
    Stays,
    Leaves,
    Presses,
}

/// A pair of boxes during a step.
struct Touching {
    step: [[OrientedBox; 2]; 2],
    then: Then,
    is_turning: bool,
}

/// Boxes of 0.02 to 4 m that touch up to rounding along a face or at vertices; with `flat`, some half extents are zero
/// or a millionth.
fn touching(random: &mut Random, flat: bool) -> Touching {
    let mut half_extents = || -> Vector {
        let size = 10.0_f64.powf(random.range(-1.0, 0.6));
        std::array::from_fn(|_| {
            let part =
                if flat && random.one_in(3) { 1e-6 * random.choose(&[0.0, 1.0, 2.0]) } else { 1.0 };
            size * part * 10.0_f64.powf(random.range(-0.7, 0.0))
        })
    };
    let halves = [half_extents(), half_extents()];
    let any = random.rotation();
    let rotations = random.choose(&[[NO_TURN; 2], [any; 2], [NO_TURN, any], [any, NO_TURN]]);
    let rotations = if random.one_in(4) { [any, random.rotation()] } else { rotations };
    let axes = rotations.map(columns);
    let normal = match random.below(3) {
        side @ 0..2 => axes[side][random.below(3)],
        _ => random.direction(),
    };
    let origin = random.vector(-20.0, 20.0);
    let mut from = origin;
    for (axes, half) in axes.iter().zip(halves) {
        for (axis, half) in axes.iter().zip(half) {
            let cosine = dot(*axis, normal);
            let part = if cosine.abs() < 1e-7 { random.range(-1.0, 1.0) } else { cosine.signum() };
            from = along(from, part * half, *axis);
        }
    }
    let size: f64 = halves.iter().flatten().sum();
    let length = size * 10.0_f64.powf(random.range(-4.0, 0.3));
    let way = random.direction();
    let way = along(way, -dot(way, normal), normal);
    let then = random.choose(&[Then::Stays, Then::Leaves, Then::Presses]);
    let out = match then {
        Then::Stays => 0.0,
        Then::Leaves => length * random.unit(),
        Then::Presses => -1e-3 * length * random.unit(),
    };
    let off = if random.one_in(2) { 0.0 } else { 8e-6 * size * random.range(-1.0, 1.0) };
    let back = if random.one_in(2) { 0.0 } else { -length * random.unit() };
    from = along(along(from, off, normal), back, way);
    let to = along(along(from, length * f64::from(u8::from(!random.one_in(4))), way), out, normal);
    let spin = match random.below(3) {
        0 => NO_TURN,
        1 => turn(normal, random.range(-1.0, 1.0)),
        _ => turn(random.direction(), 10.0_f64.powf(random.range(-6.0, -1.0))),
    };
    let still = OrientedBox::new(narrow(origin), narrow(rotations[0]), narrow(halves[0]));
    let moving = OrientedBox::new(narrow(from), narrow(rotations[1]), narrow(halves[1]));
    let is_turning = spin != NO_TURN;
    let turned = if is_turning {
        narrow(normalized(product(spin, rotations[1])))
    } else {
        moving.pose.rotation
    };
    let step = moved(still, moving, BoxPose::new(narrow(to), turned));
    Touching { step, then, is_turning }
}

fn reference(step: &[[OrientedBox; 2]; 2]) -> ReferenceStep {
    // Boxes as a store has them.
    let [starts, ends] = step.each_ref().map(|boxes| {
        let store = store_of(*boxes);
        [0, 1].map(|side| {
            let OrientedBox { pose, half_extents } = store.get(side).unwrap();
            Plain { center: pose.center, rotation: pose.rotation, half_extents }
        })
    });
    ReferenceStep::new(&starts, &ends, 0.0)
}

/// How deep free boxes overlap during the step, in impact bounds; and how much deeper than at the start.
fn depth(step: &ReferenceStep) -> [f64; 2] {
    let at = |time: f64| -step.at(time).separations().separation / step.bound(time);
    let deepest = (0..=32).map(|part| at(f64::from(part) / 32.0)).fold(0.0, f64::max);
    [deepest, deepest - at(0.0).max(0.0)]
}

/// Every answer is checked by float64: no time is late, free boxes overlap by at most 10.5 impact bounds along one
/// direction or get no deeper than 22.7 at the start, and what touches and clearly stays or leaves is free.
#[test]
fn touching_pairs_are_free_as_far_as_stated() {
    let rows = env::var("OCTOSAT_ROWS").map_or(1_500, |rows| rows.parse().unwrap());
    for flat in [false, true] {
        let mut random = Random::new(48);
        let (mut deepest, mut states, mut stopped, mut gave_up) = ([0.0_f64; 2], [0; 4], [0; 3], 0);
        let mut done = 0;
        while done < rows {
            let pairs: Vec<Touching> = (0..500).map(|_| touching(&mut random, flat)).collect();
            let steps: Vec<_> = pairs.iter().map(|pair| pair.step).collect();
            for (pair, row) in pairs.iter().zip(impacts(&steps)) {
                let step = reference(&pair.step);
                let report = step.check(&row, 0.01);
                assert_eq!(report.fault, None, "{row:?} of {:?}", pair.step);
                gave_up += usize::from(report.gave_up);
                states[usize::from(row.state.code())] += 1;
                if row.state == ImpactState::FREE {
                    let depths = depth(&step);
                    deepest = std::array::from_fn(|k| deepest[k].max(depths[k]));
                } else if !pair.is_turning {
                    stopped[pair.then as usize] += 1;
                }
            }
            done += pairs.len();
        }
        eprintln!(
            "flat {flat}: {done} pairs, free, hit, touching, until: {states:?}; stopped without a turn, staying, leaving, \
             pressing: {stopped:?}; deepest of free ones, and most that one sinks: {deepest:.2?} bounds; undecided {gave_up}"
        );
        assert!(deepest[1] > 1.0, "{deepest:?}");
        assert!(states[0] > done / 3 && states[1] + states[2] > done / 50, "{states:?}");
        assert!(gave_up * 1_000 <= done, "{gave_up} undecided");
        // Vertices that touch up to rounding may be apart or deeper than the cores.
        let allowed = if flat { done / 20 } else { done / 50 };
        assert!(stopped[0] + stopped[1] <= allowed, "{stopped:?}");
    }
}

/// A pair of edges that cross, or an edge on a face, is as free as faces are.
#[test]
fn crossed_bars_and_edges_on_faces_slide_and_leave() {
    let (roll, bar) = (turn([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_4), [2.0, 0.1, 0.1]);
    let across = product(turn([0.0, 1.0, 0.0], 1.2), roll);
    let height = 2.0 * FRAC_1_SQRT_2 * 2.0 * 0.1;
    let lower = OrientedBox::new([0.0; 3], narrow(roll), bar);
    let plate = upright([0.0, generate::narrow(0.5 * height) - 0.2, 0.0], [3.0, 0.2, 3.0]);
    for (still, height) in [(lower, height), (plate, height)] {
        let upper = OrientedBox::new(narrow([0.1, height, 0.0]), narrow(across), bar);
        for (x, up, z) in [(0.0, 0.0, 0.0), (0.3, 0.0, 0.2), (0.0, 0.5, 0.0), (-0.7, 0.1, 0.4)] {
            let to = BoxPose::new(narrow([0.1 + x, height + up, z]), narrow(across));
            let row = impacts(&[moved(still, upper, to)])[0];
            assert_eq!(row.state, ImpactState::FREE, "{x}, {up}, {z}: {row:?}");
        }
        let to = BoxPose::new(narrow([0.1, height - 0.1, 0.0]), narrow(across));
        assert!(impacts(&[moved(still, upper, to)])[0].touches());
    }
}

/// Boxes that are apart by an edge axis, and overlap along a face by more than cores are smaller, come together when
/// the edge hands over to the face: deep along a direction, they may get no deeper at the start only.
#[test]
fn a_direction_along_which_boxes_are_deep_before_they_meet_keeps_nothing() {
    let rotation = [0.071_161_17, 0.396_857_6, -0.481_217_18, 0.778_376_64];
    let still = OrientedBox::new(
        [6.000_194, -3.002_083_5, 17.187_008],
        rotation,
        [0.051_945_914, 0.052_776_337, 0.075_858_71],
    );
    let half_extents = [0.227_650_58, 0.173_064_44, 0.384_987_53];
    let moving = OrientedBox::new([6.098_592_8, -3.193_776_6, 17.775_997], UPRIGHT, half_extents);
    let to = BoxPose::new([6.233_393_7, -3.227_133_8, 17.641_806], UPRIGHT);
    let row = impacts(&[moved(still, moving, to)])[0];
    assert!(row.state == ImpactState::HIT && row.time > 0.9 && row.time < 0.915, "{row:?}");
}

/// A box that a step before has let sink in by more than the cores are smaller is still free to slide and to leave, and
/// not to sink further.
#[test]
fn a_box_that_has_sunk_by_several_bounds_slides_and_leaves() {
    let wall = upright([0.0; 3], [0.025, 2.0, 2.0]);
    let rotation = [0.597_506_9, 0.104_561_79, 0.680_293_1, -0.411_404_6];
    let center = [-0.040_164_232, 0.022_752_376, -0.018_741_796];
    let bullet = OrientedBox::new(center, rotation, [0.02, 0.01, 0.01]);
    let state = |motion: [f32; 3]| {
        let to = std::array::from_fn(|k| center[k] + motion[k]);
        impacts(&[moved(wall, bullet, BoxPose::new(to, rotation))])[0].state
    };
    for motion in [[0.0, 0.011_376, -0.009_371], [-1.0, 0.0, 0.0], [-1e-6, 1.0, 0.0], [0.0; 3]] {
        assert_eq!(state(motion), ImpactState::FREE, "{motion:?}");
    }
    for motion in [[2e-6, 0.0, 0.0], [0.1, 0.0, 0.0], [1e-5, 0.011, 0.0]] {
        assert_eq!(state(motion), ImpactState::TOUCHING, "{motion:?}");
    }
}

/// However far a box slides in a step, it is free: also by many times its size, where rates are rounded by more than
/// boxes may sink.
#[test]
fn slides_of_any_length_are_free() {
    let mut random = Random::new(49);
    for half in [0.01, 0.4] {
        let mut steps = Vec::new();
        for number in 0..400_u32 {
            let world = if number % 2 == 0 { NO_TURN } else { random.rotation() };
            let at = |x: f64, height: f64, z: f64| narrow(rotate(world, [x, height, z]));
            let floor = OrientedBox::new(at(0.0, -0.5, 0.0), narrow(world), [0.5; 3]);
            let cube = OrientedBox::new(at(0.0, half, 0.0), narrow(world), narrow([half; 3]));
            let way = 10.0_f64.powf(random.range(-1.0, 3.0));
            let (sine, cosine) = random.range(-3.0, 3.0).sin_cos();
            let to = BoxPose::new(at(way * cosine, half, way * sine), narrow(world));
            steps.push(moved(floor, cube, to));
        }
        for (step, row) in steps.iter().zip(impacts(&steps)) {
            // The offset at the end is rounded, too: along a turned floor it can lead into it.
            if reference(step).at(1.0).separations().separation < 0.0 {
                continue;
            }
            assert_eq!(row.state, ImpactState::FREE, "{row:?} of {step:?}");
        }
    }
}
