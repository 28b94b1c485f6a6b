//! The recordings that a command reads.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use octosat::Error;
use octosat_check::{Basis, Boxes, Facts};
use octosat_scenes::{ReadOptions, Recording, embedded};
use serde::Serialize;
use serde_json::Value;

use crate::choices::Up;
use crate::failure::Failure;

/// The name of the recording in the binary.
const EMBEDDED: &str = "embedded";

/// The origin of a recording: a file, or the recording in the binary.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The name of the file without its extension.
    pub(crate) name: String,
    /// The file; `None` for the recording in the binary.
    pub(crate) path: Option<PathBuf>,
}

impl Source {
    /// The recordings of these files. Without files, the recording in the binary.
    pub(crate) fn of_files(files: &[PathBuf]) -> Vec<Self> {
        if files.is_empty() {
            return vec![Self::embedded()];
        }
        files.iter().map(|path| Self::of_file(path)).collect()
    }

    /// The recording of a file, or the recording in the binary without a file.
    pub(crate) fn of_one(file: Option<&Path>) -> Self {
        file.map_or_else(Self::embedded, Self::of_file)
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

    /// Reads the same arrays and these optional ones.
    pub(crate) fn read_with(&self, options: ReadOptions) -> Result<Recording, Failure> {
        match &self.path {
            None => Ok(embedded(options)?),
            Some(path) if path.is_dir() => {
                Err(Failure::new(format!("{}: is a folder, not a recording", path.display())))
            }
            Some(path) => Ok(Recording::read_path(path, options)?),
        }
    }

    /// The file as text, if there is one.
    pub(crate) fn file(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.display().to_string())
    }

    /// A failure with the name of this recording.
    pub(crate) fn reject(&self, what: &str) -> Failure {
        Failure::new(format!("{}: {what}", self.file().unwrap_or(self.name.clone())))
    }

    /// A failure about a box that a store rejects, although the recording is well formed.
    pub(crate) fn reject_box(&self, frame: usize, error: &Error) -> Failure {
        self.reject(&rejected_box(frame, error))
    }

    /// The boxes of a frame.
    pub(crate) fn boxes(
        &self,
        recording: &Recording,
        frame: usize,
        basis: Basis,
    ) -> Result<Boxes, Failure> {
        boxes_of(recording, frame, basis).map_err(|error| self.reject_box(frame, &error))
    }

    /// Whether a basis takes all boxes; if not, the first that it rejects.
    pub(crate) fn check_boxes(
        &self,
        recording: &Recording,
        basis: Basis,
    ) -> Result<(), SkippedBasis> {
        (0..recording.frames()).try_for_each(|frame| {
            let rejected = boxes_of(recording, frame, basis).err();
            let why = rejected.map(|error| rejected_box(frame, &error));
            why.map_or(Ok(()), |why| Err(SkippedBasis::new(self, basis, why)))
        })
    }

    /// Rejects boxes that are smaller than the smallest length for which a query has an error bound.
    pub(crate) fn check_sizes(&self, recording: &Recording, facts: &Facts) -> Result<(), Failure> {
        let least = facts.smallest_length;
        for (index, half_extents) in recording.half_extents().iter().enumerate() {
            let largest = half_extents.iter().copied().fold(0.0, f32::max);
            if largest > 0.0 && largest < least {
                return Err(self.reject(&format!(
                    "array half_extents: box {index}: {largest:e} m is below {least:e} m, the smallest length that the \
                     check of {} supports",
                    facts.name
                )));
            }
        }
        Ok(())
    }

    /// Rejects a target that is the recording itself.
    pub(crate) fn check_out(&self, out: &Path) -> Result<(), Failure> {
        let same = |own: &Path| {
            own == out
                || matches!((fs::canonicalize(own), fs::canonicalize(out)), (Ok(a), Ok(b)) if a == b)
        };
        if self.path.as_deref().is_some_and(same) {
            return Err(Failure::new(format!("{}: is the recording itself", out.display())));
        }
        Ok(())
    }
}

/// The recording's `meta`; null if there is none, or it is no JSON.
pub(crate) fn meta(recording: &Recording) -> Value {
    recording.meta().and_then(|meta| serde_json::from_str(meta).ok()).unwrap_or_default()
}

/// The axis opposite to the gravity in the recording's `meta`, or y if `meta` has no gravity.
pub(crate) fn recorded_up(recording: &Recording) -> Up {
    let meta = meta(recording);
    let pull = |up: Up| meta["gravity"][up.axis()].as_f64().unwrap_or(0.0);
    let lowest = [Up::X, Up::Y, Up::Z].into_iter().min_by(|&a, &b| pull(a).total_cmp(&pull(b)));
    lowest.filter(|&up| pull(up) < 0.0).unwrap_or(Up::Y)
}

fn boxes_of(recording: &Recording, frame: usize, basis: Basis) -> Result<Boxes, Error> {
    let poses = recording.frame(frame);
    Boxes::new(basis, recording.half_extents(), poses.positions, poses.rotations)
}

/// What a store says about a box of a recording, with the array that it is in.
fn rejected_box(frame: usize, error: &Error) -> String {
    let (text, field) = (error.to_string(), error.field().unwrap_or_default());
    let index = error.index().unwrap_or_default();
    let problem = text.split_once(&format!(": {field} ")).map_or(&*text, |(_, problem)| problem);
    match field {
        "half extents" => format!("array half_extents: box {index}: {problem}"),
        "rotation" => format!("array rotation: frame {frame}, box {index}: {problem}"),
        _ => format!("array position: frame {frame}, box {index}: {problem}"),
    }
}

/// A basis that is skipped for a recording, because a box is beyond the limits of the basis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SkippedBasis {
    recording: String,
    basis: &'static str,
    why: String,
}

impl SkippedBasis {
    fn new(source: &Source, basis: Basis, why: String) -> Self {
        Self { recording: source.name.clone(), basis: basis.name(), why }
    }

    /// The same as a failure, for a basis that is needed.
    pub(crate) fn into_failure(self, source: &Source) -> Failure {
        source.reject(&self.why)
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
