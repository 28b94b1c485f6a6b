//! A chain and a world for the engine and for the reference, and the pairs of a configuration.

use octosat::{Chain, Configurations, Joint, World};
use octosat_reference::float64::{
    PlacedSolid, ReferenceChain, ReferenceJoint, ReferenceJointKind, SolidGap,
};
use octosat_scenes::generate::{Random, narrow};

use super::solids::GivenSolid;
use crate::geometry::length;

/// A chain of the engine and that of the reference.
#[derive(Clone, Debug)]
pub struct CheckedChain {
    /// That of the engine.
    pub chain: Chain,
    /// That of the reference.
    pub reference: ReferenceChain,
    /// The pairs of solids that the reference looks at.
    pub pairs: Vec<[usize; 2]>,
    /// How far joint values go from zero, in radians or meters.
    pub ranges: Vec<f64>,
    /// The largest joint values that queries accept, in radians or meters.
    pub largest: Vec<f64>,
    /// About the size of links, in meters.
    pub size: f64,
    /// Which value each joint has, and how many times; none of fixed joints.
    joints: Vec<Option<(usize, f64)>>,
}

/// A world of the engine and the solids of the reference.
#[derive(Clone, Debug)]
pub struct CheckedWorld {
    /// That of the engine.
    pub world: World,
    /// The obstacles in the order in which the world got them.
    pub obstacles: Vec<PlacedSolid>,
}

/// The largest joint value, in radians or meters.
const MOST: f64 = 1024.0;

/// What a solid of a chain is paired with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// An obstacle of the world.
    Obstacle(usize),
    /// Another solid of the chain.
    Solid(usize),
}

/// A pair of a configuration.
#[derive(Clone, Copy, Debug)]
pub struct SolidPair {
    /// The solid of the chain.
    pub solid: usize,
    /// The other one.
    pub other: Other,
    /// Both in the world.
    pub placed: [PlacedSolid; 2],
}

impl CheckedChain {
    /// A chain of a base alone, and about the size of the links that it gets, in meters.
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self {
            chain: Chain::new("link 0"),
            reference: ReferenceChain::new(),
            pairs: Vec::new(),
            ranges: Vec::new(),
            largest: Vec::new(),
            size,
            joints: Vec::new(),
        }
    }

    /// Adds a joint and its link, whose value goes up to a range from zero, and returns the index of the link.
    ///
    /// # Panics
    /// If the chain rejects the joint.
    pub fn add(&mut self, joint: ReferenceJoint, range: f64) -> usize {
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
            // Rounded down, as the limit of the chain is rounded.
            let most = (1.0 - 1e-6) * MOST / ratio.abs();
            self.largest[value] = self.largest[value].min(most);
        }
        self.joints.push(follows);
        let given = given.at(joint.translation).rotated(joint.rotation);
        let added = self.chain.add_link(format!("link {}", self.joints.len()), joint.parent, given);
        let link = added.expect("a usable joint");
        assert_eq!(self.reference.add_joint(joint), link);
        link
    }

    /// Attaches a solid to a link, and returns its index.
    ///
    /// # Panics
    /// If the chain rejects the solid.
    pub fn attach(&mut self, link: usize, given: &GivenSolid) -> usize {
        let solid = self.chain.attach(link, given.solid()).expect("a usable solid");
        assert_eq!(self.reference.attach(link, given.shape, given.frame()), solid);
        self.pairs = self.reference.pairs();
        solid
    }

    /// Keeps the first solids.
    pub fn truncate(&mut self, solids: usize) {
        self.chain.truncate(solids);
        self.reference.truncate(solids);
        self.pairs = self.reference.pairs();
    }

    /// The number of solids.
    #[must_use]
    pub fn solids(&self) -> usize {
        self.reference.links_of_solids().len()
    }

    /// How far any solid can be from the base if joint values are in their ranges, in meters.
    #[must_use]
    pub fn largest_reach(&self) -> f64 {
        let reach = |solid| self.reference.reach(solid, &self.ranges);
        (0..self.solids()).map(reach).fold(0.0, f64::max)
    }

    /// Joint values in a part of their ranges.
    #[must_use]
    pub fn configuration(&self, random: &mut Random, part: f64) -> Vec<f32> {
        let ranges = self.ranges.iter().zip(&self.largest);
        let mut value = |range: f64| narrow(random.range(-range, range));
        ranges.map(|(range, &largest)| value((part * range).min(largest))).collect()
    }
}

/// What is asked about configurations and motions of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The chain.
    pub checked: &'a CheckedChain,
    /// Its world.
    pub world: &'a CheckedWorld,
    /// Whether pairs of links count.
    pub links: bool,
}

impl<'a> Case<'a> {
    /// Configurations as the engine takes them.
    #[must_use]
    pub fn configurations(&self, joints: &'a [f32]) -> Configurations<'a> {
        let configurations = Configurations::new(&self.checked.chain, joints);
        configurations.among(&self.world.world).with_links(self.links)
    }

    /// The pairs of a configuration, those with obstacles first.
    pub fn pairs_at(&self, values: &[f64]) -> impl Iterator<Item = SolidPair> + use<'a> {
        let placed = self.checked.reference.solids(values);
        let others = placed.clone();
        let obstacles = &self.world.obstacles;
        let among = placed.into_iter().enumerate().flat_map(move |(solid, a)| {
            let pair = move |(number, &b): (usize, &PlacedSolid)| SolidPair {
                solid,
                other: Other::Obstacle(number),
                placed: [a, b],
            };
            obstacles.iter().enumerate().map(pair)
        });
        let pairs = if self.links { &self.checked.pairs[..] } else { &[] };
        among.chain(pairs.iter().map(move |&[a, b]| {
            let placed = [others[a], others[b]];
            SolidPair { solid: a, other: Other::Solid(b), placed }
        }))
    }

    /// The least signed distance of the pairs of a configuration, in meters, found to within float64 rounding if it is
    /// positive; infinite without pairs.
    #[must_use]
    pub fn distance(&self, values: &[f64]) -> f64 {
        let mut least = f64::INFINITY;
        for pair in self.pairs_at(values) {
            if pair.least() < least {
                least = least.min(pair.gap().most);
            }
        }
        least
    }
}

impl CheckedWorld {
    /// A world of obstacles.
    ///
    /// # Panics
    /// If the engine rejects one.
    #[must_use]
    pub fn new(given: &[GivenSolid]) -> Self {
        let world = World::new(given.iter().map(GivenSolid::solid)).expect("usable obstacles");
        Self { world, obstacles: given.iter().map(GivenSolid::placed).collect() }
    }
}

impl SolidPair {
    /// At most the signed distance, in meters, by the bounding spheres.
    #[must_use]
    pub fn least(&self) -> f64 {
        let [a, b] = &self.placed;
        let offset = [0, 1, 2].map(|k| b.frame.origin[k] - a.frame.origin[k]);
        length(offset) - a.shape.bounding_radius() - b.shape.bounding_radius()
    }

    /// The distance.
    #[must_use]
    pub fn gap(&self) -> SolidGap {
        let [a, b] = &self.placed;
        a.gap(b)
    }
}
