//! What casts and times of impact cost and how far they are off, next to other queries on the same pairs and to
//! parry3d: a table for each kind of step.
//!
//! All take the same pairs, on one thread: boxes with half extents of 0.1 to 1 m that move by 5 to 60 m/s and turn by
//! up to 20 rad/s for 1/60 s, apart at the start, with bounds that meet during the step. Errors are those of
//! separations in float64 along each one's own motion: parry's sweep interpolates rotations as octosat does, and its
//! nonlinear cast turns at a constant rate.

use std::ffi::OsString;

use octosat::{
    Cast, CastState, Casts, Engine, Error, Impact, ImpactState, Impacts, Motions, Penetration,
    Query,
};
use parry3d::glamx::Vec3;
use parry3d::query::{
    ShapeCastOptions, Sweep, SweepToiStatus, ToiProxy, cast_shapes, cast_shapes_nonlinear,
    sweep_time_of_impact,
};

use crate::bodies::of_parry;
use crate::errors::TimeErrors;
use crate::moved;
use crate::steps::{Kind, Motion, PAIRS, Steps};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

/// Meters: the slop of parry's sweep that rapier uses.
const SLOP: f32 = 0.0005;

/// Meters: a length that no separation exceeds, so that penetrations look at all axes.
const ALL_AXES: f32 = 100.0;

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 25;

/// Calls of the engine per round.
const CALLS: usize = 20;

/// When a contender sees each pair touch.
type Times = Vec<Option<f32>>;

/// Asks about all pairs, and writes the times if they are wanted.
type Answer<'a> = Box<dyn FnMut(Option<&mut Times>) -> Outcome + 'a>;

/// Who is measured.
struct Contender<'a> {
    name: String,
    /// Calls per round.
    calls: usize,
    /// The motion that its times are about, if it has times.
    motion: Option<Motion>,
    answer: Answer<'a>,
}

/// An answer of an engine: rows, and the times in them.
fn of_rows<'a, R: Clone + Default + 'a>(
    count: usize,
    ask: impl Fn(&mut [R]) -> Result<(), Error> + 'a,
    time: impl Fn(&R) -> Option<f32> + 'a,
) -> Answer<'a> {
    let mut rows = vec![R::default(); count];
    Box::new(move |times| {
        ask(&mut rows)?;
        if let Some(times) = times {
            *times = rows.iter().map(&time).collect();
        }
        Ok(())
    })
}

/// An answer of parry: a call per pair.
fn of_pairs<'a>(ask: impl Fn(usize) -> Outcome<Option<f32>> + 'a) -> Answer<'a> {
    let mut found = vec![None; PAIRS];
    Box::new(move |times| {
        for (pair, found) in found.iter_mut().enumerate() {
            *found = ask(pair)?;
        }
        if let Some(times) = times {
            times.clone_from(&found);
        }
        Ok(())
    })
}

/// The queries of an engine about steps; all penetrations, with which others are compared, come first.
fn of_engine(steps: &Steps, engine: Engine) -> Vec<Contender<'_>> {
    let query = Query::new(&steps.starts, &steps.pairs);
    let named = |name: &str, motion, answer| {
        let name = format!("{}: {name}", engine.backend());
        Contender { name, calls: CALLS, motion, answer }
    };
    let all_axes = query.within(ALL_AXES);
    let penetrations = move |out: &mut [Penetration]| engine.penetrations(all_axes, out);
    let overlaps = move |out: &mut [u64]| engine.overlaps(query, out);
    let mut all = vec![
        named("penetrations, all axes", None, of_rows(PAIRS, penetrations, |_| None)),
        named("overlaps", None, of_rows(PAIRS.div_ceil(64), overlaps, |_| None)),
    ];
    if steps.kind == Kind::Straight {
        let time = |row: &Cast| (row.state == CastState::HIT).then_some(row.time);
        let of_pairs = steps.motions_of_pairs();
        let of_boxes: Vec<_> =
            steps.bodies.as_flattened().iter().map(|body| body.motion()).collect();
        let per_pair = move |out: &mut [Cast]| {
            engine.casts(Casts::new(query, Motions::per_pair(&of_pairs)), out)
        };
        let per_box = move |out: &mut [Cast]| {
            engine.casts(Casts::new(query, Motions::per_box(&of_boxes)), out)
        };
        let motion = Some(Motion::Straight);
        all.push(named("casts, per pair", motion, of_rows(PAIRS, per_pair, time)));
        all.push(named("casts, per box", motion, of_rows(PAIRS, per_box, time)));
        return all;
    }
    for tolerance in [1e-2, 1e-3] {
        let question = Impacts::new(query, &steps.ends).tolerance(tolerance);
        let impacts = move |out: &mut [Impact]| engine.impacts(question, out);
        // Boxes that are free until a time stop there, as an engine would have them do.
        let time = |row: &Impact| (row.state != ImpactState::FREE).then_some(row.time);
        let name = format!("impacts, tolerance {tolerance}");
        all.push(named(&name, Some(Motion::Interpolated), of_rows(PAIRS, impacts, time)));
    }
    all
}

