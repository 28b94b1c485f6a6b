//! The recordings a command works on.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use octosat::{BoxError, BoxField};
use octosat_scenes::{ReadOptions, Recording, embedded};
use serde::Serialize;

use crate::choices::Basis;
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

    /// The recording in this file.
    pub(crate) fn of_file(path: &Path) -> Self {
        let name = path.file_stem().unwrap_or(path.as_os_str());
        Self { name: name.to_string_lossy().into_owned(), path: Some(path.to_owned()) }
    }

    /// Reads the arrays that the engine needs, and checks them.
    pub(crate) fn read(&self) -> Result<Recording, Failure> {
        self.read_with(ReadOptions::default())
    }

    /// Reads these optional arrays too.
    pub(crate) fn read_with(&self, options: ReadOptions) -> Result<Recording, Failure> {
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
    pub(crate) fn refuse_box(&self, refused: &RefusedBox) -> Failure {
        self.refuse(&refused.to_string())
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

/// A box of a recording that a store does not take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RefusedBox {
    pub(crate) error: BoxError,
    pub(crate) frame: usize,
}

impl fmt::Display for RefusedBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { error: BoxError { index, field, problem, .. }, frame } = self;
        match field {
            BoxField::HalfExtents => write!(f, "array half_extents: box {index}: {problem}"),
            BoxField::Rotation => {
                write!(f, "array rotation: frame {frame}, box {index}: {problem}")
            }
            _ => write!(f, "array position: frame {frame}, box {index}: {problem}"),
        }
    }
}

/// A basis that a recording is not computed in, because a box of it is beyond that basis' limits.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SkippedBasis {
    recording: String,
    basis: &'static str,
    why: String,
}

impl SkippedBasis {
    pub(crate) fn new(source: &Source, basis: Basis, refused: &RefusedBox) -> Self {
        Self { recording: source.name.clone(), basis: basis.name(), why: refused.to_string() }
    }
}

impl fmt::Display for SkippedBasis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { recording, basis, why } = self;
        write!(f, "{recording}: skipped in the {basis} basis: {why}")
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
