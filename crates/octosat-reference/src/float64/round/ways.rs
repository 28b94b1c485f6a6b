//! Cores that meet at the start of a cast, in float64: the directions along which b can leave a.

use super::core::Core;
use super::pair::RoundPair;
use crate::vector::{cross, dot, length, scaled};

/// A direction along which b can leave a.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Meters that the cores are apart along it; negative if they overlap.
    pub(super) separation: f64,
    /// Meters by which a displacement brings them together.
    pub(super) approach: f64,
}

/// The ways out of a's core for a displacement of b, meters.
pub(super) fn ways(pair: &RoundPair, motion: [f64; 3]) -> Vec<Way> {
    let along = pair.b.along();
    let mut normals: Vec<[f64; 3]> = pair.direction().into_iter().collect();
    match &pair.a {
        Core::Box(solid) => {
            normals.extend(solid.axes);
            normals.extend(solid.axes.map(|axis| cross(axis, along)));
        }
        Core::Segment(_) | Core::HalfSpace { .. } => {}
    }
    let sides = normals.into_iter().flat_map(|normal| [normal, scaled(normal, -1.0)]);
    let units = sides.map(|side| scaled(side, 1.0 / length(side)));
    let way =
        |unit| Way { separation: pair.a.separation(&pair.b, unit), approach: -dot(unit, motion) };
    units.filter(|unit| unit.iter().all(|c| c.is_finite())).map(way).collect()
}
