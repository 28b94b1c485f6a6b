//! Solids of the size of a box, of every form.

use octosat_convex::{Polyhedron, PolyhedronError};
use octosat_scenes::generate::{Random, solids::hull_of_cloud};

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
