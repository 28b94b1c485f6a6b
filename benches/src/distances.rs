//! What distances cost next to penetrations on the same pairs and to parry3d, and how far off both are: two tables.
//!
//! Boxes with half extents of 0.1 to 1 m, in the caches: pairs that are apart, pairs that overlap, and any pairs. One
//! thread. Errors are those against a float64 reference, in units of roundoff of the size of each pair.

use std::ffi::OsString;
use std::hint::black_box;

use octosat::{BoxStore, Distance, Engine, Penetration, Query};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::Random;
use parry3d::math::Pose3;
use parry3d::query::{contact, distance};
use parry3d::shape::Cuboid;

use crate::bodies::{of_octosat, of_parry, turned_at_random};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

/// Pairs of a list: more than a branch predictor learns, and few enough for the caches.
const PAIRS: usize = 8192;

/// Boxes.
const BOXES: usize = 2000;

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 41;

/// Calls of the engine per round.
const CALLS: usize = 10;

/// Meters, half the side of the cube that the centers are in.
const SPREAD: f64 = 3.0;

/// The boxes, as each contender takes them, and a list of pairs of each kind.
struct Scene {
    boxes: BoxStore,
    given: Vec<octosat_reference::OrientedBox>,
    bodies: Vec<(Pose3, Cuboid)>,
    lists: [Pairs; 3],
}

/// Pairs with their references.
struct Pairs {
    name: &'static str,
    pairs: Vec<[u32; 2]>,
    exact: Vec<ReferencePair>,
}

impl Scene {
    fn new() -> Outcome<Self> {
        let mut random = Random::new(19);
        let list = |name| Pairs { name, pairs: Vec::new(), exact: Vec::new() };
        let lists = ["apart", "overlapping", "any"].map(list);
        let mut scene =
            Self { boxes: BoxStore::new(), given: Vec::new(), bodies: Vec::new(), lists };
        for _ in 0..BOXES {
            let half_extents = [0; 3].map(|_| random.range(0.1, 1.0));
            let center = random.vector(-SPREAD, SPREAD);
            let given = turned_at_random(&mut random, center, half_extents);
            scene.boxes.insert(of_octosat(&given))?;
            scene.bodies.push(of_parry(&given));
            scene.given.push(given);
        }
        while scene.lists.iter().any(|list| list.pairs.len() < PAIRS) {
            let [a, b] = [(); 2].map(|()| random.below(BOXES));
            let exact = ReferencePair::oriented(&scene.given[a], &scene.given[b]);
            let kind = usize::from(exact.separations().separation <= 0.0);
            for list in [kind, 2] {
                let list = &mut scene.lists[list];
                if list.pairs.len() < PAIRS {
                    list.pairs.push([u32::try_from(a)?, u32::try_from(b)?]);
                    list.exact.push(exact.clone());
                }
            }
        }
        Ok(scene)
    }

    fn bodies(&self, pair: [u32; 2]) -> [&(Pose3, Cuboid); 2] {
        pair.map(|index| &self.bodies[index as usize])
    }

    /// The distance of parry, zero for overlap.
    fn parry_distance(&self, pair: [u32; 2]) -> f32 {
        let [(pose_a, a), (pose_b, b)] = self.bodies(pair);
        distance(pose_a, a, pose_b, b).expect("cuboids").distance
    }

    /// The signed distance of parry's contact.
    fn parry_contact(&self, pair: [u32; 2]) -> Option<f32> {
        let [(pose_a, a), (pose_b, b)] = self.bodies(pair);
        let found = contact(pose_a, a, pose_b, b, 100.0).expect("cuboids");
        found.map(|contact| contact.dist)
    }
}

impl Pairs {
    /// The mean and the largest error of signed distances, in units of roundoff of the size.
    fn errors(&self, distances: impl Iterator<Item = Option<f32>>) -> String {
        let (mut sum, mut most, mut count) = (0.0, 0.0_f64, 0_usize);
        for (exact, found) in self.exact.iter().zip(distances) {
            let Some(found) = found else { continue };
            // The bound is sixteen of these units.
            let unit = exact.distance_bound() / 16.0;
            let error = (f64::from(found) - exact.signed_distance()).abs() / unit;
            (sum, most, count) = (sum + error, most.max(error), count + 1);
        }
        format!("{:.2} | {most:.1}", sum / count.max(1) as f64)
    }
}

/// Prints a row of times.
fn row(engine: &Engine, scene: &Scene, list: &Pairs) -> Outcome {
    let query = Query::new(&scene.boxes, &list.pairs);
    let mut penetrations = vec![Penetration::default(); PAIRS];
    let mut rows = vec![Distance::default(); PAIRS];
    let calls = [CALLS, CALLS, CALLS, 1, 1];
    let turns = Turns::of_calls(ROUNDS, PAIRS, &calls, |contender| {
        match contender {
            0 => engine.penetrations(query.within(1e3), &mut penetrations)?,
            1 => engine.distances(query, &mut rows)?,
            2 => engine.distances(query.within(0.05), &mut rows)?,
            3 => list.pairs.iter().for_each(|&pair| _ = black_box(scene.parry_distance(pair))),
            _ => list.pairs.iter().for_each(|&pair| _ = black_box(scene.parry_contact(pair))),
        }
        Ok(())
    })?;
    let [all_axes, distances, near, parry, signed] = turns.medians();
    println!(
        "| {} | {} | {all_axes:.1} | {distances:.1} | {:.2} | {near:.1} | {parry:.0} | {signed:.0} | {:.0} |",
        list.name,
        engine.backend(),
        turns.ratio(1, 0),
        turns.ratio(4, 1),
    );
    Ok(())
}

/// Prints both tables.
pub(crate) fn measure(_: &[OsString]) -> Outcome {
    let scene = Scene::new()?;
    println!(
        "| pairs | backend | penetrations, all axes, ns | distances, ns | ratio | distances up to 5 cm, ns | parry `distance`, ns | parry `contact`, ns | times distances |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    for engine in fastest_engines()? {
        for list in &scene.lists {
            row(&engine, &scene, list)?;
        }
    }
    println!("\n| pairs | distances, mean | largest | parry `contact`, mean | largest |");
    println!("|---|--:|--:|--:|--:|");
    for list in &scene.lists {
        let mut rows = vec![Distance::default(); PAIRS];
        Engine::new().distances(Query::new(&scene.boxes, &list.pairs), &mut rows)?;
        println!(
            "| {} | {} | {} |",
            list.name,
            list.errors(rows.iter().map(|row| Some(row.distance))),
            list.errors(list.pairs.iter().map(|&pair| scene.parry_contact(pair))),
        );
    }
    Ok(())
}
