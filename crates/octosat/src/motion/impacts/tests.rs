//! Bounds of rounding against float64: no bound of a separation is above the exact one, now or later.
//!
//! Searches for late times barely see these bounds, because pairs hit at the tolerance. Here each bound is compared along
//! its own direction, and errors come so near to it that a much smaller bound would be exceeded.

use core::num::Wrapping;

use octosat_lanes::Scalar;

use super::moment::Moment;
use super::prove::Bound;
use crate::axes::boxes::BoxLanes;
use crate::call::batches::PairLanes;
use crate::moved::steps::{PoseLanes, StepSides};
use crate::tolerances::IMPACT_RATE_ERROR;

const CASES: u32 = 20_000;

/// The part of its bound that the error of a separation reaches somewhere: 0.104 in these cases, 0.145 in fifty times as
/// many. So the test fails with a tenth of the bound.
const SEEN: f64 = 0.09;

/// The same for the rate of the centers: 0.053, and 0.066.
const SEEN_OF_RATE: f64 = 0.05;

/// Random numbers: splitmix64.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn around(&mut self, reach: f64) -> f64 {
        reach * (2.0 * self.unit() - 1.0)
    }

    fn decades(&mut self, low: f64, high: f64) -> f64 {
        10.0_f64.powf(low + (high - low) * self.unit())
    }

    fn vector<const LEN: usize>(&mut self) -> [f64; LEN] {
        core::array::from_fn(|_| self.around(1.0))
    }

    /// A unit quaternion in float32.
    fn rotation(&mut self) -> [f32; 4] {
        normalized(self.vector::<4>()).map(narrow)
    }

    /// The rotation after a turn of any size.
    fn turned(&mut self, from: [f32; 4]) -> [f32; 4] {
        if self.unit() < 0.1 {
            return from;
        }
        let size = if self.unit() < 0.5 { self.decades(-6.0, 0.0) } else { 3.0 };
        let (from, change) = (from.map(f64::from), self.vector::<4>());
        let turned = core::array::from_fn(|k| from[k] + size * change[k]);
        normalized(turned).map(narrow)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "float32 is what is tested")]
fn narrow(value: f64) -> f32 {
    value as f32
}

fn normalized(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|component| component * component).sum::<f64>().sqrt();
    q.map(|component| component / length)
}

/// Two boxes during a step: rows of center, rotation and half extents.
struct Step {
    starts: [[[f32; 4]; 3]; 2],
    ends: [[[f32; 4]; 2]; 2],
}

impl Step {
    fn random(random: &mut Random) -> Self {
        let size = [random.decades(-1.0, 1.0), random.decades(-1.0, 1.0)];
        let ratio = if random.unit() < 0.2 { 1000.0 } else { 1.0 };
        let origin = random.vector::<3>().map(|c| c * 1000.0);
        let distance = size[0] + size[1] * ratio;
        let path = random.decades(-3.0, 0.5);
        let mut step = Self { starts: [[[0.0; 4]; 3]; 2], ends: [[[0.0; 4]; 2]; 2] };
        for side in 0..2 {
            let factor = if side == 1 { ratio } else { 1.0 };
            let place =
                random.vector::<3>().map(|c| if side == 1 { 2.0 * c * distance } else { 0.0 });
            let shift = random.vector::<3>().map(|c| c * path * distance);
            let half = core::array::from_fn(|_| factor * size[side] * random.decades(-2.0, 0.0));
            let from: [f64; 3] = core::array::from_fn(|k| origin[k] + place[k]);
            let to: [f64; 3] = core::array::from_fn(|k| from[k] + shift[k]);
            let rotation = random.rotation();
            step.starts[side] = [row(from), rotation, row(half)];
            step.ends[side] = [row(to), random.turned(rotation)];
        }
        step
    }

    fn sides(&self) -> StepSides<Scalar> {
        let [a, b] = self.starts.map(BoxLanes::of_rows);
        let start = PairLanes { a, b };
        StepSides { start, end: PoseLanes::of_sides(self.ends) }
    }

    /// The axes of a box at a time, as rows.
    fn axes(&self, side: usize, time: f64) -> [[f64; 3]; 3] {
        let (from, to) = (self.starts[side][1].map(f64::from), self.ends[side][1].map(f64::from));
        let cosine: f64 = (0..4).map(|k| from[k] * to[k]).sum();
        let sign = if cosine < 0.0 { -1.0 } else { 1.0 };
        let q = core::array::from_fn(|k| (1.0 - time) * from[k] + time * sign * to[k]);
        let [x, y, z, w] = normalized(q);
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }

