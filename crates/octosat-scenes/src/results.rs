//! Writes the results of queries about a recording.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::npz::{Row, SpooledNpz};

/// Writes a results file: arrays with one row per pair in the order of the recording, or per frame and box.
///
/// Rows are appended to the arrays as they are found, in parts of any size, to files without names next to
/// the target. Memory is a small buffer per array. The file appears when [`ResultsWriter::finish`] succeeds.
/// If the writer is dropped before that, or the process ends, nothing is left behind. The file holds the
/// arrays that something was appended to, even if it was no rows.
///
/// The contacts of a pair are rows of `contact_point`, `contact_depth` and `contact_feature` from its row of
/// `contact_offsets` to the next.
///
/// ```
/// use octosat_scenes::ResultsWriter;
///
/// # let folder = std::env::temp_dir().join(format!("octosat-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("results.npz");
/// let frames = [[0.25_f32, -1.0], [0.5, 0.0]];
/// let mut results = ResultsWriter::create(&path, &[4])?;
/// for depths in frames {
///     results.append("overlap", depths.map(|depth| u8::from(depth >= 0.0)))?;
///     results.append("depth", depths)?;
/// }
/// results.finish()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ResultsWriter {
    npz: SpooledNpz,
    shape: Vec<u64>,
    last_offset: Option<u64>,
}

impl std::fmt::Debug for ResultsWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultsWriter").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl ResultsWriter {
    /// Starts an uncompressed file for this number of pairs, or for these numbers of frames and boxes.
    ///
    /// # Errors
    /// If no file can be made in that folder, or the name belongs to something else.
    pub fn create(path: &Path, shape: &[usize]) -> io::Result<Self> {
        let shape = shape.iter().map(|&size| size as u64).collect();
        Ok(Self { npz: SpooledNpz::create(path)?, shape, last_offset: None })
    }

    /// Appends rows to an array.
    ///
    /// # Errors
    /// If writing fails.
    pub fn append<T: Row>(
        &mut self,
        array: &'static str,
        rows: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        self.npz.append(array, rows)
    }

    /// Appends to `contact_offsets`: the start of each pair's contacts, and at the end their number.
    ///
    /// # Errors
    /// If the offsets do not start at zero or decrease, or writing fails.
    pub fn append_offsets(&mut self, rows: impl IntoIterator<Item = u64>) -> io::Result<()> {
        let mut ordered = true;
        let last = &mut self.last_offset;
        let seen = rows.into_iter().inspect(|&offset| {
            ordered &= last.replace(offset).map_or(offset == 0, |last| offset >= last);
        });
        self.npz.append(OFFSETS, seen)?;
        if ordered {
            Ok(())
        } else {
            Err(invalid(format!("{OFFSETS} must start at 0 and not decrease")))
        }
    }

    /// Completes the file under its name, replacing an older one.
    ///
    /// # Errors
    /// If an array does not have the number of rows that was announced, or a contact array does not have as many rows
    /// as the offsets say, or writing fails.
    pub fn finish(self) -> io::Result<()> {
        let Self { npz, shape, last_offset } = self;
        let rows = shape.iter().product::<u64>();
        let shape_of = |array: &str| match array {
            OFFSETS => vec![rows.saturating_add(1)],
            "contact_point" | "contact_depth" | "contact_feature" => vec![last_offset.unwrap_or(0)],
            _ => shape.clone(),
        };
        for (array, found) in npz.rows() {
            let expected = shape_of(array).iter().product::<u64>();
            if found != expected {
                return Err(invalid(format!("{array} has {found} rows, expected {expected}")));
            }
        }
        npz.finish(shape_of)
    }
}

/// The array of the starts of contacts.
const OFFSETS: &str = "contact_offsets";

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, what)
}