/// The queries of parry about steps.
fn of_peer(steps: &Steps) -> Vec<Contender<'_>> {
    let bodies = &steps.bodies;
    let placed = bodies.iter().map(|bodies| bodies.each_ref().map(|body| of_parry(&body.start)));
    let (placed, ends): (Vec<_>, Vec<_>) = placed
        .zip(bodies.iter().map(|bodies| bodies.each_ref().map(|body| of_parry(&body.end).0)))
        .unzip();
    let named = |name: &str, motion, answer| Contender {
        name: format!("parry3d: {name}"),
        calls: 1,
        motion: Some(motion),
        answer,
    };
    if steps.kind == Kind::Straight {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let motions = steps.motions_of_pairs();
        let answer = of_pairs(move |pair| {
            let ([(pose_a, a), (pose_b, b)], motion) =
                (&placed[pair], Vec3::from_array(motions[pair]));
            let hit = cast_shapes(pose_a, Vec3::ZERO, a, pose_b, motion, b, options)?;
            Ok(hit.map(|hit| hit.time_of_impact))
        });
        return vec![named("cast_shapes", Motion::Straight, answer)];
    }
    let motions: Vec<_> =
        bodies.iter().map(|bodies| bodies.each_ref().map(|body| body.of_parry())).collect();
    let shapes: Vec<_> = placed.iter().map(|[(_, a), (_, b)]| [*a, *b]).collect();
    let nonlinear = of_pairs(move |pair| {
        let ([a, b], [shape_a, shape_b]) = (&motions[pair], &shapes[pair]);
        let hit = cast_shapes_nonlinear(a, shape_a, b, shape_b, 0.0, 1.0, true)?;
        Ok(hit.map(|hit| hit.time_of_impact))
    });
    let sweep = of_pairs(move |pair| {
        let [(start_a, a), (start_b, b)] = &placed[pair];
        let (Some(a), Some(b)) = (ToiProxy::from_shape(a), ToiProxy::from_shape(b)) else {
            return Err("a cuboid has no proxy".into());
        };
        let sweep_a = Sweep::from_poses(start_a, &ends[pair][0], Vec3::ZERO);
        let sweep_b = Sweep::from_poses(start_b, &ends[pair][1], Vec3::ZERO);
        let found = sweep_time_of_impact(&a, &sweep_a, &b, &sweep_b, 1.0, SLOP);
        Ok((!matches!(found.status, SweepToiStatus::Separated)).then_some(found.fraction))
    });
    vec![
        named("cast_shapes_nonlinear", Motion::Constant, nonlinear),
        named("sweep_time_of_impact", Motion::Interpolated, sweep),
    ]
}

/// Prints the tables.
pub(crate) fn measure(_: &[OsString]) -> Outcome {
    let kinds = [
        (Kind::Straight, "boxes that do not turn"),
        (Kind::Turning, "boxes"),
        (Kind::Plates, "plates of 2 cm"),
    ];
    for (kind, name) in kinds {
        let steps = Steps::new(kind)?;
        let of_octosat =
            fastest_engines()?.into_iter().flat_map(|engine| of_engine(&steps, engine));
        let mut contenders: Vec<Contender<'_>> = of_octosat.chain(of_peer(&steps)).collect();
        let calls: Vec<usize> = contenders.iter().map(|contender| contender.calls).collect();
        let turns = Turns::of_calls(ROUNDS, PAIRS, &calls, |contender| {
            (contenders[contender].answer)(None)
        })?;
        println!("\n{PAIRS} pairs, {name}\n");
        println!(
            "| | ns/pair | of all axes |{}\n|---|--:|--:|{}",
            TimeErrors::TITLES[0],
            TimeErrors::TITLES[1]
        );
        let mut all_axes = 0;
        for (number, Contender { name, motion, answer, .. }) in contenders.iter_mut().enumerate() {
            if motion.is_none() && name.ends_with("axes") {
                all_axes = number;
            }
            let mut times = Times::new();
            answer(Some(&mut times))?;
            let errors = motion.map(|motion| steps.errors(&times, motion).to_string());
            println!(
                "| {name} | {:.1} | {:.2} |{}",
                turns.least(number),
                turns.ratio(number, all_axes),
                errors.unwrap_or_else(|| " |".repeat(5))
            );
        }
        moved::measure(&steps)?;
    }
    Ok(())
}
