//! A chain: links that joints connect, as frames that joint values move.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::ChainError;
use super::joint::{Joint, JointKind};
use super::pairs::{LinkPair, links_of, pairs_of_last};
use super::placement::{Placement, length, product, rotation_from_z, rounded_up};
use super::solid::Solid;
use crate::boxes::error::BoxError;
use crate::boxes::store::rotation::{round, stored};
use crate::tolerances::{MAX_JOINT_VALUE, MAX_LENGTH};

/// A robot: links that joints connect, and the solids of each link.
///
/// Links are added one after the other, each with the joint that moves it as seen from a link before, so they form a tree.
/// Link 0 is the base, which stands still in the world. Joint values are in the order in which joints with a value are
/// added. Solids are boxes, cylinders and capsules in the frame of their link; a grasped object is one, too.
///
/// Solids of two links have pairs with each other, except if a joint connects the links, if no joint moves one as seen from
/// the other, or if [`Self::allow`] says that they may touch.
///
/// # Example
/// ```
/// use octosat::{BoxPose, Chain, Configurations, Engine, Joint, OrientedBox, Solid, World};
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut arm = Chain::new("base");
/// let upper = arm.add_link("upper arm", 0, Joint::revolute("shoulder", [0.0, 1.0, 0.0]))?;
/// let elbow = Joint::revolute("elbow", [0.0, 1.0, 0.0]).at([0.0, 0.0, 1.0]);
/// let fore = arm.add_link("forearm", upper, elbow)?;
/// for link in [upper, fore] {
///     arm.attach(link, OrientedBox::new([0.0, 0.0, 0.5], upright, [0.05, 0.05, 0.5]))?;
/// }
/// let wall = OrientedBox::new([1.5, 0.0, 1.0], upright, [0.1, 2.0, 2.0]);
/// let post = Solid::cylinder(BoxPose::new([-1.0, 0.0, 0.5], upright), 0.1, 0.5);
/// let world = World::new([wall.into(), post])?;
///
/// // Stretched upwards; towards the wall; folded back over the post.
/// let joints = [0.0, 0.0, 1.2, 0.0, -0.3, -2.0];
/// let mut hits = [false; 3];
/// Engine::new().overlaps(Configurations::new(&arm, &joints).among(&world), &mut hits)?;
/// assert_eq!(hits, [false, true, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain {
    links: Vec<Link>,
    values: Vec<Value>,
    joints: Vec<JointValue>,
    pub(super) frames: Vec<Frame>,
    pub(super) solids: Vec<LinkSolid>,
    /// The pairs of solids that are looked at.
    pub(super) pairs: Vec<LinkPair>,
    /// Links that may touch each other, the lower index first.
    allowed: Vec<[usize; 2]>,
    /// A link and an obstacle that may touch, in ascending order.
    allowed_obstacles: Vec<(usize, u32)>,
}

/// A link, and where its frame is as seen from the frame that moves it.
#[derive(Clone, Debug)]
pub(super) struct Link {
    name: String,
    /// The link that its joint is on; none for the base.
    pub(super) parent: Option<usize>,
    /// The frame that moves it; none: it stands still.
    pub(super) frame: Option<usize>,
    placement: Placement,
}

/// A joint with a value of its own.
#[derive(Clone, Debug)]
struct Value {
    name: String,
    limits: [f64; 2],
    /// The largest magnitude that queries accept: those of all joints that follow it stay small enough.
    largest: f32,
}

/// A joint that moves, and what it makes of the joint values.
#[derive(Clone, Debug)]
struct JointValue {
    name: String,
    value: usize,
    ratio: f64,
    offset: f64,
}

/// A frame that a joint moves: it turns about its own z axis, or slides along it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The frame before; none: the base.
    pub(super) parent: Option<usize>,
    /// Its pose as seen from the frame before, at the value zero.
    pub(super) translation: [f32; 3],
    pub(super) rotation: [f32; 4],
    pub(super) slides: bool,
    /// Its value is the joint value of this number or, if it follows it, `ratio` times this value plus `offset`.
    pub(super) value: usize,
    pub(super) follows: bool,
    pub(super) ratio: f32,
    pub(super) offset: f32,
    /// The length of the translation in meters, rounded up.
    pub(super) length: f32,
    /// How many frames there are from the base to this one.
    pub(super) depth: f32,
}

/// A solid in the frame that moves it.
#[derive(Clone, Debug)]
pub(super) struct LinkSolid {
    /// As it was attached, in the frame of its link.
    given: Solid,
    pub(super) link: usize,
    pub(super) frame: Option<usize>,
    /// The same in the frame that moves the link.
    pub(super) solid: Solid,
    /// The radius of its bounding sphere, in meters, rounded up.
    pub(super) radius: f32,
    /// How far its farthest point is from the origin of the frame, in meters, rounded up.
    pub(super) reach: f32,
}

