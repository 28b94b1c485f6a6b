//! Files of the format COLLADA: the scene, and where it has which geometry.
//!
//! Source: "COLLADA - Digital Asset Schema Release 1.4.1", Khronos, 2008. Files are read as `RViz` reads them: the unit
//! of length is applied, and `up_axis` is not, since links have their own axes.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::geometry;
use super::space::Affine;
use super::triangles::Triangles;
use crate::limits;

/// The most nodes and geometries of a scene, with those that it has several times: a short text can name each of them
/// often.
const MOST_NODES: usize = 1 << 16;

/// An element of a file.
pub(crate) type Xml<'a> = Node<'a, 'a>;

/// Reads the bytes of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Triangles, String> {
    let text = str::from_utf8(bytes).map_err(|error| format!("the text is not UTF-8: {error}"))?;
    limits::check(text).map_err(|error| format!("line {}: {}", error.line(), error.message()))?;
    let document = Document::parse(text.trim_start_matches('\u{feff}'))
        .map_err(|error| format!("this is not XML: {error}"))?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        return Err(format!(
            "the root element is `{}`, but must be `COLLADA`",
            root.tag_name().name()
        ));
    }
    let file = File::of(&document);
    let scene = child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
    let scene = scene.ok_or("there is no `instance_visual_scene` in `scene`")?;
    file.mesh(file.referenced(scene, "url")?, &Affine::scale([unit(root)?; 3]))
}

/// The unit of length in meters.
fn unit(root: Xml<'_>) -> Result<f64, String> {
    let unit = child(root, "asset").and_then(|asset| child(asset, "unit"));
    let Some(unit) = unit else { return Ok(1.0) };
    let Some(text) = unit.attribute("meter") else { return Ok(1.0) };
    match text.trim().parse() {
        Ok(meters) if meters > 0.0 && f64::is_finite(meters) => Ok(meters),
        _ => Err(wrong(unit, &format!("`meter` is `{text}`, but must be a positive number"))),
    }
}

/// The elements of a file by their names.
pub(crate) struct File<'a> {
    by_id: HashMap<&'a str, Xml<'a>>,
}

/// A node of the scene or a geometry, and the map from its parent to the world.
struct Placed<'a> {
    node: Xml<'a>,
    parent: Affine,
}

impl<'a> File<'a> {
    fn of(document: &'a Document<'a>) -> Self {
        let mut by_id = HashMap::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                // The first of a name is meant.
                by_id.entry(id).or_insert(node);
            }
        }
        Self { by_id }
    }

    /// The element that an attribute such as `url` refers to.
    pub(crate) fn referenced(&self, from: Xml<'_>, attribute: &str) -> Result<Xml<'a>, String> {
        let text = from.attribute(attribute).unwrap_or("");
        let found = text.trim().strip_prefix('#').and_then(|id| self.by_id.get(id));
        found.copied().ok_or_else(|| {
            wrong(from, &format!("`{attribute}` is `{text}`, which is no element of this file"))
        })
    }

    /// The triangles of all nodes of a scene.
    fn mesh(&self, scene: Xml<'a>, unit: &Affine) -> Result<Triangles, String> {
        let mut mesh = Triangles::default();
        let mut nodes = vec![Placed { node: scene, parent: *unit }];
        let mut visited = 0;
        while let Some(Placed { node, parent }) = nodes.pop() {
            visited += 1;
            if visited > MOST_NODES {
                return Err(format!(
                    "there are too many nodes, or one contains itself; at most {MOST_NODES} are read"
                ));
            }
            if node.tag_name().name() == "geometry" {
                mesh.add(&geometry::read(self, node)?, &parent)?;
                continue;
            }
            // The transforms of a node are applied from the last to the first.
            let mut place = parent;
            for element in node.children().filter(Node::is_element) {
                if let Some(transform) = transform(element)? {
                    place = place.after(&transform);
                }
            }
            for element in node.children().filter(Node::is_element) {
                match element.tag_name().name() {
                    "node" => nodes.push(Placed { node: element, parent: place }),
                    "instance_node" | "instance_geometry" => {
                        let node = self.referenced(element, "url")?;
                        nodes.push(Placed { node, parent: place });
                    }
                    "instance_controller" => {
                        return Err(wrong(element, "meshes that bend (`controller`) are not read"));
                    }
                    _ => {}
                }
            }
        }
        Ok(mesh)
    }
}

/// The map that an element of a node is; none if it is not one.
fn transform(element: Xml<'_>) -> Result<Option<Affine>, String> {
    let tag = element.tag_name().name();
    Ok(Some(match tag {
        "translate" => Affine::translation(numbers(element)?),
        "scale" => Affine::scale(numbers(element)?),
        "rotate" => {
            let [x, y, z, degrees] = numbers(element)?;
            let rotation = Affine::rotation([x, y, z], degrees);
            rotation.ok_or_else(|| wrong(element, "the axis of `rotate` has length 0"))?
        }
        "matrix" => {
            let m: [f64; 16] = numbers(element)?;
            if !m[12..].iter().eq(&[0.0, 0.0, 0.0, 1.0]) {
                return Err(wrong(element, "the last row of `matrix` must be 0 0 0 1"));
            }
            let row = |k: usize| [m[k], m[k + 1], m[k + 2], m[k + 3]];
            Affine { rows: [row(0), row(4), row(8)] }
        }
        "skew" | "lookat" => return Err(wrong(element, &format!("`{tag}` is not read"))),
        _ => return Ok(None),
    }))
}

/// The first element in an element that has this tag.
pub(crate) fn child<'a>(of: Xml<'a>, tag: &str) -> Option<Xml<'a>> {
    children(of, tag).next()
}

/// The elements in an element that have this tag.
pub(crate) fn children<'a>(of: Xml<'a>, tag: &str) -> impl Iterator<Item = Xml<'a>> {
    of.children().filter(move |child| child.is_element() && child.tag_name().name() == tag)
}

/// The words of the text in an element, around comments.
pub(crate) fn words<'a>(of: Xml<'a>) -> impl Iterator<Item = &'a str> {
    let texts = of.children().filter(Node::is_text);
    texts.filter_map(|text| text.text()).flat_map(str::split_ascii_whitespace)
}

/// The text in an element as so many numbers.
fn numbers<const N: usize>(element: Xml<'_>) -> Result<[f64; N], String> {
    super::numbers(words(element)).ok_or_else(|| {
        wrong(element, &format!("`{}` must have {N} finite numbers", element.tag_name().name()))
    })
}

/// Why an element is rejected, with its line.
pub(crate) fn wrong(element: Xml<'_>, why: &str) -> String {
    let line = element.document().text_pos_at(element.range().start).row;
    format!("line {line}: {why}")
}
