//! The class `Chain`.

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use numpy::PyArray2;
use octosat::JointMotions;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use pyo3::types::{PyDict, PyRange};

use crate::arrays::{Indices, obstacle_indices};
use crate::boxes::Boxes;
use crate::configurations::{ChainQuestion, Joints, joint_items};
use crate::joint::Joint;
use crate::leading::common_shape;
use crate::listed;
use crate::made::{Calls, Made};
use crate::own_points::{Points, check_single};
use crate::shaped::Column;
use crate::solids::Solids;
use crate::stored::Stored;
use crate::urdf::{self, LinkSolids};

/// A robot: links that joints connect, and the solids of each link.
///
/// Chain("base") is a chain of one link, which stands still: its frame is the world's. Links are added one after the
/// other, each with the joint that moves it as seen from a link before, so they form a tree. Solids are boxes,
/// cylinders, capsules and hulls in the frame of their link. Solids of two links have pairs with each other, except if a joint
/// connects the links, if no joint moves one as seen from the other, or if allow() says that they may touch. What a link
/// holds has pairs with all other links, except for those that hold() names.
///
/// Queries take joint values of shape (..., joints), in the order of joint_names, in radians and meters, and return one
/// answer per configuration in the shape (...). Joint values are rounded to float32. A call that changes the chain
/// waits until queries of other threads end. Raises ChainError, which names the link or the joint.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Chain {
    made: RwLock<Made>,
}

