//! The joints and solids of a chain, made of boxes and a seed: arms, trees, gantries, and arms in a plane.

use octosat_reference::OrientedBox;
use octosat_reference::float64::{ReferenceJoint, ReferenceJointKind, ReferenceMimic};
use octosat_scenes::generate::Random;

use super::checked::{CheckedChain, MOST};
use super::motions::TURN;
use super::solids::GivenSolid;
use crate::Failure;

/// What a chain is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainKind {
    /// Each link is on the one before; joints of every kind.
    Arm,
    /// Links are on any link before; joints of every kind.
    Tree,
    /// Boxes one behind the other, which turn about parallel axes: the farther points go, the nearer the bound is.
    Planar,
    /// Most joints slide.
    Gantry,
}

impl ChainKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Arm, Self::Tree, Self::Planar, Self::Gantry];

    /// The kind of a seed: its lowest bits.
    pub fn of_seed(seed: u64) -> Self {
        Self::ALL[usize::try_from(seed % Self::ALL.len() as u64).unwrap_or_default()]
    }
}

/// What to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainPlan {
    pub(super) kind: ChainKind,
    /// Whether some solids are no boxes.
    pub(super) has_round: bool,
    /// How long the engine knows links to be, as a part of their length.
    pub(super) known: f64,
}

/// A joint that moves, and what it makes of a joint value.
struct Moving {
    joint: usize,
    kind: ReferenceJointKind,
    ratio: f64,
    offset: f64,
}

/// Joints of a chain: few, or more than robots have.
const JOINTS: [usize; 6] = [2, 4, 6, 9, 9, 80];

/// Of how many joints of a tree one begins a branch, and of how many joints of any chain one follows another.
const JOINTS_PER_BRANCH: usize = 3;
const JOINTS_PER_FOLLOWER: usize = 6;

/// Of how many chains one has two links that may touch.
const CHAINS_PER_ALLOWANCE: usize = 8;

/// Decades of the lengths of links, from their size downwards: of one robot they are alike.
const LENGTHS: usize = 2;

/// The largest component of a nearly vertical axis across z, without unit, and the decades below it: some are lost in
/// float32, others not. That along y is another part of it than that along x.
const TILT: f64 = 1e-4;
const TILTS: usize = 12;
const TILT_ALONG_Y: f64 = -0.3;

/// Meters that joints slide at most.
const SLIDE: f64 = 1000.0;

/// The usual ratios of joints that follow others, without unit, and their offsets, in radians or in sizes of links.
const RATIOS: [f64; 5] = [1.0, -1.0, 0.5, -2.3, 0.0];
const OFFSETS: [f64; 3] = [0.0, 0.7, -0.4];

/// The size of links that offsets of slides grow up to, in meters: with larger ones, few sums would be accepted.
const LARGEST_FOR_OFFSETS: f64 = 100.0;

/// Of how many joints that follow others one does so as far as it may.
const FOLLOWERS_PER_FAR_ONE: usize = 8;

/// The ratios and offsets of joints that follow others as far as they may.
const FAR: [(f64, f64); 6] =
    [(2.0, 0.0), (-1.0, 1024.0), (3.3, -512.0), (-4096.0, 0.7), (1e5, 1024.0), (0.0, -1024.0)];

/// Rotations of a cube onto itself, with small numbers.
const QUARTERS: [[f64; 4]; 4] =
    [[0.5; 4], [0.5, -0.5, 0.5, 0.5], [0.0, 1.0, 0.0, 0.0], [-0.5, 0.5, 0.5, 0.5]];

