//! Recordings that the command line names.

use std::error::Error;
use std::path::PathBuf;

use octosat_scenes::{ReadOptions, Recording, embedded};

/// The recordings of these files by the names of the files, or the embedded one if there are none.
pub(crate) fn named(
    files: impl Iterator<Item = PathBuf>,
) -> Result<Vec<(String, Recording)>, Box<dyn Error>> {
    let mut recordings = Vec::new();
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        recordings.push((name, Recording::read_path(&path, ReadOptions::default())?));
    }
    if recordings.is_empty() {
        recordings.push(("embedded".to_owned(), embedded(ReadOptions::default())?));
    }
    Ok(recordings)
}
