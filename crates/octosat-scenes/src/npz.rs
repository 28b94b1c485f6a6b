//! Arrays in an npz archive: streamed straight into or out of vectors of rows.

mod atomic;
mod directory;
mod header;
mod reader;
mod row;
mod writer;

pub use atomic::write_whole;

pub(crate) use atomic::AtomicFile;
pub(crate) use reader::{ArrayReader, NpzReader};
pub(crate) use row::Row;
pub(crate) use writer::{Compression, NpzWriter};
