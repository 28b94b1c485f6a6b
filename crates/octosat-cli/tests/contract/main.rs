//! The command line as scripts see it: exit statuses, JSON, result files and one-line errors. Here: starting the binary in
//! a folder of its own, and reading what it prints and writes.

mod boxwise;
mod broken;
mod checks;
mod crafted;
mod drawing;
mod limits;
mod results;
mod usage;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crafted::{Array, archive, good_arrays, named, read_arrays};

/// A new empty folder that is removed in the end.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

/// What the binary did.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// What `run --json --out` reported of one recording, and the results file.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    pub(crate) report: Value,
    pub(crate) bytes: Vec<u8>,
    pub(crate) arrays: Vec<Array>,
}

impl Folder {
    /// A folder of this name; names must differ between tests.
    pub(crate) fn new(name: &str) -> Self {
        let process = std::process::id();
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}-{process}"));
        fs::create_dir_all(&path).expect("the build folder can be written to");
        Self(path)
    }

    /// A folder with the good recording as `small.npz`.
    pub(crate) fn with_small(name: &str) -> Self {
        let folder = Self::new(name);
        folder.write("small.npz", &archive(&good_arrays()));
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("the build folder can be written to");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect(name)
    }

    /// The names of all that lies in the folder, hidden files too.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder exists");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.flatten().map(name).collect();
        names.sort_unstable();
        names
    }

    /// The binary with these arguments, to be started in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_octosat"));
        command.args(arguments).current_dir(&self.0);
        command
    }

    /// Starts the binary with these words between spaces and waits for it.
    pub(crate) fn octosat(&self, words: &str) -> Done {
        self.started(&words.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn started(&self, arguments: &[&str]) -> Done {
        let output = self.command(arguments).output().expect("the binary can be started");
        let text = |bytes| String::from_utf8(bytes).expect("output is text");
        let [stdout, stderr] = [output.stdout, output.stderr].map(text);
        Done { status: output.status.code(), stdout, stderr }
    }

    /// The JSON of a command that is done. Standard error is no terminal here, so nothing is said there.
    pub(crate) fn json(&self, words: &str) -> Value {
        let done = self.octosat(&format!("{words} --json"));
        assert_eq!(done.stderr, "", "{words}");
        done.json()
    }

    /// The words on standard output of a command that is done.
    pub(crate) fn words(&self, words: &str) -> String {
        let done = self.octosat(words);
        assert_eq!(done.status, Some(0), "{words}: {done:?}");
        done.stdout
    }

    /// Asserts that the binary ends with one line that has all these parts.
    pub(crate) fn rejects(&self, words: &str, parts: &[&str]) {
        let done = self.octosat(words);
        let line = done.rejection();
        for part in parts {
            assert!(line.contains(part), "{words}: {part:?} is not in {line:?}");
        }
    }

    /// Runs one recording, the embedded one if no file is named, and reads the results.
    pub(crate) fn results(&self, options: &str) -> Results {
        let report = self.json(&format!("run --out results.npz {options}"));
        assert_eq!(items(&report["recordings"]).len(), 1, "{report}");
        let arrays = read_arrays(&self.path("results.npz"));
        Results { report, bytes: self.read("results.npz"), arrays }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind harms no test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Done {
    /// The one JSON object on standard output of a command that is done.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, Some(0), "{self:?}");
        let value: Value = serde_json::from_str(&self.stdout).expect("one JSON value");
        assert!(value.is_object(), "{value}");
        value
    }

    /// The one line with which the binary rejected its input.
    pub(crate) fn rejection(&self) -> &str {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        let line = self.stderr.strip_suffix('\n').expect("a line ends");
        assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{line:?}");
        line
    }
}

impl Results {
    /// A number that was reported of the recording.
    pub(crate) fn count(&self, field: &str) -> usize {
        count(&self.report["recordings"][0][field])
    }

    pub(crate) fn array(&self, name: &str) -> &Array {
        named(&self.arrays, name)
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.arrays.iter().map(|array| array.name.as_str()).collect()
    }
}

/// A JSON number as a count.
pub(crate) fn count(value: &Value) -> usize {
    value.as_u64().and_then(|count| count.try_into().ok()).expect("a whole number")
}

/// A JSON number.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The items of a JSON array.
pub(crate) fn items(value: &Value) -> &[Value] {
    value.as_array().expect("a JSON array")
}

/// Asserts that an object has the fields of these names between spaces.
pub(crate) fn has_fields(object: &Value, fields: &str) {
    for field in fields.split(' ') {
        assert!(object.get(field).is_some(), "no {field} in {object}");
    }
}
