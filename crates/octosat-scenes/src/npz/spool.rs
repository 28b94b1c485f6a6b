//! An npz file whose arrays grow a few rows at a time, side by side.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use super::output::{OutputFile, Target};
use super::row::{Row, little_endian};
use super::writer::{Compression, NpzWriter};
use crate::limits::CHUNK_BYTES;

/// Arrays in files without names next to the target, joined at the end.
///
/// Memory is a small buffer per array. The file appears when [`SpooledNpz::finish`] succeeds; otherwise
/// nothing is left behind.
pub(crate) struct SpooledNpz {
    path: PathBuf,
    target: Target,
    spools: Vec<Spool>,
}

/// The rows of an array so far.
struct Spool {
    name: &'static str,
    kind: &'static str,
    width: Option<u64>,
    rows: u64,
    file: BufWriter<File>,
}

impl SpooledNpz {
    /// Starts a file without arrays.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let named = |error| named(path, &error);
        let target = Target::new(path).map_err(named)?;
        // A folder that cannot be written to is reported now, not after the work.
        target.unnamed().map_err(named)?;
        Ok(Self { path: path.to_owned(), target, spools: Vec::new() })
    }

    /// Appends rows to an array; the first rows create the array, even if there are none.
    pub(crate) fn append<T: Row>(
        &mut self,
        name: &'static str,
        rows: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        let path = &self.path;
        append(&self.target, &mut self.spools, name, rows).map_err(|error| named(path, &error))
    }

    /// The names of the arrays, and how many rows each has.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.spools.iter().map(|spool| (spool.name, spool.rows))
    }

    /// Completes the file under its name, replacing an older one. The rows of an array are the product of its
    /// leading dimensions, which `leading` returns for the array's name.
    pub(crate) fn finish(self, leading: impl Fn(&str) -> Vec<u64>) -> io::Result<()> {
        let complete = || {
            let file = BufWriter::with_capacity(CHUNK_BYTES, OutputFile::begin(self.target)?);
            let mut npz = NpzWriter::new(file, Compression::Stored);
            for spool in self.spools {
                let mut shape = leading(spool.name);
                shape.extend(spool.width);
                let mut file = spool.file.into_inner().map_err(io::IntoInnerError::into_error)?;
                let bytes = file.stream_position()?;
                file.rewind()?;
                npz.start(spool.name, spool.kind, &shape, bytes)?;
                io::copy(&mut file, npz.data())?;
            }
            npz.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
        };
        complete().map_err(|error| named(&self.path, &error))
    }
}

fn append<T: Row>(
    target: &Target,
    spools: &mut Vec<Spool>,
    name: &'static str,
    rows: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    let place = match spools.iter().position(|spool| spool.name == name) {
        Some(place) => place,
        None => {
            let file = BufWriter::with_capacity(CHUNK_BYTES, target.unnamed()?);
            spools.push(Spool { name, kind: T::TYPE, width: T::WIDTH, rows: 0, file });
            spools.len() - 1
        }
    };
    let spool = &mut spools[place];
    for mut row in rows {
        little_endian(std::slice::from_mut(&mut row));
        spool.file.write_all(bytemuck::bytes_of(&row))?;
        spool.rows += 1;
    }
    Ok(())
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
