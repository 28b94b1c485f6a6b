//! Why a mesh is rejected.

use core::fmt;

/// A mesh that is rejected: which file, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshError {
    file: Option<String>,
    message: String,
}

impl MeshError {
    /// An error about vertices that come from no file.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { file: None, message: message.into() }
    }

    /// The same error, about a file.
    pub(crate) fn of_file(file: &str, message: impl Into<String>) -> Self {
        Self { file: Some(file.to_owned()), message: message.into() }
    }

    /// The file as the robot description names it, if the mesh is from a file.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "mesh `{file}`: ")?;
        }
        f.write_str(&self.message)
    }
}

impl core::error::Error for MeshError {}
