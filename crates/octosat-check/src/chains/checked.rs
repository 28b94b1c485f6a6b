//! A chain and a world for the engine and for the reference.

use octosat::{Chain, Joint, World};
use octosat_reference::float64::{
    PlacedSolid, ReferenceChain, ReferenceJoint, ReferenceJointKind, SolidShape,
};
use octosat_scenes::generate::{Random, narrow};

use super::solids::GivenSolid;
use crate::Failure;

/// What a chain was made of, for who makes the same chain in another language.
#[derive(Clone, Debug, Default)]
pub struct GivenChain {
    /// The joints as the engine knows them; joint k has the name `joint k`, and its link the name `link k + 1`.
    pub joints: Vec<ReferenceJoint>,
    /// The solids in the order of their indices.
    pub solids: Vec<GivenLinkSolid>,
}

/// A solid of a link.
#[derive(Clone, Debug)]
pub struct GivenLinkSolid {
    /// The link that it is on.
    pub link: usize,
    /// The solid.
    pub solid: GivenSolid,
    /// Other links that it may touch, if the link holds it.
    pub touching: Option<Vec<usize>>,
}

/// A chain of the engine and that of the reference.
#[derive(Clone, Debug)]
pub struct CheckedChain {
    /// That of the engine.
    pub chain: Chain,
    /// That of the reference.
    pub reference: ReferenceChain,
    /// What both were made of.
    pub given: GivenChain,
    /// The pairs of solids that the reference looks at.
    pub pairs: Vec<[usize; 2]>,
    /// How far joint values go from zero, in radians or meters.
    pub ranges: Vec<f64>,
    /// The largest joint values that queries accept, in radians or meters.
    pub largest: Vec<f64>,
    /// About the size of links, in meters.
    pub size: f64,
    /// Links and obstacles that may touch.
    pub allowed: Vec<(usize, usize)>,
    /// Links that may touch each other.
    pub allowed_links: Vec<[usize; 2]>,
    /// Which value each joint has, and how many times; none of fixed joints.
    joints: Vec<Option<(usize, f64)>>,
    /// How long the engine knows links to be, as a part of their length.
    known: f64,
}

/// A world of the engine and the solids of the reference.
#[derive(Clone, Debug)]
pub struct CheckedWorld {
    /// That of the engine.
    pub world: World,
    /// The obstacles in the order in which the world got them.
    pub obstacles: Vec<PlacedSolid>,
    /// What both were made of.
    pub given: Vec<GivenSolid>,
}

/// The largest joint value, in radians or meters.
pub(super) const MOST: f64 = 1024.0;

/// Which part of a largest value counts that a ratio is divided out of, without unit: the chain rounds its own limit.
const ROUNDED_DOWN: f64 = 1.0 - 1e-6;

impl CheckedChain {
    /// A chain of a base alone, and about the size of the links that it gets, in meters. The engine knows these to be
    /// as long as they are times `known`.
    pub fn new(size: f64, known: f64) -> Self {
        Self {
            chain: Chain::new("link 0"),
            reference: ReferenceChain::new(),
            given: GivenChain::default(),
            pairs: Vec::new(),
            ranges: Vec::new(),
            largest: Vec::new(),
            size,
            allowed: Vec::new(),
            allowed_links: Vec::new(),
            joints: Vec::new(),
            known,
        }
    }

    /// Adds a joint and its link, whose value goes up to a range from zero, and returns the index of the link.
    ///
    /// # Errors
    /// If the chain rejects the joint.
    pub fn add(&mut self, joint: ReferenceJoint, range: f64) -> Result<usize, Failure> {
        let name = format!("joint {}", self.joints.len());
        let mut given = match joint.kind {
            ReferenceJointKind::Fixed => Joint::fixed(name),
            ReferenceJointKind::Turns => Joint::revolute(name, joint.axis),
            ReferenceJointKind::Slides => Joint::prismatic(name, joint.axis),
        };
        let mut follows = None;
        if let Some(mimic) = joint.mimic {
            given = given.mimic(format!("joint {}", mimic.of), mimic.ratio, mimic.offset);
            follows = self.joints[mimic.of].map(|(value, ratio)| (value, ratio * mimic.ratio));
        } else if joint.kind != ReferenceJointKind::Fixed {
            follows = Some((self.ranges.len(), 1.0));
            self.ranges.push(range);
            self.largest.push(MOST);
        }
        if let Some((value, ratio)) = follows {
            let most = ROUNDED_DOWN * MOST / ratio.abs();
            self.largest[value] = self.largest[value].min(most);
        }
        self.joints.push(follows);
        let translation = joint.translation.map(|component| self.known * component);
        let given = given.at(translation).rotated(joint.rotation);
        let link = format!("link {}", self.joints.len());
        self.chain.add_link(link, joint.parent, given)?;
        self.given.joints.push(ReferenceJoint { translation, ..joint });
        Ok(self.reference.add_joint(joint))
    }

