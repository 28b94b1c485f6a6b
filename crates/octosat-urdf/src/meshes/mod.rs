//! Meshes of robot descriptions become outer hulls.
//!
//! # Modules, in the order in which data passes
//!
//! 1. `error`: why a mesh is rejected. `space`: vectors and affine maps.
//! 2. `files`: where a file is. `stl`, `obj`, `collada` with `geometry`: formats. `triangles`: what all of them give.
//! 3. `parts` with `clip`, `axes` and `volume`: a mesh is cut. `outer` with `nearest`: [`OuterHull`] of each part.

mod axes;
mod clip;
mod collada;
mod error;
mod files;
mod geometry;
mod nearest;
mod obj;
mod outer;
mod parts;
mod space;
mod stl;
mod triangles;
mod volume;

use std::fs;
use std::path::PathBuf;

pub use error::MeshError;
pub use outer::OuterHull;
use space::Affine;
use triangles::Triangles;

use crate::pose::Pose;

/// How far the hull of a mesh may reach beyond its own points, in meters, if no tolerance is given: a few times less than
/// the gaps of arms between their own links, which a hull that is 3 mm larger closes.
const TOLERANCE: f64 = 0.0005;

/// How collision meshes are read: below which folder the files are, and how closely hulls follow them.
///
/// Files of the formats STL (binary or text), OBJ and COLLADA are read, by the end of their names: `.stl`, `.obj` or
/// `.dae`. Each mesh is replaced by outer hulls: each point of a triangle is in one of them, and each point inside a
/// closed mesh, too.
///
/// # Files
/// `package://name/rest` is looked for at `FOLDER/name/rest`, then at `FOLDER/rest`, then at shorter ends of the path up
/// to the name of the file. `model://`, `file://`, absolute and relative paths are looked for in the same way. Nothing outside
/// the folder is opened, except through symbolic links in it: `..` never leaves the folder.
///
/// # Units
/// COLLADA files have a unit of length, which is applied. Their `up_axis` is not applied, because links have their own
/// axes. `RViz` and Gazebo do the same. Other files are in meters.
///
/// # Example
/// ```no_run
/// use octosat_urdf::{Meshes, read_with_meshes};
/// let meshes = Meshes::new("/opt/ros/jazzy/share").tolerance(0.001).parts(4);
/// let xml = std::fs::read_to_string("ur5.urdf")?;
/// let chain = read_with_meshes(&xml, &[], &meshes)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Meshes {
    folder: PathBuf,
    tolerance: f64,
    parts: usize,
}

impl Meshes {
    /// Looks for files below a folder, such as `share` of a ROS installation or the `src` of a workspace. Hulls have a
    /// tolerance of 0.5 mm, and each mesh is one part.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), tolerance: TOLERANCE, parts: 1 }
    }

    /// How far a hull may reach beyond the convex hull of its mesh, in meters.
    ///
    /// Hulls with more than 256 points are not made: such a hull reaches farther.
    #[must_use]
    pub fn tolerance(mut self, meters: f64) -> Self {
        self.tolerance = meters;
        self
    }

    /// The most parts that a mesh is cut into by planes. Each part becomes a hull.
    ///
    /// A cut that makes hulls barely smaller is not made, so many meshes stay whole. Arms that are made of elbows, such as
    /// those of Universal Robots, need 4 parts.
    #[must_use]
    pub fn parts(mut self, most: usize) -> Self {
        self.parts = most;
        self
    }

    /// The outer hulls of a mesh, given the name of its file as the element `mesh` of a robot description has it.
    ///
    /// Vertices are multiplied by `scale`, as by the attribute of that name.
    ///
    /// # Errors
    /// A file that does not exist, cannot be read, has another format or is broken; a mesh without triangles or with a
    /// coordinate that is not finite; a scale that is zero or not finite; no parts; and a tolerance that is negative or not
    /// finite.
    pub fn hulls(&self, file: &str, scale: [f64; 3]) -> Result<Vec<OuterHull>, MeshError> {
        self.placed(file, scale, Pose::IDENTITY)
    }

    /// The outer hulls of a mesh that is scaled, then moved.
    pub(crate) fn placed(
        &self,
        file: &str,
        scale: [f64; 3],
        pose: Pose,
    ) -> Result<Vec<OuterHull>, MeshError> {
        let hulls = || {
            if !scale.iter().all(|factor| factor.is_finite() && *factor != 0.0) {
                return Err(format!("the scale is {scale:?}, but must be finite and not zero"));
            }
            let place = Affine::pose(pose).after(&Affine::scale(scale));
            let mesh = self.read(file)?.finish(&place)?;
            if self.parts == 0 {
                return Err("the number of parts is 0, but must be at least 1".to_owned());
            }
            let parts = parts::cut(mesh, self.parts)?;
            parts.iter().map(|part| OuterHull::of(&part.points, self.tolerance)).collect()
        };
        hulls().map_err(|why: String| MeshError::of_file(file, why))
    }

    /// The triangles of a file.
    fn read(&self, file: &str) -> Result<Triangles, String> {
        let path = files::find(&self.folder, file)?;
        let format = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        let read = match format.as_deref() {
            Some("stl") => stl::read,
            Some("obj") => obj::read,
            Some("dae") => collada::read,
            _ => return Err("the formats are STL, OBJ and COLLADA (.stl, .obj, .dae)".to_owned()),
        };
        let in_file = |why: String| format!("file `{}`: {why}", path.display());
        read(&fs::read(&path).map_err(|error| in_file(error.to_string()))?).map_err(in_file)
    }
}

/// Words as so many finite numbers; none if they are not.
fn numbers<'a, const N: usize>(mut words: impl Iterator<Item = &'a str>) -> Option<[f64; N]> {
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = words.next()?.parse().ok().filter(|number: &f64| number.is_finite())?;
    }
    words.next().is_none().then_some(numbers)
}
