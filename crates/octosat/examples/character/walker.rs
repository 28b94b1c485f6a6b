//! An upright capsule that walks among boxes, slides along walls, climbs steps, falls and lands.

use std::error::Error;

use glam::{Quat, Vec3};
use octosat::{BoxStore, BoxesAmong, Capsule, CapsuleContacts, CastState, Casts, Engine, Motions};
use octosat::{OrientedBox, Query, ShapeCast, World};

/// The most planes along which a character slides in one motion; then the rest of it is dropped.
const MOST_PLANES: usize = 4;

/// The most pushes out of boxes before a motion; then the character is squeezed, and stays.
const MOST_PUSHES: usize = 8;

/// The height of the flattest normal to stand on, a unit vector: slopes of 45 degrees.
const LEAST_UPWARD: f32 = 0.7;

/// How far rounding may put a point of a face away from it, in meters.
const ON_FACE: f32 = 1e-3;

/// The sine of the least angle of two planes that have a crease.
const CREASE: f32 = 1e-3;

/// A walk that is shorter than this part of what it should be is tried over a step.
const HINDERED: f32 = 0.99;

/// Acceleration of free fall in meters per second squared.
const GRAVITY: f32 = 9.81;

/// Boxes around a character, however many, and who compares.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Who compares.
    pub engine: &'a Engine,
    /// The boxes.
    pub boxes: &'a BoxStore,
    /// The same boxes, to find those that are near.
    pub world: &'a World,
}

/// An upright capsule that walks; y is up.
#[derive(Clone, Copy, Debug)]
pub struct Character {
    /// The middle of the capsule, in meters.
    pub position: Vec3,
    /// The radius with which it touches, in meters: a millimeter more than it must stay clear of boxes.
    pub radius: f32,
    /// Half the length of its core, in meters.
    pub half_core: f32,
    /// The highest step that it climbs, in meters.
    pub step_height: f32,
    /// How fast it rises while it stands on nothing, in meters per second: set both to jump.
    pub rises: f32,
    /// Whether it stands on something.
    pub stands: bool,
}

/// What a motion meets first.
#[derive(Clone, Copy)]
struct Hit {
    /// The part of the motion before it.
    time: f32,
    normal: Vec3,
    point: Vec3,
    /// Whether one can stand there.
    is_ground: bool,
}

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

impl Character {
    /// Walks by a level velocity for some seconds, and falls if it stands on nothing.
    ///
    /// # Errors
    /// If the engine rejects the position or the motion.
    pub fn advance(&mut self, near: Surroundings<'_>, velocity: Vec3, seconds: f32) -> Outcome {
        let along = seconds * velocity;
        if self.stands {
            return self.walk_over(near, along);
        }
        self.slide(near, along, false)?;
        self.rises -= GRAVITY * seconds;
        let height = self.position.y;
        self.stands = self.slide(near, self.rises * seconds * Vec3::Y, true)?.is_some();
        // What a ceiling or a steep slope left of it.
        self.rises = if self.stands { 0.0 } else { (self.position.y - height) / seconds };
        Ok(())
    }

    /// Walks on the level; over a step, if that leads farther.
    fn walk_over(&mut self, near: Surroundings<'_>, along: Vec3) -> Outcome {
        let start = *self;
        let progress = |end: Self| (end.position - start.position).dot(along);
        *self = start.walked(near, along, 0.0)?;
        if progress(*self) < HINDERED * along.length_squared() {
            let over = start.walked(near, along, self.step_height)?;
            if over.stands && progress(*self) < progress(over) {
                *self = over;
            }
        }
        Ok(())
    }

    /// The character after it walked up, along, and down to what it stands on; that must not be higher than a step.
    fn walked(mut self, near: Surroundings<'_>, along: Vec3, up: f32) -> Outcome<Self> {
        let bottom = self.position.y;
        let highest = bottom - self.half_core - self.radius + self.step_height;
        self.go(near, up * Vec3::Y)?;
        let down = self.position.y - bottom + self.step_height;
        self.slide(near, along, false)?;
        let end = self.position;
        let ground = self.slide(near, down * Vec3::NEG_Y, true)?;
        self.stands = ground.is_some_and(|hit| hit.point.y <= highest);
        if !self.stands {
            self.position = end;
        }
        Ok(self)
    }

    /// Moves, and slides along what it hits. A fall ends at the ground; for walks, what is too steep is a wall.
    fn slide(
        &mut self,
        near: Surroundings<'_>,
        mut motion: Vec3,
        falls: bool,
    ) -> Outcome<Option<Hit>> {
        let lands = falls && motion.y < 0.0;
        let mut planes = Vec::new();
        for _ in 0..MOST_PLANES {
            let Some(hit) = self.go(near, motion)? else { return Ok(None) };
            let is_wall = !falls && hit.normal.y < LEAST_UPWARD;
            let level = hit.normal.with_y(0.0).normalize_or(hit.normal);
            planes.push(if is_wall { level } else { hit.normal });
            let rest = (1.0 - hit.time) * motion;
            motion = along_planes(rest, &planes);
            // Steep planes can hold it, too.
            let is_held = motion.length() < CREASE * rest.length();
            if is_held || lands && hit.is_ground {
                return Ok(Some(hit).filter(|_| lands));
            }
        }
        Ok(None)
    }

