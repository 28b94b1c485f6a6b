//! Configurations of a chain in a world: whether anything touches, the least clearance, and the poses of the solids.

use bytemuck::{Pod, Zeroable};
use octosat::tolerances::{LARGEST_ROUNDING, ROTATION_KEEP_TOLERANCE, SMALLEST_CLEARANCE_ERROR};
use octosat::{BoxStore, ChainClearance, Engine};
use octosat_reference::float64::{LEAST_SHOWN, PlacedSolid, RigidFrame};
use proptest::prelude::BoxedStrategy;

use super::answers::{any_overlap, filled};
use crate::chains::{ChainWorld, MOST_SOLIDS, Placed, REFERENCE_ERROR, SolidPair};
use crate::strategies::robots;
use crate::{
    Asked, Call, Case, Count, Facts, Failure, Finding, Query, Round, Verb, map_rows, short,
};

/// Any overlap, least clearance and poses of the configurations of a chain.
#[derive(Clone, Copy, Debug)]
pub struct ConfigurationsOfChains;

/// All answers about a configuration.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct ConfigurationRow {
    /// Whether anything touches.
    pub touches: u32,
    /// Whether anything is within the padding of the world.
    pub is_near: u32,
    /// The least clearance.
    pub clearance: ChainClearance,
    /// The bounding boxes of the solids, as many as there are.
    pub poses: [SolidPose; MOST_SOLIDS],
}

/// The bounding box of a solid.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct SolidPose {
    center: [f32; 3],
    rotation: [f32; 4],
    half_extents: [f32; 3],
}

/// Bounds by which a clearance may be below what an axis shows: it is off by those of two poses and of the gap, which are
/// subtracted, too, that of joints that follow others twice (`JOINT_ROUNDING` is two of those derived).
const BOUNDS: f64 = 3.0;

/// How far solids of which one is no box may be apart and pass for touching, and how much less their clearance may be, as a
/// part of the size of the pair: what the search finds in its steps. Seen: 2·10⁻⁵.
const SHOWN: f64 = 1e-4;

/// The same if one of them is thin. Seen: 4·10⁻³.
const SHOWN_OF_THIN: f64 = 1e-2;

/// How far solids of which one is no box may be apart and pass for touching, in meters.
pub(super) fn not_shown(pair: &SolidPair<'_>) -> f64 {
    pair.size() * if pair.is_thin() { SHOWN_OF_THIN } else { SHOWN }
}

/// What float64 shows of a pair whose points may be off by a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownPair {
    /// The signed distance, in meters.
    pub(super) distance: f64,
    /// Whether the solids overlap by more than the bound, and whether boxes certainly show that they do not.
    pub(super) overlaps: bool,
    pub(super) apart: bool,
}

impl KnownPair {
    pub(super) fn new(pair: &SolidPair<'_>, bound: f64) -> Self {
        let [a, b] = pair.placed;
        if let Some(boxes) = a.boxes(b) {
            let distance = boxes.signed_distance();
            let apart = LEAST_SHOWN * distance > bound;
            return Self { distance, overlaps: distance < -bound, apart };
        }
        let gap = pair.gap();
        let overlaps = gap.most <= 0.0 && a.overlaps_by(b, bound);
        Self { distance: gap.most, overlaps, apart: gap.most > bound + not_shown(pair) }
    }
}

/// What a clearance shows at least of the distance of a pair, in meters, given by how much points may be off: nothing if they
/// overlap, nor of others than boxes if they may.
pub(super) fn least_shown(pair: &SolidPair<'_>, distance: f64, bound: f64) -> f64 {
    let (shown, most) = match pair.is_of_boxes() {
        true => (0.0, 0.0),
        false => (not_shown(pair), bound + not_shown(pair)),
    };
    if distance > most { LEAST_SHOWN * distance - shown } else { f64::NEG_INFINITY }
}

/// How far a clearance may be above the signed distance, in meters: by what float64 is off and, of others than boxes that overlap,
/// by the rounding of float32, as what is negative is no depth.
pub(super) fn above_distance(pair: &SolidPair<'_>, distance: f64) -> f64 {
    let is_depth = distance < 0.0 && !pair.is_of_boxes();
    let rounding = if is_depth { f64::from(f32::EPSILON) } else { 0.0 };
    (REFERENCE_ERROR + rounding) * pair.size()
}

/// How far a clearance may be below it, given by how much points may be off.
pub(super) fn clearance_bound(bound: f64) -> f64 {
    BOUNDS * (bound + f64::from(SMALLEST_CLEARANCE_ERROR))
}

