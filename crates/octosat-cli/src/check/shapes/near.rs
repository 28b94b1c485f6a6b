//! Shapes made of boxes, so that what is near a box is near its shapes.

use octosat::{AxisAlignedBox, HalfSpace, Sphere};
use octosat_reference::textbook::MatrixBox;

use crate::stores::{Store, oriented, scaled};

/// A half-space, a sphere and an axis-aligned box for each box of a store.
///
/// A box whose shape would be refused, far out, gets one at the origin.
#[derive(Clone, Debug, Default)]
pub(super) struct NearShapes {
    pub(super) half_spaces: Vec<HalfSpace>,
    pub(super) spheres: Vec<Sphere>,
    pub(super) regions: Vec<AxisAlignedBox>,
}

/// Radii in parts of a box's largest half extent, which boxes take turns with.
const RADII: [f32; 4] = [1.0, 0.0, 0.25, 2.0];

impl NearShapes {
    /// The shapes of a store's boxes, in their order.
    pub(super) fn of(store: &Store) -> Self {
        let boxes = match store {
            Store::Unit(boxes) => boxes.len(),
            Store::Scaled(boxes) => boxes.len(),
        };
        let mut near = Self::default();
        for index in 0..boxes {
            let given = matrix(store, index);
            let axis = given.axes[index % 3];
            let normal = if index % 2 == 0 { axis } else { axis.map(|component| -component) };
            let largest = given.half_extents.iter().fold(0.0_f32, |largest, e| largest.max(*e));
            let radius = RADII[index % RADII.len()] * largest;
            let corner =
                |side: f32| std::array::from_fn(|k| given.center[k] + side * given.half_extents[k]);
            let plane = HalfSpace::through(given.center, normal);
            near.half_spaces.push(plane.unwrap_or_default());
            near.spheres.push(Sphere::new(given.center, radius).unwrap_or_default());
            let region = AxisAlignedBox::new(corner(-1.0), corner(1.0));
            near.regions.push(region.unwrap_or_default());
        }
        near
    }
}

/// A box with its axes at unit length.
fn matrix(store: &Store, index: usize) -> MatrixBox {
    match store {
        Store::Unit(boxes) => MatrixBox::from(&oriented(boxes, index)),
        Store::Scaled(boxes) => {
            let given = scaled(boxes, index);
            let unit = |axis: [f32; 3], half_extent: f32| {
                axis.map(|c| if half_extent > 0.0 { c / half_extent } else { c })
            };
            let axes = std::array::from_fn(|k| unit(given.axes[k], given.half_extents[k]));
            MatrixBox { center: given.center, axes, half_extents: given.half_extents }
        }
    }
}
