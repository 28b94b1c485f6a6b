//! The boxes of a frame in either basis, for the engine and for the references alike.

use octosat::{
    BoxError, BoxStore, BoxView, Engine, Query, QueryError, ScaledBoxStore, ScaledBoxView,
};
use octosat_reference::float64::ReferencePair;
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
    #[must_use]
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
/// numbers that are not finite.
#[derive(Clone, Debug)]
pub struct Boxes {
    centers: Rows,
    rotations: Rows,
    half_extents: Rows,
    /// Axes with their half extents, in the pre-scaled basis.
    axes: Option<[Rows; 3]>,
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
    ) -> Result<Self, BoxError> {
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

    /// The boxes of columns as they are, finite or not.
    #[must_use]
    pub fn of_rows(centers: Rows, rotations: Rows, half_extents: Rows) -> Self {
        Self { centers, rotations, half_extents, axes: None }
    }

    /// The same boxes with other scaled axes, as they are; contacts stay those of the unit quaternions.
    #[must_use]
    pub fn with_axes(self, axes: [Rows; 3]) -> Self {
        Self { axes: Some(axes), ..self }
    }

    /// The columns of the basis: centers, rotations and half extents, or centers and axes.
    #[must_use]
    pub fn columns_mut(&mut self) -> Vec<&mut Rows> {
        let Self { centers, rotations, half_extents, axes } = self;
        match axes {
            Some([x, y, z]) => vec![centers, x, y, z],
            None => vec![centers, rotations, half_extents],
        }
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.centers.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.centers.is_empty()
    }

    /// How the boxes are represented.
    #[must_use]
    pub fn basis(&self) -> Basis {
        if self.axes.is_some() { Basis::PreScaled } else { Basis::Unit }
    }

    /// The boxes with unit quaternions, which contacts and queries about other shapes need.
    ///
    /// # Panics
    /// Never: the columns have one length.
    #[must_use]
    pub fn unit(&self) -> BoxView<'_> {
        BoxView::unchecked(&self.centers, &self.rotations, &self.half_extents)
            .expect("the columns have one length")
    }

    /// The boxes with scaled axes, in that basis.
    #[must_use]
    pub fn scaled(&self) -> Option<ScaledBoxView<'_>> {
        let axes = self.axes.as_ref()?;
        ScaledBoxView::unchecked(&self.centers, axes.each_ref()).ok()
    }

    /// The centers, x, y, z and zero, meters.
    #[must_use]
    pub fn centers(&self) -> &[[f32; 4]] {
        &self.centers
    }

    /// The unit quaternions x, y, z, w.
    #[must_use]
    pub fn rotations(&self) -> &[[f32; 4]] {
        &self.rotations
    }

    /// The half extents, x, y, z and zero, meters.
    #[must_use]
    pub fn half_extents(&self) -> &[[f32; 4]] {
        &self.half_extents
    }

    /// A box with unit quaternion as the references take it.
    #[must_use]
    pub fn oriented(&self, index: u32) -> OrientedBox {
        let index = index as usize;
        OrientedBox {
            center: three(self.centers[index]),
            rotation: self.rotations[index],
            half_extents: three(self.half_extents[index]),
        }
    }

    /// A box with scaled axes as the references take it, in that basis.
    #[must_use]
    pub fn scaled_box(&self, index: u32) -> Option<ScaledBox> {
        let index = index as usize;
        let rows = self.axes.as_ref()?.each_ref().map(|column| column[index]);
        let center = three(self.centers[index]);
        Some(ScaledBox { center, axes: rows.map(three), half_extents: rows.map(|row| row[3]) })
    }

    /// The float64 reference of a pair's overlap and penetration.
    #[must_use]
    pub fn reference(&self, pair: [u32; 2]) -> ReferencePair {
        match pair.map(|index| self.scaled_box(index)) {
            [Some(a), Some(b)] => ReferencePair::scaled(&a, &b),
            _ => self.contact_reference(pair),
        }
    }

    /// The float64 reference of a pair's contacts.
    #[must_use]
    pub fn contact_reference(&self, pair: [u32; 2]) -> ReferencePair {
        let [a, b] = pair.map(|index| self.oriented(index));
        ReferencePair::oriented(&a, &b)
    }

    /// The same boxes again and again, one copy behind the other, with the same bits.
    #[must_use]
    pub fn repeated(&self, copies: usize) -> Self {
        self.mapped(|column| column.repeat(copies))
    }

    /// The same boxes, every number of one of them being NaN.
    #[must_use]
    pub fn poisoned(&self, index: u32) -> Self {
        self.mapped(|column| {
            let mut column = column.to_vec();
            column[index as usize] = [f32::NAN; 4];
            column
        })
    }

    fn mapped(&self, map: impl Fn(&[[f32; 4]]) -> Rows) -> Self {
        Self {
            centers: map(&self.centers),
            rotations: map(&self.rotations),
            half_extents: map(&self.half_extents),
            axes: self.axes.as_ref().map(|axes| axes.each_ref().map(|column| map(column))),
        }
    }

    /// The penetrations of pairs, over whatever stands in `out`.
    ///
    /// # Errors
    /// As [`Engine::penetrations`].
    pub fn penetrations(
        &self,
        engine: &Engine,
        pairs: &[[u32; 2]],
        margin: octosat::Margin<'_>,
        out: &mut [octosat::Penetration],
    ) -> Result<(), QueryError> {
        match self.scaled() {
            Some(boxes) => engine.penetrations(Query::new(boxes, pairs).margin(margin), out),
            None => engine.penetrations(Query::new(self.unit(), pairs).margin(margin), out),
        }
    }

    /// Which pairs overlap, as booleans or bits, over whatever stands in `out`.
    ///
    /// # Errors
    /// As [`Engine::overlaps`].
    pub fn overlaps(
        &self,
        engine: &Engine,
        pairs: &[[u32; 2]],
        margin: octosat::Margin<'_>,
        out: &mut (impl octosat::Answers + ?Sized),
    ) -> Result<(), QueryError> {
        match self.scaled() {
            Some(boxes) => engine.overlaps(Query::new(boxes, pairs).margin(margin), out),
            None => engine.overlaps(Query::new(self.unit(), pairs).margin(margin), out),
        }
    }
}

/// The first three numbers of a row.
fn three([x, y, z, _]: [f32; 4]) -> [f32; 3] {
    [x, y, z]
}
