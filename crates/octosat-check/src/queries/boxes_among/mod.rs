//! Boxes of a list among the obstacles of a world: as all pairs one by one.

mod group;

use bytemuck::{Pod, Zeroable};
use octosat::tolerances::MAX_LENGTH;
use octosat::{BoxStore, BoxesAmong, ChainClearance, Engine, OrientedBox as Given, World};
use octosat_reference::OrientedBox;
use octosat_reference::float64::PlacedSolid;
use octosat_scenes::generate::{Random, narrow};
use proptest::prelude::BoxedStrategy;

use self::group::AskedGroup;
use super::answers::{any_overlap, filled};
use crate::chains::GivenSolid;
use crate::strategies::{self, KINDS};
use crate::{Asked, Call, Case, Count, Facts, Failure, Finding, Query, Round, Verb};
use crate::{map_rows, short};

/// Boxes among a world.
#[derive(Clone, Copy, Debug)]
pub struct BoxesAmongWorlds;

/// Boxes of even numbers, which ask in groups, and those of odd numbers as the obstacles of a world.
#[derive(Debug)]
pub struct AmongWorld {
    /// The obstacles.
    pub world: World,
    /// The number of boxes of a group.
    pub per_group: usize,
    /// How far boxes and obstacles may be apart, in meters.
    pub within: f32,
    /// By how much least clearances may be less, in meters.
    pub tolerance: f32,
    /// The obstacles as the world keeps them.
    pub obstacles: Vec<Among>,
    /// All boxes of the case, before one is poisoned.
    all: Vec<OrientedBox>,
    /// The boxes of all groups of the case.
    boxes: BoxStore,
}

/// An obstacle.
#[derive(Clone, Debug)]
pub struct Among {
    /// As the engine takes it.
    pub given: GivenSolid,
    /// What is smallest around it along its axes; itself, if it is a box.
    bounds: OrientedBox,
    /// Of a round one the float64 solid.
    round: Option<PlacedSolid>,
}

/// All answers about a group.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct AmongRow {
    /// Whether any box touches an obstacle, and whether any is within the length.
    any: [u32; 2],
    clearance: ChainClearance,
    /// The number of near pairs, and a hash of them.
    near: [u32; 2],
}

/// Boxes of a group at most.
const MOST_PER_GROUP: usize = 3;

/// One of so many worlds has about so many obstacles, copies of the others around them.
const WORLDS_PER_LARGE: usize = 16;
const LARGE: usize = 2500;

/// One of so many worlds has no length.
const LENGTHS_PER_NONE: usize = 3;

/// One of so many worlds has round obstacles, and one asks with a tolerance.
const WORLDS_PER_ROUND: usize = 2;
const WORLDS_PER_TOLERANCE: usize = 4;

/// Lengths in sizes of the largest box at most, and the decades below.
const DECADES: usize = 4;

/// One of this number of rounds is about worlds with boxes in several pairs.
const ROUNDS_PER_WORLD: u64 = 2;

