//! Boxes in either basis, for the engine and for the references alike.

use std::sync::OnceLock;

use octosat::{
    Answers, BoxError, BoxStore, Boxes, ContactCache, Engine, Layout, Manifolds, Margin,
    Penetration, QueryError, ScaledBoxStore, Unit,
};
use octosat_reference::float64::ReferencePair;
use octosat_reference::plain::{self, PlainPenetration};
use octosat_reference::{OrientedBox, ScaledBox};
use octosat_scenes::{Frame, Recording};

use crate::choices::Basis;
use crate::input::RefusedBox;
use crate::manifolds::ManifoldSetting;

/// The boxes of one frame in one basis.
///
/// References read the boxes as the store holds them, after its rounding of rotations.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    Unit(BoxStore),
    Scaled {
        boxes: ScaledBoxStore,
        /// The same boxes with unit quaternions, once they are asked for.
        unit: OnceLock<BoxStore>,
    },
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
            Basis::Prescaled => Ok(Self::scaled(ScaledBoxStore::from_boxes(&boxes)?)),
        }
    }

    fn scaled(boxes: ScaledBoxStore) -> Self {
        Self::Scaled { boxes, unit: OnceLock::new() }
    }

    /// Moves all boxes to another frame.
    pub(crate) fn set_poses(
        &mut self,
        positions: &[[f32; 3]],
        rotations: &[[f32; 4]],
    ) -> Result<(), BoxError> {
        match self {
            Self::Unit(boxes) => boxes.set_poses(positions, rotations),
            Self::Scaled { boxes, unit } => {
                unit.take();
                boxes.set_poses(positions, rotations)
            }
        }
    }

    /// The same boxes again and again, one copy behind the other, with the same bits.
    pub(crate) fn repeated(&self, copies: usize) -> Result<Self, BoxError> {
        match self {
            Self::Unit(boxes) => {
                let [centers, half_extents] = [boxes.centers(), boxes.half_extents()]
                    .map(|rows| rows.iter().copied().map(three).collect::<Vec<_>>().repeat(copies));
                let rotations = boxes.rotations().repeat(copies);
                Ok(Self::Unit(BoxStore::from_slices(&centers, &rotations, &half_extents)?))
            }
            Self::Scaled { boxes, .. } => {
                let centers: Vec<_> = boxes.centers().iter().copied().map(three).collect();
                let axes = [0, 1, 2].map(|axis| boxes.axes(axis).repeat(copies));
                let axes = axes.each_ref().map(Vec::as_slice);
                Ok(Self::scaled(ScaledBoxStore::from_slices(&centers.repeat(copies), axes)?))
            }
        }
    }

    /// The number of boxes.
    pub(crate) fn boxes(&self) -> usize {
        match self {
            Self::Unit(boxes) => boxes.len(),
            Self::Scaled { boxes, .. } => boxes.len(),
        }
    }

    pub(crate) fn basis(&self) -> Basis {
        match self {
            Self::Unit(_) => Basis::Unit,
            Self::Scaled { .. } => Basis::Prescaled,
        }
    }

    /// The boxes with unit quaternions, which contacts and queries about other shapes need: pre-scaled ones
    /// are converted when a frame's boxes are first asked for.
    pub(crate) fn unit(&self) -> &BoxStore {
        match self {
            Self::Unit(boxes) => boxes,
            Self::Scaled { boxes, unit } => unit.get_or_init(|| boxes.to_boxes()),
        }
    }

    /// The float64 judge of a pair's overlap and penetration.
    pub(crate) fn judged(&self, pair: [u32; 2]) -> ReferencePair {
        let [a, b] = pair.map(|index| index as usize);
        match self {
            Self::Unit(boxes) => ReferencePair::oriented(&oriented(boxes, a), &oriented(boxes, b)),
            Self::Scaled { boxes, .. } => {
                ReferencePair::scaled(&scaled(boxes, a), &scaled(boxes, b))
            }
        }
    }

    /// The float64 judge of a pair's contacts.
    pub(crate) fn judged_contacts(&self, pair: [u32; 2]) -> ReferencePair {
        let [a, b] = pair.map(|index| oriented(self.unit(), index as usize));
        ReferencePair::oriented(&a, &b)
    }

    /// The plain reference's word on whether a pair overlaps.
    pub(crate) fn plain_overlap(&self, pair: [u32; 2], margin: f32) -> bool {
        let [a, b] = pair.map(|index| index as usize);
        match self {
            Self::Unit(boxes) if margin > 0.0 => {
                plain::overlap_within(&oriented(boxes, a), &oriented(boxes, b), margin)
            }
            Self::Unit(boxes) => plain::overlap(&oriented(boxes, a), &oriented(boxes, b)),
            Self::Scaled { boxes, .. } if margin > 0.0 => {
                plain::overlap_scaled_within(&scaled(boxes, a), &scaled(boxes, b), margin)
            }
            Self::Scaled { boxes, .. } => {
                plain::overlap_scaled(&scaled(boxes, a), &scaled(boxes, b))
            }
        }
    }

    /// The plain reference's row of a pair.
    pub(crate) fn plain_penetration(&self, pair: [u32; 2], margin: f32) -> PlainPenetration {
        let [a, b] = pair.map(|index| index as usize);
        match self {
            Self::Unit(boxes) => {
                plain::penetration(&oriented(boxes, a), &oriented(boxes, b), margin)
            }
            Self::Scaled { boxes, .. } => {
                plain::penetration_scaled(&scaled(boxes, a), &scaled(boxes, b), margin)
            }
        }
    }
}

