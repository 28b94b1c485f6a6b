//! Makes scenes of boxes with volume that are hard cases for convex solids, or that contain solids which are.

use glam::{DQuat, DVec3};

use super::numbers::narrow;
use super::random::Random;
use super::scene::Scene;

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

/// The smallest factor by which one half extent of a needle or a plate is shortened.
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

/// Sine and cosine of 45 degrees, the components of quaternions of quarter turns.
const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Fewest points of a cloud, and how many more it may have.
const CLOUD_POINTS: [usize; 2] = [4, 11];

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

/// The overlap of two shapes, or their separation.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    /// Unit normal of the axis of least overlap, from the first shape to the second.
    pub normal: [f64; 3],
    /// Depth along the normal in meters, negative if the shapes are separated.
    pub depth: f64,
}

/// A box while it is made, in float64.
#[derive(Clone, Copy)]
struct Draft {
    half_extents: DVec3,
    center: DVec3,
    rotation: DQuat,
}

/// Makes pairs of consecutive boxes, of one of eight kinds, which `number` decides. Of 24 consecutive numbers, the
/// first eight leave the pairs as they are made. The next eight move the boxes so that they nearly touch, and the
/// last eight do so with the solids in the boxes.
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

/// The same, slightly rotated against each other.
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

/// Equal boxes at the same place, or nearly.
fn twins(random: &mut Random) -> [Draft; 2] {
    let a = Draft::new(random, DVec3::ZERO);
    let noise = random.choose(&[0.0, 0.0, 0.0, 1e-7, 1e-3, 0.1]);
    [a, Draft { center: vector(random, noise), ..a }]
}

/// Sizes and places that are steps of one grid, in quarter turns: if the boxes touch, many axes tie.
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

/// Separated by a small up to a very large distance.
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

/// The convex hull of a few points, stretched to a box of these half extents in meters: its vertices, and its
/// triangles counterclockwise as seen from outside.
///
/// Four points in one plane leave a hole.
pub fn hull_of_cloud(
    half_extents: [f32; 3],
    random: &mut Random,
    point: impl Fn(&mut Random) -> [f64; 3],
) -> (Vec<[f32; 3]>, Vec<[usize; 3]>) {
    let [fewest, more] = CLOUD_POINTS;
    let size = DVec3::from(half_extents.map(f64::from));
    let stretched = |point: [f64; 3]| (DVec3::from(point) * size).to_array().map(narrow);
    let cloud: Vec<[f32; 3]> =
        (0..fewest + random.below(more)).map(|_| stretched(point(random))).collect();
    let mut faces = outer_triangles(&cloud);
    let mut corners = faces.concat();
    corners.sort_unstable();
    corners.dedup();
    // Every corner of a face is in the list of corners.
    let place = |corner: usize| corners.binary_search(&corner).unwrap_or_default();
    faces.iter_mut().for_each(|face| *face = face.map(place));
    (corners.iter().map(|&corner| cloud[corner]).collect(), faces)
}

/// The triangles below which all other points lie.
fn outer_triangles(cloud: &[[f32; 3]]) -> Vec<[usize; 3]> {
    let points: Vec<DVec3> = cloud.iter().map(|point| point.map(f64::from).into()).collect();
    let is_outer = |&[i, j, k]: &[usize; 3]| {
        // Of unit length, so that the products of tiny sides do not vanish.
        let [u, v] = [j, k].map(|other| (points[other] - points[i]).normalize_or_zero());
        let height = |other: usize| u.cross(v).dot(points[other] - points[i]);
        (0..points.len()).all(|other| [i, j, k].contains(&other) || height(other) < 0.0)
    };
    // Each triangle from its first point on, both ways round.
    let behind = |i: usize| i + 1..points.len();
    let triangles = |i| behind(i).flat_map(move |j| behind(i).map(move |k| [i, j, k]));
    (0..points.len()).flat_map(triangles).filter(is_outer).collect()
}
