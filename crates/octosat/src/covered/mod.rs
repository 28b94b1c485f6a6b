//! Covered faces: which faces of boxes a neighbor covers, so that no contact normal leaves them.
//!
//! A box that slides over flush tiles trips over their seams if contacts have the normals of the tiles' sides, which
//! nothing can touch. A query that knows the covered faces has no such contacts; see
//! [`Contacts::covered`](crate::Contacts::covered).
//!
//! `faces`: [`CoveredFaces`], bits per box, and rectangles of faces that are covered in part. [`covered_faces`] finds
//! them: `pairs`, boxes that are near each other; `touching`, the rectangle in which a neighbor covers a face; `find`,
//! what is left of a face without its rectangles.

mod faces;
mod find;
mod pairs;
mod touching;

pub use faces::CoveredFaces;
pub use find::covered_faces;
