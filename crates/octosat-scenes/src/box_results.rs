//! Writes the results of box queries.

use std::io;
use std::path::Path;

use crate::npz::SpooledNpz;
use crate::results::expect_rows;

/// Writes a file with one row per frame and box; the boxes of a frame follow each other.
///
/// As with [`crate::ResultsWriter`], rows are appended as they are found, and the file appears when
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
/// results.containment([0, 1, 2])?;
/// results.containment([0, 0, 1])?;
/// results.finish()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct BoxResultsWriter {
    npz: SpooledNpz,
    /// The numbers of frames and of boxes.
    shape: [usize; 2],
}

impl std::fmt::Debug for BoxResultsWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoxResultsWriter").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl BoxResultsWriter {
    /// Starts an uncompressed file for this number of frames and boxes.
    ///
    /// # Errors
    /// If no file can be made in that folder, or the name belongs to something else.
    pub fn create(path: &Path, shape: [usize; 2]) -> io::Result<Self> {
        Ok(Self { npz: SpooledNpz::create(path)?, shape })
    }

    /// Appends to `aabb_min`: the least coordinates of the world bounds of the boxes, meters.
    ///
    /// # Errors
    /// If writing fails.
    pub fn aabb_min(&mut self, rows: impl IntoIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.npz.append("aabb_min", rows)
    }

    /// Appends to `aabb_max`, the greatest ones.
    ///
    /// # Errors
    /// If writing fails.
    pub fn aabb_max(&mut self, rows: impl IntoIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.npz.append("aabb_max", rows)
    }

    /// Appends to `containment`: 0 outside of the view, 1 intersecting, 2 inside.
    ///
    /// # Errors
    /// If writing fails.
    pub fn containment(&mut self, rows: impl IntoIterator<Item = u8>) -> io::Result<()> {
        self.npz.append("containment", rows)
    }

    /// Completes the file under its name, replacing an older one.
    ///
    /// # Errors
    /// If an array does not have one row per frame and box, or writing fails.
    pub fn finish(self) -> io::Result<()> {
        let shape = self.shape.map(|size| size as u64);
        for (name, rows) in self.npz.rows() {
            expect_rows(name, rows, shape[0].saturating_mul(shape[1]))?;
        }
        self.npz.finish(|_| shape.to_vec())
    }
}
