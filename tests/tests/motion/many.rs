//! Many casts past sides, edges, corners and plates: what only grazes is free, nothing is late, and nothing passes
//! through.
//!
//! `OCTOSAT_CASTS=1000000 cargo test --release --workspace --test motion many -- --nocapture` makes as many of
//! each kind.

use std::env;

use glam::{DMat3, DQuat, DVec3};
use octosat::{Cast, CastState, Casts, Engine, Motions, OrientedBox, Query};
use octosat_exact::{Pair, StoredBox};
use octosat_reference::OrientedBox as PlainBox;
use octosat_reference::float64::ReferenceCast;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{UPRIGHT, neighbors, plain, store_of};

/// Casts of each kind, unless the environment says otherwise.
const CASTS: usize = 4_000;

/// Casts per call.
const PER_CALL: usize = 4_000;

/// Two boxes, and how far the second moves as seen from the first.
struct Given {
    boxes: [OrientedBox; 2],
    motion: [f32; 3],
}

/// What many casts answered.
#[derive(Debug, Default)]
struct Found {
    casts: usize,
    free: usize,
    hits: usize,
    overlapping: usize,
    /// Those whose boxes touch during the step, and exactly never do more.
    grazes: usize,
    /// Those of them that are reported as hits.
    grazing_hits: usize,
    /// The largest depth of free boxes, and the largest gap at a hit, in bounds.
    deepest: f64,
    largest_gap: f64,
    faults: Vec<String>,
}

/// Asks about as many casts as wanted, and compares the answers with the references.
fn found(seed: u64, mut make: impl FnMut(&mut Random) -> Given) -> Found {
    let count = env::var("OCTOSAT_CASTS").map_or(CASTS, |count| count.parse().unwrap());
    let (mut random, mut found) = (Random::new(seed), Found::default());
    for first in (0..count).step_by(PER_CALL) {
        let len = PER_CALL.min(count - first);
        let given: Vec<Given> = (0..len).map(|_| make(&mut random)).collect();
        let boxes = store_of(given.iter().flat_map(|given| given.boxes));
        let pairs = neighbors(boxes.len());
        let motions: Vec<[f32; 3]> = given.iter().map(|given| given.motion).collect();
        let mut rows = vec![Cast::default(); len];
        let casts = Casts::new(Query::new(&boxes, &pairs), Motions::per_pair(&motions));
        Engine::new().casts(casts, &mut rows).unwrap();
        for ((row, pair), motion) in rows.iter().zip(&pairs).zip(motions) {
            found.add(row, pair.map(|index| plain(boxes.get(index).unwrap())), motion);
        }
    }
    found
}

impl Found {
    fn add(&mut self, row: &Cast, [a, b]: [PlainBox; 2], motion: [f32; 3]) {
        let reference = ReferenceCast::new(&a, &b, motion.map(f64::from), 0.0);
        let (faults, bound) = (reference.faults(row), reference.bound());
        if !faults.is_empty() {
            self.faults.push(format!("{faults:?}: {row:?} of {a:?}, {b:?}, {motion:?}, {bound:e}"));
        }
        let is_hit = row.state == CastState::HIT;
        self.casts += 1;
        self.hits += usize::from(is_hit);
        self.overlapping += usize::from(row.state == CastState::OVERLAPPING);
        if row.state == CastState::FREE {
            self.free += 1;
            self.deepest = self.deepest.max(-reference.least_separation() / bound);
        } else if is_hit {
            self.largest_gap = self.largest_gap.max(reference.gap(row) / bound);
        }
        if reference.first_touch().is_some() && !penetrates(&a, &b, motion) {
            self.grazes += 1;
            self.grazing_hits += usize::from(is_hit);
        }
    }
}

/// Whether boxes do more than touch, exactly.
fn penetrates(a: &PlainBox, b: &PlainBox, motion: [f32; 3]) -> bool {
    let [a, b] =
        [a, b].map(|one| StoredBox::new(one.center, one.rotation, one.half_extents).unwrap());
    octosat_exact::Cast::new(Pair::new(&a, &b), motion).unwrap().penetrates()
}

