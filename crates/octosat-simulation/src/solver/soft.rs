//! Soft contacts: a spring and a damper that are stable in every substep.

use std::f32::consts::TAU;

use crate::tolerances::CONTACT_DAMPING;

/// The coefficients of an implicitly integrated spring (Catto, "Soft Constraints", 2011).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Softness {
    /// Speed at which a meter of overlap is worked off, in 1/s.
    pub(super) bias_rate: f32,
    /// The part of a rigid contact's impulse that a soft one applies.
    pub(super) mass_scale: f32,
    /// The part of the impulse so far that a soft contact gives back.
    pub(super) impulse_scale: f32,
}

impl Softness {
    /// A spring of this frequency, for substeps of this length.
    pub(super) fn new(hertz: f32, seconds: f32) -> Self {
        let angular = TAU * hertz;
        let damped = 2.0 * CONTACT_DAMPING + seconds * angular;
        let stiffness = seconds * angular * damped;
        let impulse_scale = 1.0 / (1.0 + stiffness);
        Self { bias_rate: angular / damped, mass_scale: stiffness * impulse_scale, impulse_scale }
    }
}
