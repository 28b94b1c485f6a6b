//! The references, asked about the same stored boxes as the engine.

use octosat::Penetration;
use octosat_reference::float64::ReferenceBox;
use octosat_reference::{OrientedBox, ScaledBox, plain};

use crate::world::{Basis, Limit, World};

/// A row's bits: normal, depth, axis number.
pub type RowBits = [u32; 5];

/// The bits of a row of the engine.
#[must_use]
pub fn row_bits(row: &Penetration) -> RowBits {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.axis.code())]
}

/// A pair of stored boxes as the references take them.
#[derive(Clone, Copy, Debug)]
pub enum PairReference {
    /// Boxes with quaternions.
    Unit {
        /// First box.
        a: OrientedBox,
        /// Second box.
        b: OrientedBox,
    },
    /// Boxes with scaled axes.
    Scaled {
        /// First box.
        a: ScaledBox,
        /// Second box.
        b: ScaledBox,
    },
}

impl PairReference {
    /// The boxes of a pair as the store of that basis holds them.
    ///
    /// # Panics
    /// If there are no such boxes.
    #[must_use]
    pub fn new(world: &World, basis: Basis, pair: [u32; 2]) -> Self {
        let [a, b] = pair;
        match basis {
            Basis::Unit => Self::Unit { a: oriented(world, a), b: oriented(world, b) },
            Basis::Scaled => Self::Scaled { a: scaled(world, a), b: scaled(world, b) },
        }
    }

    /// The plain scalar answer to the overlap query.
    #[must_use]
    pub fn overlaps(&self, margin: Option<f32>) -> bool {
        match (self, margin) {
            (Self::Unit { a, b }, None) => plain::overlap(a, b),
            (Self::Unit { a, b }, Some(margin)) => plain::overlap_within(a, b, margin),
            (Self::Scaled { a, b }, None) => plain::overlap_scaled(a, b),
            (Self::Scaled { a, b }, Some(margin)) => plain::overlap_scaled_within(a, b, margin),
        }
    }

    /// The bits of the plain scalar answer to the penetration query.
    #[must_use]
    pub fn row(&self, margin: Option<f32>) -> RowBits {
        let margin = margin.unwrap_or(0.0);
        let row = match self {
            Self::Unit { a, b } => plain::penetration(a, b, margin),
            Self::Scaled { a, b } => plain::penetration_scaled(a, b, margin),
        };
        let [x, y, z] = row.normal.map(f32::to_bits);
        [x, y, z, row.depth.to_bits(), u32::from(row.axis)]
    }
}

/// The plain scalar overlaps of a world's pairs.
#[must_use]
pub fn plain_overlaps(world: &World, basis: Basis, limit: &Limit) -> Vec<bool> {
    let of = |(number, &pair): (usize, &[u32; 2])| {
        PairReference::new(world, basis, pair).overlaps(limit.of(number))
    };
    world.pairs.iter().enumerate().map(of).collect()
}

/// The bits of the plain scalar penetrations of a world's pairs.
#[must_use]
pub fn plain_rows(world: &World, basis: Basis, limit: &Limit) -> Vec<RowBits> {
    let of = |(number, &pair): (usize, &[u32; 2])| {
        PairReference::new(world, basis, pair).row(limit.of(number))
    };
    world.pairs.iter().enumerate().map(of).collect()
}

/// The float64 reference of a box as the store holds it.
///
/// # Panics
/// If there is no such box.
#[must_use]
pub fn reference_box(world: &World, index: u32) -> ReferenceBox {
    ReferenceBox::oriented(&oriented(world, index))
}

fn oriented(world: &World, index: u32) -> OrientedBox {
    let stored = world.store.get(index).expect("the box exists");
    OrientedBox {
        center: stored.pose.center,
        rotation: stored.pose.rotation,
        half_extents: stored.half_extents,
    }
}

fn scaled(world: &World, index: u32) -> ScaledBox {
    let stored = world.scaled().get(index).expect("the box exists");
    ScaledBox {
        center: stored.center,
        axes: stored.axes.map(|[x, y, z, _]| [x, y, z]),
        half_extents: stored.half_extents(),
    }
}
