//! Chains of garbage: of the joints and solids of any bits that a chain accepts, at the largest joint values and at tiny
//! ones.

use octosat::tolerances::{MAX_JOINT_VALUE, MAX_LENGTH};
use octosat::{
    BoxStore, BoxesAmong, Chain, ChainClearance, Configurations, Engine, Joint, JointMotion,
    JointMotions, LinkPair, OrientedBox, OwnPoints, Solid, World as Obstacles,
};

use super::ask::{Found, booleans};
use super::{Answers, Ask, World};
use crate::boxes::lent;
use crate::queries::answers::{any_overlap, overlaps};
use crate::{Failure, short};

/// Parts of the largest joint value, which is that of all joints, as none follows another.
const PARTS: [f32; 9] = [0.0, -0.0, 1.0, -1.0, 1e-3, -0.7, 1e-20, 1e-42, 0.001_533_980_8];

/// A chain in a world, and the joint values of rows.
struct Robot {
    chain: Chain,
    world: octosat::World,
    starts: Vec<f32>,
    ends: Vec<f32>,
    /// How near others may come, in meters.
    padding: f32,
}

impl Robot {
    /// Boxes become links with solids and obstacles in turn, as far as they are accepted.
    fn new(
        World { boxes, motions, ends, margin, .. }: &World,
        rows: &[[u32; 2]],
    ) -> Result<Self, Failure> {
        let mut chain = Chain::new("base");
        chain.add_link("first link", 0, Joint::revolute("first", [0.0, 0.0, 1.0]))?;
        let mut obstacles: Vec<Solid> = Vec::new();
        for index in 0..boxes.len() {
            let given = boxes.oriented(short(index));
            let solid =
                Solid::from(OrientedBox::new(given.center, given.rotation, given.half_extents));
            if index % 2 == 1 {
                obstacles.push(solid);
                continue;
            }
            let [x, y, z, _] = ends[0][index].map(f64::from);
            let kind = if index % 4 == 0 { Joint::revolute } else { Joint::prismatic };
            let joint = kind(format!("joint {index}"), [x, y, z])
                .at(motions[index].map(f64::from))
                .rotated(ends[1][index].map(f64::from));
            let parent = chain.link_names().len() - 1;
            let link = chain.add_link(format!("link {index}"), parent, joint).unwrap_or(parent);
            // A solid that is rejected is no part of the chain.
            _ = chain.attach(link, solid);
        }
        obstacles.retain(|solid| octosat::World::new([solid.clone()]).is_ok());
        let world = octosat::World::new(obstacles)?;
        let joints = |shift: usize| {
            let value = |row: &[u32; 2], joint: usize| {
                let part =
                    (row[0] as usize + 3 * row[1] as usize + 5 * joint + shift) % PARTS.len();
                MAX_JOINT_VALUE * PARTS[part]
            };
            let values = chain.values();
            rows.iter().flat_map(|row| (0..values).map(move |joint| value(row, joint))).collect()
        };
        let (starts, ends) = (joints(0), joints(4));
        Ok(Self { chain, world, starts, ends, padding: accepted(*margin).abs() })
    }

    fn configurations(&self) -> Configurations<'_> {
        Configurations::new(&self.chain, &self.starts).among(&self.world)
    }
}

/// A length that is accepted as it is, or none.
fn accepted(value: f32) -> f32 {
    if value.abs() <= MAX_LENGTH { value } else { 0.0 }
}

/// Any overlap, least clearances and poses.
pub(super) fn configurations(ask: &Ask<'_>) -> Found {
    let robot = Robot::new(ask.world, ask.rows)?;
    let configurations = robot.configurations();
    let mut poses = BoxStore::new();
    ask.engine.poses(configurations, &mut poses)?;
    let columns = [poses.centers(), poses.rotations(), poses.half_extents()];
    let of_solid = |index: usize| columns.map(|column| column[index]);
    let rows: Vec<_> = (0..poses.len()).map(of_solid).collect();
    let size = size_of_val(&rows[..]) / ask.rows.len().max(1);
    let poses = Answers { bytes: bytemuck::cast_slice(&rows).to_vec(), size };
    let call =
        |engine: &Engine, out: &mut [ChainClearance]| engine.least_clearances(configurations, out);
    let mut answers = vec![ask.filled(call)?, poses];
    for asked in [configurations, configurations.within(robot.padding)] {
        answers.push(booleans(&any_overlap(ask.engine, asked, ask.rows.len())?));
    }
    Ok(answers)
}

