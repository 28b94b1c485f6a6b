//! What groups should answer, by the references of each of their pairs.

use std::collections::BTreeMap;

use bytemuck::bytes_of;
use octosat::{Distance, Least};
use octosat_reference::float64::{Agreement, ClearanceFault, ReferencePair};
use octosat_reference::plain::{self, CertainPair};

use super::GroupRow;
use crate::queries::verdicts::larger;
use crate::{Boxes, Finding, map_rows, share};

/// A group.
#[derive(Debug)]
pub(super) struct Group {
    /// By the indices of each side.
    pub(super) pairs: Vec<[u32; 2]>,
    /// Meters, of all of its pairs, if there is one.
    pub(super) margin: Option<f32>,
}

/// What the references say about a pair.
struct Truth {
    /// The boxes, and the boxes that are grown.
    reference: ReferencePair,
    grown: ReferencePair,
    /// The rows of the plain reference: without a margin and with it, or of stores and of views.
    overlaps: [bool; 2],
    clearances: [f32; 2],
    distances: [Distance; 2],
    /// Meters that the clearances may be off.
    bounds: [f32; 2],
}

/// What the references find in the answers of groups, of which the boxes of side b begin with this one.
pub(super) fn findings(
    boxes: &Boxes,
    later: u32,
    groups: &[Group],
    answers: &[GroupRow],
) -> Vec<Finding> {
    // Each pair once, whatever groups it is in.
    let mut places = BTreeMap::new();
    for Group { pairs, margin } in groups {
        for &pair in pairs {
            let next = places.len();
            places.entry((pair, margin.map(f32::to_bits))).or_insert(next);
        }
    }
    let mut all: Vec<_> = places.iter().collect();
    all.sort_unstable_by_key(|(_, place)| **place);
    let truths = map_rows(all.len(), |at| {
        let &(&([a, b], margin), _) = &all[at];
        Truth::of(boxes, [a, b + later], margin.map(f32::from_bits))
    });
    map_rows(groups.len(), |row| {
        let Group { pairs, margin } = &groups[row];
        let truths: Vec<&Truth> =
            pairs.iter().map(|&pair| &truths[places[&(pair, margin.map(f32::to_bits))]]).collect();
        finding(&groups[row], &truths, &answers[row])
            .about(|| format!(" ({:?} of {:?})", answers[row], groups[row]))
    })
}

impl Truth {
    fn of(boxes: &Boxes, pair: [u32; 2], margin: Option<f32>) -> Self {
        let [a, b] = pair.map(|index| boxes.oriented(index));
        let (within, growth) = (not_negative(margin), 0.5 * margin.unwrap_or_default());
        let certain = [true, false].map(|is_stored| CertainPair::new(&a, &b, growth, is_stored));
        Self {
            reference: ReferencePair::oriented(&a, &b),
            grown: ReferencePair::oriented(&larger(&a, growth), &larger(&b, growth)),
            overlaps: [
                plain::overlap(&a, &b),
                plain::overlap_within(&a, &b, within.unwrap_or_default()),
            ],
            clearances: certain.map(|pair| pair.clearance()),
            distances: [None, within].map(|within| plain::distance(&a, &b, within)),
            bounds: certain.map(|pair| pair.bounds()[1]),
        }
    }
}

