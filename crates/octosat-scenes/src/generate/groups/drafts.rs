//! The pairs of each group while they are made, in float64.

use glam::{DMat3, DQuat, DVec3};

use super::super::numbers::{columns, normalized, small};
use super::super::random::Random;
use super::{Group, Place};

/// A usual margin in meters, far smaller than most of the boxes.
const SMALL_MARGIN: f64 = 1e-4;

/// Meters below which a pair touches within the rounding of boxes about a meter large.
const ROUNDING: f64 = 1e-7;

/// Half the sides of the floor on whose rim boxes with many candidate points lie, in meters.
const RIM: f64 = 1e3;

/// The sine below which two edges are no axis.
const SMALLEST_SINE: f64 = 1e-9;

/// A pair while it is made: a is upright at the origin.
pub(super) struct Draft {
    pub(super) half_extents: [DVec3; 2],
    /// The rotation of b.
    pub(super) rotation: DQuat,
    /// The center of b, meters.
    pub(super) center: DVec3,
    /// Meters.
    pub(super) margin: f64,
}

/// Faces on each other that have more than four candidate points.
pub(super) fn many_points(group: Group, random: &mut Random) -> Draft {
    let size = log(random, 0.01, 2.0);
    let (any_turn, face) = (turn(random), DVec3::new(1.0, log(random, 0.2, 1.0), 0.2));
    let sizes = |x: DVec3, y: DVec3| [size * x, size * y];
    let (half_extents, yaw) = match group {
        Group::Octagons => {
            let half = DVec3::new(1.0, 1.0, log(random, 0.05, 1.0));
            // The tangent of a quarter of 90 degrees is √2 - 1.
            let eighth = normalized(DQuat::from_xyzw(0.0, 0.0, 2.0_f64.sqrt() - 1.0, 1.0));
            let off = if random.one_in(2) { 0.0 } else { signed(random, 1e-7, 0.3) };
            (sizes(half, half), small(DVec3::Z, off) * eighth)
        }
        Group::LongSlabs => {
            let slab = DVec3::new(20.0, 20.0 * log(random, 1e-3, 0.1), 0.2);
            let other = DVec3::new(log(random, 0.2, 20.0), log(random, 0.2, 20.0), 0.3);
            (sizes(slab, other), any_turn)
        }
        Group::OnRim => {
            let floor = DVec3::new(RIM, RIM, log(random, 0.1, 1.0));
            ([floor, size * DVec3::new(1.0, log(random, 0.3, 1.0), 1.0)], any_turn)
        }
        Group::EqualFaces => (sizes(face, face), small(DVec3::Z, signed(random, 1e-7, 1e-2))),
        _ => {
            let other = DVec3::new(log(random, 0.5, 2.0), log(random, 0.5, 2.0), 0.3);
            (sizes(face, other), any_turn)
        }
    };
    let tilt = match random.below(4) {
        0 => 0.0,
        1 => log(random, 1e-8, 1e-4),
        2 => log(random, 1e-4, 1e-2),
        _ => random.range(0.0, 0.02),
    };
    let axis = match random.below(3) {
        0 => DVec3::X,
        1 => yaw * DVec3::X,
        _ => turn(random) * DVec3::X,
    };
    let place = if group == Group::OnRim {
        let mut corner = || RIM + random.range(-0.9, 0.5) * size;
        let corner = [corner(), corner()];
        if random.one_in(2) { corner } else { [corner[0], 0.9 * random.range(-RIM, RIM)] }
    } else if random.one_in(3) {
        [0.0; 2]
    } else {
        let [a, b] = half_extents;
        [0, 1].map(|k| random.range(-0.3, 0.3) * a[k].min(b[k]))
    };
    let depth = match random.below(4) {
        0 => random.range(-ROUNDING, ROUNDING),
        1 => log(random, 1e-6, 1e-3),
        2 => log(random, 1e-4, 2e-2),
        _ => -log(random, 1e-6, 1e-3),
    };
    let margin = size * random.choose(&[0.0, 1e-3, 0.03, 0.03]);
    on_top(half_extents, normalized(small(axis, tilt) * yaw), place, size * depth, margin)
}

