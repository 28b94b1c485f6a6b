//! Starting the binary, and folders to start it in.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A new empty folder that is removed in the end.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A folder of this name; names must differ between tests.
    pub(crate) fn new(name: &str) -> Self {
        let process = std::process::id();
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}-{process}"));
        fs::create_dir_all(&path).expect("the build folder can be written to");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file and gives its path.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("the build folder can be written to");
        path
    }

    /// The names of all that lies in the folder, hidden files too.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder exists");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("the folder can be read").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind harms no test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What the binary did.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Starts the binary with these arguments and waits for it.
pub(crate) fn octosat<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Done {
    let output = Command::new(env!("CARGO_BIN_EXE_octosat"))
        .args(arguments)
        .output()
        .expect("the binary can be started");
    Done {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("standard output is text"),
        stderr: String::from_utf8(output.stderr).expect("standard error is text"),
    }
}

/// Starts the binary with words and then files.
pub(crate) fn on_files(words: &[&str], files: &[&Path]) -> Done {
    let words = words.iter().map(OsStr::new);
    octosat(words.chain(files.iter().map(|file| file.as_os_str())))
}

impl Done {
    /// The one JSON object on standard output of a command that ended with this status; standard
    /// error is no terminal here, so nothing is said there.
    pub(crate) fn json(&self, status: i32) -> Value {
        assert_eq!(self.status, Some(status), "{self:?}");
        assert_eq!(self.stderr, "");
        let value: Value = serde_json::from_str(&self.stdout).expect("one JSON value");
        assert!(value.is_object(), "{value}");
        value
    }

    /// The one line with which the binary refused its work.
    pub(crate) fn refusal(&self) -> &str {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        let line = self.stderr.strip_suffix('\n').expect("a line ends");
        assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{line:?}");
        line
    }
}

/// A JSON number as a count.
pub(crate) fn count(value: &Value) -> usize {
    let count = value.as_u64().expect("a whole number");
    usize::try_from(count).expect("a count fits")
}

/// The items of a JSON array.
pub(crate) fn items(value: &Value) -> &[Value] {
    value.as_array().expect("a JSON array")
}

/// Asserts that an object has these fields.
pub(crate) fn has_fields(object: &Value, fields: &[&str]) {
    for field in fields {
        assert!(object.get(field).is_some(), "no {field} in {object}");
    }
}

/// Whether a backend has fused rounding on this machine.
pub(crate) fn has_fused(backend: &str) -> bool {
    let backend: octosat::Backend = backend.parse().expect("a backend's name");
    backend.has_rounding(octosat::Rounding::Fused)
}