/// What the references find in the answers of a group.
fn finding(group: &Group, truths: &[&Truth], answer: &GroupRow) -> Finding {
    let Group { pairs, margin } = group;
    let (within, mut finding) = (not_negative(*margin), Finding::default());
    finding.same_bits(answer, &plain_row(pairs, truths));
    for (number, within) in [0.0, within.unwrap_or_default()].into_iter().enumerate() {
        let any = answer.any[number];
        finding.holds(any <= 1, "a boolean that is none");
        let allows =
            |truth: &&Truth| truth.reference.agreement(any == 1, within) != Agreement::Contradicts;
        let is_right = if any == 1 { truths.iter().any(allows) } else { truths.iter().all(allows) };
        finding.holds(is_right, "the boolean is wrong");
    }
    for number in [0, 1] {
        let (pair, clearance) = (answer.clearance_pairs[number], answer.clearances[number]);
        let is_nothing = clearance == f32::INFINITY;
        let Some(place) = named(&mut finding, group, pair, is_nothing) else { continue };
        let (own, length) = (truths[place], f64::from(clearance));
        let fault = own.grown.clearance_fault(clearance, own.bounds[number]);
        finding.holds(fault.is_none(), &format!("{fault:?}: the clearance"));
        // No distance is less than a separation, which takes less time.
        let is_least = |Truth { grown, bounds, .. }: &&Truth| {
            let fault = || grown.clearance_fault(clearance, bounds[number]);
            length <= grown.separations().separation || fault() != Some(ClearanceFault::Above)
        };
        finding.holds(truths.iter().all(is_least), "another pair is less clear");
    }
    for (number, within) in [None, within.map(f64::from)].into_iter().enumerate() {
        let (pair, distance) = (answer.distance_pairs[number], &answer.distances[number]);
        let nothing = Least::<Distance>::default().row;
        let is_nothing = bytes_of(distance) == bytes_of(&nothing);
        let Some(place) = named(&mut finding, group, pair, is_nothing) else { continue };
        let report = truths[place].reference.distance_report(distance, within);
        finding.holds(report.faults.is_empty(), &format!("{:?} of the distance", report.faults));
        finding.error = finding.error.max(share(report.worst(), 1.0).min(1.0));
        let length = f64::from(distance.distance);
        let is_least = |Truth { reference, .. }: &&Truth| {
            let most = || reference.signed_distance() + reference.distance_bound();
            length <= reference.separations().separation || length <= most()
        };
        finding.holds(truths.iter().all(is_least), "another pair is nearer");
    }
    finding
}

/// The margin of queries about boxes within it: boxes that are smaller are asked about as they are.
fn not_negative(margin: Option<f32>) -> Option<f32> {
    margin.map(|margin| margin.max(0.0))
}

/// The place of the pair that an answer names; none of a group without pairs, whose row is that of nothing.
fn named(
    finding: &mut Finding,
    group: &Group,
    pair: [u32; 2],
    is_row_of_nothing: bool,
) -> Option<usize> {
    if group.pairs.is_empty() {
        let is_none = pair == Least::<f32>::NO_PAIR && is_row_of_nothing;
        finding.holds(is_none, "the answer of a group without pairs");
        return None;
    }
    let place = group.pairs.iter().position(|&own| own == pair);
    finding.holds(place.is_some(), "a pair that the group does not have");
    place
}

/// The answers that follow from the rows of the plain reference.
fn plain_row(pairs: &[[u32; 2]], truths: &[&Truth]) -> GroupRow {
    let any = |number: usize| truths.iter().any(|truth| truth.overlaps[number]).into();
    let clearance = |number: usize| {
        let row = |truth: &&Truth| truth.clearances[number];
        let first = first_least(truths.iter().map(row));
        first.map_or(Least::default(), |at| Least { pair: pairs[at], row: row(&truths[at]) })
    };
    let distance = |number: usize| {
        let row = |truth: &&Truth| truth.distances[number];
        let first = first_least(truths.iter().map(|truth| row(truth).distance));
        first.map_or(Least::default(), |at| Least { pair: pairs[at], row: row(&truths[at]) })
    };
    let (clearances, distances) = ([0, 1].map(clearance), [0, 1].map(distance));
    GroupRow {
        any: [0, 1].map(any),
        clearance_pairs: clearances.map(|least| least.pair),
        clearances: clearances.map(|least| least.row),
        distance_pairs: distances.map(|least| least.pair),
        distances: distances.map(|least| least.row),
    }
}

/// The first of the least lengths.
fn first_least(lengths: impl Iterator<Item = f32>) -> Option<usize> {
    let least =
        lengths.enumerate().reduce(|least, next| if next.1 < least.1 { next } else { least });
    least.map(|(place, _)| place)
}