pub(super) fn floor(half: f64, place: Place, random: &mut Random) -> Draft {
    let size = log(random, 0.005, 0.5);
    let yaw = if random.one_in(3) { DQuat::IDENTITY } else { turn(random) };
    let axis = if random.one_in(3) { DVec3::X } else { turn(random) * DVec3::X };
    let rotation = normalized(small(axis, log(random, 0.001, 0.1)) * yaw);
    let rim = (half - 2.0 * size).max(0.2 * half);
    let near = 2.0 * size.min(half / 3.0);
    let place = match place {
        Place::Middle => [0; 2].map(|_| random.range(-near, near)),
        Place::Anywhere => [0; 2].map(|_| random.range(-rim, rim)),
        Place::Rim => {
            let across = half + 1.2 * size * random.range(-1.0, 1.0);
            let across = if random.one_in(2) { across } else { -across };
            let along = random.range(-rim, rim);
            if random.one_in(2) { [across, along] } else { [along, across] }
        }
    };
    let depth = match random.below(5) {
        0 => random.range(-ROUNDING, ROUNDING),
        1 => log(random, 1e-6, 1e-4),
        2 => -size * log(random, 1e-6, 1e-3),
        _ => size * log(random, 1e-4, 5e-2),
    };
    let margin = random.choose(&[0.0, SMALL_MARGIN, 0.02 * size]);
    let floor = DVec3::new(half, half, log(random, 0.1, 1.0));
    on_top([floor, DVec3::splat(size)], rotation, place, depth, margin)
}

pub(super) fn sizes(ratio: f64, has_faces: bool, random: &mut Random) -> Draft {
    let size = log(random, 0.01, 1.0);
    let half_extents = [shape(random, size * ratio), shape(random, size)];
    let least = half_extents[1].min_element();
    let rotation = if has_faces {
        let yaw = if random.one_in(2) { turn(random) } else { DQuat::IDENTITY };
        normalized(small(random.direction().into(), log(random, 1e-8, 0.1)) * yaw)
    } else {
        any(random)
    };
    let separation = match random.below(4) {
        0 => ROUNDING * size * random.range(-1.0, 1.0),
        1 => least * log(random, 1e-5, 0.02),
        _ => -least * log(random, 1e-5, 0.2),
    };
    // Over a face of a, at the middle, anywhere, or across its rim.
    let (axis, near) = (random.below(3), random.below(3));
    let mut place = DVec3::ZERO;
    for k in (0..3).filter(|&k| k != axis) {
        let half = half_extents[0][k];
        place[k] = match near {
            0 => random.range(-size, size),
            1 => random.range(-half, half),
            _ => random.choose(&[-half, half]) + random.range(-size, size),
        };
    }
    let margin = random.choose(&[0.0, SMALL_MARGIN, 0.03 * least]);
    touching(half_extents, rotation, [place, signed_axis(axis, random)], separation, margin)
}

/// A cube, a beam, a plate, or a plate of two short sides.
fn shape(random: &mut Random, size: f64) -> DVec3 {
    let mut part = |least: f64| log(random, least, 1.0);
    let [beam, thin] = [DVec3::new(1.0, part(1e-3), part(1e-3)), DVec3::new(1.0, 1.0, part(1e-3))];
    let upright = DVec3::new(part(0.01), part(0.01), 1.0);
    size * random.choose(&[DVec3::ONE, beam, thin, upright])
}

