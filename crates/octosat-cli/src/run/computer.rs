//! Who computes: the engine, or the float64 reference.

use octosat::{Engine, Penetration, Rounding};
use octosat_reference::plain::PlainPenetration;
use rayon::prelude::*;

use crate::arguments::RunOptions;
use crate::choices::BackendChoice;
use crate::engines::Workers;
use crate::failure::Failure;
use crate::stores::Query;
use crate::vector::narrow;

/// Why the reference refuses: its judge checks manifolds, and makes none.
pub(super) const NO_REFERENCE_CONTACTS: &str =
    "--emit contacts: the reference backend makes no contacts; choose another backend";

/// Why the reference refuses: what it computes in float64 is neither of the engine's arithmetics, and
/// reporting the one that is not the default would claim that it was used.
const NO_REFERENCE_FUSED: &str =
    "--arithmetic fused: the reference backend has one arithmetic only; leave the option out";

/// The code that answers.
#[derive(Clone, Debug)]
pub(super) enum Computer {
    Engine(Engine),
    /// The float64 judge; whether it may use the threads of the pool that it is called in.
    Reference {
        parallel: bool,
    },
}

/// Rows of results of either code.
#[derive(Debug)]
pub(super) enum Rows {
    Engine(Vec<Penetration>),
    Reference(Vec<PlainPenetration>),
}

impl Computer {
    /// The code that the options ask for.
    pub(super) fn new(options: &RunOptions, workers: &Workers) -> Result<Self, Failure> {
        let arithmetic = options.way.arithmetic.into();
        let backend = match options.backend {
            BackendChoice::Reference if arithmetic == Rounding::Fused => {
                return Err(Failure::new(NO_REFERENCE_FUSED));
            }
            BackendChoice::Reference => return Ok(Self::Reference { parallel: workers.count > 1 }),
            choice => choice.named().unwrap_or_else(|| Engine::new().backend()),
        };
        Ok(Self::Engine(workers.engine(backend, arithmetic)?))
    }

    /// The name on the command line.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Engine(engine) => engine.backend().name(),
            Self::Reference { .. } => "reference",
        }
    }

    /// Room for no rows yet.
    pub(super) fn rows(&self) -> Rows {
        match self {
            Self::Engine(_) => Rows::Engine(Vec::new()),
            Self::Reference { .. } => Rows::Reference(Vec::new()),
        }
    }

    pub(super) fn overlap(&self, query: &Query<'_>, out: &mut [bool]) -> Result<(), Failure> {
        match self {
            Self::Engine(engine) => query.overlaps(engine, out)?,
            Self::Reference { parallel } => fill(*parallel, query.pairs, out, |pair| {
                query.store.judged(pair).separations().separation <= f64::from(query.margin)
            }),
        }
        Ok(())
    }

    pub(super) fn penetration(&self, query: &Query<'_>, out: &mut Rows) -> Result<(), Failure> {
        match (self, out) {
            (Self::Engine(engine), Rows::Engine(out)) => {
                query.penetrations(engine, out)?;
            }
            (Self::Reference { parallel }, Rows::Reference(out)) => {
                fill(*parallel, query.pairs, out, |pair| reference_row(query, pair));
            }
            // Rows are always those that `rows` of the same code made.
            _ => {}
        }
        Ok(())
    }

    /// The engine that makes contacts.
    pub(super) fn contact_engine(&self) -> Result<&Engine, Failure> {
        match self {
            Self::Engine(engine) => Ok(engine),
            Self::Reference { .. } => Err(Failure::new(NO_REFERENCE_CONTACTS)),
        }
    }

    /// Whether the code makes contacts.
    pub(super) fn has_contacts(&self) -> bool {
        matches!(self, Self::Engine(_))
    }
}

impl Rows {
    /// Makes room for exactly this many rows.
    pub(super) fn resize(&mut self, count: usize) {
        const ZERO: PlainPenetration = PlainPenetration { normal: [0.0; 3], depth: 0.0, axis: 0 };
        match self {
            Self::Engine(rows) => rows.resize(count, Penetration::default()),
            Self::Reference(rows) => rows.resize(count, ZERO),
        }
    }

    pub(super) fn get(&self, row: usize) -> PlainPenetration {
        match self {
            Self::Engine(rows) => {
                let Penetration { normal, depth, axis, .. } = rows[row];
                PlainPenetration { normal, depth, axis: axis.code() }
            }
            Self::Reference(rows) => rows[row],
        }
    }
}

/// The float64 answer, rounded once.
fn reference_row(query: &Query<'_>, pair: [u32; 2]) -> PlainPenetration {
    let judged = query.store.judged(pair);
    let judgement = judged.separations();
    PlainPenetration {
        normal: judgement.normal.map(narrow),
        depth: narrow(0.0 - judgement.separation),
        axis: judgement.axis,
    }
}

fn fill<T: Send>(
    parallel: bool,
    pairs: &[[u32; 2]],
    out: &mut [T],
    answer: impl Fn([u32; 2]) -> T + Sync,
) {
    if parallel {
        out.par_iter_mut().zip(pairs).for_each(|(out, &pair)| *out = answer(pair));
    } else {
        out.iter_mut().zip(pairs).for_each(|(out, &pair)| *out = answer(pair));
    }
}
