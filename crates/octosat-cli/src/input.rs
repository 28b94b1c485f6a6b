//! The recordings a command works on.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use octosat::{BoxError, BoxField};
use octosat_scenes::{ReadOptions, Recording, embedded};

use crate::failure::Failure;

/// The name of the recording in the binary.
const EMBEDDED: &str = "embedded";

/// Where a recording comes from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The file's name without its ending.
    pub(crate) name: String,
    /// The file; none for the recording in the binary.
    pub(crate) path: Option<PathBuf>,
}

impl Source {
    /// The recordings of these files; without files the one in the binary.
    pub(crate) fn of_files(files: &[PathBuf]) -> Vec<Self> {
        if files.is_empty() {
            return vec![Self::embedded()];
        }
        files.iter().map(|path| Self::of_file(path)).collect()
    }

    /// The recording in the binary.
    pub(crate) fn embedded() -> Self {
        Self { name: EMBEDDED.to_owned(), path: None }
    }

    fn of_file(path: &Path) -> Self {
        let name = path.file_stem().unwrap_or(path.as_os_str());
        Self { name: name.to_string_lossy().into_owned(), path: Some(path.to_owned()) }
    }

    /// Reads the arrays that the engine needs, and checks them.
    pub(crate) fn read(&self) -> Result<Recording, Failure> {
        let options = ReadOptions::default();
        match &self.path {
            None => Ok(embedded(options)?),
            Some(path) if path.is_dir() => {
                Err(Failure::new(format!("{}: is a folder, not a recording", path.display())))
            }
            Some(path) => Ok(Recording::read_path(path, options)?),
        }
    }

    /// A failure that is about this recording.
    pub(crate) fn refuse(&self, what: &str) -> Failure {
        match &self.path {
            Some(path) => Failure::new(format!("{}: {what}", path.display())),
            None => Failure::new(format!("{}: {what}", self.name)),
        }
    }

    /// A failure about a box that a store does not take, although the recording is well formed.
    pub(crate) fn refuse_box(&self, error: &BoxError, frame: usize) -> Failure {
        let what = &error.problem;
        let index = error.index;
        let place = match error.field {
            BoxField::HalfExtents => format!("array half_extents: box {index}"),
            BoxField::Rotation => format!("array rotation: frame {frame}, box {index}"),
            _ => format!("array position: frame {frame}, box {index}"),
        };
        self.refuse(&format!("{place}: {what}"))
    }

    /// Whether the recording is read from the file that `path` names.
    pub(crate) fn is_file(&self, path: &Path) -> bool {
        let same = |own: &Path| {
            own == path
                || matches!((fs::canonicalize(own), fs::canonicalize(path)), (Ok(a), Ok(b)) if a == b)
        };
        path.file_name() != Some(OsStr::new("")) && self.path.as_deref().is_some_and(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_files() {
        let sources = Source::of_files(&["a/pile.npz".into(), "stack".into()]);
        assert_eq!(sources.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["pile", "stack"]);
        assert_eq!(Source::of_files(&[])[0].name, "embedded");
    }
}
