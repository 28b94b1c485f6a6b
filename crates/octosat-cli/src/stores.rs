//! Boxes in either basis, for the engine and for the references alike.

use octosat::{
    BoxError, BoxStore, Coherence, ContactSettings, Contacts, Engine, Margin, Penetration,
    PointLimit, QueryError, Row, ScaledBoxStore,
};
use octosat_reference::judge::JudgedPair;
use octosat_reference::plain::{self, PlainPenetration};
use octosat_reference::{OrientedBox, ScaledBox};
use octosat_scenes::Frame;

use crate::choices::Basis;
use crate::manifolds::ManifoldSetting;

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

    /// An empty store with room for this many boxes.
    pub(crate) fn with_capacity(basis: Basis, boxes: usize) -> Self {
        match basis {
            Basis::Unit => Self::Unit(BoxStore::with_capacity(boxes)),
            Basis::Prescaled => Self::Scaled(ScaledBoxStore::with_capacity(boxes)),
        }
    }

    /// Appends boxes, the same bits as [`Store::new`] makes of them. The index of an error is that
    /// in the store.
    pub(crate) fn extend(
        &mut self,
        half_extents: &[[f32; 3]],
        frame: Frame<'_>,
    ) -> Result<(), BoxError> {
        let begin = self.boxes();
        let extended = match self {
            Self::Unit(boxes) => {
                boxes.extend_from_slices(frame.positions, frame.rotations, half_extents)
            }
            Self::Scaled(boxes) => extend_scaled(boxes, half_extents, frame),
        };
        extended.map_err(|mut error| {
            error.index += begin;
            error
        })
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

    /// The same boxes again and again, one copy behind the other, with the same bits.
    pub(crate) fn repeated(&self, copies: usize) -> Result<Self, BoxError> {
        match self {
            Self::Unit(boxes) => {
                let [centers, half_extents] = [boxes.centers(), boxes.half_extents()]
                    .map(|rows| rows.iter().copied().map(three).collect::<Vec<_>>().repeat(copies));
                let rotations: Vec<_> = boxes.rotations().iter().map(|row| row.0).collect();
                let rotations = rotations.repeat(copies);
                Ok(Self::Unit(BoxStore::from_slices(&centers, &rotations, &half_extents)?))
            }
            Self::Scaled(boxes) => {
                let centers: Vec<_> = boxes.centers().iter().copied().map(three).collect();
                let axes = [0, 1, 2].map(|axis| {
                    boxes.axes(axis).iter().map(|row| row.0).collect::<Vec<_>>().repeat(copies)
                });
                let axes = axes.each_ref().map(Vec::as_slice);
                Ok(Self::Scaled(ScaledBoxStore::from_slices(&centers.repeat(copies), axes)?))
            }
        }
    }

    /// The number of boxes.
    pub(crate) fn boxes(&self) -> usize {
        match self {
            Self::Unit(boxes) => boxes.len(),
            Self::Scaled(boxes) => boxes.len(),
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

    /// The manifolds, with an eye on the frame before.
    pub(crate) fn coherent_contacts(
        &self,
        engine: &Engine,
        limit: PointLimit,
        coherence: Coherence<'_>,
        out: &mut Contacts,
    ) -> Result<(), QueryError> {
        let settings = ContactSettings { limit, ..ContactSettings::default() };
        self.ask_contacts(engine, settings, coherence, out)
    }

    /// The manifolds asked for in a way of their own, whatever the margin of the query.
    pub(crate) fn contacts_as(
        &self,
        engine: &Engine,
        setting: ManifoldSetting,
        coherence: Coherence<'_>,
        out: &mut Contacts,
    ) -> Result<(), QueryError> {
        let ManifoldSetting { margin, limit, origin } = setting;
        let settings = ContactSettings { limit, origin, ..ContactSettings::default() };
        Query { margin, ..*self }.ask_contacts(engine, settings, coherence, out)
    }

    fn ask_contacts(
        &self,
        engine: &Engine,
        settings: ContactSettings<'_>,
        coherence: Coherence<'_>,
        out: &mut Contacts,
    ) -> Result<(), QueryError> {
        let pairs = self.pairs;
        let settings = ContactSettings { margin: self.margin(), ..settings };
        match self.store {
            Store::Unit(boxes) => engine.coherent_contacts(boxes, pairs, &settings, coherence, out),
            Store::Scaled(boxes) => {
                engine.coherent_contacts(boxes, pairs, &settings, coherence, out)
            }
        }
    }

    fn margin(&self) -> Margin<'static> {
        if self.margin > 0.0 { Margin::Uniform(self.margin) } else { Margin::None }
    }
}

fn extend_scaled(
    scaled: &mut ScaledBoxStore,
    half_extents: &[[f32; 3]],
    frame: Frame<'_>,
) -> Result<(), BoxError> {
    let boxes = BoxStore::from_slices(frame.positions, frame.rotations, half_extents)?;
    let new = ScaledBoxStore::from_boxes(&boxes)?;
    let axes = [0, 1, 2].map(|axis| new.axes(axis).iter().map(|row| row.0).collect::<Vec<_>>());
    scaled.extend_from_slices(frame.positions, axes.each_ref().map(Vec::as_slice))
}

/// A box of a store as the references take it.
pub(crate) fn oriented(boxes: &BoxStore, index: usize) -> OrientedBox {
    OrientedBox {
        center: three(boxes.centers()[index]),
        rotation: boxes.rotations()[index].0,
        half_extents: three(boxes.half_extents()[index]),
    }
}

/// A box of a store as the references take it.
pub(crate) fn scaled(boxes: &ScaledBoxStore, index: usize) -> ScaledBox {
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
            Store::Scaled(boxes) => {
                vec![boxes.centers(), boxes.axes(0), boxes.axes(1), boxes.axes(2)]
            }
        };
        columns.concat().into_iter().map(|row| row.0.map(f32::to_bits)).collect()
    }

    #[test]
    fn a_store_made_in_parts_has_the_same_bits() {
        for scene in [
            generate::cloud(500, 10, 1),
            generate::degenerate(500, 10, 2),
            generate::extreme_ratios(250, 3),
            generate::needles(500, 10, 4),
            generate::near_parallel(250, 5),
        ] {
            let count = scene.position.len();
            for basis in Basis::ALL {
                let whole = Store::new(basis, &scene.half_extents, frame(&scene, 0..count));
                let mut parts = Store::with_capacity(basis, count);
                for begin in (0..count).step_by(77) {
                    let range = begin..count.min(begin + 77);
                    let half_extents = &scene.half_extents[range.clone()];
                    parts.extend(half_extents, frame(&scene, range)).unwrap();
                }
                assert_eq!(bits(&parts), bits(&whole.unwrap()), "{}", scene.name);
            }
        }
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
    fn an_error_names_the_box_of_the_store() {
        let mut scene = generate::cloud(20, 10, 1);
        scene.half_extents[15][1] = 1e-7;
        for basis in Basis::ALL {
            let mut store = Store::with_capacity(basis, 20);
            store.extend(&scene.half_extents[..10], frame(&scene, 0..10)).unwrap();
            let extended = store.extend(&scene.half_extents[10..], frame(&scene, 10..20));
            assert_eq!(extended.is_err(), basis == Basis::Prescaled);
            assert!(extended.err().is_none_or(|error| error.index == 15));
        }
    }
}
