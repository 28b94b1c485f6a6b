//! Reads arrays, each straight into one vector of exactly its size.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::directory;
use super::header::{self, Header};
use super::member_name;
use super::row::{Row, little_endian};
use crate::error::{Problem, RecordingError};
use crate::limits::{
    CHUNK_BYTES, DEFLATE_SLACK, GROWTH, MAX_DEFLATE_RATIO, MAX_META_CHARACTERS, TRUSTED_BYTES,
    TRUSTED_RATIO,
};

/// An npz archive open for reading.
pub(crate) struct NpzReader<R> {
    archive: ZipArchive<R>,
    file_bytes: u64,
}

/// One array whose header has been read.
pub(crate) struct ArrayReader<'a, R: Read> {
    name: &'static str,
    entry: ZipFile<'a, R>,
    header: Header,
    data_bytes: u64,
}

impl<R: Read + Seek> NpzReader<R> {
    /// Reads the directory of the archive.
    pub(crate) fn new(mut reader: R) -> Result<Self, RecordingError> {
        let io = |error| RecordingError::new(None, Problem::Io(error));
        let file_bytes = reader.seek(SeekFrom::End(0)).map_err(io)?;
        reader.rewind().map_err(io)?;
        let archive =
            ZipArchive::new(reader).map_err(|error| RecordingError::new(None, problem(error)))?;
        if archive.has_duplicate_names() {
            return Err(RecordingError::new(None, duplicate(archive)));
        }
        Ok(Self { archive, file_bytes })
    }

    /// Whether the archive holds the array.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.archive.index_for_name(&member_name(name)).is_some()
    }

    /// Opens the array `name` and checks that its declared size fits the archive.
    pub(crate) fn array(
        &mut self,
        name: &'static str,
    ) -> Result<ArrayReader<'_, R>, RecordingError> {
        let fail = |problem| RecordingError::of(name, problem);
        let mut entry = self.archive.by_name(&member_name(name)).map_err(|error| match error {
            ZipError::FileNotFound => fail(Problem::Missing),
            other => fail(problem(other)),
        })?;
        if entry.compressed_size() > self.file_bytes {
            let what = format!("it declares {} compressed bytes", entry.compressed_size());
            return Err(fail(Problem::Archive(what)));
        }
        if entry.size() > most_bytes(&entry) {
            let what = format!("it declares {} bytes, more than can be compressed", entry.size());
            return Err(fail(Problem::Archive(what)));
        }
        let header = header::read(&mut entry).map_err(fail)?;
        let data_bytes = entry.size().saturating_sub(header.bytes);
        Ok(ArrayReader { name, entry, header, data_bytes })
    }
}

