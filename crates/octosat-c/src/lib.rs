//! The C interface of octosat.
//!
//! cbindgen generates `include/octosat.h` from this crate. The header is the documentation for C and C++. The modules,
//! in the order in which a call passes through them:
//!
//! 1. `call`: code around every call. It sets the floating-point control register (`control`), catches panics, and
//!    reports errors (`error`).
//! 2. `pointers`: checks that turn a caller's pointer into a reference or a slice. `settings`: queries and options, with
//!    their sizes. `column`: the formats of centers, rotations and half extents.
//! 3. `boxes` and `engine`: the handles that queries need.
//! 4. `covered`: covered faces. `query`: pairs and lengths. `moved`: when they are looked at. `answer`: what every query
//!    has. `pairs`, `certain`, `distances`, `manifolds`: queries about pairs of boxes. `casts`, `impacts`: pairs that
//!    move, and that also turn. `groups`: one answer for many pairs. `cache`, `links`: contacts from frame to frame.
//! 5. `shapes`: the query about boxes and other shapes. `half_spaces`, `spheres`, `capsules`, `aabbs`, `lines`, `frusta`: one shape each. `shape_casts`: spheres and capsules that move.
//!    `rectangles`: pairs of rectangles in the plane. `intersections`, `products`, `rectangle_products`: how much boxes and
//!    rectangles share, of pairs and of whole lists.
//! 6. `solids`, `joints`, `chains`: robots and their worlds. `configurations`: queries about them.
//!
//! The features of the package choose queries. Without one, its modules are not compiled; structures that others contain
//! stay.
#![expect(unsafe_code, reason = "pointers of C callers")]
#![cfg_attr(
    not(all(
        feature = "certain",
        feature = "chains",
        feature = "covered",
        feature = "groups",
        feature = "motion",
        feature = "rectangles",
        feature = "shapes"
    )),
    allow(dead_code, reason = "some helpers serve one feature")
)]

mod call;
#[cfg(feature = "motion")]
mod casts;
mod control;
mod error;

mod column;
mod pointers;
mod settings;

mod boxes;
#[cfg(feature = "chains")]
mod boxes_among;
mod engine;

#[cfg(feature = "shapes")]
mod aabbs;
mod answer;
mod cache;
#[cfg(feature = "shapes")]
mod capsules;
#[cfg(feature = "certain")]
mod certain;
#[cfg(feature = "chains")]
mod chains;
#[cfg(feature = "chains")]
mod configurations;
#[cfg(feature = "covered")]
mod covered;
#[cfg(feature = "chains")]
mod descriptions;
#[cfg(feature = "certain")]
mod distances;
#[cfg(feature = "shapes")]
mod frusta;
#[cfg(feature = "groups")]
mod groups;
#[cfg(feature = "shapes")]
mod half_spaces;
#[cfg(feature = "motion")]
mod impacts;
#[cfg(feature = "intersections")]
mod intersections;
#[cfg(feature = "chains")]
mod joints;
#[cfg(feature = "shapes")]
mod lines;
mod links;
mod manifolds;
mod moved;
#[cfg(feature = "chains")]
mod own_points;
mod pairs;
#[cfg(feature = "intersections")]
mod products;
mod query;
#[cfg(all(feature = "intersections", feature = "rectangles"))]
mod rectangle_products;
#[cfg(feature = "rectangles")]
mod rectangles;
#[cfg(all(feature = "motion", feature = "shapes"))]
mod shape_casts;
#[cfg(feature = "shapes")]
mod shapes;
#[cfg(feature = "chains")]
mod solids;
#[cfg(feature = "shapes")]
mod spheres;

pub use {
    boxes::*, cache::*, column::*, engine::*, error::*, links::*, manifolds::*, moved::*, pairs::*,
    query::*,
};

#[cfg(feature = "covered")]
pub use covered::*;
#[cfg(feature = "groups")]
pub use groups::*;
#[cfg(all(feature = "intersections", feature = "rectangles"))]
pub use rectangle_products::*;
#[cfg(feature = "rectangles")]
pub use rectangles::*;
#[cfg(all(feature = "motion", feature = "shapes"))]
pub use shape_casts::*;
#[cfg(feature = "shapes")]
pub use {aabbs::*, capsules::*, frusta::*, half_spaces::*, lines::*, shapes::*, spheres::*};
#[cfg(feature = "chains")]
pub use {
    boxes_among::*, chains::*, configurations::*, descriptions::*, joints::*, own_points::*,
    solids::*,
};
#[cfg(feature = "motion")]
pub use {casts::*, impacts::*};
#[cfg(feature = "certain")]
pub use {certain::*, distances::*};
#[cfg(feature = "intersections")]
pub use {intersections::*, products::*};

// Rows, by the names that they have in the header.
pub use octosat_rows::{
    Axis as OctosatAxis, Cast as OctosatCast, CastState as OctosatCastState,
    ChainClearance as OctosatChainClearance, ClosestPoints as OctosatClosestPoints,
    CoveredRectangle as OctosatCoveredRectangle, Distance as OctosatDistance,
    DistanceState as OctosatDistanceState, Face as OctosatFace, Impact as OctosatImpact,
    ImpactState as OctosatImpactState, Intersection as OctosatIntersection,
    IouPair as OctosatIouPair, JointMotion as OctosatJointMotion,
    JointMotionState as OctosatJointMotionState, LinkPair as OctosatLinkPair,
    Penetration as OctosatPenetration, RayHit as OctosatRayHit,
    RectangleAxis as OctosatRectangleAxis, RectangleFeature as OctosatRectangleFeature,
    RectangleIntersection as OctosatRectangleIntersection,
    RectanglePenetration as OctosatRectanglePenetration, RectanglePoint as OctosatRectanglePoint,
    ShapeCast as OctosatShapeCast, SphereContact as OctosatSphereContact,
    SurfacePoints as OctosatSurfacePoints, Verdict as OctosatVerdict,
};

/// The version of this interface, which `octosat_abi_version` returns. The version changes with every change of the
/// interface that breaks programs built with an older header. A new setting of a query or of options breaks none.
pub const OCTOSAT_ABI_VERSION: u32 = 8;

/// Returns the interface version of the loaded library. Compare it with `OCTOSAT_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_abi_version() -> u32 {
    OCTOSAT_ABI_VERSION
}

/// Returns the version of octosat, such as "0.1.0". The text is static: do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_version() -> *const core::ffi::c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Checks that any thread may use a handle and that threads may share it.
const fn assert_shareable<T: Send + Sync>() {}

const _: () = {
    assert_shareable::<OctosatBoxes>();
    assert_shareable::<OctosatEngine>();
    assert_shareable::<OctosatManifolds>();
    assert_shareable::<OctosatCache>();
    #[cfg(feature = "covered")]
    assert_shareable::<OctosatCovered>();
    #[cfg(feature = "shapes")]
    assert_shareable::<OctosatFrusta>();
    #[cfg(feature = "rectangles")]
    assert_shareable::<OctosatRectangles>();
    #[cfg(feature = "chains")]
    assert_shareable::<OctosatChain>();
    #[cfg(feature = "chains")]
    assert_shareable::<OctosatWorld>();
};
