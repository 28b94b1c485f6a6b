//! The volume that boxes share that are turned about one common axis alone: the area that their outlines share along this
//! axis, times the height that both share.

use octosat_lanes::{Isa, Lanes, Mask};

use super::pair::SolidPair;
use super::plane::{Interval, PlanePair, area};
use super::shared::Shared;

/// About which axis of the larger box the smaller one is turned.
#[derive(Clone, Copy)]
pub(crate) struct Turn<M> {
    about_x: M,
    about_y: M,
    /// The lanes that are turned about one axis alone.
    pub(crate) upright: M,
}

impl<M: Mask> Turn<M> {
    /// The turn of each pair, by its own numbers alone. Boxes that are not turned are turned about z.
    #[inline(always)]
    pub(crate) fn of<F: Lanes<Mask = M>>(zero: F, pair: &SolidPair<F>) -> Self {
        let [x, y, z, _] = pair.rotation;
        let (no_x, no_y, no_z) = (x.equals(zero), y.equals(zero), z.equals(zero));
        let about_z = no_x & no_y;
        let about_x = no_y & no_z & !about_z;
        let about_y = no_x & no_z & !about_z;
        Self { about_x, about_y, upright: about_x | about_y | about_z }
    }

    /// The components of a vector along both axes of the plane, and along that of the turn.
    #[inline(always)]
    fn turned<F: Lanes<Mask = M>>(self, [x, y, z]: [F; 3]) -> [F; 3] {
        [self.pick([y, z, x]), self.pick([z, x, y]), self.pick([x, y, z])]
    }

    #[inline(always)]
    fn pick<F: Lanes<Mask = M>>(self, [about_x, about_y, about_z]: [F; 3]) -> F {
        F::select(self.about_x, about_x, F::select(self.about_y, about_y, about_z))
    }
}

/// What the boxes of the upright lanes share.
#[inline(always)]
pub(crate) fn shared<I: Isa>(
    isa: I,
    pair: &SolidPair<I::Real>,
    turn: Turn<I::Mask>,
) -> Shared<I::Real> {
    let zero = isa.splat(0.0);
    let [i, j, k, w] = pair.rotation;
    let [.., half_sine] = turn.turned([i, j, k]);
    let [x, y, z] = turn.turned(pair.offset);
    let [a, b] = [turn.turned(pair.half_extents[0]), turn.turned(pair.half_extents[1])];
    // Cosine and sine of the turn, from those of half of it.
    let product = half_sine * w;
    let rotation = [w * w - half_sine * half_sine, product + product];
    let half_extents = [[a[0], a[1]], [b[0], b[1]]];
    let area = area(isa, &PlanePair { rotation, offset: [x, y], half_extents });
    let walls = Interval(-a[2], a[2]);
    let height = walls.clamp(z + b[2]) - walls.clamp(z - b[2]);
    let eight = isa.splat(8.0);
    // A volume is rounded as the product of area and height is, also below the normal range: that of a box with itself is
    // exactly its volume.
    let sizes = [(eight * (a[0] * a[1])) * a[2], (eight * (b[0] * b[1])) * b[2]];
    Shared::new(zero, (area * height).keep(turn.upright), sizes)
}
