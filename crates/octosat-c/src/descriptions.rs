//! Robot descriptions that become chains, with given solids and with meshes.

use core::ffi::c_char;

use octosat::Solid;
use octosat_urdf::Meshes;

use crate::call::create;
use crate::chains::OctosatChain;
use crate::error::{Failure, OctosatError};
use crate::joints::text;
use crate::pointers::reference;
use crate::settings::{Settings, defaults, settings};
use crate::solids::{OctosatSolid, solids};

/// The solids of a link, in place of all collision geometry that a robot description gives it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatLinkSolids {
    /// The name of the link, a text in UTF-8.
    pub link: *const c_char,
    /// The solids, in the frame of the link.
    pub solids: *const OctosatSolid,
    /// The number of solids; 0 for a link that touches nothing.
    pub solid_count: usize,
}

/// How collision meshes are read. Begin with `OCTOSAT_MESHES_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatMeshes {
    /// The size of this structure in bytes.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// How far a hull may reach beyond the convex hull of its mesh, in meters. The default is 0.0005.
    pub tolerance: f64,
    /// The folder below which the files are, a text in UTF-8: `package://` is this folder, and no file outside it is opened,
    /// except through symbolic links in it.
    pub folder: *const c_char,
    /// Into how many parts a mesh is cut at most; each part becomes a hull. The default is 1.
    pub parts: usize,
}

impl Default for OctosatMeshes {
    fn default() -> Self {
        Self { tolerance: 0.0005, parts: 1, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and a pointer, in the order of C.
unsafe impl Settings for OctosatMeshes {
    const NAME: &str = "OctosatMeshes";
    const DEFAULTS: &str = "OCTOSAT_MESHES_DEFAULTS";
    const FIRST_BYTES: usize = 16 + 2 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatMeshes>() == OctosatMeshes::FIRST_BYTES);

/// Reads the text of a robot description (URDF), or returns null after an error, whose `place` is the line, from 1 on.
/// Destroy the chain with `octosat_chain_destroy`.
///
/// `given` has the solids of some links. Links with a mesh need them: this function opens no files. Links and joint values are
/// in the order of the text, except that they come after those that they depend on; see `octosat_chain_joint_name`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_from_urdf(
    urdf: *const c_char,
    given: *const OctosatLinkSolids,
    count: usize,
    error: *mut OctosatError,
) -> *mut OctosatChain {
    // SAFETY: the caller's.
    unsafe { create(error, || chain(urdf, (given, count), None)) }
}

/// Reads a robot description as `octosat_chain_from_urdf` does, with the collision meshes of links as hulls that contain
/// them: files of the formats STL, OBJ and COLLADA. Links with given solids need none.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_from_urdf_with_meshes(
    urdf: *const c_char,
    given: *const OctosatLinkSolids,
    count: usize,
    meshes: *const OctosatMeshes,
    error: *mut OctosatError,
) -> *mut OctosatChain {
    // SAFETY: the caller's, here and below.
    unsafe {
        create(error, || {
            let meshes = self::meshes(meshes)?;
            chain(urdf, (given, count), Some(&meshes))
        })
    }
}

/// Reads how meshes are read.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn meshes(given: *const OctosatMeshes) -> Result<Meshes, Failure> {
    // SAFETY: the caller's, here and below.
    let OctosatMeshes { reserved, tolerance, folder, parts, .. } =
        unsafe { settings(given, "meshes") }?;
    if reserved != 0 {
        return Err(Failure::setting("meshes.reserved", reserved, "0"));
    }
    // SAFETY: as above.
    let folder = unsafe { text(folder, "meshes.folder") }?;
    Ok(Meshes::new(folder).tolerance(tolerance).parts(parts))
}

/// Reads a description with the solids of some links.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn chain(
    urdf: *const c_char,
    (given, count): (*const OctosatLinkSolids, usize),
    meshes: Option<&Meshes>,
) -> Result<OctosatChain, Failure> {
    // SAFETY: the caller's, here and below.
    let urdf = unsafe { text(urdf, "urdf") }?;
    let mut of_links: Vec<(&str, Vec<Solid>)> = Vec::new();
    for place in 0..count {
        // SAFETY: as above.
        unsafe {
            let of_link = reference(given.wrapping_add(place), "given")?;
            let name = text(of_link.link, "given.link")?;
            let list = (of_link.solids, of_link.solid_count);
            of_links.push((name, solids(list, "given.solids")?));
        }
    }
    let of_links: Vec<(&str, &[Solid])> =
        of_links.iter().map(|(name, solids)| (*name, solids.as_slice())).collect();
    let read = match meshes {
        Some(meshes) => octosat_urdf::read_with_meshes(urdf, &of_links, meshes),
        None => octosat_urdf::read(urdf, &of_links),
    };
    Ok(OctosatChain::new(read?))
}
