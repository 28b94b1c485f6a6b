//! Queries about configurations and joint motions of chains.

use octosat::{Configurations, Engine, JointMotions};
use octosat_rows::{ChainClearance, JointMotion, LinkPair};

use crate::answer::{Answer, ListAnswer, write_bools};
use crate::boxes::OctosatBoxes;
use crate::call::call;
use crate::chains::OctosatChain;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, list, reference};
use crate::settings::{Settings, defaults, settings};
use crate::solids::OctosatWorld;

/// Configurations of a chain, in a world or alone. Begin with `OCTOSAT_CONFIGURATIONS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatConfigurations {
    /// The size of this structure in bytes.
    pub size: u32,
    /// 1: pairs of links count, too, which is the default. 0: they do not.
    pub links: u32,
    /// The chain.
    pub chain: *const OctosatChain,
    /// The obstacles, or null for none.
    pub world: *const OctosatWorld,
    /// The joint values, one configuration after the other, in radians and meters.
    pub joints: *const f32,
    /// The number of joint values of all configurations together. A chain without joint values has one configuration.
    pub joint_count: usize,
    /// By how much least clearances may be less than the least ones, in meters; at least zero. The default is 0. Among many
    /// obstacles, 1e-4 takes a fraction of the time.
    pub tolerance: f32,
    /// How near obstacles and links may come to links, in meters; at least zero. The default is 0. With a positive one, a
    /// configuration or a motion that touches nothing is certainly free: no pair is nearer.
    pub within: f32,
    /// The same of each link instead, by its index, or null. A pair of links keeps the larger one of both.
    pub within_per_link: *const f32,
    /// The number of these: that of the links.
    pub within_count: usize,
    /// How near links may come to each other instead, in meters, if `has_between_links` is 1.
    pub between_links: f32,
    /// 0: `within` and `within_per_link` are also about pairs of links, which is the default. 1: `between_links` is.
    pub has_between_links: u32,
}

impl Default for OctosatConfigurations {
    fn default() -> Self {
        Self { links: 1, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatConfigurations {
    const NAME: &str = "OctosatConfigurations";
    const DEFAULTS: &str = "OCTOSAT_CONFIGURATIONS_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 4 * size_of::<usize>();
}

const _: () = assert!(
    size_of::<OctosatConfigurations>()
        == OctosatConfigurations::FIRST_BYTES + 16 + 2 * size_of::<usize>()
);

/// Straight motions from configurations to others. Begin with `OCTOSAT_JOINT_MOTIONS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatJointMotions {
    /// The size of this structure in bytes.
    pub size: u32,
    /// Parts of a motion that move no point by more than this, in meters, are undecided if they are not proven free. The
    /// default is 1e-4.
    pub tolerance: f32,
    /// The configurations at the start, in their world.
    pub starts: *const OctosatConfigurations,
    /// As many joint values as the starts have: those at the end.
    pub ends: *const f32,
    /// How closely the first time is looked for at which a pair touches, in meters: until no point moves by more between
    /// what is proven free, or undecided, and `touches_at`; not closer than `tolerance`. The default is 0: a motion ends with the
    /// first pair that is found to touch.
    pub hit_tolerance: f32,
    /// Zero.
    pub reserved: u32,
}

impl Default for OctosatJointMotions {
    fn default() -> Self {
        Self { tolerance: 1e-4, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatJointMotions {
    const NAME: &str = "OctosatJointMotions";
    const DEFAULTS: &str = "OCTOSAT_JOINT_MOTIONS_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 2 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatJointMotions>() == OctosatJointMotions::FIRST_BYTES + 8);

/// Reads a boolean.
fn boolean(given: u32, name: &str) -> Result<bool, Failure> {
    match given {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(Failure::setting(name, other, "0 or 1")),
    }
}

/// Reads configurations.
///
/// # Safety
/// Pointers must be null or valid for `'a`.
pub(crate) unsafe fn configurations<'a>(
    given: *const OctosatConfigurations,
) -> Result<Configurations<'a>, Failure> {
    // SAFETY: the caller's, here and below.
    unsafe {
        let given = settings(given, "configurations")?;
        let chain = &reference(given.chain, "configurations.chain")?.chain;
        let joints = list(given.joints, given.joint_count, "configurations.joints")?;
        let links = boolean(given.links, "configurations.links")?;
        let has_between_links =
            boolean(given.has_between_links, "configurations.has_between_links")?;
        let made = Configurations::new(chain, joints).with_links(links).tolerance(given.tolerance);
        let made = made.within(given.within);
        let made = match (given.within_per_link.is_null(), given.within_count) {
            (true, 0) => made,
            (_, count) => {
                let of = "configurations.within_per_link";
                made.within_per_link(list(given.within_per_link, count, of)?)
            }
        };
        let made = match (has_between_links, given.between_links) {
            (true, between) => made.between_links(between),
            (false, 0.0) => made,
            (false, other) => {
                let text =
                    format!("configurations.between_links is {other}: set has_between_links to 1");
                return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
            }
        };
        Ok(given.world.as_ref().map_or(made, |world| made.among(&world.world)))
    }
}

/// Tests for each configuration whether any pair touches, except for rounding of its poses. A byte of `out` is 1 if there
/// is one, and 0 otherwise. A pair of others than two boxes is a hit unless the computed solids are certainly apart.
/// `count` must be the number of configurations.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_any_overlap(
    engine: *const OctosatEngine,
    configurations: *const OctosatConfigurations,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    let ask = |engine: &Engine, asked: Configurations<'_>, out: &mut [u8]| {
        write_bools(out, |bools| Ok(engine.any_overlap(asked, bools)?))
    };
    // SAFETY: the caller's, here and below.
    unsafe { answer.fill(|| self::configurations(configurations).map(|of| (of, of.len())), ask) }
}

/// Computes the least clearance of each configuration, and the pair that it is of. `count` must be the number of
/// configurations.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_least_clearances(
    engine: *const OctosatEngine,
    configurations: *const OctosatConfigurations,
    out: *mut ChainClearance,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        answer.fill(
            || self::configurations(configurations).map(|of| (of, of.len())),
            |engine, asked, out| Ok(engine.least_clearances(asked, out)?),
        )
    }
}

