//! Every query about garbage: boxes and shapes of any bits, which only unchecked views and casts of memory hold.
//!
//! A call ends. Its numbers are finite or the constant NaN. Its rows are those of each row computed alone, whatever
//! else is in the list, on every backend.

mod ask;
mod chains;
mod groups;
mod world;

use std::fmt;

use bytemuck::Pod;
use octosat::{Backend, Engine};
use octosat_scenes::generate::Random;

pub use ask::GARBAGE_QUERIES;
use world::World;

use crate::{Failure, Workers, engines};

/// A query about garbage.
#[derive(Clone, Copy, Debug)]
pub struct GarbageQuery {
    /// Its name in reports.
    pub name: &'static str,
    /// The name of the query whose calls it makes.
    pub of: &'static str,
    /// Whether its numbers may be infinite, as times of casts are.
    is_infinite: bool,
    ask: fn(&Ask<'_>) -> Result<Vec<Answers>, Failure>,
}

/// A call about rows of garbage: two boxes each, or a box and a shape.
struct Ask<'a> {
    engine: &'a Engine,
    world: &'a World,
    rows: &'a [[u32; 2]],
}

/// What one call writes: rows of equal size.
struct Answers {
    bytes: Vec<u8>,
    size: usize,
}

/// What was found of a query.
#[derive(Clone, Debug)]
pub struct GarbageReport {
    /// The name of the query.
    pub name: &'static str,
    /// The number of required rows.
    pub rows: usize,
    /// How many rows of an engine were wrong.
    pub faults: usize,
    /// The first of them.
    pub example: Option<String>,
}

impl Answers {
    fn of<T: Pod>(rows: &[T]) -> Self {
        Self { bytes: bytemuck::cast_slice(rows).to_vec(), size: size_of::<T>() }
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.bytes[row * self.size..][..self.size]
    }
}

impl fmt::Display for GarbageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rows, faults, .. } = self;
        write!(f, "{name:<22}{rows:>12} rows{faults:>8} faults")
    }
}

impl GarbageQuery {
    /// Asks about this number of rows or some more; the same for the same seed.
    ///
    /// # Errors
    /// If a call is rejected.
    pub fn search(&self, rows: usize, seed: u64) -> Result<GarbageReport, Failure> {
        let (scalar, engines) = (Workers::new(1)?.engine(Backend::Scalar)?, engines());
        let mut report = GarbageReport { name: self.name, rows: 0, faults: 0, example: None };
        let mut round = 0;
        while report.rows < rows {
            let mut random = Random::of_round(seed, round);
            let world = World::new(&mut random);
            let rows = world.rows(&mut random);
            let alone = rows
                .iter()
                .map(|row| self.ask(&scalar, &world, &[*row]))
                .collect::<Result<Vec<_>, _>>()?;
            for engine in &engines {
                let answers = self.ask(engine, &world, &rows)?;
                for (place, &row) in rows.iter().enumerate() {
                    let Some(fault) = self.fault(&answers, place, &alone[place]) else {
                        continue;
                    };
                    let what = || {
                        format!(
                            "round {round}, {engine:?}, row {place}: {fault}, {}",
                            world.words(row)
                        )
                    };
                    report.example.get_or_insert_with(what);
                    report.faults += 1;
                }
            }
            report.rows += rows.len();
            round += 1;
        }
        Ok(report)
    }

    fn ask(
        &self,
        engine: &Engine,
        world: &World,
        rows: &[[u32; 2]],
    ) -> Result<Vec<Answers>, Failure> {
        (self.ask)(&Ask { engine, world, rows })
    }

    /// What is wrong with the answers of a row.
    fn fault(&self, answers: &[Answers], place: usize, alone: &[Answers]) -> Option<String> {
        answers.iter().zip(alone).enumerate().find_map(|(call, (answers, alone))| {
            let (row, alone) = (answers.row(place), alone.row(0));
            if row != alone {
                return Some(format!("call {call}: {:x?}, alone {:x?}", words(row), words(alone)));
            }
            let is_wrong = |word: &u32| !self.is_number(*word);
            let has_wrong = row.len().is_multiple_of(4) && words(row).iter().any(is_wrong);
            has_wrong.then(|| format!("call {call}: {:x?}", words(row)))
        })
    }

    /// Whether a word is a finite number, the constant NaN, or an index that is none.
    fn is_number(&self, word: u32) -> bool {
        let number = f32::from_bits(word);
        let is_index = word == u32::MAX;
        number.is_finite()
            || word == f32::NAN.to_bits()
            || is_index
            || (self.is_infinite && number.is_infinite())
    }
}

/// The words of a row; the bytes of one that has none.
fn words(row: &[u8]) -> Vec<u32> {
    if !row.len().is_multiple_of(4) {
        return row.iter().map(|&byte| byte.into()).collect();
    }
    row.as_chunks::<4>().0.iter().map(|&word| u32::from_ne_bytes(word)).collect()
}
