//! Tests of meshes: files of small meshes are written into a temporary folder.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use octosat_urdf::{Meshes, OuterHull};

mod broken;
mod collada;
mod files;
mod formats;
mod hulls;
mod links;
mod parts;

/// A folder with files, removed when dropped.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A folder with these files.
    fn with(files: &[(&str, &[u8])]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("octosat-urdf-{}-{number}", std::process::id());
        let folder = Self { path: std::env::temp_dir().join(name) };
        for (name, bytes) in files {
            let path = folder.path.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
        folder
    }

    fn meshes(&self) -> Meshes {
        Meshes::new(&self.path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing is lost if the folder stays.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The only hull of a file of this name with these bytes.
fn hull(name: &str, bytes: &[u8]) -> OuterHull {
    let folder = Folder::with(&[(name, bytes)]);
    let mut hulls = folder.meshes().hulls(name, [1.0; 3]).expect("a mesh");
    assert_eq!(hulls.len(), 1);
    hulls.remove(0)
}

/// Why a file of this name with these bytes is rejected, without the path of the temporary folder.
fn why(name: &str, bytes: &[u8]) -> String {
    let folder = Folder::with(&[(name, bytes)]);
    let error = folder.meshes().hulls(name, [1.0; 3]).expect_err("no mesh");
    assert_eq!(error.file(), Some(name));
    error.to_string().replace(&format!("{}", folder.path.display()), "FOLDER")
}

/// The points of a hull in ascending order.
fn sorted(hull: &OuterHull) -> Vec<[f32; 3]> {
    let mut points = hull.points.clone();
    points.sort_by(|one, other| one.partial_cmp(other).expect("finite numbers"));
    points
}

/// The corners of a box in ascending order, given its least and its largest corner.
fn corners(least: [f32; 3], largest: [f32; 3]) -> Vec<[f32; 3]> {
    let ends = |axis: usize| [least[axis], largest[axis]];
    let [x, y, z] = [ends(0), ends(1), ends(2)];
    x.iter().flat_map(|&x| y.iter().flat_map(move |&y| z.map(|z| [x, y, z]))).collect()
}

/// The triangles of a box.
fn box_triangles(least: [f32; 3], largest: [f32; 3]) -> Vec<[[f32; 3]; 3]> {
    // Corner 4 i + 2 j + k is at end i of x, j of y and k of z.
    const QUADS: [[usize; 4]; 6] =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let corners = corners(least, largest);
    let halves = QUADS.map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    halves.into_iter().flatten().map(|triangle| triangle.map(|at| corners[at])).collect()
}

/// A binary STL of triangles.
fn stl(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = b"solid by name only".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(u32::try_from(triangles.len()).expect("few").to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        bytes.extend(triangle.iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

/// A text STL of triangles.
fn text_stl(triangles: &[[[f32; 3]; 3]]) -> String {
    let vertex = |[x, y, z]: &[f32; 3]| format!("      vertex {x} {y} {z:e}\n");
    let facet = |triangle: &[[f32; 3]; 3]| {
        let vertices: String = triangle.iter().map(vertex).collect();
        format!("  facet normal 0 0 0\n    outer loop\n{vertices}    endloop\n  endfacet\n")
    };
    format!("solid box\n{}endsolid box\n", triangles.iter().map(facet).collect::<String>())
}
