//! The pairs of a configuration in float64, and how far rounding can be off them.

use glam::{DMat3, DVec3};
use octosat::ChainClearance;
use octosat_reference::float64::{LEAST_SHOWN, PlacedSolid, SolidGap, SolidShape};

use super::world::ChainWorld;
use crate::short;

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
pub struct SolidPair<'a> {
    /// The solid of the chain.
    pub solid: usize,
    /// The other one.
    pub other: Other,
    /// Both in the world.
    pub placed: [&'a PlacedSolid; 2],
}

/// The solids of a configuration.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    world: &'a ChainWorld,
    /// In the order of their indices.
    pub solids: Vec<PlacedSolid>,
    links: Vec<usize>,
    /// By how much the points of each solid may be off in float32, in meters.
    pub bounds: Vec<f64>,
}

/// Units of roundoff by which the separation of two boxes may be off, for each meter of their half extents and of the
/// distance of their centers: that of any two boxes, and the rotations of solids, which are off unit length.
pub const PAIR_ERROR: f64 = 160.0 / 16_777_216.0;

/// What the search shows at least of a distance, as a part of it.
const LEAST_FOUND: f64 = 0.9;

/// How many times as long as thick solids are of which the search in float32 may show no more than faces and edges do.
const THIN: f64 = 1e4;

/// How far float64 may be off a distance, as a part of the size of the pair.
pub const REFERENCE_ERROR: f64 = 1e-10;

impl<'a> Placed<'a> {
    /// The solids where joint values put them.
    pub(super) fn new(world: &'a ChainWorld, values: &[f64]) -> Self {
        let reference = &world.checked.reference;
        let solids = reference.solids(values);
        let bounds = (0..solids.len()).map(|solid| reference.pose_bound(solid, values)).collect();
        Self { world, solids, links: reference.links_of_solids().collect(), bounds }
    }

    /// The pairs, those with obstacles first.
    pub fn pairs(&self) -> impl Iterator<Item = SolidPair<'_>> {
        let ChainWorld { checked, world, has_links, .. } = self.world;
        let among = self.solids.iter().enumerate().flat_map(move |(solid, a)| {
            let pair = move |(number, b)| SolidPair {
                solid,
                other: Other::Obstacle(number),
                placed: [a, b],
            };
            world.obstacles.iter().enumerate().map(pair)
        });
        let is_allowed = |pair: &SolidPair<'_>| match pair.other {
            Other::Obstacle(obstacle) => {
                checked.allowed.contains(&(self.links[pair.solid], obstacle))
            }
            Other::Solid(_) => false,
        };
        let pairs = if *has_links { &checked.pairs[..] } else { &[] };
        let of_links = pairs.iter().map(|&[a, b]| SolidPair {
            solid: a,
            other: Other::Solid(b),
            placed: [&self.solids[a], &self.solids[b]],
        });
        among.filter(move |pair| checked.allowed.is_empty() || !is_allowed(pair)).chain(of_links)
    }

    /// Meters by which a pair may be off in float32.
    pub fn bound(&self, pair: &SolidPair<'_>) -> f64 {
        let other = match pair.other {
            Other::Obstacle(_) => 0.0,
            Other::Solid(solid) => self.bounds[solid],
        };
        self.bounds[pair.solid] + other + PAIR_ERROR * pair.size()
    }

    /// The least signed distance beyond the padding and the bound of its pair, in meters; infinite without pairs.
    pub fn least_distance(&self) -> [f64; 2] {
        let mut least = [f64::INFINITY, 0.0];
        for pair in self.pairs() {
            let nearer = |distance: f64| self.beyond(&pair, distance) < least[0];
            if nearer(pair.least_of_spheres()) && nearer(pair.least_of_faces()) {
                let beyond = self.beyond(&pair, pair.distance());
                if beyond < least[0] {
                    least = [beyond, self.bound(&pair)];
                }
            }
        }
        least
    }

    /// Whether a pair shares a point, or is nearer than its padding.
    pub fn touches(&self) -> bool {
        self.pairs().any(|pair| {
            let padding = self.padding(&pair);
            let most = padding - if padding > 0.0 { REFERENCE_ERROR * pair.size() } else { 0.0 };
            let is_near = pair.least_of_spheres() <= most && pair.least_of_faces() <= most;
            is_near && pair.distance() <= most
        })
    }

    /// How near the solids of a pair may come to each other, in meters.
    pub fn padding(&self, pair: &SolidPair<'_>) -> f64 {
        let padding = &self.world.padding;
        match pair.other {
            Other::Obstacle(_) => padding.of_link(self.links[pair.solid]),
            Other::Solid(other) => padding.of_links([pair.solid, other].map(|at| self.links[at])),
        }
    }

    /// How far a pair of a signed distance is beyond its padding at least, as the search shows it.
    pub fn beyond(&self, pair: &SolidPair<'_>, distance: f64) -> f64 {
        let padding = self.padding(pair);
        let shown = if pair.is_thin() { LEAST_SHOWN } else { LEAST_FOUND };
        if padding > 0.0 { shown * distance.max(0.0) - padding } else { distance }
    }
}

