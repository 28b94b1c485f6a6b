//! The positional correction step in float64, pair after pair.

use super::shapes::exceeds;
use super::vector::{length, wide};
use crate::tolerances::{RESOLVE_SUM, UNDERFLOW, UNIT_ROUNDOFF};

/// A pair that may push its boxes apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The numbers of the boxes a and b.
    pub pair: [u32; 2],
    /// Unit, world, from a to b.
    pub normal: [f32; 3],
    /// Metres, positive overlapping.
    pub depth: f32,
}

/// How pushes become displacements.
#[derive(Clone, Copy, Debug)]
pub struct ResolveRules<'a> {
    /// The part of a depth that is corrected.
    pub relaxation: f32,
    /// The depth that is left alone, metres.
    pub slop: f32,
    /// Whether a box gets the average of its pushes and not their sum.
    pub average: bool,
    /// One inverse mass a box, 1/kg; none: half to each.
    pub inverse_masses: Option<&'a [f32]>,
}

/// Where the pushes on one box lead.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JudgedDisplacement {
    /// Metres, world.
    pub displacement: [f64; 3],
    /// The lengths of all pushes, metres.
    pub pushed: f64,
}

impl JudgedDisplacement {
    /// Every box's displacement.
    ///
    /// # Panics
    /// If a pair names a box that is not there, or there are inverse masses and not one a box.
    #[must_use]
    pub fn of_boxes(boxes: usize, pushes: &[Push], rules: &ResolveRules<'_>) -> Vec<Self> {
        let mut found = vec![Self::default(); boxes];
        let mut counts = vec![0.0; boxes];
        for push in pushes {
            let deep = f64::from(push.depth) - f64::from(rules.slop);
            if !(deep > 0.0 && deep.is_finite()) || push.pair[0] == push.pair[1] {
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
                counts[index] += 1.0;
            }
        }
        if rules.average {
            for (one, count) in found.iter_mut().zip(counts) {
                let count = f64::max(count, 1.0);
                one.displacement = one.displacement.map(|sum| sum / count);
                one.pushed /= count;
            }
        }
        found
    }

    /// The largest error of a claimed displacement in parts of what is allowed: one rounding of the
    /// result, and of the sum what is left in float64; more than one is too much.
    #[must_use]
    pub fn error(&self, claimed: [f32; 3]) -> f64 {
        let mut worst = 0.0_f64;
        for (claimed, truth) in wide(claimed).into_iter().zip(self.displacement) {
            let band = UNIT_ROUNDOFF * truth.abs() + RESOLVE_SUM * self.pushed + UNDERFLOW;
            let error = (claimed - truth).abs() / band;
            worst = if exceeds(error, worst) { error } else { worst };
        }
        if worst.is_nan() { f64::INFINITY } else { worst }
    }
}

impl ResolveRules<'_> {
    /// The part of a pair's correction that one of its boxes gets.
    fn share(&self, own: usize, other: usize) -> f64 {
        let Some(masses) = self.inverse_masses else { return 0.5 };
        let [own, other] = [own, other].map(|index| f64::from(masses[index]));
        // Two fixed boxes stay where they are.
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
            let found = JudgedDisplacement::of_boxes(3, &[push([0, 1]), push([1, 2])], rules);
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

    #[test]
    fn one_rounding_is_allowed_and_two_are_not() {
        let push = Push { pair: [0, 1], normal: [0.0, 0.6, 0.8], depth: 0.3 };
        let found = JudgedDisplacement::of_boxes(2, &[push], &RULES)[1];
        #[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
        let rounded = found.displacement.map(|component| component as f32);
        assert!(found.error(rounded) <= 1.0);
        let [x, y, z] = rounded;
        assert!(found.error([x, y, z.next_up().next_up()]) > 1.0);
        assert!(found.error([x, f32::NAN, z]) > 1.0);
    }
}
