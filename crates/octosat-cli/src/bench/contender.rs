//! What is measured: a query answered by some code.

use std::hint::black_box;
use std::time::{Duration, Instant};

use octosat::{Backend, Engine, Manifolds, Penetration, PointLimit, PointOrigin, Rounding};
use octosat_reference::textbook::overlap_early_exit;

use super::dataset::{BenchFrame, Dataset};
use crate::choices::Basis;
use crate::engines::{Workers, available_backends, roundings};
use crate::failure::Failure;
use crate::manifolds::{ManifoldSetting, SPECULATIVE_MARGIN};
use crate::stores::Query;

/// A question about pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Overlap,
    Penetration,
    Contacts,
}

/// How contacts are asked for: as engines do that hold boxes together before they touch.
pub(crate) const CONTACTS: ManifoldSetting = ManifoldSetting {
    margin: SPECULATIVE_MARGIN,
    limit: PointLimit::Four,
    origin: PointOrigin::World,
};

impl Asked {
    /// What is asked of every backend, basis and arithmetic.
    pub(crate) const ALL: [Self; 3] = [Self::Overlap, Self::Penetration, Self::Contacts];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Penetration => "penetration",
            Self::Contacts => "contacts",
        }
    }
}

/// The code that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// The early-exit test with stored matrices, on one thread; overlap only.
    Textbook,
    Engine {
        backend: Backend,
        basis: Basis,
        arithmetic: Rounding,
    },
}

/// A query, the code and its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    pub(crate) asked: Asked,
    pub(crate) code: Code,
    pub(crate) threads: usize,
}

/// Places for answers, used again and again.
#[derive(Debug)]
pub(crate) struct Buffers {
    pub(crate) overlaps: Vec<bool>,
    pub(crate) rows: Vec<Penetration>,
    pub(crate) contacts: Manifolds,
}

impl Buffers {
    pub(crate) fn new(dataset: &Dataset) -> Self {
        let most = dataset.frames.iter().map(|frame| frame.pairs.len()).max().unwrap_or(0);
        Self::of_pairs(most)
    }

    /// Places for the answers about so many pairs.
    pub(crate) fn of_pairs(most: usize) -> Self {
        let rows = vec![Penetration::default(); most];
        Self { overlaps: vec![false; most], rows, contacts: Manifolds::new() }
    }
}

/// A contender ready to start.
#[derive(Debug)]
pub(crate) struct Runner<'a> {
    pub(crate) contender: Contender,
    engine: Option<Engine>,
    workers: &'a Workers,
}

impl Contender {
    /// The engine on one thread.
    pub(crate) fn engine(asked: Asked, backend: Backend, basis: Basis) -> Self {
        let code = Code::Engine { backend, basis, arithmetic: Rounding::Exact };
        Self { asked, code, threads: 1 }
    }

    /// The textbook.
    pub(crate) fn textbook() -> Self {
        Self { asked: Asked::Overlap, code: Code::Textbook, threads: 1 }
    }

    /// Every backend, basis and arithmetic on one thread, and the textbook.
    pub(crate) fn all() -> Vec<Self> {
        let mut all = vec![Self::textbook()];
        for asked in Asked::ALL {
            for backend in available_backends() {
                for basis in Basis::ALL {
                    for arithmetic in roundings(backend) {
                        let code = Code::Engine { backend, basis, arithmetic };
                        all.push(Self { asked, code, threads: 1 });
                    }
                }
            }
        }
        all
    }

    /// The usual choices of every backend on one thread, and the textbook.
    pub(crate) fn backends() -> Vec<Self> {
        let mut all = vec![Self::textbook()];
        for asked in Asked::ALL {
            let new = |backend| Self::engine(asked, backend, Basis::Unit);
            all.extend(available_backends().into_iter().map(new));
        }
        all
    }

    /// Whether the data set holds the boxes that the contender reads.
    pub(crate) fn can_read(&self, dataset: &Dataset) -> bool {
        match self.code {
            Code::Textbook => true,
            Code::Engine { basis, .. } => dataset.has(basis),
        }
    }

