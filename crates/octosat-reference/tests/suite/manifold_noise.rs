//! Right manifolds of boxes within rounding of the given ones are accepted, whatever the pose.

use crate::common::{Draw, along, columns, dot, narrow, normalized, oriented, turned};
use crate::honest::{Manifold, honest};
use crate::truth::{SHAPES, Shape, half_extents, nearly_aligned, touching_pair};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ContactAnswer, ReferencePair, largest_area};
use octosat_scenes::generate::Random;

/// One float32 rounding.
const UNIT: f64 = 1.0 / 16_777_216.0;

/// Roundings by which a quaternion and a center are moved: points are then off by about fifteen, and the bound of a
/// contact is 64.
const NOISE: f64 = 3.0;

/// The largest error seen, and how many manifolds showed one.
#[derive(Debug, Default)]
struct Worst {
    error: f64,
    contacts: usize,
    closest: usize,
    reduced: usize,
    least_ratio: Option<f64>,
}

impl Worst {
    fn check(&mut self, pair: &ReferencePair, manifold: &Manifold, what: &[OrientedBox; 2]) {
        let report = manifold.report(pair);
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        assert!(
            faults.is_empty(),
            "{faults:#?}\n{manifold:?}\n{what:?}\n{:?}\nband {:e}",
            pair.separations(),
            pair.error_bound()
        );
        self.error = self.error.max(report.worst);
        self.contacts += usize::from(!manifold.points.is_empty());
        self.closest += usize::from(manifold.closest);
        if let Some(ratio) = report.area_ratio {
            self.reduced += 1;
            self.least_ratio = Some(self.least_ratio.map_or(ratio, |least| least.min(ratio)));
        }
    }
}

/// The same pair with the smaller box moved by a few roundings of the pair's reach: what turns a floor moves it, too.
fn moved(random: &mut Random, pair: [OrientedBox; 2], reach: f64) -> [OrientedBox; 2] {
    let noise = NOISE * UNIT;
    let smaller = usize::from(extent(&pair[1]) < extent(&pair[0]));
    let mut moved = pair;
    let given = &mut moved[smaller];
    let center = given.center.map(f64::from).map(|c| c + random.range(-noise, noise) * reach);
    let rotation = given.rotation.map(f64::from).map(|c| c + random.range(-noise, noise));
    given.center = narrow(center);
    given.rotation = narrow(rotation);
    moved
}

fn extent(given: &OrientedBox) -> f64 {
    given.half_extents.iter().copied().map(f64::from).sum()
}

/// The four points with the largest weighted area, among them the first by the engine's rule.
fn reduced(manifold: &Manifold, [a, b]: [&OrientedBox; 2]) -> Manifold {
    let mut reduced = Manifold { limit: 4, ..manifold.clone() };
    let points = &manifold.points;
    if points.len() <= 4 {
        return reduced;
    }
    let normal = manifold.normal.map(f64::from);
    let axes = [a, b].map(|given| columns(normalized(given.rotation.map(f64::from))));
    let out = axes.map(|axes| {
        let cosines = axes.map(|axis| dot(axis, normal).abs());
        (0..3).fold(0, |best, k| if cosines[k] > cosines[best] { k } else { best })
    });
    let [u, v] = [1, 2].map(|k| axes[0][(out[0] + k) % 3]);
    let out_of_b = axes[1][out[1]];
    let sine_squared = dot(out_of_b, u).powi(2) + dot(out_of_b, v).powi(2);
    let weights = weights(points, sine_squared);
    let score = |index: &usize| {
        let place = points[*index].position.map(f64::from);
        let slope = 0.794_689_8 * dot(u, place) + 0.607_015_8 * dot(v, place);
        0.005 * slope + f64::from(points[*index].depth)
    };
    let kept = (0..points.len()).max_by(|one, other| score(one).total_cmp(&score(other)));
    let kept = kept.expect("there are more than four");
    let mut largest = -1.0;
    let place = |k: usize| points[k].position.map(f64::from);
    for choice in 0..1_u32 << points.len() {
        if choice.count_ones() != 4 || choice >> kept & 1 == 0 {
            continue;
        }
        let chosen: Vec<_> = (0..points.len()).filter(|k| choice >> k & 1 == 1).collect();
        let away = |&k: &usize| {
            std::array::from_fn(|axis| weights[k] * (place(k)[axis] - place(kept)[axis]))
        };
        let area = largest_area(&chosen.iter().map(away).collect::<Vec<_>>(), normal, None);
        if area > largest {
            largest = area;
            reduced.points = chosen.iter().map(|&k| points[k]).collect();
        }
    }
    reduced
}

