//! The fifteen-case routine of a well-known note on boxes, as it rules, and put right.
//!
//! The note tests the fifteen axes one after the other in a's frame, keeps the case with the
//! smallest depth relative to the reach of both boxes, and moves each box by half of
//! `axis × depth`. [`as_written`] follows it. [`corrected`] differs in four places, because:
//!
//! - The note leaves the edge axes unnormalized. Its depths there are too small by the sine of the
//!   edges' angle, and so is the axis that they are multiplied with, so that the move is short by
//!   the square of the sine: the boxes still overlap afterwards. The choice of the case is not
//!   touched by it, because the length falls out of depth over reach.
//! - The smallest depth relative to the reach is not the shortest translation: a long box pushed
//!   in at its side may be sent out at its far end.
//! - The note rejects boxes that touch; closed boxes that touch share a point. A point or a plate
//!   lying in a face of the other box shows it.
//! - The note skips an edge case only if its reach is exactly zero, and takes b's reach along an
//!   edge axis from entries of the rotation. Nearly parallel edges have a cross product that is
//!   noise, along which the entries mean nothing; cofactors project both boxes on one direction.
//!
//! Two slips of its text do not reach its code: the response table names half extents where the
//! face axes are meant, and the warning speaks of perpendicular edges where parallel ones have no
//! cross product.
//!
//! ```
//! use octosat_reference::note::Policy;
//! use octosat_reference::textbook::MatrixBox;
//!
//! let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let mut a = MatrixBox { center: [0.0; 3], axes, half_extents: [1.0; 3] };
//! let mut b = MatrixBox { center: [1.5, 0.0, 0.0], axes, half_extents: [1.0; 3] };
//!
//! let response = Policy::MinimumTranslation.part(&mut a, &mut b).expect("they overlap");
//! assert_eq!((response.row(), response.negative, response.depth), (1, false, 0.5));
//! assert_eq!((a.center[0], b.center[0]), (-0.25, 1.75));
//! ```

mod policy;
mod response;
mod table;

pub use policy::{Policy, as_written, corrected};
pub use response::{Correction, NoteResponse};