    pub(crate) fn backend_name(&self) -> &'static str {
        match self.code {
            Code::Textbook => "textbook",
            Code::Engine { backend, .. } => backend.name(),
        }
    }

    /// The textbook's boxes are neither of the engine's.
    pub(crate) fn basis_name(&self) -> &'static str {
        match self.code {
            Code::Textbook => "matrix",
            Code::Engine { basis, .. } => basis.name(),
        }
    }

    pub(crate) fn arithmetic_name(&self) -> &'static str {
        match self.code {
            Code::Textbook => Rounding::Exact.name(),
            Code::Engine { arithmetic, .. } => arithmetic.name(),
        }
    }

    /// The same code in the one-lane mirror, on one thread.
    pub(crate) fn mirror(&self) -> Option<Self> {
        match self.code {
            Code::Textbook => None,
            Code::Engine { basis, arithmetic, .. } => {
                let code = Code::Engine { backend: Backend::Scalar, basis, arithmetic };
                Some(Self { code, threads: 1, ..*self })
            }
        }
    }

    /// The scalar code that everybody would compare with: the textbook's overlap, and the mirror's
    /// penetration and contacts in exact arithmetic, as the textbook has neither.
    pub(crate) fn scalar(&self) -> Self {
        match (self.asked, self.code) {
            (Asked::Penetration | Asked::Contacts, Code::Engine { basis, .. }) => {
                Self::engine(self.asked, Backend::Scalar, basis)
            }
            _ => Self::textbook(),
        }
    }
}

impl<'a> Runner<'a> {
    /// Looks up the engine and the threads of a contender.
    pub(crate) fn new(contender: Contender, workers: &'a Workers) -> Result<Self, Failure> {
        let engine = match contender.code {
            Code::Textbook => None,
            Code::Engine { backend, arithmetic, .. } => Some(workers.engine(backend, arithmetic)?),
        };
        Ok(Self { contender, engine, workers })
    }

    /// Answers a frame into the buffers.
    fn answer(&self, frame: &BenchFrame, buffers: &mut Buffers) -> Result<(), Failure> {
        let count = frame.pairs.len();
        let (Some(engine), Code::Engine { basis, .. }) = (&self.engine, self.contender.code) else {
            for (out, pair) in buffers.overlaps.iter_mut().zip(&frame.pairs) {
                let [a, b] = pair.map(|index| &frame.matrices[index as usize]);
                *out = overlap_early_exit(a, b);
            }
            return Ok(());
        };
        let absent = || Failure::new(format!("no boxes in the {} basis", basis.name()));
        let store = frame.store(basis).ok_or_else(absent)?;
        let query = Query { store, pairs: &frame.pairs, margin: 0.0 };
        match self.contender.asked {
            Asked::Overlap => query.overlaps(engine, &mut buffers.overlaps[..count])?,
            Asked::Penetration => query.penetrations(engine, &mut buffers.rows[..count])?,
            Asked::Contacts => query.manifolds_as(engine, CONTACTS, &mut buffers.contacts)?,
        }
        Ok(())
    }

    /// Answers one frame on the contender's threads.
    pub(crate) fn lap_once(
        &self,
        frame: &BenchFrame,
        buffers: &mut Buffers,
    ) -> Result<(), Failure> {
        self.workers.run(|| self.answer(frame, buffers))
    }

    /// Answers all frames this many times and returns the time that took.
    pub(crate) fn lap(
        &self,
        dataset: &Dataset,
        buffers: &mut Buffers,
        times: usize,
    ) -> Result<Duration, Failure> {
        self.workers.run(|| {
            let begin = Instant::now();
            for _ in 0..times {
                for frame in &dataset.frames {
                    self.answer(frame, buffers)?;
                    black_box(&mut *buffers);
                }
            }
            Ok(begin.elapsed())
        })
    }
}
