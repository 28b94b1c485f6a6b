//! Reads and writes arrays in an npz archive, streamed straight into vectors of rows and out of them.

mod dictionary;
mod directory;
mod header;
mod output;
mod reader;
mod row;
mod spool;
mod writer;

pub use output::write_whole;
pub use row::Row;

pub(crate) use output::OutputFile;
pub(crate) use reader::NpzReader;
pub(crate) use spool::SpooledNpz;
pub(crate) use writer::{Compression, NpzWriter};

/// The name of the member of an archive that holds the array, as `numpy.savez` has it.
fn member_name(array: &str) -> String {
    format!("{array}.npy")
}
