//! Geometry of the format COLLADA: positions, and the polygons between them.

use super::collada::{File, Xml, child, children, words, wrong};
use super::triangles::Triangles;

/// Reads the polygons of an element `geometry`. Lines and curves are skipped.
pub(crate) fn read(file: &File<'_>, geometry: Xml<'_>) -> Result<Triangles, String> {
    let mut all = Triangles::default();
    let Some(mesh) = child(geometry, "mesh") else {
        return match child(geometry, "convex_mesh") {
            Some(other) => Err(wrong(other, "`convex_mesh` is not read")),
            None => Ok(all),
        };
    };
    for element in mesh.children().filter(|child| child.is_element()) {
        let shape = match element.tag_name().name() {
            "triangles" => Shape::Triangles,
            "polylist" => Shape::Polylist,
            "polygons" => Shape::Polygons,
            "trifans" => Shape::Fans,
            "tristrips" => Shape::Strips,
            _ => continue,
        };
        Polygons::of(file, element, shape)?.add_to(&mut all)?;
    }
    Ok(all)
}

/// How corners make polygons.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// Three corners each.
    Triangles,
    /// As many corners as `vcount` says.
    Polylist,
    /// One list of corners per polygon.
    Polygons,
    /// One list of corners per polygon, all triangles of which share the first corner.
    Fans,
    /// One list of corners per strip, in which each corner makes a triangle with the two before.
    Strips,
}

/// The polygons of one element, and the positions that their corners refer to.
struct Polygons<'a> {
    element: Xml<'a>,
    shape: Shape,
    positions: Vec<[f64; 3]>,
    /// How many indices a corner has, and which of them is that of its position.
    stride: usize,
    offset: usize,
}

impl<'a> Polygons<'a> {
    fn of(file: &File<'_>, element: Xml<'a>, shape: Shape) -> Result<Self, String> {
        let mut stride = 0;
        let mut vertex = None;
        for input in children(element, "input") {
            let offset = count(input, "offset")?.unwrap_or(0);
            stride = stride.max(offset.saturating_add(1));
            if input.attribute("semantic") == Some("VERTEX") {
                vertex = Some(input);
            }
        }
        let Some(vertex) = vertex else {
            return Err(wrong(element, "there is no `input` with semantic `VERTEX`"));
        };
        let offset = count(vertex, "offset")?.unwrap_or(0);
        let vertices = file.referenced(vertex, "source")?;
        let is_position = |input: &Xml<'_>| input.attribute("semantic") == Some("POSITION");
        let position = children(vertices, "input").find(is_position);
        let position = position
            .ok_or_else(|| wrong(vertices, "there is no `input` with semantic `POSITION`"))?;
        let positions = positions(file, file.referenced(position, "source")?)?;
        Ok(Self { element, shape, positions, stride, offset })
    }

    /// Adds the polygons to a mesh.
    fn add_to(&self, mesh: &mut Triangles) -> Result<(), String> {
        let first = mesh.points.len();
        for &position in &self.positions {
            mesh.add_point(position)?;
        }
        if let Some(holes) = child(self.element, "ph") {
            return Err(wrong(holes, "polygons with holes (`ph`) are not read"));
        }
        let mut polygons = 0;
        for list in children(self.element, "p") {
            let corners = self.corners(list, first)?;
            let split = self.split(&corners)?;
            for polygon in &split {
                mesh.add_polygon(polygon)?;
            }
            // Strips are counted, not the triangles of each.
            polygons += if self.shape == Shape::Strips { 1 } else { split.len() };
        }
        match count(self.element, "count")? {
            Some(count) if count != polygons => Err(wrong(
                self.element,
                &format!("`count` is {count}, but there are {polygons} polygons"),
            )),
            _ => Ok(()),
        }
    }

