//! What one answer per configuration of a robot costs, next to one answer per pair: a table.
//!
//! Argument: `[CONFIGURATIONS]`. An arm of six links among 60 obstacles, in random configurations of which about half are
//! free. One thread.

use std::ffi::OsString;

use octosat::{BoxStore, Engine, Groups, Least, Product, Query};
use octosat_scenes::generate::Random;

use crate::bodies::{of_octosat, turned_at_random};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

const LINKS: u32 = 6;
const OBSTACLES: u32 = 60;

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 5;

/// Prints the table.
pub(crate) fn measure(arguments: &[OsString]) -> Outcome {
    let configurations: u32 = match arguments.first().and_then(|given| given.to_str()) {
        Some(given) => given.parse()?,
        None => 100_000,
    };
    let mut random = Random::new(1);
    let links = links(&mut random, configurations)?;
    let obstacles = obstacles(&mut random)?;
    let products: Vec<Product> = (0..configurations)
        .map(|number| Product::new(LINKS * number..LINKS * (number + 1), 0..OBSTACLES))
        .collect();
    let pairs: Vec<[u32; 2]> = (0..LINKS * configurations)
        .flat_map(|link| (0..OBSTACLES).map(move |obstacle| [link, obstacle]))
        .collect();
    println!("{configurations} configurations, {} pairs\n", pairs.len());
    println!(
        "| | a boolean per pair, s | any, groups of a list | any, products | share | a clearance per pair | least, products | share |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    for engine in fastest_engines()? {
        row(&engine, [&links, &obstacles], &pairs, &products)?;
    }
    Ok(())
}

/// Prints a row of the table: all contenders on a backend, in seconds.
fn row(
    engine: &Engine,
    [links, obstacles]: [&BoxStore; 2],
    pairs: &[[u32; 2]],
    products: &[Product],
) -> Outcome {
    let query = Query::new([links, obstacles], pairs);
    let per_group = (LINKS * OBSTACLES) as usize;
    let bounds: Vec<usize> = (1..=products.len()).map(|number| number * per_group).collect();
    let of_list = Groups::new(query, &bounds);
    let groups = Groups::of_products([links, obstacles], products);
    let mut each = vec![false; pairs.len()];
    let mut clearances = vec![0.0; pairs.len()];
    let [mut any, mut any_of_list] = [(); 2].map(|()| vec![false; products.len()]);
    let mut least = vec![Least::default(); products.len()];
    let turns = Turns::of_calls(ROUNDS, 1, &[1; 5], |contender| {
        Ok(match contender {
            0 => engine.overlaps(query, &mut each),
            1 => engine.any_overlap(of_list, &mut any_of_list),
            2 => engine.any_overlap(groups, &mut any),
            3 => engine.clearances(query, &mut clearances),
            _ => engine.least_clearances(groups, &mut least),
        }?)
    })?;
    let expected = each.chunks(per_group).map(|group| group.contains(&true));
    assert!(any == any_of_list && expected.eq(any.iter().copied()), "equal answers");
    let [each, list, products, clearances, least] = turns.medians().map(|time: f64| time * 1e-9);
    println!(
        "| {} | {each:.3} | {list:.3} | {products:.3} | {:.2} | {clearances:.3} | {least:.3} | {:.2} |",
        engine.backend(),
        turns.ratio(2, 0),
        turns.ratio(4, 3),
    );
    let hits = any.iter().filter(|&&hit| hit).count();
    println!("\n{hits} configurations touch an obstacle\n");
    Ok(())
}

/// The links of each configuration: a chain whose joints turn at random.
fn links(random: &mut Random, configurations: u32) -> Outcome<BoxStore> {
    let mut links = BoxStore::new();
    for _ in 0..configurations {
        let mut joint = [0.0; 3];
        for _ in 0..LINKS {
            let towards = random.direction();
            let center = [0, 1, 2].map(|k: usize| 0.125f64.mul_add(towards[k], joint[k]));
            joint = [0, 1, 2].map(|k: usize| 0.25f64.mul_add(towards[k], joint[k]));
            links.insert(of_octosat(&turned_at_random(random, center, [0.05, 0.05, 0.12])))?;
        }
    }
    Ok(links)
}

/// Obstacles around the arm.
fn obstacles(random: &mut Random) -> Outcome<BoxStore> {
    let mut obstacles = BoxStore::new();
    for _ in 0..OBSTACLES {
        let (center, half_extents) = (random.vector(-1.2, 1.2), random.vector(0.03, 0.12));
        obstacles.insert(of_octosat(&turned_at_random(random, center, half_extents)))?;
    }
    Ok(obstacles)
}
