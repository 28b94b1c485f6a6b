//! Boxes as convex polyhedra: solids, and where they are.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use octosat::BoxStore;
use octosat_convex::{Placed, Polyhedron, PolyhedronError, Pose};

use super::forms;
use crate::failure::Failure;
use crate::stores::oriented;
use crate::vector::{dot, minus, unit};

/// A checked polyhedron.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    pub(super) shape: Polyhedron,
    /// Metres by which vertices lie off the planes of their faces, or above those of others, at most.
    pub(super) unevenness: f64,
    /// The inverse sine of half the smallest angle of a face, at least one: how much farther two sides meet
    /// that are both moved outwards.
    pub(super) sharpness: f64,
}

/// The solid of each box; boxes of one size share theirs.
#[derive(Clone, Debug)]
pub(super) struct Solids {
    distinct: Vec<Solid>,
    /// For each box the number of its solid.
    of_box: Vec<usize>,
}

/// A solid where its box is.
#[derive(Clone, Debug)]
pub(super) struct Body<'s> {
    pub(super) solid: &'s Solid,
    pub(super) placed: Placed<'s>,
    /// The quaternion x, y, z, w of its pose.
    pub(super) rotation: [f32; 4],
}

/// A box that is no polyhedron, as a plate, a rod and a point are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::queries) struct NoSolid {
    index: usize,
    error: PolyhedronError,
}

impl fmt::Display for NoSolid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, error } = self;
        write!(f, "array half_extents: box {index}: no convex polyhedron: {error}")
    }
}

impl Solid {
    pub(super) fn new(shape: Polyhedron) -> Self {
        let [mut unevenness, mut sharpness] = [0.0_f64, 1.0_f64];
        for face in shape.faces() {
            let heights = shape.vertices().iter().map(|v| dot(v.map(f64::from), face.normal()));
            let highest = heights.clone().fold(f64::NEG_INFINITY, f64::max);
            let own = heights.enumerate().filter(|(vertex, _)| face.vertices().contains(vertex));
            let lowest = own.map(|(_, height)| height).fold(f64::INFINITY, f64::min);
            unevenness = unevenness.max(highest - lowest);
            sharpness = sharpness.max(sharpest(&shape, face.vertices()));
        }
        Self { shape, unevenness, sharpness }
    }
}

/// The inverse sine of half the smallest angle of a polygon.
fn sharpest(shape: &Polyhedron, corners: &[usize]) -> f64 {
    let count = corners.len();
    let place = |k: usize| shape.vertices()[corners[k % count]].map(f64::from);
    let at = |k: usize| {
        let sides = [k + 1, k + count - 1].map(|other| unit(minus(place(other), place(k))));
        // |u − v| / 2 is the sine of half the angle of two unit vectors.
        let apart = minus(sides[0], sides[1]);
        2.0 / dot(apart, apart).sqrt()
    };
    (0..count).map(at).fold(1.0, f64::max)
}

impl Solids {
    /// The boxes themselves.
    pub(super) fn cuboids(half_extents: &[[f32; 3]]) -> Result<Self, NoSolid> {
        Self::new(half_extents, |index| {
            Polyhedron::cuboid(half_extents[index]).map_err(|error| NoSolid { index, error })
        })
    }

    /// Solids of all kinds, each of the size of its box.
    pub(super) fn others(half_extents: &[[f32; 3]], seed: u64) -> Result<Self, NoSolid> {
        Self::new(half_extents, |index| {
            forms::form(half_extents[index], seed).map_err(|error| NoSolid { index, error })
        })
    }

    fn new(
        half_extents: &[[f32; 3]],
        shape: impl Fn(usize) -> Result<Polyhedron, NoSolid>,
    ) -> Result<Self, NoSolid> {
        let mut known = BTreeMap::new();
        let mut solids = Self { distinct: Vec::new(), of_box: Vec::new() };
        for (index, size) in half_extents.iter().enumerate() {
            let number = match known.entry(size.map(f32::to_bits)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(place) => {
                    solids.distinct.push(Solid::new(shape(index)?));
                    *place.insert(solids.distinct.len() - 1)
                }
            };
            solids.of_box.push(number);
        }
        Ok(solids)
    }

    /// The solids where the boxes of a store are.
    pub(super) fn bodies(&self, boxes: &BoxStore) -> Result<Vec<Body<'_>>, Failure> {
        let body = |(index, &number): (usize, &usize)| {
            let stored = oriented(boxes, index);
            let pose = Pose::new(stored.center, stored.rotation).map_err(Failure::new)?;
            Ok(Body::new(&self.distinct[number], &pose, stored.rotation))
        };
        self.of_box.iter().enumerate().map(body).collect()
    }
}

impl<'s> Body<'s> {
    /// A solid at a pose that was made of a quaternion.
    pub(super) fn new(solid: &'s Solid, pose: &Pose, rotation: [f32; 4]) -> Self {
        Self { solid, placed: Placed::new(&solid.shape, pose), rotation }
    }

    /// How far its farthest vertex is from its origin, metres.
    pub(super) fn reach(&self) -> f64 {
        let squares = self.placed.vertices().iter().map(|&vertex| dot(vertex, vertex));
        squares.fold(0.0, f64::max).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What float64 leaves of a number of about one (dimensionless).
    const ROUNDING: f64 = 1e-12;

    #[test]
    fn boxes_of_one_size_share_a_solid_and_flat_ones_have_none() {
        let solids = Solids::cuboids(&[[1.0; 3], [1.0, 2.0, 3.0], [1.0; 3]]).unwrap();
        assert_eq!((solids.distinct.len(), solids.of_box), (2, vec![0, 1, 0]));
        assert!(solids.distinct.iter().all(|solid| solid.unevenness < ROUNDING));
        // The sine of half a right angle.
        let root = 2.0_f64.sqrt();
        assert!(solids.distinct.iter().all(|solid| (solid.sharpness - root).abs() < ROUNDING));
        let flat = Solids::cuboids(&[[1.0; 3], [1.0, 0.0, 1.0]]).unwrap_err().to_string();
        assert!(flat.contains("box 1: ") && flat.contains("half extent 1"), "{flat}");
        let thin = Solids::others(&[[1.0, 1.0, 1e-7]], 1).unwrap_err().to_string();
        assert!(thin.contains("box 0: ") && thin.contains("no area"), "{thin}");
    }
}
