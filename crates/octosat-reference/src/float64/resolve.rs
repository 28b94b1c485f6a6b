//! The position correction step in float64, pair after pair.

use crate::tolerances::{RESOLVE_PUSH_ROUNDINGS, RESOLVE_ROUNDING};
use crate::vector::{length, wide};

/// A pair that can push its boxes apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The numbers of the boxes a and b.
    pub pair: [u32; 2],
    /// Unit, world, from a to b.
    pub normal: [f32; 3],
    /// Meters, positive for overlap.
    pub depth: f32,
}

/// How pushes become displacements.
#[derive(Clone, Copy, Debug)]
pub struct ResolveRules<'a> {
    /// The share of a depth that is corrected.
    pub relaxation: f32,
    /// The depth that is not corrected, meters.
    pub slop: f32,
    /// Whether a box moves by the average of its pushes, and not by their sum.
    pub average: bool,
    /// One inverse mass per box, 1/kg; without them each box gets half.
    pub inverse_masses: Option<&'a [f32]>,
}

/// The displacement of one box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReferenceDisplacement {
    /// Meters, world.
    pub displacement: [f64; 3],
    /// The sum of the lengths of all pushes, meters; for an average their mean.
    pub pushed: f64,
    /// How many pushes there are.
    pub pushes: u32,
}

impl ReferenceDisplacement {
    /// Every box's displacement.
    ///
    /// # Panics
    /// If a pair names a box that does not exist, or if there are inverse masses, but not one per box.
    #[must_use]
    pub fn of_boxes(boxes: usize, pushes: &[Push], rules: &ResolveRules<'_>) -> Vec<Self> {
        let mut found = vec![Self::default(); boxes];
        for push in pushes {
            let deep = f64::from(push.depth) - f64::from(rules.slop);
            let finite = deep.is_finite() && push.normal.iter().all(|part| part.is_finite());
            if !(finite && deep > 0.0) || push.pair[0] == push.pair[1] {
                continue;
            }
            let way = f64::from(rules.relaxation) * deep;
            let sides = push.pair.map(|index| index as usize);
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                let index = sides[side];
                let own = way * rules.share(index, sides[1 - side]);
                for (sum, direction) in found[index].displacement.iter_mut().zip(push.normal) {
                    *sum += sign * own * f64::from(direction);
                }
                found[index].pushed += own * length(wide(push.normal));
                found[index].pushes += 1;
            }
        }
        if rules.average {
            for one in &mut found {
                let count = f64::from(one.pushes.max(1));
                one.displacement = one.displacement.map(|sum| sum / count);
                one.pushed /= count;
            }
        }
        found
    }

    /// The error of the sum behind a reported displacement, as a share of the allowed error; more than one is too
    /// much.
    ///
    /// A displacement is rounded to float32 once, which is no error of the sum. All sums that round to the
    /// reported value are possible, and the one closest to the exact sum counts. So zero means that the
    /// reported value is the exact one, correctly rounded.
    #[must_use]
    pub fn error(&self, reported: [f32; 3]) -> f64 {
        let mut worst = 0.0_f64;
        for (reported, truth) in reported.into_iter().zip(self.displacement) {
            if reported.is_nan() || truth.is_nan() {
                return f64::INFINITY;
            }
            let sums = Rounded::to(reported);
            let off = f64::max(sums.least - truth, truth - sums.greatest);
            if off > 0.0 {
                worst = worst.max(off / self.error_bound());
            }
        }
        worst
    }

    /// Meters by which the sum of all pushes may be off in float64, in each component.
    ///
    /// A push p is off by a factor of at most (1 + 2⁻⁵³)ⁿ. n counts the roundings that the push goes through:
    /// its own, and one for each push that is added after it. For all pushes together, added in any order, this
    /// is at most n · 2⁻⁵³ · Σ|p| and terms of second order.
    fn error_bound(&self) -> f64 {
        let roundings = f64::from(self.pushes) + RESOLVE_PUSH_ROUNDINGS;
        RESOLVE_ROUNDING * roundings * self.pushed
    }
}

/// The interval of the numbers that round to one float32.
struct Rounded {
    least: f64,
    greatest: f64,
}

impl Rounded {
    /// The numbers that round to a value, which is not NaN, with both ties.
    fn to(value: f32) -> Self {
        // The sum of two neighbors has one bit more than each of them, so it is exact in float64.
        let half_way = |neighbor: f32| f64::midpoint(widened(value), widened(neighbor));
        let least = if value == f32::NEG_INFINITY {
            f64::NEG_INFINITY
        } else {
            half_way(value.next_down())
        };
        let greatest =
            if value == f32::INFINITY { f64::INFINITY } else { half_way(value.next_up()) };
        Self { least, greatest }
    }
}

/// A float32 in float64; infinity becomes 2¹²⁸, which would be the next number.
fn widened(value: f32) -> f64 {
    const BEYOND: f64 = 2.0 * (1_u128 << 127) as f64;
    if value.is_infinite() { BEYOND.copysign(f64::from(value)) } else { f64::from(value) }
}