/// Upright boxes on a grid, whose sums are exact.
fn on_grid(random: &mut Random) -> Given {
    let mut steps = |low: usize, high: usize| 0.125 * (low + random.below(high - low)) as f32;
    let halves = [(); 2].map(|()| [steps(1, 8), steps(1, 8), steps(1, 8)]);
    let origin = [(); 3].map(|()| 2.0 * steps(0, 512) - 64.0);
    let mut offset = [0.0; 3];
    let mut motion = [0.0; 3];
    for k in 0..3 {
        let reach = halves[0][k] + halves[1][k];
        let [near, beyond, speed] = [16, 16, 64].map(|bound| 0.125 * random.below(bound) as f32);
        let far = random.choose(&[reach, reach + beyond, near]);
        offset[k] = random.choose(&[1.0, -1.0]) * far;
        motion[k] = random.choose(&[0.0, -2.0 * offset[k], speed - 4.0, 2.0, -2.0]);
    }
    let [a, b] = halves;
    let center = [0, 1, 2].map(|k| origin[k] + offset[k]);
    Given {
        boxes: [OrientedBox::new(origin, UPRIGHT, a), OrientedBox::new(center, UPRIGHT, b)],
        motion,
    }
}

/// Upright boxes on a grid that pass each other at a corner, an edge or a side.
fn at_corner(random: &mut Random) -> Given {
    let Given { boxes: [a, mut b], .. } = on_grid(random);
    loop {
        let normal = [(); 3].map(|()| random.choose(&[-1.0, 0.0, 1.0_f32]));
        let motion = [(); 3].map(|()| random.choose(&[-4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0_f32]));
        let along: f32 = (0..3).map(|k| normal[k] * motion[k]).sum();
        let is_zero = |vector: [f32; 3]| vector.iter().all(|part| *part == 0.0);
        if is_zero(normal) || is_zero(motion) || along != 0.0 {
            continue;
        }
        let time = random.choose(&[0.0, 0.25, 0.5, 0.75, 1.0, 0.5, 0.375]);
        for k in 0..3 {
            let reach = a.half_extents[k] + b.half_extents[k];
            let part = if normal[k] == 0.0 {
                random.choose(&[-1.0, -0.5, 0.0, 0.25, 1.0])
            } else {
                normal[k]
            };
            b.pose.center[k] = a.pose.center[k] + part * reach - time * motion[k];
        }
        return Given { boxes: [a, b], motion };
    }
}

/// A rotation as often as none.
fn turn(random: &mut Random) -> [f64; 4] {
    if random.one_in(3) { UPRIGHT.map(f64::from) } else { random.rotation() }
}

fn placed(center: DVec3, rotation: [f64; 4], half_extents: DVec3) -> OrientedBox {
    OrientedBox::new(
        center.to_array().map(narrow),
        rotation.map(narrow),
        half_extents.to_array().map(narrow),
    )
}

/// Half extents of about a size.
fn around(random: &mut Random, size: f64, decades: usize) -> DVec3 {
    size * DVec3::from([(); 3].map(|()| random.decades(decades)))
}

/// The point of a box that is farthest along a direction, or any of them.
fn support(random: &mut Random, axes: DMat3, half_extents: DVec3, direction: DVec3) -> DVec3 {
    let point = |k: usize| {
        let along = axes.col(k).dot(direction);
        let part = if along.abs() < 1e-9 { random.range(-1.0, 1.0) } else { along.signum() };
        part * half_extents[k] * axes.col(k)
    };
    (0..3).map(point).sum()
}

/// A line past the farthest points of both boxes along a direction, off by some bounds.
fn aimed(random: &mut Random) -> Given {
    let ratio = random.choose(&[1, 1, 3]);
    let sizes = [(); 2].map(|()| 10.0 * random.decades(2));
    let halves = sizes.map(|size| around(random, size, ratio));
    let first = turn(random);
    let rotations = [first, if random.one_in(2) { first } else { turn(random) }];
    let all = rotations.map(|rotation| DMat3::from_quat(DQuat::from_array(rotation)));
    let axes = all.map(|axes| axes.col(random.below(3)));
    let direction = DVec3::from(random.direction());
    let edge = axes[0].cross(axes[1]).normalize_or(direction);
    let normal = random.choose(&[direction, axes[0], axes[1], edge]);
    let farthest = [0, 1].map(|k| support(random, all[k], halves[k], normal));
    let along = if random.one_in(3) { axes[0] } else { DVec3::from(random.direction()) };
    let way = along.reject_from_normalized(normal).normalize_or(normal.any_orthonormal_vector());
    let motion = 20.0 * random.decades(2) * way;
    let bound = 4e-6 * (motion.length().min(5.0) + 2.0 * (halves[0] + halves[1]).element_sum());
    let off = if random.one_in(3) { 0.0 } else { bound * random.range(-3.0, 1.5) };
    let other = random.range(-0.2, 1.2);
    let time = random.choose(&[0.0, 1.0, other, other]);
    let center = 100.0 * DVec3::from(random.vector(-1.0, 1.0));
    let other = center + farthest[0] + farthest[1] + off * normal - time * motion;
    let boxes = [placed(center, rotations[0], halves[0]), placed(other, rotations[1], halves[1])];
    Given { boxes, motion: motion.to_array().map(narrow) }
}

