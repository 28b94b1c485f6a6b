//! The gap between a box and the core of a capsule, along the box's axes.

use super::Gap;
use crate::OrientedBox;
use crate::plain::arithmetic::{clamped, dot, greater, lesser, next};
use crate::plain::frame::{column, rotation_matrix};
use crate::tolerances::{REACH_NOISE, SMALLEST_STEP};

/// A box and a core. Each axis is reversed if the core points against it.
pub(super) struct BoxAndCore {
    pub(super) center: [f32; 3],
    pub(super) axes: [[f32; 3]; 3],
    pub(super) extents: [f32; 3],
    pub(super) middle: [f32; 3],
    /// To the end of the core; its largest component is one. Zero for a point.
    pub(super) direction: [f32; 3],
    /// From the middle to either end, in multiples of the direction.
    pub(super) reach: f32,
    noise: f32,
}

/// Between which places of a core the distance from the box is least.
struct Between {
    low: f32,
    high: f32,
}

impl BoxAndCore {
    pub(super) fn new(of: &OrientedBox, to_middle: [f32; 3], to_end: [f32; 3]) -> Self {
        let rotation = rotation_matrix(of.rotation);
        let mut axes: [[f32; 3]; 3] = std::array::from_fn(|k| column(&rotation, k));
        let mut direction = [0.0; 3];
        for (axis, component) in axes.iter_mut().zip(&mut direction) {
            let along = dot(*axis, to_end);
            if along < 0.0 {
                *axis = axis.map(|component| -component);
            }
            *component = along.abs();
        }
        let middle = axes.map(|axis| dot(axis, to_middle));
        let reach = direction.into_iter().fold(0.0, |reach, along| greater(along, reach));
        let offset = middle.into_iter().fold(0.0, |offset, along| offset + along.abs());
        let of_box = of.half_extents.into_iter().fold(0.0, |of_box, extent| of_box + extent);
        let of_core = direction.into_iter().fold(0.0, |of_core, along| of_core + along);
        let is_segment = SMALLEST_STEP <= reach;
        let divisor = if is_segment { reach } else { 1.0 };
        let unit = |component: f32| if is_segment { component / divisor } else { 0.0 };
        Self {
            center: of.center,
            axes,
            extents: of.half_extents,
            middle,
            direction: direction.map(unit),
            reach: if is_segment { reach } else { 0.0 },
            noise: REACH_NOISE * (offset + lesser(of_box, of_core)),
        }
    }

    /// How far box and core reach together along the axes.
    pub(super) fn reaches(&self) -> [f32; 3] {
        std::array::from_fn(|k| self.direction[k] * self.reach + self.extents[k])
    }

    /// A vector in world coordinates.
    pub(super) fn world(&self, local: [f32; 3]) -> [f32; 3] {
        let [a, b, c] = self.axes;
        std::array::from_fn(|k| dot(local, [a[k], b[k], c[k]]))
    }

    /// The gap, if the middle of the core is here.
    pub(super) fn gap(&self, middle: [f32; 3]) -> Gap {
        let (along, vector) = self.least_gap(middle);
        let along = clamped(along, self.reach);
        let place = std::array::from_fn(|k| self.direction[k] * along + middle[k]);
        let on_a = std::array::from_fn(|k| clamped(place[k], self.extents[k]));
        let farther = self.farther(vector, along);
        let gap = Gap::of_distance(vector, dot(vector, vector) - farther, on_a);
        if farther <= self.noise * gap.length {
            return gap;
        }
        let vector = self.across_core(vector, place);
        let length = dot(vector, vector).sqrt();
        let corner = |k: usize| if vector[k] < 0.0 { -self.extents[k] } else { self.extents[k] };
        let apart = std::array::from_fn(|k| place[k] - corner(k));
        let separation = dot(vector, apart) - self.farther(vector, along);
        let shows_more = gap.separation * length < separation * gap.length;
        if shows_more { Gap { vector, length, separation, ..gap } } else { gap }
    }

    /// How much farther the core reaches against a vector than a place of it, times the length of the vector.
    fn farther(&self, vector: [f32; 3], along: f32) -> f32 {
        let along_core = dot(vector, self.direction);
        along_core.abs() * self.reach + along_core * along
    }