impl ResolveRules<'_> {
    /// The share of a pair's correction for one of its boxes.
    fn share(&self, own: usize, other: usize) -> f64 {
        let Some(masses) = self.inverse_masses else { return 0.5 };
        let [own, other] = [own, other].map(|index| f64::from(masses[index]));
        // Two fixed boxes do not move.
        if own + other > 0.0 { own / (own + other) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: ResolveRules<'_> =
        ResolveRules { relaxation: 1.0, slop: 0.0, average: false, inverse_masses: None };

    /// By hand: pushes of 0.5 m along x on boxes 0 and 1, and on 1 and 2.
    #[test]
    fn boxes_get_the_halves_of_their_pairs() {
        let push = |pair| Push { pair, normal: [1.0, 0.0, 0.0], depth: 0.5 };
        let along_x = |rules: &ResolveRules<'_>| {
            let found = ReferenceDisplacement::of_boxes(3, &[push([0, 1]), push([1, 2])], rules);
            found.iter().map(|one| one.displacement[0]).collect::<Vec<_>>()
        };
        let close = |found: Vec<f64>, expected: [f64; 3]| {
            let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-7, "{found:?}, not {expected:?}");
        };
        close(along_x(&RULES), [-0.25, 0.0, 0.25]);
        let masses = ResolveRules { inverse_masses: Some(&[0.0, 1.0, 3.0]), ..RULES };
        close(along_x(&masses), [0.0, 0.375, 0.375]);
        close(along_x(&ResolveRules { average: true, ..masses }), [0.0, 0.1875, 0.375]);
        close(along_x(&ResolveRules { slop: 0.5, ..RULES }), [0.0; 3]);
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
    fn rounded(displacement: [f64; 3]) -> [f32; 3] {
        displacement.map(|component| component as f32)
    }

    #[test]
    fn one_rounding_is_allowed_and_no_other() {
        let push = Push { pair: [0, 1], normal: [0.0, 0.6, 0.8], depth: 0.3 };
        let found = ReferenceDisplacement::of_boxes(2, &[push], &RULES)[1];
        let [x, y, z] = rounded(found.displacement);
        assert_eq!(found.error([x, y, z]).to_bits(), 0);
        for other in [z.next_up(), z.next_down()] {
            assert!(found.error([x, y, other]) > 1.0);
        }
        assert!(found.error([x, f32::NAN, z]) > 1.0);
        assert!(found.error([1e-12, y, z]) > 1.0, "nothing pushes along x");
        // No push, no error but zero.
        let still = ReferenceDisplacement::of_boxes(3, &[push], &RULES)[2];
        assert_eq!(still.error([0.0, -0.0, 0.0]).to_bits(), 0);
        assert!(still.error([0.0, 0.0, f32::from_bits(1)]) > 1.0);
    }

    #[test]
    fn what_rounds_to_a_number_reaches_half_way_to_its_neighbors() {
        for value in [0.0, -0.0, 1.0, -1.5, f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1), -0.1] {
            let Rounded { least, greatest } = Rounded::to(value);
            assert!(least < f64::from(value) && f64::from(value) < greatest);
            let [below, inside, also, above] =
                [least.next_down(), least.next_up(), greatest.next_down(), greatest.next_up()];
            let [below, inside, also, above] =
                [below, inside, also, above].map(|sum| rounded([sum; 3])[0]);
            assert!(inside.total_cmp(&value).is_eq() || value == 0.0, "{value}");
            assert!(also.total_cmp(&value).is_eq() || value == 0.0, "{value}");
            assert!(below < value && value < above, "{value}");
        }
        let Rounded { least, greatest } = Rounded::to(f32::INFINITY);
        assert!(rounded([least.next_down(); 3])[0].is_finite() && greatest.is_infinite());
        assert!(rounded([least.next_up(); 3])[0].is_infinite());
        assert!(Rounded::to(f32::NEG_INFINITY).least.is_infinite());
    }

    /// Large pushes that all but cancel, so that what is left shows every rounding of the sum.
    #[test]
    fn sums_in_any_order_are_within_the_error_bound() {
        let number = |index: u32, factor: u32| {
            f64::from(index.wrapping_mul(factor) >> 8) / f64::from(1 << 24)
        };
        let mut worst = 0.0_f64;
        for count in [2_u32, 3, 10, 100, 5000] {
            let pushes: Vec<Push> = (0..count)
                .map(|index| {
                    let normal = [1.0, number(index, 0x9e37_79b9) - 0.5, -1.0];
                    let normal = rounded(normal.map(|part| part / 1.5));
                    let depth = rounded([1.0 + number(index, 0x85eb_ca6b); 3])[0];
                    // Even and odd pushes go opposite ways.
                    let pair = if index % 2 == 0 { [0, 1] } else { [1, 0] };
                    Push { pair, normal, depth }
                })
                .collect();
            let mut turned = pushes.clone();
            turned.reverse();
            turned.rotate_left(pushes.len() / 3);
            for average in [false, true] {
                let rules = ResolveRules { average, relaxation: 0.3, slop: 0.01, ..RULES };
                let truth = ReferenceDisplacement::of_boxes(2, &pushes, &rules)[1];
                let other = ReferenceDisplacement::of_boxes(2, &turned, &rules)[1];
                for k in 0..3 {
                    let off = (other.displacement[k] - truth.displacement[k]).abs();
                    worst = worst.max(off / truth.error_bound());
                }
                assert!(truth.error(rounded(other.displacement)) <= 1.0);
            }
        }
        assert!(worst > 0.0 && worst <= 1.0, "{worst}");
    }

    #[test]
    fn rows_that_are_not_finite_push_nothing() {
        let good = Push { pair: [0, 1], normal: [1.0, 0.0, 0.0], depth: 0.5 };
        let bad = [
            Push { depth: f32::NAN, ..good },
            Push { depth: f32::INFINITY, ..good },
            Push { normal: [f32::NAN, 0.0, 0.0], ..good },
        ];
        let found = ReferenceDisplacement::of_boxes(2, &bad, &RULES);
        assert_eq!(found, [ReferenceDisplacement::default(); 2]);
    }
}