pub(super) fn joint_motions(ask: &Ask<'_>) -> Found {
    let robot = Robot::new(ask.world, ask.rows)?;
    let starts = robot.configurations();
    let mut answers = Vec::new();
    for (starts, hit_tolerance) in [(starts, 0.0), (starts.within(robot.padding), 1.0)] {
        let motions = JointMotions::new(starts, &robot.ends).tolerance(1.0);
        let motions = motions.hit_tolerance(hit_tolerance);
        let call = |engine: &Engine, out: &mut [JointMotion]| engine.joint_motions(motions, out);
        answers.push(ask.filled(call)?);
    }
    Ok(answers)
}

/// Of each configuration alone: which pairs of links are hits, and the least clearance of all. All together have the same hits.
pub(super) fn link_pairs(ask: &Ask<'_>) -> Found {
    let robot = Robot::new(ask.world, ask.rows)?;
    let (mut pairs, mut alone) = (Vec::new(), Vec::new());
    for joints in robot.starts.chunks(robot.chain.values()) {
        ask.engine.link_pairs(Configurations::new(&robot.chain, joints), &mut pairs)?;
        let clearance = pairs.iter().map(|pair| pair.clearance).fold(f32::INFINITY, f32::min);
        let hits = pairs.iter().map(|pair| pair.hits).sum();
        alone.push(LinkPair { clearance, hits, ..LinkPair::default() });
    }
    ask.engine.link_pairs(robot.configurations(), &mut pairs)?;
    let sum = |pairs: &[LinkPair]| pairs.iter().map(|pair| u64::from(pair.hits)).sum::<u64>();
    if sum(&pairs) != sum(&alone) {
        return Err(Failure::new(
            "the hits of all configurations are not those of each".to_owned(),
        ));
    }
    Ok(vec![Answers::of(&alone)])
}

/// Points of any bits that are accepted, with all paddings that are: the first configuration of the robot of all rows.
pub(super) fn own_points(ask: &Ask<'_>) -> Found {
    let World { motions, margin, .. } = ask.world;
    let robot = Robot::new(ask.world, &[[0, 1]])?;
    let points: Vec<_> =
        ask.rows.iter().map(|row| motions[row[1] as usize].map(accepted)).collect();
    let configuration = Configurations::new(&robot.chain, &robot.starts);
    let paddings: Vec<_> = (0..robot.chain.link_names().len())
        .map(|link| accepted(motions[link % motions.len()][0]).abs())
        .collect();
    let of = OwnPoints::new(configuration, &points);
    let padded =
        [configuration.within(accepted(*margin).abs()), configuration.within_per_link(&paddings)];
    let asked = [of, OwnPoints::new(padded[0], &points), OwnPoints::new(padded[1], &points)];
    asked.into_iter().map(|of| Ok(booleans(&overlaps(ask.engine, of, points.len())?))).collect()
}

/// The first boxes of all rows as they are lent, whatever their bits are, among those that a world accepts, with all lengths
/// that are accepted.
pub(super) fn boxes_among(ask: &Ask<'_>) -> Found {
    let World { boxes, margin, .. } = ask.world;
    let given = |number: u32| {
        let octosat_reference::OrientedBox { center, rotation, half_extents } =
            boxes.oriented(number);
        Solid::from(OrientedBox::new(center, rotation, half_extents))
    };
    let all = (0..short(boxes.len())).map(given);
    let world = Obstacles::new(all.filter(|solid| Obstacles::new([solid.clone()]).is_ok()))?;
    let rows = |column: &[[f32; 4]]| -> Vec<[f32; 4]> {
        ask.rows.iter().map(|row| column[row[0] as usize]).collect()
    };
    let [centers, rotations, half_extents] =
        [&boxes.centers, &boxes.rotations, &boxes.half_extents].map(|column| rows(column));
    let view = lent(&centers, &rotations, &half_extents)?;
    let length = if margin.abs() <= MAX_LENGTH { margin.abs() } else { 0.0 };
    let asked = BoxesAmong::new(view, &world).tolerance(length);
    let mut answers = Vec::new();
    for asked in [asked, asked.within(length)] {
        answers.push(booleans(&any_overlap(ask.engine, asked, ask.rows.len())?));
        answers.push(
            ask.filled(|engine, out: &mut [ChainClearance]| engine.least_clearances(asked, out))?,
        );
        // Near pairs are in ascending order, whatever the numbers are.
        let mut pairs = Vec::new();
        ask.engine.near_pairs(asked, &mut pairs)?;
        if !pairs.is_sorted_by(|one, other| one < other) {
            return Err(Failure::new("near pairs are not in ascending order".to_owned()));
        }
    }
    Ok(answers)
}
