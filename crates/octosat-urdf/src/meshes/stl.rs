//! Files of the format STL, binary or text.
//!
//! Source: <https://en.wikipedia.org/wiki/STL_(file_format)>. Normals, colors and names are skipped.

use super::triangles::Triangles;

/// The bytes before the number of triangles.
const HEADER: usize = 80;

/// The bytes before the first triangle.
const START: usize = HEADER + 4;

/// The bytes of a triangle: a normal, three vertices of three `f32`, and two bytes for other uses.
const TRIANGLE: usize = 50;

/// Reads the bytes of a file.
///
/// Binary files may begin with `solid`, as text does. So a file is binary if its length is that of its number of
/// triangles, or if it does not begin with `solid`.
pub(crate) fn read(bytes: &[u8]) -> Result<Triangles, String> {
    let is_text = bytes.trim_ascii_start().starts_with(b"solid");
    match binary(bytes) {
        Ok(triangles) => Ok(triangles),
        Err(_) if is_text => text(&String::from_utf8_lossy(bytes)),
        Err(why) => Err(why),
    }
}

/// Reads a binary file. White space after its last triangle is skipped.
fn binary(bytes: &[u8]) -> Result<Triangles, String> {
    let Some((header, rest)) = bytes.split_at_checked(START) else {
        return Err(format!("it has {} bytes, but a binary STL has at least {START}", bytes.len()));
    };
    let mut count = [0; 4];
    count.copy_from_slice(&header[HEADER..]);
    let count = u32::from_le_bytes(count);
    let len = usize::try_from(count).ok().and_then(|count| count.checked_mul(TRIANGLE));
    let split = len.and_then(|len| rest.split_at_checked(len));
    let Some((all, _)) = split.filter(|(_, after)| after.trim_ascii().is_empty()) else {
        return Err(format!(
            "it has {} bytes, but its {count} triangles need {}",
            bytes.len(),
            u64::from(count) * TRIANGLE as u64 + START as u64
        ));
    };
    let mut mesh = Triangles::default();
    for triangle in all.chunks_exact(TRIANGLE) {
        // The normal comes first.
        let mut numbers = triangle[12..48].chunks_exact(4).map(|bytes| {
            let mut four = [0; 4];
            four.copy_from_slice(bytes);
            f64::from(f32::from_le_bytes(four))
        });
        let mut corners = [0; 3];
        for corner in &mut corners {
            let point = [(); 3].map(|()| numbers.next().unwrap_or(f64::NAN));
            *corner = mesh.add_point(point)?;
        }
        mesh.add_polygon(&corners)?;
    }
    Ok(mesh)
}

/// Reads a text: one keyword per line, with its numbers.
fn text(text: &str) -> Result<Triangles, String> {
    let mut mesh = Triangles::default();
    let mut corners = Vec::new();
    let mut is_ended = false;
    for (at, line) in text.lines().enumerate() {
        let wrong = |why: &str| format!("line {}: {why}", at + 1);
        let mut words = line.split_ascii_whitespace();
        let Some(keyword) = words.next() else { continue };
        match keyword.to_ascii_lowercase().as_str() {
            "vertex" => {
                let point = super::numbers::<3>(words)
                    .ok_or_else(|| wrong("`vertex` must have 3 finite numbers"))?;
                corners.push(mesh.add_point(point)?);
            }
            "endfacet" if corners.len() == 3 => {
                mesh.add_polygon(&corners)?;
                corners.clear();
            }
            "endfacet" => return Err(wrong("a facet must have 3 lines `vertex`")),
            "solid" => is_ended = false,
            "endsolid" if corners.is_empty() => is_ended = true,
            "facet" if corners.is_empty() => {}
            "outer" | "endloop" => {}
            _ => return Err(wrong(&format!("`{keyword}` is unexpected"))),
        }
    }
    if is_ended { Ok(mesh) } else { Err("it ends before `endsolid`".to_owned()) }
}
