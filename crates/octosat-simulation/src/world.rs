//! The world: moves bodies frame by frame.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use crate::body::Body;
use crate::fast::{Fast, FirstImpact, approach, move_back, travel};
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
    margins: Vec<f32>,
    manifolds: ManifoldList,
    fast: Fast,
    first_impact: FirstImpact,
    narrow_time: Duration,
    steps: Steps,
}

/// The sub-steps to impacts of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steps {
    /// How often the motion ended at an impact and began again.
    pub count: usize,
    /// The time of the frame that was dropped, in seconds, because there were too many of them.
    pub dropped: f32,
    /// The time that finding the impacts took.
    pub time: Duration,
}

impl AddAssign for Steps {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.dropped += other.dropped;
        self.time += other.time;
    }
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
            fast: Fast::Ignored,
            first_impact: FirstImpact::new(),
            steps: Steps::default(),
            margins: Vec::new(),
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

    /// Treats fast bodies in another way than to ignore that they are fast.
    #[must_use]
    pub fn with_fast(self, fast: Fast) -> Self {
        Self { fast, ..self }
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
        self.narrow_time = Duration::ZERO;
        self.find_contacts_for(t::FRAME)
    }

    /// Computes them for a motion of some seconds.
    fn find_contacts_for(&mut self, seconds: f32) -> Result<(), String> {
        self.placed.place(&self.bodies);
        self.margins.clear();
        if self.fast == Fast::Margins {
            let travels: Vec<_> = self.bodies.iter().map(|body| travel(body, seconds)).collect();
            self.pairs = self.placed.pairs_on_the_way(self.margin, &travels);
            let margin = |pair: &[u32; 2]| {
                let [a, b] = pair.map(|index| &self.bodies[index as usize]);
                self.margin + approach(a, b, seconds)
            };
            self.margins.extend(self.pairs.iter().map(margin));
        } else {
            self.pairs = self.placed.pairs(self.margin);
            self.margins.resize(self.pairs.len(), self.margin);
        }
        let start = Instant::now();
        let boxes = self.placed.as_slice();
        self.narrow_phase.contacts(boxes, &self.pairs, &self.margins, &mut self.manifolds)?;
        self.narrow_time += start.elapsed();
        Ok(())
    }

    /// Moves the bodies by one frame, with the current contacts and those at impacts on the way.
    ///
    /// # Errors
    /// When the narrow phase or the impacts reject the bodies.
    pub fn advance(&mut self) -> Result<(), String> {
        self.steps = Steps::default();
        let mut seconds = t::FRAME;
        loop {
            let starts = self.bodies.clone();
            self.solver.step(&mut self.bodies, &self.manifolds, &self.settings, seconds);
            if self.fast != Fast::Impacts {
                return Ok(());
            }
            let time = Instant::now();
            let part = self.first_impact.free_part(&starts, &self.bodies, &self.manifolds)?;
            self.steps.time += time.elapsed();
            if part >= 1.0 {
                return Ok(());
            }
            move_back(&starts, &mut self.bodies, &self.manifolds, part, seconds);
            seconds *= 1.0 - part;
            self.steps.count += 1;
            if self.steps.count == t::MOST_STEPS {
                self.steps.dropped = seconds;
                return Ok(());
            }
            self.find_contacts_for(seconds)?;
        }
    }

    /// The sub-steps of the last frame.
    #[must_use]
    pub fn steps(&self) -> Steps {
        self.steps
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

    /// The time of the narrow phase in the last frame, with all its sub-steps.
    #[must_use]
    pub fn narrow_time(&self) -> Duration {
        self.narrow_time
    }
}
