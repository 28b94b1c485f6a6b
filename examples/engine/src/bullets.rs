//! Bullets: bodies that move far in a frame stop where they would hit another. The contacts of the next frame do the rest.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};
use octosat::{Impact, ImpactState, Impacts, Query};

use crate::Result;
use crate::body::Body;
use crate::pairs::around;
use crate::world::World;

/// By which parts of the least half extent of a pair its boxes are smaller, in one row each. Cores that touch at the
/// start do not count, because soft contacts let boxes sink in, but not through: the next core stops them. What only
/// grazes boxes goes on: a cube that slides over flush tiles touches the next tile, but its cores do not.
const SKINS: [f32; 6] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75];

/// A body that stops can be in the way of another one, so impacts are looked for so often at most.
const ROUNDS: u8 = 3;

/// What a body hits first.
#[derive(Clone, Copy)]
struct Hit {
    time: f32, // a part of the frame
    other: usize,
}

impl World {
    /// Moves fast bodies, and what is hit by them, to where their cores touch at the end of the frame.
    pub(crate) fn stop_bullets(&mut self) -> Result<()> {
        for round in 1..=ROUNDS {
            if !self.moving.iter().any(|&index| is_fast(&self.bodies[index as usize])) {
                break;
            }
            let hits = self.first_hits()?;
            let place = |(&index, hit): (&usize, &Hit)| match round {
                // What still hits in the end stays there.
                ROUNDS => at(&self.bodies[index], hit.time),
                _ => carried(&self.bodies[index], &self.bodies[hit.other], hit.time),
            };
            let places: Vec<_> = hits.iter().map(place).collect();
            for (index, place) in hits.into_keys().zip(places) {
                (self.bodies[index].center, self.bodies[index].rotation) = place;
            }
        }
        Ok(())
    }

    /// What each body hits first. Of a pair, the body that moves farther for its size must stop, and none that is driven.
    fn first_hits(&mut self) -> Result<BTreeMap<usize, Hit>> {
        let (bodies, mut bounds) = (&self.bodies, Vec::new());
        for &index in &self.moving {
            let body = &bodies[index as usize];
            // The other store holds the start of the frame.
            self.ends.set_pose(index, body.as_box().pose)?;
            bounds.push(around(body, body.start.0)?);
        }
        let (mut list, mut grown) = (Vec::new(), Vec::new());
        for pair in self.pairs(&bounds)? {
            let [a, b] = pair.map(|index| &bodies[index as usize]);
            if is_fast(a) || is_fast(b) {
                let least = a.half_extents.min(b.half_extents).min_element();
                list.extend([pair; SKINS.len()]);
                grown.extend(SKINS.map(|skin| -skin * least));
            }
        }
        let mut impacts = vec![Impact::default(); list.len()];
        let query = Query::new(&self.boxes, &list).grown(&grown);
        self.engine.impacts(Impacts::new(query, &self.ends), &mut impacts)?;
        let mut hits: BTreeMap<usize, Hit> = BTreeMap::new();
        for (impact, pair) in impacts.iter().zip(list) {
            let [a, b] = pair.map(|index| index as usize);
            let path = |index: usize| match &bodies[index] {
                body if body.is_driven() => -1.0,
                body => body.path() / body.reach(),
            };
            let [body, other] = if path(a) > path(b) { [a, b] } else { [b, a] };
            let is_hit = ![ImpactState::FREE, ImpactState::TOUCHING].contains(&impact.state);
            if is_hit && hits.get(&body).is_none_or(|hit| impact.time < hit.time) {
                hits.insert(body, Hit { time: impact.time, other });
            }
        }
        Ok(hits)
    }
}

/// Where a body is at a time of the frame.
fn at(body: &Body, time: f32) -> (Vec3, Quat) {
    let (center, rotation) = body.start;
    (center.lerp(body.center, time), rotation.lerp(body.rotation, time))
}

/// Where a body is at the end of the frame if it moves on with another one from a time on.
fn carried(body: &Body, other: &Body, time: f32) -> (Vec3, Quat) {
    let [(center, rotation), (origin, axes)] = [body, other].map(|body| at(body, time));
    // As a point of the other does that is in the smaller one. A small body that spins would throw about a large one.
    let point = if body.reach() < other.reach() { center } else { origin };
    let end = other.center + other.rotation * axes.inverse() * (point - origin);
    (center + end - point, rotation)
}

/// Whether a body has moved by more than half of its least half extent.
fn is_fast(body: &Body) -> bool {
    body.path() > 0.5 * body.half_extents.min_element()
}