/// Counts for each pair of links in how many configurations they touch, and finds how near they come, in ascending order of the
/// links. The world does not count, and pairs of links always do. `found` gets the number of pairs. `out` gets the first ones,
/// as many as `room`; if there are more, ask again with more room: `octosat_chain_counts` has as many pairs at least.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_link_pairs(
    engine: *const OctosatEngine,
    configurations: *const OctosatConfigurations,
    out: *mut LinkPair,
    room: usize,
    found: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = ListAnswer { engine, out, room, found, error };
    let ask =
        |engine: &Engine, asked: Configurations<'_>, out: &mut _| engine.link_pairs(asked, out);
    // SAFETY: the caller's, here and below.
    unsafe { answer.fill(|| self::configurations(configurations), ask) }
}

/// Proves for each joint motion that the chain touches nothing all the way, or finds that it does. A motion moves all
/// joints at once, along the straight line from a configuration to another. `count` must be the number of motions.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_joint_motions(
    engine: *const OctosatEngine,
    motions: *const OctosatJointMotions,
    out: *mut JointMotion,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let motions = settings(motions, "motions")?;
            let joint_count = settings(motions.starts, "motions.starts")?.joint_count;
            let starts = configurations(motions.starts)?;
            let ends = list(motions.ends, joint_count, "motions.ends")?;
            if motions.reserved != 0 {
                return Err(Failure::setting("motions.reserved", motions.reserved, "0"));
            }
            let asked = JointMotions::new(starts, ends).tolerance(motions.tolerance);
            let asked = asked.hit_tolerance(motions.hit_tolerance);
            Ok((asked, starts.len()))
        };
        answer.fill(read, |engine, motions, out| Ok(engine.joint_motions(motions, out)?))
    }
}

/// Replaces all boxes of a list by those of configurations, for every other query: the bounding boxes of the solids of the
/// chain, configuration after configuration. If the call fails, the list is unchanged.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_poses(
    engine: *const OctosatEngine,
    configurations: *const OctosatConfigurations,
    out: *mut OctosatBoxes,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = &reference(engine, "engine")?.engine;
            let asked = self::configurations(configurations)?;
            exclusive(out, "out")?.replace(|store| Ok(engine.poses(asked, store)?))
        })
    }
}
