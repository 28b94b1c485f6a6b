//! What one answer per configuration of a robot costs, next to one answer per pair: a table.
//!
//! `cargo run --release -p octosat-benches --example groups [-- CONFIGURATIONS]`. An arm of six links among 60
//! obstacles, in random configurations of which about half are free. One thread.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example prints a table")]

use std::error::Error;
use std::hint::black_box;

use octosat::{
    Backend, BoxStore, Engine, EngineOptions, Groups, Least, OrientedBox, Product, Query,
    QueryError,
};
use octosat_scenes::generate::{Random, narrow};

mod clock;

use clock::thread_time;

const LINKS: u32 = 6;
const OBSTACLES: u32 = 60;

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let configurations: u32 = match std::env::args().nth(1) {
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
    let per_group = (LINKS * OBSTACLES) as usize;
    let ends: Vec<usize> = (1..=configurations as usize).map(|number| number * per_group).collect();

    println!("{configurations} configurations, {} pairs\n", pairs.len());
    println!(
        "| | a boolean per pair, s | any, groups of a list | any, products | share | a clearance per pair | least, products | share |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    for backend in [Backend::Avx2, Backend::Avx512] {
        if !backend.is_available() {
            continue;
        }
        let options = EngineOptions::new().backend(backend).threads(1);
        let engine = Engine::with(options)?;
        let query = Query::new([&links, &obstacles], &pairs);
        let mut each = vec![false; pairs.len()];
        let mut any = vec![false; products.len()];
        let mut clearances = vec![0.0; pairs.len()];
        let mut least = vec![Least::default(); products.len()];
        let mut times = [const { Vec::new() }; 5];
        for _ in 0..ROUNDS {
            times[0].push(seconds(|| engine.overlaps(query, &mut each))?);
            times[1].push(seconds(|| engine.any_overlap(Groups::new(query, &ends), &mut any))?);
            let of_list = any.clone();
            let groups = Groups::of_products([&links, &obstacles], &products);
            times[2].push(seconds(|| engine.any_overlap(groups, &mut any))?);
            times[3].push(seconds(|| engine.clearances(query, &mut clearances))?);
            times[4].push(seconds(|| engine.least_clearances(groups, &mut least))?);
            let expected = each.chunks(per_group).map(|group| group.contains(&true));
            assert!(any == of_list && expected.eq(any.iter().copied()), "equal answers");
        }
        let [each, list, products, clearances, least] = times.map(median);
        println!(
            "| {backend} | {each:.3} | {list:.3} | {products:.3} | {:.2} | {clearances:.3} | {least:.3} | {:.2} |",
            products / each,
            least / clearances
        );
        let hits = any.iter().filter(|&&hit| hit).count();
        println!("\n{hits} configurations touch an obstacle\n");
    }
    Ok(())
}

/// The links of each configuration: a chain whose joints turn at random.
fn links(random: &mut Random, configurations: u32) -> Result<BoxStore, Box<dyn Error>> {
    let mut links = BoxStore::new();
    for _ in 0..configurations {
        let mut joint = [0.0; 3];
        for _ in 0..LINKS {
            let towards = random.direction();
            let center = [0, 1, 2].map(|k: usize| narrow(0.125f64.mul_add(towards[k], joint[k])));
            joint = [0, 1, 2].map(|k: usize| 0.25f64.mul_add(towards[k], joint[k]));
            let half_extents = [0.05, 0.05, 0.12];
            let rotation = random.rotation().map(narrow);
            links.insert(OrientedBox::new(center, rotation, half_extents))?;
        }
    }
    Ok(links)
}

/// Obstacles around the arm.
fn obstacles(random: &mut Random) -> Result<BoxStore, Box<dyn Error>> {
    let mut obstacles = BoxStore::new();
    for _ in 0..OBSTACLES {
        let center = random.vector(-1.2, 1.2).map(narrow);
        let half_extents = random.vector(0.03, 0.12).map(narrow);
        let rotation = random.rotation().map(narrow);
        obstacles.insert(OrientedBox::new(center, rotation, half_extents))?;
    }
    Ok(obstacles)
}

/// The time that a call takes, in seconds.
fn seconds(call: impl FnOnce() -> Result<(), QueryError>) -> Result<f64, Box<dyn Error>> {
    let start = thread_time()?;
    black_box(call())?;
    Ok((thread_time()? - start).as_secs_f64())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
