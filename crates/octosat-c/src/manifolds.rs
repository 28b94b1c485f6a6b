//! Contact manifolds of box pairs.

#[cfg(not(feature = "covered"))]
use core::ffi::c_void as OctosatCovered;
use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{ContactPoint, Contacts, Manifold, Manifolds, PointLimit, PointOrigin};
use octosat_rows::SurfacePoints;

use crate::call::{call, create, destroy};
#[cfg(feature = "covered")]
use crate::covered::OctosatCovered;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, reference};
use crate::query::{OctosatPair, OctosatQuery, query};
use crate::settings::{Settings, defaults, settings};

/// The origin of the positions of contact points. The axes are always those of the world.
pub type OctosatOrigin = u32;

/// The world's origin.
pub const OCTOSAT_ORIGIN_WORLD: OctosatOrigin = 0;
/// The center of box a. Positions are as precise far from the world's origin as near it.
pub const OCTOSAT_ORIGIN_CENTER_OF_A: OctosatOrigin = 1;

/// The question where boxes touch. Begin with `OCTOSAT_CONTACTS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatContacts {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The largest number of points of a manifold: 4, the default, or 8.
    pub limit: u32,
    /// The origin of the positions of contact points.
    pub origin: OctosatOrigin,
    /// 1: for each contact point, the points on the surfaces of both boxes are also reported. 0: they are not.
    pub surfaces: u32,
    /// The boxes and the pairs.
    pub query: *const OctosatQuery,
    /// The covered faces of the boxes, or of the boxes a if the query has two lists; null: there are none. No normal
    /// leaves one.
    pub covered: *const OctosatCovered,
    /// The covered faces of the boxes b if the query has two lists; null: there are none.
    pub covered_of_b: *const OctosatCovered,
}

impl Default for OctosatContacts {
    fn default() -> Self {
        Self { limit: 4, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatContacts {
    const NAME: &str = "OctosatContacts";
    const DEFAULTS: &str = "OCTOSAT_CONTACTS_DEFAULTS";
    const FIRST_BYTES: usize = 16 + 3 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatContacts>() == OctosatContacts::FIRST_BYTES);

/// Converts the question of a caller.
///
/// # Safety
/// The pointer must be null or valid for `'a`, and so must the pointers in the question.
pub(crate) unsafe fn contacts<'a>(
    pointer: *const OctosatContacts,
) -> Result<Contacts<'a>, Failure> {
    // SAFETY: the caller's, here and below.
    let given = unsafe { settings(pointer, "contacts") }?;
    let limit = match given.limit {
        4 => PointLimit::Four,
        8 => PointLimit::Eight,
        other => return Err(Failure::setting("contacts.limit", other, "4 or 8")),
    };
    let origin = match given.origin {
        OCTOSAT_ORIGIN_WORLD => PointOrigin::World,
        OCTOSAT_ORIGIN_CENTER_OF_A => PointOrigin::CenterOfA,
        other => return Err(Failure::setting("contacts.origin", other, "0 or 1")),
    };
    let surfaces = match given.surfaces {
        0 => false,
        1 => true,
        other => return Err(Failure::setting("contacts.surfaces", other, "0 or 1")),
    };
    // SAFETY: as above.
    let query = unsafe { query(given.query) }?;
    let contacts = Contacts::new(query).limit(limit).origin(origin).surfaces(surfaces);
    // SAFETY: as above.
    let has_one_list = unsafe { settings(given.query, "query") }?.others.is_null();
    // SAFETY: as above.
    unsafe { with_covered(contacts, [given.covered, given.covered_of_b], has_one_list) }
}

/// Adds the covered faces of the caller.
///
/// # Safety
/// The pointers must be null or valid for `'a`.
#[cfg(feature = "covered")]
unsafe fn with_covered<'a>(
    contacts: Contacts<'a>,
    given: [*const OctosatCovered; 2],
    has_one_list: bool,
) -> Result<Contacts<'a>, Failure> {
    // SAFETY: the caller's.
    let [covered, of_b] = given.map(|covered| unsafe { covered.as_ref() }.map(|held| &held.faces));
    Ok(match (covered, of_b) {
        (None, None) => contacts,
        (Some(faces), None) if has_one_list => contacts.covered(faces),
        sides => contacts.covered(<[_; 2]>::from(sides)),
    })
}

/// Fails if there are covered faces.
///
/// # Safety
/// Always safe.
#[cfg(not(feature = "covered"))]
unsafe fn with_covered<'a>(
    contacts: Contacts<'a>,
    given: [*const OctosatCovered; 2],
    _: bool,
) -> Result<Contacts<'a>, Failure> {
    if given.iter().all(|covered| covered.is_null()) {
        return Ok(contacts);
    }
    Err(Failure::feature("contacts.covered", "covered"))
}

/// The manifold of a pair, without its points: normal, depth, axis and status.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatManifold {
    /// Unit direction from a to b, world coordinates; zero for a pair without contact.
    pub normal: [f32; 3],
    /// Penetration depth along the normal, in meters. Negative if the boxes are separated. NaN if a box is not finite.
    pub depth: f32,
    /// The place of the pair's first point in the list of points.
    pub first: u32,
    /// The number of points of the pair.
    pub len: u8,
    /// The axis of the normal and the depth, numbered as in `OctosatPenetration`.
    pub axis: u8,
    /// One of `OCTOSAT_KIND_...` in the low four bits, and the flag `OCTOSAT_IS_DEGENERATE` in the high four bits.
    pub status: u8,
    /// The size of the smaller box, of a pair that has points: the exponent of the sum of its three half extents, as a
    /// float stores it. A contact cache measures the distance of points by it.
    pub size_exponent: u8,
}