impl Query for ConfigurationsOfChains {
    type Row = ConfigurationRow;
    type World = ChainWorld;
    type Memory = BoxStore;
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "configurations",
            about: "configurations of a chain made of the boxes: whether anything touches, the least clearance, and the poses",
            verbs: const {
                &[
                    Verb::of("any_overlap", "configurations of a chain"),
                    Verb::of("least_clearances", "configurations of a chain"),
                    Verb::of("poses", "configurations of a chain"),
                ]
            },
            ..Facts::OF_CHAINS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        robots(self.facts(), number)
    }

    fn world(&self, case: &Case) -> Result<ChainWorld, Failure> {
        ChainWorld::new(case, false, 1.0)
    }

    fn ask(
        &self,
        asked: &Asked<'_, ChainWorld>,
        memory: &mut BoxStore,
    ) -> Result<Vec<ConfigurationRow>, Failure> {
        let Asked { engine, world, rows, .. } = *asked;
        let joints = world.joints(rows, |motion| motion.start);
        let configurations = world.configurations(&joints);
        let hits = any_overlap(engine, configurations, rows.len())?;
        let near = any_overlap(engine, world.padding.of(configurations), rows.len())?;
        let clearances = filled(rows.len(), |out| engine.least_clearances(configurations, out))?;
        let tolerant = configurations.tolerance(world.tolerance);
        let lessened = filled(rows.len(), |out| engine.least_clearances(tolerant, out))?;
        let is_within = |(one, least): (&ChainClearance, &ChainClearance)| {
            let most = world.tolerance * (1.0 + f32::EPSILON);
            (least.clearance - most..=least.clearance).contains(&one.clearance)
        };
        if let Some(row) = lessened.iter().zip(&clearances).position(|pair| !is_within(pair)) {
            let [one, least] = [lessened[row], clearances[row]];
            let by = world.tolerance;
            return Err(Failure::new(format!("{one:?} is not {least:?} less {by} at most")));
        }
        engine.poses(configurations, memory)?;
        let solids = world.checked.solids();
        if memory.len() != rows.len() * solids {
            return Err(Failure::new(format!("{} boxes of {solids} solids", memory.len())));
        }
        let row = |row: usize| ConfigurationRow {
            touches: hits[row].into(),
            is_near: near[row].into(),
            clearance: clearances[row],
            poses: std::array::from_fn(|solid| {
                let index = (solid < solids).then_some(row * solids + solid);
                index
                    .and_then(|index| memory.get(short(index)))
                    .map(SolidPose::of)
                    .unwrap_or_default()
            }),
        };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, ChainWorld>,
        answers: &[ConfigurationRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { world, rows, .. } = *asked;
        let has_pairs = world.checked.chain.pairs().eq(world.checked.pairs.iter().copied());
        Ok(map_rows(rows.len(), |row| {
            let answer = &answers[row];
            let motion = world.motion(rows[row]);
            let placed = world.placed(&motion.at(0.0));
            let mut poses = answer.poses_finding(&placed);
            poses.holds(has_pairs, "the pairs of links are others");
            let pairs = answer.pairs_finding(&placed).and(answer.padding_finding(&placed));
            poses.and(pairs).about(|| {
                let ConfigurationRow { touches, is_near, clearance, .. } = answer;
                format!(" ({touches}, {is_near}, {clearance:?} at {:?})", motion.start)
            })
        }))
    }

    /// No box can be poisoned: chains and worlds are checked when they are made, before the poison. Short lists and
    /// lists in other orders show that rows do not depend on each other.
    fn depends_on(&self, _case: &Case, _row: [u32; 2], _index: u32) -> bool {
        true
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a ChainWorld) -> Vec<Call<'a>> {
        let rows = case.pairs.len();
        let joints = || world.joints(&case.pairs, |motion| motion.start);
        let (first, second, third, mut store) = (joints(), joints(), joints(), BoxStore::new());
        let any_overlap = move |engine: &Engine, out: &mut [bool]| {
            Ok(engine.any_overlap(world.configurations(&first), out)?)
        };
        let least_clearances = move |engine: &Engine, out: &mut [ChainClearance]| {
            Ok(engine.least_clearances(world.configurations(&second), out)?)
        };
        let poses = move |engine: &Engine, _count: Count| {
            engine.poses(world.configurations(&third), &mut store)?;
            Ok(None)
        };
        vec![
            Call::new("chain-any-overlap", vec![false; rows], any_overlap, |&hit| hit),
            Call::new(
                "chain-least-clearances",
                vec![ChainClearance::default(); rows],
                least_clearances,
                |row| row.clearance <= 0.0,
            ),
            Call { name: "chain-poses", rows, run: Box::new(poses) },
        ]
    }
}

impl SolidPose {
    fn of(given: octosat::OrientedBox) -> Self {
        let octosat::OrientedBox { pose, half_extents } = given;
        Self { center: pose.center, rotation: pose.rotation, half_extents }
    }

