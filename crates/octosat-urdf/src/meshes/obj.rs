//! Files of the format OBJ by Wavefront.
//!
//! Source: appendix B1 of the manual of the Advanced Visualizer, <https://paulbourke.net/dataformats/obj/>. Vertices and
//! faces are read, and elements that have no surface are skipped. Other files, such as those of materials, are never
//! opened.

use super::triangles::Triangles;

/// Elements with a surface that is not made of polygons.
const SURFACES: [&str; 3] = ["surf", "bzp", "bsp"];

/// Reads the bytes of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Triangles, String> {
    // A backslash at the end of a line continues the line.
    let text = String::from_utf8_lossy(bytes).replace("\\\r\n", " \r").replace("\\\n", " \r");
    let mut mesh = Triangles::default();
    let mut lines = 0;
    for line in text.split('\n') {
        lines += 1;
        let number = lines;
        // Each line that was continued left one such sign.
        let line = line.strip_suffix('\r').unwrap_or(line);
        lines += line.matches('\r').count();
        let wrong = |why: String| format!("line {number}: {why}");
        let mut words = line.split('#').next().unwrap_or("").split_ascii_whitespace();
        match words.next() {
            // A weight or a color may follow.
            Some("v") => {
                let point = super::numbers::<3>(words.take(3));
                let why = || wrong("`v` must have 3 finite numbers".to_owned());
                mesh.add_point(point.ok_or_else(why)?)?;
            }
            Some("f" | "fo") => {
                let corners = words.map(|word| corner(word, mesh.points.len()));
                let corners = corners.collect::<Result<Vec<u32>, _>>().map_err(wrong)?;
                if corners.len() < 3 {
                    return Err(wrong("a face must have at least 3 vertices".to_owned()));
                }
                mesh.add_polygon(&corners)?;
            }
            Some(word) if SURFACES.contains(&word) => {
                return Err(wrong(format!("the surface `{word}` is not read, only faces are")));
            }
            _ => {}
        }
    }
    Ok(mesh)
}

/// The index of a vertex of a face, such as `4`, `4/1`, `4//2` or `-1`, which is the last one so far.
fn corner(word: &str, points: usize) -> Result<u32, String> {
    let index = word.split('/').next().and_then(|index| index.parse::<i64>().ok());
    let from_start = index.and_then(|index| {
        let points = i64::try_from(points).ok()?;
        let index = if index < 0 { index.checked_add(points)? } else { index - 1 };
        u32::try_from(index).ok().filter(|&index| i64::from(index) < points)
    });
    from_start.ok_or_else(|| format!("a face has vertex `{word}`, but there are {points} so far"))
}