pub(super) fn strip(random: &mut Random) -> Draft {
    let a = DVec3::from([0; 3].map(|_| log(random, 0.1, 2.0)));
    let b = if random.one_in(2) { a } else { [0; 3].map(|_| log(random, 0.1, 2.0)).into() };
    let axis = match random.below(4) {
        0 => DVec3::Y,
        1 => random.direction().into(),
        _ => DVec3::Z,
    };
    let rotation = small(axis, signed(random, 1e-5, 0.2));
    // They overlap by the width of the strip along z, and touch along y.
    let width = log(random, 1e-8, 1e-3);
    let depth = log(random, 1e-8, 1e-2).min(width * log(random, 0.1, 1.0));
    let along = random.range(-0.9, 0.9) * (a.x + b.x);
    let across = a.z + reach(columns(rotation), b, DVec3::Z) - width;
    let place = DVec3::new(along, 0.0, across);
    let margin = random.choose(&[0.0, SMALL_MARGIN, 0.2]);
    touching([a, b], rotation, [place, DVec3::Y], -depth, margin)
}

pub(super) fn beams(random: &mut Random) -> Draft {
    let half_extents = [0; 2]
        .map(|_| DVec3::new(log(random, 1.0, 1e3), log(random, 0.01, 0.3), log(random, 0.01, 0.3)));
    let yaw = match random.below(3) {
        0 => small(DVec3::Z, log(random, 1e-7, 1e-2)),
        1 => small(DVec3::Z, log(random, 1e-2, 0.5)),
        _ => turn(random),
    };
    let roll = if random.one_in(2) { 3.0 * random.unit() } else { log(random, 1e-7, 0.1) };
    let [a, b] = half_extents;
    let least = a.min_element().min(b.min_element());
    let separation = match random.below(3) {
        0 => random.range(-ROUNDING, ROUNDING),
        1 => least * log(random, 1e-5, 0.02),
        _ => -least * log(random, 1e-4, 0.3),
    };
    let along = if random.one_in(2) { 0.0 } else { random.range(-1.0, 1.0) * (a.x + b.x) };
    let margin = random.choose(&[0.0, SMALL_MARGIN, 0.1 * least]);
    let rotation = normalized(yaw * small(DVec3::X, roll));
    touching(half_extents, rotation, [along * DVec3::X, DVec3::Z], separation, margin)
}

pub(super) fn flat(random: &mut Random) -> Draft {
    let half_extents = [0; 2].map(|_| {
        let size = log(random, 0.05, 20.0);
        let mut half = |_| if random.one_in(3) { 0.0 } else { size * log(random, 0.05, 1.0) };
        DVec3::new(half(0), half(1), half(2))
    });
    let rotation = match random.below(3) {
        0 => any(random),
        1 => DQuat::IDENTITY,
        _ => small(random.direction().into(), log(random, 1e-7, 0.1)),
    };
    let separation = match random.below(3) {
        0 => 0.0,
        1 => 10.0 * random.range(-ROUNDING, ROUNDING),
        _ => log(random, 1e-5, 1e-2),
    };
    let axis = random.below(3);
    let mut place = (half_extents[0] + half_extents[1]) * DVec3::from(random.vector(-1.0, 1.0));
    place[axis] = 0.0;
    let margin = random.choose(&[0.0, SMALL_MARGIN, 0.02]);
    touching(half_extents, rotation, [place, signed_axis(axis, random)], separation, margin)
}

pub(super) fn ties(random: &mut Random) -> Draft {
    let a = DVec3::from([0; 3].map(|_| log(random, 0.05, 1.0)));
    let mut b = a;
    match random.below(4) {
        0 => {}
        1 => b.x *= 1.5,
        two => b[two - 2] *= random.range(0.3, 1.0),
    }
    let off = log(random, 1e-9, 1e-5);
    let place = [0, 1].map(|k| {
        let side = match random.below(4) {
            0 => random.choose(&[a[k] - b[k], b[k] - a[k]]),
            1 => random.choose(&[a[k] + b[k], -a[k] - b[k]]),
            2 => 0.0,
            _ => random.range(-1.0, 1.0) * (a[k] + b[k]),
        };
        side + random.range(-off, off)
    });
    let depth = match random.below(3) {
        0 => 0.0,
        1 => log(random, 1e-8, 1e-5),
        _ => 1e-3,
    };
    let yaw = if random.one_in(2) { 0.0 } else { random.range(-off, off) / a.x };
    let margin = random.choose(&[0.0, SMALL_MARGIN, 0.02]);
    on_top([a, b], small(DVec3::Z, yaw), place, depth, margin)
}