impl Query for BoxesAmongWorlds {
    type Row = AmongRow;
    type World = AmongWorld;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "boxes-among",
            about: "groups of boxes among a world: whether any touches, the least clearance, and near pairs",
            verbs: const {
                &[
                    Verb::of("any_overlap", "boxes among a world"),
                    Verb::of("least_clearances", "boxes among a world"),
                    Verb::of("near_pairs", "boxes among a world"),
                ]
            },
            takes_margin: false,
            rows: "groups of boxes",
            avx2_nanoseconds: 100,
            bases: &[crate::Basis::Unit],
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let turn = number / ROUNDS_PER_WORLD;
        let kind = KINDS[usize::try_from(turn).unwrap_or_default() % KINDS.len()];
        let (name, world) = match number % ROUNDS_PER_WORLD {
            0 => strategies::worlds(turn),
            _ => (kind.name, strategies::arranged(strategies::one_kind(kind))),
        };
        strategies::usual(self.facts(), name, world)
    }

    fn world(&self, case: &Case) -> Result<AmongWorld, Failure> {
        AmongWorld::new(case)
    }

    fn ask(
        &self,
        asked: &Asked<'_, AmongWorld>,
        _memory: &mut (),
    ) -> Result<Vec<AmongRow>, Failure> {
        let Asked { engine, world, rows, .. } = *asked;
        let boxes = world.boxes_of(rows)?;
        let question = world.question(&boxes);
        let touching = any_overlap(engine, question.within(0.0), rows.len())?;
        let within = any_overlap(engine, question, rows.len())?;
        let clearances = filled(rows.len(), |out| engine.least_clearances(question, out))?;
        let near = world.near_pairs(engine, question, rows.len())?;
        let row = |row: usize| AmongRow {
            any: [touching[row].into(), within[row].into()],
            clearance: clearances[row],
            near: [short(near[row].len()), hash(&near[row])],
        };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, AmongWorld>,
        answers: &[AmongRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { engine, world, rows, .. } = *asked;
        let boxes = world.boxes_of(rows)?;
        let near = world.near_pairs(engine, world.question(&boxes), rows.len())?;
        Ok(map_rows(rows.len(), |row| {
            let answer = &answers[row];
            let group = world.members(rows[row]).map(|number| world.all[number as usize]);
            let group: Vec<_> = group.collect();
            let mut finding = world.finding(&group, &near[row], answer);
            let is_listed = answer.near == [short(near[row].len()), hash(&near[row])];
            finding.holds(is_listed, "near pairs depend on other boxes");
            finding.about(|| format!(" ({answer:?} of boxes {:?})", rows[row]))
        }))
    }

    /// No box can be poisoned, as for configurations.
    fn depends_on(&self, _case: &Case, _row: [u32; 2], _index: u32) -> bool {
        true
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a AmongWorld) -> Vec<Call<'a>> {
        let (rows, question) = (case.pairs.len(), world.question(&world.boxes));
        let any_overlap =
            move |engine: &Engine, out: &mut [bool]| Ok(engine.any_overlap(question, out)?);
        let least_clearances = move |engine: &Engine, out: &mut [ChainClearance]| {
            Ok(engine.least_clearances(question, out)?)
        };
        let mut pairs = Vec::new();
        let near_pairs = move |engine: &Engine, _count: Count| {
            engine.near_pairs(question, &mut pairs)?;
            Ok(None)
        };
        let room = vec![ChainClearance::default(); rows];
        vec![
            Call::new("among-any-overlap", vec![false; rows], any_overlap, |&hit| hit),
            Call::new("among-least-clearances", room, least_clearances, |row| row.clearance <= 0.0),
            Call { name: "among-near-pairs", rows, run: Box::new(near_pairs) },
        ]
    }
}

impl AmongWorld {
    fn new(case: &Case) -> Result<Self, Failure> {
        let random = &mut Random::new(case.setting.shape_seed);
        let numbers = 0..short(case.boxes.len());
        let mut obstacles: Vec<_> = numbers
            .filter(|number| number % 2 == 1)
            .map(|number| case.boxes.oriented(number))
            .collect();
        if random.one_in(WORLDS_PER_LARGE) && !obstacles.is_empty() {
            scatter(&mut obstacles, random);
        }
        let size = obstacles.iter().flat_map(|of| of.half_extents).fold(0.0, f32::max);
        let length = |random: &mut Random, is_some: bool| match is_some {
            true => narrow(f64::from(size) * random.decades(DECADES)),
            false => 0.0,
        };
        let has_length = !random.one_in(LENGTHS_PER_NONE);
        let has_tolerance = random.one_in(WORLDS_PER_TOLERANCE);
        let has_round = random.one_in(WORLDS_PER_ROUND);
        let obstacles: Vec<_> =
            obstacles.iter().map(|of| Among::drawn(random, of, has_round)).collect();
        let mut among = Self {
            world: World::new(obstacles.iter().map(|of| of.given.solid()))?,
            per_group: 1 + random.below(MOST_PER_GROUP),
            within: length(random, has_length),
            tolerance: length(random, has_tolerance),
            obstacles,
            all: (0..short(case.boxes.len())).map(|number| case.boxes.oriented(number)).collect(),
            boxes: BoxStore::new(),
        };
        among.boxes = among.boxes_of(&case.pairs)?;
        Ok(among)
    }

    /// The question about the groups of some boxes.
    pub fn question<'a>(&'a self, boxes: &'a BoxStore) -> BoxesAmong<'a> {
        let question = BoxesAmong::new(boxes, &self.world).in_groups_of(self.per_group);
        question.within(self.within).tolerance(self.tolerance)
    }

