//! Solids of a box' size, of every kind.

use octosat_convex::{Polyhedron, PolyhedronError};
use octosat_scenes::generate::Random;

use crate::vector::{Vector, cross, dot, minus, narrow, unit};

/// Kinds of solids to choose from.
const KINDS: usize = 9;

/// Fewest sides of a prism, and how many more it may have.
const PRISM_SIDES: [usize; 2] = [3, 7];

/// Sides of a prism that is nearly round.
const ROUND_SIDES: usize = 24;

/// Fewest points of a cloud, and how many more it may have.
const CLOUD_POINTS: [usize; 2] = [4, 11];

/// A solid of a box' size: the same for the same half extents and seed.
///
/// A box too thin for the kind that was drawn has its own shape; one that has no volume is refused.
pub(super) fn form(half_extents: [f32; 3], seed: u64) -> Result<Polyhedron, PolyhedronError> {
    let cuboid = Polyhedron::cuboid(half_extents)?;
    let mixed = |key: u64, value: &f32| {
        Random::new(key ^ u64::from(value.to_bits())).next_u64().rotate_left(1)
    };
    let mut random = Random::new(half_extents.iter().fold(seed, mixed));
    Ok(of_kind(random.below(KINDS), half_extents, &mut random).unwrap_or(cuboid))
}

fn of_kind(kind: usize, half_extents: [f32; 3], random: &mut Random) -> Option<Polyhedron> {
    let some = |[fewest, more]: [usize; 2], random: &mut Random| fewest + random.below(more);
    match kind {
        0 => Polyhedron::cuboid(half_extents).ok(),
        1 => Polyhedron::tetrahedron(half_extents).ok(),
        2 => Polyhedron::octahedron(half_extents).ok(),
        3 => Polyhedron::icosahedron(half_extents).ok(),
        4 => Polyhedron::prism(some(PRISM_SIDES, random), half_extents).ok(),
        5 => Polyhedron::prism(ROUND_SIDES, half_extents).ok(),
        6 => beside_its_origin(half_extents),
        7 => {
            let count = some(CLOUD_POINTS, random);
            let inside: Vec<Vector> = (0..count).map(|_| random.vector(-1.0, 1.0)).collect();
            hull(&inside, half_extents)
        }
        _ => {
            let count = some(CLOUD_POINTS, random);
            let round: Vec<Vector> = (0..count).map(|_| random.direction()).collect();
            hull(&round, half_extents)
        }
    }
}

/// A camera's frustum as wide at its far end as the box, its origin outside.
fn beside_its_origin([x, y, z]: [f32; 3]) -> Option<Polyhedron> {
    let far = 3.0 * z;
    Polyhedron::frustum([x / far, y / far], z, far).ok()
}

/// The convex hull of a few points of the unit cube, stretched to the box: the planes through three of
/// them below which all others lie.
///
/// Trying all is as good as any way for so few, and the command needs no library for it. Four points in
/// one plane leave a hole, which the polyhedron's checks refuse.
fn hull(points: &[Vector], half_extents: [f32; 3]) -> Option<Polyhedron> {
    let corners: Vec<[f32; 3]> = points
        .iter()
        .map(|point| [0, 1, 2].map(|k| narrow(point[k] * f64::from(half_extents[k]))))
        .collect();
    let mut numbers = vec![None; corners.len()];
    let mut used = Vec::new();
    let mut faces = Vec::new();
    for face in outer_triangles(&corners) {
        faces.push(face.map(|corner| {
            *numbers[corner].get_or_insert_with(|| {
                used.push(corners[corner]);
                used.len() - 1
            })
        }));
    }
    Polyhedron::new(&used, &faces).ok()
}

/// The triangles below which all other corners lie, counterclockwise as seen from outside.
fn outer_triangles(corners: &[[f32; 3]]) -> Vec<[usize; 3]> {
    let place = |corner: usize| corners[corner].map(f64::from);
    let mut faces = Vec::new();
    for i in 0..corners.len() {
        for j in i + 1..corners.len() {
            for k in j + 1..corners.len() {
                // Of unit sides, so that the products of tiny corners do not vanish.
                let sides = [j, k].map(|corner| unit(minus(place(corner), place(i))));
                let normal = cross(sides[0], sides[1]);
                let others = || (0..corners.len()).filter(|other| ![i, j, k].contains(other));
                let height = |other: usize| dot(normal, minus(place(other), place(i)));
                if others().all(|other| height(other) < 0.0) {
                    faces.push([i, j, k]);
                } else if others().all(|other| height(other) > 0.0) {
                    faces.push([i, k, j]);
                }
            }
        }
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_made() {
        let mut random = Random::new(3);
        for kind in 0..KINDS {
            for _ in 0..50 {
                let size = random.vector(0.1, 1.0).map(narrow);
                let shape = of_kind(kind, size, &mut random).expect("thick enough for any kind");
                let reach =
                    |k: usize| shape.vertices().iter().map(|v| v[k].abs()).fold(0.0, f32::max);
                let within = if kind == 6 { 3.001 } else { 1.001 };
                assert!((0..3).all(|k| reach(k) <= within * size[k]), "{kind} {shape:?}");
            }
        }
    }

    #[test]
    fn a_form_is_that_of_its_size_and_seed() {
        let size = [0.5, 0.25, 0.75];
        let shape = |size, seed| form(size, seed).unwrap();
        assert_eq!(shape(size, 7), shape(size, 7));
        let kinds: std::collections::BTreeSet<usize> =
            (0..100).map(|seed| shape(size, seed).edges().len()).collect();
        assert!(kinds.len() > 8, "{kinds:?}");
        // A needle of a box still has a solid; a plate of no thickness has none.
        assert!((0..100).all(|seed| form([1.0, 1e-4, 1e-4], seed).is_ok()));
        assert!(form([1.0, 0.0, 1.0], 1).is_err());
    }

    #[test]
    fn a_hull_leaves_inner_points_out() {
        let mut points = vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0]];
        points.extend([[0.0, 0.1, 0.0], [-1.0, -1.0, 1.0]]);
        let tetrahedron = hull(&points, [1.0; 3]).unwrap();
        assert_eq!((tetrahedron.vertices().len(), tetrahedron.faces().len()), (4, 4));
        assert_eq!(hull(&points[..3], [1.0; 3]), None);
    }
}
