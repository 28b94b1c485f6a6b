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
    /// The direction from the first to the second along which they are separated, or along which the shortest
    /// translation separates them.
    pub normal: DVec3,
    /// The contacts between them.
    pub contacts: Vec<Contact>,
}

/// All boxes, and pairs of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The boxes.
    pub boxes: Vec<Solid>,
    /// Pairs of near boxes; they decide which box is painted over the other.
    pub pairs: Vec<Pair>,
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
    fn reach(self, bodies: &[Body]) -> Vec<Ball> {
        let all_large = bodies.iter().all(|body| body.role == Role::Large);
        match self {
            Self::Near(ball) => vec![ball],
            Self::Around(_) => {
                let focus = bodies.iter().filter(|body| body.role == Role::Focus);
                let balls = focus.map(|body| {
                    let radius = body.half.length() * AROUND_BORDER;
                    body.corners().map(|center| Ball { center, radius })
                });
                balls.flatten().collect()
            }
            Self::Whole => {
                let shown = bodies.iter().filter(|body| all_large || body.role != Role::Large);
                shown.flat_map(Body::corners).map(|center| Ball { center, radius: 0.0 }).collect()
            }
        }
    }
}

/// Two boxes of a scene and the direction that separates them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart {
    pub(crate) places: [usize; 2],
    /// From the first to the second.
    pub(crate) normal: DVec3,
}

/// The boxes and contacts that are drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) bodies: Vec<Body>,
    pub(crate) apart: Vec<Apart>,
    /// The balls that the picture must show.
    pub(crate) reach: Vec<Ball>,
    pairs: usize,
    contacts: Vec<Contact>,
}

impl Scene {
    /// Collects the boxes and contacts of a part of a frame.
    ///
    /// # Panics
    /// If a pair has a box that does not exist.
    #[must_use]
    pub fn new(frame: &Frame, part: Part) -> Self {
        let body = |(index, solid)| Body::new(index, solid);
        let mut all: Vec<Body> = frame.boxes.iter().enumerate().map(body).collect();
        mark_large(&mut all);
        if let Part::Around(index) = part
            && let Some(body) = all.get_mut(index)
        {
            body.role = Role::Focus;
        }
        let drawn = part.drawn(frame, &all);
        let bodies: Vec<Body> = all.iter().filter(|body| drawn[body.index]).copied().collect();
        let mut places = vec![0; all.len()];
        for (place, body) in bodies.iter().enumerate() {
            places[body.index] = place;
        }
        let has = |pair: &&Pair| pair.boxes.iter().all(|&index| drawn[index]);
        let apart = frame.pairs.iter().filter(has).map(|pair| Apart {
            places: pair.boxes.map(|index| places[index]),
            normal: pair.normal,
        });
        let is_asked = |pair: &&Pair| match part {
            Part::Around(index) => pair.boxes.contains(&index),
            _ => has(pair),
        };
        let pairs = frame.pairs.iter().filter(is_asked);
        let is_inside = |contact: &&Contact| match part {
            Part::Near(ball) => {
                contact.point.distance_squared(ball.center) <= ball.radius * ball.radius
            }
            _ => true,
        };
        let contacts = pairs.clone().flat_map(|pair| &pair.contacts).filter(is_inside).copied();
        Self {
            reach: part.reach(&bodies),
            apart: apart.collect(),
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

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    fn large(sizes: &[f64]) -> Vec<usize> {
        let solid = |size: f64| Solid {
            center: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            half_extents: DVec3::new(size, 0.1, 0.1),
        };
        let body = |(index, &size)| Body::new(index, &solid(size));
        let mut bodies: Vec<Body> = sizes.iter().enumerate().map(body).collect();
        mark_large(&mut bodies);
        bodies.iter().filter(|body| body.role == Role::Large).map(|body| body.index).collect()
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