    /// Moves to the first hit, out of boxes first.
    fn go(&mut self, near: Surroundings<'_>, motion: Vec3) -> Outcome<Option<Hit>> {
        for _ in 0..MOST_PUSHES {
            let (capsule, pairs) = ([self.capsule(self.radius)?], self.pairs(near, motion)?);
            let mut rows = vec![ShapeCast::default(); pairs.len()];
            let query = Query::new((near.boxes, &capsule), &pairs);
            let casts = Casts::new(query, Motions::uniform(motion.to_array())).stored_poses(true);
            near.engine.casts(casts, &mut rows)?;
            if rows.iter().any(|row| row.state == CastState::OVERLAPPING) {
                self.push_out(near)?;
                continue;
            }
            let hits = pairs.iter().zip(&rows).filter(|(_, row)| row.state == CastState::HIT);
            let first = hits.min_by(|(_, a), (_, b)| a.time.total_cmp(&b.time));
            self.position += first.map_or(1.0, |(_, row)| row.time) * motion;
            return Ok(first.map(|(&[index, _], row)| Hit {
                time: row.time,
                normal: row.normal.into(),
                point: row.point.into(),
                is_ground: is_ground(near.boxes, index, row.point.into()),
            }));
        }
        // It is squeezed, and stays.
        Ok(None)
    }

    /// Moves out of the box in which it is deepest.
    fn push_out(&mut self, near: Surroundings<'_>) -> Outcome {
        let (capsule, pairs) = ([self.capsule(self.radius)?], self.pairs(near, Vec3::ZERO)?);
        let mut rows = vec![CapsuleContacts::default(); pairs.len()];
        near.engine.manifolds(Query::new((near.boxes, &capsule), &pairs), &mut rows)?;
        if let Some(row) = rows.iter().max_by(|a, b| a.depth.total_cmp(&b.depth)) {
            self.position += row.depth.max(0.0) * Vec3::from(row.normal);
        }
        Ok(())
    }

    /// The boxes near its way, paired with it.
    fn pairs(&self, near: Surroundings<'_>, motion: Vec3) -> Outcome<Vec<[u32; 2]>> {
        let size = Vec3::new(self.radius, self.half_core + self.radius, self.radius);
        let middle = (self.position + 0.5 * motion).to_array();
        let half_extents = (size + 0.5 * motion.abs()).to_array();
        let (mut around, mut pairs) = (BoxStore::new(), Vec::new());
        around.insert(OrientedBox::new(middle, Quat::IDENTITY.to_array(), half_extents))?;
        let question = BoxesAmong::new(&around, near.world).within(ON_FACE);
        near.engine.near_pairs(question, &mut pairs)?;
        pairs.iter_mut().for_each(|pair| pair.reverse());
        Ok(pairs)
    }

    /// The capsule with a radius.
    ///
    /// # Errors
    /// If the position is not finite or too far away.
    pub fn capsule(&self, radius: f32) -> Outcome<Capsule> {
        let [start, end] = [-self.half_core, self.half_core].map(|y| self.position + y * Vec3::Y);
        Ok(Capsule::new(start.to_array(), end.to_array(), radius)?)
    }
}

/// Whether a face of a box on which a point lies is flat enough to stand on. On an edge or a vertex, there are several.
fn is_ground(boxes: &BoxStore, index: u32, point: Vec3) -> bool {
    let index = index as usize;
    let [x, y, z, _] = boxes.centers()[index];
    let [half_x, half_y, half_z, _] = boxes.half_extents()[index];
    let rotation = Quat::from_array(boxes.rotations()[index]);
    let local = rotation.inverse() * (point - Vec3::new(x, y, z));
    let off = (local.abs() - Vec3::new(half_x, half_y, half_z)).abs();
    (0..3).any(|k| {
        let normal = rotation * (local[k].signum() * Vec3::AXES[k]);
        off[k] < ON_FACE && normal.y >= LEAST_UPWARD
    })
}

/// What is left of a motion along planes: along the last one, along its crease with another one, or nothing.
fn along_planes(motion: Vec3, planes: &[Vec3]) -> Vec3 {
    let Some((&last, others)) = planes.split_last() else { return motion };
    let enters = |motion: Vec3, plane: Vec3| motion.dot(plane) < -CREASE * motion.length();
    let slid = motion.reject_from_normalized(last);
    let Some(&other) = others.iter().find(|&&plane| enters(slid, plane)) else { return slid };
    let along = motion.project_onto(last.cross(other));
    if others.iter().any(|&plane| enters(along, plane)) { Vec3::ZERO } else { along }
}
