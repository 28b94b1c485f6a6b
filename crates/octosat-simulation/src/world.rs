//! The world: moves bodies frame by frame.

use std::time::{Duration, Instant};

use crate::body::Body;
use crate::narrow_phase::{ManifoldList, NarrowPhase};
use crate::placed::PlacedBoxes;
use crate::solver::{Solver, SolverSettings};
use crate::tolerances as t;

/// A world of boxes.
#[expect(missing_debug_implementations, reason = "a narrow phase need not be printable")]
pub struct World {
    bodies: Vec<Body>,
    settings: SolverSettings,
    margin: f32,
    placed: PlacedBoxes,
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
            margin: t::MARGIN,
            placed: PlacedBoxes::default(),
            narrow_phase,
            solver: Solver::default(),
            pairs: Vec::new(),
            manifolds: ManifoldList::default(),
            narrow_time: Duration::ZERO,
        }
    }

    /// The same world with contacts up to another distance before boxes touch, in meters.
    #[must_use]
    pub fn with_margin(self, margin: f32) -> Self {
        Self { margin, ..self }
    }

    /// Computes pairs and contacts for the current poses. Call it once per frame, before the bodies move.
    ///
    /// # Errors
    /// When the narrow phase rejects them.
    pub fn find_contacts(&mut self) -> Result<(), String> {
        self.placed.place(&self.bodies);
        let boxes = self.placed.as_slice();
        self.pairs = self.placed.pairs(self.margin);
        let start = Instant::now();
        self.narrow_phase.contacts(boxes, &self.pairs, self.margin, &mut self.manifolds)?;
        self.narrow_time = start.elapsed();
        Ok(())
    }

    /// Moves the bodies by one frame, with the current contacts.
    pub fn advance(&mut self) {
        self.solver.step(&mut self.bodies, &self.manifolds, &self.settings, t::FRAME);
    }

    /// The bodies.
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The bodies, to be changed between two frames.
    pub fn bodies_mut(&mut self) -> &mut [Body] {
        &mut self.bodies
    }

    /// The bodies at the poses for which contacts were last computed, relative to the local origin.
    #[must_use]
    pub fn placed(&self) -> &PlacedBoxes {
        &self.placed
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

    /// A fingerprint of the poses: equal for two runs whose bodies are equal bit for bit.
    ///
    /// The 64-bit FNV-1a hash of centers and rotations.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut see = |bytes: &[u8]| {
            for &byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for body in &self.bodies {
            body.center.to_array().iter().for_each(|part| see(&part.to_le_bytes()));
            body.rotation.to_array().iter().for_each(|part| see(&part.to_le_bytes()));
        }
        hash
    }

    /// The time of the last call of the narrow phase.
    #[must_use]
    pub fn narrow_time(&self) -> Duration {
        self.narrow_time
    }
}
