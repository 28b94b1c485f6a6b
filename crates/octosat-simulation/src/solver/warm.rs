//! The impulses of the last frame, found again by pair and feature.

use super::contact::ContactRow;
use crate::Vec3;
use crate::narrow_phase::ManifoldList;

/// The impulses at the end of a frame, sorted by pair.
#[derive(Debug, Default)]
pub(super) struct Impulses {
    kept: Vec<KeptImpulse>,
}

/// The impulse of one contact point.
#[derive(Clone, Copy, Debug)]
struct KeptImpulse {
    pair: [u32; 2],
    feature: u64,
    normal: f32,
    /// In world coordinates, because the tangents of the next frame may be others.
    friction: Vec3,
}

impl Impulses {
    /// Remembers the impulses of these rows, one a manifold.
    pub(super) fn keep(&mut self, manifolds: &ManifoldList, rows: &[ContactRow]) {
        self.kept.clear();
        for (manifold, row) in manifolds.as_slice().iter().zip(rows) {
            for (index, point) in manifold.points().iter().enumerate() {
                self.kept.push(KeptImpulse {
                    pair: manifold.pair,
                    feature: point.feature,
                    normal: row.normal_impulse(index),
                    friction: row.friction_impulse(index),
                });
            }
        }
    }

    /// Gives the points that were there in the last frame their impulses.
    pub(super) fn hand_over(&self, manifolds: &ManifoldList, rows: &mut [ContactRow]) {
        let mut rest = self.kept.as_slice();
        for (manifold, row) in manifolds.as_slice().iter().zip(rows) {
            let earlier = rest.partition_point(|kept| kept.pair < manifold.pair);
            rest = &rest[earlier..];
            let len = rest.iter().take_while(|kept| kept.pair == manifold.pair).count();
            for (index, point) in manifold.points().iter().enumerate() {
                let same = rest[..len].iter().find(|kept| kept.feature == point.feature);
                if let Some(kept) = same {
                    row.set_impulse(index, kept.normal, kept.friction);
                }
            }
        }
    }
}
