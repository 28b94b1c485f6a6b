//! The broad phase: which bodies may touch.

use glam::Vec3;
use octosat::AxisAlignedBox;

use crate::Result;
use crate::body::Body;
use crate::contacts::WITHIN;

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

/// The pairs of bodies whose AABBs meet, one of which can move, sorted by their shapes.
pub(crate) fn sweep(bodies: &[Body], bounds: &[AxisAlignedBox]) -> Vec<[u32; 2]> {
    let mut order: Vec<(f32, u32)> = bounds.iter().map(|bounds| bounds.min()[0]).zip(0..).collect();
    order.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut pairs = Vec::new();
    for (place, &(_, a)) in order.iter().enumerate() {
        let end = bounds[a as usize].max()[0] + WITHIN;
        for &(_, b) in order[place + 1..].iter().take_while(|(start, _)| *start <= end) {
            let [one, other] = [a, b].map(|index| &bodies[index as usize]);
            let moves = one.is_movable() || other.is_movable();
            if moves && meets(&bounds[a as usize], &bounds[b as usize]) {
                // A contact cache wants the same order of a and b in every frame, and indices change.
                let order = |body: &Body| (body.shape, body.is_movable(), body.id);
                pairs.push(if order(one) < order(other) { [a, b] } else { [b, a] });
            }
        }
    }
    pairs.sort_unstable_by_key(|&pair| (pair.map(|index| bodies[index as usize].shape), pair));
    pairs
}