impl Chain {
    /// A chain of one link, which stands still: the base. Its frame is the world's.
    #[must_use]
    pub fn new(base: impl Into<String>) -> Self {
        let placement = Placement { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };
        let base = Link { name: base.into(), parent: None, frame: None, placement };
        Self {
            links: [base].into(),
            values: Vec::new(),
            joints: Vec::new(),
            frames: Vec::new(),
            solids: Vec::new(),
            pairs: Vec::new(),
            allowed: Vec::new(),
            allowed_obstacles: Vec::new(),
        }
    }

    /// Adds a link, which a joint moves as seen from a link that was added before, and returns its index.
    ///
    /// # Errors
    /// No link of that index, a name that another link or joint has, a joint with a number that is not usable, or one that
    /// follows a joint without a value. Nothing is added then.
    pub fn add_link(
        &mut self,
        name: impl Into<String>,
        parent: usize,
        joint: Joint,
    ) -> Result<usize, ChainError> {
        let name = name.into();
        self.check_link(parent)?;
        if self.link(&name).is_some() {
            return Err(ChainError::LinkName { name });
        }
        joint.check()?;
        let before = &self.links[parent];
        let origin = Placement::new(joint.translation, joint.rotation);
        let placement = before.placement.then(&origin);
        let mut link = Link { name, parent: Some(parent), frame: before.frame, placement };
        if joint.kind != JointKind::Fixed {
            link = self.add_frame(link, &joint)?;
        }
        self.links.push(link);
        Ok(self.links.len() - 1)
    }

    /// Adds the frame that moves a link, given the link as if the joint were fixed.
    fn add_frame(&mut self, link: Link, joint: &Joint) -> Result<Link, ChainError> {
        if self.joints.iter().any(|other| other.name == joint.name) {
            return Err(ChainError::JointName { name: joint.name.clone() });
        }
        let moved = self.value_of(joint)?;
        let to_axis = rotation_from_z(joint.axis);
        let Placement { translation, rotation } = link.placement;
        let rotation = stored(product(rotation, to_axis).map(round));
        let depth = link.frame.map_or(1.0, |frame| self.frames[frame].depth + 1.0);
        self.frames.push(Frame {
            parent: link.frame,
            translation: translation.map(round),
            rotation,
            slides: joint.kind == JointKind::Prismatic,
            value: moved.value,
            follows: joint.mimic.is_some(),
            ratio: round(moved.ratio),
            offset: round(moved.offset),
            length: rounded_up(length(&translation)),
            depth,
        });
        if moved.value == self.values.len() {
            let limits = joint.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            let (name, largest) = (joint.name.clone(), MAX_JOINT_VALUE);
            self.values.push(Value { name, limits, largest });
        }
        // With the offset, at most twice the largest value.
        let largest = round(f64::from(MAX_JOINT_VALUE) / moved.ratio.abs());
        let value = &mut self.values[moved.value];
        value.largest = value.largest.min(largest);
        self.joints.push(moved);
        let [x, y, z, w] = to_axis;
        let placement = Placement::new([0.0; 3], [-x, -y, -z, w]);
        Ok(Link { frame: Some(self.frames.len() - 1), placement, ..link })
    }

    /// What a joint makes of the joint values: a value of its own, or what it follows.
    fn value_of(&self, joint: &Joint) -> Result<JointValue, ChainError> {
        let name = joint.name.clone();
        let Some(mimic) = &joint.mimic else {
            return Ok(JointValue { name, value: self.values.len(), ratio: 1.0, offset: 0.0 });
        };
        let Some(other) = self.joints.iter().find(|other| other.name == mimic.of) else {
            return Err(ChainError::Mimic { joint: name, of: mimic.of.clone() });
        };
        let ratio = mimic.ratio * other.ratio;
        let offset = mimic.ratio * other.offset + mimic.offset;
        for (value, most) in [(ratio, f64::from(MAX_LENGTH)), (offset, f64::from(MAX_JOINT_VALUE))]
        {
            if value.abs() > most {
                return Err(ChainError::JointNumber { joint: name, field: "mimic", value });
            }
        }
        Ok(JointValue { name, value: other.value, ratio, offset })
    }