/// Between tilted faces, points count up to twice: the deepest most, and those above an eighth of the height once.
fn weights(points: &[ContactAnswer], sine_squared: f64) -> Vec<f64> {
    let depths: Vec<f64> = points.iter().map(|point| f64::from(point.depth)).collect();
    let [deepest, highest] =
        [f64::max, f64::min].map(|of| depths.iter().copied().reduce(of).unwrap_or(0.0));
    let grown = ((sine_squared / 0.005_f64.powi(2) - 1.0) / 3.0).clamp(0.0, 1.0);
    let of = |depth: f64| {
        let part = (deepest - depth) / (deepest - highest).max(f64::MIN_POSITIVE);
        1.0 + grown * (1.0 - 8.0 * part).max(0.0)
    };
    depths.into_iter().map(of).collect()
}

fn check_pair(random: &mut Random, pair: [OrientedBox; 2], within: f32, worst: &mut Worst) {
    let [a, b] = pair;
    let reference = ReferencePair::oriented(&a, &b);
    worst.check(&reference, &honest(&a, &b, within), &pair);
    let [near_a, near_b] = moved(random, pair, reference.reach());
    let near = honest(&near_a, &near_b, within);
    worst.check(&reference, &near, &pair);
    worst.check(&reference, &reduced(&near, [&near_a, &near_b]), &pair);
}

/// Boxes of any shape, pushed together until they are about this deep.
fn pushed_pair(random: &mut Random, shapes: [Shape; 2]) -> [OrientedBox; 2] {
    let [a, mut b] = touching_pair(random, shapes, 0.0);
    let truth = *ReferencePair::oriented(&a, &b).separations();
    let size = extent(&a).min(extent(&b));
    let by = size * random.magnitude(1e-7, 0.3) * if random.below(3) == 0 { 1.0 } else { -1.0 };
    b.center = narrow(along(b.center.map(f64::from), by, truth.normal));
    [a, b]
}

/// A box about as far beyond a corner, an edge or a face of another as it is large.
fn pair_at_a_corner(random: &mut Random, shapes: [Shape; 2]) -> [OrientedBox; 2] {
    let rotation = random.any_rotation();
    let a = oriented([0.0; 3], rotation, half_extents(random, shapes[0]));
    let turned =
        if random.below(3) > 0 { nearly_aligned(random, rotation) } else { random.any_rotation() };
    let b = oriented([0.0; 3], turned, half_extents(random, shapes[1]));
    let mut center = [0.0; 3];
    for (axis, half) in columns(rotation).into_iter().zip(a.half_extents) {
        let beyond = f64::from(half) + random.range(-0.3, 1.0) * extent(&b);
        center = along(center, beyond, axis);
    }
    [a, OrientedBox { center: narrow(center), ..b }]
}

/// Boxes face to face with sides that are along each other, often exactly.
fn stacked_pair(random: &mut Random) -> [OrientedBox; 2] {
    let rotation = random.any_rotation();
    let half = half_extents(random, Shape::Brick);
    let a = oriented([0.0; 3], rotation, half);
    let turned = if random.below(2) == 0 { rotation } else { nearly_aligned(random, rotation) };
    let b = oriented([0.0; 3], turned, half);
    let reference = ReferencePair::oriented(&a, &b);
    let truth = *reference.separations();
    let mut lift = -truth.separation - random.magnitude(1e-7, 0.1) * extent(&a);
    if random.below(4) == 0 {
        lift = -truth.separation + random.magnitude(1e-7, 0.02);
    }
    [a, OrientedBox { center: narrow(truth.normal.map(|component| lift * component)), ..b }]
}

#[test]
fn manifolds_within_rounding_are_accepted() {
    let mut random = Random::new(41);
    let mut worst = Worst::default();
    for shape_a in SHAPES {
        for shape_b in SHAPES {
            for _ in 0..200 {
                let pair = pushed_pair(&mut random, [shape_a, shape_b]);
                let size = extent(&pair[0]).min(extent(&pair[1]));
                let [within] = narrow([if random.below(2) == 0 { 0.0 } else { 0.1 * size }]);
                check_pair(&mut random, pair, within, &mut worst);
            }
        }
    }
    assert!(worst.contacts > 5_000 && worst.error > 0.05, "{worst:?}");
}