/// The mask of the low four bits of a manifold's status, which hold one of `OCTOSAT_KIND_...`.
pub const OCTOSAT_KIND_MASK: u8 = 15;
/// The boxes are farther apart than `within`. There are no points.
pub const OCTOSAT_KIND_SEPARATED: u8 = 0;
/// Contact along a face normal.
pub const OCTOSAT_KIND_FACE: u8 = 1;
/// Contact along the cross product of two edges.
pub const OCTOSAT_KIND_EDGE: u8 = 2;
/// The boxes are separated by at most `within`. There is one contact between their closest points.
pub const OCTOSAT_KIND_CLOSEST: u8 = 3;
/// The boxes overlap, but clipping the faces left no point. There is one contact at the deepest vertex of b.
pub const OCTOSAT_KIND_FALLBACK: u8 = 4;
/// A box is not finite. There are no points.
pub const OCTOSAT_KIND_NOT_FINITE: u8 = 5;
/// The boxes overlap, but every contact would leave a covered face. There are no points.
pub const OCTOSAT_KIND_COVERED: u8 = 6;
/// A flag: one of the two clipped faces has no area.
pub const OCTOSAT_IS_DEGENERATE: u8 = 64;

/// A contact point.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatPoint {
    /// The position half-way between the two surfaces, in meters. Each surface is half the depth away along the normal.
    pub position: [f32; 3],
    /// Penetration depth along the manifold's normal, in meters. Negative if the surfaces are separated here, by at
    /// most `within`.
    pub depth: f32,
    /// The feature id: a number for the vertices or edges that make the point. The number is unique within the pair,
    /// and stays the same from frame to frame as long as these vertices or edges make a point.
    pub feature: u32,
}

const _: () = {
    assert!(size_of::<OctosatManifold>() == size_of::<Manifold>());
    assert!(offset_of!(OctosatManifold, depth) == offset_of!(Manifold, depth));
    assert!(offset_of!(OctosatManifold, first) == offset_of!(Manifold, first));
    assert!(offset_of!(OctosatManifold, len) == offset_of!(Manifold, len));
    assert!(offset_of!(OctosatManifold, axis) == offset_of!(Manifold, axis));
    assert!(offset_of!(OctosatManifold, size_exponent) == offset_of!(Manifold, size_exponent));
    assert!(size_of::<OctosatPoint>() == size_of::<ContactPoint>());
    assert!(offset_of!(OctosatPoint, depth) == offset_of!(ContactPoint, depth));
    assert!(offset_of!(OctosatPoint, feature) == offset_of!(ContactPoint, feature));
};

/// The contacts of a list of pairs.
///
/// The arrays belong to a handle: an `OctosatManifolds` or an `OctosatCache`. They are valid until the handle is
/// destroyed, or passed to a function that computes, forgets, renumbers or clears contacts.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatManifoldList {
    /// A copy of the pairs of the call.
    pub pairs: *const OctosatPair,
    /// One row per pair, in the pairs' order.
    pub manifolds: *const OctosatManifold,
    /// The number of pairs.
    pub pair_count: usize,
    /// The indices of the rows that have points, ascending.
    pub touching_rows: *const u32,
    /// The number of these rows.
    pub touching_count: usize,
    /// Places for points. The points of a row are at `OctosatManifold::first` and the places after it, in the order of
    /// the rows. Places that belong to no row hold values without meaning.
    pub points: *const OctosatPoint,
    /// The number of places: the largest number of points for each pair. Arrays parallel to the points, such as
    /// impulses, need this length.
    pub place_count: usize,
    /// The points on the surfaces of both boxes, at the same places. Null unless the query requires them.
    pub surfaces: *const SurfacePoints,
}

impl OctosatManifoldList {
    /// The arrays of these manifolds.
    pub(crate) fn of(manifolds: &Manifolds) -> Self {
        let (rows, points) = (manifolds.manifolds(), manifolds.points());
        let surfaces = manifolds.surfaces();
        Self {
            pairs: cast_slice::<_, OctosatPair>(manifolds.pairs()).as_ptr(),
            manifolds: cast_slice::<_, OctosatManifold>(rows).as_ptr(),
            pair_count: rows.len(),
            touching_rows: manifolds.touching_rows().as_ptr(),
            touching_count: manifolds.touching_rows().len(),
            points: cast_slice::<_, OctosatPoint>(points).as_ptr(),
            place_count: points.len(),
            surfaces: if surfaces.is_empty() { core::ptr::null() } else { surfaces.as_ptr() },
        }
    }
}

/// Holds the contacts of the last call of `octosat_manifolds`. Keep the handle: later calls use its memory again.
#[derive(Debug, Default)]
pub struct OctosatManifolds {
    manifolds: Manifolds,
}

/// Creates an empty handle for contacts, or returns null after an error. Destroy the handle with
/// `octosat_manifolds_destroy`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds_create(
    error: *mut OctosatError,
) -> *mut OctosatManifolds {
    // SAFETY: the caller's.
    unsafe { create(error, || Ok(OctosatManifolds::default())) }
}

/// Destroys a handle for contacts. Null has no effect.
///
/// # Safety
/// Neither the handle nor its lists may be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds_destroy(manifolds: *mut OctosatManifolds) {
    // SAFETY: the caller's.
    unsafe { destroy(manifolds) }
}

/// Computes the contacts of each pair. `manifolds` holds the contacts, and `out` receives their list.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds(
    engine: *const OctosatEngine,
    contacts: *const OctosatContacts,
    manifolds: *mut OctosatManifolds,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let contacts = self::contacts(contacts)?;
            let manifolds = &mut exclusive(manifolds, "manifolds")?.manifolds;
            let out = exclusive(out, "out")?;
            engine.manifolds(contacts, manifolds)?;
            *out = OctosatManifoldList::of(manifolds);
            Ok(())
        })
    }
}
