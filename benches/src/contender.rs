//! The engine in every combination that is measured.

use octosat::{
    Arithmetic, Backend, Coherence, ContactSettings, Contacts, Engine, Margin, Penetration,
};

use crate::{CONTACT_MARGIN, World};

/// How the boxes lie in memory, and with it the basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Unit basis in three columns.
    Columns,
    /// Unit basis in records of one cache line.
    Records,
    /// Pre-scaled basis in four columns.
    Scaled,
}

impl Layout {
    /// The name in the tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Columns => "unit",
            Self::Records => "unit-records",
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
    pub arithmetic: Arithmetic,
    /// How the boxes lie.
    pub layout: Layout,
}

impl Contender {
    /// The name in the tables.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.backend, self.layout.name(), self.arithmetic)
    }

    /// Whether the boxes lie in the columns of the unit basis: rectangles have no other layout.
    #[must_use]
    pub fn is_default_layout(&self) -> bool {
        self.layout == Layout::Columns
    }

    /// The contender whose bits this one must give: the one-lane mirror on columns.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let layout = match self.layout {
            Layout::Columns | Layout::Records => Layout::Columns,
            Layout::Scaled => Layout::Scaled,
        };
        Self { backend: Backend::Scalar, arithmetic: self.arithmetic, layout }
    }

    /// An engine that uses rayon's threads.
    ///
    /// # Panics
    /// If this machine lacks the backend; [`contenders`] names only those it has.
    #[must_use]
    pub fn parallel_engine(&self) -> Engine {
        Engine::with_backend(self.backend)
            .expect("an available backend")
            .arithmetic(self.arithmetic)
    }

    /// An engine that stays on the calling thread.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.parallel_engine().sequential()
    }

    /// Asks about overlap.
    ///
    /// # Panics
    /// If the query is refused.
    pub fn overlap(&self, engine: &Engine, world: &World, out: &mut [bool]) {
        let (pairs, margin) = (&world.pairs, Margin::None);
        match self.layout {
            Layout::Columns => engine.overlap(&world.store, pairs, margin, out),
            Layout::Records => engine.overlap(world.records(), pairs, margin, out),
            Layout::Scaled => engine.overlap(&world.scaled, pairs, margin, out),
        }
        .expect("a valid query");
    }

    /// Asks about penetration.
    ///
    /// # Panics
    /// If the query is refused.
    pub fn penetration(&self, engine: &Engine, world: &World, out: &mut [Penetration]) {
        let (pairs, margin) = (&world.pairs, Margin::None);
        match self.layout {
            Layout::Columns => engine.penetration(&world.store, pairs, margin, out),
            Layout::Records => engine.penetration(world.records(), pairs, margin, out),
            Layout::Scaled => engine.penetration(&world.scaled, pairs, margin, out),
        }
        .expect("a valid query");
    }

    /// Asks about contacts, with a margin of [`CONTACT_MARGIN`] and at most four points a pair.
    ///
    /// # Panics
    /// If the query is refused.
    pub fn contacts(
        &self,
        engine: &Engine,
        world: &World,
        coherence: Coherence<'_>,
        out: &mut Contacts,
    ) {
        let pairs = &world.pairs;
        let margin = Margin::Uniform(CONTACT_MARGIN);
        let settings = ContactSettings { margin, ..ContactSettings::default() };
        match self.layout {
            Layout::Columns => {
                engine.coherent_contacts(&world.store, pairs, &settings, coherence, out)
            }
            Layout::Records => {
                engine.coherent_contacts(world.records(), pairs, &settings, coherence, out)
            }
            Layout::Scaled => {
                engine.coherent_contacts(&world.scaled, pairs, &settings, coherence, out)
            }
        }
        .expect("a valid query");
    }
}

/// The backends of this machine in exact arithmetic, on columns of both bases.
#[must_use]
pub fn contact_contenders() -> Vec<Contender> {
    let mut all = contenders();
    all.retain(|one| one.arithmetic == Arithmetic::Exact && one.layout != Layout::Records);
    all
}

/// Everything this machine can run.
///
/// Fused arithmetic is left out where the build has no instruction for it: there it is emulated,
/// and only its result is of interest. Records are left out for the mirror.
#[must_use]
pub fn contenders() -> Vec<Contender> {
    let mut all = Vec::new();
    for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
        let exact = Arithmetic::Exact;
        all.push(Contender { backend, arithmetic: exact, layout: Layout::Columns });
        all.push(Contender { backend, arithmetic: exact, layout: Layout::Scaled });
        if backend != Backend::Scalar {
            all.push(Contender { backend, arithmetic: exact, layout: Layout::Records });
        }
        if matches!(backend, Backend::Avx2 | Backend::Avx512) {
            let fused = Arithmetic::Fused;
            all.push(Contender { backend, arithmetic: fused, layout: Layout::Columns });
            all.push(Contender { backend, arithmetic: fused, layout: Layout::Scaled });
        }
    }
    all
}

/// Backends that this machine lacks, to be named and skipped.
#[must_use]
pub fn missing_backends() -> Vec<Backend> {
    Backend::ALL.into_iter().filter(|backend| !backend.is_available()).collect()
}
