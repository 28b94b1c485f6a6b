//! What contacts at the hits of steps cost: of boxes that the query moves, next to those of a second store that has
//! them already.

use octosat::{
    BoxStore, Cast, Contacts, Engine, Error, Impact, Impacts, Manifolds, Motions, Query,
};
use octosat_reference::plain::PlainMoved;

use crate::bodies::of_octosat;
use crate::steps::{Kind, PAIRS, Steps};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

/// Meters: how far apart boxes may be at a hit of a cast, and of an impact.
const WITHIN: [f32; 2] = [2e-4, 1e-2];

/// Rounds in which both take turns, and calls per turn.
const ROUNDS: usize = 25;
const CALLS: usize = 4;

/// When each pair hits; pairs that do not are asked at the end of the step.
fn times(steps: &Steps, engine: Engine) -> Result<Vec<f32>, Error> {
    let query = Query::new(&steps.starts, &steps.pairs);
    if steps.kind == Kind::Straight {
        let (motions, mut rows) = (steps.motions_of_pairs(), vec![Cast::default(); PAIRS]);
        let casts = octosat::Casts::new(query, Motions::per_pair(&motions));
        engine.casts(casts, &mut rows)?;
        return Ok(rows.iter().map(|row| row.time).collect());
    }
    let mut rows = vec![Impact::default(); PAIRS];
    engine.impacts(Impacts::new(query, &steps.ends), &mut rows)?;
    Ok(rows.iter().map(|row| row.time).collect())
}

/// The boxes of all pairs at their times.
fn moved(steps: &Steps, times: &[f32]) -> Outcome<BoxStore> {
    let motions = steps.motions_of_pairs();
    let mut store = BoxStore::new();
    for (pair, (bodies, &time)) in steps.bodies.iter().zip(times).enumerate() {
        let starts = bodies.each_ref().map(|body| body.start);
        let ends = bodies.each_ref().map(|body| body.end);
        let moved = match steps.kind {
            Kind::Straight => PlainMoved::along(&starts, [[0.0; 3], motions[pair]], time),
            Kind::Turning | Kind::Plates => PlainMoved::to(&starts, &ends, time),
        };
        for given in &moved.boxes {
            store.insert(of_octosat(given))?;
        }
    }
    Ok(store)
}

/// Prints what both cost.
pub(crate) fn measure(steps: &Steps) -> Outcome {
    println!(
        "\ncontacts at the hits\n\n| | with contacts | ready store, ns/pair | moved, ns/pair | ratio |\n|---|--:|--:|--:|--:|"
    );
    let within = WITHIN[usize::from(steps.kind != Kind::Straight)];
    for engine in fastest_engines()? {
        let times = times(steps, engine)?;
        let (store, motions) = (moved(steps, &times)?, steps.motions_of_pairs());
        let query = Query::new(&steps.starts, &steps.pairs);
        let query = match steps.kind {
            Kind::Straight => query.moved(Motions::per_pair(&motions), &times),
            Kind::Turning | Kind::Plates => query.moved_to(&steps.ends, &times),
        };
        let asked = [Query::new(&store, &steps.pairs), query]
            .map(|query| Contacts::new(query.within(within)));
        let mut found = [Manifolds::new(), Manifolds::new()];
        let turns = Turns::of_calls(ROUNDS, PAIRS, &[CALLS; 2], |contender| {
            Ok(engine.manifolds(asked[contender], &mut found[contender])?)
        })?;
        let [ready, moved] = turns.medians();
        let [touching, of_moved] = found.each_ref().map(|found| found.touching().count());
        if touching != of_moved {
            return Err(format!("{touching} and {of_moved} pairs have contacts").into());
        }
        let (backend, ratio) = (engine.backend(), turns.ratio(1, 0));
        println!("| {backend} | {touching} | {ready:.1} | {moved:.1} | {ratio:.2} |");
    }
    Ok(())
}
