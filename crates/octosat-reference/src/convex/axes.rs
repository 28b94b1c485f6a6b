//! The axes that two polyhedra need: face normals of both, and cross products of their edges.

use glam::DVec3;

use crate::convex::directions::Directions;
use crate::convex::placed::Placed;
use crate::convex::polyhedron::Polyhedron;
use crate::convex::tolerances::PARALLEL_EDGES_SINE_SQUARED;

/// The largest number of axes that two shapes need in any poses: F + F' + E · E', with F different face normals and E
/// different edge directions of a, and F' and E' of b.
#[must_use]
pub fn axis_bound(a: &Polyhedron, b: &Polyhedron) -> usize {
    let products = a.edge_directions().len() * b.edge_directions().len();
    a.face_normals().len() + b.face_normals().len() + products
}

/// The axes that two shapes need in their poses: unit vectors, no two of them parallel.
///
/// Parallel edges have no cross product and are left out. Of parallel axes, one is kept.
///
/// ```
/// use octosat_reference::convex::{Placed, Polyhedron, Pose, required_axes};
///
/// let cube = Polyhedron::cuboid([1.0; 3]).unwrap();
/// let here = Placed::new(&cube, &Pose::IDENTITY);
/// let aligned = Placed::new(&cube, &Pose::new([3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]).unwrap());
/// let turned = Placed::new(&cube, &Pose::new([3.0, 0.0, 0.0], [0.1, 0.3, 0.5, 0.806_226]).unwrap());
/// assert_eq!(required_axes(&here, &aligned).len(), 3);
/// assert_eq!(required_axes(&here, &turned).len(), 15);
/// ```
#[must_use]
pub fn required_axes(a: &Placed<'_>, b: &Placed<'_>) -> Vec<DVec3> {
    let mut axes = Directions::default();
    for &normal in a.normals().iter().chain(b.normals()) {
        axes.insert(normal);
    }
    for &along_a in a.edge_directions() {
        for &along_b in b.edge_directions() {
            let product = along_a.cross(along_b);
            if product.length_squared() >= PARALLEL_EDGES_SINE_SQUARED {
                axes.insert(product.normalize());
            }
        }
    }
    axes.list().to_vec()
}
