//! Writing a recording to an npz file.

use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use super::data::{Recording, ReferenceContacts};
use crate::limits::CHUNK_BYTES;
use crate::npz::{Compression, NpzWriter, OutputFile};

impl Recording {
    /// Writes a compressed npz file, with the contacts and the meta string if it holds them.
    ///
    /// The file appears complete or not at all.
    ///
    /// # Errors
    /// If the file cannot be written; the message names it.
    pub fn write_path(&self, path: &Path) -> io::Result<()> {
        let write = || {
            let file = BufWriter::with_capacity(CHUNK_BYTES, OutputFile::create(path)?);
            let file = self.write_npz(NpzWriter::new(file, Compression::Deflated))?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
        };
        write()
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    /// Writes a compressed npz file to anything that can seek.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(&self, writer: impl Write + Seek) -> io::Result<()> {
        self.write_npz(NpzWriter::new(writer, Compression::Deflated))?.flush()
    }

    fn write_npz<W: Write + Seek>(&self, mut npz: NpzWriter<W>) -> io::Result<W> {
        let (boxes, frames) = (self.boxes(), self.frames());
        npz.array("half_extents", &[boxes], self.half_extents().iter().copied())?;
        npz.array("position", &[frames, boxes], self.position().iter().copied())?;
        npz.array("rotation", &[frames, boxes], self.rotation().iter().copied())?;
        npz.array("pair_offsets", &[frames + 1], self.pair_offsets().iter().copied())?;
        npz.array("pairs", &[self.pairs().len()], self.pairs().iter().copied())?;
        if let Some(reference) = self.reference() {
            write_reference(&mut npz, reference)?;
        }
        if let Some(meta) = self.meta() {
            npz.text("meta", meta)?;
        }
        npz.finish()
    }
}

fn write_reference<W: Write + Seek>(
    npz: &mut NpzWriter<W>,
    reference: &ReferenceContacts,
) -> io::Result<()> {
    let contacts = [reference.pair.len()];
    npz.array("ref_offsets", &[reference.offsets.len()], reference.offsets.iter().copied())?;
    npz.array("ref_pair", &contacts, reference.pair.iter().copied())?;
    npz.array("ref_point", &contacts, reference.point.iter().copied())?;
    npz.array("ref_normal", &contacts, reference.normal.iter().copied())?;
    npz.array("ref_depth", &contacts, reference.depth.iter().copied())
}
