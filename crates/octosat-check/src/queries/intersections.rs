//! How much pairs of boxes share.

use bytemuck::{Pod, bytes_of};
use octosat::{Engine, Intersection, Query as PairQuery};
use octosat_reference::float64::ReferenceIntersection;
use proptest::prelude::*;

use super::answers::filled;
use crate::strategies::{self, KINDS, SHARING_KINDS};
use crate::{Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Round, Verb, map_rows};

/// Volumes and IoU of pairs of boxes.
#[derive(Clone, Copy, Debug)]
pub struct Intersections;

/// One of this number of rounds of a search is about worlds with boxes in several pairs, one about pairs that nearly touch
/// or are hard in other ways, and the others about pairs that share much.
const ROUNDS_PER_WORLD: u64 = 4;

/// Meters: from here on, the bounds hold. Volumes of smaller boxes leave the range of float32.
pub(super) const SMALLEST: f32 = 1e-10;

impl Query for Intersections {
    type Row = Intersection;
    type World = ();
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "intersections",
            about: "pairs of boxes: the volume that they share, and the IoU",
            verbs: const { &[Verb::of("intersections", "boxes")] },
            bases: &[Basis::Unit],
            takes_margin: false,
            smallest_length: SMALLEST,
            avx2_nanoseconds: 20,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let turn = number / ROUNDS_PER_WORLD;
        let kind = |turn: u64, kinds: &[strategies::Kind]| {
            kinds[usize::try_from(turn).unwrap_or_default() % kinds.len()]
        };
        let kind = match number % ROUNDS_PER_WORLD {
            0 => {
                let (name, world) = strategies::worlds(turn);
                return strategies::usual(self.facts(), name, world);
            }
            1 => kind(turn, &KINDS),
            _ => kind(number, &SHARING_KINDS),
        };
        strategies::usual(self.facts(), kind.name, strategies::one_kind(kind))
    }

    fn ask(&self, asked: &Asked<'_, ()>, _memory: &mut ()) -> Result<Vec<Intersection>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
        let view = case.boxes.unit();
        exchanged(rows, |pairs| {
            filled(pairs.len(), |out| engine.intersections(PairQuery::new(view, pairs), out))
        })
    }

    fn check(
        &self,
        asked: &Asked<'_, ()>,
        answers: &[Intersection],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, rows, .. } = *asked;
        Ok(map_rows(rows.len(), |row| {
            let [a, b] = rows[row].map(|index| case.boxes.oriented(index));
            let Intersection { volume, iou } = answers[row];
            let sizes = [0, 1, 2].map(|up| {
                [a.half_extents, b.half_extents]
                    .map(|half| 8.0 * ((half[(up + 1) % 3] * half[(up + 2) % 3]) * half[up]))
            });
            let found = Found { size: volume, iou, sizes: &sizes, are_equal: a == b };
            let finding = found.finding(&ReferenceIntersection::of_boxes(&a, &b));
            finding.about(|| format!(" of {a:?} and {b:?}"))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, _world: &'a ()) -> Vec<Call<'a>> {
        let query = PairQuery::new(case.boxes.unit(), &case.pairs);
        let none = vec![Intersection::default(); case.pairs.len()];
        let call =
            move |engine: &Engine, out: &mut [Intersection]| Ok(engine.intersections(query, out)?);
        vec![Call::new("intersections", none, call, |row| row.volume > 0.0)]
    }
}

/// An intersection that an engine found.
pub(super) struct Found<'s> {
    /// Its area or volume.
    pub(super) size: f32,
    pub(super) iou: f32,
    /// The sizes of both, as float32 has them, in each order in which the half extents may be multiplied.
    pub(super) sizes: &'s [[f32; 2]],
    /// Whether both are the same box or rectangle.
    pub(super) are_equal: bool,
}

impl Found<'_> {
    /// What the float64 reference finds in it, and what holds whatever it is.
    pub(super) fn finding(&self, reference: &ReferenceIntersection) -> Finding {
        let Self { size, iou, sizes, are_equal } = *self;
        let mut finding = Finding::default();
        let is_part = sizes.iter().any(|&[a, b]| 0.0 <= size && size <= a.min(b));
        finding.holds(is_part, "less than nothing or more than one of both");
        finding.holds((0.0..=1.0).contains(&iou), "an IoU below 0 or above 1");
        finding.within(f64::from(size) - reference.size, reference.bound, "the size is off");
        // Of shapes that are thinner than their rounding, any IoU is right, and shows nothing.
        if reference.iou_bound() < 1.0 {
            let off = f64::from(iou) - reference.iou();
            finding.within(off, reference.iou_bound(), "the IoU is off");
        }
        let is_ratio = sizes.iter().any(|&[a, b]| {
            let union = (a + b) - size;
            let ratio = if union > 0.0 { size / union } else { 0.0 };
            iou.to_bits() == ratio.to_bits()
        });
        finding.holds(is_ratio, "the IoU is not that of the sizes");
        let whole = if sizes[0][0] > 0.0 { 1.0_f32 } else { 0.0 };
        finding
            .holds(!are_equal || iou.to_bits() == whole.to_bits(), "not 1 of a shape with itself");
        finding.about(|| format!(" ({size:e} and {iou:e} of {sizes:?}, {reference:?})"))
    }
}

/// The answers about pairs, which must have the same bits if all sides are exchanged.
pub(super) fn exchanged<R: Pod>(
    pairs: &[[u32; 2]],
    ask: impl Fn(&[[u32; 2]]) -> Result<Vec<R>, octosat::Error>,
) -> Result<Vec<R>, Failure> {
    let answers = ask(pairs)?;
    let exchanged: Vec<[u32; 2]> = pairs.iter().map(|&[a, b]| [b, a]).collect();
    let others = ask(&exchanged)?;
    let differs = |(a, b): (&R, &R)| bytes_of(a) != bytes_of(b);
    match answers.iter().zip(&others).position(differs) {
        Some(row) => Err(Failure::new(format!("row {row} has other bits with exchanged sides"))),
        None => Ok(answers),
    }
}
