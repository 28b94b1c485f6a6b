//! Pairs of boxes: overlap, penetration and contacts, of one frame.

use bytemuck::{Pod, Zeroable, bytes_of};
use octosat::{Engine, Manifolds, Penetration, PointLimit, PointOrigin};
use octosat_reference::float64::ReferencePair;
use octosat_reference::plain::{self, PlainSettings};
use proptest::prelude::*;

use super::answers::{filled, overlap_finding, overlaps};
use super::images::Images;
use crate::manifolds::{ManifoldRow, check_places, contacts, is_zero};
use crate::strategies::{self, KINDS};
use crate::{
    Asked, Call, Case, Count, Facts, Failure, Finding, Query, Round, SPECULATIVE_MARGIN, Setting,
    Verb, map_rows, share, uniform,
};

/// Overlap, penetration and contacts of pairs of boxes.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

/// The number of settings of contacts.
const SETTINGS: usize = 3;

/// One of this number of rounds of a search is about a kind of pairs that is hard for contacts.
const ROUNDS_PER_KIND: u64 = 3;

/// One of this number of rounds is about pairs whose closest points are not on faces.
const ROUNDS_PER_NEAR_KIND: u64 = 6;

/// All answers about a pair.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct PairRow {
    /// Whether the boxes overlap.
    pub overlaps: u32,
    /// How deep.
    pub penetration: Penetration,
    /// One for each of [`contact_settings`].
    pub manifolds: [ManifoldRow; SETTINGS],
}

/// The settings of contacts: with the margin, with a margin that is usual in engines and without surface
/// points, and for all points relative to a's center, which no choice and no large coordinate blurs.
pub fn contact_settings(setting: &Setting) -> [Setting; SETTINGS] {
    let four = Setting { limit: PointLimit::Four, origin: PointOrigin::World, ..*setting };
    let usual = Setting { margin: SPECULATIVE_MARGIN, surfaces: false, ..four };
    [four, usual, Images::setting(setting)]
}

