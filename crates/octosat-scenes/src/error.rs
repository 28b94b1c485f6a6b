//! The one error of reading and checking recordings.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a recording was rejected: the file if known, the array, the row and the problem.
///
/// `Display` is one line.
#[derive(Debug)]
pub struct RecordingError {
    file: Option<PathBuf>,
    array: Option<&'static str>,
    place: Option<Place>,
    problem: Problem,
}

/// The row of an array that an error is about. All numbers count from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A row of `half_extents`.
    Box {
        /// The box.
        index: usize,
    },
    /// A row of `position` or `rotation`.
    Pose {
        /// The frame.
        frame: usize,
        /// The box.
        index: usize,
    },
    /// A row of `pairs`.
    Pair {
        /// The row over all frames.
        row: usize,
        /// The frame it belongs to.
        frame: usize,
    },
    /// A row of any other array.
    Row {
        /// The row.
        row: usize,
    },
}

/// What is wrong with a recording.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be opened or read.
    Io(std::io::Error),
    /// The archive is not a zip file, is cut short or is damaged.
    Archive(String),
    /// The archive holds two members of one name. Readers differ in which of them they use.
    Duplicate {
        /// The name of the member, with its ending.
        member: String,
    },
    /// The array is missing.
    Missing,
    /// The header of the array is not valid.
    Header(String),
    /// The elements have the wrong type. Types are numpy's type strings.
    Type {
        /// The type found.
        found: String,
        /// The type required.
        expected: &'static str,
    },
    /// The array has the wrong shape.
    Shape {
        /// The shape found.
        found: Vec<u64>,
        /// The shape required.
        expected: String,
    },
    /// A value is not allowed.
    Value(String),
    /// There is no memory for the array.
    Memory {
        /// The required bytes.
        bytes: u64,
    },
}

impl RecordingError {
    pub(crate) fn new(array: Option<&'static str>, problem: Problem) -> Self {
        Self { file: None, array, place: None, problem }
    }

    pub(crate) fn of(array: &'static str, problem: Problem) -> Self {
        Self::new(Some(array), problem)
    }

    pub(crate) fn value(array: &'static str, place: Place, what: String) -> Self {
        Self { place: Some(place), ..Self::of(array, Problem::Value(what)) }
    }

    pub(crate) fn in_file(self, path: &Path) -> Self {
        Self { file: Some(path.to_owned()), ..self }
    }

    /// The file, if the recording came from one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The array, unless the whole file is at fault.
    #[must_use]
    pub fn array(&self) -> Option<&'static str> {
        self.array
    }

    /// The row of the array, if one row is at fault.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Box { index } => write!(f, "box {index}"),
            Self::Pose { frame, index } => write!(f, "frame {frame}, box {index}"),
            Self::Pair { row, frame } => write!(f, "row {row} (frame {frame})"),
            Self::Row { row } => write!(f, "row {row}"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Archive(what) => write!(f, "damaged or not an npz file: {what}"),
            Self::Duplicate { member } => write!(f, "there are two members {member}"),
            Self::Missing => f.write_str("missing"),
            Self::Header(what) => write!(f, "bad header: {what}"),
            Self::Type { found, expected } => write!(f, "type {found}, expected {expected}"),
            Self::Shape { found, expected } => {
                write!(f, "shape {found:?}, expected {expected}")
            }
            Self::Value(what) => f.write_str(what),
            Self::Memory { bytes } => write!(f, "no memory for {bytes} bytes"),
        }
    }
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        if let Some(file) = &self.file {
            line.push_str(&format!("{}: ", file.display()));
        }
        if let Some(array) = self.array {
            line.push_str(&format!("array {array}: "));
        }
        if let Some(place) = self.place {
            line.push_str(&format!("{place}: "));
        }
        line.push_str(&self.problem.to_string());
        // File names and the messages of libraries may hold line breaks; the promise is one line.
        let printable = line.chars().map(|c| if c.is_control() { ' ' } else { c });
        f.write_str(&printable.collect::<String>())
    }
}

impl std::error::Error for RecordingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Io(error) => Some(error),
            _ => None,
        }
    }
}
