//! Recordings that the command line names.

use std::ffi::OsString;
use std::path::Path;

use octosat_scenes::{ReadOptions, Recording, embedded};

use crate::Outcome;

/// The recordings of these files by the names of the files.
pub(crate) fn of_files(files: &[OsString]) -> Outcome<Vec<(String, Recording)>> {
    let read = |path: &Path| -> Outcome<_> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, Recording::read_path(path, ReadOptions::default())?))
    };
    files.iter().map(|file| read(Path::new(file))).collect()
}

/// The same, or the embedded recording if there are no files.
pub(crate) fn of_files_or_embedded(files: &[OsString]) -> Outcome<Vec<(String, Recording)>> {
    if files.is_empty() {
        return Ok(vec![("embedded".to_owned(), embedded(ReadOptions::default())?)]);
    }
    of_files(files)
}
