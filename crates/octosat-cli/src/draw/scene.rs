//! What of a frame is drawn, and what the engine found there.

use octosat::{BoxStore, Engine, Manifolds, Penetration, Query, tolerances};
use octosat_scenes::Recording;

use super::body::{Body, Role};
use super::options::{Ball, DrawOptions};
use crate::failure::Failure;
use crate::input::{RefusedBox, Source};
use crate::stores::{oriented, uniform};
use crate::vector::{Vector, along, dot, minus};

/// A box is much larger than others where sizes jump by this factor between them.
const LARGE_FACTOR: f64 = 4.0;

/// At most so many boxes are large: more are no floors and walls but another kind of box.
const MOST_LARGE: usize = 64;

/// How much is shown beyond the corners of a single box, as a part of its half diagonal.
const AROUND_BORDER: f64 = 0.2;

/// Larger than any separation of two boxes that a store takes, so that every pair has a normal.
const ANY_SEPARATION: f32 = 1e3 * tolerances::MAX_LENGTH;

/// A contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) point: Vector,
    pub(super) normal: Vector,
    pub(super) depth: f64,
}

/// A pair of boxes, by their places in the scene, and the direction in which they are parted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parted {
    pub(super) places: [usize; 2],
    /// From the first to the second.
    pub(super) normal: Vector,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) bodies: Vec<Body>,
    pub(super) dots: Vec<Dot>,
    /// The pairs that the engine was asked about, of this part of the frame.
    pub(super) pairs: usize,
    pub(super) parted: Vec<Parted>,
    /// What the picture must show.
    pub(super) reach: Vec<Ball>,
}

/// Which part of a frame is drawn.
#[derive(Clone, Copy, Debug)]
enum Part {
    Whole,
    Near(Ball),
    Around(usize),
}

impl Part {
    fn of(options: &DrawOptions) -> Self {
        match (options.zoom, options.around) {
            (Some(ball), _) => Self::Near(ball),
            (None, Some(index)) => Self::Around(index),
            (None, None) => Self::Whole,
        }
    }

    /// Whether a pair of boxes is asked about, given which boxes are drawn.
    fn has_pair(self, pair: [usize; 2], drawn: &[bool]) -> bool {
        match self {
            Self::Around(index) => pair.contains(&index),
            _ => pair.iter().all(|&index| drawn[index]),
        }
    }

    fn has_point(self, point: Vector) -> bool {
        match self {
            Self::Near(ball) => {
                let offset = minus(point, ball.center);
                dot(offset, offset) <= ball.radius * ball.radius
            }
            _ => true,
        }
    }
}

/// A frame's boxes and pairs, and the engine's answers.
struct Answered<'a> {
    bodies: Vec<Body>,
    pairs: &'a [[u32; 2]],
    contacts: Manifolds,
    penetrations: Vec<Penetration>,
}

impl Scene {
    /// The part of a frame that the options choose.
    pub(super) fn new(
        source: &Source,
        recording: &Recording,
        frame: usize,
        options: &DrawOptions,
    ) -> Result<Self, Failure> {
        let answered = Answered::new(source, recording, frame, options.margin)?;
        let part = Part::of(options);
        let boxes = answered.bodies.len();
        if let Part::Around(index) = part
            && index >= boxes
        {
            return Err(source.refuse(&format!("box {index} asked for, there are {boxes}")));
        }
        let scene = answered.scene(part);
        if scene.bodies.is_empty() {
            return Err(source.refuse(&format!("frame {frame}: there is no box to draw")));
        }
        Ok(scene)
    }
}

impl<'a> Answered<'a> {
    fn new(
        source: &Source,
        recording: &'a Recording,
        frame: usize,
        margin: f32,
    ) -> Result<Self, Failure> {
        let poses = recording.frame(frame);
        let store =
            BoxStore::from_slices(poses.positions, poses.rotations, recording.half_extents())
                .map_err(|error| source.refuse_box(&RefusedBox { error, frame }))?;
        let engine = Engine::new();
        let query = Query::new(&store, poses.pairs);
        let mut contacts = Manifolds::new();
        engine.manifolds(query.margin(uniform(margin)), &mut contacts)?;
        let mut penetrations = vec![Penetration::default(); poses.pairs.len()];
        engine.penetrations(query.margin(ANY_SEPARATION), &mut penetrations)?;
        let body = |index| Body::new(index, &oriented(&store, index), Role::Usual);
        let bodies = (0..store.len()).map(body).collect();
        Ok(Self { bodies, pairs: poses.pairs, contacts, penetrations })
    }

