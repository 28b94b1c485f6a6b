//! Scenes of boxes with volume that are hard cases for convex solids, or hold solids that are.

use glam::{DQuat, DVec3};

use super::{Random, Scene, narrow};

/// Most pairs of a scene.
const MOST_PAIRS: usize = 40;

/// Sizes of the boxes in meters.
const SIZES: [f64; 6] = [1.0, 1.0, 1.0, 1e-3, 1e-20, 1e5];

/// Distances from the origin, in sizes.
const FAR: [f64; 4] = [0.0, 0.0, 5.0, 1e5];

/// Separations of shapes that nearly touch, in sizes: none, roundings, and those of small margins.
const GAPS: [f64; 7] = [0.0, 1e-7, -1e-7, 1e-4, -1e-4, 0.02, -0.02];

/// Half extents in sizes, at least and at most.
const HALF_EXTENTS: [f64; 2] = [0.1, 1.0];

/// The least part of that to which one half extent of a needle or a plate is shortened.
const THIN: f64 = 1e-3;

/// Size of a nested box in parts of the one around it, at least and at most.
const NESTED: [f64; 2] = [0.01, 0.5];

/// Farthest center of a nested box, in half extents of the one around it.
const INSIDE: f64 = 0.7;

/// The step of a grid, in sizes: a binary fraction, so that sums of steps are exact.
const GRID: f64 = 0.25;

/// Size of a crumb in parts of a nested box.
const CRUMB: f64 = 1e-4;

/// How often a pair is moved until its shapes touch: the axis changes on the way.
const MOVES: usize = 3;

/// Sine and cosine of 45 degrees, which quaternions of quarter turns have.
const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The shapes in the boxes that are made to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touching {
    /// The boxes themselves.
    Boxes,
    /// The caller's solids in the boxes.
    Solids,
}

/// A box as a scene will hold it.
#[derive(Clone, Copy, Debug)]
pub struct BoxDraft {
    /// Half extents in meters.
    pub half_extents: [f32; 3],
    /// The center in meters.
    pub center: [f32; 3],
    /// Unit quaternion x, y, z, w.
    pub rotation: [f32; 4],
}

/// How two shapes overlap, or how far they are apart.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    /// Unit normal of the axis of least overlap, from the first shape to the second.
    pub normal: [f64; 3],
    /// Depth along the normal in meters, negative if the shapes are apart.
    pub depth: f64,
}

/// A box while it is made, in float64.
#[derive(Clone, Copy)]
struct Draft {
    half_extents: DVec3,
    center: DVec3,
    rotation: DQuat,
}

/// Boxes, each two after each other a pair: of eight kinds in turn, as they are made and then so
/// that boxes or solids nearly touch.
///
/// `separation` finds the separation of the shapes that are to touch; a pair for which it returns
/// `None` stays as it is.
pub fn scene(
    number: u64,
    random: &mut Random,
    separation: impl Fn(Touching, &[BoxDraft; 2]) -> Option<Separation>,
) -> Scene {
    let size = random.choose(&SIZES);
    let far = random.choose(&FAR);
    let (name, make): (_, fn(&mut Random) -> [Draft; 2]) = match number % 8 {
        0 => ("convex-any", any),
        1 => ("convex-aligned", aligned),
        2 => ("convex-nearly-aligned", nearly_aligned),
        3 => ("convex-nested", nested),
        4 => ("convex-crumbs", crumbs),
        5 => ("convex-twins", twins),
        6 => ("convex-on-a-grid", on_a_grid),
        _ => ("convex-apart", apart),
    };
    let touching = match number / 8 % 3 {
        0 => None,
        1 => Some(Touching::Boxes),
        _ => Some(Touching::Solids),
    };
    let mut scene = Scene::empty(name);
    for _ in 0..1 + random.below(MOST_PAIRS) {
        let base = vector(random, far);
        let gap = size * random.choose(&GAPS);
        let mut pair = make(random).map(|Draft { half_extents, center, rotation }| Draft {
            half_extents: size * half_extents,
            center: size * (base + center),
            rotation,
        });
        for _ in 0..MOVES {
            let found = touching.and_then(|shapes| separation(shapes, &pair.map(Draft::rounded)));
            if let Some(Separation { normal, depth }) = found {
                pair[1].center += (depth + gap) * DVec3::from(normal);
            }
        }
        for Draft { half_extents, center, rotation } in pair {
            scene.push(half_extents, center, rotation);
        }
    }
    scene.with_neighbor_pairs()
}

impl Draft {
    /// A box of any proportions and rotation.
    fn new(random: &mut Random, center: DVec3) -> Self {
        Self { half_extents: half_extents(random), center, rotation: quaternion(random) }
    }

