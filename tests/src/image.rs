//! The manifold of a pair, and those of the pair swapped and moved.

use octosat::{BoxPose, Engine, Manifolds, OrientedBox, PointLimit, PointOrigin};
use octosat_reference::float64::{
    ContactAnswer, ManifoldAnswer, ManifoldReport, MovedAnswer, compare_moved, compare_swapped,
};

use crate::geometry::{Quaternion, Vector, add, length, narrow, normalized, product, rotate, wide};
use crate::reference::{PairReference, answer_points, manifold_answer};
use crate::world::{Basis, ContactSettings, Limit, World};

/// A rigid motion of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Unit quaternion x, y, z, w.
    pub rotation: Quaternion,
    /// Where the centre of a is put, in parts of the size of the pair: up to one, since rounding far
    /// from the origin would make other boxes.
    pub place: Vector,
}

/// A manifold as it was reported, with points of its own.
#[derive(Clone, Debug)]
pub struct OwnedAnswer {
    /// Everything but the points.
    pub answer: ManifoldAnswer<'static>,
    /// All points, relative to the centre of the first box.
    pub points: Vec<ContactAnswer>,
}

impl OwnedAnswer {
    /// The answer with its points.
    #[must_use]
    pub fn whole(&self) -> ManifoldAnswer<'_> {
        ManifoldAnswer { points: &self.points, ..self.answer }
    }
}

/// What one engine says about a pair of boxes and its images.
#[derive(Clone, Debug)]
pub struct Images {
    /// The boxes as given.
    pub given: World,
    /// The boxes moved.
    pub moved: World,
    /// What was said about a and b, b and a, and the moved a and b.
    pub answers: [OwnedAnswer; 3],
    rotation: Quaternion,
}

impl Images {
    /// Asks about two boxes, for all points within a margin.
    ///
    /// # Panics
    /// If a store or the engine refuses the boxes.
    #[must_use]
    pub fn ask(boxes: [OrientedBox; 2], engine: &Engine, ask: &Asked) -> Self {
        let [a, b] = boxes;
        let given = World::of_neighbours("pair", &boxes);
        let moved = World::of_neighbours("moved pair", &moved(boxes, &ask.motion));
        let swapped = World::of_neighbours("swapped pair", &[b, a]);
        let answers = [&given, &swapped, &moved].map(|world| reported(world, engine, ask.margin));
        Self { given, moved, answers, rotation: ask.motion.rotation }
    }

    /// What differs between the pair and its swapped and its moved image.
    #[must_use]
    pub fn differences(&self) -> [ManifoldReport; 2] {
        let [given, moved] = [&self.given, &self.moved]
            .map(|world| PairReference::new(world, Basis::Unit, [0, 1]).reference());
        let [answer, swapped, of_moved] = self.answers.each_ref().map(OwnedAnswer::whole);
        let image = MovedAnswer { pair: &moved, answer: &of_moved, rotation: self.rotation };
        [compare_swapped(&given, &answer, &swapped), compare_moved(&given, &answer, image)]
    }
}

/// How a pair and its images are asked about.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Metres.
    pub margin: f32,
    /// Where the moved image goes.
    pub motion: Motion,
}

/// All points of the only pair of a world, relative to the first box's centre.
fn reported(world: &World, engine: &Engine, margin: f32) -> OwnedAnswer {
    let limit = Limit::Uniform(margin);
    let settings = ContactSettings {
        margin: limit.margin(),
        limit: PointLimit::Eight,
        origin: PointOrigin::CenterOfA,
    };
    let mut contacts = Manifolds::new();
    world.contacts(engine, &settings, &mut contacts);
    let answer = manifold_answer(contacts.manifolds()[0], &[], &settings, margin);
    OwnedAnswer { answer, points: answer_points(contacts.of(0)) }
}

/// Both boxes turned, with the centre of the first one at its new place.
fn moved(boxes: [OrientedBox; 2], motion: &Motion) -> [OrientedBox; 2] {
    let [origin, other] = boxes.map(|given| wide(given.pose.center));
    let extents: f64 = boxes.iter().flat_map(|given| wide(given.half_extents)).sum();
    let size = extents + length(std::array::from_fn(|k| other[k] - origin[k]));
    let place = motion.place.map(|part| part * size);
    boxes.map(|given| {
        let center = wide(given.pose.center);
        let offset = std::array::from_fn(|k| center[k] - origin[k]);
        let center = narrow(add(rotate(motion.rotation, offset), place));
        let rotation = product(motion.rotation, wide(given.pose.rotation));
        let pose = BoxPose { center, rotation: narrow(normalized(rotation)) };
        OrientedBox { pose, ..given }
    })
}
