//! The program: runs the contenders in turns and prints what they took, from one run.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;
use std::time::Duration;

use crate::measure::{State, StepTime};
use crate::scenes::Scene;
use crate::world::{Contender, World};

const USAGE: &str = "arguments: [pile|wall|pyramid|pyramids] [BOXES] [STEPS] [MORE_STEPS]

Simulates a scene with the engine's own contacts of boxes and with octosat's, in turns, and prints mean times of
the first STEPS steps and of MORE_STEPS after them. Default: pile 2000 120 240.";

/// What to run.
#[derive(Clone, Copy, Debug)]
struct Settings {
    scene: Scene,
    /// Its moving boxes.
    boxes: usize,
    /// The steps in which it falls.
    falling: usize,
    /// The steps after these, in which it comes to rest.
    settling: usize,
}

/// The mean times of a phase of a run, and the state at its end.
struct Row {
    contender: Contender,
    mean: StepTime,
    state: State,
}

/// The rows of all contenders.
struct Table<'a>(&'a [Row]);

/// Steps that a contender takes before the next one has its turn: many enough to have its data in the caches.
const TURN: usize = 10;

/// Runs what the arguments of the program ask for.
pub fn main() -> ExitCode {
    let done = settings(std::env::args().skip(1)).and_then(|settings| match settings {
        Some(settings) => run(&settings),
        None => {
            println!("{USAGE}");
            Ok(())
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The settings of a command line; none if it asks for help.
fn settings(mut words: impl Iterator<Item = String>) -> Result<Option<Settings>, Box<dyn Error>> {
    let name = words.next().unwrap_or_else(|| "pile".to_owned());
    if ["--help", "-h"].contains(&name.as_str()) {
        return Ok(None);
    }
    let scene =
        Scene::named(&name).ok_or_else(|| format!("no scene is called {name:?}\n{USAGE}"))?;
    let mut number = |default: usize| match words.next() {
        None => Ok(default),
        Some(word) => word.parse().map_err(|error| format!("{word:?}: {error}\n{USAGE}")),
    };
    let settings =
        Settings { scene, boxes: number(2000)?, falling: number(120)?, settling: number(240)? };
    match words.next() {
        None => Ok(Some(settings)),
        Some(word) => Err(format!("{word:?} is one argument too many\n{USAGE}").into()),
    }
}

/// Runs a scene with all contenders, and prints a table for its first steps and one for the steps after them.
fn run(settings: &Settings) -> Result<(), Box<dyn Error>> {
    let Settings { scene, boxes, falling, settling } = *settings;
    println!("{scene:?} of {boxes} boxes, backend {}", octosat::Engine::new().backend());
    let mut worlds = Vec::new();
    for contender in Contender::ALL {
        let mut world = World::new(contender, scene, boxes);
        world.step(); // not measured: engines prepare in their first step
        worlds.push((contender, world));
    }
    let mut first = 2;
    for steps in [falling, settling] {
        if steps == 0 {
            continue;
        }
        println!("\nmean of steps {first} to {}, times in ms", first + steps - 1);
        println!("{}", Table(&run_phase(&mut worlds, steps)?));
        first += steps;
    }
    for (contender, world) in &worlds {
        if let Some(answers) = world.answers() {
            println!("{}: {answers}", contender.name());
        }
    }
    Ok(())
}

fn run_phase(worlds: &mut [(Contender, World)], steps: usize) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut sums = vec![StepTime::default(); worlds.len()];
    for (turn, start) in (0..steps).step_by(TURN).enumerate() {
        for place in 0..worlds.len() {
            // Who begins a round changes, too.
            let place = (place + turn) % worlds.len();
            for _ in start..steps.min(start + TURN) {
                let time = worlds[place].1.step();
                let sum = &mut sums[place];
                sum.narrow_phase += time.narrow_phase;
                sum.octosat += time.octosat;
                sum.step += time.step;
            }
        }
    }
    let count = u32::try_from(steps)?;
    let rows = worlds.iter().zip(sums).map(|((contender, world), sum)| {
        let mean = StepTime {
            narrow_phase: sum.narrow_phase / count,
            octosat: sum.octosat / count,
            step: sum.step / count,
        };
        Ok(Row { contender: *contender, mean, state: world.state()? })
    });
    rows.collect()
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = "| contacts | octosat | narrow phase with it | ratio | step | ratio | pairs | touching \
            | points | deepest, mm | kinetic energy, J |";
        writeln!(f, "{head}\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")?;
        let narrow = |row: &Row| milliseconds(row.mean.narrow_phase + row.mean.octosat);
        let step = |row: &Row| milliseconds(row.mean.step);
        for row in self.0 {
            let is_base = |other: &&Row| other.contender == row.contender.compared_with();
            let base = self.0.iter().find(is_base).unwrap_or(row);
            let State { pairs, touching, points, deepest, kinetic_energy } = row.state;
            let (name, octosat) = (row.contender.name(), milliseconds(row.mean.octosat));
            let times = [
                octosat,
                narrow(row),
                narrow(base) / narrow(row),
                step(row),
                step(base) / step(row),
            ];
            write!(f, "| {name} |")?;
            for time in times {
                write!(f, " {time:.2} |")?;
            }
            let millimeters = 1e3 * deepest;
            writeln!(
                f,
                " {pairs} | {touching} | {points} | {millimeters:.1} | {kinetic_energy:.3} |"
            )?;
        }
        Ok(())
    }
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}
