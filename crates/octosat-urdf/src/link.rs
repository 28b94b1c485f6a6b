//! Links of a robot description, and the solids of each.

use std::collections::HashMap;

use octosat::{OrientedBox, Solid};

use crate::element::Element;
use crate::error::UrdfError;
use crate::pose::{Pose, round};

/// Makes the solids of an element `mesh`, given the pose of its collision.
pub(crate) type MeshReader<'m> = dyn Fn(Element<'_>, Pose) -> Result<Vec<Solid>, UrdfError> + 'm;

/// The links, in the order of the document.
#[derive(Debug)]
pub(crate) struct Links<'a> {
    pub(crate) robot: Element<'a>,
    pub(crate) all: Vec<Link<'a>>,
    by_name: HashMap<&'a str, usize>,
}

/// A link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link<'a> {
    pub(crate) name: &'a str,
    pub(crate) element: Element<'a>,
    /// The solids that replace the geometry of the description, if the caller has given some.
    solids: Option<&'a [Solid]>,
}

impl<'a> Links<'a> {
    /// Reads the names of all links.
    pub(crate) fn read(
        robot: Element<'a>,
        solids: &[(&str, &'a [Solid])],
    ) -> Result<Self, UrdfError> {
        let mut links = Self { robot, all: Vec::new(), by_name: HashMap::new() };
        for element in robot.children("link") {
            let name = element.required_attribute("name")?;
            if let Some(before) = links.by_name.insert(name, links.all.len()) {
                let line = links.all[before].element.line();
                return Err(
                    element.error(format!("there is another link of this name in line {line}"))
                );
            }
            links.all.push(Link { name, element, solids: None });
        }
        for &(name, solids) in solids {
            let Some(&link) = links.by_name.get(name) else {
                return Err(robot
                    .error(format!("solids are given for link `{name}`, which does not exist")));
            };
            if links.all[link].solids.replace(solids).is_some() {
                return Err(robot.error(format!("solids are given twice for link `{name}`")));
            }
        }
        Ok(links)
    }

    /// The index of the link that an element of a joint names.
    pub(crate) fn find(&self, element: Element<'_>) -> Result<usize, UrdfError> {
        let name = element.required_attribute("link")?;
        let found = self.by_name.get(name).copied();
        found.ok_or_else(|| {
            element.error(format!("the {} is link `{name}`, which does not exist", element.tag()))
        })
    }

    /// The solids of a link: those that the caller has given, or those of the description. Those of meshes come from
    /// `mesh_reader`, if there is one.
    pub(crate) fn solids(
        &self,
        link: usize,
        mesh_reader: Option<&MeshReader<'_>>,
    ) -> Result<Vec<Solid>, UrdfError> {
        let Link { element, solids, .. } = self.all[link];
        if let Some(solids) = solids {
            return Ok(solids.to_vec());
        }
        let mut all = Vec::new();
        for collision in element.children("collision") {
            let shape = shape(collision)?;
            let pose = Pose::of(collision)?;
            match mesh_reader.filter(|_| shape.tag() == "mesh") {
                Some(read) => all.extend(read(shape, pose)?),
                None => all.push(
                    solid(shape, pose)?
                        .ok_or_else(|| self.not_read(shape, mesh_reader.is_some()))?,
                ),
            }
        }
        Ok(all)
    }

    /// The error about a shape that is not read, such as a mesh. It names all links with such a shape.
    fn not_read(&self, found: Element<'_>, are_meshes_read: bool) -> UrdfError {
        let file = found.attribute("filename").ok().flatten();
        let file = file.map(|file| format!(" of the file `{file}`")).unwrap_or_default();
        let is_not_read = |link: &&Link<'_>| {
            let is_read = |tag| SHAPES.contains(&tag) || are_meshes_read && tag == "mesh";
            let has = |collision| shape(collision).is_ok_and(|shape| !is_read(shape.tag()));
            link.solids.is_none() && link.element.children("collision").any(has)
        };
        let names = self.all.iter().filter(is_not_read).map(|link| format!("`{}`", link.name));
        let names = names.collect::<Vec<_>>().join(", ");
        let tag = found.tag();
        let or_folder = if tag == "mesh" { "a folder of meshes, or " } else { "" };
        found.error(format!(
            "the `{tag}`{file} is not read; give {or_folder}solids for these links: {names}"
        ))
    }
}

/// The shapes that are read.
const SHAPES: [&str; 4] = ["box", "cylinder", "capsule", "sphere"];

/// The element that says which shape a collision has.
fn shape(collision: Element<'_>) -> Result<Element<'_>, UrdfError> {
    let geometry = collision.required_child("geometry")?;
    let mut shapes = geometry.elements();
    match (shapes.next(), shapes.next()) {
        (Some(shape), None) => Ok(shape),
        (None, _) => Err(geometry.error("the element `geometry` is empty")),
        (Some(_), Some(other)) => Err(other.error("there are two shapes in one `geometry`")),
    }
}

/// The solid of a shape; none if shapes of this kind are not read.
fn solid(shape: Element<'_>, pose: Pose) -> Result<Option<Solid>, UrdfError> {
    let pose = pose.of_box();
    let length = |name| shape.lengths(name).map(|[length]| round(length));
    Ok(Some(match shape.tag() {
        "box" => {
            let half_extents = shape.lengths("size")?.map(|edge| round(0.5 * edge));
            OrientedBox { pose, half_extents }.into()
        }
        "cylinder" => Solid::cylinder(pose, length("radius")?, 0.5 * length("length")?),
        "capsule" => Solid::capsule(pose, length("radius")?, 0.5 * length("length")?),
        "sphere" => Solid::capsule(pose, length("radius")?, 0.0),
        _ => return Ok(None),
    }))
}