/// Plates, needles and points that pass each other, also nearly parallel.
fn thin(random: &mut Random) -> Given {
    let halves = [(); 2].map(|()| {
        let size = 10.0 * random.decades(2);
        let mut half = around(random, size, 1);
        for k in 0..3 {
            if random.one_in(3) {
                let part = random.unit();
                half[k] = size * random.choose(&[0.0, 1e-6 * part, 1e-5 * part]);
            }
        }
        half
    });
    let first = turn(random);
    let noise = 1e-2 * random.decades(7);
    let tilt = DQuat::from_scaled_axis(noise * DVec3::from(random.direction()));
    let tilted = (DQuat::from_array(first) * tilt).to_array();
    let other = turn(random);
    let rotations = [first, random.choose(&[first, tilted, other])];
    let all = rotations.map(|rotation| DMat3::from_quat(DQuat::from_array(rotation)));
    let common = [0, 1].map(|k| all[k] * (halves[k] * DVec3::from(random.vector(-1.0, 1.0))));
    let motion = 20.0 * random.decades(6) * DVec3::from(random.direction());
    let time = if random.one_in(4) { random.decades(6) } else { random.range(-0.2, 1.2) };
    let center = 10.0 * DVec3::from(random.vector(-1.0, 1.0));
    let other = center + common[0] + common[1] - time * motion;
    let boxes = [placed(center, rotations[0], halves[0]), placed(other, rotations[1], halves[1])];
    Given { boxes, motion: motion.to_array().map(narrow) }
}

/// Boxes of very different sizes, about half of which hit.
fn any(random: &mut Random) -> Given {
    let sizes = [(); 2].map(|()| 1e3 * random.decades(5));
    let halves = sizes.map(|size| around(random, size, 2));
    let reach = (halves[0] + halves[1]).element_sum();
    let direction = DVec3::from(random.direction());
    let aside = 0.5 * reach * DVec3::from(random.vector(-1.0, 1.0));
    let motion = aside - 10.0 * reach * random.decades(2) * direction;
    let center = 1e3 * DVec3::from(random.vector(-1.0, 1.0));
    let other = center + reach * random.range(0.0, 2.0) * direction;
    let [first, second] = [(); 2].map(|()| random.rotation());
    let boxes = [placed(center, first, halves[0]), placed(other, second, halves[1])];
    Given { boxes, motion: motion.to_array().map(narrow) }
}

/// Asks about many casts of a kind; none may be wrong.
#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn search(name: &str, seed: u64, make: impl FnMut(&mut Random) -> Given) -> Found {
    let found = found(seed, make);
    println!("{name}: {found:?}");
    assert!(found.faults.is_empty(), "{name}: {:#?}", found.faults);
    found
}

#[test]
fn what_only_grazes_on_a_grid_is_free() {
    let on_grid = search("on a grid", 1, on_grid);
    assert!(on_grid.hits > 100 && on_grid.grazes > 100 && on_grid.grazing_hits == 0);
    let at_corner = search("at corners", 2, at_corner);
    assert!(at_corner.grazes > 100 && at_corner.free == at_corner.casts);
}

#[test]
fn what_is_aimed_past_a_side_an_edge_or_a_corner_is_free_or_near() {
    let aimed = search("aimed", 3, aimed);
    assert!(aimed.free > 100 && aimed.hits > 100 && aimed.grazing_hits == 0);
}

#[test]
fn nothing_passes_plates_needles_and_points() {
    let thin = search("thin", 4, thin);
    assert!(thin.free > 100 && thin.hits > 100 && thin.overlapping > 100);
}

#[test]
fn nothing_is_late_whatever_the_sizes() {
    let any = search("of any size", 5, any);
    assert!(any.free > 100 && any.hits > 100 && any.overlapping > 100);
}
