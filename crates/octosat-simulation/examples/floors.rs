//! Slides boxes over floors of many boxes, and prints how many lose their speed: the tables of the chapter on covered
//! faces.
//!
//! `cargo run --release -p octosat-simulation --example floors -- [slides|stacks|far|time|search] [part of a family's name]`
//!
//! `… -- picture docs/src/figures/bumps.svg` draws two slides from the side.
#![expect(clippy::print_stdout, reason = "a command prints")]
#![forbid(unsafe_code)]

use std::fmt::Write;
use std::fs;
use std::process::ExitCode;

use octosat_simulation::Vec3;
use octosat_simulation::body::Body;
use octosat_simulation::floors::{
    FAMILIES, Family, Phase, Slid, Stack, Wanted, distance_run, floor_times, search_time,
};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let part = arguments.next().unwrap_or_default();
    let name = arguments.next().unwrap_or_default();
    let done = match part.as_str() {
        "" | "slides" => slides(&name),
        "stacks" => stacks().map(|()| true),
        "far" => far().map(|()| true),
        "time" => time(name.parse().unwrap_or(400)).map(|()| true),
        "search" => search().map(|()| true),
        "picture" => picture(&name).map(|()| true),
        other => Err(format!(
            "unknown part {other:?}: there are slides, stacks, far, time, search and picture"
        )),
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
    println!(
        "family | margin | m/s | yaw | phase | lost | kept | sideways | rise | sink | gain | deepest"
    );
    let mut are_right = true;
    for family in FAMILIES.iter().filter(|family| family.name.contains(name)) {
        for &margin in family.margins {
            for &speed in family.speeds {
                for &yaw in family.yaws {
                    for phase in [Phase::Covered, Phase::Octosat, Phase::Parry] {
                        let slides = (0..Family::PLACES)
                            .map(|place| family.slide(margin, speed, yaw, place).run(phase))
                            .collect::<Result<Vec<_>, _>>()?;
                        let row = Row::of(&slides);
                        let Row { lost, kept: [least, most], sideways, rise, sink, gain, deepest } =
                            row;
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
    println!("stack | floor | phase | drift | sag | speed");
    for stack in Stack::all() {
        for phase in [Phase::Covered, Phase::Octosat] {
            let result = stack.run(phase)?;
            println!(
                "{} | {} | {} | {:.2e} | {:.2e} | {:.0e}",
                stack.name,
                stack.floor,
                phase.name(),
                result.drift,
                result.sag,
                result.speed
            );
        }
    }
    Ok(())
}

/// A cube slides 100 km at 10 m/s.
fn far() -> Result<(), String> {
    let family = &FAMILIES[0];
    for phase in [Phase::Covered, Phase::Octosat] {
        let slide = family.slide(0.02, 10.0, 0.4, 3);
        let (moved, velocity) = distance_run(&slide, phase, [1e5, 30.0, 20.0])?;
        println!("{}: moved {moved:.0} m, velocity in the end {velocity}", phase.name());
    }
    Ok(())
}

/// Contacts on floors, by as many calls in turn.
fn time(calls: u32) -> Result<(), String> {
    println!("floor | pairs | touching without, with | ns per pair without, with | ratio");
    let floors = [
        ("tiles of 1 m", [100, 2_000, 1], 0.5),
        ("voxels of 0.1 m", [300, 2_000, 1], 0.05),
        ("columns of four on tiles of 1 m", [100, 2_000, 4], 0.5),
    ];
    for (name, counts, half) in floors {
        let times = floor_times(counts, half, calls)?;
        let [without, with] = times.nanoseconds;
        println!(
            "{name} | {} | {:?} | {without:.1} {with:.1} | {:.3}",
            times.pairs,
            times.touching,
            with / without
        );
    }
    Ok(())
}

/// The search for the covered faces of a million tiles.
fn search() -> Result<(), String> {
    for turned in [false, true] {
        println!("search, 1,000,000 tiles, turned {turned}: {:?}", search_time(1_000, turned)?);
    }
    Ok(())
}

/// Pixels of a meter.
const SCALE: f64 = 96.0;

/// Frames between two outlines of the body.
const EVERY: u32 = 9;

/// The frames of a picture: until a body that keeps its speed of 2 m/s has left it.
const PICTURED: u32 = 288;

/// The width of a picture, in meters.
const WIDE: f64 = 10.0;

/// Draws a slide of a cube over flush tiles from the side, without covered faces and with them.
fn picture(path: &str) -> Result<(), String> {
    let slide = FAMILIES[0].slide(0.09, 2.0, 0.0, 5);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"360\" viewBox=\"0 0 960 360\">\n\
         <desc>A cube that trips at a seam of flush tiles, and one that slides on</desc>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <g font-family=\"sans-serif\" font-size=\"15\" fill=\"#222\">\n",
    );
    for (phase, ground, title) in
        [(Phase::Octosat, 140.0, "Pairs alone"), (Phase::Covered, 320.0, "With covered faces")]
    {
        let mut world = slide.world(phase)?;
        let mut outlines = String::new();
        for frame in 0..PICTURED {
            let body = world.bodies().last().ok_or("no body moves")?;
            if frame.is_multiple_of(EVERY) && body.center.x < WIDE {
                outline(&mut outlines, body, ground, "#fbf1e7", "#c06c1f");
            }
            world.find_contacts()?;
            world.advance()?;
        }
        for tile in slide.fixed.iter().filter(|tile| tile.center.x < WIDE) {
            outline(&mut svg, tile, ground, "#eef4f9", "#2f6690");
        }
        let end = world.bodies().last().ok_or("no body moves")?.linear_velocity;
        // Tiles reach below the picture.
        let (top, left) = (ground + 40.0, ground - 120.0);
        write!(
            svg,
            "<rect x=\"0\" y=\"{top:.0}\" width=\"960\" height=\"400\" fill=\"#fff\"/>\n{outlines}\
             <text x=\"12\" y=\"{left:.0}\" font-weight=\"bold\">{title}: {:.2} m/s after 4.8 s</text>\n",
            end.length()
        )
        .map_err(|error| error.to_string())?;
    }
    svg.push_str("</g>\n</svg>\n");
    fs::write(path, svg).map_err(|error| format!("{path}: {error}"))
}

/// The outline of a body from the side: the four vertices of its near side.
fn outline(svg: &mut String, body: &Body, ground: f64, fill: &str, stroke: &str) {
    let corner = |x: f32, y: f32| {
        let half = body.half_extents * Vec3::new(x, y, 1.0);
        let at = body.center + (body.rotation * half).as_dvec3();
        format!("{:.1},{:.1}", SCALE * at.x, ground - SCALE * at.y)
    };
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let points = corners.join(" ");
    svg.push_str(&format!(
        "<polygon points=\"{points}\" fill=\"{fill}\" fill-opacity=\"0.6\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>\n"
    ));
}