impl<'a> Query<'a> {
    pub(crate) fn overlaps(
        &self,
        engine: &Engine,
        out: &mut (impl Answers + ?Sized),
    ) -> Result<(), QueryError> {
        match self.store {
            Store::Unit(boxes) => engine.overlaps(self.of(boxes), out),
            Store::Scaled { boxes, .. } => engine.overlaps(self.of(boxes), out),
        }
    }

    pub(crate) fn penetrations(
        &self,
        engine: &Engine,
        out: &mut [Penetration],
    ) -> Result<(), QueryError> {
        match self.store {
            Store::Unit(boxes) => engine.penetrations(self.of(boxes), out),
            Store::Scaled { boxes, .. } => engine.penetrations(self.of(boxes), out),
        }
    }

    /// The manifolds asked for in a way of their own, whatever the margin of the query.
    pub(crate) fn manifolds_as(
        &self,
        engine: &Engine,
        setting: ManifoldSetting,
        out: &mut Manifolds,
    ) -> Result<(), QueryError> {
        engine.manifolds(self.of_contacts(setting), out)
    }

    /// The same, given the frames before.
    pub(crate) fn manifolds_cached<'c>(
        &self,
        engine: &Engine,
        setting: ManifoldSetting,
        cache: &'c mut ContactCache,
    ) -> Result<&'c Manifolds, QueryError> {
        engine.manifolds_cached(self.of_contacts(setting), cache)
    }

    /// The engine's query about contacts.
    pub(crate) fn of_contacts(&self, setting: ManifoldSetting) -> octosat::Query<'a, Unit> {
        let ManifoldSetting { margin, limit, origin } = setting;
        Query { margin, ..*self }.of(self.store.unit()).limit(limit).origin(origin)
    }

    /// The engine's query about boxes in a layout.
    fn of<L: Layout>(&self, boxes: impl Boxes<'a, Layout = L>) -> octosat::Query<'a, L> {
        octosat::Query::new(boxes, self.pairs).margin(uniform(self.margin))
    }
}

/// A store that goes with the frames of a recording.
#[derive(Debug)]
pub(crate) struct FrameStore<'a> {
    basis: Basis,
    recording: &'a Recording,
    store: Option<Store>,
}

impl<'a> FrameStore<'a> {
    /// The boxes of a recording, in no frame yet.
    pub(crate) fn new(basis: Basis, recording: &'a Recording) -> Self {
        Self { basis, recording, store: None }
    }

