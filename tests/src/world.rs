//! Boxes in both bases with a pair list, and the queries on them.

use octosat::{
    BoxStore, Engine, Manifolds, Margin, OrientedBox, Penetration, PointLimit, PointOrigin, Query,
    ScaledBoxStore,
};

/// How the boxes of a query are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Unit quaternions: `BoxStore`.
    Unit,
    /// Axes that carry their half extents: `ScaledBoxStore`.
    Scaled,
}

/// The margin of a query, owned.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// `Margin::None`.
    None,
    /// `Margin::Uniform`, meters.
    Uniform(f32),
    /// `Margin::PerPair`, meters.
    PerPair(Vec<f32>),
}

impl Limit {
    /// The margin to ask with.
    #[must_use]
    pub fn margin(&self) -> Margin<'_> {
        match self {
            Self::None => Margin::None,
            Self::Uniform(margin) => Margin::Uniform(*margin),
            Self::PerPair(margins) => Margin::PerPair(margins),
        }
    }

    /// The margin of one pair in meters, if there is one.
    #[must_use]
    pub fn of(&self, pair: usize) -> Option<f32> {
        match self {
            Self::None => None,
            Self::Uniform(margin) => Some(*margin),
            Self::PerPair(margins) => Some(margins[pair]),
        }
    }

    /// The same for so many rows: a list of margins begins again where it ends.
    #[must_use]
    pub fn repeated(&self, rows: usize) -> Self {
        match self {
            Self::PerPair(margins) => {
                Self::PerPair(margins.iter().copied().cycle().take(rows).collect())
            }
            other => other.clone(),
        }
    }
}

/// How manifolds of a world's pairs are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContactSettings<'a> {
    /// How far apart boxes may be.
    pub margin: Margin<'a>,
    /// The most points of a manifold.
    pub limit: PointLimit,
    /// What positions are relative to.
    pub origin: PointOrigin,
}

/// Boxes and pairs.
#[derive(Clone, Debug)]
pub struct World {
    /// What it is.
    pub name: String,
    /// The boxes with quaternions.
    pub store: BoxStore,
    /// The same boxes with scaled axes, if their sizes are in the range of that basis.
    pub scaled: Option<ScaledBoxStore>,
    /// Index pairs (a, b).
    pub pairs: Vec<[u32; 2]>,
}

impl World {
    /// Boxes of which each two that follow each other are a pair.
    ///
    /// # Panics
    /// If a store rejects a box.
    #[must_use]
    pub fn of_neighbors(name: &str, boxes: &[OrientedBox]) -> Self {
        let mut store = BoxStore::new();
        store.extend_from_boxes(boxes).expect("the boxes are valid");
        let pairs = (0..boxes.len() / 2).map(|pair| [index(2 * pair), index(2 * pair + 1)]);
        Self::new(name.to_owned(), store, pairs.collect())
    }

    fn new(name: String, store: BoxStore, pairs: Vec<[u32; 2]>) -> Self {
        let scaled = ScaledBoxStore::from_boxes(&store).ok();
        Self { name, store, scaled, pairs }
    }

    /// The same boxes with other pairs.
    #[must_use]
    pub fn with_pairs(&self, pairs: Vec<[u32; 2]>) -> Self {
        Self { pairs, ..self.clone() }
    }

    /// The bases that can hold these boxes.
    #[must_use]
    pub fn bases(&self) -> &'static [Basis] {
        if self.scaled.is_some() { &[Basis::Unit, Basis::Scaled] } else { &[Basis::Unit] }
    }

    /// The boxes with scaled axes.
    ///
    /// # Panics
    /// If their sizes are out of range for that basis.
    #[must_use]
    pub fn scaled(&self) -> &ScaledBoxStore {
        self.scaled.as_ref().expect("the sizes are in the range of the scaled basis")
    }

    /// `Engine::overlaps` as booleans; the buffer is filled with both values first, so that every place
    /// must be written to be right.
    ///
    /// # Panics
    /// If the engine rejects the query.
    #[must_use]
    pub fn overlaps(&self, engine: &Engine, basis: Basis, limit: &Limit) -> Vec<bool> {
        let mut out: Vec<bool> = (0..self.pairs.len()).map(|pair| pair % 3 == 0).collect();
        let margin = limit.margin();
        match basis {
            Basis::Unit => {
                engine.overlaps(Query::new(&self.store, &self.pairs).margin(margin), &mut out)
            }
            Basis::Scaled => {
                engine.overlaps(Query::new(self.scaled(), &self.pairs).margin(margin), &mut out)
            }
        }
        .expect("the query is valid");
        out
    }

    /// `Engine::penetrations`.
    ///
    /// # Panics
    /// If the engine rejects the query.
    #[must_use]
    pub fn rows(&self, engine: &Engine, basis: Basis, limit: &Limit) -> Vec<Penetration> {
        let stale = Penetration { normal: [7.0; 3], depth: -7.0, ..Penetration::default() };
        let mut out = vec![stale; self.pairs.len()];
        let margin = limit.margin();
        match basis {
            Basis::Unit => {
                engine.penetrations(Query::new(&self.store, &self.pairs).margin(margin), &mut out)
            }
            Basis::Scaled => {
                engine.penetrations(Query::new(self.scaled(), &self.pairs).margin(margin), &mut out)
            }
        }
        .expect("the query is valid");
        out
    }

    /// The query for the manifolds of all pairs.
    #[must_use]
    pub fn query<'a>(&'a self, settings: &ContactSettings<'a>) -> Query<'a> {
        let ContactSettings { margin, limit, origin } = *settings;
        Query::new(&self.store, &self.pairs).margin(margin).limit(limit).origin(origin)
    }

    /// `Engine::manifolds`, into buffers that hold another query's answer.
    ///
    /// # Panics
    /// If the engine rejects the query.
    pub fn contacts<'a>(
        &'a self,
        engine: &Engine,
        settings: &ContactSettings<'a>,
        out: &mut Manifolds,
    ) {
        engine.manifolds(self.query(settings), out).expect("the query is valid");
    }
}

/// Booleans as bits, lowest first, by the documented rule alone.
#[must_use]
pub fn pack(overlaps: &[bool]) -> Vec<u64> {
    let mut words = vec![0; overlaps.len().div_ceil(64)];
    for (pair, &overlaps) in overlaps.iter().enumerate() {
        words[pair / 64] |= u64::from(overlaps) << (pair % 64);
    }
    words
}

fn index(index: usize) -> u32 {
    u32::try_from(index).expect("a test has few boxes")
}

/// Cubes turned by 45 degrees on cubes, whose edges pass the corners below them by nothing to twice the
/// clipping tolerance: one corner, or all four at once.
#[must_use]
pub fn octagon_boxes() -> Vec<OrientedBox> {
    let (sine, cosine) = 22.5_f32.to_radians().sin_cos();
    let turned = [0.0, sine, 0.0, cosine];
    let diagonal = core::f32::consts::SQRT_2;
    let slack = 1.28e-5;
    let mut boxes = Vec::new();
    for step in 0..200_u16 {
        let passed = f32::from(step) / 100.0 * slack;
        let along = diagonal + passed - 1.2;
        let center = [along / diagonal, 1.99, along / diagonal];
        for (center, half) in [(center, 1.2), ([0.0, 1.99, 0.0], diagonal + passed)] {
            boxes.push(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]));
            boxes.push(OrientedBox::new(center, turned, [half, 1.0, half]));
        }
    }
    boxes
}
