#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]
//!
//! # Modules, in the order in which data passes
//!
//! 1. `limits`: what the parser would take long for. `element`: the elements of the text; `error`: where in the text
//!    something is wrong. `pose`: origins.
//! 2. `link`: links and their solids; `joint`: joints; `tree`: the order in which both enter a chain.
//! 3. `meshes`: files of meshes become outer hulls; `mesh`: these become solids.
//! 4. `read`: [`read()`], the chain; `neighbors`: links that a mount connects. `srdf`: [`allow_from_srdf`], the pairs of its
//!    links that may touch.

mod element;
mod error;
mod limits;
mod pose;

mod joint;
mod link;
mod mesh;
mod meshes;
mod neighbors;
mod tree;

mod read;
mod srdf;

pub use error::UrdfError;
pub use meshes::{MeshError, Meshes, OuterHull};
pub use read::{read, read_with_meshes};
pub use srdf::allow_from_srdf;