impl<R: Read> ArrayReader<'_, R> {
    /// The dimensions before the row's own, after checking the type and their number.
    ///
    /// `expected` describes the shape in an error.
    pub(crate) fn dimensions<T: Row, const COUNT: usize>(
        &self,
        expected: &str,
    ) -> Result<[u64; COUNT], RecordingError> {
        if self.header.type_string != T::TYPE {
            let found = self.header.type_string.clone();
            return Err(self.fail(Problem::Type { found, expected: T::TYPE }));
        }
        let shape = self.header.shape.as_slice();
        let leading = match (T::WIDTH, shape.split_last()) {
            (None, _) => Some(shape),
            (Some(width), Some((&last, leading))) if last == width => Some(leading),
            _ => None,
        };
        leading
            .and_then(|leading| <[u64; COUNT]>::try_from(leading).ok())
            .ok_or_else(|| self.wrong_shape(expected))
    }

    /// The error that names the array's shape.
    pub(crate) fn wrong_shape(&self, expected: &str) -> RecordingError {
        let found = self.header.shape.clone();
        self.fail(Problem::Shape { found, expected: expected.to_owned() })
    }

    /// Reads all rows.
    pub(crate) fn rows<T: Row>(mut self) -> Result<Vec<T>, RecordingError> {
        let count = self.row_count::<T>()?;
        let rows = if self.header.fortran && self.header.shape.len() > 1 {
            self.transposed::<T>(count)?
        } else {
            self.streamed(count)?
        };
        self.finish()?;
        Ok(rows)
    }

    /// Reads a scalar string, of numpy's type `<U…`.
    pub(crate) fn text(mut self) -> Result<String, RecordingError> {
        const EXPECTED: &str = "<U";
        let characters = self.header.type_string.strip_prefix(EXPECTED);
        let Some(characters) = characters.and_then(|count| count.parse::<u64>().ok()) else {
            let found = self.header.type_string.clone();
            return Err(self.fail(Problem::Type { found, expected: EXPECTED }));
        };
        if !self.header.shape.is_empty() {
            return Err(self.wrong_shape("()"));
        }
        if characters > MAX_META_CHARACTERS || characters * 4 != self.data_bytes {
            let what = format!("{characters} characters in {} bytes", self.data_bytes);
            return Err(self.fail(Problem::Header(what)));
        }
        let mut text = String::new();
        for _ in 0..characters {
            let mut code = [0; 4];
            self.fill(&mut code)?;
            let Some(character) = char::from_u32(u32::from_le_bytes(code)) else {
                return Err(self.fail(Problem::Archive("not a character".to_owned())));
            };
            text.push(character);
        }
        self.finish()?;
        // numpy pads strings with zeros.
        text.truncate(text.trim_end_matches('\0').len());
        Ok(text)
    }

    /// The number of rows, after checking that the archive holds as many bytes.
    fn row_count<T: Row>(&self) -> Result<usize, RecordingError> {
        let leading = self.header.shape.len() - usize::from(T::WIDTH.is_some());
        let rows = self.header.shape[..leading].iter().try_fold(1_u64, |n, &d| n.checked_mul(d));
        let declared = rows.and_then(|rows| rows.checked_mul(size_of::<T>() as u64));
        if declared != Some(self.data_bytes) {
            let what = format!("the shape {:?} does not fill its bytes", self.header.shape);
            return Err(self.fail(Problem::Header(format!("{what}, {}", self.data_bytes))));
        }
        rows.and_then(|rows| usize::try_from(rows).ok())
            .ok_or_else(|| self.fail(Problem::Memory { bytes: self.data_bytes }))
    }

    /// Rows in the order of the file, read in place and converted a chunk at a time.
    fn streamed<T: Row>(&mut self, count: usize) -> Result<Vec<T>, RecordingError> {
        let mut rows = Vec::new();
        let trusted = TRUSTED_BYTES.max(self.entry.compressed_size().saturating_mul(TRUSTED_RATIO));
        let trusted = usize::try_from(trusted).unwrap_or(usize::MAX) / size_of::<T>();
        let chunk = CHUNK_BYTES / size_of::<T>();
        while rows.len() < count {
            let start = rows.len();
            let end = count.min(start + chunk);
            if end > rows.capacity() {
                let target = rows.capacity().saturating_mul(GROWTH).max(trusted).min(count);
                self.reserve(&mut rows, target - start)?;
            }
            rows.resize(end, T::zeroed());
            self.fill(bytemuck::cast_slice_mut(&mut rows[start..]))?;
            little_endian(&mut rows[start..]);
        }
        Ok(rows)
    }

    /// Rows of an array in Fortran order, with each scalar put in its place.
    fn transposed<T: Row>(&mut self, count: usize) -> Result<Vec<T>, RecordingError> {
        let mut rows = Vec::new();
        self.reserve(&mut rows, count)?;
        rows.resize(count, T::zeroed());
        let shape = self.header.shape.clone();
        let mut index = vec![0_u64; shape.len()];
        let bytes = bytemuck::cast_slice_mut::<T, u8>(&mut rows);
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut left = bytes.len();
        while left > 0 {
            let count = left.min(chunk.len());
            self.fill(&mut chunk[..count])?;
            for scalar in chunk[..count].chunks_exact(T::SCALAR) {
                let place = index.iter().zip(&shape).fold(0, |place, (i, size)| place * size + i);
                let place = usize::try_from(place).unwrap_or(usize::MAX);
                bytes[T::SCALAR * place..][..T::SCALAR].copy_from_slice(scalar);
                advance(&mut index, &shape);
            }
            left -= count;
        }
        little_endian(&mut rows);
        Ok(rows)
    }

    fn reserve<T: Row>(&self, rows: &mut Vec<T>, additional: usize) -> Result<(), RecordingError> {
        rows.try_reserve_exact(additional)
            .map_err(|_| self.fail(Problem::Memory { bytes: self.data_bytes }))
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), RecordingError> {
        self.entry.read_exact(bytes).map_err(|error| {
            self.fail(Problem::Archive(match error.kind() {
                ErrorKind::UnexpectedEof => "the data is cut short".to_owned(),
                _ => error.to_string(),
            }))
        })
    }

    /// Reads past the last byte, where the archive compares the checksum.
    fn finish(&mut self) -> Result<(), RecordingError> {
        match self.entry.read(&mut [0; 1]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.fail(Problem::Archive("more data than declared".to_owned()))),
            Err(error) => Err(self.fail(Problem::Archive(error.to_string()))),
        }
    }

    fn fail(&self, problem: Problem) -> RecordingError {
        RecordingError::of(self.name, problem)
    }
}

/// The most bytes that can come out of an entry: uncompressed data does not grow.
fn most_bytes<R: Read>(entry: &ZipFile<'_, R>) -> u64 {
    let packed = entry.compressed_size();
    match entry.compression() {
        CompressionMethod::Stored => packed,
        _ => packed.saturating_mul(MAX_DEFLATE_RATIO).saturating_add(DEFLATE_SLACK),
    }
}

/// The next index in Fortran order: the first dimension varies fastest.
fn advance(index: &mut [u64], shape: &[u64]) {
    for (i, &size) in index.iter_mut().zip(shape) {
        *i += 1;
        if *i < size {
            return;
        }
        *i = 0;
    }
}

/// Names the member that an archive holds twice.
fn duplicate<R: Read + Seek>(archive: ZipArchive<R>) -> Problem {
    let start = archive.central_directory_start();
    match directory::first_duplicate(&mut archive.into_inner(), start) {
        Ok(Some(member)) => Problem::Duplicate { member },
        Ok(None) => Problem::Archive("two members have one name".to_owned()),
        Err(error) => Problem::Archive(error.to_string()),
    }
}

fn problem(error: ZipError) -> Problem {
    match error {
        ZipError::Io(error) if error.kind() != ErrorKind::UnexpectedEof => {
            Problem::Archive(format!("cannot be read: {error}"))
        }
        other => Problem::Archive(other.to_string()),
    }
}
