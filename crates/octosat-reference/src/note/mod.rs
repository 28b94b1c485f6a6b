//! The fifteen-case routine of a widespread note on boxes, as written and in corrected form.
//!
//! The note tests the fifteen axes one after the other along the axes of a, keeps the case with the smallest
//! depth relative to the reach of both boxes, and moves each box by half of `axis × depth`. [`as_written`]
//! follows the note. [`corrected`] differs in four places, for these reasons:
//!
//! - The note does not normalize edge axes. For these, let s be the sine of the angle between the edges. The
//!   depth is s times the exact one, and the axis has length s. So the boxes move by s² of the needed distance, and
//!   still overlap afterwards. The choice of the case is not affected, because depth over reach does not depend
//!   on the length of the axis.
//! - The smallest depth relative to the reach is not the shortest translation. A long box that overlaps a little
//!   at its side may be moved out along its length.
//! - For the note, boxes that touch do not collide. Closed boxes that touch share a point. An example is a point
//!   or a plate in a face of the other box.
//! - The note skips an edge case only if its reach is exactly zero, and takes b's reach along an edge axis from
//!   entries of the rotation. The cross product of nearly parallel edges is noise, and the entries are not the
//!   projections on it. Cofactors project both boxes on the same direction.
//!
//! Two errors in its text are not in its code: the response table lists half extents instead of face axes, and
//! the warning names perpendicular edges, but parallel edges are those without a cross product.
//!
//! The note announces a table without the transformation to the axes of a, and does not contain it.
//! [`overlaps_untransformed`] is this table as a boolean.
//!
//! ```
//! use octosat_reference::note::Policy;
//! use octosat_reference::textbook::MatrixBox;
//!
//! let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let mut a = MatrixBox { center: [0.0; 3], axes, half_extents: [1.0; 3] };
//! let mut b = MatrixBox { center: [1.5, 0.0, 0.0], axes, half_extents: [1.0; 3] };
//!
//! let response = Policy::MinimumTranslation.respond(&a, &b).expect("they overlap");
//! assert_eq!((response.case, response.negative, response.depth), (0, false, 0.5));
//! response.part(&mut a, &mut b);
//! assert_eq!((a.center[0], b.center[0]), (-0.25, 1.75));
//! ```

mod policy;
mod response;
mod table;

pub use policy::{Policy, as_written, corrected};
pub use response::NoteResponse;
pub use table::overlaps_untransformed;
