//! Chains: links that joints connect, and their solids.

use core::ffi::{CStr, c_char};
use std::ffi::CString;

use bytemuck::{Pod, Zeroable};
use octosat::{Chain, Error, Solid};

use crate::call::{call, create, destroy};
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::joints::{OctosatJoint, joint, text};
use crate::pointers::{exclusive, list, output, reference};
use crate::solids::{OctosatSolid, solids};

/// A robot: links that joints connect, and the solids of each link.
///
/// Create it with `octosat_chain_create` and add links, each with the joint that moves it as seen from a link before, so
/// that they form a tree. Or read a robot description with `octosat_chain_from_urdf` or, if it has meshes, with
/// `octosat_chain_from_urdf_with_meshes`. Link 0 is the base, which stands
/// still in the world. Joint values are in the order in which joints with a value are added.
///
/// Solids of two links have pairs with each other, except if a joint connects the links, if no joint moves one as seen
/// from the other, or if `octosat_chain_allow` says that they may touch. What a link holds has pairs with all other links,
/// except for those that `octosat_chain_hold` names.
#[derive(Debug)]
pub struct OctosatChain {
    pub(crate) chain: Chain,
    joint_names: Vec<CString>,
    link_names: Vec<CString>,
    /// The names of the last semantic description that are no links.
    unknown_names: Vec<CString>,
}

impl OctosatChain {
    pub(crate) fn new(chain: Chain) -> Self {
        let [joint_names, link_names, unknown_names] = [const { Vec::new() }; 3];
        let mut made = Self { chain, joint_names, link_names, unknown_names };
        made.add_names();
        made
    }

    /// Adds the names that the chain has and C does not have yet.
    fn add_names(&mut self) {
        let joints = self.chain.joint_names().skip(self.joint_names.len());
        self.joint_names.extend(joints.map(c_string));
        let links = self.chain.link_names().skip(self.link_names.len());
        self.link_names.extend(links.map(c_string));
    }
}

/// A name for C; none of a chain has a zero, at which it would end.
fn c_string(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}

/// Creates a chain of one link, the base, or returns null after an error. Destroy it with `octosat_chain_destroy`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_create(
    base: *const c_char,
    error: *mut OctosatError,
) -> *mut OctosatChain {
    // SAFETY: the caller's, here and below.
    unsafe { create(error, || Ok(OctosatChain::new(Chain::new(text(base, "base")?)))) }
}

/// Destroys a chain. Null has no effect.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_destroy(chain: *mut OctosatChain) {
    // SAFETY: the caller's.
    unsafe { destroy(chain) }
}

/// Changes a chain.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn change(
    chain: *mut OctosatChain,
    error: *mut OctosatError,
    change: impl FnOnce(&mut Chain) -> Result<(), Failure>,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let chain = exclusive(chain, "chain")?;
            change(&mut chain.chain)?;
            chain.add_names();
            Ok(())
        })
    }
}

/// Adds a link, which a joint moves as seen from the link `parent`. Its index is the number of links before the call. If
/// the call fails, nothing is added.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_add_link(
    chain: *mut OctosatChain,
    name: *const c_char,
    parent: usize,
    joint: *const OctosatJoint,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        change(chain, error, |chain| {
            chain.add_link(text(name, "name")?, parent, self::joint(joint)?)?;
            Ok(())
        })
    }
}

/// Attaches solids to a link, in the frame of the link, as parts of it: links that a joint connects with it have no pairs
/// with them. Their indices go on from the number of solids before the call. If the call fails, nothing is attached; the
/// `place` of an error about a solid is that in `solids`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_attach(
    chain: *mut OctosatChain,
    link: usize,
    solids: *const OctosatSolid,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        change(chain, error, |chain| {
            let solids = self::solids((solids, count), "solids")?;
            add_solids(chain, link, solids, |chain, solid| chain.attach(link, solid))
        })
    }
}

/// Attaches solids that a link holds, such as what a hand grasps, in the frame of the link. Other than parts of the link,
/// they have pairs with all other links and what they hold, except for the links in `touching`, such as fingers.
/// `octosat_chain_allow` does not count for them. The `place` of an error about a link in `touching` is that in this list.
/// The rest is as for `octosat_chain_attach`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_hold(
    chain: *mut OctosatChain,
    link: usize,
    solids: *const OctosatSolid,
    count: usize,
    touching: *const usize,
    touching_count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        change(chain, error, |chain| {
            let solids = self::solids((solids, count), "solids")?;
            let touching = list(touching, touching_count, "touching")?;
            for (place, &other) in touching.iter().enumerate() {
                let rejected = |error| Failure::from(error).about("touching").at(place);
                check_link(chain, other).map_err(rejected)?;
            }
            add_solids(chain, link, solids, |chain, solid| chain.hold(link, solid, touching))
        })
    }
}

/// Fails if there is no link of that index. To let it touch no obstacles changes nothing.
fn check_link(chain: &mut Chain, link: usize) -> Result<(), Error> {
    chain.allow_obstacles(link, &[])
}

