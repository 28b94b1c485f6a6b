//! Writing what a narrow phase found.

use std::io::{self, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};

use crate::limits::CHUNK_BYTES;
use crate::npz::{AtomicFile, Compression, NpzWriter, Row};

/// Writes a results file, one row a pair in the order of the recording.
///
/// Each array is written at once, in any order, from an iterator: nothing is copied but a small
/// buffer. The file appears when [`ResultsWriter::finish`] succeeds; dropping the writer before
/// then leaves nothing behind.
///
/// ```
/// use octosat_scenes::ResultsWriter;
///
/// # let folder = std::env::temp_dir().join(format!("octosat-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("results.npz");
/// let depths = [0.25_f32, -1.0];
/// let mut results = ResultsWriter::create(&path, depths.len())?;
/// results.overlap(depths.iter().map(|&depth| depth >= 0.0))?;
/// results.depth(depths.iter().copied())?;
/// results.finish()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ResultsWriter {
    path: PathBuf,
    npz: NpzWriter<BufWriter<AtomicFile>>,
    pairs: usize,
    contacts: Contacts,
}

/// What is known about the number of contacts: it must be the same in all arrays.
#[derive(Debug, Default)]
struct Contacts {
    /// The rows of the first contact array, and its name.
    rows: Option<(usize, &'static str)>,
    /// The last offset.
    last_offset: Option<u64>,
}

impl std::fmt::Debug for ResultsWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultsWriter").field("pairs", &self.pairs).finish_non_exhaustive()
    }
}

impl ResultsWriter {
    /// Begins an uncompressed file, the fastest to write.
    ///
    /// # Errors
    /// When no file can be made in that folder, or the name is that of something else.
    pub fn create(path: &Path, pairs: usize) -> io::Result<Self> {
        Self::begin(path, pairs, Compression::Stored)
    }

    /// Begins a compressed file.
    ///
    /// # Errors
    /// As [`ResultsWriter::create`].
    pub fn create_compressed(path: &Path, pairs: usize) -> io::Result<Self> {
        Self::begin(path, pairs, Compression::Deflated)
    }

    fn begin(path: &Path, pairs: usize, compression: Compression) -> io::Result<Self> {
        let file = AtomicFile::create(path).map_err(|error| named(path, &error))?;
        let file = BufWriter::with_capacity(CHUNK_BYTES, file);
        let npz = NpzWriter::new(file, compression);
        Ok(Self { path: path.to_owned(), npz, pairs, contacts: Contacts::default() })
    }

    /// Writes `overlap`: whether the boxes share a point.
    ///
    /// # Errors
    /// When the number of rows is not the number of pairs, or writing fails.
    pub fn overlap(&mut self, rows: impl ExactSizeIterator<Item = bool>) -> io::Result<()> {
        self.pair_array("overlap", rows.map(u8::from))
    }

    /// Writes `depth` in metres, negative where the boxes are apart.
    ///
    /// # Errors
    /// As [`ResultsWriter::overlap`].
    pub fn depth(&mut self, rows: impl ExactSizeIterator<Item = f32>) -> io::Result<()> {
        self.pair_array("depth", rows)
    }

    /// Writes `axis`, the number of the axis of `normal` and `depth`.
    ///
    /// # Errors
    /// As [`ResultsWriter::overlap`].
    pub fn axis(&mut self, rows: impl ExactSizeIterator<Item = u8>) -> io::Result<()> {
        self.pair_array("axis", rows)
    }

    /// Writes `normal`, unit in the world, from a to b.
    ///
    /// # Errors
    /// As [`ResultsWriter::overlap`].
    pub fn normal(&mut self, rows: impl ExactSizeIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.pair_array("normal", rows)
    }

    /// Writes `axes_tested`: on how many axes the pair was projected, where that is counted.
    ///
    /// # Errors
    /// As [`ResultsWriter::overlap`].
    pub fn axes_tested(&mut self, rows: impl ExactSizeIterator<Item = u32>) -> io::Result<()> {
        self.pair_array("axes_tested", rows)
    }

