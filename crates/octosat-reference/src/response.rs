//! Position correction: the depth of each pair of boxes, divided between both.
//!
//! The note ends with half of the depth for each box: `T *= D · 0.5; A -= T; B += T`. Sums over lists of pairs do the
//! same, with a part of the depth, a depth that is left, and shares by inverse masses.

/// A pair that pushes its boxes apart.
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
pub struct ResponseRules<'a> {
    /// The part of a depth that is corrected.
    pub relaxation: f64,
    /// The depth that is left, meters.
    pub slop: f64,
    /// One inverse mass per box, 1/kg, zero for a box that never moves; without them each box gets half.
    pub inverse_masses: Option<&'a [f64]>,
}

impl Default for ResponseRules<'_> {
    fn default() -> Self {
        Self { relaxation: 1.0, slop: 0.0, inverse_masses: None }
    }
}

impl ResponseRules<'_> {
    /// The share of a box in the correction of a pair; two boxes that never move have none.
    fn share(&self, own: usize, other: usize) -> f64 {
        let Some(masses) = self.inverse_masses else { return 0.5 };
        if masses[own] > 0.0 { masses[own] / (masses[own] + masses[other]) } else { 0.0 }
    }
}

/// How far each of some boxes is to move, meters, world: the sum over its pairs.
///
/// # Panics
/// If a pair names a box that does not exist, or if there are inverse masses, but not one per box.
#[must_use]
pub fn displacements(
    boxes: usize,
    pushes: impl IntoIterator<Item = Push>,
    rules: &ResponseRules<'_>,
) -> Vec<[f32; 3]> {
    let mut sums = vec![[0.0; 3]; boxes];
    for Push { pair, normal, depth } in pushes {
        let way = rules.relaxation * (f64::from(depth) - rules.slop).max(0.0);
        let [a, b] = pair.map(|index| index as usize);
        for (own, length) in [(a, -way * rules.share(a, b)), (b, way * rules.share(b, a))] {
            for (sum, direction) in sums[own].iter_mut().zip(normal) {
                *sum += length * f64::from(direction);
            }
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
    let rounded = |sum: [f64; 3]| sum.map(|component| component as f32);
    sums.into_iter().map(rounded).collect()
}
