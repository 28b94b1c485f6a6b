//! Configurations and motions of chains, which are made once more by the interface.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use octosat::{BoxStore, ChainClearance, JointMotion, LinkPair};
use octosat_c::*;
use octosat_check::chains::{
    ChainWorld, CheckedChain, GivenLinkSolid, GivenPadding, GivenSolid, without_pair,
};
use octosat_check::queries::boxes_among::{AmongWorld, BoxesAmongWorlds};
use octosat_check::queries::configurations::ConfigurationsOfChains;
use octosat_check::queries::joint_motions::JointMotionsOfChains;
use octosat_check::queries::link_pairs::LinkPairsOfChains;
use octosat_check::queries::own_points::{OwnPointsOfChains, OwnPointsWorld};
use octosat_check::stale;
use octosat_reference::float64::{ReferenceJoint, ReferenceJointKind, SolidShape};

use super::InC;
use super::contest::{Contest, lent_boxes};
use crate::common::{Handle, assert_rows, no_boxes};

/// A chain in its world, made by the interface.
struct Robot {
    chain: Handle<OctosatChain>,
    world: Handle<OctosatWorld>,
    has_links: u32,
}

/// A solid as the interface takes it, with the points that it refers to.
struct Lent {
    solid: OctosatSolid,
    _points: Vec<[f32; 3]>,
}

impl Lent {
    fn new(given: &GivenSolid) -> Self {
        let &GivenSolid { ref shape, center, rotation } = given;
        let mut points: Vec<[f32; 3]> = Vec::new();
        let (kind, sizes) = match *shape {
            SolidShape::Box(half) => (OCTOSAT_SOLID_BOX, half),
            SolidShape::Cylinder { radius, half_length } => {
                (OCTOSAT_SOLID_CYLINDER, [radius, half_length, 0.0])
            }
            SolidShape::Capsule { radius, half_length } => {
                (OCTOSAT_SOLID_CAPSULE, [radius, half_length, 0.0])
            }
            SolidShape::Hull(ref hull) => {
                points.extend(hull.points().iter().map(|point| point.map(|number| number as f32)));
                (OCTOSAT_SOLID_HULL, [hull.radius(), 0.0, 0.0])
            }
        };
        // The lengths are numbers of float32.
        let sizes = sizes.map(|length| length as f32);
        let (list, point_count) = (points.as_flattened().as_ptr(), points.len());
        let solid = OctosatSolid { kind, center, rotation, sizes, points: list, point_count };
        Self { solid, _points: points }
    }
}

fn name(what: &str, number: usize) -> CString {
    CString::new(format!("{what} {number}")).unwrap()
}

/// Adds a joint and its link.
fn add(chain: &Handle<OctosatChain>, number: usize, joint: &ReferenceJoint) {
    let ReferenceJoint { kind, parent, translation, rotation, axis, mimic } = *joint;
    let (own, link) = (name("joint", number), name("link", number + 1));
    let followed = mimic.map(|mimic| name("joint", mimic.of));
    let plain = OctosatJoint {
        kind: match kind {
            ReferenceJointKind::Fixed => OCTOSAT_JOINT_FIXED,
            ReferenceJointKind::Turns => OCTOSAT_JOINT_REVOLUTE,
            ReferenceJointKind::Slides => OCTOSAT_JOINT_PRISMATIC,
        },
        name: own.as_ptr(),
        translation,
        rotation,
        axis,
        ..OctosatJoint::default()
    };
    let given = match (&mimic, &followed) {
        (Some(mimic), Some(followed)) => OctosatJoint {
            mimic: followed.as_ptr(),
            mimic_ratio: mimic.ratio,
            mimic_offset: mimic.offset,
            ..plain
        },
        _ => plain,
    };
    // SAFETY: texts and a handle of our own.
    let status = unsafe {
        octosat_chain_add_link(chain.raw, link.as_ptr(), parent, &raw const given, null_mut())
    };
    assert_eq!(status, OCTOSAT_OK);
}