    /// Writes `contact_normal`, the normals of the manifolds.
    ///
    /// # Errors
    /// As [`ResultsWriter::overlap`].
    pub fn contact_normal(
        &mut self,
        rows: impl ExactSizeIterator<Item = [f32; 3]>,
    ) -> io::Result<()> {
        self.pair_array("contact_normal", rows)
    }

    /// Writes `contact_offsets`: where the contacts of each pair begin, and their number.
    ///
    /// # Errors
    /// When there is not one row more than pairs, the offsets do not start at zero or decrease, or
    /// writing fails.
    pub fn contact_offsets(&mut self, rows: impl ExactSizeIterator<Item = u64>) -> io::Result<()> {
        expect_rows("contact_offsets", rows.len(), self.pairs + 1)?;
        let mut previous = None;
        let mut ordered = true;
        let seen = rows.inspect(|&offset| {
            ordered &= previous.map_or(offset == 0, |previous| offset >= previous);
            previous = Some(offset);
        });
        self.npz
            .array("contact_offsets", &[self.pairs + 1], seen)
            .map_err(|error| named(&self.path, &error))?;
        self.contacts.last_offset = previous;
        if ordered {
            Ok(())
        } else {
            Err(invalid("contact_offsets must start at 0 and not decrease".to_owned()))
        }
    }

    /// Writes `contact_point` in the world, in metres.
    ///
    /// # Errors
    /// When the number of rows differs from that of another contact array, or writing fails.
    pub fn contact_point(
        &mut self,
        rows: impl ExactSizeIterator<Item = [f32; 3]>,
    ) -> io::Result<()> {
        self.contact_array("contact_point", rows)
    }

    /// Writes `contact_depth` in metres along the contact normal.
    ///
    /// # Errors
    /// As [`ResultsWriter::contact_point`].
    pub fn contact_depth(&mut self, rows: impl ExactSizeIterator<Item = f32>) -> io::Result<()> {
        self.contact_array("contact_depth", rows)
    }

    /// Writes `contact_feature`, unique within a pair.
    ///
    /// # Errors
    /// As [`ResultsWriter::contact_point`].
    pub fn contact_feature(&mut self, rows: impl ExactSizeIterator<Item = u32>) -> io::Result<()> {
        self.contact_array("contact_feature", rows)
    }

    /// Completes the file under its name, replacing an older one.
    ///
    /// # Errors
    /// When the contact arrays do not fit the offsets, or writing fails.
    pub fn finish(self) -> io::Result<()> {
        if let Some((rows, name)) = self.contacts.rows
            && self.contacts.last_offset != Some(rows as u64)
        {
            let what = format!("{name} has {rows} rows, which contact_offsets does not end with");
            return Err(invalid(what));
        }
        let complete = || {
            let file = self.npz.finish()?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
        };
        complete().map_err(|error| named(&self.path, &error))
    }

    fn pair_array<T: Row>(
        &mut self,
        name: &'static str,
        rows: impl ExactSizeIterator<Item = T>,
    ) -> io::Result<()> {
        expect_rows(name, rows.len(), self.pairs)?;
        self.npz.array(name, &[self.pairs], rows).map_err(|error| named(&self.path, &error))
    }

    fn contact_array<T: Row>(
        &mut self,
        name: &'static str,
        rows: impl ExactSizeIterator<Item = T>,
    ) -> io::Result<()> {
        let count = rows.len();
        let (expected, _) = *self.contacts.rows.get_or_insert((count, name));
        expect_rows(name, count, expected)?;
        self.npz.array(name, &[count], rows).map_err(|error| named(&self.path, &error))
    }
}

pub(crate) fn expect_rows(name: &str, found: usize, expected: usize) -> io::Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(invalid(format!("{name} has {found} rows, expected {expected}")))
}

pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, what)
}
