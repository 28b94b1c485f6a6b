//! A file that appears complete or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath, tempfile_in};

/// The most links to links that are followed; more are a circle. Linux follows as many.
const MOST_LINKS: usize = 40;

/// Writes a file that appears complete or not at all, replacing an older one.
///
/// If the path is a link, its target is made or replaced, not the link.
///
/// # Errors
/// If no file can be made in that folder, the name belongs to something other than a file, or writing fails; nothing
/// is left behind.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// The place of a file that is to appear complete or not at all.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    path: PathBuf,
    folder: PathBuf,
}

impl Target {
    /// The file that `path` names or, being a link, points to; it need not exist.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
        }
        let path = followed(path)?;
        let folder = match (path.file_name(), path.parent()) {
            (Some(_), Some(folder)) if folder != Path::new("") => folder.to_owned(),
            (Some(_), _) => PathBuf::from("."),
            _ => return Err(io::Error::new(ErrorKind::InvalidInput, "not the name of a file")),
        };
        Ok(Self { path, folder })
    }

    /// A file without a name next to the target: however the process ends, the system removes it.
    pub(crate) fn unnamed(&self) -> io::Result<File> {
        tempfile_in(&self.folder)
    }

    /// Gives a file without a name a temporary one, without copying it.
    fn link(&self, file: &File) -> io::Result<TempPath> {
        Ok(Builder::new().make_in(&self.folder, |name| link(file, name))?.into_temp_path())
    }

    /// Copies a file without a name to one with a temporary name.
    fn copy(&self, mut file: &File) -> io::Result<TempPath> {
        // Made with the usual permissions, as by `File`.
        let mut named = Builder::new().make_in(&self.folder, |name| File::create_new(name))?;
        file.rewind()?;
        io::copy(&mut file, named.as_file_mut())?;
        named.as_file().sync_all()?;
        Ok(named.into_temp_path())
    }
}

/// Gives a file without a name a name that no other file has.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;

    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, unnamed.as_str(), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// The end of a chain of links.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
            return Ok(path);
        }
        // The link's own name goes, and an absolute target replaces the folder too.
        let points_to = fs::read_link(&path)?;
        path.pop();
        path.push(points_to);
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "a circle of links"))
}

/// A file next to its target that has no name before [`OutputFile::commit`].
#[derive(Debug)]
pub(crate) struct OutputFile {
    file: File,
    target: Target,
    failed: bool,
}

impl OutputFile {
    /// Starts a file that is to be named `path`.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Self::begin(Target::new(path)?)
    }

    pub(crate) fn begin(target: Target) -> io::Result<Self> {
        Ok(Self { file: target.unnamed()?, target, failed: false })
    }

    /// Makes the file appear under its name, replacing an older one.
    ///
    /// If there is an older one, a temporary name exists between two system calls, because no call replaces a file by one
    /// that has no name. If Linux's way fails, as on some network drives, or on another system, the temporary name exists
    /// while the file is copied.
    pub(crate) fn commit(self) -> io::Result<()> {
        if self.failed {
            return Err(io::Error::other("an earlier write failed"));
        }
        self.file.sync_all()?;
        if link(&self.file, &self.target.path).is_ok() {
            return Ok(());
        }
        let named = self.target.link(&self.file).or_else(|_| self.target.copy(&self.file))?;
        Ok(named.persist(&self.target.path)?)
    }
}

impl Write for OutputFile {
    // After a failure, the rest is ignored: otherwise the archive writer would try to complete the archive
    // when it is dropped, fail again and report that on standard error. The first failure has been reported
    // to the caller, and `commit` returns an error.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Ok(bytes.len());
        }
        let written = self.file.write(bytes);
        self.failed = written.as_ref().is_err_and(|error| error.kind() != ErrorKind::Interrupted);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for OutputFile {
    fn seek(&mut self, position: io::SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}
