//! Boxes in either basis, for the engine and for the references alike.

use octosat::{BoxError, BoxStore, Engine, Margin, Penetration, QueryError, Row, ScaledBoxStore};
use octosat_reference::judge::JudgedPair;
use octosat_reference::plain::{self, PlainPenetration};
use octosat_reference::{OrientedBox, ScaledBox};
use octosat_scenes::Frame;

use crate::arguments::Basis;

/// The boxes of one frame in one basis.
///
/// References read the boxes as the store holds them, after its rounding of rotations.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    Unit(BoxStore),
    Scaled(ScaledBoxStore),
}

/// Pairs of a store's boxes, and the margin in metres that they are asked about with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query<'a> {
    pub(crate) store: &'a Store,
    pub(crate) pairs: &'a [[u32; 2]],
    pub(crate) margin: f32,
}

impl Store {
    /// A store of these boxes.
    pub(crate) fn new(
        basis: Basis,
        half_extents: &[[f32; 3]],
        frame: Frame<'_>,
    ) -> Result<Self, BoxError> {
        let boxes = BoxStore::from_slices(frame.positions, frame.rotations, half_extents)?;
        match basis {
            Basis::Unit => Ok(Self::Unit(boxes)),
            Basis::Prescaled => Ok(Self::Scaled(ScaledBoxStore::from_boxes(&boxes)?)),
        }
    }

    /// Moves all boxes to another frame; allocates nothing.
    pub(crate) fn set_poses(
        &mut self,
        positions: &[[f32; 3]],
        rotations: &[[f32; 4]],
    ) -> Result<(), BoxError> {
        match self {
            Self::Unit(boxes) => boxes.set_poses(positions, rotations),
            Self::Scaled(boxes) => boxes.set_poses(positions, rotations),
        }
    }

    pub(crate) fn basis(&self) -> Basis {
        match self {
            Self::Unit(_) => Basis::Unit,
            Self::Scaled(_) => Basis::Prescaled,
        }
    }

    /// The float64 judge of a pair.
    pub(crate) fn judged(&self, pair: [u32; 2]) -> JudgedPair {
        let [a, b] = pair.map(|index| index as usize);
        match self {
            Self::Unit(boxes) => JudgedPair::oriented(&oriented(boxes, a), &oriented(boxes, b)),
            Self::Scaled(boxes) => JudgedPair::scaled(&scaled(boxes, a), &scaled(boxes, b)),
        }
    }

    /// The plain reference's word on whether a pair overlaps.
    pub(crate) fn plain_overlap(&self, pair: [u32; 2], margin: f32) -> bool {
        let [a, b] = pair.map(|index| index as usize);
        match self {
            Self::Unit(boxes) if margin > 0.0 => {
                plain::overlap_within(&oriented(boxes, a), &oriented(boxes, b), margin)
            }
            Self::Unit(boxes) => plain::overlap(&oriented(boxes, a), &oriented(boxes, b)),
            Self::Scaled(boxes) if margin > 0.0 => {
                plain::overlap_scaled_within(&scaled(boxes, a), &scaled(boxes, b), margin)
            }
            Self::Scaled(boxes) => plain::overlap_scaled(&scaled(boxes, a), &scaled(boxes, b)),
        }
    }

    /// The plain reference's row of a pair.
    pub(crate) fn plain_penetration(&self, pair: [u32; 2], margin: f32) -> PlainPenetration {
        let [a, b] = pair.map(|index| index as usize);
        match self {
            Self::Unit(boxes) => {
                plain::penetration(&oriented(boxes, a), &oriented(boxes, b), margin)
            }
            Self::Scaled(boxes) => {
                plain::penetration_scaled(&scaled(boxes, a), &scaled(boxes, b), margin)
            }
        }
    }
}

impl Query<'_> {
    pub(crate) fn overlap(&self, engine: &Engine, out: &mut [bool]) -> Result<(), QueryError> {
        match self.store {
            Store::Unit(boxes) => engine.overlap(boxes, self.pairs, self.margin(), out),
            Store::Scaled(boxes) => engine.overlap(boxes, self.pairs, self.margin(), out),
        }
    }

    pub(crate) fn overlap_bits(&self, engine: &Engine, out: &mut [u64]) -> Result<(), QueryError> {
        match self.store {
            Store::Unit(boxes) => engine.overlap_bits(boxes, self.pairs, self.margin(), out),
            Store::Scaled(boxes) => engine.overlap_bits(boxes, self.pairs, self.margin(), out),
        }
    }

    pub(crate) fn penetration(
        &self,
        engine: &Engine,
        out: &mut [Penetration],
    ) -> Result<(), QueryError> {
        match self.store {
            Store::Unit(boxes) => engine.penetration(boxes, self.pairs, self.margin(), out),
            Store::Scaled(boxes) => engine.penetration(boxes, self.pairs, self.margin(), out),
        }
    }

    fn margin(&self) -> Margin<'static> {
        if self.margin > 0.0 { Margin::Uniform(self.margin) } else { Margin::None }
    }
}

/// A box of a store as the references take it.
pub(crate) fn oriented(boxes: &BoxStore, index: usize) -> OrientedBox {
    OrientedBox {
        center: three(boxes.centers()[index]),
        rotation: boxes.rotations()[index].0,
        half_extents: three(boxes.half_extents()[index]),
    }
}

fn scaled(boxes: &ScaledBoxStore, index: usize) -> ScaledBox {
    ScaledBox {
        center: three(boxes.centers()[index]),
        axes: std::array::from_fn(|axis| three(boxes.axes(axis)[index])),
        half_extents: std::array::from_fn(|axis| boxes.axes(axis)[index].0[3]),
    }
}

fn three(row: Row) -> [f32; 3] {
    let [x, y, z, _] = row.0;
    [x, y, z]
}
