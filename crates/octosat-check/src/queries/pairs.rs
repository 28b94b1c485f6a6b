//! Pairs of boxes: overlap, penetration and contacts, of one frame.

use bytemuck::{Pod, Zeroable};
use octosat::{Manifolds, Penetration, PointLimit, PointOrigin, Rounding};
use octosat_reference::float64::{Agreement, PenetrationAnswer, ReferencePair};
use octosat_reference::plain::{self, PlainPenetration, PlainSettings};

use super::images::Images;
use super::overlaps::overlaps;
use crate::boxes::{Basis, Boxes};
use crate::case::{Case, SPECULATIVE_MARGIN, Setting};
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::{Finding, share};
use crate::manifolds::{ManifoldRow, contacts, is_zero, misnumbered};
use crate::query::{Answered, Asked, Call, Query, uniform};
use crate::{map_rows, stale};

/// Overlap, penetration and contacts of pairs of boxes.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

/// In how many ways contacts are asked for.
const SETTINGS: usize = 3;

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

/// The ways in which contacts are asked for: with the margin, with one as engines have it, and for all points
/// relative to a's center, which no choice and no large coordinate blurs.
#[must_use]
pub fn contact_settings(setting: &Setting) -> [Setting; SETTINGS] {
    let four = Setting { limit: PointLimit::Four, origin: PointOrigin::World, ..*setting };
    [four, Setting { margin: SPECULATIVE_MARGIN, ..four }, Images::setting(setting)]
}