    fn rounded(self) -> BoxDraft {
        BoxDraft {
            half_extents: self.half_extents.to_array().map(narrow),
            center: self.center.to_array().map(narrow),
            rotation: self.rotation.to_array().map(narrow),
        }
    }

    /// The world point at these parts of the half extents.
    fn point(&self, parts: DVec3) -> DVec3 {
        self.center + self.rotation * (parts * self.half_extents)
    }
}

/// About half of the boxes overlap.
fn any(random: &mut Random) -> [Draft; 2] {
    let away = vector(random, 1.0);
    [DVec3::ZERO, away].map(|center| Draft::new(random, center))
}

/// Along the same axes or a quarter turn from it, at whole and half steps of half extents.
fn aligned(random: &mut Random) -> [Draft; 2] {
    let rotation = if random.one_in(2) { quaternion(random) } else { DQuat::IDENTITY };
    let a = Draft { rotation, ..Draft::new(random, DVec3::ZERO) };
    let mut b = a;
    let quarters = [
        DQuat::IDENTITY,
        DQuat::from_xyzw(HALF, 0.0, 0.0, HALF),
        DQuat::from_xyzw(0.0, 0.0, HALF, HALF),
    ];
    b.rotation = rotation * random.choose(&quarters);
    if random.one_in(2) {
        b.half_extents = half_extents(random);
    }
    let steps = [(); 3].map(|()| random.choose(&[0.0, 0.5, 1.0, 2.0, -1.0, -2.0]));
    b.center = a.point(steps.into());
    [a, b]
}

/// The same, turned against each other by a little.
fn nearly_aligned(random: &mut Random) -> [Draft; 2] {
    let [a, mut b] = aligned(random);
    let angle = 0.2 * random.decades(8);
    let axis = angle * DVec3::from(random.direction());
    b.rotation = DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0).normalize() * b.rotation;
    [a, b]
}

/// A small box in a large one.
fn nested(random: &mut Random) -> [Draft; 2] {
    let [a, mut b] = [(); 2].map(|()| Draft::new(random, DVec3::ZERO));
    b.half_extents *= random.range(NESTED[0], NESTED[1]);
    if !random.one_in(4) {
        b.center = a.point(vector(random, INSIDE));
    }
    if random.one_in(2) { [a, b] } else { [b, a] }
}

/// A tiny box on the surface of another.
fn crumbs(random: &mut Random) -> [Draft; 2] {
    let [a, mut b] = nested(random);
    b.half_extents *= CRUMB;
    let mut place = vector(random, 1.0);
    place[random.below(3)] = 1.0;
    b.center = a.point(place);
    [a, b]
}

/// Equal boxes at one place, or nearly.
fn twins(random: &mut Random) -> [Draft; 2] {
    let a = Draft::new(random, DVec3::ZERO);
    let noise = random.choose(&[0.0, 0.0, 0.0, 1e-7, 1e-3, 0.1]);
    [a, Draft { center: vector(random, noise), ..a }]
}

/// Sizes and places that are steps of one grid, in quarter turns: where boxes touch, many axes tie.
fn on_a_grid(random: &mut Random) -> [Draft; 2] {
    let quarters = [
        DQuat::IDENTITY,
        DQuat::from_xyzw(HALF, 0.0, 0.0, HALF),
        DQuat::from_xyzw(0.0, HALF, 0.0, HALF),
        DQuat::from_xyzw(0.0, 0.0, HALF, -HALF),
        DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5),
    ];
    let mut steps = |low: f64, high: f64| GRID * DVec3::from(random.vector(low, high)).floor();
    let places = [DVec3::ZERO, steps(-6.0, 7.0)];
    let sizes = [(); 2].map(|()| steps(1.0, 4.0));
    [0, 1].map(|index| Draft {
        half_extents: sizes[index],
        center: places[index],
        rotation: random.choose(&quarters),
    })
}

/// Apart by a little up to very far.
fn apart(random: &mut Random) -> [Draft; 2] {
    let away = 1e6 * random.decades(6) * DVec3::from(random.direction());
    [DVec3::ZERO, away].map(|center| Draft::new(random, center))
}

/// Half extents of every proportion.
fn half_extents(random: &mut Random) -> DVec3 {
    let mut half_extents = DVec3::from(random.vector(HALF_EXTENTS[0], HALF_EXTENTS[1]));
    if random.one_in(4) {
        half_extents[random.below(3)] *= random.range(THIN, 1.0);
    }
    half_extents
}

fn vector(random: &mut Random, reach: f64) -> DVec3 {
    random.vector(-reach, reach).into()
}

fn quaternion(random: &mut Random) -> DQuat {
    DQuat::from_array(random.rotation())
}
