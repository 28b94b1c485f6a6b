//! Scenes that are hard to keep still, and the goals that the engine must meet in them. Without arguments: all scenes, twenty
//! seconds at nine places each. The exit status is 1 if a goal is missed.
//!
//! `cargo run --release -p octosat-engine --example goals -- [SCENE [PLACES [SECONDS]]]`
//! `… -- record SCENE SECONDS FILE.npz` writes frames for `octosat bench`.
//! `… -- floors [PART OF A NAME]` slides boxes over floors of many boxes.
#![expect(clippy::print_stdout, reason = "this program prints")]

mod floors;
mod measure;
mod record;
mod scenes;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use crate::floors::{FAMILIES, PLACES, Wanted, is_as_wanted};
use crate::measure::Measured;
use crate::record::record;
use crate::scenes::Scene;

/// What may fail.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The median (the larger of two in the middle) and the greatest of some values.
fn spread(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    [values[values.len() / 2], values[values.len() - 1]]
}

/// Runs a scene at some places, and prints a row. Returns whether all goals were met.
fn run(scene: &Scene, places: u32, seconds: f32) -> Outcome<bool> {
    let runs = (0..places).map(|place| Measured::of(scene, place, seconds));
    let runs = runs.collect::<Outcome<Vec<_>>>()?;
    let of = |value: fn(&Measured) -> f64| spread(runs.iter().map(value));
    let [energy, most] = of(|run| run.energy.into());
    let [drift, farthest] = of(|run| run.drift.into()).map(|drift| 1e3 * drift);
    let [depth, deepest] = of(|run| run.depth).map(|depth| 100.0 * depth);
    let [lost, most_lost] = of(|run| 1.0 - run.kept).map(|lost| 100.0 * lost);
    println!(
        "| {} | {energy:.1e} ({most:.1e}) | {drift:.4} ({farthest:.4}) | {depth:.2} ({deepest:.2}) | {lost:.3} ({most_lost:.3}) |",
        scene.name
    );
    let mut all = true;
    for (place, run) in runs.iter().enumerate() {
        let missed = run.missed(scene);
        if !missed.is_empty() {
            println!("missed at place {place}: {missed:?}: {run:?}");
            all = false;
        }
    }
    Ok(all)
}

/// Runs scenes at some places. Returns whether all goals were met.
fn run_all(scenes: &[Scene], places: u32, seconds: f32) -> Outcome<bool> {
    println!("| scene | energy, J/kg: median (worst) | drift, mm | depth, % | lost contacts, % |");
    println!("|---|---|---|---|---|");
    let runs = scenes.iter().map(|scene| run(scene, places, seconds));
    Ok(runs.collect::<Outcome<Vec<_>>>()?.into_iter().all(|met| met))
}

/// Runs the families of slides whose names have a part, from all places. Returns whether all came to what is wanted.
fn slide(name: &str) -> Outcome<bool> {
    println!(
        "| floor | m/s | slides that came to what is wanted | least and most of the speed kept |"
    );
    println!("|---|---|---|---|");
    let mut all = true;
    for family in FAMILIES.iter().filter(|family| family.name.contains(name)) {
        for &speed in family.speeds {
            let slides = (0..PLACES).map(|place| family.slide(speed, place).run());
            let slides = slides.collect::<Outcome<Vec<_>>>()?;
            let came = slides.iter().filter(|slid| is_as_wanted(family.wanted, slid)).count();
            let kept = slides.iter().map(|slid| slid.kept);
            let [least, most] = [kept.clone().fold(f32::MAX, f32::min), kept.fold(0.0, f32::max)];
            println!(
                "| {}: {:?} | {speed} | {came} of {PLACES} | {least:.4}, {most:.4} |",
                family.name, family.wanted
            );
            all &= family.wanted == Wanted::Trip || came == slides.len();
        }
    }
    Ok(all)
}

fn main() -> Outcome<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let is_met = match *arguments.as_slice() {
        [] => run_all(&Scene::all(), 9, 20.0)?,
        ["floors"] => slide("")?,
        ["floors", name] => slide(name)?,
        ["record", scene, seconds, file] => {
            record(&Scene::named(scene)?, seconds.parse()?, Path::new(file))?;
            true
        }
        [name] => run_all(&[Scene::named(name)?], 9, 20.0)?,
        [name, places] => run_all(&[Scene::named(name)?], places.parse()?, 20.0)?,
        [name, places, seconds, ..] => {
            run_all(&[Scene::named(name)?], places.parse()?, seconds.parse()?)?
        }
    };
    Ok(if is_met { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
