//! Steps to the first impact.

use std::error::Error;

use glam::Vec3;
use octosat::{Engine, Impact, Impacts, Penetration, Query};

use super::{Body, stored};

/// What a step did.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The part of the motion that was made, at most 1.
    pub part: f32,
    /// The pair that touches there.
    pub hit: Option<Hit>,
}

/// A pair that touches and comes together.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Both bodies.
    pub pair: [u32; 2],
    /// The direction in which the second one leaves the first, of unit length.
    pub normal: Vec3,
    /// How deep they overlap in meters, less than zero if they are apart.
    pub depth: f32,
}

/// More meters than boxes are apart at a hit.
const NEAR: f32 = 1.0;

/// Moves bodies by some seconds, or to the first impact of a pair if one is before.
/// Boxes are grown by a length in meters.
///
/// # Errors
/// If the engine rejects a body or a pair.
pub fn step(
    engine: &Engine,
    bodies: &mut [Body],
    pairs: &[[u32; 2]],
    grown: f32,
    seconds: f32,
) -> Result<Step, Box<dyn Error>> {
    let ends: Vec<Body> = bodies.iter().map(|body| body.after(seconds)).collect();
    let (starts, at_end) = (stored(bodies)?, stored(&ends)?);
    let mut rows = vec![Impact::default(); pairs.len()];
    let query = Query::new(&starts, pairs).grown(grown);
    engine.impacts(Impacts::new(query, &at_end), &mut rows)?;

    // The least time of all rows, whatever their states.
    let times = rows.iter().zip(pairs);
    let first = times.min_by(|(a, _), (b, _)| a.time.total_cmp(&b.time));
    let part = first.map_or(1.0, |(row, _)| row.time);
    let mut hit = None;
    if let Some((_, &pair)) = first.filter(|(row, _)| row.touches()) {
        // The normal at this time, of this pair alone.
        let mut rows = [Penetration::default()];
        let (pairs, times) = ([pair], [part]);
        let there = Query::new(&starts, &pairs).within(NEAR).moved_to(&at_end, &times);
        engine.penetrations(there, &mut rows)?;
        let Penetration { normal, depth, .. } = rows[0];
        hit = Some(Hit { pair, normal: normal.into(), depth: depth + 2.0 * grown });
    }
    for (body, end) in bodies.iter_mut().zip(&ends) {
        *body = body.between(end, part);
    }
    Ok(Step { part, hit })
}

/// The most impacts within one call of [`advance`]: then the rest is dropped.
const MOST_IMPACTS: usize = 32;

/// Moves bodies by some seconds, and responds to each impact. Returns the seconds that
/// were dropped, usually none.
///
/// # Errors
/// If the engine rejects a body or a pair.
pub fn advance(
    engine: &Engine,
    bodies: &mut [Body],
    pairs: &[[u32; 2]],
    grown: f32,
    mut seconds: f32,
) -> Result<f32, Box<dyn Error>> {
    for _ in 0..MOST_IMPACTS {
        let Step { part, hit } = step(engine, bodies, pairs, grown, seconds)?;
        seconds *= 1.0 - part;
        if let Some(hit) = hit {
            respond(bodies, &hit);
        }
        if seconds <= 0.0 {
            return Ok(0.0);
        }
    }
    Ok(seconds)
}

/// Takes the closing speed of a pair away along the normal, and half of its spin, and
/// pushes it apart if it overlaps.
fn respond(bodies: &mut [Body], hit: &Hit) {
    let [a, b] = hit.pair.map(|index| index as usize);
    let [inverse_a, inverse_b] = [a, b].map(|index| bodies[index].inverse_mass);
    let closing = (bodies[b].velocity - bodies[a].velocity).dot(hit.normal).min(0.0);
    let along = hit.normal / (inverse_a + inverse_b);
    bodies[a].velocity += inverse_a * closing * along;
    bodies[b].velocity -= inverse_b * closing * along;
    bodies[a].center -= inverse_a * hit.depth.max(0.0) * along;
    bodies[b].center += inverse_b * hit.depth.max(0.0) * along;
    for index in [a, b] {
        bodies[index].spin *= 0.5;
    }
}
