//! Faces as polygons on the sheet, and SVG path data.

use glam::{DVec2, DVec3};

use crate::body::Body;
use crate::camera::{Camera, Sheet};

/// The cosine to the view below which a face is seen edge-on and left out.
const EDGE_ON: f64 = 1e-9;

/// Pixels around the sheet into which polygons continue, so that their clipped edges are not seen.
const OVERHANG: f64 = 20.0;

/// A face that faces the viewer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) normal: DVec3,
    pub(crate) corners: [DVec3; 4],
}

/// The faces of a box that face the viewer, three at most.
pub(crate) fn visible_faces(body: &Body, camera: &Camera) -> Vec<Face> {
    let mut faces = Vec::with_capacity(3);
    for axis in 0..3 {
        let cosine = body.axes[axis].dot(camera.toward);
        if cosine.abs() < EDGE_ON {
            continue;
        }
        let side = cosine.signum();
        let corner = |first: f64, second: f64| {
            let mut sides = [side; 3];
            sides[(axis + 1) % 3] = first;
            sides[(axis + 2) % 3] = second;
            body.corner(sides)
        };
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        faces.push(Face { normal: body.axes[axis] * side, corners });
    }
    faces
}

/// The part of a face on the sheet; it may be empty.
pub(crate) fn polygon(face: &Face, sheet: &Sheet) -> Vec<DVec2> {
    let mut polygon: Vec<DVec2> = face.corners.iter().map(|&corner| sheet.spot(corner)).collect();
    let borders: [fn(&Sheet, DVec2) -> f64; 4] = [
        |_, spot| spot.x + OVERHANG,
        |_, spot| spot.y + OVERHANG,
        |sheet, spot| sheet.width + OVERHANG - spot.x,
        |sheet, spot| sheet.height + OVERHANG - spot.y,
    ];
    for inside in borders {
        polygon = cut(&polygon, |spot| inside(sheet, spot));
    }
    polygon
}

/// The part of a convex polygon where a linear function is not negative.
fn cut(polygon: &[DVec2], inside: impl Fn(DVec2) -> f64) -> Vec<DVec2> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (number, &to) in polygon.iter().enumerate() {
        let from = polygon[(number + polygon.len() - 1) % polygon.len()];
        let [start, end] = [inside(from), inside(to)];
        if (start < 0.0) != (end < 0.0) {
            let part = start / (start - end);
            kept.push(from + part * (to - from));
        }
        if end >= 0.0 {
            kept.push(to);
        }
    }
    kept
}

/// Path data in tenths of a pixel, written in few characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathData {
    text: String,
    /// The position of the pen, in tenths of a pixel: the next position is written relative to it.
    pen: [i64; 2],
}

impl PathData {
    /// Moves the pen without drawing.
    pub(crate) fn go(&mut self, spot: DVec2) {
        self.pen = [tenths(spot.x), tenths(spot.y)];
        let [x, y] = self.pen.map(number);
        self.text.push_str(&format!("M{x} {y}"));
    }

    /// Draws a line.
    pub(crate) fn line(&mut self, spot: DVec2) {
        let to = [tenths(spot.x), tenths(spot.y)];
        let [x, y] = [number(to[0] - self.pen[0]), number(to[1] - self.pen[1])];
        self.pen = to;
        let comma = if y.starts_with('-') { "" } else { " " };
        self.text.push_str(&format!("l{x}{comma}{y}"));
    }

    /// Draws a polygon.
    pub(crate) fn polygon(&mut self, corners: &[DVec2]) {
        for (place, &corner) in corners.iter().enumerate() {
            if place == 0 { self.go(corner) } else { self.line(corner) }
        }
        self.text.push('z');
    }

    /// The data in SVG notation.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// A coordinate in tenths of a pixel.
#[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
fn tenths(pixels: f64) -> i64 {
    (pixels * 10.0).round() as i64
}

/// Tenths as a decimal number.
fn number(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let [whole, rest] = [tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10];
    match (whole, rest) {
        (_, 0) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}.{rest}"),
        _ => format!("{sign}{whole}.{rest}"),
    }
}

/// A coordinate in SVG notation.
pub(crate) fn coordinate(pixels: f64) -> String {
    number(tenths(pixels))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_short_and_relative() {
        let mut data = PathData::default();
        let spot = DVec2::new;
        data.polygon(&[spot(1.04, 0.0), spot(0.5, -20.26), spot(-3.0, 7.0)]);
        assert_eq!(data.text(), "M1 0l-.5-20.3l-3.5 27.3z");
    }

    #[test]
    fn a_polygon_is_cut_where_a_border_is() {
        let spot = DVec2::new;
        let square = [spot(0.0, 0.0), spot(4.0, 0.0), spot(4.0, 4.0), spot(0.0, 4.0)];
        let cut_right = cut(&square, |spot| 3.0 - spot.x);
        assert_eq!(cut_right, [spot(0.0, 0.0), spot(3.0, 0.0), spot(3.0, 4.0), spot(0.0, 4.0)]);
        assert!(cut(&square, |spot| -1.0 - spot.x).is_empty());
        assert!(cut(&[], |spot| spot.x).is_empty());
    }
}
