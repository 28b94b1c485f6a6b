//! Fast bodies: how a frame is kept from moving one body through another.
//!
//! Contacts are found once per frame, at its start. A body that moves farther in a frame than another is thick can pass
//! through it without a contact. [`Fast::Margins`] finds contacts ahead of time. [`Fast::Impacts`] ends the motion at
//! the first time of impact, finds contacts there, and goes on with the rest of the frame.

use clap::ValueEnum;
use octosat::{BoxStore, Engine, Impact, ImpactState, Impacts, OrientedBox, Query};
use octosat_scenes::generate::sweep;

use crate::body::Body;
use crate::narrow_phase::ManifoldList;
use crate::placed::{PlacedBox, local_origin};
use crate::tolerances as t;
use crate::{DVec3, Vec3};

/// How a world treats bodies that move far in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Fast {
    /// Not at all: they can pass through thin bodies.
    #[default]
    Ignored,
    /// The margin of a pair grows by how far its bodies may approach each other in the frame. Bodies are also stopped
    /// by what they would have missed.
    Margins,
    /// The frame ends at the first impact, and begins again there with the rest of its time. Nothing passes through.
    Impacts,
}

impl Fast {
    /// The name the command line uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ignored => "ignored",
            Self::Margins => "margins",
            Self::Impacts => "impacts",
        }
    }
}

/// How far a point of a body may move in some seconds, in meters.
#[must_use]
pub fn travel(body: &Body, seconds: f32) -> f32 {
    (body.linear_velocity.length() + turning_speed(body)) * seconds
}

/// How fast the corners of a body move around its center at most, in meters per second.
fn turning_speed(body: &Body) -> f32 {
    body.angular_velocity.length() * body.half_extents.length()
}

/// How far two bodies may approach each other in some seconds, in meters.
#[must_use]
pub fn approach(a: &Body, b: &Body, seconds: f32) -> f32 {
    let passing = (b.linear_velocity - a.linear_velocity).length();
    (passing + turning_speed(a) + turning_speed(b)) * seconds
}

/// Finds the first impact of a motion.
#[derive(Debug, Default)]
pub struct FirstImpact {
    engine: Engine,
    starts: BoxStore,
    ends: BoxStore,
    pairs: Vec<[u32; 2]>,
    /// By how much the boxes of each pair are larger, in meters.
    grown: Vec<f32>,
    rows: Vec<Impact>,
}

impl FirstImpact {
    /// Finds impacts with the default engine.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The part of the motion that is free of impacts: 1 if all of it is.
    ///
    /// Bodies move from `starts` to `ends`, as [`octosat::Engine::impacts`] has it. Pairs that have contacts are the
    /// solver's, and may sink in a little: only their cores, which are smaller boxes, may not meet, see [`t::SKINS`].
    ///
    /// # Errors
    /// When the engine rejects a pose.
    pub fn free_part(
        &mut self,
        starts: &[Body],
        ends: &[Body],
        contacts: &ManifoldList,
    ) -> Result<f32, String> {
        let origin = local_origin(starts);
        fill(&mut self.starts, starts, origin)?;
        fill(&mut self.ends, ends, origin)?;
        self.list(swept_pairs(starts, ends, origin), starts, contacts);
        let Self { engine, starts, ends, pairs, grown, rows } = self;
        rows.resize(pairs.len(), Impact::default());
        let query = Query::new(&*starts, pairs).grown(&*grown);
        engine.impacts(Impacts::new(query, &*ends), rows).map_err(|error| error.to_string())?;
        // Cores that touch are the solver's to push apart.
        let counts = |row: &&Impact| row.state != ImpactState::TOUCHING;
        Ok(rows.iter().filter(counts).fold(1.0, |least, row| row.time.min(least)))
    }

    /// Lists pairs as they are, and those that have contacts with their cores instead.
    fn list(&mut self, swept: Vec<[u32; 2]>, bodies: &[Body], contacts: &ManifoldList) {
        let contacts = contacts.as_slice();
        self.pairs.clear();
        self.grown.clear();
        for pair in swept {
            let touches = contacts.binary_search_by_key(&pair, |manifold| manifold.pair).is_ok();
            let least = least_half_extent(bodies, pair);
            let skins: &[f32] = if touches { &t::SKINS } else { &[0.0] };
            self.pairs.extend(skins.iter().map(|_| pair));
            self.grown.extend(skins.iter().map(|skin| -skin * least));
        }
    }
}

/// Puts bodies into a store, relative to an origin.
fn fill(store: &mut BoxStore, bodies: &[Body], origin: DVec3) -> Result<(), String> {
    store.clear();
    let boxes: Vec<_> = bodies
        .iter()
        .map(|body| {
            let PlacedBox { pose, half_extents, .. } = PlacedBox::new(body, origin);
            let (center, rotation) = (pose.center.to_array(), pose.rotation.to_array());
            OrientedBox::new(center, rotation, half_extents.to_array())
        })
        .collect();
    store.extend_from_boxes(&boxes).map_err(|error| error.to_string())
}