impl Chain {
    /// Locks the chain for reading. Waits without the GIL.
    pub(crate) fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, Made> {
        self.made.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the chain for a change. Waits without the GIL.
    fn write(&self, py: Python<'_>) -> RwLockWriteGuard<'_, Made> {
        self.made.write_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Says whether a link may touch another link, or obstacles, by a method.
    fn set_allowed(
        &self,
        py: Python<'_>,
        says: (&'static str, bool),
        (link, other, obstacles): (&str, Option<&Bound<'_, PyAny>>, Option<&Bound<'_, PyAny>>),
    ) -> PyResult<()> {
        let no_name = |_| {
            let text = "other must be the name of a link; obstacles are given as obstacles=[...]";
            PyTypeError::new_err(text)
        };
        let other = other.map(|other| other.extract::<String>().map_err(no_name)).transpose()?;
        let obstacles = obstacles.map(|given| obstacle_indices(link, given)).transpose()?;
        let obstacles = obstacles.as_ref().map(Indices::flat);
        self.write(py).set_allowed(py, says, (link, other.as_deref(), obstacles))
    }
}

#[pymethods]
impl Chain {
    #[new]
    #[pyo3(signature = (base="base"))]
    fn new(py: Python<'_>, base: &str) -> PyResult<Self> {
        if base.ends_with(".urdf") || base.contains('<') {
            let text = "base is the name of a link: Chain.from_urdf() reads a robot description";
            return Err(PyTypeError::new_err(text));
        }
        let made = Made::new(octosat::Chain::new(base), "__call__", (base,).into_pyobject(py)?);
        Ok(Self { made: RwLock::new(made) })
    }

    /// The chain of a robot description: the text of a URDF, or the path of a file. Boxes, cylinders, capsules and
    /// spheres of its elements `collision` are the solids; a link without them has none, whatever its `visual` shows.
    ///
    /// meshes: the folder below which files of collision meshes are, STL, OBJ or COLLADA; `package://` is this folder. Each
    /// mesh becomes a hull that contains it. tolerance: how far a hull may reach beyond the convex hull of its mesh, meters.
    /// parts: into how many parts a mesh is cut at most, each a hull of its own.
    ///
    /// boxes, solids: solids of links by their names, in the frame of the link, in place of all collision geometry of the
    /// description. boxes: {"hand": boxes}, Boxes or tuples of arrays. solids: the arguments of attach(), such as
    /// {"hand": {"capsules": ..., "hulls": ...}}. None is for a link that touches nothing.
    ///
    /// Links and joints are in the order of the text, except that they come after those that they depend on. Raises
    /// UrdfError with the line.
    #[staticmethod]
    #[pyo3(signature = (urdf, boxes=None, *, solids=None, meshes=None, tolerance=0.0005, parts=1))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn from_urdf<'py>(
        py: Python<'py>,
        urdf: &Bound<'py, PyAny>,
        boxes: Option<&Bound<'py, PyAny>>,
        solids: Option<&Bound<'py, PyAny>>,
        meshes: Option<PathBuf>,
        tolerance: f64,
        parts: i64,
    ) -> PyResult<Self> {
        let text = urdf::text_of(urdf)?;
        let given = LinkSolids::of(boxes, solids)?;
        let meshes = meshes.map(|folder| urdf::meshes(folder, tolerance, parts)).transpose()?;
        let chain = given.chain(py, &text, meshes.as_ref())?;
        Ok(Self { made: RwLock::new(Made::of_urdf(py, text, chain)?) })
    }

    /// The chain and the world of a MuJoCo model, an MjModel: a MujocoScene. Hinges and slides are the joints, whose values are
    /// those of qpos. Pairs are those that MuJoCo looks at, except for those that no joint of the chain moves.
    ///
    /// data: an MjData: what has a free or a ball joint stands still where it is there, and so do mocap bodies. Without it,
    /// free and ball joints are errors. leave_out: indices or names of geoms that are not looked at. tolerance: how far the
    /// hull of a mesh may reach beyond it, meters; that of an ellipsoid may reach beyond it by a hundredth of its axes.
    ///
    /// Raises ChainError for what a chain cannot have, with the body or the joint.
    #[staticmethod]
    #[pyo3(signature = (model, data=None, *, leave_out=None, tolerance=0.0005))]
    fn from_mujoco<'py>(
        model: &Bound<'py, PyAny>,
        data: Option<&Bound<'py, PyAny>>,
        leave_out: Option<&Bound<'py, PyAny>>,
        tolerance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = model.py().import("octosat._mujoco")?;
        module.call_method1("scene_of", (model, data, leave_out, tolerance))
    }

    /// The chain of a robot description whose solids are stored.
    #[staticmethod]
    fn _of_stored<'py>(
        py: Python<'py>,
        text: String,
        links: Vec<String>,
        solids: Vec<Stored>,
    ) -> PyResult<Self> {
        let mut chain = LinkSolids::none_of(links).chain(py, &text, None)?;
        Stored::attach_all(&solids, &mut chain)?;
        Ok(Self { made: RwLock::new(Made::of_urdf(py, text, chain)?) })
    }

    /// Says that links may touch each other, as a semantic description lists them: the text of an SRDF, or the path of
    /// a file. Returns the names that are no links of the chain, whose pairs are skipped. Raises UrdfError with the line.
    fn allow_from_srdf(&self, py: Python<'_>, srdf: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let text = urdf::text_of(srdf)?;
        let mut made = self.write(py);
        let unknown = urdf::allow(py, &mut made.chain, &text)?;
        made.note("allow_from_srdf", (text,).into_pyobject(py)?, 0..0);
        Ok(unknown)
    }

    /// Adds a link, which a Joint moves as seen from the link `parent`.
    fn add_link(
        &self,
        py: Python<'_>,
        name: &str,
        parent: &str,
        joint: &Bound<'_, Joint>,
    ) -> PyResult<()> {
        self.write(py).add_link(py, name, parent, joint)
    }

    /// Attaches solids to a link, in the frame of the link, as parts of it, and returns their indices: a range. Links
    /// that a joint connects with it have no pairs with them: hold() is for what a hand grasps.
    ///
    /// boxes, cylinders, capsules, hulls: as for World. If the call fails, nothing is attached; so it does if the solid is so
    /// far from the base, as at map coordinates, that float32 may move it by more than 0.01 of its thinnest half extent.
    #[pyo3(signature = (link, boxes=None, cylinders=None, capsules=None, hulls=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn attach<'py>(
        &self,
        py: Python<'py>,
        link: &str,
        boxes: Option<&Bound<'py, PyAny>>,
        cylinders: Option<&Bound<'py, PyAny>>,
        capsules: Option<&Bound<'py, PyAny>>,
        hulls: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyRange>> {
        let solids = Solids::of([boxes, cylinders, capsules, hulls])?;
        self.write(py).attach(py, link, solids)
    }

    /// Attaches solids that a link holds, such as what a hand grasps, in the frame of the link, and returns their
    /// indices: a range. Other than parts of the link, they have pairs with all other links and what these hold, except
    /// for those in touching: names of links that they touch, such as fingers.
    ///
    /// allow() of two links does not count for them. The rest is as for attach().
    #[pyo3(signature = (
        link, boxes=None, cylinders=None, capsules=None, hulls=None, touching=Vec::new()
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn hold<'py>(
        &self,
        py: Python<'py>,
        link: &str,
        boxes: Option<&Bound<'py, PyAny>>,
        cylinders: Option<&Bound<'py, PyAny>>,
        capsules: Option<&Bound<'py, PyAny>>,
        hulls: Option<&Bound<'py, PyAny>>,
        touching: Vec<String>,
    ) -> PyResult<Bound<'py, PyRange>> {
        let solids = Solids::of([boxes, cylinders, capsules, hulls])?;
        self.write(py).hold(py, link, solids, &touching)
    }

    /// Removes solids, such as those of what a hand puts down. solids: what the last hold() or attach() returned;
    /// earlier ones follow in reverse order.
    fn detach(&self, py: Python<'_>, solids: Vec<usize>) -> PyResult<()> {
        self.write(py).detach(&solids)
    }

    /// Says that a link may touch another link, or obstacles: their solids have no pairs with each other. What a
    /// link holds may touch the obstacles, too, but not the other link: see hold().
    ///
    /// obstacles: shape (m,), integers, such as that of the table on which the base stands: indices of the World of each
    /// query, which must have them.
    #[pyo3(signature = (link, other=None, obstacles=None))]
    fn allow(
        &self,
        py: Python<'_>,
        link: &str,
        other: Option<&Bound<'_, PyAny>>,
        obstacles: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.set_allowed(py, ("allow", true), (link, other, obstacles))
    }

    /// Takes back what allow() says of a link and another link, or obstacles: their solids have the pairs that they would
    /// have without. If nothing allowed it, nothing changes. Arguments are those of allow().
    #[pyo3(signature = (link, other=None, obstacles=None))]
    fn forbid(
        &self,
        py: Python<'_>,
        link: &str,
        other: Option<&Bound<'_, PyAny>>,
        obstacles: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.set_allowed(py, ("forbid", false), (link, other, obstacles))
    }

    /// Counts for each pair of links in how many configurations they touch, and how near they come: dtype LINK_PAIR, shape
    /// (m,), in ascending order of links. Pairs that allow() names have no row, nor have links that a joint connects.
    ///
    /// It shows what a robot description should allow: links that touch in all configurations, hits == samples. That others
    /// never touch is no proof: of 200 pairs of a robot that never touch in 2,000 configurations, some do in 20,000.
    ///
    /// joints, within, between_links, engine: as for any_overlap(). Raises QueryError if the chain has no solids.
    #[pyo3(signature = (joints, *, within=None, between_links=None, engine=None))]
    fn link_pairs<'py>(
        &self,
        joints: &Bound<'py, PyAny>,
        within: Option<&Bound<'py, PyAny>>,
        between_links: Option<f32>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let items = joint_items("joints", joints, self)?;
        let given = Joints::copy(&items, items.shape())?;
        let question = ChainQuestion::of(self, given, None, true, engine)?;
        question.within(within, between_links)?.link_pairs(joints.py())
    }

    /// Tests for each configuration whether any solid touches an obstacle or a solid of another link: bool, shape
    /// (...). Poses are rounded, so pairs that almost touch may be reported either way; least_clearances() and
    /// joint_motions() leave room for that. A pair of others than two boxes is a hit unless the computed solids are
    /// certainly apart.
    ///
    /// joints: shape (..., joints), in the order of joint_names. world: a World; None for pairs of links alone. links:
    /// whether pairs of links count. out: a bool array of shape (...) that is filled and returned. Raises QueryError if
    /// the chain has no solids. If the call raises QueryError, it writes no results.
    ///
    /// within: meters, at least zero: nearer pairs are hits, too; a number, or an array of shape (links,) in the order of
    /// link_names, of which pairs of links keep the larger one. between_links: the same of pairs of links instead. If within
    /// is positive, no pair of a configuration that is no hit is nearer, whatever rounding does.
    #[pyo3(signature = (
        joints, world=None, *, links=true, within=None, between_links=None, engine=None, out=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn any_overlap<'py>(
        &self,
        joints: &Bound<'py, PyAny>,
        world: Option<&Bound<'py, PyAny>>,
        links: bool,
        within: Option<&Bound<'py, PyAny>>,
        between_links: Option<f32>,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let items = joint_items("joints", joints, self)?;
        let given = Joints::copy(&items, items.shape())?;
        let question = ChainQuestion::of(self, given, world, links, engine)?;
        question.within(within, between_links)?.any_overlap(joints.py(), out)
    }

    /// Computes the least clearance of each configuration, and the pair that it is of: dtype CHAIN_CLEARANCE, shape
    /// (...). A clearance is a lower bound of the distance, so another pair may be nearer; a negative one is no depth. A
    /// configuration whose clearance is positive is certainly free.
    ///
    /// tolerance: meters, at least zero: by how much clearances may be less than the least ones. Among many obstacles 1e-4
    /// takes a fraction of the time. Other arguments are those of any_overlap(); out is of the dtype of the result.
    #[pyo3(signature = (joints, world=None, *, links=true, tolerance=0.0, engine=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn least_clearances<'py>(
        &self,
        joints: &Bound<'py, PyAny>,
        world: Option<&Bound<'py, PyAny>>,
        links: bool,
        tolerance: f32,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let items = joint_items("joints", joints, self)?;
        let given = Joints::copy(&items, items.shape())?;
        let question = ChainQuestion::of(self, given, world, links, engine)?.tolerance(tolerance);
        question.rows(joints.py(), out, |engine, asked, rows| engine.least_clearances(asked, rows))
    }

    /// Proves for each joint motion that the chain touches nothing all the way: dtype JOINT_MOTION, shape (...). A joint
    /// motion moves all joints at once, along the straight line from a configuration of starts to one of ends: shape
    /// (..., joints); leading axes are broadcast. state: see JointMotionState; only FREE is a proof, of all times of the
    /// motion. free_until: until when the motion is certainly free, as a part of it. tolerance: meters: parts of a
    /// motion that move no point by more are undecided if they are not proven free.
    ///
    /// Of a HIT, touches_at is a time at which a pair touches: a solid, and an obstacle or an other solid. hit_tolerance:
    /// meters: how closely the first such time is looked for, until no point moves by more between what is proven free, or
    /// undecided, and touches_at; not closer than tolerance. Zero takes the least time: a motion ends with the first pair that
    /// is found to touch.
    ///
    /// Other arguments are those of any_overlap(); out is of the dtype of the result.
    #[pyo3(signature = (
        starts, ends, world=None, *, links=true, within=None, between_links=None, tolerance=1e-4,
        hit_tolerance=0.0, engine=None, out=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn joint_motions<'py>(
        &self,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        world: Option<&Bound<'py, PyAny>>,
        links: bool,
        within: Option<&Bound<'py, PyAny>>,
        between_links: Option<f32>,
        tolerance: f32,
        hit_tolerance: f32,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = starts.py();
        let starts = joint_items("starts", starts, self)?;
        let ends = joint_items("ends", ends, self)?;
        let shape = common_shape([&starts, &ends])?;
        let ends = Joints::copy(&ends, &shape)?;
        let starts = Joints::copy(&starts, &shape)?;
        let question = ChainQuestion::of(self, starts, world, links, engine)?;
        let (question, ends) = (question.within(within, between_links)?, ends.rows());
        question.rows(py, out, |engine, starts, rows| {
            let motions = JointMotions::new(starts, ends).tolerance(tolerance);
            engine.joint_motions(motions.hit_tolerance(hit_tolerance), rows)
        })
    }

    /// Tests which points of a camera are on the chain itself, or within a length of it: bool, shape (...). A point
    /// that is not is certainly farther than it from every solid: cloud = points[~arm.own_points(joints, points, 0.02)].
    ///
    /// joints: shape (joints,): one configuration. points: shape (..., 3), meters, in the world, rounded to float32; those
    /// of a depth image that are NaN are dropped by points[np.isfinite(points).all(1)]. within: meters, at least zero:
    /// a number, or an array of shape (links,) in the order of link_names. engine, out: as for any_overlap().
    #[pyo3(signature = (joints, points, within=None, *, engine=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn own_points<'py>(
        &self,
        joints: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
        within: Option<&Bound<'py, PyAny>>,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = joints.py();
        let items = joint_items("joints", joints, self)?;
        check_single(&items)?;
        let points = Points::of(points)?;
        let question = ChainQuestion::of(self, Joints::copy(&items, &[])?, None, true, engine)?;
        points.ask(&question.within(within, None)?, py, out)
    }

    /// The boxes of each configuration for other queries: Boxes of shape (..., solids), bounding boxes of cylinders,
    /// capsules and hulls.
    ///
    /// joints, engine: as for any_overlap().
    #[pyo3(signature = (joints, *, engine=None))]
    fn poses(
        &self,
        joints: &Bound<'_, PyAny>,
        engine: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Boxes> {
        let items = joint_items("joints", joints, self)?;
        let given = Joints::copy(&items, items.shape())?;
        ChainQuestion::of(self, given, None, true, engine)?.poses(joints.py())
    }

    /// The poses of the frame of a link in each configuration, whether it has solids or not, such as that of a tool.
    ///
    /// joints, engine: as for any_overlap(). Returns positions, shape (..., 3), meters, and rotations, shape (..., 4),
    /// unit quaternions x, y, z, w, link to world: float32.
    #[pyo3(signature = (joints, link, *, engine=None))]
    fn frames<'py>(
        &self,
        joints: &Bound<'py, PyAny>,
        link: &str,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Column<'py>, Column<'py>)> {
        let py = joints.py();
        let marked = Self { made: RwLock::new(self.read(py).marked(py, link)?) };
        let items = joint_items("joints", joints, &marked)?;
        let given = Joints::copy(&items, items.shape())?;
        let boxes = ChainQuestion::of(&marked, given, None, true, engine)?.marks(py)?;
        Ok((boxes.centers(py)?, boxes.rotations(py)?))
    }

    /// The names of the joints that have a value, in the order of joint values.
    #[getter]
    pub(crate) fn joint_names(&self, py: Python<'_>) -> Vec<String> {
        self.read(py).chain.joint_names().map(str::to_owned).collect()
    }

    /// The lower and the upper limit of each joint value: float64, shape (joints, 2), radians or meters; infinite for
    /// joints without limits.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        listed::limits(py, &self.read(py).chain)
    }

    /// The names of the links.
    #[getter]
    fn link_names(&self, py: Python<'_>) -> Vec<String> {
        self.read(py).chain.link_names().map(str::to_owned).collect()
    }

    /// The name of the link of each solid, in the order of the indices of solids.
    #[getter]
    fn solids(&self, py: Python<'_>) -> Vec<String> {
        listed::links_of_solids(&self.read(py).chain)
    }

    /// The hulls among the solids, those of meshes, too: a pair (points, radius) of each, by the index of the solid.
    /// points: float64, shape (n, 3), meters, in the frame of the link.
    #[getter]
    fn hulls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        listed::hulls(py, &self.read(py).chain)
    }

    /// The pairs of solids of two links that are looked at: uint32, shape (m, 2).
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        listed::pairs(py, &self.read(py).chain)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Calls<'py>)> {
        let py = slf.py();
        let calls = slf.get().read(py).calls(py);
        Ok((py.import("octosat._octosat")?.getattr("_chain_of_calls")?, calls))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let chain = &self.read(py).chain;
        let [links, joints, solids] =
            [chain.link_names().len(), chain.values(), chain.solids().len()];
        format!("<octosat.Chain: {links} links, {joints} joint values, {solids} solids>")
    }
}
