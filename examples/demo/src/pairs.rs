//! The broad phase: the pairs of boxes that may touch.

use glam::Vec3;

use crate::body::Body;

/// The AABBs of the bodies, sorted by where they begin along x.
#[derive(Default)]
pub(crate) struct Sweep {
    bounds: Vec<([Vec3; 2], u32)>,
}

impl Sweep {
    /// Lists the pairs [a, b], a < b, whose AABBs are at most `margin` apart and of which one can move, in ascending
    /// order.
    pub(crate) fn find(&mut self, bodies: &[Body], margin: f32, pairs: &mut Vec<[u32; 2]>) {
        self.bounds.clear();
        self.bounds.extend((0..).zip(bodies).map(|(index, body)| {
            let reach = body.world_half_extents() + Vec3::splat(0.5 * margin);
            ([body.center - reach, body.center + reach], index)
        }));
        self.bounds.sort_unstable_by(|([low, _], _), ([other, _], _)| low.x.total_cmp(&other.x));
        pairs.clear();
        for (rank, &([low, high], index)) in self.bounds.iter().enumerate() {
            let later = self.bounds[rank + 1..].iter();
            for &([other_low, other_high], other) in
                later.take_while(|([other_low, _], _)| other_low.x <= high.x)
            {
                let touch = other_low.cmple(high).all() && low.cmple(other_high).all();
                let [a, b] = [index.min(other), index.max(other)];
                // Bodies that never move come first.
                if touch && bodies[b as usize].inverse_mass > 0.0 {
                    pairs.push([a, b]);
                }
            }
        }
        pairs.sort_unstable();
    }
}
