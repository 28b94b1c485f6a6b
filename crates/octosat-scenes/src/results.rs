//! Writes the results of a narrow phase.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::npz::SpooledNpz;

/// Writes a results file, with one row per pair in the order of the recording.
///
/// Rows are appended to the arrays as they are found, in parts of any size, to files without names next to
/// the target. Memory is a small buffer per array. The file appears when [`ResultsWriter::finish`] succeeds.
/// If the writer is dropped before that, or the process ends, nothing is left behind. The file holds the
/// arrays that something was appended to, even if it was no rows.
///
/// ```
/// use octosat_scenes::ResultsWriter;
///
/// # let folder = std::env::temp_dir().join(format!("octosat-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("results.npz");
/// let frames = [[0.25_f32, -1.0], [0.5, 0.0]];
/// let mut results = ResultsWriter::create(&path, 4)?;
/// for depths in frames {
///     results.overlap(depths.iter().map(|&depth| depth >= 0.0))?;
///     results.depth(depths)?;
/// }
/// results.finish()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ResultsWriter {
    npz: SpooledNpz,
    pairs: usize,
    last_offset: Option<u64>,
}

impl std::fmt::Debug for ResultsWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultsWriter").field("pairs", &self.pairs).finish_non_exhaustive()
    }
}

impl ResultsWriter {
    /// Starts an uncompressed file for this number of pairs.
    ///
    /// # Errors
    /// If no file can be made in that folder, or the name belongs to something else.
    pub fn create(path: &Path, pairs: usize) -> io::Result<Self> {
        Ok(Self { npz: SpooledNpz::create(path)?, pairs, last_offset: None })
    }

    /// Appends to `overlap`: whether the boxes share a point.
    ///
    /// # Errors
    /// If writing fails.
    pub fn overlap(&mut self, rows: impl IntoIterator<Item = bool>) -> io::Result<()> {
        self.npz.append("overlap", rows.into_iter().map(u8::from))
    }

    /// Appends to `depth`: meters, negative if the boxes are separated.
    ///
    /// # Errors
    /// If writing fails.
    pub fn depth(&mut self, rows: impl IntoIterator<Item = f32>) -> io::Result<()> {
        self.npz.append("depth", rows)
    }

    /// Appends to `axis`: the number of the axis of `normal` and `depth`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn axis(&mut self, rows: impl IntoIterator<Item = u8>) -> io::Result<()> {
        self.npz.append("axis", rows)
    }

    /// Appends to `normal`: unit in the world, from a to b.
    ///
    /// # Errors
    /// If writing fails.
    pub fn normal(&mut self, rows: impl IntoIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.npz.append("normal", rows)
    }

    /// Appends to `axes_tested`: on how many axes the pair was projected, if that is counted.
    ///
    /// # Errors
    /// If writing fails.
    pub fn axes_tested(&mut self, rows: impl IntoIterator<Item = u32>) -> io::Result<()> {
        self.npz.append("axes_tested", rows)
    }

    /// Appends to `contact_normal`: the normals of the manifolds.
    ///
    /// # Errors
    /// If writing fails.
    pub fn contact_normal(&mut self, rows: impl IntoIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.npz.append("contact_normal", rows)
    }

    /// Appends to `contact_offsets`: the start of each pair's contacts, and at the end their number.
    ///
    /// # Errors
    /// If the offsets do not start at zero or decrease, or writing fails.
    pub fn contact_offsets(&mut self, rows: impl IntoIterator<Item = u64>) -> io::Result<()> {
        let mut ordered = true;
        let last = &mut self.last_offset;
        let seen = rows.into_iter().inspect(|&offset| {
            ordered &= last.replace(offset).map_or(offset == 0, |last| offset >= last);
        });
        self.npz.append("contact_offsets", seen)?;
        if ordered {
            Ok(())
        } else {
            Err(invalid("contact_offsets must start at 0 and not decrease".to_owned()))
        }
    }

    /// Appends to `contact_point`: in the world, in meters.
    ///
    /// # Errors
    /// If writing fails.
    pub fn contact_point(&mut self, rows: impl IntoIterator<Item = [f32; 3]>) -> io::Result<()> {
        self.npz.append("contact_point", rows)
    }

    /// Appends to `contact_depth`: meters along the contact normal.
    ///
    /// # Errors
    /// If writing fails.
    pub fn contact_depth(&mut self, rows: impl IntoIterator<Item = f32>) -> io::Result<()> {
        self.npz.append("contact_depth", rows)
    }

    /// Appends to `contact_feature`: unique within a pair.
    ///
    /// # Errors
    /// If writing fails.
    pub fn contact_feature(&mut self, rows: impl IntoIterator<Item = u32>) -> io::Result<()> {
        self.npz.append("contact_feature", rows)
    }

    /// Completes the file under its name, replacing an older one.
    ///
    /// # Errors
    /// If an array does not have one row per pair, or a contact array does not have as many rows as the
    /// offsets say, or writing fails.
    pub fn finish(self) -> io::Result<()> {
        let pairs = self.pairs as u64;
        for (name, rows) in self.npz.rows() {
            let expected = match name {
                "contact_offsets" => pairs + 1,
                "contact_point" | "contact_depth" | "contact_feature" => {
                    self.last_offset.unwrap_or(0)
                }
                _ => pairs,
            };
            expect_rows(name, rows, expected)?;
        }
        self.npz.finish(|rows| vec![rows])
    }
}

pub(crate) fn expect_rows(name: &str, found: u64, expected: u64) -> io::Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(invalid(format!("{name} has {found} rows, expected {expected}")))
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, what)
}