/// The same chain.
fn chain(checked: &CheckedChain) -> Handle<OctosatChain> {
    let base = name("link", 0);
    // SAFETY: texts, lists and handles of our own; as below.
    let raw = unsafe { octosat_chain_create(base.as_ptr(), null_mut()) };
    let chain = Handle::new(raw, octosat_chain_destroy);
    for (number, joint) in checked.given.joints.iter().enumerate() {
        add(&chain, number, joint);
    }
    for GivenLinkSolid { link, solid: given, touching } in &checked.given.solids {
        let (raw, given) = (chain.raw, Lent::new(given));
        let given = &raw const given.solid;
        // SAFETY: as above.
        let status = unsafe {
            match touching {
                None => octosat_chain_attach(raw, *link, given, 1, null_mut()),
                Some(links) => {
                    let touching = if links.is_empty() { null() } else { links.as_ptr() };
                    octosat_chain_hold(raw, *link, given, 1, touching, links.len(), null_mut())
                }
            }
        };
        assert_eq!(status, OCTOSAT_OK);
    }
    for [link, other] in &checked.allowed_links {
        // SAFETY: as above.
        let status = unsafe { octosat_chain_allow(chain.raw, *link, *other, null_mut()) };
        assert_eq!(status, OCTOSAT_OK);
    }
    for (link, obstacle) in &checked.allowed {
        let obstacle = *obstacle as u32;
        // SAFETY: as above.
        let status = unsafe {
            octosat_chain_allow_obstacles(chain.raw, *link, &raw const obstacle, 1, null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
    }
    chain
}

impl Robot {
    fn new(world: &ChainWorld) -> Self {
        let lent: Vec<_> = world.world.given.iter().map(Lent::new).collect();
        let obstacles: Vec<_> = lent.iter().map(|of| of.solid).collect();
        // SAFETY: a list of our own.
        let raw = unsafe { octosat_world_create(obstacles.as_ptr(), obstacles.len(), null_mut()) };
        Self {
            chain: chain(&world.checked),
            world: Handle::new(raw, octosat_world_destroy),
            has_links: world.has_links.into(),
        }
    }

    /// Configurations; the joint values must outlive them.
    fn asked(&self, joints: &[f32]) -> OctosatConfigurations {
        OctosatConfigurations {
            chain: self.chain.raw,
            world: self.world.raw,
            links: self.has_links,
            joints: if joints.is_empty() { null() } else { joints.as_ptr() },
            joint_count: joints.len(),
            ..OctosatConfigurations::default()
        }
    }
}

/// Configurations with a padding, which must outlive them.
fn padded(asked: OctosatConfigurations, padding: &GivenPadding) -> OctosatConfigurations {
    let per_link = &padding.per_link;
    OctosatConfigurations {
        within: padding.uniform,
        within_per_link: if per_link.is_empty() { null() } else { per_link.as_ptr() },
        within_count: per_link.len(),
        between_links: padding.between.unwrap_or_default(),
        has_between_links: padding.between.is_some().into(),
        ..asked
    }
}

impl InC for ConfigurationsOfChains {
    fn compare(&self, frames: &[Contest<'_, ChainWorld>]) {
        for frame in frames {
            let (world, count) = (frame.world, frame.pairs.len());
            let (robot, joints) = (Robot::new(world), world.joints(frame.pairs, |row| row.start));
            let (own, asked) = (world.configurations(&joints), robot.asked(&joints));
            let with_padding = padded(asked, &world.padding);
            let asked = &raw const asked;
            let (mut hits, mut least) =
                (vec![false; count], vec![ChainClearance::default(); count]);
            let mut store = BoxStore::new();
            frame.own.any_overlap(own, &mut hits).unwrap();
            frame.own.least_clearances(own, &mut least).unwrap();
            frame.own.poses(own, &mut store).unwrap();

            let (mut found, boxes) = (stale::<ChainClearance>(count), no_boxes());
            let (mut bytes, mut bounds) = (stale::<u8>(count), stale::<OctosatAabb>(store.len()));
            let (engine, error) = (frame.engine.raw, null_mut());
            // SAFETY: handles of our own, and buffers of as many rows.
            let statuses = unsafe {
                [
                    octosat_chain_any_overlap(engine, asked, bytes.as_mut_ptr(), count, error),
                    octosat_chain_least_clearances(engine, asked, found.as_mut_ptr(), count, error),
                    octosat_chain_poses(engine, asked, boxes.raw, error),
                    octosat_aabbs(engine, boxes.raw, bounds.as_mut_ptr(), bounds.len(), error),
                ]
            };
            assert_eq!(statuses, [OCTOSAT_OK; 4]);
            let hits: Vec<u8> = hits.into_iter().map(u8::from).collect();
            assert_rows(frame.pairs, &hits, &bytes);
            assert_rows(frame.pairs, &least, &found);
            let mut near = vec![false; count];
            frame.own.any_overlap(world.padding.of(own), &mut near).unwrap();
            let with_padding = &raw const with_padding;
            // SAFETY: as above.
            let status = unsafe {
                octosat_chain_any_overlap(engine, with_padding, bytes.as_mut_ptr(), count, error)
            };
            assert_eq!(status, OCTOSAT_OK);
            let near: Vec<u8> = near.into_iter().map(u8::from).collect();
            assert_rows(frame.pairs, &near, &bytes);
            let mut own_bounds = vec![octosat::AxisAlignedBox::default(); store.len()];
            frame.own.aabbs(&store, &mut own_bounds).unwrap();
            let own_bounds = own_bounds.iter().map(|bound| (bound.min(), bound.max()));
            assert!(own_bounds.eq(bounds.iter().map(|bound| (bound.min, bound.max))));
        }
    }
}

impl InC for JointMotionsOfChains {
    fn compare(&self, frames: &[Contest<'_, ChainWorld>]) {
        for frame in frames {
            let (world, count) = (frame.world, frame.pairs.len());
            let robot = Robot::new(world);
            let [starts, ends] = [
                world.joints(frame.pairs, |row| row.start),
                world.joints(frame.pairs, |row| row.end),
            ];
            let (mut own, mut found) = (stale::<JointMotion>(count), stale::<JointMotion>(count));
            frame.own.joint_motions(world.motions(&starts, &ends), &mut own).unwrap();
            let asked = padded(robot.asked(&starts), &world.padding);
            let motions = OctosatJointMotions {
                starts: &raw const asked,
                ends: if ends.is_empty() { null() } else { ends.as_ptr() },
                tolerance: world.tolerance,
                hit_tolerance: world.hit_tolerance,
                ..OctosatJointMotions::default()
            };
            let (engine, out) = (frame.engine.raw, found.as_mut_ptr());
            // SAFETY: handles of our own, and a buffer of as many rows.
            let status = unsafe {
                octosat_chain_joint_motions(engine, &raw const motions, out, count, null_mut())
            };
            assert_eq!(status, OCTOSAT_OK);
            // In C, points are solids, which are found in another order.
            for (own, found) in own.iter_mut().zip(&mut found) {
                let has_pair = |row: &JointMotion| row.solid != ChainClearance::NONE;
                assert_eq!(has_pair(own), has_pair(found));
                (*own, *found) = (without_pair(*own), without_pair(*found));
            }
            assert_rows(frame.pairs, &own, &found);
        }
    }
}

impl InC for LinkPairsOfChains {
    fn compare(&self, frames: &[Contest<'_, ChainWorld>]) {
        for frame in frames {
            let (world, mut own) = (frame.world, Vec::new());
            let (robot, joints) = (Robot::new(world), world.joints(frame.pairs, |row| row.start));
            frame.own.link_pairs(world.configurations(&joints), &mut own).unwrap();
            let (asked, engine, room) = (robot.asked(&joints), frame.engine.raw, own.len() + 1);
            let (mut pairs, mut found) = (stale::<LinkPair>(room), 0);
            let (out, count) = (pairs.as_mut_ptr(), &raw mut found);
            // SAFETY: handles of our own, and a buffer of as many rows.
            let status = unsafe {
                octosat_chain_link_pairs(engine, &raw const asked, out, room, count, null_mut())
            };
            assert_eq!((status, found), (OCTOSAT_OK, own.len()));
            assert_eq!(own, pairs[..found]);
        }
    }
}

impl InC for OwnPointsOfChains {
    fn compare(&self, frames: &[Contest<'_, OwnPointsWorld>]) {
        for frame in frames {
            let (world, count) = (frame.world, frame.pairs.len());
            let (robot, points) = (Robot::new(&world.chain), world.points_of(frame.pairs));
            let mut own = vec![false; count];
            frame.own.overlaps(world.question(&points), &mut own).unwrap();
            let configuration = padded(robot.asked(&world.joints), &world.padding);
            let asked = OctosatOwnPoints {
                configuration: &raw const configuration,
                points: points.as_ptr().cast(),
                point_count: count,
                ..OctosatOwnPoints::default()
            };
            let (mut bytes, engine) = (stale::<u8>(count), frame.engine.raw);
            // SAFETY: handles of our own, and a buffer of as many rows.
            let status = unsafe {
                let out = bytes.as_mut_ptr();
                octosat_chain_own_points(engine, &raw const asked, out, count, null_mut())
            };
            assert_eq!(status, OCTOSAT_OK);
            let own: Vec<u8> = own.into_iter().map(u8::from).collect();
            assert_rows(frame.pairs, &own, &bytes);
        }
    }
}

impl InC for BoxesAmongWorlds {
    fn compare(&self, frames: &[Contest<'_, AmongWorld>]) {
        for frame in frames {
            let (world, count) = (frame.world, frame.pairs.len());
            let boxes = world.boxes_of(frame.pairs).unwrap();
            let question = world.question(&boxes);
            let mut any = vec![false; count];
            frame.own.any_overlap(question, &mut any).unwrap();
            let mut clearances = vec![ChainClearance::default(); count];
            frame.own.least_clearances(question, &mut clearances).unwrap();
            let mut near = Vec::new();
            frame.own.near_pairs(question, &mut near).unwrap();

            let handle = lent_boxes([boxes.centers(), boxes.rotations(), boxes.half_extents()]);
            let lent: Vec<_> = world.obstacles.iter().map(|of| Lent::new(&of.given)).collect();
            let obstacles: Vec<_> = lent.iter().map(|of| of.solid).collect();
            let (first, len) = (obstacles.as_ptr(), obstacles.len());
            // SAFETY: a list of our own.
            let raw = unsafe { octosat_world_create(first, len, null_mut()) };
            let obstacles = Handle::new(raw, octosat_world_destroy);
            let asked = OctosatBoxesAmong {
                per_group: world.per_group as u32,
                within: world.within,
                tolerance: world.tolerance,
                boxes: handle.raw,
                world: obstacles.raw,
                ..OctosatBoxesAmong::default()
            };
            let (asked, engine) = (&raw const asked, frame.engine.raw);
            let mut bytes = stale::<u8>(count);
            let mut rows = stale::<ChainClearance>(count);
            let mut pairs = stale::<OctosatPair>(near.len());
            let (mut found, room) = (0, near.len());
            // SAFETY: handles of our own, and buffers of as many rows.
            let statuses = unsafe {
                let (first, second) = (bytes.as_mut_ptr(), rows.as_mut_ptr());
                let (third, found) = (pairs.as_mut_ptr(), &raw mut found);
                [
                    octosat_world_any_overlap(engine, asked, first, count, null_mut()),
                    octosat_world_least_clearances(engine, asked, second, count, null_mut()),
                    octosat_world_near_pairs(engine, asked, third, room, found, null_mut()),
                ]
            };
            assert_eq!((statuses, found), ([OCTOSAT_OK; 3], near.len()));
            let any: Vec<u8> = any.into_iter().map(u8::from).collect();
            assert_rows(frame.pairs, &any, &bytes);
            assert_rows(frame.pairs, &clearances, &rows);
            assert!(near.into_iter().eq(pairs.iter().map(|pair| [pair.a, pair.b])));
        }
    }
}
