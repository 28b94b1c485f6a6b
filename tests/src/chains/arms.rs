//! Random chains: arms, trees, gantries, and arms in a plane, of all sizes.

use octosat_reference::float64::{ReferenceJoint, ReferenceJointKind, ReferenceMimic, SolidShape};
use octosat_scenes::generate::Random;

use super::checked::CheckedChain;
use super::solids::{GivenSolid, Shapes, any_rotation, random_solid};
use crate::geometry::NO_TURN;

/// What a random chain is like.
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
}

/// What to make.
#[derive(Clone, Copy, Debug)]
pub struct ChainPlan {
    /// What it is like.
    pub kind: ChainKind,
    /// The largest number of joints.
    pub joints: usize,
    /// About the size of links, in meters.
    pub size: f64,
    /// The shapes of its solids.
    pub shapes: Shapes,
}

/// Radians that joints turn from zero.
pub const TURN: f64 = 3.3;

/// A chain with at least one joint and one solid.
#[must_use]
pub fn random_chain(random: &mut Random, plan: ChainPlan) -> CheckedChain {
    let ChainPlan { kind, joints, size, shapes } = plan;
    let count = 1 + random.below(joints);
    if kind == ChainKind::Planar {
        return planar(random, count, size);
    }
    let mut made = CheckedChain::new(size);
    let mut moving: Vec<(usize, ReferenceJointKind)> = Vec::new();
    if random.one_in(2) {
        made.attach(0, &random_solid(random, shapes, 0.3 * size, 0.5 * size));
    }
    for number in 0..count {
        let branches = kind == ChainKind::Tree && random.one_in(3);
        let parent = if branches { random.below(number + 1) } else { number };
        let mut joint = any_joint(random, kind, parent, size);
        if random.one_in(6) {
            joint.mimic = any_mimic(random, &moving, joint.kind, size);
        }
        if joint.kind != ReferenceJointKind::Fixed {
            moving.push((number, joint.kind));
        }
        let slides = joint.kind == ReferenceJointKind::Slides;
        let link = made.add(joint, if slides { size.min(1000.0) } else { TURN });
        for _ in 0..random.choose(&[0, 1, 1, 1, 2]) {
            let off = random.choose(&[0.0, 0.3, 1.0]) * size;
            made.attach(link, &random_solid(random, shapes, 0.3 * size, off));
        }
    }
    if made.solids() == 0 {
        made.attach(count, &random_solid(random, shapes, 0.3 * size, 0.3 * size));
    }
    made
}

fn any_joint(random: &mut Random, kind: ChainKind, parent: usize, size: f64) -> ReferenceJoint {
    use ReferenceJointKind::{Fixed, Slides, Turns};
    let kinds = if kind == ChainKind::Gantry {
        [Slides, Slides, Slides, Turns, Fixed, Slides]
    } else {
        [Turns, Turns, Turns, Turns, Slides, Fixed]
    };
    let along = size * random.decades(2);
    let translation = match random.below(4) {
        0 => [0.0; 3],
        1 => [0.0, 0.0, along],
        _ => random.vector(-along, along),
    };
    let tiny = 1e-4 * random.decades(12);
    let axes = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let axis = match random.below(8) {
        0 => [tiny, -0.3 * tiny, -1.0],
        1 | 2 => random.direction(),
        _ => random.choose(&axes),
    };
    let rotation = any_rotation(random);
    ReferenceJoint { kind: random.choose(&kinds), parent, translation, rotation, axis, mimic: None }
}

/// What a joint follows: another one that moves in the same way, if there is one.
fn any_mimic(
    random: &mut Random,
    moving: &[(usize, ReferenceJointKind)],
    kind: ReferenceJointKind,
    size: f64,
) -> Option<ReferenceMimic> {
    let same: Vec<usize> =
        moving.iter().filter(|(_, other)| *other == kind).map(|&(joint, _)| joint).collect();
    let ratio = random.choose(&[1.0, -1.0, 0.5, -2.3, 0.0]);
    let part = random.choose(&[0.0, 0.7, -0.4]);
    let offset = if kind == ReferenceJointKind::Slides { part * size.min(100.0) } else { part };
    let of = *same.get(random.below(same.len()))?;
    Some(ReferenceMimic { of, ratio, offset })
}

/// Boxes along x, which turn about z.
fn planar(random: &mut Random, joints: usize, size: f64) -> CheckedChain {
    let mut made = CheckedChain::new(size);
    let mut length = 0.0;
    for parent in 0..joints {
        let joint = ReferenceJoint {
            kind: ReferenceJointKind::Turns,
            parent,
            translation: [length, 0.0, 0.0],
            rotation: NO_TURN,
            axis: [0.0, 0.0, 1.0],
            mimic: None,
        };
        let link = made.add(joint, TURN);
        length = size * random.range(0.1, 1.0);
        let thin = 0.02 * size * random.decades(2);
        let shape = SolidShape::Box([0.5 * length, thin, thin]);
        made.attach(link, &GivenSolid::new(shape, [0.5 * length, 0.0, 0.0], NO_TURN));
    }
    made
}
