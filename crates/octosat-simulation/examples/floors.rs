//! Slides boxes over floors of many boxes, and prints how many lose their speed: the tables of the chapter on covered
//! faces.
//!
//! `cargo run --release -p octosat-simulation --example floors -- [slides|stacks|far] [part of a family's name]`
#![expect(clippy::print_stdout, reason = "a command prints")]
#![forbid(unsafe_code)]

use std::process::ExitCode;

use octosat_simulation::floors::{Family, Phase, Slid, Stack, Wanted, all, distance_run};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let part = arguments.next().unwrap_or_default();
    let name = arguments.next().unwrap_or_default();
    let done = match part.as_str() {
        "" | "slides" => slides(&name),
        "stacks" => stacks().map(|()| true),
        "far" => far().map(|()| true),
        other => Err(format!("unknown part {other:?}: there are slides, stacks and far")),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// The slides from all places of a family.
struct Row {
    lost: usize,
    kept: [f32; 2],
    sideways: f32,
    rise: f64,
    sink: f64,
    gain: f64,
    deepest: f32,
}

impl Row {
    fn of(slides: &[Slid]) -> Self {
        let most = |value: fn(&Slid) -> f64| slides.iter().map(value).fold(f64::MIN, f64::max);
        let kept = slides.iter().map(|slid| slid.kept);
        Self {
            lost: slides.iter().filter(|slid| slid.kept < 0.9).count(),
            kept: [kept.clone().fold(f32::MAX, f32::min), kept.fold(f32::MIN, f32::max)],
            sideways: slides.iter().map(|slid| slid.sideways).fold(0.0, f32::max),
            rise: most(|slid| slid.rise),
            sink: most(|slid| slid.sink),
            gain: most(|slid| slid.gain),
            deepest: slides.iter().map(|slid| slid.deepest).fold(0.0, f32::max),
        }
    }
}

/// Runs the families whose names have a part; returns whether all have the wanted end with covered faces.
fn slides(name: &str) -> Result<bool, String> {
    println!("family | margin | m/s | yaw | phase | lost | kept | sideways | rise | sink | gain | deepest");
    let mut are_right = true;
    for family in all().iter().filter(|family| family.name.contains(name)) {
        for &margin in family.margins {
            for &speed in family.speeds {
                for &yaw in family.yaws {
                    for phase in [Phase::Covered, Phase::Octosat, Phase::Parry] {
                        let slides = (0..Family::PLACES)
                            .map(|place| family.slide(margin, speed, yaw, place).run(phase))
                            .collect::<Result<Vec<_>, _>>()?;
                        let row = Row::of(&slides);
                        let Row { lost, kept: [least, most], sideways, rise, sink, gain, deepest } = row;
                        println!(
                            "{} | {margin} | {speed} | {yaw} | {} | {lost} | {least:.4} {most:.4} | {sideways:.0e} | {rise:.0e} | {sink:.0e} | {gain:.0e} | {deepest:.0e}",
                            family.name,
                            phase.name()
                        );
                        are_right &= phase != Phase::Covered
                            || match family.wanted {
                                Wanted::Slide => lost == 0,
                                Wanted::Stop => lost == usize::from(Family::PLACES),
                                Wanted::Trip | Wanted::Anything => true,
                            };
                    }
                }
            }
        }
    }
    println!("{}", if are_right { "all slide and stop as wanted" } else { "NOT as wanted" });
    Ok(are_right)
}

fn stacks() -> Result<(), String> {
    println!("stack | floor | phase | drift | sag | lowest | speed");
    for stack in Stack::all() {
        for phase in [Phase::Covered, Phase::Octosat] {
            let result = stack.run(phase)?;
            println!(
                "{} | {} | {} | {:.2e} | {:.2e} | {:.4} | {:.0e}",
                stack.name,
                stack.floor,
                phase.name(),
                result.drift,
                result.sag,
                result.lowest,
                result.speed
            );
        }
    }
    Ok(())
}

/// A cube slides 100 km at 10 m/s.
fn far() -> Result<(), String> {
    let family = &all()[0];
    for phase in [Phase::Covered, Phase::Octosat] {
        let slide = family.slide(0.02, 10.0, 0.4, 3);
        let (moved, velocity) = distance_run(&slide, phase, [1e5, 30.0, 20.0])?;
        println!("{}: moved {moved:.0} m, velocity in the end {velocity}", phase.name());
    }
    Ok(())
}
