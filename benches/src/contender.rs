//! The engine in every combination that is measured.

use octosat::{Backend, Engine, EngineOptions, Manifolds, Penetration, Query, Rounding};

use crate::{CONTACT_MARGIN, World};

/// The columns that hold the boxes, and with them the basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Unit basis, three columns.
    Unit,
    /// Pre-scaled basis, four columns.
    Scaled,
}

impl Layout {
    /// The name in the tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Scaled => "prescaled",
        }
    }
}

/// One way to ask the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The kernels.
    pub backend: Backend,
    /// How products and sums are rounded.
    pub rounding: Rounding,
    /// How the boxes lie.
    pub layout: Layout,
}

impl Contender {
    /// The name in the tables.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.backend, self.layout.name(), self.rounding)
    }

    /// Whether the boxes are of the unit basis: rectangles have no other layout.
    #[must_use]
    pub fn is_default_layout(&self) -> bool {
        self.layout == Layout::Unit
    }

    /// The contender whose bits this one must give: the scalar backend.
    #[must_use]
    pub fn scalar(&self) -> Self {
        Self { backend: Backend::Scalar, ..*self }
    }

    /// An engine that uses rayon's threads.
    ///
    /// # Panics
    /// If this machine lacks the backend or its rounding; [`contenders`] names only those it has.
    #[must_use]
    pub fn parallel_engine(&self) -> Engine {
        self.engine_on(0)
    }

    /// An engine that stays on the calling thread.
    ///
    /// # Panics
    /// If this machine lacks the backend or its rounding; [`contenders`] names only those it has.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine_on(1)
    }

    fn engine_on(&self, threads: usize) -> Engine {
        let Self { backend, rounding, .. } = *self;
        Engine::with(EngineOptions { backend, rounding, threads }).expect("an available backend")
    }

    /// Asks about overlap.
    ///
    /// # Panics
    /// If the query is rejected.
    pub fn overlap(&self, engine: &Engine, world: &World, out: &mut [bool]) {
        let World { pairs, store, scaled, .. } = world;
        match self.layout {
            Layout::Unit => engine.overlaps(Query::new(store, pairs), out),
            Layout::Scaled => engine.overlaps(Query::new(scaled, pairs), out),
        }
        .expect("a valid query");
    }

    /// Asks about penetration.
    ///
    /// # Panics
    /// If the query is rejected.
    pub fn penetration(&self, engine: &Engine, world: &World, out: &mut [Penetration]) {
        let World { pairs, store, scaled, .. } = world;
        match self.layout {
            Layout::Unit => engine.penetrations(Query::new(store, pairs), out),
            Layout::Scaled => engine.penetrations(Query::new(scaled, pairs), out),
        }
        .expect("a valid query");
    }
}

/// The query about manifolds: with a margin of [`CONTACT_MARGIN`] and at most four points per pair; the boxes
/// are of the unit basis.
#[must_use]
pub fn manifold_query(world: &World) -> Query<'_> {
    Query::new(&world.store, &world.pairs).margin(CONTACT_MARGIN)
}

/// Asks about manifolds of a frame alone.
///
/// # Panics
/// If the query is rejected.
pub fn ask_manifolds(engine: &Engine, world: &World, out: &mut Manifolds) {
    engine.manifolds(manifold_query(world), out).expect("a valid query");
}

/// The backends of this machine with exact rounding and boxes of the unit basis: what manifolds and
/// shapes are measured on.
#[must_use]
pub fn unit_contenders() -> Vec<Contender> {
    let mut all = contenders();
    all.retain(|one| one.rounding == Rounding::Exact && one.layout == Layout::Unit);
    all
}

/// Everything this machine can run, except fused rounding of the scalar backend: that backend is
/// timed as a baseline, and one is enough.
#[must_use]
pub fn contenders() -> Vec<Contender> {
    let mut all = Vec::new();
    for backend in Backend::ALL {
        for rounding in Rounding::ALL.into_iter().filter(|&one| backend.has_rounding(one)) {
            if (backend, rounding) != (Backend::Scalar, Rounding::Fused) {
                let layouts = [Layout::Unit, Layout::Scaled];
                all.extend(layouts.map(|layout| Contender { backend, rounding, layout }));
            }
        }
    }
    all
}

/// Backends that this machine lacks, to be named and skipped.
#[must_use]
pub fn missing_backends() -> Vec<Backend> {
    Backend::ALL.into_iter().filter(|backend| !backend.is_available()).collect()
}