impl SolidPair<'_> {
    /// Whether a row names it by a solid, an obstacle and another solid.
    pub fn is_named(&self, [solid, obstacle, other]: [u32; 3]) -> bool {
        let none = ChainClearance::NONE;
        match self.other {
            Other::Obstacle(number) => {
                [solid, obstacle, other] == [short(self.solid), short(number), none]
            }
            Other::Solid(number) => {
                let [a, b] = [short(self.solid), short(number)];
                obstacle == none && ([solid, other] == [a, b] || [solid, other] == [b, a])
            }
        }
    }

    /// Whether both solids are boxes.
    pub fn is_of_boxes(&self) -> bool {
        self.placed.iter().all(|solid| matches!(solid.shape, SolidShape::Box(_)))
    }

    /// Whether one of the solids is so thin that the search need not find a distance.
    pub fn is_thin(&self) -> bool {
        self.placed.iter().any(|solid| {
            let thinnest = solid.shape.half_extents().into_iter().fold(f64::INFINITY, f64::min);
            solid.shape.bounding_radius() > THIN * thinnest
        })
    }

    /// The distance of the centers and both bounding radii, meters.
    pub fn size(&self) -> f64 {
        self.offset().length() + self.radii()
    }

    /// At most the signed distance, in meters, by the bounding spheres.
    pub fn least_of_spheres(&self) -> f64 {
        self.offset().length() - self.radii()
    }

    /// At most the signed distance, in meters: the largest gap along a face of the bounding boxes.
    pub fn least_of_faces(&self) -> f64 {
        let [a, b] = self.placed;
        let [of_a, of_b] = [a, b].map(|solid| DMat3::from_cols_array_2d(&solid.frame.axes));
        let [half_a, half_b] = [a, b].map(|solid| DVec3::from(solid.shape.half_extents()));
        let offset = self.offset();
        let turned = of_a.transpose() * of_b;
        let magnitudes =
            DMat3::from_cols(turned.x_axis.abs(), turned.y_axis.abs(), turned.z_axis.abs());
        let along_a = (of_a.transpose() * offset).abs() - half_a - magnitudes * half_b;
        let along_b = (of_b.transpose() * offset).abs() - half_b - magnitudes.transpose() * half_a;
        along_a.max(along_b).max_element()
    }

    /// The signed distance in meters; of other solids than two boxes at most zero if they overlap.
    pub fn distance(&self) -> f64 {
        let [a, b] = self.placed;
        a.boxes(b).map_or_else(|| self.gap().most, |boxes| boxes.signed_distance())
    }

    /// Bounds of the distance.
    pub fn gap(&self) -> SolidGap {
        let [a, b] = self.placed;
        a.gap(b)
    }

    fn offset(&self) -> DVec3 {
        let [a, b] = self.placed.map(|solid| DVec3::from(solid.frame.origin));
        b - a
    }

    fn radii(&self) -> f64 {
        let [a, b] = self.placed.map(|solid| solid.shape.bounding_radius());
        a + b
    }
}