    /// The largest distance of a corner from where it is, in meters.
    fn off(&self, exact: &PlacedSolid) -> f64 {
        let Self { center, rotation, .. } = self;
        let frame = RigidFrame::new(center.map(f64::from), rotation.map(f64::from));
        let found = PlacedSolid::new(exact.shape.clone(), frame).corners();
        let off = |([a, b, c], [d, e, f]): ([f64; 3], [f64; 3])| (a - d).hypot(b - e).hypot(c - f);
        found.into_iter().zip(exact.corners()).map(off).fold(0.0, f64::max)
    }

    /// Whether a store keeps the rotation as it is.
    fn is_stored(&self) -> bool {
        let squared: f64 = self.rotation.iter().map(|&part| f64::from(part).powi(2)).sum();
        (squared - 1.0).abs() <= ROTATION_KEEP_TOLERANCE
    }
}

impl ConfigurationRow {
    /// What the reference finds in the poses.
    fn poses_finding(&self, placed: &Placed<'_>) -> Finding {
        let mut finding = Finding::default();
        for (number, pose) in self.poses.iter().enumerate() {
            let Some(exact) = placed.solids.get(number) else {
                finding
                    .holds(bytemuck::bytes_of(pose).iter().all(|&byte| byte == 0), "more solids");
                continue;
            };
            let half = exact.shape.half_extents();
            let rounding = f64::from(LARGEST_ROUNDING);
            let is_half =
                |k: usize| (f64::from(pose.half_extents[k]) - half[k]).abs() <= rounding * half[k];
            finding.holds((0..3).all(is_half), "half extents");
            finding.holds(pose.is_stored(), "the length of a rotation");
            finding.within(pose.off(exact), placed.bounds[number], "a pose is off");
        }
        finding
    }

    /// What the reference finds with the padding of the world: which pairs are nearer, or may be.
    fn padding_finding(&self, placed: &Placed<'_>) -> Finding {
        let (mut finding, mut may_be_near) = (Finding::default(), self.touches == 1);
        for pair in placed.pairs() {
            let (padding, bound) = (placed.padding(&pair), placed.bound(&pair));
            let allowed = clearance_bound(bound) + not_shown(&pair);
            let is_far = |least: f64| placed.beyond(&pair, least) > allowed;
            if padding == 0.0 || is_far(pair.least_of_spheres()) || is_far(pair.least_of_faces()) {
                continue;
            }
            let distance = pair.distance();
            may_be_near |= !is_far(distance);
            if self.is_near == 0 {
                let error = REFERENCE_ERROR * pair.size();
                finding.not_over(padding - distance, error, "a pair is nearer than its padding");
            }
        }
        finding.holds(self.is_near <= 1 && (self.is_near == 0 || may_be_near), "nothing is near");
        finding.holds(self.is_near >= self.touches, "what touches is near");
        finding
    }

    /// What the reference finds in the pairs: what touches, and how near others are.
    fn pairs_finding(&self, placed: &Placed<'_>) -> Finding {
        let clearance = f64::from(self.clearance.clearance);
        let (mut finding, mut touches, mut is_apart) = (Finding::default(), false, true);
        let (mut reported, mut has_pairs) = (None, false);
        for pair in placed.pairs() {
            has_pairs = true;
            let ChainClearance { solid, obstacle, other, .. } = self.clearance;
            if pair.is_named([solid, obstacle, other]) {
                reported = Some(pair);
            }
            let (bound, error) = (placed.bound(&pair), REFERENCE_ERROR * pair.size());
            let is_far = |least: f64| least > bound && least >= clearance - error;
            if is_far(pair.least_of_spheres()) || is_far(pair.least_of_faces()) {
                continue;
            }
            let KnownPair { distance, overlaps, apart } = KnownPair::new(&pair, bound);
            touches |= overlaps;
            is_apart &= apart;
            let over = clearance - distance;
            finding.not_over(
                over,
                above_distance(&pair, distance),
                "a pair is nearer than the clearance",
            );
        }
        let hit = self.touches == 1;
        finding.holds(self.touches <= 1 && (hit || !touches), "solids overlap without a hit");
        finding.holds(!hit || !is_apart, "a hit of boxes that are apart");
        match reported {
            Some(pair) => {
                // What is negative is no depth.
                let bound = placed.bound(&pair);
                let under = least_shown(&pair, pair.distance(), bound) - clearance;
                finding.not_over(under, clearance_bound(bound), "a clearance is too little");
            }
            None => {
                let is_none = self.clearance == ChainClearance::default();
                finding.holds(is_none && !has_pairs, "the pair of the least clearance");
            }
        }
        finding
    }
}
