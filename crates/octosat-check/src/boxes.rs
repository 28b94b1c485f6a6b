//! The boxes of a frame in either basis, for the engine and for the references alike.

use octosat::sealed::verbs;
use octosat::tolerances::SMALLEST_COMPONENT;
use octosat::{
    Answers, BoxStore, BoxView, Engine, Error, Length, Penetration, Query, Question,
    ScaledBoxStore, ScaledBoxView,
};
use octosat_reference::float64::ReferencePair;
use octosat_reference::plain;
use octosat_reference::{OrientedBox, ScaledBox};

/// How boxes are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Unit quaternion and half extents.
    Unit,
    /// Three axes that carry their half extents.
    PreScaled,
}

impl Basis {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Unit, Self::PreScaled];

    /// The name the command line uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::PreScaled => "prescaled",
        }
    }
}

/// A column of a store.
pub type Rows = Vec<[f32; 4]>;

/// Boxes as a store holds them after its checks, in columns of their own.
///
/// The references read the same columns as the engine. Columns can be repeated and, unlike those of a store, hold
/// numbers that are not finite, and components of rotations that count as zero.
#[derive(Clone, Debug)]
pub struct Boxes {
    /// The centers, x, y, z and zero, meters.
    pub centers: Rows,
    /// The unit quaternions x, y, z, w, as they are lent.
    pub rotations: Rows,
    /// The half extents, x, y, z and zero, meters.
    pub half_extents: Rows,
    /// Axes with their half extents, in the pre-scaled basis; contacts stay those of the unit quaternions.
    pub axes: Option<[Rows; 3]>,
}

/// Pairs of boxes in either basis, and their margins.
#[derive(Clone, Copy, Debug)]
pub struct BoxPairs<'a> {
    boxes: &'a Boxes,
    pairs: &'a [[u32; 2]],
    margin: Length<'a>,
}

impl Boxes {
    /// Boxes by their half extents, centers in the world and rotations, in meters.
    ///
    /// # Errors
    /// A box that the store of the basis rejects.
    pub fn new(
        basis: Basis,
        half_extents: &[[f32; 3]],
        positions: &[[f32; 3]],
        rotations: &[[f32; 4]],
    ) -> Result<Self, Error> {
        let store = BoxStore::from_slices(positions, rotations, half_extents)?;
        if basis == Basis::Unit {
            return Ok(Self::of_store(&store, None));
        }
        let scaled = ScaledBoxStore::from_boxes(&store)?;
        let axes = [0, 1, 2].map(|axis| scaled.axes(axis).to_vec());
        // Contacts are made of the same boxes converted back.
        Ok(Self::of_store(&scaled.to_boxes(), Some(axes)))
    }

    fn of_store(store: &BoxStore, axes: Option<[Rows; 3]>) -> Self {
        let [centers, rotations, half_extents] =
            [store.centers(), store.rotations(), store.half_extents()].map(<[_]>::to_vec);
        Self { centers, rotations, half_extents, axes }
    }

    /// The columns of the basis: centers, rotations and half extents, or centers and axes.
    pub fn columns_mut(&mut self) -> Vec<&mut Rows> {
        let Self { centers, rotations, half_extents, axes } = self;
        match axes {
            Some([x, y, z]) => vec![centers, x, y, z],
            None => vec![centers, rotations, half_extents],
        }
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.centers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.centers.is_empty()
    }

    /// How the boxes are represented.
    pub fn basis(&self) -> Basis {
        if self.axes.is_some() { Basis::PreScaled } else { Basis::Unit }
    }

    /// The same boxes, lent with small components of rotations instead of zeros.
    pub(crate) fn with_small_components(mut self) -> Self {
        let zeros = self.rotations.as_flattened_mut().iter_mut().enumerate();
        for (place, component) in zeros.filter(|(_, component)| **component == 0.0) {
            *component = SMALL_COMPONENTS[place % SMALL_COMPONENTS.len()];
        }
        self
    }