pub(super) fn stack(depth: f64, random: &mut Random) -> Draft {
    let a = DVec3::from([0; 3].map(|_| log(random, 0.05, 1.0)));
    let parts = [DVec3::ONE, DVec3::new(1.0, 0.5, 1.0), DVec3::new(0.5, 1.0, 1.0)];
    let b = a * random.choose(&parts);
    let corner = (a - b) * DVec3::from([0; 3].map(|_| random.choose(&[-1.0, 1.0])));
    let place = if random.one_in(2) { [corner.x, corner.y] } else { [0.0; 2] };
    on_top([a, b], DQuat::IDENTITY, place, depth, 0.0)
}

/// A pair in which b reaches below the upper face of a by a depth, meters.
fn on_top(
    half_extents: [DVec3; 2],
    rotation: DQuat,
    [x, y]: [f64; 2],
    depth: f64,
    margin: f64,
) -> Draft {
    let [a, b] = half_extents;
    let z = a.z + reach(columns(rotation), b, DVec3::Z) - depth;
    Draft { half_extents, rotation, center: DVec3::new(x, y, z), margin }
}

/// A pair in which b comes from afar along a line, given by a point and a unit direction, until the boxes have a
/// separation, meters.
fn touching(
    half_extents: [DVec3; 2],
    rotation: DQuat,
    [place, way]: [DVec3; 2],
    separation: f64,
    margin: f64,
) -> Draft {
    let [a, b] = half_extents;
    let axes = columns(rotation);
    let crosses = (0..9).map(|edges| DMat3::IDENTITY.col(edges / 3).cross(axes.col(edges % 3)));
    let crosses = crosses.filter(|cross| cross.length() > SMALLEST_SINE);
    let faces = (0..3).flat_map(|k| [DMat3::IDENTITY.col(k), axes.col(k)]);
    // Along each axis, the separation grows with the distance; the boxes are as far apart as the largest of all.
    let distances = faces.chain(crosses.map(|cross| cross / cross.length())).filter_map(|axis| {
        let axis = if axis.dot(way) < 0.0 { -axis } else { axis };
        let radii = reach(DMat3::IDENTITY, a, axis) + reach(axes, b, axis);
        let speed = axis.dot(way);
        (speed > SMALLEST_SINE).then(|| (separation + radii - axis.dot(place)) / speed)
    });
    let distance = distances.fold(f64::INFINITY, f64::min).max(0.0);
    Draft { half_extents, rotation, center: place + distance * way, margin }
}

/// Meters from the center of a box to its farthest point along a unit direction.
fn reach(axes: DMat3, half_extents: DVec3, direction: DVec3) -> f64 {
    (axes.transpose() * direction).abs().dot(half_extents)
}

/// Any rotation.
pub(super) fn any(random: &mut Random) -> DQuat {
    DQuat::from_array(random.rotation())
}

/// Any rotation about z.
fn turn(random: &mut Random) -> DQuat {
    loop {
        let [x, y] = [0; 2].map(|_| random.range(-1.0, 1.0));
        if (0.01..=1.0).contains(&(x * x + y * y)) {
            return normalized(DQuat::from_xyzw(0.0, 0.0, x, y));
        }
    }
}

/// An axis in one of its directions.
fn signed_axis(axis: usize, random: &mut Random) -> DVec3 {
    random.choose(&[-1.0, 1.0]) * DMat3::IDENTITY.col(axis)
}

/// A number between two positive ones, each power of ten about equally often.
fn log(random: &mut Random, low: f64, high: f64) -> f64 {
    let mut starts = vec![low];
    while starts[starts.len() - 1] * 10.0 < high {
        starts.push(starts[starts.len() - 1] * 10.0);
    }
    let start = random.choose(&starts);
    random.range(start, high.min(10.0 * start))
}

/// The same with either sign.
fn signed(random: &mut Random, low: f64, high: f64) -> f64 {
    log(random, low, high) * random.choose(&[-1.0, 1.0])
}
