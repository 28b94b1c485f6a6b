//! The command `simulate`: runs scenes of boxes and tells whether they stand still.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use octosat_simulation::measure::{Observer, frames_in};
use octosat_simulation::narrow_phase::{Choice, CoherenceChoice};
use octosat_simulation::record::Recorder;
use octosat_simulation::report::{Report, Run, table};
use octosat_simulation::scenes::SceneChoice;
use octosat_simulation::world::World;

const EXAMPLE: &str = "\
Example:
  simulate --scene jenga --seconds 20 --record jenga.npz

Exit status: 0 done, 2 bad usage, or a scene that could not be run or written.";

/// Run scenes of boxes at 60 frames a second and tell whether they stand still.
#[derive(Debug, Parser)]
#[command(name = "simulate", version, after_help = EXAMPLE)]
struct Arguments {
    /// The scene; `all` runs every one.
    #[arg(long, default_value = "all", value_parser = scenes)]
    scene: Scenes,

    /// Simulated seconds.
    #[arg(long, default_value_t = 20.0, value_parser = seconds)]
    seconds: f32,

    /// What finds the contacts.
    #[arg(long, value_enum, default_value_t)]
    narrow: Choice,

    /// Whether octosat looks at the last frame; parry always does.
    #[arg(long, value_enum, default_value_t)]
    coherence: CoherenceChoice,

    /// Most threads of the narrow phase, 0 for one each core; never changes a result.
    #[arg(long, default_value_t = 1)]
    threads: usize,

    /// Boxes of the pile.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    boxes: u32,

    /// Substeps of a frame; without it, those that the scene needs.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    substeps: Option<u16>,

    /// Run 10 km from the origin.
    #[arg(long)]
    far: bool,

    /// Write the frames, pairs and contacts of the scene to this npz file.
    #[arg(long, value_name = "FILE.npz")]
    record: Option<PathBuf>,

    /// Print one JSON object on standard output and nothing else there.
    #[arg(long)]
    json: bool,
}

/// The scenes asked for.
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
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(io::stderr().lock(), "simulate: {message}");
            ExitCode::from(2)
        }
    }
}

fn command(arguments: &Arguments) -> Result<(), String> {
    if arguments.record.is_some() && arguments.scene.0.len() != 1 {
        return Err("--record takes one --scene".to_owned());
    }
    let mut report = Report::default();
    for &scene in &arguments.scene.0 {
        report.runs.push(run(scene, arguments)?);
    }
    let text = if arguments.json {
        serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?
    } else {
        table(&report)
    };
    match writeln!(io::stdout().lock(), "{text}") {
        // A reader that has gone away is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("standard output: {error}"))
        }
        _ => Ok(()),
    }
}

fn run(choice: SceneChoice, arguments: &Arguments) -> Result<Run, String> {
    let mut scene = choice.build(arguments.boxes as usize);
    if arguments.far {
        scene.move_far();
    }
    let bodies = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
    scene.substeps = arguments.substeps.unwrap_or(scene.substeps);
    let settings = scene.settings();
    let narrow_phase = arguments.narrow.build(arguments.threads, arguments.coherence)?;
    let mut world = World::new(scene.bodies, settings, narrow_phase);
    let frames = frames_in(arguments.seconds);
    let mut observer = Observer::new(scene.stands, frames);
    let mut recorder = arguments.record.as_ref().map(|_| Recorder::new(&world, choice.name()));
    let start = Instant::now();
    for frame in 0..=frames {
        world.find_contacts()?;
        observer.see(&world);
        if let Some(recorder) = &mut recorder {
            recorder.see(&world);
        }
        if frame < frames {
            world.advance();
        }
    }
    let total_seconds = start.elapsed().as_secs_f64();
    if let (Some(recorder), Some(path)) = (recorder, &arguments.record) {
        recorder.write(path).map_err(|error| error.to_string())?;
    }
    Ok(Run {
        scene: choice.name(),
        narrow: arguments.narrow.name(),
        coherence: (arguments.narrow == Choice::Octosat).then(|| arguments.coherence.name()),
        far: arguments.far,
        seconds: arguments.seconds,
        bodies,
        total_seconds,
        digest: format!("{:016x}", world.digest()),
        measured: observer.finish(&world),
    })
}
