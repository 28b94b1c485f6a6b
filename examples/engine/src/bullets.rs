//! Bullets: bodies that move far in a frame stop where they would hit a box. The contacts of the next frame do the rest.

use octosat::{AxisAlignedBox, Impact, ImpactState, Impacts, Query};

use crate::Result;
use crate::body::{Body, Shape};
use crate::pairs::sweep;
use crate::world::World;

/// By which parts of the least half extent of a pair its boxes are smaller, in one row each. Cores that touch at the
/// start do not count, because soft contacts let boxes sink in, but not through: the next core stops them. What only
/// grazes boxes goes on: a cube that slides over flush tiles touches the next tile, but its cores do not.
const SKINS: [f32; 3] = [0.25, 0.5, 0.75];

impl World {
    /// Moves fast boxes back to where the first of their cores hits that of a box, or the ground.
    pub(crate) fn stop_bullets(&mut self) -> Result<()> {
        if !self.bodies.iter().any(is_fast) {
            return Ok(());
        }
        // The store still holds the start of the frame, and then its end.
        let starts = self.boxes.clone();
        self.place()?;
        let bounds: Vec<_> = self.bodies.iter().map(swept).collect::<Result<_>>()?;
        let (mut list, mut grown) = (Vec::new(), Vec::new());
        for pair in sweep(&self.bodies, &bounds) {
            let bodies = pair.map(|index| &self.bodies[index as usize]);
            let are_boxes = bodies.iter().all(|body| body.shape != Shape::Ball);
            if are_boxes && bodies.iter().any(|body| is_fast(body)) {
                let least = bodies[0].half_extents.min(bodies[1].half_extents).min_element();
                list.extend([pair; SKINS.len()]);
                grown.extend(SKINS.map(|skin| -skin * least));
            }
        }
        let mut impacts = vec![Impact::default(); list.len()];
        let query = Query::new(&starts, &list).grown(&grown);
        self.engine.impacts(Impacts::new(query, &self.boxes), &mut impacts)?;
        let mut times = vec![1.0_f32; self.bodies.len()];
        for (impact, pair) in impacts.iter().zip(list) {
            if ![ImpactState::FREE, ImpactState::TOUCHING].contains(&impact.state) {
                for index in pair.map(|index| index as usize) {
                    times[index] = times[index].min(impact.time);
                }
            }
        }
        for (body, time) in self.bodies.iter_mut().zip(times).filter(|(body, _)| is_fast(body)) {
            let (center, rotation) = body.start;
            body.center = center.lerp(body.center, time);
            body.rotation = rotation.lerp(body.rotation, time);
        }
        Ok(())
    }
}

/// An AABB around a body from the start to the end of the frame.
fn swept(body: &Body) -> Result<AxisAlignedBox> {
    let (start, end, reach) = (body.start.0, body.center, body.reach());
    Ok(AxisAlignedBox::new((start.min(end) - reach).into(), (start.max(end) + reach).into())?)
}

/// Whether a box has moved by more than half of its least half extent.
fn is_fast(body: &Body) -> bool {
    let is_far = body.distance_from(body.start) > 0.5 * body.half_extents.min_element();
    body.shape == Shape::Cuboid && is_far
}