impl Query for Pairs {
    type Row = PairRow;
    type World = ();
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "pairs",
            about: "pairs of boxes: overlap, penetration and contacts, all of which take a margin",
            bases: &Basis::ALL,
            takes_margin: true,
            usual_margin: 0.0,
            smallest_length: 1e-15,
            rows: "pairs",
            has_rows_of_boxes: false,
            // Overlap, the fastest of the three, takes 6 ns per pair on the fastest backend.
            fewest_threaded: 36_000,
            remembers: false,
        }
    }

    fn world(&self, _case: &Case) -> Result<(), Failure> {
        Ok(())
    }

    fn rows(&self, case: &Case, _world: &()) -> Vec<[u32; 2]> {
        case.pairs.clone()
    }

    fn memory(&self, _number: usize) {}

    fn ask(&self, asked: &Asked<'_, ()>, _memory: &mut ()) -> Result<Vec<PairRow>, Failure> {
        let Asked { engine, case, rows, margin, .. } = *asked;
        let boxes = &case.boxes;
        let booleans = |out: &mut Vec<bool>| boxes.overlaps(engine, rows, margin, out);
        let bits = |out: &mut Vec<u64>| boxes.overlaps(engine, rows, margin, out);
        let overlaps = overlaps(rows.len(), booleans, bits)?;
        let mut penetrations = stale::<Penetration>(rows.len());
        boxes.penetrations(engine, rows, margin, &mut penetrations)?;
        let mut manifolds: [Manifolds; SETTINGS] = Default::default();
        let settings = contact_settings(&case.setting);
        for (number, (out, setting)) in manifolds.iter_mut().zip(settings).enumerate() {
            let query = contacts(case, rows, &setting);
            // The speculative margin is nobody's to vary.
            let query = if number == 1 { query } else { query.margin(margin) };
            engine.manifolds(query, &mut *out)?;
            if misnumbered(out) {
                return Err(Failure::new("points do not follow those of the pair before"));
            }
        }
        let row = |pair: usize| PairRow {
            overlaps: overlaps[pair].into(),
            penetration: penetrations[pair],
            manifolds: manifolds.each_ref().map(|manifolds| ManifoldRow::new(manifolds, pair)),
        };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        answered: &Answered<'_, (), PairRow>,
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Answered { engine, case, rows, answers, .. } = *answered;
        let images = Images::ask(engine, case, rows)?;
        Ok(map_rows(rows.len(), |row| {
            let (pair, answer) = (rows[row], &answers[row]);
            let contact_reference = case.boxes.contact_reference(pair);
            let mut finding = penetration(&case.boxes.reference(pair), answer, &case.setting);
            for (manifold, setting) in answer.manifolds.iter().zip(contact_settings(&case.setting))
            {
                finding = finding.and(manifold.finding(&contact_reference, &setting));
            }
            finding.mismatch = difference_from_plain(engine.rounding(), case, pair, answer);
            finding.and(images.finding(row, &contact_reference))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, _world: &'a ()) -> Vec<Call<'a>> {
        let (boxes, pairs, margin) = (&case.boxes, &case.pairs[..], uniform(case.setting.margin));
        let mut manifolds = Manifolds::new();
        // Contacts as engines ask for them that hold boxes together before they touch.
        let contact_margin =
            if case.setting.margin > 0.0 { case.setting.margin } else { SPECULATIVE_MARGIN };
        let setting = Setting { margin: contact_margin, ..case.setting };
        let run = move |engine: &octosat::Engine, count| {
            engine.manifolds(contacts(case, pairs, &setting), &mut manifolds)?;
            let touching = || manifolds.manifolds().iter().filter(|row| row.len > 0).count();
            Ok((count == crate::query::Count::Touching).then(touching))
        };
        vec![
            Call::new(
                "overlap",
                vec![false; pairs.len()],
                move |engine, out| Ok(boxes.overlaps(engine, pairs, margin, out)?),
                |&overlaps| overlaps,
            ),
            Call::new(
                "penetration",
                vec![Penetration::default(); pairs.len()],
                move |engine, out| Ok(boxes.penetrations(engine, pairs, margin, out)?),
                Penetration::overlaps,
            ),
            Call { name: "contacts", rows: pairs.len(), run: Box::new(run) },
        ]
    }
}

/// What the float64 reference says about the boolean and the penetration of a pair.
fn penetration(pair: &ReferencePair, answer: &PairRow, setting: &Setting) -> Finding {
    let row = &answer.penetration;
    let (normal, depth, axis) = (row.normal, row.depth, row.axis.code());
    let separations = pair.separations();
    let faults = pair.faults(&PenetrationAnswer { normal, depth, axis }, setting.margin);
    let shown = if is_zero(normal) {
        let separation = separations.axis_separations.get(usize::from(axis)).copied().flatten();
        separation.unwrap_or(f64::NAN)
    } else {
        pair.separation_along(normal.map(f64::from))
    };
    let mut finding = Finding::new(None, share(shown + f64::from(depth), pair.error_bound()));
    finding.holds(faults.is_empty(), &format!("{faults:?}"));
    let agreement = pair.agreement(answer.overlaps == 1, setting.margin);
    if agreement != Agreement::Agrees {
        let over = separations.separation - f64::from(setting.margin);
        finding.error = finding.error.max(share(over, pair.error_bound()));
    }
    finding.holds(agreement != Agreement::Contradicts, &format!("overlap {}", answer.overlaps));
    finding.about(|| {
        let (separation, bound) = (separations.separation, pair.error_bound());
        format!(" ({row:?}; float64 separation {separation:e} m, error bound {bound:e} m)")
    })
}

/// In what the plain reference has other bits than the answer on a pair with a rounding, if it has.
#[must_use]
pub fn difference_from_plain(
    rounding: Rounding,
    case: &Case,
    pair: [u32; 2],
    answer: &PairRow,
) -> Option<String> {
    let difference = || difference(&case.boxes, pair, answer, &case.setting);
    if rounding == Rounding::Fused { plain::fused(difference) } else { difference() }
}

/// The same with the rounding that the plain reference has now.
fn difference(
    boxes: &Boxes,
    pair: [u32; 2],
    answer: &PairRow,
    setting: &Setting,
) -> Option<String> {
    let (overlaps, row) = plain_answers(boxes, pair, setting.margin);
    let PairRow { penetration: own, .. } = answer;
    let bits =
        |normal: [f32; 3], depth: f32| [normal[0], normal[1], normal[2], depth].map(f32::to_bits);
    let same = answer.overlaps == u32::from(overlaps)
        && bits(own.normal, own.depth) == bits(row.normal, row.depth)
        && own.axis.code() == row.axis;
    if !same {
        let found = answer.overlaps == 1;
        return Some(format!("overlap {found}, {own:?} instead of {overlaps}, {row:?}"));
    }
    let [a, b] = pair.map(|index| boxes.oriented(index));
    let mut manifolds = answer.manifolds.iter().zip(contact_settings(setting));
    manifolds.find_map(|(own, Setting { margin, limit, origin, .. })| {
        let relative = origin == PointOrigin::CenterOfA;
        let settings = PlainSettings { margin, limit: limit.points(), relative };
        let plain = plain::contacts(&a, &b, settings);
        (!own.is_plain(&plain)).then(|| format!("{own:?} instead of {plain:?}"))
    })
}

/// What the plain reference answers about a pair.
fn plain_answers(boxes: &Boxes, pair: [u32; 2], margin: f32) -> (bool, PlainPenetration) {
    if let [Some(a), Some(b)] = pair.map(|index| boxes.scaled_box(index)) {
        let overlaps = if margin > 0.0 {
            plain::overlap_scaled_within(&a, &b, margin)
        } else {
            plain::overlap_scaled(&a, &b)
        };
        return (overlaps, plain::penetration_scaled(&a, &b, margin));
    }
    let [a, b] = pair.map(|index| boxes.oriented(index));
    let overlaps =
        if margin > 0.0 { plain::overlap_within(&a, &b, margin) } else { plain::overlap(&a, &b) };
    (overlaps, plain::penetration(&a, &b, margin))
}
