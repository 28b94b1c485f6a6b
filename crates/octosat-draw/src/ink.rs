//! Colors.

use glam::DVec3;

use crate::body::{Body, Role};
use crate::camera::Camera;

/// A color, red, green and blue from 0 to 255.
pub(crate) type Color = [f64; 3];

/// Pale colors of boxes, used in turn so that neighbors can be distinguished.
const TINTS: [Color; 5] = [
    [203.0, 213.0, 224.0],
    [222.0, 214.0, 196.0],
    [203.0, 217.0, 201.0],
    [214.0, 204.0, 217.0],
    [217.0, 217.0, 214.0],
];

/// Colors of links, used in turn. Readers with color blindness can distinguish the first eight: the light scheme of
/// P. Tol, technical note SRON/EPS/TN/09-002, 2021.
const LINKS: [Color; 10] = [
    [119.0, 170.0, 221.0],
    [238.0, 136.0, 102.0],
    [68.0, 187.0, 153.0],
    [238.0, 221.0, 136.0],
    [255.0, 170.0, 187.0],
    [153.0, 221.0, 255.0],
    [187.0, 204.0, 51.0],
    [170.0, 170.0, 0.0],
    [190.0, 160.0, 214.0],
    [196.0, 164.0, 132.0],
];

/// The color of what stands next to a robot.
const OBSTACLE: Color = [217.0, 217.0, 214.0];

/// The color of the box that the picture is about.
const FOCUS: Color = [126.0, 180.0, 224.0];

/// The color of boxes much larger than the rest.
const LARGE: Color = [240.0, 240.0, 237.0];

/// The brightness of a face that gets no light, as a part of full light.
const SHADE: f64 = 0.66;

/// The share of shade that remains on faces of large boxes.
const LARGE_CONTRAST: f64 = 0.3;

/// The color of a face: that of the box, darker the more the face is turned away from the light.
pub(crate) fn face(body: &Body, normal: DVec3, camera: &Camera) -> String {
    // Light comes from above and from the viewer's left, so that three faces differ.
    let light = camera.zenith + 0.55 * camera.toward - 0.45 * camera.right;
    let mut brightness = SHADE + (1.0 - SHADE) * normal.dot(light.normalize_or_zero()).max(0.0);
    let color = match body.role {
        Role::Usual => TINTS[body.index % TINTS.len()],
        Role::Focus => FOCUS,
        Role::Link(link) => link_color(link),
        Role::Obstacle => OBSTACLE,
        Role::Large => {
            brightness = 1.0 - LARGE_CONTRAST * (1.0 - brightness);
            LARGE
        }
    };
    hexadecimal(color.map(|part| part * brightness))
}

fn link_color(link: usize) -> Color {
    LINKS[link % LINKS.len()]
}

/// The color of a link in SVG notation.
pub(crate) fn link(link: usize) -> String {
    hexadecimal(link_color(link))
}

/// A color in SVG notation.
fn hexadecimal(color: Color) -> String {
    let [red, green, blue] = color.map(|part| format!("{:02x}", to_byte(part)));
    format!("#{red}{green}{blue}")
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to the range of the type"
)]
fn to_byte(part: f64) -> u8 {
    part.round().clamp(0.0, 255.0) as u8
}

/// Colors of contacts, from shallow to deep. Readers with color blindness can distinguish blue from these,
/// and the ramp grows darker all along.
const RAMP: [&str; 4] = ["#f7c21a", "#f58a1f", "#d5411b", "#7d0a1e"];

/// The color of speculative contacts.
const SPECULATIVE: &str = "#0072b2";

/// The color of distances, unlike those of contacts and links.
pub(crate) const DISTANCE: &str = "#aa3377";

/// Contacts of about the same depth.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub(crate) color: &'static str,
    /// The depths, meters: at least `above` and less than `below`.
    pub(crate) above: f64,
    pub(crate) below: f64,
}

impl Class {
    pub(crate) fn is_speculative(&self) -> bool {
        self.above < 0.0
    }

    pub(crate) fn holds(&self, depth: f64) -> bool {
        self.above <= depth && depth < self.below
    }
}

/// The factor between the borders of classes: most contacts of a resting scene are shallow, and a few are
/// deep.
const DEPTH_STEP: f64 = 4.0;

/// The classes in the order of painting, the deepest last.
pub(crate) fn classes(deepest: f64) -> Vec<Class> {
    let mut borders = [0.0; RAMP.len()];
    let mut border = deepest.max(0.0);
    for below in borders.iter_mut().skip(1).rev() {
        border /= DEPTH_STEP;
        *below = border;
    }
    let speculative = Class { color: SPECULATIVE, above: f64::NEG_INFINITY, below: 0.0 };
    let penetrating = RAMP.iter().enumerate().map(|(number, &color)| Class {
        color,
        above: borders[number],
        below: borders.get(number + 1).copied().unwrap_or(f64::INFINITY),
    });
    std::iter::once(speculative).chain(penetrating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_has_one_class() {
        for deepest in [-1.0, 0.0, 1e-30, 0.3, 1e12] {
            let classes = classes(deepest);
            for part in [-2.0, -1.0, -1e-9, -0.0, 0.0, 0.01, 0.25, 0.9, 1.0] {
                let depth = part * deepest;
                let holding = classes.iter().filter(|class| class.holds(depth)).count();
                assert_eq!(holding, 1, "{depth} of {deepest}");
            }
        }
    }

    #[test]
    fn colors_are_written_in_six_digits() {
        assert_eq!(hexadecimal([0.0, 15.6, 300.0]), "#0010ff");
    }
}