/// The least half extent of two bodies, in meters.
fn least_half_extent(bodies: &[Body], pair: [u32; 2]) -> f32 {
    let [a, b] = pair.map(|index| bodies[index as usize].half_extents.min_element());
    a.min(b)
}

/// The pairs whose bounds meet somewhere on the way, one of which can move, in ascending order.
fn swept_pairs(starts: &[Body], ends: &[Body], origin: DVec3) -> Vec<[u32; 2]> {
    let bounds: Vec<_> =
        starts.iter().zip(ends).map(|(start, end)| swept_bounds(start, end, origin)).collect();
    let half_extents: Vec<_> = bounds.iter().map(|[_, half]| half.to_array()).collect();
    let centers: Vec<_> = bounds.iter().map(|[center, _]| center.to_array()).collect();
    let upright = vec![[0.0, 0.0, 0.0, 1.0]; bounds.len()];
    let mut pairs = sweep(&half_extents, &centers, &upright, t::SWEPT_MARGIN);
    pairs.retain(|pair| pair.iter().any(|&index| !starts[index as usize].is_fixed()));
    pairs
}

/// The center and the half extents of the bounds of a body along the world's axes, on the way from start to end.
fn swept_bounds(start: &Body, end: &Body, origin: DVec3) -> [Vec3; 2] {
    let [from, to] = [start, end].map(|body| PlacedBox::new(body, origin));
    let [half_from, half_to] = [from, to].map(|placed| placed.world_half_extents());
    let low = (from.pose.center - half_from).min(to.pose.center - half_to);
    let high = (from.pose.center + half_from).max(to.pose.center + half_to);
    // A point that turns about the center by an angle leaves the chord of its arc by this at most.
    let half_angle = 0.5 * start.rotation.angle_between(end.rotation);
    let bulge = start.half_extents.length() * (1.0 - half_angle.cos());
    [0.5 * (low + high), 0.5 * (high - low) + Vec3::splat(bulge)]
}

/// Moves bodies back from the end to a part of the way from the start.
///
/// Centers are on a straight line, and rotations are a normalized linear interpolation, as the engine's impacts have
/// it. The velocities of bodies with contacts are those of the end, without the gravity of the rest of the `seconds`,
/// and those of others are interpolated.
pub fn move_back(
    starts: &[Body],
    ends: &mut [Body],
    contacts: &ManifoldList,
    part: f32,
    seconds: f32,
) {
    let mut touches = vec![false; ends.len()];
    for manifold in contacts.as_slice() {
        manifold.pair.iter().for_each(|&index| touches[index as usize] = true);
    }
    for ((start, end), touches) in starts.iter().zip(ends).zip(touches) {
        end.center = start.center.lerp(end.center, f64::from(part));
        end.rotation = start.rotation.lerp(end.rotation, part);
        if touches && !end.is_fixed() {
            end.linear_velocity.y += t::GRAVITY * (1.0 - part) * seconds;
        } else {
            end.linear_velocity = start.linear_velocity.lerp(end.linear_velocity, part);
            end.angular_velocity = start.angular_velocity.lerp(end.angular_velocity, part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quat;
    use crate::body::Pose;

    fn plate(x: f32) -> Body {
        Body::solid(Vec3::new(0.002, 0.2, 0.2), Pose::at(x, 0.0, 0.0), 500.0)
    }

    #[test]
    fn a_plate_stops_at_a_wall_that_it_would_pass() {
        let wall = Body::fixed(Vec3::new(0.001, 1.0, 1.0), Pose::at(1.0, 0.0, 0.0));
        let starts = [plate(0.0), wall];
        let ends = [plate(2.0), wall];
        let mut first = FirstImpact::new();
        let part = first.free_part(&starts, &ends, &ManifoldList::default()).unwrap();
        let gap = 1.0 - 0.003 - 2.0 * part;
        assert!((0.0..3e-5).contains(&gap), "{gap}");
        let free = first.free_part(&starts, &starts, &ManifoldList::default()).unwrap();
        assert!((free - 1.0).abs() < f32::EPSILON, "{free}");
    }

    #[test]
    fn swept_bounds_hold_a_box_that_turns() {
        let mut end = plate(0.5);
        end.rotation = Quat::from_rotation_z(2.0);
        let start = plate(0.0);
        let [center, half] = swept_bounds(&start, &end, DVec3::ZERO);
        for step in 0..=50_u8 {
            let part = f32::from(step) / 50.0;
            let mut body = [end];
            move_back(&[start], &mut body, &ManifoldList::default(), part, 0.0);
            let placed = PlacedBox::new(&body[0], DVec3::ZERO);
            let outside = (placed.pose.center - center).abs() + placed.world_half_extents() - half;
            assert!(outside.max_element() < 1e-6, "{part}: {outside}");
        }
    }
}
