//! Bodies that move, frame by frame.

use std::time::{Duration, Instant};

use crate::body::Body;
use crate::broad_phase::BroadPhase;
use crate::narrow_phase::{ManifoldList, NarrowPhase};
use crate::solver::{Solver, SolverSettings};
use crate::tolerances as t;

/// A world of boxes.
#[expect(missing_debug_implementations, reason = "a narrow phase need not be printable")]
pub struct World {
    bodies: Vec<Body>,
    settings: SolverSettings,
    broad_phase: BroadPhase,
    narrow_phase: Box<dyn NarrowPhase>,
    solver: Solver,
    pairs: Vec<[u32; 2]>,
    manifolds: ManifoldList,
    narrow_time: Duration,
}

impl World {
    /// A world of these bodies, whose contacts the narrow phase finds.
    #[must_use]
    pub fn new(
        bodies: Vec<Body>,
        settings: SolverSettings,
        narrow_phase: Box<dyn NarrowPhase>,
    ) -> Self {
        Self {
            bodies,
            settings,
            broad_phase: BroadPhase::default(),
            narrow_phase,
            solver: Solver::default(),
            pairs: Vec::new(),
            manifolds: ManifoldList::default(),
            narrow_time: Duration::ZERO,
        }
    }

    /// Finds the pairs and contacts of the bodies where they stand.
    ///
    /// # Errors
    /// When the narrow phase refuses them.
    pub fn find_contacts(&mut self) -> Result<(), String> {
        self.broad_phase.pairs(&self.bodies, t::MARGIN, &mut self.pairs);
        let start = Instant::now();
        self.narrow_phase.contacts(&self.bodies, &self.pairs, t::MARGIN, &mut self.manifolds)?;
        self.narrow_time = start.elapsed();
        Ok(())
    }

    /// Moves the bodies by a frame, with the contacts found last.
    pub fn advance(&mut self) {
        self.solver.step(&mut self.bodies, &self.manifolds, &self.settings, t::FRAME);
    }

    /// The bodies.
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The pairs found last.
    #[must_use]
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// The contacts found last.
    #[must_use]
    pub fn manifolds(&self) -> &ManifoldList {
        &self.manifolds
    }

    /// How long the narrow phase took last.
    #[must_use]
    pub fn narrow_time(&self) -> Duration {
        self.narrow_time
    }
}
