//! The picture as SVG text. It has few kinds of elements, many thousand times, and this code writes them in
//! fewer characters than a plotting crate.

use glam::DVec2;

use crate::body::{Body, Role};
use crate::camera::{Camera, Sheet, View};
use crate::ink::{self, Class};
use crate::legend::{Caption, Legend};
use crate::order::{Link, back_to_front};
use crate::paths::{PathData, coordinate, polygon, visible_faces};
use crate::scene::{Contact, Scene};

/// Width of the drawing in pixels; the legend is to its left.
const DRAWING_WIDTH: f64 = 940.0;

/// Length of a normal in radii of its dot.
const NORMAL_LENGTH: f64 = 5.0;

/// Radii of dots in pixels: the smallest, for many dots, and the largest, for few.
const SMALLEST_DOT: f64 = 0.4;
const LARGEST_DOT: f64 = 5.0;

/// The dots of each color together cover at most this part of the drawing. So thousands of shallow contacts do not hide
/// the boxes, and a few deep ones are easy to find.
const DOT_COVER: f64 = 0.01;

/// The outline of a dot in its radii.
const DOT_OUTLINE: f64 = 0.1;

/// The cosine to the view below which two boxes do not hide each other.
const SIDE_BY_SIDE: f64 = 0.01;

impl Scene {
    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self, view: &View, caption: &Caption) -> String {
        let sheet = Sheet::new(Camera::new(view), DRAWING_WIDTH, &self.reach);
        let classes = ink::classes(self.deepest().unwrap_or(0.0));
        let legend = Legend::new(self, &sheet, &classes, (view, caption));
        let height = sheet.height.max(legend.height());
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" \
             viewBox=\"0 0 {0} {1}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            coordinate(Legend::WIDTH + sheet.width),
            coordinate(height)
        );
        svg.push_str(&legend.svg(height));
        // An inner svg element clips everything beyond it.
        svg.push_str(&format!(
            "<svg x=\"{}\" width=\"{}\" height=\"{}\">\n",
            coordinate(Legend::WIDTH),
            coordinate(sheet.width),
            coordinate(sheet.height)
        ));
        boxes(&mut svg, self, &sheet);
        contacts(&mut svg, self, &sheet, &classes);
        svg.push_str("</svg>\n</svg>\n");
        svg
    }
}

/// The boxes, the farthest first, large ones behind all others.
fn boxes(svg: &mut String, scene: &Scene, sheet: &Sheet) {
    let order = order(scene, sheet);
    let large = |place: &&usize| scene.bodies[**place].role == Role::Large;
    svg.push_str("<g stroke=\"#b9b9b2\" stroke-width=\".8\" stroke-linejoin=\"round\">\n");
    for &place in order.iter().filter(large) {
        let body = &scene.bodies[place];
        if !scene.is_hiding(body, sheet.camera.toward) {
            faces(svg, body, sheet, "");
        }
    }
    svg.push_str("</g>\n");
    let focused = scene.bodies.iter().any(|body| body.role == Role::Focus);
    svg.push_str("<g stroke=\"#3c434b\" stroke-width=\".7\" stroke-linejoin=\"round\">\n");
    for &place in order.iter().filter(|place| !large(place)) {
        let body = &scene.bodies[place];
        // Neighbors are transparent, so that the box that the picture is about can be seen.
        let glassy = focused && body.role == Role::Usual;
        let opacity = if glassy { " opacity=\".3\"" } else { " fill-opacity=\".88\"" };
        faces(svg, body, sheet, opacity);
    }
    svg.push_str("</g>\n");
}

/// The indices of the scene's boxes in the order of painting.
fn order(scene: &Scene, sheet: &Sheet) -> Vec<usize> {
    let toward = sheet.camera.toward;
    let nearness: Vec<f64> = scene.bodies.iter().map(|body| body.center.dot(toward)).collect();
    // Of two boxes near each other, the one on the viewer's side of their separating direction is painted
    // later.
    let links = scene.apart.iter().filter_map(|apart| {
        let cosine = apart.normal.dot(toward);
        let [first, second] = apart.places;
        let (behind, before) = if cosine > 0.0 { (first, second) } else { (second, first) };
        (cosine.abs() >= SIDE_BY_SIDE).then_some(Link { behind, before })
    });
    let small = |link: &Link| {
        [link.behind, link.before].iter().all(|&place| scene.bodies[place].role != Role::Large)
    };
    back_to_front(&nearness, &links.filter(small).collect::<Vec<_>>())
}

fn faces(svg: &mut String, body: &Body, sheet: &Sheet, attributes: &str) {
    for face in visible_faces(body, &sheet.camera) {
        let corners = polygon(&face, sheet);
        if corners.is_empty() {
            continue;
        }
        let mut data = PathData::default();
        data.polygon(&corners);
        let fill = ink::face(body, face.normal, &sheet.camera);
        svg.push_str(&format!("<path{attributes} fill=\"{fill}\" d=\"{}\"/>\n", data.text()));
    }
}

/// A dot for each contact and lines for their normals, the deepest last.
fn contacts(svg: &mut String, scene: &Scene, sheet: &Sheet, classes: &[Class]) {
    let area = sheet.width * sheet.height * DOT_COVER;
    for class in classes {
        let mut dots: Vec<&Contact> =
            scene.contacts().iter().filter(|contact| class.holds(contact.depth)).collect();
        if dots.is_empty() {
            continue;
        }
        let radius = (area / (dots.len() as f64 * std::f64::consts::PI)).sqrt();
        let radius = radius.clamp(SMALLEST_DOT, LARGEST_DOT);
        let length = NORMAL_LENGTH * radius / sheet.scale;
        dots.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        let mut normals = PathData::default();
        for contact in &dots {
            normals.go(sheet.spot(contact.point));
            normals.line(sheet.spot(contact.point + length * contact.normal));
        }
        let color = class.color;
        svg.push_str(&format!(
            "<path stroke=\"{color}\" stroke-width=\"{}\" d=\"{}\"/>\n",
            coordinate(radius * 0.55),
            normals.text()
        ));
        let outline = DOT_OUTLINE * radius;
        svg.push_str(&format!(
            "<g fill=\"{color}\" stroke=\"#222\" stroke-width=\"{outline:.2}\">\n"
        ));
        for contact in &dots {
            svg.push_str(&circle(sheet.spot(contact.point), radius));
        }
        svg.push_str("</g>\n");
    }
}

fn circle(spot: DVec2, radius: f64) -> String {
    let [x, y, radius] = [spot.x, spot.y, radius].map(coordinate);
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n")
}