    /// The boxes with unit quaternions, which contacts and queries about other shapes need.
    ///
    /// # Panics
    /// Never: the columns have one length.
    pub fn unit(&self) -> BoxView<'_> {
        lent(&self.centers, &self.rotations, &self.half_extents)
            .expect("the columns have one length")
    }

    /// The boxes with scaled axes, in that basis.
    pub fn scaled(&self) -> Option<ScaledBoxView<'_>> {
        let axes = self.axes.as_ref()?;
        ScaledBoxView::unchecked(&self.centers, axes.each_ref()).ok()
    }

    /// A box with unit quaternion as the references take it.
    pub fn oriented(&self, index: u32) -> OrientedBox {
        let index = index as usize;
        OrientedBox {
            center: three(self.centers[index]),
            rotation: stored(self.rotations[index]),
            half_extents: three(self.half_extents[index]),
        }
    }

    /// A box with scaled axes as the references take it, in that basis.
    pub fn scaled_box(&self, index: u32) -> Option<ScaledBox> {
        let index = index as usize;
        let rows = self.axes.as_ref()?.each_ref().map(|column| column[index]);
        let center = three(self.centers[index]);
        Some(ScaledBox { center, axes: rows.map(three), half_extents: rows.map(|row| row[3]) })
    }

    /// The float64 reference of a pair's overlap and penetration.
    pub fn reference(&self, pair: [u32; 2]) -> ReferencePair {
        match pair.map(|index| self.scaled_box(index)) {
            [Some(a), Some(b)] => ReferencePair::scaled(&a, &b),
            _ => self.contact_reference(pair),
        }
    }

    /// The float64 reference of a pair's contacts.
    pub fn contact_reference(&self, pair: [u32; 2]) -> ReferencePair {
        let [a, b] = pair.map(|index| self.oriented(index));
        ReferencePair::oriented(&a, &b)
    }

    /// The same boxes again and again, one copy behind the other, with the same bits.
    pub(crate) fn repeated(&self, copies: usize) -> Self {
        self.mapped(|column| *column = column.repeat(copies))
    }

    /// The same boxes, every number of one of them being NaN. They are lent without checks, so the others have zeros
    /// instead of small components.
    pub(crate) fn poisoned(&self, index: u32) -> Self {
        let boxes = Self { rotations: self.stored_rotations(), ..self.clone() };
        boxes.mapped(|column| column[index as usize] = [f32::NAN; 4])
    }

    /// The rotations as a store holds them.
    pub(crate) fn stored_rotations(&self) -> Rows {
        self.rotations.iter().copied().map(stored).collect()
    }

    fn mapped(&self, map: impl Fn(&mut Rows)) -> Self {
        let mut boxes = self.clone();
        let Self { centers, rotations, half_extents, axes } = &mut boxes;
        let columns = [centers, rotations, half_extents].into_iter();
        columns.chain(axes.iter_mut().flatten()).for_each(map);
        boxes
    }

    /// The query of pairs of boxes in their basis.
    pub fn pairs<'a>(&'a self, pairs: &'a [[u32; 2]], margin: Length<'a>) -> BoxPairs<'a> {
        BoxPairs { boxes: self, pairs, margin }
    }

    /// The penetration of a pair by the plain reference.
    pub(crate) fn plain_penetration(&self, pair: [u32; 2], margin: f32) -> Penetration {
        if let [Some(a), Some(b)] = pair.map(|index| self.scaled_box(index)) {
            return plain::penetration_scaled(&a, &b, margin);
        }
        let [a, b] = pair.map(|index| self.oriented(index));
        plain::penetration(&a, &b, margin)
    }

    /// Whether a pair overlaps by the plain reference; with a margin, even of zero, by other tests than without.
    pub(crate) fn plain_overlap(&self, pair: [u32; 2], margin: Option<f32>) -> bool {
        if let [Some(a), Some(b)] = pair.map(|index| self.scaled_box(index)) {
            let within = |margin| plain::overlap_scaled_within(&a, &b, margin);
            return margin.map_or_else(|| plain::overlap_scaled(&a, &b), within);
        }
        let [a, b] = pair.map(|index| self.oriented(index));
        let within = |margin| plain::overlap_within(&a, &b, margin);
        margin.map_or_else(|| plain::overlap(&a, &b), within)
    }
}

impl Question<verbs::Overlaps> for BoxPairs<'_> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        let Self { boxes, pairs, margin } = self;
        match boxes.scaled() {
            Some(scaled) => engine.overlaps(Query::new(scaled, pairs).within(margin), out),
            None => engine.overlaps(Query::new(boxes.unit(), pairs).within(margin), out),
        }
    }
}

impl Question<verbs::Penetrations> for BoxPairs<'_> {
    type Out<'o> = &'o mut [Penetration];

    fn answer(self, engine: &Engine, out: &mut [Penetration]) -> Result<(), Error> {
        let Self { boxes, pairs, margin } = self;
        match boxes.scaled() {
            Some(scaled) => engine.penetrations(Query::new(scaled, pairs).within(margin), out),
            None => engine.penetrations(Query::new(boxes.unit(), pairs).within(margin), out),
        }
    }
}

/// Components of rotations that count as zero: of ordinary magnitude, with products below it, and below it themselves.
const SMALL_COMPONENTS: [f32; 7] = [1e-22, -9e-10, 1e-32, -1e-12, 1e-40, -0.0, -1e-22];

/// A rotation as a store holds it.
pub(crate) fn stored(rotation: [f32; 4]) -> [f32; 4] {
    rotation.map(|component| if component.abs() < SMALLEST_COMPONENT { 0.0 } else { component })
}

/// A view of columns of one length: without checks if some row has values that a checked one rejects.
pub(crate) fn lent<'a>(
    centers: &'a [[f32; 4]],
    rotations: &'a [[f32; 4]],
    half_extents: &'a [[f32; 4]],
) -> Result<BoxView<'a>, Error> {
    BoxView::new(centers, rotations, half_extents)
        .or_else(|_| BoxView::unchecked(centers, rotations, half_extents))
}

/// The first three numbers of a row.
fn three([x, y, z, _]: [f32; 4]) -> [f32; 3] {
    [x, y, z]
}
