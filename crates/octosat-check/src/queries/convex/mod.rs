//! Pairs of boxes as general convex polyhedra, and pairs of other solids of their sizes.
//!
//! Polyhedra are asked pair by pair in float64; the engine's answers about the boxes are what they are compared with.

mod boxes;
mod checks;
mod contacts;
mod forms;
mod pair;

use std::sync::Arc;

use glam::DQuat;
use octosat::{Length, Penetration};
use octosat_convex::{
    ContactKind, ContactSettings, EdgeSearch, LastAxis, Placed, Polyhedron, PolyhedronError,
    overlap, overlap_cached,
};
use octosat_reference::OrientedBox;
use octosat_scenes::generate::narrow;
use proptest::prelude::*;

use self::boxes::BOXES;
use self::pair::searched;
use super::answers::filled;
use crate::case::LARGEST_MARGIN;
use crate::strategies::{
    Kind, SOLID_KINDS, frame_of, list, margin, pick, placed, rotation, vector,
};
use crate::{
    Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Round, Setting, Verb, map_rows, short,
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

/// The shapes in boxes that are made to touch.
#[derive(Clone, Copy, Debug)]
enum Touching {
    /// The boxes themselves.
    Boxes,
    /// The solids in them.
    Solids,
}

/// The shapes that touch in some rounds that follow each other.
const TOUCHING: [Option<Touching>; 3] = [None, Some(Touching::Boxes), Some(Touching::Solids)];

/// Most pairs of a round.
const MOST_PAIRS: usize = 30;

/// Sizes of boxes in meters, and how far they are from the origin in sizes.
const SIZES: [[f64; 2]; 6] =
    [[1.0, 0.0], [1.0, 5.0], [1.0, 1e5], [1e-3, 5.0], [1e-20, 5.0], [1e5, 5.0]];

/// Separations of shapes that nearly touch, in sizes: none, roundings, and those of small margins.
const GAPS: [f64; 7] = [0.0, 1e-7, -1e-7, 1e-4, -1e-4, 0.02, -0.02];

/// How often a pair is moved until its shapes touch: the axis changes on the way.
const MOVES: usize = 3;

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
            verbs: const { &[Verb::of("penetrations", "boxes")] },
            bases: &[Basis::Unit],
            smallest_length: Facts::OF_SHAPES.smallest_length,
            // Penetration, the only call of the engine.
            avx2_nanoseconds: 14,
            times_engine: false,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let turn = usize::try_from(number).unwrap_or_default();
        let kind = SOLID_KINDS[turn % SOLID_KINDS.len()];
        let touching = TOUCHING[turn / SOLID_KINDS.len() % TOUCHING.len()];
        solids(kind, touching)
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
        let query = case.boxes.pairs(rows, Length::Uniform(LARGEST_MARGIN));
        Ok(filled(rows.len(), |out| engine.penetrations(query, out))?)
    }

    fn check(
        &self,
        asked: &Asked<'_, Solids>,
        answers: &[Penetration],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, world, rows, .. } = *asked;
        let settings = settings(case)?;
        Ok(map_rows(rows.len(), |row| {
            let [a, b] = rows[row].map(|index| index as usize);
            let boxes = Pair::new(&world.boxes[a], &world.boxes[b], settings);
            let reference = case.boxes.reference(rows[row]);
            let others = Pair::new(&world.others[a], &world.others[b], settings);
            check(&boxes, BOXES)
                .and(check_boxes(&boxes, &reference))
                .and(compare(&boxes, &reference, &answers[row]))
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

/// Pairs of boxes of one size; the second box of each is moved until the shapes of a kind touch.
fn solids(kind: Kind, touching: Option<Touching>) -> BoxedStrategy<Round> {
    let world = prop_oneof![1 => Just(DQuat::IDENTITY).boxed(), 3 => rotation().boxed()];
    let pairs = list((placed(kind, world, vector(1.0)), pick(&GAPS)), MOST_PAIRS);
    (pairs, pick(&SIZES), margin(), any::<u64>())
        .prop_map(move |(pairs, size, margin, seed)| {
            let mut frame = frame_of(pairs.iter().map(|(pair, gap)| match touching {
                Some(touching) => moved(pair.boxes(size), touching, size[0] * gap, seed),
                None => pair.boxes(size),
            }));
            frame.setting = Setting::new(frame.margin_of(margin), seed);
            Round { name: kind.name.to_owned(), frames: vec![frame] }
        })
        .boxed()
}

/// The pair with its second box moved until the shapes have a separation, meters.
fn moved(mut pair: [OrientedBox; 2], touching: Touching, gap: f64, seed: u64) -> [OrientedBox; 2] {
    for _ in 0..MOVES {
        let solid = |given: &OrientedBox| {
            let shape = match touching {
                Touching::Boxes => Polyhedron::cuboid(given.half_extents),
                Touching::Solids => form(given.half_extents, seed),
            };
            Solid::new(shape.ok()?, given.center, given.rotation).ok()
        };
        let [Some(a), Some(b)] = pair.each_ref().map(solid) else { break };
        let found = searched(&Body::new(&a).placed, &Body::new(&b).placed, EdgeSearch::GaussMap);
        let distance = f64::from(found.depth) + gap;
        for (coordinate, way) in pair[1].center.iter_mut().zip(found.normal) {
            *coordinate = narrow(f64::from(*coordinate) + distance * f64::from(way));
        }
    }
    pair
}