    /// The numbers of the boxes of the group of a row.
    fn members(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = u32> {
        let last = short(self.all.len().saturating_sub(1)) & !1;
        [a & !1, b & !1, (a + b) & !1]
            .map(|number| number.min(last))
            .into_iter()
            .take(self.per_group)
    }

    /// The boxes of the groups of rows.
    ///
    /// # Errors
    /// A box that a store rejects.
    pub fn boxes_of(&self, rows: &[[u32; 2]]) -> Result<BoxStore, Failure> {
        let mut store = BoxStore::new();
        for number in rows.iter().flat_map(|&row| self.members(row)) {
            let OrientedBox { center, rotation, half_extents } = self.all[number as usize];
            store.insert(Given::new(center, rotation, half_extents))?;
        }
        Ok(store)
    }

    /// The near pairs of each group, by the number of the box in the group; an error if they do not ascend.
    fn near_pairs(
        &self,
        engine: &Engine,
        question: BoxesAmong<'_>,
        groups: usize,
    ) -> Result<Vec<Vec<[u32; 2]>>, Failure> {
        let (mut pairs, mut near) = (vec![[u32::MAX; 2]; 3], vec![Vec::new(); groups]);
        engine.near_pairs(question, &mut pairs)?;
        if !pairs.is_sorted_by(|one, other| one < other) {
            return Err(Failure::new("near pairs are not in ascending order".to_owned()));
        }
        let per_group = short(self.per_group);
        for [index, obstacle] in pairs {
            near[(index / per_group) as usize].push([index % per_group, obstacle]);
        }
        Ok(near)
    }

    /// What the references find in the answers of a group.
    fn finding(&self, group: &[OrientedBox], near: &[[u32; 2]], answer: &AmongRow) -> Finding {
        let mut asked = AskedGroup::new(self, near, answer);
        for (number, a) in (0..).zip(group) {
            for (place, b) in (0..).zip(&self.obstacles) {
                match &b.round {
                    None => asked.add_box([number, place], a, &b.bounds),
                    Some(round) => asked.add_round([number, place], a, (round, &b.bounds)),
                }
            }
        }
        asked.finding()
    }
}

impl Among {
    /// A box, or a round solid of its lengths.
    fn drawn(random: &mut Random, of: &OrientedBox, may_be_round: bool) -> Self {
        let given = match may_be_round {
            true => GivenSolid::drawn(random, of),
            false => GivenSolid::of_box(of),
        };
        let half_extents = given.shape.half_extents().map(narrow);
        let round = (given != GivenSolid::of_box(of)).then(|| given.placed());
        Self { given, bounds: OrientedBox { half_extents, ..*of }, round }
    }
}

impl Default for AmongWorld {
    fn default() -> Self {
        let world = World::new([]).expect("no obstacle is wrong");
        let (obstacles, boxes) = (Vec::new(), BoxStore::new());
        Self { world, per_group: 1, within: 0.0, tolerance: 0.0, obstacles, all: Vec::new(), boxes }
    }
}

/// Adds copies of obstacles around them.
fn scatter(obstacles: &mut Vec<OrientedBox>, random: &mut Random) {
    let first = obstacles.len();
    let center = obstacles[0].center;
    let far =
        |of: &OrientedBox| (0..3).map(|k| (of.center[k] - center[k]).abs()).fold(0.0, f32::max);
    let reach =
        obstacles.iter().map(|of| far(of) + of.half_extents.into_iter().fold(0.0, f32::max));
    let reach = 3.0 * f64::from(reach.fold(0.0, f32::max));
    while obstacles.len() < LARGE {
        let of = obstacles[random.below(first)];
        let off = random.vector(-reach, reach).map(narrow);
        let coordinate = |k: usize| (of.center[k] + off[k]).clamp(-MAX_LENGTH, MAX_LENGTH);
        let center = [0, 1, 2].map(coordinate);
        obstacles.push(OrientedBox { center, ..of });
    }
}

/// A hash of pairs.
fn hash(pairs: &[[u32; 2]]) -> u32 {
    pairs
        .as_flattened()
        .iter()
        .fold(17, |hash: u32, &number| (hash ^ number).wrapping_mul(0x0100_0193).rotate_left(5))
}