    /// Attaches a solid to a link, and returns its index.
    ///
    /// # Errors
    /// If the chain rejects the solid.
    pub fn attach(&mut self, link: usize, given: &GivenSolid) -> Result<usize, Failure> {
        self.chain.attach(link, given.solid())?;
        self.given.solids.push(GivenLinkSolid { link, solid: given.clone(), touching: None });
        let solid = self.reference.attach(link, given.shape.clone(), given.frame());
        self.list_pairs();
        Ok(solid)
    }

    /// A link holds a solid, which may touch these links.
    ///
    /// # Errors
    /// If the chain rejects it.
    pub fn hold(
        &mut self,
        link: usize,
        given: &GivenSolid,
        touching: Vec<usize>,
    ) -> Result<(), Failure> {
        self.chain.hold(link, given.solid(), &touching)?;
        self.reference.attach(link, given.shape.clone(), given.frame());
        self.reference.hold(touching.clone());
        self.given.solids.push(GivenLinkSolid {
            link,
            solid: given.clone(),
            touching: Some(touching),
        });
        self.list_pairs();
        Ok(())
    }

    /// Two links may touch each other.
    ///
    /// # Errors
    /// If there are no such links.
    pub fn allow(&mut self, links: [usize; 2]) -> Result<(), Failure> {
        self.chain.allow(links[0], links[1])?;
        self.allowed_links.push(links);
        self.list_pairs();
        Ok(())
    }

    /// Lists the pairs of links that may not touch.
    fn list_pairs(&mut self) {
        self.pairs = self.reference.pairs(&self.allowed_links);
    }

    /// A link may touch an obstacle.
    ///
    /// # Errors
    /// If there is no such link.
    pub fn allow_obstacle(&mut self, link: usize, obstacle: u32) -> Result<(), Failure> {
        self.chain.allow_obstacles(link, &[obstacle])?;
        self.allowed.push((link, obstacle as usize));
        Ok(())
    }

    /// The number of solids.
    pub fn solids(&self) -> usize {
        self.reference.links_of_solids().len()
    }

    /// The number of links.
    pub fn links(&self) -> usize {
        self.joints.len() + 1
    }

    /// Whether joints follow others.
    pub fn has_followers(&self) -> bool {
        self.joints.iter().flatten().count() > self.ranges.len()
    }

    /// Joint values in a part of their ranges.
    pub fn configuration(&self, random: &mut Random, part: f64) -> Vec<f32> {
        let ranges = self.ranges.iter().zip(&self.largest);
        let mut value = |range: f64| narrow(random.range(-range, range));
        ranges.map(|(range, &largest)| value((part * range).min(largest))).collect()
    }
}

impl CheckedWorld {
    /// A world of obstacles.
    ///
    /// # Errors
    /// If the engine rejects one.
    pub fn new(given: &[GivenSolid]) -> Result<Self, Failure> {
        Self::with_alike(given, &[])
    }

    /// A world of obstacles, and others of one shape as its points or voxels.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn with_alike(given: &[GivenSolid], alike: &[GivenSolid]) -> Result<Self, Failure> {
        let mut world = World::new(given.iter().map(GivenSolid::solid))?;
        if let Some(one) = alike.first() {
            let centers: Vec<[f32; 3]> = alike.iter().map(|solid| solid.center).collect();
            match &one.shape {
                SolidShape::Box(half) => world.set_voxels(&centers, half.map(narrow))?,
                shape => world.set_points(&centers, narrow(shape.bounding_radius()))?,
            }
        }
        let given = [given, alike].concat();
        Ok(Self { world, obstacles: given.iter().map(GivenSolid::placed).collect(), given })
    }
}