#[test]
fn closest_points_within_rounding_are_accepted() {
    let mut random = Random::new(43);
    let mut worst = Worst::default();
    for shape_a in SHAPES {
        for shape_b in SHAPES {
            for _ in 0..200 {
                let pair = pair_at_a_corner(&mut random, [shape_a, shape_b]);
                let [within] = narrow([extent(&pair[1])]);
                check_pair(&mut random, pair, within, &mut worst);
            }
        }
    }
    assert!(worst.closest > 1_000, "{worst:?}");
}

#[test]
fn stacks_within_rounding_are_accepted() {
    let mut random = Random::new(42);
    let mut worst = Worst::default();
    for _ in 0..4_000 {
        let pair = stacked_pair(&mut random);
        let within = if random.below(2) == 0 { 0.0 } else { 0.02 };
        check_pair(&mut random, pair, within, &mut worst);
    }
    assert!(worst.contacts > 5_000 && worst.reduced > 100, "{worst:?}");
    assert!(worst.least_ratio.is_some_and(|ratio| ratio > 0.9), "{worst:?}");
}

/// A box on a box whose faces are tilted by about the angle from which on level points count more.
fn tilted_pair(random: &mut Random) -> [OrientedBox; 2] {
    let [half_a, half_b] = [0; 2].map(|_| [0; 3].map(|_| random.range(0.2, 1.2)));
    let yaw = turned(2, random.range(0.0, 3.2));
    let about = random.range(0.0, 6.3);
    let tilt = 0.5 * random.magnitude(0.004, 0.2);
    let (sine, cosine) = tilt.sin_cos();
    let rotation = [sine * about.cos(), sine * about.sin(), 0.0, cosine];
    let axes = columns(rotation);
    let low: f64 = (0..3).map(|k| axes[k][2].abs() * half_b[k]).sum();
    let aside = [random.range(-0.3, 0.3), random.range(-0.3, 0.3), low - 0.001];
    let a = oriented([0.0, 0.0, -half_a[2]], yaw, half_a);
    [a, oriented(aside, rotation, half_b)]
}

/// Rounding decides how much points count between faces that are tilted by about 0.005 rad.
#[test]
fn tilted_boxes_within_rounding_are_accepted() {
    let mut random = Random::new(45);
    let mut worst = Worst::default();
    for _ in 0..4_000 {
        let pair = tilted_pair(&mut random);
        check_pair(&mut random, pair, 0.5, &mut worst);
    }
    assert!(worst.reduced > 1_000, "{worst:?}");
    assert!(worst.least_ratio.is_some_and(|ratio| ratio > 0.9), "{worst:?}");
}

/// Small lies about ordinary boxes: a few times what rounding could do.
#[test]
fn small_lies_are_rejected() {
    let mut random = Random::new(44);
    let (mut dropped, mut missed, mut lies) = (0, 0, 0);
    for _ in 0..3_000 {
        let [a, b] = pushed_pair(&mut random, [Shape::Brick, Shape::Brick]);
        let pair = ReferencePair::oriented(&a, &b);
        let truth = honest(&a, &b, 0.1);
        let bound = pair.contact_bound(0.1);
        let reject = |lie: &Manifold| assert!(!lie.faults(&pair).is_empty(), "{lie:?} {a:?} {b:?}");
        if truth.points.is_empty() || truth.closest {
            continue;
        }
        for index in 0..truth.points.len() {
            let own = truth.points[index];
            let mut lie = truth.clone();
            [lie.points[index].depth] = narrow([f64::from(own.depth) + 3.0 * bound]);
            reject(&lie);
            [lie.points[index].depth] = narrow([f64::from(own.depth) - 3.0 * bound]);
            reject(&lie);
            lie = truth.clone();
            lie.points[index].feature = (own.feature + 1) % 8;
            reject(&lie);
            if own.feature < 16 {
                lie = truth.clone();
                let way = random.within(1.0);
                let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
                let moved = along(own.position.map(f64::from), 4.0 * bound / length, way);
                lie.points[index].position = narrow(moved);
                reject(&lie);
            }
            lie = truth.clone();
            lie.points.remove(index);
            dropped += 1;
            missed += usize::from(!lie.points.is_empty() && lie.faults(&pair).is_empty());
            lies += 5;
        }
        for by in [-3.0, 3.0] {
            let mut lie = truth.clone();
            [lie.depth] = narrow([f64::from(truth.depth) + by * pair.error_bound()]);
            reject(&lie);
        }
        let mut lie = truth.clone();
        lie.normal = truth.normal.map(|component| -component);
        reject(&lie);
    }
    assert!(lies > 20_000, "only {lies} lies");
    // A vertex that is nearly on another or nearly at the margin may be left out.
    assert!(50 * missed < dropped, "{missed} of {dropped} points were not missed");
}