    /// Attaches a box, a cylinder or a capsule to a link, in the frame of the link, and returns the index of the solid.
    ///
    /// # Errors
    /// No link of that index, a value that a store of boxes would reject, or a solid beyond 1e12 m from the base. Nothing is
    /// attached then.
    pub fn attach(&mut self, link: usize, solid: impl Into<Solid>) -> Result<usize, ChainError> {
        self.check_link(link)?;
        let Link { name, frame, placement, .. } = &self.links[link];
        let rejected = |error: BoxError| ChainError::Solid { link: name.clone(), error };
        let given = solid.into().checked(self.solids.len()).map_err(rejected)?;
        let pose = given.pose();
        let placement = placement
            .then(&Placement::new(pose.center.map(f64::from), pose.rotation.map(f64::from)));
        let mut solid = given;
        solid.pose.center = placement.translation.map(round);
        solid.pose.rotation = stored(placement.rotation.map(round));
        let radius = solid.bounding_radius();
        let reach = length(&placement.translation) + radius;
        self.check_reach(link, reach)?;
        let [radius, reach] = [radius, reach].map(rounded_up);
        self.solids.push(LinkSolid { given, link, frame: *frame, solid, radius, reach });
        let more = pairs_of_last(&self.links, &self.frames, &self.solids, &self.allowed);
        self.pairs.extend(more);
        Ok(self.solids.len() - 1)
    }

    /// Keeps the first solids, and removes those that were attached after them, such as what a hand puts down.
    pub fn truncate(&mut self, solids: usize) {
        self.solids.truncate(solids);
        self.pairs.retain(|pair| pair.solids[1] < solids);
    }

    /// Says that two links may touch: their solids have no pairs with each other.
    ///
    /// # Errors
    /// No link of such an index.
    pub fn allow(&mut self, link: usize, other: usize) -> Result<(), ChainError> {
        self.check_link(link)?;
        self.check_link(other)?;
        let links = [link.min(other), link.max(other)];
        self.allowed.push(links);
        let solids = &self.solids;
        self.pairs.retain(|pair| links_of(solids, pair.solids) != links);
        Ok(())
    }

    /// Says that a link may touch obstacles, such as the base the table it stands on: its solids have no pairs with these.
    /// Obstacles are given by their indices in a world.
    ///
    /// # Errors
    /// No link of that index.
    pub fn allow_obstacles(&mut self, link: usize, obstacles: &[u32]) -> Result<(), ChainError> {
        self.check_link(link)?;
        self.allowed_obstacles.extend(obstacles.iter().map(|&obstacle| (link, obstacle)));
        self.allowed_obstacles.sort_unstable();
        self.allowed_obstacles.dedup();
        Ok(())
    }

    /// Whether a link may touch an obstacle.
    pub(super) fn allows(&self, link: usize, obstacle: u32) -> bool {
        !self.allowed_obstacles.is_empty()
            && self.allowed_obstacles.binary_search(&(link, obstacle)).is_ok()
    }

    /// The number of joint values of a configuration.
    #[must_use]
    pub fn values(&self) -> usize {
        self.values.len()
    }

    /// The names of the joints that have a value, in the order of joint values.
    pub fn joint_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.values.iter().map(|value| value.name.as_str())
    }

    /// The lower and the upper limit of each joint value, in radians or meters; infinite for joints without limits.
    pub fn joint_limits(&self) -> impl ExactSizeIterator<Item = [f64; 2]> {
        self.values.iter().map(|value| value.limits)
    }

    /// Whether bounds of rounding depend on joint values: those of frames that slide or follow others.
    pub(super) fn has_varying_reach(&self) -> bool {
        self.frames.iter().any(|frame| frame.slides || frame.follows)
    }

    /// The largest magnitude of each joint value that queries accept, in radians or meters.
    pub(super) fn largest_values(&self) -> impl Iterator<Item = f32> + Clone {
        self.values.iter().map(|value| value.largest)
    }

    /// The names of the links, in the order of their indices.
    pub fn link_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.links.iter().map(|link| link.name.as_str())
    }

    /// The index of the link of that name.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The solids in the order of their indices: each as it was attached, and the link that it is of.
    pub fn solids(&self) -> impl ExactSizeIterator<Item = (usize, Solid)> {
        self.solids.iter().map(|solid| (solid.link, solid.given))
    }

    /// The pairs of solids of two links that are looked at, by their indices.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = [usize; 2]> {
        self.pairs.iter().map(|pair| pair.solids)
    }

    /// The name of the link of that index.
    pub(super) fn link_name(&self, link: usize) -> &str {
        &self.links[link].name
    }

    fn check_link(&self, link: usize) -> Result<(), ChainError> {
        let links = self.links.len();
        if link < links { Ok(()) } else { Err(ChainError::NoLink { link, links }) }
    }

    /// Rejects a solid that can be too far from the base, given how far it is from the frame of its link.
    fn check_reach(&self, link: usize, mut reach: f64) -> Result<(), ChainError> {
        let mut next = self.links[link].frame;
        while let Some(frame) = next {
            let Frame { length, slides, parent, .. } = self.frames[frame];
            reach += f64::from(length);
            if slides {
                reach += 2.0 * f64::from(MAX_JOINT_VALUE);
            }
            next = parent;
        }
        let limit = f64::from(MAX_LENGTH);
        if reach <= limit {
            return Ok(());
        }
        Err(ChainError::Reach { link: self.links[link].name.to_owned(), reach, limit })
    }
}
