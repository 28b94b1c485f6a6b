//! Walks: a box that moves without turning and slides along what it hits.

use std::error::Error;

use glam::Vec3;
use octosat::{BoxPose, BoxStore, Cast, CastState, Casts, Engine, Motions, Penetration, Query};

/// A box of a store that walks.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Its index.
    pub index: u32,
    /// By how much boxes are larger for it on every side, in meters; less than zero for a skin.
    pub grown: f32,
    /// The highest step that it takes, in meters.
    pub step: f32,
}

/// How far a walker went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk {
    /// The length of its path in meters.
    pub length: f32,
    /// How often it hit something.
    pub hits: usize,
    /// Whether it was inside another box.
    pub overlaps: bool,
}

/// More meters than boxes are apart at a hit.
const NEAR: f32 = 1.0;

/// The most boxes along which a walker slides in one walk.
const MOST_SLIDES: usize = 4;

impl Walker {
    /// Moves the box by a motion in meters, and slides along what it hits among the others.
    ///
    /// # Errors
    /// If the engine rejects a box or the motion.
    pub fn walk(
        self,
        engine: &Engine,
        boxes: &mut BoxStore,
        others: &[u32],
        mut motion: Vec3,
    ) -> Result<Walk, Box<dyn Error>> {
        let pairs: Vec<[u32; 2]> = others.iter().map(|&other| [other, self.index]).collect();
        let mut rows = vec![Cast::default(); pairs.len()];
        let mut walk = Walk::default();
        for _ in 0..MOST_SLIDES {
            let motions = vec![motion.to_array(); pairs.len()];
            let query = Query::new(&*boxes, &pairs).grown(self.grown);
            let casts = Casts::new(query, Motions::per_pair(&motions)).stored_poses(true);
            engine.casts(casts, &mut rows)?;

            let hits = rows.iter().zip(&pairs).filter(|(row, _)| row.touches());
            let first = hits.min_by(|(a, _), (b, _)| a.time.total_cmp(&b.time));
            let time = first.map_or(1.0, |(row, _)| row.time);
            let mut path = time * motion;
            if let Some((row, &pair)) = first {
                walk.hits += 1;
                walk.overlaps |= row.state == CastState::OVERLAPPING;
                // What is left of the motion, without its part along the normal there; and out of what rounding let sink.
                let mut touching = [Penetration::default()];
                let (pairs, motions, times) = ([pair], [motion.to_array()], [time]);
                let query = Query::new(&*boxes, &pairs).within(NEAR);
                let there = query.moved(Motions::per_pair(&motions), &times);
                engine.penetrations(there, &mut touching)?;
                let Penetration { normal, depth, .. } = touching[0];
                let normal = Vec3::from(normal);
                path += (depth + 2.0 * self.grown).max(0.0) * normal;
                motion = (1.0 - time) * motion.reject_from_normalized(normal);
            }
            let [x, y, z, _] = boxes.centers()[self.index as usize];
            let center = Vec3::new(x, y, z) + path;
            let pose = BoxPose::new(center.to_array(), boxes.rotations()[self.index as usize]);
            boxes.set_pose(self.index, pose)?;
            walk.length += path.length();
            if first.is_none() {
                break;
            }
        }
        Ok(walk)
    }

    /// Walks over steps: up, along the motion, and down again.
    ///
    /// # Errors
    /// If the engine rejects a box or the motion.
    pub fn walk_over(
        self,
        engine: &Engine,
        boxes: &mut BoxStore,
        others: &[u32],
        motion: Vec3,
    ) -> Result<Walk, Box<dyn Error>> {
        let raised = self.walk(engine, boxes, others, self.step * Vec3::Y)?;
        let walk = self.walk(engine, boxes, others, motion)?;
        self.walk(engine, boxes, others, -raised.length * Vec3::Y)?;
        Ok(walk)
    }
}
