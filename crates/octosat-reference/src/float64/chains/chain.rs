//! Links, joints and solids as robot descriptions have them, and where joint values put them.

use super::frame::RigidFrame;
use super::placed::{PlacedSolid, SolidShape};
use crate::tolerances::{CHAIN_FACTOR, MIMIC_FACTOR, UNIT_ROUNDOFF};
use crate::vector::length;

/// A chain: links that joints connect, each after the link that it is on, and solids of links.
///
/// Link 0 is the base; link k + 1 has joint k.
#[derive(Clone, Debug, Default)]
pub struct ReferenceChain {
    joints: Vec<ReferenceJoint>,
    solids: Vec<LinkShape>,
}

/// A joint, and the link that it is on.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceJoint {
    /// How it moves.
    pub kind: ReferenceJointKind,
    /// The link that it is on.
    pub parent: usize,
    /// Its origin as seen from that link, in meters.
    pub translation: [f64; 3],
    /// The rotation of its origin, x, y, z, w.
    pub rotation: [f64; 4],
    /// Its axis in the frame of the origin.
    pub axis: [f64; 3],
    /// What it follows instead of having a value of its own.
    pub mimic: Option<ReferenceMimic>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceJointKind {
    /// It does not.
    Fixed,
    /// It turns about its axis.
    Turns,
    /// It slides along its axis.
    Slides,
}

/// How a joint follows another one.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceMimic {
    /// The joint that it follows.
    pub of: usize,
    /// What the value of that one is multiplied by.
    pub ratio: f64,
    /// What is added, in radians or meters.
    pub offset: f64,
}

/// A solid of a link.
#[derive(Clone, Debug)]
struct LinkShape {
    link: usize,
    shape: SolidShape,
    frame: RigidFrame,
    /// Other links that it may touch, if the link holds it.
    touching: Option<Vec<usize>>,
}

impl LinkShape {
    /// Whether it is held and may touch the link of another solid.
    fn may_touch(&self, other: &Self) -> bool {
        self.touching.as_ref().is_some_and(|touching| touching.contains(&other.link))
    }
}

impl ReferenceChain {
    /// A chain of a base alone.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a joint and its link, and returns the index of the link.
    pub fn add_joint(&mut self, joint: ReferenceJoint) -> usize {
        self.joints.push(joint);
        self.joints.len()
    }

    /// Adds a solid to a link, and returns its index.
    pub fn attach(&mut self, link: usize, shape: SolidShape, frame: RigidFrame) -> usize {
        self.solids.push(LinkShape { link, shape, frame, touching: None });
        self.solids.len() - 1
    }

    /// The last solid is held by its link, and may touch these links.
    ///
    /// # Panics
    /// Without solids.
    pub fn hold(&mut self, touching: Vec<usize>) {
        self.solids.last_mut().expect("a solid that is held").touching = Some(touching);
    }

    /// Keeps the first solids.
    pub fn truncate(&mut self, solids: usize) {
        self.solids.truncate(solids);
    }

    /// The value of each joint, in radians or meters, given those of the joints that have one.
    ///
    /// # Panics
    /// With fewer values than joints that have one.
    #[must_use]
    pub fn joint_values(&self, values: &[f64]) -> Vec<f64> {
        let mut own = values.iter();
        let mut all: Vec<f64> = Vec::with_capacity(self.joints.len());
        for joint in &self.joints {
            all.push(match (joint.kind, joint.mimic) {
                (ReferenceJointKind::Fixed, _) => 0.0,
                (_, Some(mimic)) => mimic.ratio * all[mimic.of] + mimic.offset,
                (_, None) => *own.next().expect("a value for each joint that has one"),
            });
        }
        all
    }

    /// The frame of each link in the world.
    #[must_use]
    pub fn frames(&self, values: &[f64]) -> Vec<RigidFrame> {
        let mut frames = vec![RigidFrame::IDENTITY];
        for (joint, value) in self.joints.iter().zip(self.joint_values(values)) {
            let origin = RigidFrame::new(joint.translation, joint.rotation);
            let moved = match joint.kind {
                ReferenceJointKind::Fixed => RigidFrame::IDENTITY,
                ReferenceJointKind::Turns => RigidFrame::turned(joint.axis, value),
                ReferenceJointKind::Slides => RigidFrame::moved(joint.axis, value),
            };
            frames.push(frames[joint.parent].then(&origin).then(&moved));
        }
        frames
    }

