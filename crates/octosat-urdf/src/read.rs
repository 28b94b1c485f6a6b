//! A robot description becomes a chain.

use octosat::{Chain, Solid};

use crate::element::{Element, parse};
use crate::error::UrdfError;
use crate::joint;
use crate::link::{Link, Links, MeshReader};
use crate::neighbors::{self, Connection};
use crate::tree::Tree;

/// Reads the text of a robot description (URDF) into a chain, with solids for the links that the description gives no
/// usable geometry.
///
/// `solids` has names of links, and the solids of each in the frame of the link: boxes, cylinders, capsules and hulls. They
/// replace all collision geometry of the link, so no solids at all make a link that nothing touches. Every link whose
/// collision geometry is a mesh needs an entry: this function opens no files, and [`read_with_meshes`] reads those of meshes.
///
/// Links and joint values are in the order of the document, except that links come after their parents, and joints
/// after the joint that they mimic: next is always the first joint of the document that can be added to the chain. The
/// base is link 0. [`Chain::joint_names`] and [`Chain::link_names`] have the order; joints that are fixed or mimic
/// another have no value. Solids are in the order of links, and those of a link in that of the document. Numbers of
/// joints are read in double precision; those of solids are rounded to the nearest `f32`.
///
/// Links that one joint which moves connects, and otherwise fixed joints and links without solids, are neighbors: they may
/// touch, as links that a joint connects. Links that stand still are no such neighbors.
///
/// # Errors
/// Text that is not XML or not URDF, names that are used twice, links that are not a tree, numbers that are not usable,
/// joints of type `planar` or `floating`, and other geometry than boxes, cylinders, capsules and spheres for a link
/// without given solids, and origins so far away, such as those of a map, that `f32` is too coarse for a solid
/// ([`Chain::check_rounding`]); each with its line, and the joint or link. Solids that are given twice for a link, or for a
/// link that does not exist.
///
/// # Example
/// ```
/// use octosat::OrientedBox;
/// let xml = r#"<robot name="lift">
///     <link name="mast"/>
///     <joint name="slide" type="prismatic">
///         <parent link="mast"/> <child link="fork"/>
///         <axis xyz="0 0 1"/> <limit lower="0" upper="1.5"/>
///     </joint>
///     <link name="fork">
///         <collision> <geometry> <mesh filename="package://lift/fork.stl"/> </geometry> </collision>
///     </link>
/// </robot>"#;
/// let error = octosat_urdf::read(xml, &[]).unwrap_err();
/// assert_eq!((error.line(), error.element(), error.name()), (8, "link", Some("fork")));
///
/// let fork = OrientedBox::new([0.4, 0.0, 0.02], [0.0, 0.0, 0.0, 1.0], [0.4, 0.25, 0.02]);
/// let chain = octosat_urdf::read(xml, &[("fork", &[fork.into()])])?;
/// assert!(chain.joint_names().eq(["slide"]) && chain.joint_limits().eq([[0.0, 1.5]]));
/// # Ok::<(), octosat_urdf::UrdfError>(())
/// ```
pub fn read(xml: &str, solids: &[(&str, &[Solid])]) -> Result<Chain, UrdfError> {
    read_all(xml, solids, None)
}

/// Reads a chain as [`read`] does, with the collision meshes of links as outer hulls.
///
/// Only files that collision elements name are opened, below the folder of `meshes`. Links with given solids need none.
///
/// # Errors
/// As [`read`], and those of [`Meshes::hulls`](crate::Meshes::hulls) with the line and the link.
pub fn read_with_meshes(
    xml: &str,
    solids: &[(&str, &[Solid])],
    meshes: &crate::Meshes,
) -> Result<Chain, UrdfError> {
    read_all(xml, solids, Some(&|mesh, pose| crate::mesh::solids(mesh, pose, meshes)))
}

/// Reads a chain, with meshes if something reads these.
fn read_all(
    xml: &str,
    solids: &[(&str, &[Solid])],
    mesh_reader: Option<&MeshReader<'_>>,
) -> Result<Chain, UrdfError> {
    let document = parse(xml)?;
    let robot = Element::robot(&document)?;
    let links = Links::read(robot, solids)?;
    let joints = joint::read(robot, &links)?;
    let tree = Tree::of(&links, &joints)?;

    // The link of the description that each link of the chain is, and the other way round.
    let mut order = vec![tree.base];
    let mut index = vec![0; links.all.len()];
    let mut chain = Chain::new(links.all[tree.base].name);
    let mut connections = Vec::with_capacity(tree.joints.len());
    for &number in &tree.joints {
        let joint = &joints[number];
        let name = links.all[joint.child].name;
        let added = chain.add_link(name, index[joint.parent], joint.joint.clone());
        index[joint.child] = added.map_err(|error| joint.element.error(error.to_string()))?;
        let (parent, child) = (index[joint.parent], index[joint.child]);
        connections.push(Connection { parent, child, is_fixed: joint.is_fixed });
        order.push(joint.child);
    }
    for (at, &link) in order.iter().enumerate() {
        let Link { name, element, .. } = links.all[link];
        let rejected = |error: octosat::Error| {
            // The name of the link is in front of the message already.
            element.error(error.to_string().trim_start_matches(&format!("link `{name}`: ")))
        };
        for solid in links.solids(link, mesh_reader)? {
            chain.attach(at, solid).map_err(rejected)?;
        }
        chain.check_rounding().map_err(rejected)?;
    }
    neighbors::allow(&mut chain, &connections).map_err(|error| robot.error(error.to_string()))?;
    Ok(chain)
}
