//! Pairs of boxes as general convex polyhedra, and pairs of other solids of their sizes.
//!
//! Polyhedra are asked pair by pair in float64; the engine's answers about the boxes are what they are compared with.

mod boxes;
mod checks;
mod contacts;
mod forms;
mod pair;

use std::sync::Arc;

use octosat::{Margin, Penetration, Rounding};
use octosat_convex::{
    ContactKind, ContactSettings, EdgeSearch, LastAxis, Placed, Polyhedron, PolyhedronError,
    overlap, overlap_cached,
};
use octosat_scenes::generate::solids::{self, BoxDraft, Separation, Touching};
use octosat_scenes::generate::{Random, worlds};

use self::boxes::BOXES;
use self::pair::searched;
use super::answers::filled;
use crate::case::LARGEST_MARGIN;
use crate::{
    Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Round, Setting, map_rows, short,
};

pub use boxes::{check_boxes, compare};
pub use checks::check;
pub use forms::{FORMS, Form, form};
pub use pair::{Body, Pair, Solid};

/// Boxes and solids as convex polyhedra.
#[derive(Clone, Copy, Debug)]
pub struct Convex;

/// The solids of a frame, in the order of its boxes.
#[derive(Clone, Debug, Default)]
pub struct Solids {
    /// The boxes themselves.
    boxes: Vec<Solid>,
    /// Solids of other forms.
    others: Vec<Solid>,
}

/// The most pairs that are timed: a pair of round solids has hundreds of axes.
const MOST_TIMED: usize = 5_000;

impl Query for Convex {
    type Row = Penetration;
    type World = Solids;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "convex",
            about: "pairs of boxes and of other solids as convex polyhedra: overlap, penetration, and contacts, \
                    which take a margin",
            bases: &[Basis::Unit],
            smallest_length: Facts::OF_SHAPES.smallest_length,
            // Penetration, the only call of the engine.
            avx2_nanoseconds: 14,
            times_engine: false,
            ..Facts::OF_PAIRS
        }
    }

    fn round(&self, number: u64, random: &mut Random) -> Round {
        let shape_seed = random.next_u64();
        let scene = solids::scene(number, random, |touching, boxes| {
            separation(touching, boxes, shape_seed)
        });
        let setting = Setting::new(worlds::margin(&scene, random), shape_seed);
        Round::of_scene(&scene, setting)
    }

    fn world(&self, case: &Case) -> Result<Solids, Failure> {
        let mut world = Solids::default();
        for index in 0..case.boxes.len() {
            let given = case.boxes.oriented(short(index));
            let place = |shape: Result<Polyhedron, PolyhedronError>| {
                let shape = shape.map_err(|error| {
                    let what = format!("box {index}: no convex polyhedron: {error}");
                    Failure::new(format!("array half_extents: {what}"))
                })?;
                Ok::<_, Failure>(Solid::new(shape, given.center, given.rotation)?)
            };
            world.boxes.push(place(Polyhedron::cuboid(given.half_extents))?);
            world.others.push(place(form(given.half_extents, case.setting.shape_seed))?);
        }
        Ok(world)
    }

    fn ask(
        &self,
        asked: &Asked<'_, Solids>,
        _memory: &mut (),
    ) -> Result<Vec<Penetration>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
        let query = case.boxes.pairs(rows, Margin::Uniform(LARGEST_MARGIN));
        Ok(filled(rows.len(), |out| engine.penetrations(query, out))?)
    }

    fn check(
        &self,
        asked: &Asked<'_, Solids>,
        answers: &[Penetration],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { engine, case, world, rows, .. } = *asked;
        let settings = settings(case)?;
        Ok(map_rows(rows.len(), |row| {
            let [a, b] = rows[row].map(|index| index as usize);
            let boxes = Pair::new(&world.boxes[a], &world.boxes[b], settings);
            let reference = case.boxes.reference(rows[row]);
            let compared = compare(&boxes, &reference, &answers[row]);
            if engine.rounding() != Rounding::Exact {
                // The polyhedra have no rounding of their own: the rest is checked once.
                return compared;
            }
            let others = Pair::new(&world.others[a], &world.others[b], settings);
            check(&boxes, BOXES)
                .and(check_boxes(&boxes, &reference))
                .and(compared)
                .and(check(&others, "solids"))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a Solids) -> Vec<Call<'a>> {
        let pairs = &case.pairs[..case.pairs.len().min(MOST_TIMED)];
        let bodies: Arc<[Placed<'_>]> =
            world.boxes.iter().map(|solid| Placed::new(&solid.shape, &solid.pose)).collect();
        let settings = settings(case).unwrap_or_default();
        let call = |name, touches: Touches| {
            let bodies = Arc::clone(&bodies);
            let run = move |_: &octosat::Engine, room: &mut [TimedPair]| {
                for (row, pair) in room.iter_mut().zip(pairs) {
                    let [a, b] = pair.map(|index| &bodies[index as usize]);
                    row.touches = touches(a, b, &mut row.last, &settings);
                }
                Ok(())
            };
            Call::new(name, vec![TimedPair::default(); pairs.len()], run, |row| row.touches)
        };
        vec![
            call("convex-all-axes", |a, b, _, _| searched(a, b, EdgeSearch::Directions).overlaps()),
            call("convex-gauss-map", |a, b, _, _| searched(a, b, EdgeSearch::GaussMap).overlaps()),
            call("convex-overlap", |a, b, _, _| overlap(a, b)),
            call("convex-last-axis", |a, b, last, _| overlap_cached(a, b, last)),
            call("convex-contacts", |a, b, _, settings| {
                octosat_convex::contacts(a, b, settings).kind != ContactKind::Separated
            }),
        ]
    }
}

/// Whether two bodies touch, by the axis that separated them last and for contacts.
type Touches = fn(&Placed<'_>, &Placed<'_>, &mut LastAxis, &ContactSettings) -> bool;

/// A pair that is timed.
#[derive(Clone, Copy, Default)]
struct TimedPair {
    touches: bool,
    last: LastAxis,
}

fn settings(case: &Case) -> Result<ContactSettings, Failure> {
    Ok(ContactSettings::with_margin(case.setting.margin)?)
}

/// The separation of the shapes of a scene that are to touch.
fn separation(touching: Touching, boxes: &[BoxDraft; 2], seed: u64) -> Option<Separation> {
    let solid = |draft: &BoxDraft| {
        let shape = match touching {
            Touching::Boxes => Polyhedron::cuboid(draft.half_extents),
            Touching::Solids => form(draft.half_extents, seed),
        };
        Solid::new(shape.ok()?, draft.center, draft.rotation).ok()
    };
    let [Some(a), Some(b)] = boxes.each_ref().map(solid) else { return None };
    let found = searched(&Body::new(&a).placed, &Body::new(&b).placed, EdgeSearch::GaussMap);
    Some(Separation { normal: found.normal.map(f64::from), depth: f64::from(found.depth) })
}
