//! Which points are a robot's own: a boolean per point, by the distances of float64.

use octosat::tolerances::{MAX_LENGTH, SMALLEST_FAR, STORED_OFFSET_ERROR};
use octosat::{Configurations, OwnPoints};
use octosat_reference::float64::{PlacedSolid, RigidFrame, SolidShape};
use octosat_scenes::generate::{Random, narrow};
use proptest::prelude::BoxedStrategy;

use super::answers::overlaps;
use crate::chains::{ChainWorld, GivenPadding, REFERENCE_ERROR};
use crate::strategies::robots;
use crate::{Asked, Call, Case, Facts, Failure, Finding, Query, Round, Verb};

/// Points that may be on a chain.
#[derive(Clone, Copy, Debug)]
pub struct OwnPointsOfChains;

/// A configuration of a chain, and points around it.
#[derive(Debug, Default)]
pub struct OwnPointsWorld {
    /// The chain; its obstacles do not count.
    pub chain: ChainWorld,
    /// The joint values.
    pub joints: Vec<f32>,
    /// How far points are own ones.
    pub padding: GivenPadding,
    seed: u64,
    solids: Vec<Padded>,
    /// The points of all rows of the case.
    points: Vec<[f32; 3]>,
}

/// A solid of the chain in float64.
#[derive(Clone, Debug)]
struct Padded {
    placed: PlacedSolid,
    /// How far rounding may be off its pose, in meters.
    bound: f64,
    padding: f64,
}

/// Parts of the ranges of joint values, without unit: an arm is nearly stretched near zero.
const PARTS: [f64; 3] = [1.0, 1.0, 0.02];

/// Bounds of the pose by which an own point may be farther: it is off by one, and one is added to the padding, that of joints
/// that follow others twice.
const BOUNDS: f64 = 3.0;

/// How far an own point may be farther because its distance is rounded, for each meter of the radius and the padding, without
/// unit: the error of a sum of three magnitudes, which is added to the padding, too.
const POINT_ERROR: f64 = 2.0 * 1.75 * STORED_OFFSET_ERROR as f64;

/// Up to which part of it the search finds the distance of a hull.
const FOUND: f64 = 1.1e-3;

impl Query for OwnPointsOfChains {
    type Row = u32;
    type World = OwnPointsWorld;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "own-points",
            about: "points on a chain made of the boxes, or within a padding of it",
            verbs: const { &[Verb::of("overlaps", "a chain, points")] },
            rows: "points",
            avx2_nanoseconds: 3,
            ..Facts::OF_CHAINS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        robots(self.facts(), number)
    }

    fn world(&self, case: &Case) -> Result<OwnPointsWorld, Failure> {
        OwnPointsWorld::new(case)
    }

    fn ask(
        &self,
        asked: &Asked<'_, OwnPointsWorld>,
        _memory: &mut (),
    ) -> Result<Vec<u32>, Failure> {
        let Asked { engine, world, rows, .. } = *asked;
        let points = world.points_of(rows);
        let own = overlaps(engine, world.question(&points), rows.len())?;
        Ok(own.into_iter().map(u32::from).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, OwnPointsWorld>,
        answers: &[u32],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { world, rows, .. } = *asked;
        let points = world.points_of(rows);
        Ok(points.iter().zip(answers).map(|(&point, &own)| world.finding(point, own)).collect())
    }

    /// No box can be poisoned, as for configurations.
    fn depends_on(&self, _case: &Case, _row: [u32; 2], _index: u32) -> bool {
        true
    }

    fn calls<'a>(&self, _case: &'a Case, world: &'a OwnPointsWorld) -> Vec<Call<'a>> {
        let points = &world.points;
        vec![Call::overlaps("chain-own-points", points.len(), world.question(points))]
    }
}

impl OwnPointsWorld {
    /// A chain in a configuration, and a point per row.
    fn new(case: &Case) -> Result<Self, Failure> {
        let seed = case.setting.shape_seed;
        let chain = ChainWorld::new(case, false, 1.0)?;
        let checked = &chain.checked;
        let random = &mut Random::of_round(seed, u64::MAX);
        let part = random.choose(&PARTS);
        let joints = checked.configuration(random, part);
        let padding = GivenPadding::new(random, checked);
        let values: Vec<f64> = joints.iter().map(|&value| value.into()).collect();
        let placed = chain.placed(&values);
        let links = checked.reference.links_of_solids();
        let padded = |((placed, &bound), link): ((&PlacedSolid, &f64), usize)| Padded {
            placed: placed.clone(),
            bound,
            padding: padding.of_link(link),
        };
        let solids = placed.solids.iter().zip(&placed.bounds).zip(links).map(padded).collect();
        let points = Vec::new();
        let mut world = Self { chain, joints, padding, seed, solids, points };
        world.points = world.points_of(&case.pairs);
        Ok(world)
    }

