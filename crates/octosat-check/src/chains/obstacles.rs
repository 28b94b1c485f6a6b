//! The obstacles around a chain, made of boxes and a seed.

use octosat_reference::OrientedBox;
use octosat_reference::float64::{PlacedSolid, RigidFrame, SolidShape};
use octosat_scenes::generate::Random;

use super::checked::CheckedChain;
use super::solids::GivenSolid;

/// Where the obstacles of a world are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placing {
    /// Where the boxes of the case are.
    Given,
    /// Seen from a solid of the chain.
    Near,
    /// A tiny cube around a point that sticks out of a solid.
    Tip,
    /// A solid of its own lengths that touches another one, up to some rounding.
    Grazing,
    /// Any of the three around solids.
    Mixed,
}

/// What obstacles are placed by: joint values, and where these put the solids.
pub(super) struct Touched<'a> {
    pub(super) checked: &'a CheckedChain,
    pub(super) values: &'a [f64],
}

/// Half the edge of a tiny cube, as a part of the size of links.
const HALF: f64 = 1e-6;

/// Half the edge of a tiny cube, in parts of the largest coordinate: its center is rounded by less.
const HALF_OF_COORDINATE: f64 = 4.0 / 16_777_216.0;

impl Placing {
    pub(super) const ALL: [Self; 7] =
        [Self::Given, Self::Near, Self::Near, Self::Tip, Self::Tip, Self::Grazing, Self::Mixed];
}

impl Touched<'_> {
    /// An obstacle: a box of the case, placed.
    pub(super) fn obstacle(
        &self,
        random: &mut Random,
        placing: Placing,
        given: &OrientedBox,
        has_round: bool,
    ) -> GivenSolid {
        let drawn = GivenSolid::drawn(random, given);
        let solid = if has_round { drawn } else { GivenSolid::of_box(given) };
        let all = self.checked.reference.solids(self.values);
        if all.is_empty() {
            return solid;
        }
        let number = random.below(all.len());
        let placing = match placing {
            Placing::Mixed => random.choose(&[Placing::Near, Placing::Tip, Placing::Grazing]),
            placing => placing,
        };
        let touched = &all[number];
        match placing {
            Placing::Near => {
                let [from, near] = [solid.center.map(f64::from), touched.frame.origin];
                solid.at([0, 1, 2].map(|k| from[k] + near[k]))
            }
            Placing::Tip => self.cube_at(tip(random, touched)),
            Placing::Grazing => {
                let bound = self.checked.reference.pose_bound(number, self.values);
                grazing(random, touched, solid, bound)
            }
            Placing::Given | Placing::Mixed => solid,
        }
    }

    /// A tiny cube around a point, larger if the point is so far from the origin that its numbers are rounded.
    fn cube_at(&self, point: [f64; 3]) -> GivenSolid {
        let farthest = point.iter().fold(0.0_f64, |most, component| most.max(component.abs()));
        let half = (HALF * self.checked.size).max(HALF_OF_COORDINATE * farthest);
        GivenSolid::cube(half, point)
    }

    /// A tiny cube in a frame that is around a point of a solid in the world.
    pub(super) fn cube_in(&self, random: &mut Random, frame: &RigidFrame) -> Option<GivenSolid> {
        let all = self.checked.reference.solids(self.values);
        let touched = all.get(random.below(all.len()))?;
        Some(self.cube_at(frame.seen(tip(random, touched))))
    }
}

/// A point of a solid that sticks out: a corner of a box, or the farthest point along some direction.
fn tip(random: &mut Random, solid: &PlacedSolid) -> [f64; 3] {
    if matches!(solid.shape, SolidShape::Box(_)) {
        return solid.corners()[random.below(8)];
    }
    solid.farthest(random.direction())
}

/// A solid that touches another one along a direction, up to a part of the bound of rounding.
fn grazing(
    random: &mut Random,
    touched: &PlacedSolid,
    solid: GivenSolid,
    bound: f64,
) -> GivenSolid {
    let direction = match random.below(3) {
        0 => touched.frame.axes[random.below(3)],
        _ => random.direction(),
    };
    let here = solid.at([0.0; 3]);
    let far = here.placed().farthest(direction.map(|component| -component));
    let tip = touched.farthest(direction);
    let off = bound * random.range(-0.2, 0.2);
    here.at([0, 1, 2].map(|k| tip[k] - far[k] + off * direction[k]))
}
