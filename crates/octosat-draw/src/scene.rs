//! A frame of boxes, and the part of it that is drawn.

use glam::DVec3;

use crate::body::{Body, Role, Solid};

/// A box is much larger than others if sizes increase by this factor between them.
const LARGE_FACTOR: f64 = 4.0;

/// The most boxes that can be large: more are not floors and walls but another kind of box.
const MOST_LARGE: usize = 64;

/// The border shown beyond the corners of a single box, as a part of its half diagonal.
const AROUND_BORDER: f64 = 0.2;

/// A contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The point in the world, meters.
    pub point: DVec3,
    /// The unit direction from the pair's first box to its second.
    pub normal: DVec3,
    /// The depth in meters; negative for a speculative contact.
    pub depth: f64,
}

/// A pair of boxes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// The indices of the boxes in [`Frame::boxes`].
    pub boxes: [usize; 2],
    /// The contacts between them.
    pub contacts: Vec<Contact>,
}

/// The distance of two boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The indices of the boxes in [`Frame::boxes`].
    pub boxes: [usize; 2],
    /// The closest point of each box, meters.
    pub points: [DVec3; 2],
    /// Meters; negative for boxes that overlap.
    pub length: f64,
}

/// All boxes, pairs of them, and distances to be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The boxes.
    pub boxes: Vec<Solid>,
    /// The pairs whose contacts are drawn.
    pub pairs: Vec<Pair>,
    /// The name of the link of a robot that each box belongs to, or `None` for obstacles; empty if there is no robot.
    pub links: Vec<Option<String>>,
    /// The distances that are drawn, with their boxes.
    pub distances: Vec<Distance>,
}

/// A ball that marks a part of the world, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The center.
    pub center: DVec3,
    /// The radius.
    pub radius: f64,
}

/// The part of a frame that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// The whole frame.
    Whole,
    /// Boxes that overlap a ball, and the contacts inside it.
    Near(Ball),
    /// A box, the boxes that it has contacts with, and these contacts.
    Around(usize),
}

impl Part {
    /// Which boxes are drawn.
    fn drawn(self, frame: &Frame, bodies: &[Body]) -> Vec<bool> {
        match self {
            Self::Whole => vec![true; bodies.len()],
            Self::Near(ball) => {
                bodies.iter().map(|body| body.distance(ball.center) <= ball.radius).collect()
            }
            Self::Around(focus) => {
                let mut drawn: Vec<bool> = bodies.iter().map(|body| body.index == focus).collect();
                let touching =
                    |pair: &&Pair| pair.boxes.contains(&focus) && !pair.contacts.is_empty();
                for index in frame.pairs.iter().filter(touching).flat_map(|pair| pair.boxes) {
                    drawn[index] = true;
                }
                drawn
            }
        }
    }

    /// The balls that the picture must show.
    fn reach(self, bodies: &[Body], distances: &[Distance]) -> Vec<Ball> {
        let all_large = bodies.iter().all(|body| body.role == Role::Large);
        let of_corners = |body: &Body, radius| body.corners().map(|center| Ball { center, radius });
        let mut balls: Vec<Ball> = match self {
            Self::Near(ball) => return vec![ball],
            Self::Around(_) => {
                let focus = bodies.iter().filter(|body| body.role == Role::Focus);
                let border = |body: &Body| of_corners(body, body.half.length() * AROUND_BORDER);
                focus.flat_map(border).collect()
            }
            Self::Whole => {
                let shown = bodies.iter().filter(|body| all_large || body.role != Role::Large);
                shown.flat_map(|body| of_corners(body, 0.0)).collect()
            }
        };
        let ends = distances.iter().flat_map(|distance| distance.points);
        balls.extend(ends.map(|center| Ball { center, radius: 0.0 }));
        balls
    }
}

/// The boxes, contacts and distances that are drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) bodies: Vec<Body>,
    /// The names of all links, also of those that have no box in this part.
    pub(crate) links: Vec<String>,
    pub(crate) distances: Vec<Distance>,
    /// The balls that the picture must show.
    pub(crate) reach: Vec<Ball>,
    pairs: usize,
    contacts: Vec<Contact>,
}

impl Scene {
    /// Collects the boxes, contacts and distances of a part of a frame.
    ///
    /// # Panics
    /// If a pair or a distance has a box that does not exist, or there are links and not one per box.
    #[must_use]
    pub fn new(frame: &Frame, part: Part) -> Self {
        let links = link_names(frame);
        let all = bodies_of(frame, part, &links);
        let mut drawn = part.drawn(frame, &all);
        for index in frame.distances.iter().flat_map(|distance| distance.boxes) {
            drawn[index] = true;
        }
        let is_asked = |pair: &&Pair| match part {
            Part::Around(index) => pair.boxes.contains(&index),
            _ => pair.boxes.iter().all(|&index| drawn[index]),
        };
        let pairs = frame.pairs.iter().filter(is_asked);
        let is_inside = |contact: &&Contact| match part {
            Part::Near(ball) => {
                contact.point.distance_squared(ball.center) <= ball.radius * ball.radius
            }
            _ => true,
        };
        let contacts = pairs.clone().flat_map(|pair| &pair.contacts).filter(is_inside).copied();
        let bodies: Vec<Body> = all.into_iter().filter(|body| drawn[body.index]).collect();
        Self {
            reach: part.reach(&bodies, &frame.distances),
            links,
            distances: frame.distances.clone(),
            pairs: pairs.count(),
            contacts: contacts.collect(),
            bodies,
        }
    }

