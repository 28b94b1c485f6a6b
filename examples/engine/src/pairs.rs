//! The broad phase: which bodies may touch.

use glam::{Quat, Vec3};
use octosat::{AxisAlignedBox, BoxStore, BoxesAmong, OrientedBox};

use crate::Result;
use crate::body::Body;
use crate::contacts::WITHIN;
use crate::world::World;

/// An AABB around a body as it moves here from another center.
pub(crate) fn around(body: &Body, start: Vec3) -> Result<AxisAlignedBox> {
    let (end, reach) = (body.center, body.reach());
    Ok(AxisAlignedBox::new((start.min(end) - reach).into(), (start.max(end) + reach).into())?)
}

/// Whether two AABBs meet, or nearly.
pub(crate) fn meets(a: &AxisAlignedBox, b: &AxisAlignedBox) -> bool {
    let [gaps, others] = [[b.min(), a.max()], [a.min(), b.max()]];
    (0..3).all(|k| gaps[0][k] - gaps[1][k] <= WITHIN && others[0][k] - others[1][k] <= WITHIN)
}

impl World {
    /// The pairs of bodies whose AABBs meet, one of which can move, sorted by their shapes. The AABBs are of bodies that move.
    pub(crate) fn pairs(&self, bounds: &[AxisAlignedBox]) -> Result<Vec<[u32; 2]>> {
        let as_box = |bounds: &AxisAlignedBox| {
            let [min, max] = [bounds.min(), bounds.max()].map(Vec3::from);
            let upright = Quat::IDENTITY.into();
            OrientedBox::new((0.5 * (min + max)).into(), upright, (0.5 * (max - min)).into())
        };
        let boxes: Vec<_> = bounds.iter().map(as_box).collect();
        let mut pairs = self.near_fixed(&boxes, WITHIN)?;
        pairs.iter_mut().for_each(|pair| pair[0] = self.moving[pair[0] as usize]);
        let mut order: Vec<_> = bounds.iter().zip(&self.moving).collect();
        order.sort_unstable_by(|(a, _), (b, _)| a.min()[0].total_cmp(&b.min()[0]));
        for (place, &(a, &index)) in order.iter().enumerate() {
            let end = a.max()[0] + WITHIN;
            let others = order[place + 1..].iter().take_while(|(b, _)| b.min()[0] <= end);
            pairs.extend(others.filter(|(b, _)| meets(a, b)).map(|&(_, &other)| [index, other]));
        }
        let body = |index: u32| &self.bodies[index as usize];
        pairs.retain(|pair| pair.iter().any(|&index| body(index).is_movable()));
        // A contact cache wants the same order of a and b in every frame, and indices change.
        let order = |body: &Body| (body.shape, body.is_movable(), body.id);
        pairs.iter_mut().for_each(|pair| pair.sort_unstable_by_key(|&index| order(body(index))));
        pairs.sort_unstable_by_key(|&pair| (pair.map(|index| body(index).shape), pair));
        Ok(pairs)
    }

    /// Pairs of the number of a box and the index of a fixed body that is near.
    pub(crate) fn near_fixed(&self, boxes: &[OrientedBox], within: f32) -> Result<Vec<[u32; 2]>> {
        let (mut store, mut near) = (BoxStore::new(), Vec::new());
        store.extend_from_boxes(boxes)?;
        if let Some(world) = &self.obstacles {
            self.engine.near_pairs(BoxesAmong::new(&store, world).within(within), &mut near)?;
            near.iter_mut().for_each(|pair| pair[1] = self.fixed[pair[1] as usize]);
        }
        Ok(near)
    }
}