    /// The solids in the world, in the order of their indices.
    #[must_use]
    pub fn solids(&self, values: &[f64]) -> Vec<PlacedSolid> {
        let frames = self.frames(values);
        let placed = |solid: &LinkShape| {
            PlacedSolid::new(solid.shape.clone(), frames[solid.link].then(&solid.frame))
        };
        self.solids.iter().map(placed).collect()
    }

    /// The link of each solid.
    pub fn links_of_solids(&self) -> impl ExactSizeIterator<Item = usize> {
        self.solids.iter().map(|solid| solid.link)
    }

    /// The number of joints that move a solid.
    #[must_use]
    pub fn moving_joints(&self, solid: usize) -> usize {
        self.joints_before(self.solids[solid].link)
            .filter(|&joint| self.joints[joint].kind != ReferenceJointKind::Fixed)
            .count()
    }

    /// How far a solid can be from the base, in meters: the lengths along the chain, slides of these values, and the
    /// farthest point of the solid.
    #[must_use]
    pub fn reach(&self, solid: usize, values: &[f64]) -> f64 {
        let &LinkShape { link, ref shape, frame, .. } = &self.solids[solid];
        let all = self.joint_values(values);
        let along = self.joints_before(link).map(|number| {
            let joint = &self.joints[number];
            let slides = joint.kind == ReferenceJointKind::Slides;
            length(joint.translation) + if slides { all[number].abs() } else { 0.0 }
        });
        along.sum::<f64>() + length(frame.origin) + shape.bounding_radius()
    }

    /// Meters by which a point of a solid may be off in float32.
    #[must_use]
    pub fn pose_bound(&self, solid: usize, values: &[f64]) -> f64 {
        let reach = self.reach(solid, values);
        let all = self.joint_values(values);
        // Engines add up the offsets of joints that follow one another.
        let offsets = self.joint_values(&vec![0.0; values.len()]);
        let mimic = self.joints_before(self.solids[solid].link).map(|number| {
            let joint = &self.joints[number];
            let arm = if joint.kind == ReferenceJointKind::Turns { reach } else { 1.0 };
            let follows = if joint.mimic.is_some() { MIMIC_FACTOR } else { 0.0 };
            follows * arm * (all[number].abs() + offsets[number].abs())
        });
        let joints = self.moving_joints(solid) + 1;
        UNIT_ROUNDOFF * (CHAIN_FACTOR * joints as f64 * reach + mimic.sum::<f64>())
    }

    /// The pairs of solids of two links that neither a joint connects, nor only fixed joints, and of solids that are held
    /// and links that they may not touch; without those of links that may touch each other.
    #[must_use]
    pub fn pairs(&self, allowed: &[[usize; 2]]) -> Vec<[usize; 2]> {
        let is_allowed = |links| allowed.iter().any(|&[a, b]| links == [a, b] || links == [b, a]);
        let mut pairs = Vec::new();
        for (second, b) in self.solids.iter().enumerate() {
            for (first, a) in self.solids[..second].iter().enumerate() {
                let is_pair = if a.touching.is_some() || b.touching.is_some() {
                    a.link != b.link && !a.may_touch(b) && !b.may_touch(a)
                } else {
                    self.are_apart(a.link, b.link) && !is_allowed([a.link, b.link])
                };
                if is_pair {
                    pairs.push([first, second]);
                }
            }
        }
        pairs
    }

    /// Whether neither a joint connects two links, nor only fixed joints.
    fn are_apart(&self, a: usize, b: usize) -> bool {
        let is_on = |one: usize, other: usize| one > 0 && self.joints[one - 1].parent == other;
        !is_on(a, b) && !is_on(b, a) && self.body(a) != self.body(b)
    }

    /// The first of the links that only fixed joints connect with a link.
    fn body(&self, mut link: usize) -> usize {
        while link > 0 && self.joints[link - 1].kind == ReferenceJointKind::Fixed {
            link = self.joints[link - 1].parent;
        }
        link
    }

    /// The joints from a link to the base.
    fn joints_before(&self, link: usize) -> impl Iterator<Item = usize> {
        let next = |&joint: &usize| self.joints[joint].parent.checked_sub(1);
        core::iter::successors(link.checked_sub(1), next)
    }
}