    /// The number of boxes drawn.
    #[must_use]
    pub fn boxes(&self) -> usize {
        self.bodies.len()
    }

    /// The number of pairs of the frame that belong to the part.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The contacts drawn.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The distances drawn.
    #[must_use]
    pub fn distances(&self) -> &[Distance] {
        &self.distances
    }

    /// The greatest depth of a contact.
    #[must_use]
    pub fn deepest(&self) -> Option<f64> {
        self.contacts.iter().map(|contact| contact.depth).max_by(f64::total_cmp)
    }

    /// Whether a large box is between the viewer and another box.
    pub(crate) fn is_hiding(&self, large: &Body, toward: DVec3) -> bool {
        let mut rest = self.bodies.iter().filter(|body| body.role != Role::Large);
        // From a point slightly in front of the center: a box that lies in the surface of a floor stays
        // visible.
        rest.any(|body| large.is_met(body.center + body.half.max_element() * toward, toward))
    }
}

/// The names of the links of a frame, each once, in the order of the boxes.
fn link_names(frame: &Frame) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in frame.links.iter().flatten() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// All boxes of a frame with their roles, those of links by the name's index in `links`.
fn bodies_of(frame: &Frame, part: Part, links: &[String]) -> Vec<Body> {
    let body = |(index, solid)| Body::new(index, solid);
    let mut all: Vec<Body> = frame.boxes.iter().enumerate().map(body).collect();
    assert!(frame.links.is_empty() || frame.links.len() == all.len(), "a link per box");
    for (body, name) in all.iter_mut().zip(&frame.links) {
        let link = links.iter().position(|link| Some(link) == name.as_ref());
        body.role = link.map_or(Role::Obstacle, Role::Link);
    }
    if links.is_empty() {
        mark_large(&mut all);
    } else {
        mark_larger_than_robot(&mut all);
    }
    if let Part::Around(index) = part
        && let Some(body) = all.get_mut(index)
    {
        body.role = Role::Focus;
    }
    all
}

/// Marks boxes that are much larger than at least half of all boxes: those above the first large step in size
/// beyond the median that leaves few enough.
fn mark_large(bodies: &mut [Body]) {
    let size = |body: &Body| body.half.max_element();
    let mut sizes: Vec<f64> = bodies.iter().map(size).collect();
    sizes.sort_by(f64::total_cmp);
    let median = sizes.len().saturating_sub(1) / 2;
    let upper = &sizes[median.max(sizes.len().saturating_sub(MOST_LARGE + 1))..];
    let jump = upper.windows(2).find(|two| two[0] > 0.0 && two[1] > LARGE_FACTOR * two[0]);
    if let Some(&[_, large]) = jump {
        for body in bodies.iter_mut().filter(|body| size(body) >= large) {
            body.role = Role::Large;
        }
    }
}

/// Marks obstacles larger than what encloses all links: floors and walls, of which a part is enough.
fn mark_larger_than_robot(bodies: &mut [Body]) {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for body in bodies.iter().filter(|body| matches!(body.role, Role::Link(_))) {
        for corner in body.corners() {
            (low, high) = (low.min(corner), high.max(corner));
        }
    }
    let size = (high - low).length();
    let is_larger = |body: &Body| body.role == Role::Obstacle && body.half.max_element() > size;
    bodies.iter_mut().filter(|body| is_larger(body)).for_each(|body| body.role = Role::Large);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn large(sizes: &[f64]) -> Vec<usize> {
        let solid =
            |size: f64| Solid { half_extents: DVec3::new(size, 0.1, 0.1), ..Solid::default() };
        let body = |(index, &size)| Body::new(index, &solid(size));
        let mut bodies: Vec<Body> = sizes.iter().enumerate().map(body).collect();
        mark_large(&mut bodies);
        bodies.iter().filter(|body| body.role == Role::Large).map(|body| body.index).collect()
    }

    #[test]
    fn obstacles_larger_than_a_robot_are_large() {
        let solid = |center: f64, half: f64| Solid {
            center: DVec3::splat(center),
            half_extents: DVec3::splat(half),
            ..Solid::default()
        };
        // The links reach from 0 to 2 meters on each axis: a diagonal of 3.5 meters.
        let boxes = vec![solid(0.5, 0.5), solid(1.5, 0.5), solid(9.0, 3.4), solid(9.0, 3.6)];
        let names = ["arm", "hand"].map(|name| Some(name.to_owned()));
        let links = names.into_iter().chain([None, None]).collect();
        let scene = Scene::new(&Frame { boxes, links, ..Frame::default() }, Part::Whole);
        let roles: Vec<Role> = scene.bodies.iter().map(|body| body.role).collect();
        assert_eq!(roles, [Role::Link(0), Role::Link(1), Role::Obstacle, Role::Large]);
    }

    #[test]
    fn floors_are_large_and_a_growing_row_is_not() {
        assert_eq!(large(&[9.0, 1.0, 1.2]), [0]);
        assert_eq!(large(&[1.0, 2.0, 4.0, 8.0, 16.0]), [0; 0]);
        assert_eq!(large(&[20.0, 1.0, 1.0, 30.0, 2.0]), [0, 3]);
        assert_eq!(large(&[]), [0; 0]);
        assert_eq!(large(&[5.0]), [0; 0]);
        let two_kinds = [[1.0; 2 * MOST_LARGE], [9.0; 2 * MOST_LARGE]];
        assert_eq!(large(two_kinds.as_flattened()), [0; 0]);
    }
}
