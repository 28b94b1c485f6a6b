//! The picture as SVG text. It has few kinds of elements, many thousand times, and this code writes them in
//! fewer characters than a plotting crate.

use glam::DVec2;

use crate::body::{Body, Role};
use crate::camera::{Camera, Sheet, View};
use crate::hiding::hidings;
use crate::ink::{self, Class};
use crate::legend::{Caption, Legend, length};
use crate::order::back_to_front;
use crate::paths::{PathData, coordinate, polygon, visible_faces};
use crate::scene::{Contact, Distance, Scene};

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

/// Radius of the dots at the ends of a distance, pixels.
const DISTANCE_END: f64 = 4.0;

/// Half the width of a letter of a label, pixels.
const HALF_LETTER: f64 = 4.5;

/// Pixels from the middle of a line to its label, and from the middle of letters to their base line.
const LABEL_GAP: f64 = 16.0;
const LABEL_DROP: f64 = 6.0;

/// The outline of a dot in its radii.
const DOT_OUTLINE: f64 = 0.1;

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
        distances(&mut svg, self, &sheet);
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
        // What is in front of that which the picture is about is transparent.
        let opacity = match body.role {
            Role::Usual if focused => " opacity=\".3\"",
            Role::Obstacle => " opacity=\".6\"",
            Role::Link(_) => "",
            _ => " fill-opacity=\".88\"",
        };
        faces(svg, body, sheet, opacity);
    }
    svg.push_str("</g>\n");
}

/// The indices of the scene's boxes in the order of painting.
fn order(scene: &Scene, sheet: &Sheet) -> Vec<usize> {
    let toward = sheet.camera.toward;
    let nearness: Vec<f64> = scene.bodies.iter().map(|body| body.center.dot(toward)).collect();
    back_to_front(&nearness, &hidings(&scene.bodies, &sheet.camera))
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

/// A line with its length for each distance.
fn distances(svg: &mut String, scene: &Scene, sheet: &Sheet) {
    let color = ink::DISTANCE;
    for Distance { points, length: meters, .. } in scene.distances() {
        let ends = points.map(|point| sheet.spot(point));
        let mut data = PathData::default();
        data.go(ends[0]);
        data.line(ends[1]);
        // The white line below separates the colored one from what is behind.
        for (color, width) in [("#fff", 5), (color, 2)] {
            svg.push_str(&format!(
                "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\" d=\"{}\"/>\n",
                data.text()
            ));
        }
        svg.push_str(&format!("<g fill=\"{color}\" stroke=\"#fff\">\n"));
        ends.iter().for_each(|&end| svg.push_str(&circle(end, DISTANCE_END)));
        svg.push_str("</g>\n");
        label(svg, sheet, ends, &length(*meters));
    }
}

/// Text next to the middle of a line, above it.
fn label(svg: &mut String, sheet: &Sheet, ends: [DVec2; 2], text: &str) {
    let along = (ends[1] - ends[0]).try_normalize().unwrap_or(DVec2::X);
    let side = if along.x > 0.0 { -along.perp() } else { along.perp() };
    let room = HALF_LETTER * text.chars().count() as f64;
    let shift = side * (LABEL_GAP + room * side.x.abs());
    let spot = ends[0].midpoint(ends[1]) + shift + DVec2::Y * LABEL_DROP;
    let inside = DVec2::new(sheet.width - room, sheet.height - LABEL_DROP);
    let spot = spot.clamp(DVec2::new(room, LABEL_GAP), inside);
    let [x, y] = [spot.x, spot.y].map(coordinate);
    let color = ink::DISTANCE;
    for halo in [" stroke=\"#fff\" stroke-width=\"4\" stroke-linejoin=\"round\"", ""] {
        svg.push_str(&format!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-family=\"sans-serif\" \
             font-size=\"16\" font-weight=\"bold\" fill=\"{color}\"{halo}>{text}</text>\n"
        ));
    }
}

fn circle(spot: DVec2, radius: f64) -> String {
    let [x, y, radius] = [spot.x, spot.y, radius].map(coordinate);
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n")
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::body::Solid;
    use crate::scene::{Frame, Part};

    fn solid(center: [f64; 3], half_extents: [f64; 3]) -> Solid {
        let [center, half_extents] = [center, half_extents].map(DVec3::from);
        Solid { center, half_extents, ..Solid::default() }
    }

    /// A hand above a board that stands at the back of a floor; no pairs are listed.
    fn cell() -> Frame {
        Frame {
            boxes: vec![
                solid([2.0, 0.0, -0.1], [3.0, 3.0, 0.1]),
                solid([-0.7, 0.0, 0.5], [0.3, 0.8, 0.5]),
                solid([-0.7, 0.0, 1.75], [0.1, 0.1, 0.5]),
            ],
            links: vec![None, None, Some("hand".to_owned())],
            distances: vec![Distance {
                boxes: [2, 1],
                points: [DVec3::new(-0.7, 0.0, 1.25), DVec3::new(-0.7, 0.0, 1.0)],
                length: 0.25,
            }],
            ..Frame::default()
        }
    }

    const VIEW: View = View { azimuth: 0.0, elevation: 45.0, up: DVec3::Z };

    #[test]
    fn a_floor_is_painted_under_what_stands_on_it_although_no_pair_is_listed() {
        let frame = Frame { links: Vec::new(), distances: Vec::new(), ..cell() };
        let scene = Scene::new(&frame, Part::Whole);
        let sheet = Sheet::new(Camera::new(&VIEW), DRAWING_WIDTH, &scene.reach);
        let toward = sheet.camera.toward;
        let centers = scene.bodies.iter().map(|body| body.center.dot(toward)).collect::<Vec<_>>();
        assert!(centers[0] > centers[1], "the center of the floor is the nearest: {centers:?}");
        assert_eq!(order(&scene, &sheet), [0, 1, 2]);
    }

    #[test]
    fn links_have_colors_and_obstacles_are_transparent() {
        let svg = Scene::new(&cell(), Part::Whole).svg(&VIEW, &Caption::default());
        // Two visible faces of the board; the floor is larger than the robot, and behind all.
        assert_eq!(svg.matches("<path opacity=\".6\"").count(), 2, "{svg}");
        let swatch = format!("fill=\"{}\"", ink::link(0));
        assert!(svg.contains(&swatch) && svg.contains(">hand</text>"), "{svg}");
        assert!(!svg.contains("pairs") && !svg.contains("normals"), "{svg}");
    }

    #[test]
    fn a_distance_is_a_line_between_two_points_with_its_length() {
        let frame = cell();
        let scene = Scene::new(&frame, Part::Whole);
        let svg = scene.svg(&VIEW, &Caption::default());
        let sheet = Sheet::new(Camera::new(&VIEW), DRAWING_WIDTH, &scene.reach);
        for point in frame.distances[0].points {
            assert!(svg.contains(&circle(sheet.spot(point), DISTANCE_END)), "{svg}");
        }
        // The label, once more below it in white, and the legend.
        assert_eq!(svg.matches(">250 mm</text>").count(), 2, "{svg}");
        assert!(svg.contains(">distance 250 mm</text>"), "{svg}");
    }

    #[test]
    fn the_boxes_of_a_distance_are_drawn_in_each_part() {
        let far = crate::scene::Ball { center: DVec3::splat(90.0), radius: 1.0 };
        assert_eq!(Scene::new(&cell(), Part::Near(far)).boxes(), 2);
    }
}