    /// A vector from the box to a place of the core, turned across the core as far as the faces next to the place allow.
    fn across_core(&self, mut vector: [f32; 3], place: [f32; 3]) -> [f32; 3] {
        let least = |k: usize| {
            if place[k] <= self.noise - self.extents[k] { f32::NEG_INFINITY } else { 0.0 }
        };
        let most =
            |k: usize| if self.extents[k] - self.noise <= place[k] { f32::INFINITY } else { 0.0 };
        for _ in 0..3 {
            let along_core = dot(vector, self.direction);
            let moves = |k: usize| {
                if along_core < 0.0 { vector[k] < most(k) } else { least(k) < vector[k] }
            };
            let moving: [f32; 3] =
                std::array::from_fn(|k| if moves(k) { self.direction[k] } else { 0.0 });
            let speed = dot(moving, moving);
            let step = if speed == 0.0 { 0.0 } else { along_core / speed };
            let moved = |k: usize| vector[k] - moving[k] * step;
            vector = std::array::from_fn(|k| lesser(most(k), greater(least(k), moved(k))));
        }
        vector
    }

    /// The distance of a place of the core outside a slab.
    fn outside(&self, middle: [f32; 3], axis: usize, along: f32) -> f32 {
        let place = self.direction[axis] * along + middle[axis];
        place - clamped(place, self.extents[axis])
    }

    /// The slope of the squared distance where the core enters or leaves a slab, from the other two slabs.
    fn slope_next_to(&self, middle: [f32; 3], axis: usize, along: f32) -> f32 {
        let (first, second) = (next(axis), next(next(axis)));
        let slope = self.outside(middle, first, along) * self.direction[first];
        self.outside(middle, second, along) * self.direction[second] + slope
    }

    fn between(&self, middle: [f32; 3]) -> Between {
        let mut between = Between { low: -self.reach, high: self.reach };
        let is_within = |place: f32| -self.reach < place && place < self.reach;
        for k in 0..3 {
            let inverse = 1.0 / self.direction[k];
            let enters = (-self.extents[k] - middle[k]) * inverse;
            let leaves = (self.extents[k] - middle[k]) * inverse;
            if is_within(enters) {
                let slope = self.slope_next_to(middle, k, enters);
                if slope <= 0.0 {
                    between.low = greater(enters, between.low);
                }
                if 0.0 < slope {
                    between.high = lesser(enters, between.high);
                }
            }
            if is_within(leaves) {
                let slope = self.slope_next_to(middle, k, leaves);
                if slope < 0.0 {
                    between.low = greater(leaves, between.low);
                }
                if 0.0 <= slope {
                    between.high = lesser(leaves, between.high);
                }
            }
        }
        between
    }

    /// The nearest place of the core, and the vector from the box to it.
    fn least_gap(&self, middle: [f32; 3]) -> (f32, [f32; 3]) {
        let Between { low, high } = self.between(middle);
        let gap_at =
            |along| -> [f32; 3] { std::array::from_fn(|k| self.outside(middle, k, along)) };
        let center = (low + high) * 0.5;
        let between = gap_at(center);
        let moves = |k: usize| if between[k] == 0.0 { 0.0 } else { self.direction[k] };
        let moving: [f32; 3] = std::array::from_fn(moves);
        let speed = dot(moving, moving);
        let step_of = |gap: [f32; 3]| if speed == 0.0 { 0.0 } else { dot(moving, gap) / speed };
        let along = lesser(high, greater(low, center - step_of(between)));
        let mut gap = gap_at(along);
        let step = step_of(gap);
        let back = greater(-self.reach, low - self.noise) - along;
        let on = lesser(self.reach, high + self.noise) - along;
        let step = lesser(on, greater(back, -step));
        for k in 0..3 {
            let moved = moving[k] * step + gap[k];
            let above = if 0.0 < between[k] { greater(0.0, moved) } else { 0.0 };
            gap[k] = if between[k] < 0.0 { lesser(0.0, moved) } else { above };
        }
        (along + step, gap)
    }
}