    fn scene(mut self, part: Part) -> Scene {
        mark_large(&mut self.bodies);
        if let Part::Around(index) = part {
            self.bodies[index].role = Role::Focus;
        }
        let drawn = self.drawn(part);
        let mut scene = Scene {
            bodies: Vec::new(),
            dots: Vec::new(),
            pairs: 0,
            parted: Vec::new(),
            reach: Vec::new(),
        };
        let mut places = vec![0; self.bodies.len()];
        for body in self.bodies.iter().filter(|body| drawn[body.index]) {
            places[body.index] = scene.bodies.len();
            scene.bodies.push(*body);
        }
        for row in 0..self.pairs.len() {
            let pair = self.pair(row);
            if part.has_pair(pair, &drawn) {
                scene.pairs += 1;
                scene.dots.extend(self.dots(row).filter(|dot| part.has_point(dot.point)));
            }
            if pair.iter().all(|&index| drawn[index]) {
                let normal = self.penetrations[row].normal.map(f64::from);
                scene.parted.push(Parted { places: pair.map(|index| places[index]), normal });
            }
        }
        scene.reach = reach(part, &scene.bodies);
        scene
    }

    /// Which boxes are drawn.
    fn drawn(&self, part: Part) -> Vec<bool> {
        match part {
            Part::Whole => vec![true; self.bodies.len()],
            Part::Near(ball) => {
                self.bodies.iter().map(|body| body.distance(ball.center) <= ball.radius).collect()
            }
            Part::Around(index) => {
                let mut drawn = vec![false; self.bodies.len()];
                drawn[index] = true;
                for row in 0..self.pairs.len() {
                    let pair = self.pair(row);
                    if pair.contains(&index) && !self.contacts.of(row).is_empty() {
                        for index in pair {
                            drawn[index] = true;
                        }
                    }
                }
                drawn
            }
        }
    }

    fn pair(&self, row: usize) -> [usize; 2] {
        self.pairs[row].map(|index| index as usize)
    }

    fn dots(&self, row: usize) -> impl Iterator<Item = Dot> {
        let normal = self.contacts.manifolds()[row].normal.map(f64::from);
        self.contacts.of(row).iter().map(move |contact| Dot {
            point: contact.position.map(f64::from),
            normal,
            depth: f64::from(contact.depth),
        })
    }
}

/// Marks boxes that are much larger than at least half of all: those above the first great jump in
/// size beyond the median that leaves few enough.
fn mark_large(bodies: &mut [Body]) {
    let size = |body: &Body| body.half.into_iter().fold(0.0, f64::max);
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

/// What the picture must show.
fn reach(part: Part, bodies: &[Body]) -> Vec<Ball> {
    match part {
        Part::Near(ball) => vec![ball],
        Part::Around(_) => bodies
            .iter()
            .filter(|body| body.role == Role::Focus)
            .flat_map(|body| {
                let radius = dot(body.half, body.half).sqrt() * AROUND_BORDER;
                body.corners().map(|center| Ball { center, radius })
            })
            .collect(),
        Part::Whole => {
            let all_large = bodies.iter().all(|body| body.role == Role::Large);
            let shown = bodies.iter().filter(|body| all_large || body.role != Role::Large);
            shown.flat_map(Body::corners).map(|center| Ball { center, radius: 0.0 }).collect()
        }
    }
}

impl Scene {
    /// Whether a large box stands between the viewer and another one.
    pub(super) fn is_hiding(&self, large: &Body, toward: Vector) -> bool {
        let mut rest = self.bodies.iter().filter(|body| body.role != Role::Large);
        rest.any(|body| {
            // From a little before the centre: a box that lies in a floor's surface stays seen.
            let near = body.half.into_iter().fold(0.0, f64::max);
            large.is_met(along(body.center, near, toward), toward)
        })
    }

    /// The greatest depth.
    pub(super) fn deepest(&self) -> Option<f64> {
        self.dots.iter().map(|dot| dot.depth).max_by(f64::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use octosat_reference::OrientedBox;

    fn bodies(sizes: &[f32]) -> Vec<Body> {
        let oriented = |&size: &f32| OrientedBox {
            center: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: [size, 0.1, 0.1],
        };
        let body = |(index, size)| Body::new(index, &oriented(size), Role::Usual);
        sizes.iter().enumerate().map(body).collect()
    }

    fn large(sizes: &[f32]) -> Vec<usize> {
        let mut bodies = bodies(sizes);
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
