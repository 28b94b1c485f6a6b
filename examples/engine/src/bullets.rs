//! Bullets: bodies that move far in a frame stop where they would hit a box. The contacts of the next frame do the rest.

use std::error::Error;

use glam::Vec3;
use octosat::{Impact, ImpactState, Impacts, Query};

use crate::body::Body;
use crate::pairs::{FIXED, MOVING, sweep};
use crate::world::World;

/// By which parts of the least half extent of a pair its boxes are smaller, in one row each. Boxes that touch at the
/// start may sink in, as soft contacts do, but not through: the next core stops them. What only grazes boxes goes on:
/// a cube that slides over flush tiles touches the next tile, but its cores do not.
const SKINS: [f32; 4] = [0.0, 0.25, 0.5, 0.75];

impl World {
    /// Moves fast bodies back to where they hit the first box.
    pub(crate) fn stop_bullets(&mut self) -> Result<(), Box<dyn Error>> {
        let fast: Vec<bool> = self.bodies.iter().map(is_fast).collect();
        if !fast.contains(&true) {
            return Ok(());
        }
        // The stores still hold the start of the frame, and then its end.
        let (starts, mut shapes) = (self.boxes[1].store.clone(), self.bounded()?);
        self.place()?;
        for (shape, end) in shapes.iter_mut().zip(self.bounded()?) {
            let body = &self.bodies[shape.shape.body];
            let half_angle: f32 = 0.5 * body.start.1.angle_between(body.rotation);
            let bulge = Vec3::splat(body.reach() * (1.0 - half_angle.cos()));
            shape.low = shape.low.min(end.low) - bulge;
            shape.high = shape.high.max(end.high) + bulge;
        }
        let free = [ImpactState::FREE, ImpactState::TOUCHING];
        let stops = |row: &&Impact| !free.contains(&row.state);
        let pairs = sweep(&mut shapes, &self.bodies);
        let mut times = vec![1.0_f32; self.bodies.len()];
        let ends = &self.boxes[1].store;
        for (kind, others, other_ends) in
            [(FIXED, &self.boxes[0].store, &self.boxes[0].store), (MOVING, &starts, ends)]
        {
            let (mut list, mut grown, mut owners) = (Vec::new(), Vec::new(), Vec::new());
            for &[a, b] in pairs.iter().filter(|[a, b]| (a.kind, b.kind) == (kind, MOVING)) {
                if fast[a.body] || fast[b.body] {
                    let half_extents = [
                        others.half_extents()[a.index as usize],
                        ends.half_extents()[b.index as usize],
                    ];
                    let least = half_extents.map(|[x, y, z, _]| x.min(y).min(z));
                    list.extend([[a.index, b.index]; SKINS.len()]);
                    grown.extend(SKINS.map(|skin| -skin * least[0].min(least[1])));
                    owners.push([a.body, b.body]);
                }
            }
            let mut impacts = vec![Impact::default(); list.len()];
            let query = Query::new([others, &starts], &list).grown(&grown);
            self.engine.impacts(Impacts::new(query, [other_ends, ends]), &mut impacts)?;
            for (rows, owners) in impacts.chunks(SKINS.len()).zip(owners) {
                if rows[1..].iter().any(|row| stops(&row)) {
                    let first = rows.iter().filter(stops).fold(1.0, |time, row| row.time.min(time));
                    owners.iter().for_each(|&owner| times[owner] = times[owner].min(first));
                }
            }
        }
        let stopped = self.bodies.iter_mut().zip(times).zip(fast);
        for ((body, time), _) in stopped.filter(|&((_, time), fast)| fast && time < 1.0) {
            let (center, rotation) = body.start;
            body.center = center.lerp(body.center, time);
            body.rotation = rotation.lerp(body.rotation, time);
        }
        Ok(())
    }
}

/// Whether a body of boxes has moved by more than half of its least half extent.
fn is_fast(body: &Body) -> bool {
    let distance = body.distance_from(body.start);
    let is_far = body.parts().iter().any(|part| distance > 0.5 * part.half_extents.min_element());
    body.is_awake() && is_far
}
