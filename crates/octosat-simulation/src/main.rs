//! The command `simulate`: runs scenes of boxes and reports whether they stay at rest.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use octosat_simulation::fast::Fast;
use octosat_simulation::goals::{Missed, missed, missed_against};
use octosat_simulation::measure::settled_after;
use octosat_simulation::narrow_phase::Choice;
use octosat_simulation::places::Places;
use octosat_simulation::report::{Report, table};
use octosat_simulation::scenes::SceneChoice;
use octosat_simulation::tolerances::WATCHED_SECONDS;
use octosat_simulation::trial::Trial;

const EXAMPLE: &str = "\
Examples:
  simulate --scene jenga --seconds 20 --record jenga.npz
  simulate --all --seconds 20 --check
  simulate --scene wall --against parry --places 9 --check
  simulate --scene pile --seconds 14 --places 54
  simulate --scene plates --fast margins

Exit status: 0 done, 1 a goal was missed, 2 bad usage, or a scene that could not be run or written.";

/// Exit status for a missed goal.
const MISSED: u8 = 1;

/// Exit status for bad usage and for scenes that could not be run.
const FAILED: u8 = 2;

/// Run scenes of boxes at 60 frames per second and report whether they stay at rest.
#[derive(Debug, Parser)]
#[command(name = "simulate", version, after_help = EXAMPLE)]
struct Arguments {
    /// The scene; `all` runs every one.
    #[arg(long, default_value = "all", value_parser = scenes)]
    scene: Scenes,

    /// Every scene near the origin, then every scene 10 km away.
    #[arg(long, conflicts_with_all = ["scene", "far", "record"])]
    all: bool,

    /// Simulated seconds.
    #[arg(long, default_value_t = 20.0, value_parser = seconds)]
    seconds: f32,

    /// The narrow phase that computes contacts.
    #[arg(long, value_enum, default_value_t)]
    narrow: Choice,

    /// Also run each scene with this narrow phase, and compare the remaining energy. Its runs have no goals.
    #[arg(long, value_enum)]
    against: Option<Choice>,

    /// How fast bodies are treated; the default depends on the scene.
    #[arg(long, value_enum)]
    fast: Option<Fast>,

    /// Most threads of the narrow phase; 0 means one per core. Results do not depend on it.
    #[arg(long, default_value_t = 1)]
    threads: usize,

    /// Number of boxes of the pile.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    boxes: u32,

    /// Substeps per frame; the default depends on the scene.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    substeps: Option<u16>,

    /// Check the goals. The exit status is 1 if a goal was missed.
    #[arg(long)]
    check: bool,

    /// Run 10 km from the origin.
    #[arg(long)]
    far: bool,

    /// Run each scene at this number of places less than a meter apart. The runs differ only in rounding, which changes
    /// the energy of resting boxes. Medians and the worst of the places are reported. With --against, medians are compared.
    #[arg(long, default_value_t = 1, conflicts_with = "record", value_parser = clap::value_parser!(u32).range(1..=100))]
    places: u32,

    /// Write the frames, pairs and contacts of the scene to this npz file.
    #[arg(long, value_name = "FILE.npz")]
    record: Option<PathBuf>,

    /// Print only one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// The scenes to run.
#[derive(Clone, Debug)]
struct Scenes(Vec<SceneChoice>);

fn scenes(text: &str) -> Result<Scenes, String> {
    if text == "all" {
        return Ok(Scenes(SceneChoice::value_variants().to_vec()));
    }
    SceneChoice::from_str(text, false).map(|scene| Scenes(vec![scene])).map_err(|_| {
        let names: Vec<_> = SceneChoice::value_variants().iter().map(|s| s.name()).collect();
        format!("the scenes are all, {}", names.join(", "))
    })
}

/// Longest run in seconds: an hour.
const LONGEST: f32 = 3600.0;

fn seconds(text: &str) -> Result<f32, String> {
    let seconds: f32 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if (0.0..=LONGEST).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(format!("from 0 to {LONGEST} seconds"))
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match command(&arguments) {
        Ok(report) if report.missed.as_ref().is_some_and(|list| !list.is_empty()) => {
            ExitCode::from(MISSED)
        }
        Ok(_) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(io::stderr().lock(), "simulate: {message}");
            ExitCode::from(FAILED)
        }
    }
}

fn command(arguments: &Arguments) -> Result<Report, String> {
    let trials = trials(arguments)?;
    let mut report = Report::default();
    let mut missed_goals = Vec::new();
    for (number, trial) in trials.iter().enumerate() {
        missed_goals.extend(run(trial, arguments, &mut report)?);
        if trials.len() > 1 {
            // A progress line, because a long check takes minutes. An error of standard error is ignored.
            let done = format!("{} of {}, {}", number + 1, trials.len(), trial.scene.name());
            let _ = writeln!(io::stderr().lock(), "simulate: {done}");
        }
    }
    report.missed = arguments.check.then_some(missed_goals);
    let text = if arguments.json {
        serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?
    } else {
        table(&report)
    };
    match writeln!(io::stdout().lock(), "{text}") {
        // A closed pipe is not a failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("standard output: {error}"))
        }
        _ => Ok(report),
    }
}

/// The trials that the arguments select.
fn trials(arguments: &Arguments) -> Result<Vec<Trial>, String> {
    let scenes = &arguments.scene.0;
    if arguments.record.is_some() && scenes.len() != 1 {
        return Err("--record takes one --scene".to_owned());
    }
    let distances: &[bool] = if arguments.all { &[false, true] } else { &[arguments.far] };
    let mut trials = Vec::new();
    for &far in distances {
        for &scene in scenes {
            let least = settled_after(scene.build(1).expected) + WATCHED_SECONDS;
            if arguments.check && arguments.seconds < least {
                return Err(format!("{} is checked after {least} seconds at least", scene.name()));
            }
            trials.push(Trial {
                boxes: arguments.boxes as usize,
                far,
                substeps: arguments.substeps,
                fast: arguments.fast,
                narrow: arguments.narrow,
                threads: arguments.threads,
                ..Trial::new(scene, arguments.seconds)
            });
        }
    }
    Ok(trials)
}

/// Runs a trial at all places, and also with the other narrow phase if there is one. Returns the missed goals.
fn run(trial: &Trial, arguments: &Arguments, report: &mut Report) -> Result<Vec<Missed>, String> {
    let in_all_places = |trial: Trial, record: Option<&Path>| {
        let places = (0..arguments.places).map(|place| Trial { place, ..trial });
        places.map(|trial| trial.run(record)).collect::<Result<Vec<_>, _>>()
    };
    let runs = in_all_places(*trial, arguments.record.as_deref())?;
    let mut list: Vec<_> = runs.iter().flat_map(missed).collect();
    let mut others = Vec::new();
    if let Some(narrow) = arguments.against {
        others = in_all_places(Trial { narrow, ..*trial }, None)?;
        list.extend(missed_against(&runs, &others));
    }
    report.places.extend([&runs, &others].into_iter().filter_map(|runs| Places::new(runs)));
    report.runs.extend(runs);
    report.runs.extend(others);
    Ok(list)
}
