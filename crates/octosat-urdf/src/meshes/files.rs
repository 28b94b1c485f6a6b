//! Where the files are that a robot description names.

use std::path::{Component, Path, PathBuf};

/// Finds the file that a robot description names, below a folder.
///
/// A name is `package://name/rest`, `model://name/rest`, `file:///path`, or a path. Tried are, below the folder, the
/// whole of it without its beginning, then the same without the first of its folders, and so on: `name/rest`, `rest`, and
/// so on up to the name of the file. The first file that exists is taken, but none of another robot: not of `meshes/ur5` for
/// `meshes/ur10/base.dae` if there is a folder `meshes/ur10`.
///
/// So no file outside the folder is opened, whatever the description says, except through symbolic links in it.
/// `..` removes the folder before it, and is skipped if there is none.
pub(crate) fn find(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let parts = parts(name)?;
    let below =
        |first: usize| parts[first..].iter().fold(folder.to_owned(), |path, part| path.join(part));
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let is_right = |first: &usize| !has_other(&whole, &parts[..*first]);
    let found = (0..parts.len()).filter(is_right).map(below).find(|path| path.is_file());
    found.ok_or_else(|| {
        let folder = folder.display();
        match parts.as_slice() {
            [] => "the name of the file is empty".to_owned(),
            [only] => format!("there is no `{only}` in the folder `{folder}`"),
            [.., last] => format!(
                "there is no `{}` in the folder `{folder}`, nor a shorter end of this path, such as `{last}`",
                parts.join("/")
            ),
        }
    })
}

/// Whether next to a folder, or to one above it, is another one that the folders which are left out of a name are about.
fn has_other(folder: &Path, left_out: &[String]) -> bool {
    let pairs = folder.ancestors().zip(left_out.iter().rev());
    let mut differ = pairs.skip_while(|(at, name)| at.file_name() == Some(name.as_ref()));
    differ
        .next()
        .is_some_and(|(at, name)| at.parent().is_some_and(|above| above.join(name).is_dir()))
}

/// The folders and the file of a name.
fn parts(name: &str) -> Result<Vec<String>, String> {
    let path = match name.split_once("://") {
        None => name,
        Some(("package" | "model" | "file", path)) => path,
        Some((scheme, _)) => return Err(format!("files of `{scheme}://` are not read")),
    };
    let mut parts = Vec::new();
    // Descriptions that were written on Windows have backslashes.
    for component in Path::new(&path.replace('\\', "/")).components() {
        match component {
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            Component::ParentDir => {
                parts.pop();
            }
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    Ok(parts)
}
