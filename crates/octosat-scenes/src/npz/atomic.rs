//! A file that appears complete or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file that appears complete or not at all, replacing an older one.
///
/// # Errors
/// When no file can be made in that folder, the name is that of something else, or writing fails;
/// nothing is left behind.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// A temporary file beside its target. [`AtomicFile::commit`] renames it to the target; dropping
/// it before then removes it.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    file: File,
    temporary: PathBuf,
    target: PathBuf,
    committed: bool,
    failed: bool,
}

impl AtomicFile {
    /// Opens a new temporary file in the folder of `path`.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        // A link is followed, so that what it points to is replaced and not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|data| !data.is_file()) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
        }
        let Some(name) = target.file_name() else {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not the name of a file"));
        };
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        hidden.push(format!(".{}.{count}.tmp", std::process::id()));
        let temporary = target.with_file_name(hidden);
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        Ok(Self { file, temporary, target, committed: false, failed: false })
    }

    /// Makes the file appear under its name, replacing an older one.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        if self.failed {
            return Err(io::Error::other("an earlier write failed"));
        }
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.target)?;
        self.committed = true;
        Ok(())
    }
}

impl Write for AtomicFile {
    // After a failure the rest is swallowed: the archive writer would otherwise try to complete
    // the archive when it is dropped, fail again and say so on standard error. The first failure
    // has been reported to the caller, and `commit` refuses.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Ok(bytes.len());
        }
        let written = self.file.write(bytes);
        self.failed = written.as_ref().is_err_and(|error| error.kind() != ErrorKind::Interrupted);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed { Ok(()) } else { self.file.flush() }
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            // Nothing can be done about a failure here.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