/// Adds all solids to a link of that index, or none.
fn add_solids(
    chain: &mut Chain,
    link: usize,
    solids: Vec<Solid>,
    add: impl Fn(&mut Chain, Solid) -> Result<usize, Error>,
) -> Result<(), Failure> {
    check_link(chain, link)?;
    let first = chain.solids().len();
    for (place, solid) in solids.into_iter().enumerate() {
        if let Err(error) = add(chain, solid) {
            chain.truncate(first);
            return Err(Failure::from(error.at(place)).at(place));
        }
    }
    Ok(())
}

/// Keeps the first solids, and removes those that were attached after them, such as what a hand puts down.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_truncate(
    chain: *mut OctosatChain,
    solids: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        change(chain, error, |chain| {
            chain.truncate(solids);
            Ok(())
        })
    }
}

/// Says that two links may touch: their solids have no pairs with each other, except for those that are held.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_allow(
    chain: *mut OctosatChain,
    link: usize,
    other: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe { change(chain, error, |chain| Ok(chain.allow(link, other)?)) }
}

/// Takes back that two links may touch: their solids have the pairs that they would have without `octosat_chain_allow`. If
/// nothing allowed it, nothing changes.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_forbid(
    chain: *mut OctosatChain,
    link: usize,
    other: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe { change(chain, error, |chain| Ok(chain.forbid(link, other)?)) }
}

/// Says that a link and what it holds may touch obstacles, given by their indices in a world: its solids have no pairs
/// with these.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_allow_obstacles(
    chain: *mut OctosatChain,
    link: usize,
    obstacles: *const u32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        change(chain, error, |chain| {
            Ok(chain.allow_obstacles(link, list(obstacles, count, "obstacles")?)?)
        })
    }
}

/// Takes back that a link and what it holds may touch obstacles.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_forbid_obstacles(
    chain: *mut OctosatChain,
    link: usize,
    obstacles: *const u32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        change(chain, error, |chain| {
            Ok(chain.forbid_obstacles(link, list(obstacles, count, "obstacles")?)?)
        })
    }
}

/// Says that links may touch each other, as the text of a semantic description (SRDF) lists them. Pairs with a name that is
/// no link are skipped: see `octosat_chain_unknown_name`. The `place` of an error is the line, from 1 on.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_allow_from_srdf(
    chain: *mut OctosatChain,
    srdf: *const c_char,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let of = exclusive(chain, "chain")?;
            let unknown = octosat_urdf::allow_from_srdf(&mut of.chain, text(srdf, "srdf")?)?;
            of.unknown_names = unknown.iter().map(|name| c_string(name)).collect();
            Ok(())
        })
    }
}

/// Returns one of the names of the last semantic description that are no links of the chain, or null if there are no more. The
/// text belongs to the chain, and is valid until the chain changes or is destroyed.
///
/// # Safety
/// `chain` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_unknown_name(
    chain: *const OctosatChain,
    number: usize,
) -> *const c_char {
    // SAFETY: the caller's.
    let name = unsafe { chain.as_ref() }.and_then(|chain| chain.unknown_names.get(number));
    name.map_or(core::ptr::null(), |name| CStr::as_ptr(name))
}

/// How many of each a chain has.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatChainCounts {
    /// The number of joint values of a configuration.
    pub values: usize,
    /// The number of links.
    pub links: usize,
    /// The number of solids.
    pub solids: usize,
    /// The number of pairs of solids of two links.
    pub pairs: usize,
}

/// Returns how many joint values, links, solids and pairs a chain has; zeros for null.
///
/// # Safety
/// `chain` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_counts(chain: *const OctosatChain) -> OctosatChainCounts {
    // SAFETY: the caller's.
    unsafe { chain.as_ref() }.map_or_else(
        OctosatChainCounts::default,
        |OctosatChain { chain, .. }| OctosatChainCounts {
            values: chain.values(),
            links: chain.link_names().len(),
            solids: chain.solids().len(),
            pairs: chain.pairs().len(),
        },
    )
}

/// Returns the name of the joint of a joint value, or null if there is none. The text belongs to the chain, and is valid
/// until the chain changes or is destroyed.
///
/// # Safety
/// `chain` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_joint_name(
    chain: *const OctosatChain,
    value: usize,
) -> *const c_char {
    // SAFETY: the caller's.
    let name = unsafe { chain.as_ref() }.and_then(|chain| chain.joint_names.get(value));
    name.map_or(core::ptr::null(), |name| CStr::as_ptr(name))
}

/// Returns the name of a link, as `octosat_chain_joint_name` does that of a joint.
///
/// # Safety
/// `chain` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_link_name(
    chain: *const OctosatChain,
    link: usize,
) -> *const c_char {
    // SAFETY: the caller's.
    let name = unsafe { chain.as_ref() }.and_then(|chain| chain.link_names.get(link));
    name.map_or(core::ptr::null(), |name| CStr::as_ptr(name))
}

/// Writes the least and the greatest value of each joint value, in radians or meters; infinite for joints without limits.
/// `count` must be the number of joint values.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_limits(
    chain: *const OctosatChain,
    out: *mut [f64; 2],
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let limits = reference(chain, "chain")?.chain.joint_limits();
            let out = output(out, count, limits.len())?;
            for (to, limits) in out.iter_mut().zip(limits) {
                *to = limits;
            }
            Ok(())
        })
    }
}
