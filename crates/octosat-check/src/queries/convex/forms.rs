//! Solids of the size of a box, of every form.

use glam::DVec3;
use octosat_convex::{Polyhedron, PolyhedronError};
use octosat_scenes::generate::{Random, narrow};

/// Fewest points of a cloud, and how many more it may have.
const CLOUD_POINTS: [usize; 2] = [4, 11];

/// Sides of a nearly round prism.
const ROUND_SIDES: usize = 24;

/// Makes a solid of a form with these half extents; none if the box is too thin for the form.
pub type Form = fn([f32; 3], &mut Random) -> Option<Polyhedron>;

/// All forms; the origin of the frustum lies outside of it.
pub const FORMS: [Form; 9] = [
    |size, _| Polyhedron::cuboid(size).ok(),
    |size, _| Polyhedron::tetrahedron(size).ok(),
    |size, _| Polyhedron::octahedron(size).ok(),
    |size, _| Polyhedron::icosahedron(size).ok(),
    |size, random| Polyhedron::prism(3 + random.below(7), size).ok(),
    |size, _| Polyhedron::prism(ROUND_SIDES, size).ok(),
    |[x, y, z], _| Polyhedron::frustum([x / (3.0 * z), y / (3.0 * z)], z, 3.0 * z).ok(),
    |size, random| hull(size, random, |random| random.vector(-1.0, 1.0)),
    |size, random| hull(size, random, Random::direction),
];

/// A solid of the size of a box, the same for the same half extents and seed.
///
/// A box too thin for the form that was drawn keeps its own.
///
/// # Errors
/// A box without volume.
pub fn form(half_extents: [f32; 3], seed: u64) -> Result<Polyhedron, PolyhedronError> {
    let cuboid = Polyhedron::cuboid(half_extents)?;
    let mixed = |key: u64, value: &f32| {
        Random::new(key ^ u64::from(value.to_bits())).next_u64().rotate_left(1)
    };
    let mut random = Random::new(half_extents.iter().fold(seed, mixed));
    Ok(random.choose(&FORMS)(half_extents, &mut random).unwrap_or(cuboid))
}

/// The hull of a cloud of points; none if it has a hole.
fn hull(
    size: [f32; 3],
    random: &mut Random,
    point: fn(&mut Random) -> [f64; 3],
) -> Option<Polyhedron> {
    let (vertices, faces) = hull_of_cloud(size, random, point);
    Polyhedron::new(&vertices, &faces).ok()
}

/// The convex hull of a few points, stretched to a box of these half extents in meters: its vertices, and its
/// triangles counterclockwise as seen from outside.
///
/// Four points in one plane leave a hole.
fn hull_of_cloud(
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
