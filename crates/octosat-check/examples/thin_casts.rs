//! A search that climbs among casts of thin capsules past boxes of up to a kilometer: numbers of a row are changed by
//! little, and each change stays that does not lower the gap at its hit. Every answer is checked.
//!
//! `cargo run --release -p octosat-check --example thin_casts -- ROWS [SEED]`

use std::process::ExitCode;

use octosat::{BoxStore, Capsule, CastState, Casts, Engine, Motions, OrientedBox, ShapeCast};
use octosat_check::{Failure, map_rows};
use octosat_reference::float64::{
    CapsuleSolid, GivenShape, ReferenceShapeCast, ShapeCastAnswer, ShapeCastReport,
};
use octosat_scenes::generate::{Random, narrow, round::Obstacle};

/// Rows that climb at the same time.
const ROWS: usize = 4096;

/// Changes of a row before another one begins.
const CHANGES: usize = 100;

/// Sizes of worlds, as parts of those of usual cases: extents of up to a kilometer.
const SCALES: [f64; 3] = [0.1, 1.0, 10.0];

/// The largest gap that is promised of capsules, in bounds.
const PROMISED: f64 = 2.75;

/// A box, and a capsule that moves past it.
#[derive(Clone, Copy, Debug)]
struct Row {
    a: OrientedBox,
    b: CapsuleSolid,
    motion: [f32; 3],
}

/// What a row has come to.
#[derive(Clone, Copy, Debug)]
struct Climber {
    row: Row,
    gap: f64,
}

impl Row {
    fn any(random: &mut Random) -> Self {
        let of = Obstacle::any_box(random);
        let cast = of.passed_thinly(random, true);
        let scale = random.choose(&SCALES);
        let stored = |vector: glam::DVec3| (scale * vector).to_array().map(narrow);
        let Obstacle::Box(center, rotation, half) = of else { unreachable!("it is a box") };
        let [start, end] = cast.ends.map(stored);
        Self {
            a: OrientedBox::new(stored(center), rotation.map(narrow), stored(half)),
            b: CapsuleSolid { start, end, radius: narrow(scale * cast.radius) },
            motion: stored(cast.motion),
        }
    }

    /// The row with one or a few numbers changed by some roundings or by a small part.
    fn changed(mut self, random: &mut Random) -> Self {
        for _ in 0..=random.below(3) {
            let part = random.choose(&[1.0, -1.0]) * random.decades(8);
            let k = random.below(3);
            let number = match random.below(6) {
                0 => &mut self.a.half_extents[k],
                1 => &mut self.motion[k],
                2 => &mut self.b.radius,
                3 => &mut self.b.end[k],
                _ => &mut self.b.start[k],
            };
            *number = narrow(f64::from(*number) * (1.0 + part));
        }
        self
    }
}

/// The answers to all rows, and what float64 finds in them.
fn reports(rows: &[Row]) -> Result<Vec<(ShapeCast, ShapeCastReport)>, Failure> {
    let mut boxes = BoxStore::new();
    let mut capsules = Vec::new();
    for Row { a, b, .. } in rows {
        boxes.insert(*a)?;
        let made = Capsule::new(b.start, b.end, b.radius);
        capsules.push(made.map_err(|error| Failure::new(error.to_string()))?);
    }
    let pairs: Vec<[u32; 2]> = (0..).take(rows.len()).map(|place| [place; 2]).collect();
    let motions: Vec<[f32; 3]> = rows.iter().map(|row| row.motion).collect();
    let mut answers = vec![ShapeCast::default(); rows.len()];
    let query = octosat::Query::new((&boxes, &capsules), &pairs);
    Engine::new().casts(Casts::new(query, Motions::per_pair(&motions)), &mut answers)?;
    Ok(map_rows(rows.len(), |place| {
        let Row { a, b, motion } = rows[place];
        // A store normalizes rotations.
        let stored = boxes.get(octosat_check::short(place)).unwrap_or(a);
        let a = octosat_reference::OrientedBox {
            center: stored.pose.center,
            rotation: stored.pose.rotation,
            half_extents: stored.half_extents,
        };
        let reference = ReferenceShapeCast::new(&GivenShape::Box(a), &b, motion.map(f64::from));
        let ShapeCast { state, time, normal, point, .. } = answers[place];
        (answers[place], reference.report(&ShapeCastAnswer { state, time, normal, point }))
    }))
}

/// What a search has found.
#[derive(Debug)]
struct Found {
    rows: usize,
    hits: usize,
    faults: usize,
    /// Gaps above the promised one.
    wide: usize,
    worst: Climber,
    example: Option<String>,
}

impl Found {
    /// The gap of an answer in bounds; none if it is no hit.
    fn add(&mut self, row: Row, answer: &ShapeCast, report: &ShapeCastReport) -> Option<f64> {
        let is_hit = answer.state == CastState::HIT;
        self.rows += 1;
        self.hits += usize::from(is_hit);
        self.faults += usize::from(!report.faults.is_empty());
        self.wide += usize::from(is_hit && report.gap > PROMISED);
        if !report.faults.is_empty() {
            self.example.get_or_insert_with(|| format!("{report:?}: {answer:?} of {row:?}"));
        }
        if is_hit && report.gap > self.worst.gap {
            self.worst = Climber { row, gap: report.gap };
        }
        is_hit.then_some(report.gap)
    }
}

/// Climbs with at least as many rows as wanted.
fn search(wanted: usize, seed: u64) -> Result<Found, Failure> {
    let mut random = Random::new(seed);
    let none = Climber { row: Row::any(&mut random), gap: f64::NEG_INFINITY };
    let (rows, hits, faults, wide) = (0, 0, 0, 0);
    let mut found = Found { rows, hits, faults, wide, worst: none, example: None };
    while found.rows < wanted {
        let mut climbers: Vec<Climber> = Vec::new();
        climbers.resize_with(ROWS, || Climber { row: Row::any(&mut random), ..none });
        for change in 0..CHANGES {
            let changed = |one: &Climber| {
                if change == 0 { one.row } else { one.row.changed(&mut random) }
            };
            let rows: Vec<Row> = climbers.iter().map(changed).collect();
            for (place, (answer, report)) in reports(&rows)?.iter().enumerate() {
                let gap = found.add(rows[place], answer, report).unwrap_or(f64::NEG_INFINITY);
                if gap >= climbers[place].gap {
                    climbers[place] = Climber { row: rows[place], gap };
                }
            }
        }
    }
    Ok(found)
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is what the program is for")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual| arguments.next().map_or(Ok(usual), |word| word.parse::<u64>());
    let found = number(1_000_000).and_then(|rows| Ok((rows, number(1)?)));
    let found =
        found.map_err(Failure::from).and_then(|(rows, seed)| search(usize::try_from(rows)?, seed));
    match found {
        Ok(Found { rows, hits, faults, wide, worst: Climber { row, gap }, example }) => {
            println!("{rows} rows, {hits} hits, {wide} above {PROMISED} bounds, {faults} faults");
            println!("largest gap {gap:.3} bounds: {row:?}");
            example.iter().for_each(|example| println!("{example}"));
            if faults + wide == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}
