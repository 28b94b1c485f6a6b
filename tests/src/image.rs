//! The manifold of a pair, and those of the pair swapped and moved.

use octosat::{BoxPose, Engine, Manifolds, OrientedBox, PointLimit, PointOrigin};
use octosat_reference::judge::{
    ContactClaim, ManifoldClaim, ManifoldReport, MovedClaim, compare_moved, compare_swapped,
};

use crate::geometry::{Quaternion, Vector, add, length, narrow, normalized, product, rotate, wide};
use crate::reference::{PairReference, claimed_points, manifold_claim};
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

/// A manifold as it was claimed, with points of its own.
#[derive(Clone, Debug)]
pub struct OwnedClaim {
    /// Everything but the points.
    pub claim: ManifoldClaim<'static>,
    /// All points, relative to the centre of the first box.
    pub points: Vec<ContactClaim>,
}

impl OwnedClaim {
    /// The claim with its points.
    #[must_use]
    pub fn whole(&self) -> ManifoldClaim<'_> {
        ManifoldClaim { points: &self.points, ..self.claim }
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
    pub claims: [OwnedClaim; 3],
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
        let claims = [&given, &swapped, &moved].map(|world| claimed(world, engine, ask.margin));
        Self { given, moved, claims, rotation: ask.motion.rotation }
    }

    /// What differs between the pair and its swapped and its moved image.
    #[must_use]
    pub fn differences(&self) -> [ManifoldReport; 2] {
        let [given, moved] = [&self.given, &self.moved]
            .map(|world| PairReference::new(world, Basis::Unit, [0, 1]).judged());
        let [claim, swapped, of_moved] = self.claims.each_ref().map(OwnedClaim::whole);
        let image = MovedClaim { pair: &moved, claim: &of_moved, rotation: self.rotation };
        [compare_swapped(&given, &claim, &swapped), compare_moved(&given, &claim, image)]
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
fn claimed(world: &World, engine: &Engine, margin: f32) -> OwnedClaim {
    let limit = Limit::Uniform(margin);
    let settings = ContactSettings {
        margin: limit.margin(),
        limit: PointLimit::Eight,
        origin: PointOrigin::CenterOfA,
    };
    let mut contacts = Manifolds::new();
    world.contacts(engine, &settings, &mut contacts);
    let claim = manifold_claim(contacts.manifolds()[0], &[], &settings, margin);
    OwnedClaim { claim, points: claimed_points(contacts.of(0)) }
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