impl Query for Pairs {
    type Row = PairRow;
    type World = ();
    type Memory = [Manifolds; SETTINGS];
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "pairs",
            about: "pairs of boxes: overlap, penetration and contacts, all of which take a margin",
            verbs: const {
                &[
                    Verb::of("overlaps", "boxes"),
                    Verb::of("overlaps", "pre-scaled boxes"),
                    Verb::of("penetrations", "boxes"),
                    Verb::of("penetrations", "pre-scaled boxes"),
                    Verb::of("manifolds", "boxes"),
                ]
            },
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let turn = usize::try_from(number / ROUNDS_PER_KIND).unwrap_or_default();
        let kind = KINDS[turn % KINDS.len()];
        let (name, world) = match number % ROUNDS_PER_KIND {
            0 => (kind.name, strategies::one_kind(kind)),
            _ => strategies::worlds(number),
        };
        let usual = strategies::usual(self.facts(), name, world);
        let is_near = number % ROUNDS_PER_NEAR_KIND == 1;
        let near = || strategies::near_kind(self.facts(), number / ROUNDS_PER_NEAR_KIND);
        let round = if is_near { near() } else { usual };
        let own_margins = proptest::bool::weighted(0.25);
        (round, own_margins)
            .prop_map(|(mut round, own_margins)| {
                round.frames[0].setting.own_margins = own_margins;
                round
            })
            .boxed()
    }

    fn ask(
        &self,
        asked: &Asked<'_, ()>,
        memory: &mut Self::Memory,
    ) -> Result<Vec<PairRow>, Failure> {
        let Asked { engine, case, rows, margin, .. } = *asked;
        let query = case.boxes.pairs(rows, margin);
        let overlaps = overlaps(engine, query, rows.len())?;
        let penetrations = filled(rows.len(), |out| engine.penetrations(query, out))?;
        let settings = contact_settings(&case.setting);
        for (number, (out, setting)) in memory.iter_mut().zip(settings).enumerate() {
            let query = contacts(case, rows, &setting);
            // The speculative margin stays the same for all pairs.
            let query = if number == 1 { query } else { query.within(margin) };
            let options = setting.options();
            engine.manifolds(options.of(query), out)?;
            check_places(out, rows, options)?;
        }
        let row = |pair: usize| PairRow {
            overlaps: overlaps[pair].into(),
            penetration: penetrations[pair],
            manifolds: memory.each_ref().map(|manifolds| ManifoldRow::new(manifolds, pair)),
        };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, ()>,
        answers: &[PairRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
        let images = Images::ask(engine, case, rows)?;
        Ok(map_rows(rows.len(), |row| {
            let (pair, answer) = (rows[row], &answers[row]);
            let setting = case.setting_of(pair);
            let (reference, settings) =
                (case.boxes.contact_reference(pair), contact_settings(&setting));
            let mut finding = penetration(&case.boxes.reference(pair), answer, &setting);
            for (manifold, setting) in answer.manifolds.iter().zip(&settings) {
                finding = finding.and(manifold.finding(&reference, setting));
            }
            finding.mismatch = difference_from_plain(case, pair, answer);
            finding.and(images.finding(row, &answer.manifolds[2], &reference, &settings[2]))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, _world: &'a ()) -> Vec<Call<'a>> {
        let (pairs, rows, mut manifolds) = (&case.pairs, case.pairs.len(), Manifolds::new());
        let query = case.boxes.pairs(pairs, uniform(case.setting.margin));
        // Contacts as engines ask for them that hold boxes together before they touch.
        let contact_margin =
            if case.setting.margin > 0.0 { case.setting.margin } else { SPECULATIVE_MARGIN };
        let setting = Setting { margin: contact_margin, ..case.setting };
        let options = Setting { surfaces: false, ..setting }.options();
        let run = move |engine: &Engine, count| {
            let contacts = options.of(contacts(case, pairs, &setting));
            engine.manifolds(contacts, &mut manifolds)?;
            let touching = || manifolds.manifolds().iter().filter(|row| row.len > 0).count();
            Ok((count == Count::Touching).then(touching))
        };
        let mut calls = vec![
            Call::overlaps("overlap", rows, query),
            Call::penetrations("penetration", rows, query, Penetration::overlaps),
        ];
        // Pre-scaled boxes have no contacts of their own.
        if case.boxes.basis() == crate::Basis::Unit {
            calls.push(Call { name: "contacts", rows, run: Box::new(run) });
        }
        calls
    }
}

/// What the float64 reference finds in the boolean and the penetration of a pair.
fn penetration(pair: &ReferencePair, answer: &PairRow, setting: &Setting) -> Finding {
    let row = &answer.penetration;
    let (normal, depth, axis) = (row.normal, row.depth, row.axis.code());
    let separations = pair.separations();
    let faults = pair.faults(row, setting.margin);
    let shown = if is_zero(normal) {
        let separation = separations.axis_separations.get(usize::from(axis)).copied().flatten();
        separation.unwrap_or(f64::NAN)
    } else {
        pair.separation_along(normal.map(f64::from))
    };
    let mut finding = Finding::new(None, share(shown + f64::from(depth), pair.error_bound()));
    finding.holds(faults.is_empty(), &format!("{faults:?}"));
    finding.and(overlap_finding(pair, answer.overlaps == 1, setting.margin)).about(|| {
        let (separation, bound) = (separations.separation, pair.error_bound());
        let PairRow { overlaps, .. } = answer;
        format!(
            " ({overlaps}, {row:?}; float64 separation {separation:e} m, error bound {bound:e} m)"
        )
    })
}

/// The difference between the answer on a pair and the bits of the plain reference, if there is one.
pub fn difference_from_plain(case: &Case, pair: [u32; 2], answer: &PairRow) -> Option<String> {
    let (boxes, setting) = (&case.boxes, case.setting_of(pair));
    let has_margin = setting.margin > 0.0 || setting.own_margins;
    let overlaps = boxes.plain_overlap(pair, has_margin.then_some(setting.margin));
    let row = boxes.plain_penetration(pair, setting.margin);
    let PairRow { penetration: own, .. } = answer;
    let same = answer.overlaps == u32::from(overlaps) && bytes_of(own) == bytes_of(&row);
    if !same {
        let found = answer.overlaps == 1;
        return Some(format!("overlap {found}, {own:?} instead of {overlaps}, {row:?}"));
    }
    let [a, b] = pair.map(|index| boxes.oriented(index));
    let mut manifolds = answer.manifolds.iter().zip(contact_settings(&setting));
    manifolds.find_map(|(own, Setting { margin, limit, origin, .. })| {
        let relative = origin == PointOrigin::CenterOfA;
        let settings = PlainSettings { within: margin, limit: limit.points(), relative };
        let plain = plain::contacts(&a, &b, settings);
        (!own.is_plain(&plain)).then(|| format!("{own:?} instead of {plain:?}"))
    })
}