    /// The indices of points that a list `p` has, if the positions begin at index `first`.
    fn corners(&self, list: Xml<'_>, first: usize) -> Result<Vec<u32>, String> {
        let mut corners = Vec::new();
        let mut numbers: usize = 0;
        for (at, word) in words(list).enumerate() {
            numbers += 1;
            if at % self.stride != self.offset {
                continue;
            }
            let index = word.parse().ok().filter(|&index: &usize| index < self.positions.len());
            let index = index.and_then(|index| u32::try_from(first + index).ok());
            corners.push(index.ok_or_else(|| {
                let len = self.positions.len();
                wrong(list, &format!("index `{word}` is not that of one of {len} positions"))
            })?);
        }
        if numbers.is_multiple_of(self.stride) {
            return Ok(corners);
        }
        Err(wrong(list, &format!("{numbers} indices are not {} per corner", self.stride)))
    }

    /// The polygons that a list of corners consists of.
    fn split<'c>(&self, corners: &'c [u32]) -> Result<Vec<&'c [u32]>, String> {
        let left = |what: &str| wrong(self.element, &format!("`p` does not end with a {what}"));
        match self.shape {
            Shape::Polygons | Shape::Fans => Ok(vec![corners]),
            Shape::Strips => Ok(corners.windows(3).collect()),
            Shape::Triangles if corners.len().is_multiple_of(3) => {
                Ok(corners.chunks_exact(3).collect())
            }
            Shape::Triangles => Err(left("whole triangle")),
            Shape::Polylist => {
                let mut rest = corners;
                let mut polygons = Vec::new();
                for word in child(self.element, "vcount").into_iter().flat_map(words) {
                    let split = word.parse().ok().and_then(|len| rest.split_at_checked(len));
                    let (polygon, after) = split.ok_or_else(|| left("whole polygon"))?;
                    polygons.push(polygon);
                    rest = after;
                }
                if rest.is_empty() { Ok(polygons) } else { Err(left("polygon of `vcount`")) }
            }
        }
    }
}

/// The positions of an element `source`.
fn positions(file: &File<'_>, source: Xml<'_>) -> Result<Vec<[f64; 3]>, String> {
    let accessor = child(source, "technique_common").and_then(|common| child(common, "accessor"));
    let accessor = accessor.ok_or_else(|| wrong(source, "there is no `accessor`"))?;
    let array = file.referenced(accessor, "source")?;
    let number = |word: &str| word.parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = words(array).map(number).collect();
    let numbers = numbers
        .ok_or_else(|| wrong(array, "a position has a coordinate that is no finite number"))?;
    let stride = count(accessor, "stride")?.unwrap_or(1);
    let offset = count(accessor, "offset")?.unwrap_or(0);
    let points = count(accessor, "count")?.unwrap_or(0);
    let names: Vec<_> = children(accessor, "param").map(|param| param.attribute("name")).collect();
    let place = |axis: usize| {
        names.iter().position(|&name| name == Some(["X", "Y", "Z"][axis])).unwrap_or(axis)
    };
    let places = [place(0), place(1), place(2)];
    // No more points than numbers: else a short text could ask for any number of them.
    if stride == 0 || places.iter().any(|&place| place >= stride) || points > numbers.len() {
        return Err(wrong(accessor, "`stride` and `count` do not fit to positions"));
    }
    let point = |at: usize| {
        let start = at.checked_mul(stride)?.checked_add(offset)?;
        let [x, y, z] = places.map(|place| numbers.get(start.checked_add(place)?).copied());
        Some([x?, y?, z?])
    };
    let all: Option<Vec<[f64; 3]>> = (0..points).map(point).collect();
    all.ok_or_else(|| wrong(accessor, &format!("{} numbers are too few", numbers.len())))
}

/// An attribute that is a number of things, if there is one of this name.
fn count(of: Xml<'_>, attribute: &str) -> Result<Option<usize>, String> {
    let Some(text) = of.attribute(attribute) else { return Ok(None) };
    let count = text.trim().parse().ok().filter(|&count: &usize| u32::try_from(count).is_ok());
    match count {
        Some(count) => Ok(Some(count)),
        None => {
            Err(wrong(of, &format!("`{attribute}` is `{text}`, but must be a number of things")))
        }
    }
}