    /// The question about points.
    pub fn question<'a>(&'a self, points: &'a [[f32; 3]]) -> OwnPoints<'a> {
        let configuration = Configurations::new(&self.chain.checked.chain, &self.joints);
        OwnPoints::new(self.padding.of(configuration), points)
    }

    /// The points of rows.
    pub fn points_of(&self, rows: &[[u32; 2]]) -> Vec<[f32; 3]> {
        rows.iter().map(|&row| self.point(row)).collect()
    }

    /// A point next to the surface of a padded solid, inside, or somewhere around.
    fn point(&self, row: [u32; 2]) -> [f32; 3] {
        let number = u64::from(row[0]) << 32 | u64::from(row[1]);
        let random = &mut Random::of_round(self.seed, number);
        let size = self.chain.checked.size;
        let Some(solid) = self.solids.get(random.below(self.solids.len().max(1))) else {
            return accepted(random.vector(-size, size));
        };
        let Padded { placed, bound, padding } = solid;
        let direction = match random.below(3) {
            0 => placed.frame.axes[random.below(3)],
            _ => random.direction(),
        };
        let off = match random.below(6) {
            0 | 1 => padding + bound * random.range(-4.0, 4.0),
            2 => padding * random.range(0.0, 2.0),
            3 => padding + size * random.range(-1.0, 1.0) * random.decades(6),
            4 => -placed.shape.bounding_radius() * random.unit(),
            _ => 10.0 * size * random.unit(),
        };
        let tip = placed.farthest(direction);
        accepted([0, 1, 2].map(|k| tip[k] + off * direction[k]))
    }

    /// What the reference finds in an answer.
    fn finding(&self, point: [f32; 3], own: u32) -> Finding {
        let mut finding = Finding::default();
        finding.holds(own <= 1, "no boolean");
        // How far from being own, and by how much that may be off: of the solid that is nearest to allow it.
        let mut nearest: Option<[f64; 2]> = None;
        for solid in &self.solids {
            let [least, most] = solid.beyond(point);
            if own == 0 {
                finding.not_over(-most, solid.error(point), "an own point is not one");
            }
            let allowed = solid.allowed();
            if nearest.is_none_or(|[over, by]| least * by < over * allowed) {
                nearest = Some([least, allowed]);
            }
        }
        if own == 1 {
            match nearest {
                Some([over, by]) => finding.not_over(over, by, "a point is too far to be own"),
                None => finding.holds(false, "a point on no solid"),
            }
        }
        finding.about(|| format!(" ({point:?}, {:?})", self.joints))
    }
}

impl Padded {
    /// Between what the distance of a point less the padding is, in meters: by an algorithm that knows solids by their
    /// farthest points alone.
    fn beyond(&self, point: [f32; 3]) -> [f64; 2] {
        let frame = RigidFrame::new(point.map(f64::from), [0.0, 0.0, 0.0, 1.0]);
        let ball = SolidShape::Capsule { radius: 0.0, half_length: 0.0 };
        let gap = self.placed.gap(&PlacedSolid::new(ball, frame));
        [gap.least - self.padding, gap.most - self.padding]
    }

    /// How far float64 may be off, in meters.
    fn error(&self, point: [f32; 3]) -> f64 {
        let far = [0, 1, 2].map(|k| f64::from(point[k]) - self.placed.frame.origin[k]);
        let far = far.iter().fold(0.0_f64, |most, component| most.max(component.abs()));
        REFERENCE_ERROR * (self.placed.shape.bounding_radius() + far)
    }

    /// How far an own point may be beyond the padding, in meters.
    fn allowed(&self) -> f64 {
        let size = self.placed.shape.bounding_radius() + self.padding + self.bound;
        let is_hull = matches!(self.placed.shape, SolidShape::Hull(_));
        let found = if is_hull { FOUND * (self.padding + self.bound) } else { 0.0 };
        BOUNDS * self.bound + POINT_ERROR * size + 2.0 * f64::from(SMALLEST_FAR) + found
    }
}

/// A point, rounded to float32, as far away as engines accept.
fn accepted(point: [f64; 3]) -> [f32; 3] {
    let most = f64::from(MAX_LENGTH);
    point.map(|coordinate| narrow(coordinate.clamp(-most, most)))
}