/// A chain whose solids are boxes in the frames of their links, or round solids of their lengths.
pub(super) fn chain_of(
    random: &mut Random,
    plan: ChainPlan,
    boxes: &[OrientedBox],
) -> Result<CheckedChain, Failure> {
    let longest = boxes.iter().flat_map(|given| given.half_extents).fold(0.0, f32::max);
    let size = if longest > 0.0 { 2.0 * f64::from(longest) } else { 1.0 };
    let mut made = CheckedChain::new(size, plan.known);
    if plan.kind == ChainKind::Planar {
        planar(&mut made, boxes)?;
        return Ok(made);
    }
    let most = random.choose(&JOINTS);
    let joints = 1 + random.below(most);
    let mut moving: Vec<Moving> = Vec::new();
    for number in 0..joints {
        let branches = plan.kind == ChainKind::Tree && random.one_in(JOINTS_PER_BRANCH);
        let parent = if branches { random.below(number + 1) } else { number };
        let mut joint = any_joint(random, plan.kind, parent, size);
        if number == 0 && joint.kind == ReferenceJointKind::Fixed {
            // A chain without joint values has no configurations.
            joint.kind = ReferenceJointKind::Turns;
        }
        let mut moved = Moving { joint: number, kind: joint.kind, ratio: 1.0, offset: 0.0 };
        if random.one_in(JOINTS_PER_FOLLOWER) {
            joint.mimic = any_mimic(random, &moving, &mut moved, size);
        }
        if joint.kind != ReferenceJointKind::Fixed {
            moving.push(moved);
        }
        let slides = joint.kind == ReferenceJointKind::Slides;
        made.add(joint, if slides { size.min(SLIDE) } else { TURN })?;
    }
    for (number, given) in boxes.iter().enumerate() {
        let link = if number == 0 { joints } else { random.below(joints + 1) };
        let drawn = GivenSolid::drawn(random, given);
        made.attach(link, &if plan.has_round { drawn } else { GivenSolid::of_box(given) })?;
    }
    if random.one_in(CHAINS_PER_ALLOWANCE) {
        let links = [random.below(joints + 1), random.below(joints + 1)];
        if links[0] != links[1] {
            made.allow(links)?;
        }
    }
    Ok(made)
}

fn any_joint(random: &mut Random, kind: ChainKind, parent: usize, size: f64) -> ReferenceJoint {
    use ReferenceJointKind::{Fixed, Slides, Turns};
    let kinds = if kind == ChainKind::Gantry {
        [Slides, Slides, Slides, Turns, Fixed, Slides]
    } else {
        [Turns, Turns, Turns, Turns, Slides, Fixed]
    };
    let along = size * random.decades(LENGTHS);
    let translation = match random.below(4) {
        0 => [0.0; 3],
        1 => [0.0, 0.0, along],
        _ => random.vector(-along, along),
    };
    let tilt = TILT * random.decades(TILTS);
    let axes = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let axis = match random.below(8) {
        0 => [tilt, TILT_ALONG_Y * tilt, -1.0],
        1 | 2 => random.direction(),
        _ => random.choose(&axes),
    };
    let rotation = match random.below(4) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => random.choose(&QUARTERS),
        _ => random.rotation(),
    };
    ReferenceJoint { kind: random.choose(&kinds), parent, translation, rotation, axis, mimic: None }
}

/// What a joint follows: another one that moves in the same way, if there is one.
fn any_mimic(
    random: &mut Random,
    moving: &[Moving],
    moved: &mut Moving,
    size: f64,
) -> Option<ReferenceMimic> {
    let same: Vec<&Moving> = moving.iter().filter(|other| other.kind == moved.kind).collect();
    let part = random.choose(&OFFSETS);
    let slides = moved.kind == ReferenceJointKind::Slides;
    let offset = if slides { part * size.min(LARGEST_FOR_OFFSETS) } else { part };
    let usual = (random.choose(&RATIOS), offset);
    let is_far = random.one_in(FOLLOWERS_PER_FAR_ONE);
    let (ratio, offset) = if is_far { random.choose(&FAR) } else { usual };
    let of = *same.get(random.below(same.len()))?;
    let (all, sum) = (ratio * of.ratio, ratio * of.offset + offset);
    if sum.abs() > MOST {
        return None;
    }
    (moved.ratio, moved.offset) = (all, sum);
    Some(ReferenceMimic { of: of.joint, ratio, offset })
}

/// Boxes that turn about z, each at the end of the one before along x.
fn planar(made: &mut CheckedChain, boxes: &[OrientedBox]) -> Result<(), Failure> {
    let mut length = 0.0;
    for parent in 0..boxes.len().max(1) {
        let joint = ReferenceJoint {
            kind: ReferenceJointKind::Turns,
            parent,
            translation: [length, 0.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            axis: [0.0, 0.0, 1.0],
            mimic: None,
        };
        let link = made.add(joint, TURN)?;
        if let Some(given) = boxes.get(parent) {
            length = f64::from(given.center[0]) + f64::from(given.half_extents[0]);
            made.attach(link, &GivenSolid::of_box(given))?;
        }
    }
    Ok(())
}
