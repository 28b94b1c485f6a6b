//! The motion of one frame: sequential impulses in substeps with soft contacts, after the "soft
//! step" of Erin Catto ("Solver 2D", 2024), in three dimensions.
//!
//! A frame's contacts are found once. Each substep applies the impulses of the last one again,
//! corrects them with soft contacts that push overlap out, moves the bodies, and then takes the
//! speed of the push-out away with a pass of rigid contacts. Gaps follow the motion within the
//! frame without new contacts. All loops run in the order of bodies and pairs.

mod contact;
mod motion;

use crate::body::Body;
use crate::narrow_phase::ManifoldList;
use crate::tolerances as t;

use contact::{ContactRow, Pass, PointState, Softness, Substep};
use motion::Motion;

/// How a solver works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverSettings {
    /// Substeps of a frame.
    pub substeps: u16,
    /// Passes without push-out in each substep.
    pub relax_passes: u16,
    /// Frequency of a contact's spring as a part of the frequency of substeps.
    pub contact_frequency: f32,
    /// Friction of all bodies, as a part of the normal force.
    pub friction: f32,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            substeps: t::SUBSTEPS,
            relax_passes: t::RELAX_PASSES,
            contact_frequency: t::CONTACT_FREQUENCY,
            friction: 0.6,
        }
    }
}

/// The solver, with the impulses of the last frame.
#[derive(Debug, Default)]
pub struct Solver {
    motions: Vec<Motion>,
    rows: Vec<ContactRow>,
    /// The states of the last frame's contact points, at their places.
    kept: Vec<PointState>,
}

impl Solver {
    /// Moves the bodies by `seconds`.
    ///
    /// The manifolds are of the frame after those of the last call: points that were there start with their impulses.
    pub fn step(
        &mut self,
        bodies: &mut [Body],
        manifolds: &ManifoldList,
        settings: &SolverSettings,
        seconds: f32,
    ) {
        let substep = Substep {
            seconds: seconds / f32::from(settings.substeps),
            friction: settings.friction,
        };
        self.motions.clear();
        self.motions.extend(bodies.iter().map(Motion::start));
        self.prepare(bodies, manifolds, settings, substep);
        for _ in 0..settings.substeps {
            for (motion, body) in self.motions.iter_mut().zip(&*bodies) {
                motion.fall(body, substep.seconds);
            }
            for row in &self.rows {
                row.apply_kept_impulses(&mut self.motions);
            }
            self.pass(Pass::PushOut, substep);
            for motion in &mut self.motions {
                motion.advance(substep.seconds);
            }
            for _ in 0..settings.relax_passes {
                self.pass(Pass::Relax, substep);
            }
        }
        let places = || manifolds.points().map(|point| point.place as usize);
        self.kept.resize(places().max().map_or(0, |last| last + 1), PointState::default());
        for (place, state) in places().zip(self.rows.iter().flat_map(ContactRow::states)) {
            self.kept[place] = state;
        }
        for (motion, body) in self.motions.iter().zip(bodies) {
            motion.finish(body);
        }
    }

    fn prepare(
        &mut self,
        bodies: &[Body],
        manifolds: &ManifoldList,
        settings: &SolverSettings,
        substep: Substep,
    ) {
        let hertz = settings.contact_frequency / substep.seconds;
        let free = Softness::new(hertz, substep.seconds);
        let fixed = Softness::new(hertz * t::FIXED_STIFFNESS, substep.seconds);
        self.rows.clear();
        for manifold in manifolds.as_slice() {
            let any_fixed = manifold.pair.iter().any(|&index| bodies[index as usize].is_fixed());
            let softness = if any_fixed { fixed } else { free };
            let mut row = ContactRow::new(manifold, bodies, &self.motions, softness);
            for (index, point) in manifold.points().iter().enumerate() {
                let before = point.previous.and_then(|place| self.kept.get(place as usize));
                before.into_iter().for_each(|state| row.set_state(index, state));
            }
            self.rows.push(row);
        }
    }

    fn pass(&mut self, pass: Pass, substep: Substep) {
        for row in &mut self.rows {
            row.solve(&mut self.motions, pass, substep);
        }
    }
}
