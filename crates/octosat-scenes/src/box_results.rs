//! Writing what was found of every box of every frame.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::limits::CHUNK_BYTES;
use crate::npz::{AtomicFile, Compression, NpzWriter, Row};
use crate::results::{expect_rows, named};

/// Writes a file of one row a frame and box, boxes of a frame one after the other.
///
/// As [`crate::ResultsWriter`]: arrays in any order from iterators, and the file appears when
/// [`BoxResultsWriter::finish`] succeeds.
///
/// ```
/// use octosat_scenes::BoxResultsWriter;
///
/// # let folder = std::env::temp_dir().join(format!("octosat-boxes-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("culled.npz");
/// // Two frames of three boxes.
/// let mut results = BoxResultsWriter::create(&path, [2, 3])?;
/// results.containment([0, 1, 2, 0, 0, 1].into_iter())?;
/// results.finish()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct BoxResultsWriter {
    path: PathBuf,
    npz: NpzWriter<BufWriter<AtomicFile>>,
    /// The numbers of frames and of boxes.
    shape: [usize; 2],
}

impl std::fmt::Debug for BoxResultsWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoxResultsWriter").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl BoxResultsWriter {
    /// Begins an uncompressed file for so many frames of so many boxes.
    ///
    /// # Errors
    /// When no file can be made in that folder, or the name is that of something else.
    pub fn create(path: &Path, shape: [usize; 2]) -> io::Result<Self> {
        let file = AtomicFile::create(path).map_err(|error| named(path, &error))?;
        let file = BufWriter::with_capacity(CHUNK_BYTES, file);
        Ok(Self { path: path.to_owned(), npz: NpzWriter::new(file, Compression::Stored), shape })
    }

    /// Writes `aabb_min`: the least coordinates of the boxes around the boxes, metres, world.
    ///
    /// # Errors
    /// When there is not one row a frame and box, or writing fails.
    pub fn aabb_min(&mut self, rows: impl ExactSizeIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.array("aabb_min", rows)
    }

    /// Writes `aabb_max`, the greatest ones.
    ///
    /// # Errors
    /// As [`BoxResultsWriter::aabb_min`].
    pub fn aabb_max(&mut self, rows: impl ExactSizeIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.array("aabb_max", rows)
    }

    /// Writes `containment`: 0 outside of the view, 1 intersecting, 2 inside.
    ///
    /// # Errors
    /// As [`BoxResultsWriter::aabb_min`].
    pub fn containment(&mut self, rows: impl ExactSizeIterator<Item = u8>) -> io::Result<()> {
        self.array("containment", rows)
    }

    /// Completes the file under its name, replacing an older one.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(self) -> io::Result<()> {
        let complete = || {
            let file = self.npz.finish()?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
        };
        complete().map_err(|error| named(&self.path, &error))
    }

    fn array<T: Row>(
        &mut self,
        name: &'static str,
        rows: impl ExactSizeIterator<Item = T>,
    ) -> io::Result<()> {
        let [frames, boxes] = self.shape;
        expect_rows(name, rows.len(), frames.saturating_mul(boxes))?;
        self.npz.array(name, &self.shape, rows).map_err(|error| named(&self.path, &error))
    }
}
