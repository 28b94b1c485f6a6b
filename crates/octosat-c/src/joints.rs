//! Joints of chains.

use core::ffi::{CStr, c_char};

use octosat::Joint;

use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT};
use crate::pointers::check;
use crate::settings::{Settings, defaults, settings};

/// How a joint moves.
pub type OctosatJointKind = u32;

/// The joint does not move: both links are one body. The joint has no value.
pub const OCTOSAT_JOINT_FIXED: OctosatJointKind = 0;
/// The joint turns about its axis, by its value in radians.
pub const OCTOSAT_JOINT_REVOLUTE: OctosatJointKind = 1;
/// The joint slides along its axis, by its value in meters.
pub const OCTOSAT_JOINT_PRISMATIC: OctosatJointKind = 2;

/// How a link is moved as seen from the link before. Begin with `OCTOSAT_JOINT_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatJoint {
    /// The size of this structure in bytes.
    pub size: u32,
    /// How the joint moves.
    pub kind: OctosatJointKind,
    /// 1: the joint has the `limits`. 0: it has none.
    pub has_limits: u32,
    /// Zero.
    pub reserved: u32,
    /// The name, a text in UTF-8.
    pub name: *const c_char,
    /// Null, or the name of another joint: this joint has no value of its own, but `mimic_ratio` times that of the other
    /// one, plus `mimic_offset`.
    pub mimic: *const c_char,
    /// The axis, a unit vector as seen from the origin of the joint. The default is z.
    pub axis: [f64; 3],
    /// Where the origin of the joint is as seen from the link before, in meters. At the value zero, it is the frame of
    /// the next link.
    pub translation: [f64; 3],
    /// How the origin is turned, a unit quaternion x, y, z, w.
    pub rotation: [f64; 4],
    /// The least and the greatest value, in radians or meters. Queries answer values beyond them, too.
    pub limits: [f64; 2],
    /// See `mimic`. The default is 1.
    pub mimic_ratio: f64,
    /// See `mimic`.
    pub mimic_offset: f64,
}

impl Default for OctosatJoint {
    fn default() -> Self {
        let (axis, rotation) = ([0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]);
        Self { axis, rotation, mimic_ratio: 1.0, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatJoint {
    const NAME: &str = "OctosatJoint";
    const DEFAULTS: &str = "OCTOSAT_JOINT_DEFAULTS";
    const FIRST_BYTES: usize = 16 + 2 * size_of::<usize>() + size_of::<[f64; 14]>();
}

const _: () = assert!(size_of::<OctosatJoint>() == OctosatJoint::FIRST_BYTES);

/// Reads a joint.
///
/// # Safety
/// Pointers must be null or valid.
pub(crate) unsafe fn joint(given: *const OctosatJoint) -> Result<Joint, Failure> {
    // SAFETY: the caller's, here and below.
    let given = unsafe { settings(given, "joint") }?;
    // SAFETY: as above.
    let name = unsafe { text(given.name, "joint.name") }?;
    let joint = match given.kind {
        OCTOSAT_JOINT_FIXED => Joint::fixed(name),
        OCTOSAT_JOINT_REVOLUTE => Joint::revolute(name, given.axis),
        OCTOSAT_JOINT_PRISMATIC => Joint::prismatic(name, given.axis),
        other => return Err(Failure::setting("joint.kind", other, "the kind of a joint")),
    };
    if given.reserved != 0 {
        return Err(Failure::setting("joint.reserved", given.reserved, "0"));
    }
    let joint = joint.at(given.translation).rotated(given.rotation);
    let joint = match given.has_limits {
        0 => joint,
        1 => joint.limits(given.limits[0], given.limits[1]),
        other => return Err(Failure::setting("joint.has_limits", other, "0 or 1")),
    };
    if given.mimic.is_null() {
        return Ok(joint);
    }
    // SAFETY: as above.
    let of = unsafe { text(given.mimic, "joint.mimic") }?;
    Ok(joint.mimic(of, given.mimic_ratio, given.mimic_offset))
}

/// Reads a text in UTF-8 that ends with a zero.
///
/// # Safety
/// The pointer must be null or valid up to the zero, for `'a`.
pub(crate) unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
    check(text, name)?;
    // SAFETY: the caller's.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Failure::new(OCTOSAT_BAD_ARGUMENT, format!("{name} is not UTF-8")))
}