    /// The offset of the centers at a time.
    fn offset(&self, time: f64) -> [f64; 3] {
        core::array::from_fn(|k| {
            let from = f64::from(self.starts[1][0][k]) - f64::from(self.starts[0][0][k]);
            let to = f64::from(self.ends[1][0][k]) - f64::from(self.ends[0][0][k]);
            (1.0 - time) * from + time * to
        })
    }

    /// How the offset changes during the step. How far the offsets at both ends are rounded is a part of the error of the
    /// separation, and not of its rate.
    fn motion(&self) -> [f64; 3] {
        let offset = |[a, b]: [[f32; 4]; 2], k: usize| f64::from(b[k] - a[k]);
        core::array::from_fn(|k| {
            let [from, to] = [self.starts.map(|rows| rows[0]), self.ends.map(|rows| rows[0])];
            offset(to, k) - offset(from, k)
        })
    }

    /// The separation along a world direction at a time.
    fn separation(&self, direction: [f64; 3], time: f64) -> f64 {
        let mut separation = dot(direction, self.offset(time));
        for side in 0..2 {
            for (k, axis) in self.axes(side, time).iter().enumerate() {
                separation -= f64::from(self.starts[side][2][k]) * dot(direction, *axis).abs();
            }
        }
        separation
    }

    /// The sum of the half extents of a box.
    fn extent(&self, side: usize) -> f64 {
        self.starts[side][2].iter().map(|&half| f64::from(half)).sum()
    }
}

/// A bound of the lengths that the boxes of a pair move and turn, meters.
fn fastest(moment: &Moment<f32>) -> f64 {
    let turning = moment.turning.iter();
    let turned = turning.map(|turning| f64::from(turning.top_spin) * f64::from(turning.diagonal));
    f64::from(moment.motion_sum) + turned.sum::<f64>()
}

fn row([x, y, z]: [f64; 3]) -> [f32; 4] {
    [narrow(x), narrow(y), narrow(z), 0.0]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A direction along the axes of a box as a world vector.
fn to_world(axes: &[[f64; 3]; 3], along: [f32; 3]) -> [f64; 3] {
    core::array::from_fn(|k| (0..3).map(|axis| axes[axis][k] * f64::from(along[axis])).sum())
}

#[test]
fn no_bound_exceeds_the_exact_separation() {
    let mut random = Random(34);
    let (mut largest, mut largest_of_rate, mut compared) = (0.0_f64, 0.0_f64, 0);
    for number in 0..CASES {
        let step = Step::random(&mut random);
        let time = if number % 5 == 0 { 0.0 } else { narrow(random.unit()) };
        let moment = Moment::of(Scalar, &step.sides(), 0.0, time);
        for axis in 0..15 {
            let bound = Bound::along(Scalar, &moment, Wrapping(axis));
            // A bound of boxes that overlap along the direction proves nothing.
            if bound.gap <= 0.0 {
                continue;
            }
            // The world direction that is proved: the one that is exact along the axes of the larger box.
            let larger = usize::from(step.extent(1) > step.extent(0));
            let along = bound.sides[larger].direction;
            let now = f64::from(time);
            let direction = to_world(&step.axes(larger, now), along);
            let exact = step.separation(direction, now);
            let error = f64::from(moment.error);
            let off = f64::from(bound.gap) + error - exact;
            assert!(off <= error, "{off:e} of {error:e} in case {number}, axis {axis}");
            largest = largest.max(off / error);
            compared += 1;
            let closing = -dot(direction, step.motion());
            let rate_error = f64::from(IMPACT_RATE_ERROR) * fastest(&moment);
            let off = closing - (f64::from(bound.closing) - rate_error);
            assert!(off <= rate_error, "{off:e} of {rate_error:e} in case {number}, axis {axis}");
            largest_of_rate = largest_of_rate.max(off / rate_error);
            for part in [1e-3, 0.1, 0.5, 1.0] {
                let later = part * (1.0 - time);
                let left = f64::from(bound.after(later));
                let exact = step.separation(direction, now + f64::from(later));
                assert!(left <= exact, "{left:e} above {exact:e} in case {number}, axis {axis}");
            }
        }
    }
    assert!(compared > 50_000, "only {compared} directions separate");
    assert!(largest > SEEN, "the largest error is {largest:.3} of the bound");
    assert!(largest_of_rate > SEEN_OF_RATE, "that of a rate is {largest_of_rate:.3} of its bound");
}
