//! Writes arrays, a small buffer at a time.

use std::io::{self, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::row::{Row, little_endian};
use super::{header, member_name};
use crate::limits::{CHUNK_BYTES, LARGE_ENTRY_BYTES};

/// How the arrays of an archive are stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compression {
    /// Uncompressed; fastest.
    Stored,
    /// Deflated, as `numpy.savez_compressed` does.
    Deflated,
}

/// An npz archive open for writing. The same arrays always give the same bytes.
pub(crate) struct NpzWriter<W: Write + Seek> {
    zip: ZipWriter<W>,
    method: CompressionMethod,
}

impl<W: Write + Seek> NpzWriter<W> {
    pub(crate) fn new(writer: W, compression: Compression) -> Self {
        let method = match compression {
            Compression::Stored => CompressionMethod::Stored,
            Compression::Deflated => CompressionMethod::Deflated,
        };
        Self { zip: ZipWriter::new(writer), method }
    }

    /// Writes an array of rows; `leading` are the dimensions before the row's own.
    pub(crate) fn array<T: Row>(
        &mut self,
        name: &str,
        leading: &[usize],
        rows: impl Iterator<Item = T>,
    ) -> io::Result<()> {
        let mut shape: Vec<u64> = leading.iter().map(|&size| size as u64).collect();
        let bytes = shape.iter().product::<u64>().saturating_mul(size_of::<T>() as u64);
        shape.extend(T::WIDTH);
        self.start(name, T::TYPE, &shape, bytes)?;
        let mut buffer = Vec::with_capacity(CHUNK_BYTES / size_of::<T>());
        for row in rows {
            if buffer.len() == buffer.capacity() {
                self.flush(&mut buffer)?;
            }
            buffer.push(row);
        }
        self.flush(&mut buffer)
    }

    /// Writes a scalar string.
    pub(crate) fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        // numpy has no strings of length zero.
        let codes: Vec<u32> =
            if text.is_empty() { vec![0] } else { text.chars().map(u32::from).collect() };
        self.start(name, &format!("<U{}", codes.len()), &[], codes.len() as u64 * 4)?;
        let mut codes = codes;
        self.flush(&mut codes)
    }

    /// Completes the archive and returns what it was written to.
    pub(crate) fn finish(self) -> io::Result<W> {
        Ok(self.zip.finish()?)
    }

    /// Starts an array whose rows, little-endian, are to be written to [`NpzWriter::data`].
    pub(crate) fn start(
        &mut self,
        name: &str,
        kind: &str,
        shape: &[u64],
        bytes: u64,
    ) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(self.method)
            .large_file(bytes >= LARGE_ENTRY_BYTES);
        self.zip.start_file(member_name(name), options)?;
        header::write(&mut self.zip, kind, shape)
    }

    /// The output for the rows of the array that was started last.
    pub(crate) fn data(&mut self) -> &mut impl Write {
        &mut self.zip
    }

    fn flush<T: Row>(&mut self, rows: &mut Vec<T>) -> io::Result<()> {
        little_endian(rows);
        self.zip.write_all(bytemuck::cast_slice(rows))?;
        rows.clear();
        Ok(())
    }
}