    /// The boxes of a frame.
    pub(crate) fn at(&mut self, number: usize) -> Result<&Store, RefusedBox> {
        let refused = |error| RefusedBox { error, frame: number };
        let frame = self.recording.frame(number);
        let store = match self.store.take() {
            None => {
                Store::new(self.basis, self.recording.half_extents(), frame).map_err(refused)?
            }
            Some(mut store) => {
                store.set_poses(frame.positions, frame.rotations).map_err(refused)?;
                store
            }
        };
        Ok(self.store.insert(store))
    }
}

/// One margin in metres for all rows; none where it is zero.
pub(crate) fn uniform(margin: f32) -> Margin<'static> {
    if margin > 0.0 { Margin::Uniform(margin) } else { Margin::None }
}

/// A box of a store as the references take it.
pub(crate) fn oriented(boxes: &BoxStore, index: usize) -> OrientedBox {
    OrientedBox {
        center: three(boxes.centers()[index]),
        rotation: boxes.rotations()[index],
        half_extents: three(boxes.half_extents()[index]),
    }
}

/// A box of a store as the references take it.
pub(crate) fn scaled(boxes: &ScaledBoxStore, index: usize) -> ScaledBox {
    ScaledBox {
        center: three(boxes.centers()[index]),
        axes: std::array::from_fn(|axis| three(boxes.axes(axis)[index])),
        half_extents: std::array::from_fn(|axis| boxes.axes(axis)[index][3]),
    }
}

fn three(row: [f32; 4]) -> [f32; 3] {
    let [x, y, z, _] = row;
    [x, y, z]
}

#[cfg(test)]
mod tests {
    use super::*;
    use octosat_scenes::generate::{self, Scene};

    fn frame(scene: &Scene, boxes: std::ops::Range<usize>) -> Frame<'_> {
        Frame {
            positions: &scene.position[boxes.clone()],
            rotations: &scene.rotation[boxes],
            pairs: &[],
        }
    }

    fn bits(store: &Store) -> Vec<[u32; 4]> {
        let columns = match store {
            Store::Unit(boxes) => vec![boxes.centers(), boxes.rotations(), boxes.half_extents()],
            Store::Scaled { boxes, .. } => {
                vec![boxes.centers(), boxes.axes(0), boxes.axes(1), boxes.axes(2)]
            }
        };
        columns.concat().into_iter().map(|row| row.map(f32::to_bits)).collect()
    }

    #[test]
    fn repeated_boxes_keep_their_bits() {
        for scene in [generate::cloud(50, 10, 1), generate::degenerate(50, 10, 2)] {
            for basis in Basis::ALL {
                let store =
                    Store::new(basis, &scene.half_extents, frame(&scene, 0..scene.position.len()));
                let store = store.unwrap();
                let columns = bits(&store.repeated(3).unwrap());
                // Column after column, and copy after copy within each.
                let expected: Vec<_> = bits(&store)
                    .chunks(store.boxes())
                    .flat_map(|column| column.repeat(3))
                    .collect();
                assert_eq!(columns, expected, "{}", scene.name);
            }
        }
    }

    #[test]
    fn converted_boxes_are_the_same_boxes_in_every_frame() {
        let scene = generate::cloud(60, 100, 6);
        let first = frame(&scene, 0..30);
        let later = frame(&scene, 30..60);
        let mut store = Store::new(Basis::Prescaled, &scene.half_extents[..30], first).unwrap();
        for frame in [first, later] {
            store.set_poses(frame.positions, frame.rotations).unwrap();
            assert_eq!(store.unit().len(), 30);
            for second in 1..30 {
                let scaled = store.judged([0, second]);
                let converted = store.judged_contacts([0, second]);
                let [a, b] = [&scaled, &converted].map(|pair| pair.separations().separation);
                assert!((a - b).abs() <= scaled.band(), "{a:e} {b:e}");
            }
        }
    }
}
