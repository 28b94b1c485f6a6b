//! Every backend and number of threads against the scalar backend and the references.
//!
//! The scalar backend on one thread computes first, all rows of a frame in their order. Its answers are
//! checked against the references. All others must have its bits: in lists of another order and length, with a
//! margin per row, with one shape for all boxes, next to a box of NaN, and with memories of their own.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bytemuck::{Pod, bytes_of};
use octosat::{Backend, Engine, Length};
use proptest::prelude::BoxedStrategy;

use crate::rows::{FrameRows, Listing};
use crate::{
    Asked, Basis, Call, Case, Combination, Difference, Facts, Failure, Query, Report, Round,
    Workers, available_backends, fastest, short,
};

/// Lists of every length below this are computed: whole batches of every backend, and their odd ends.
const SHORT_LISTS: usize = 18;

/// How frames are checked.
#[derive(Debug)]
pub struct Plan {
    /// The numbers of threads.
    pub workers: Vec<Workers>,
    /// Whether short lists and boxes of NaN are tried with every frame.
    pub is_thorough: bool,
}

/// A query that can be checked, timed and searched for failures, whatever its rows are.
pub trait Checked: Debug + Send + Sync {
    /// The constants of the query.
    fn facts(&self) -> &'static Facts;

    /// The cases of a round of a search, of another kind in each of some rounds that follow each other.
    fn rounds(&self, number: u64) -> BoxedStrategy<Round>;

    /// A checker that has seen no frame.
    ///
    /// # Errors
    /// If there is no engine for a combination.
    fn checker<'p>(&self, basis: Basis, plan: &'p Plan) -> Result<Box<dyn Checker + 'p>, Failure>;

    /// What an engine answers about all rows of frames one after the other: a row of bytes each.
    ///
    /// # Errors
    /// A frame that the query rejects.
    fn answers(&self, engine: &Engine, frames: &[Case]) -> Result<Vec<Vec<u8>>, Failure>;

    /// Makes the calls that can be timed about a frame, and works with them.
    ///
    /// # Errors
    /// A frame that the query rejects, and what the work returns.
    fn with_calls(
        &self,
        case: &Case,
        work: &mut dyn FnMut(&mut [Call<'_>]) -> Result<(), Failure>,
    ) -> Result<(), Failure>;
}

impl<Q: Query> Checked for Q {
    fn facts(&self) -> &'static Facts {
        Query::facts(self)
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        Query::rounds(self, number)
    }

    fn checker<'p>(&self, basis: Basis, plan: &'p Plan) -> Result<Box<dyn Checker + 'p>, Failure> {
        Ok(Box::new(Runner::new(*self, basis, plan)?))
    }

    fn answers(&self, engine: &Engine, frames: &[Case]) -> Result<Vec<Vec<u8>>, Failure> {
        let (mut memory, mut answers) = (self.memory(0), Vec::new());
        for case in frames {
            let world = self.world(case)?;
            let rows = self.rows(case, &world);
            let found = self.ask(&Asked::list(engine, case, &world, &rows), &mut memory)?;
            answers.extend(found.iter().map(|row| bytes_of(row).to_vec()));
        }
        Ok(answers)
    }

    fn with_calls(
        &self,
        case: &Case,
        work: &mut dyn FnMut(&mut [Call<'_>]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let world = self.world(case)?;
        work(&mut self.calls(case, &world))
    }
}

/// Checks frames one after the other and adds up what it finds.
pub trait Checker: Debug {
    /// Checks the next frame.
    ///
    /// # Errors
    /// A frame that a query or a check rejects.
    fn check(&mut self, case: &Case) -> Result<(), Failure>;

    /// What was found so far.
    fn report(&mut self) -> &mut Report;
}

/// The checker of a query.
#[derive(Debug)]
struct Runner<'p, Q: Query> {
    query: Q,
    plan: &'p Plan,
    engines: Engines<'p, Q>,
    report: Report,
}

/// The engines, which must have the same bits.
#[derive(Debug)]
struct Engines<'p, Q: Query> {
    scalar: Engine,
    memory: Q::Memory,
    fastest: Engine,
    history: Q::History,
    contenders: Vec<Contender<'p, Q>>,
}

/// An engine with its threads and its memory.
#[derive(Debug)]
struct Contender<'p, Q: Query> {
    /// Its index among the combinations.
    number: usize,
    engine: Engine,
    workers: &'p Workers,
    memory: Q::Memory,
}

/// A frame with all rows of it.
struct Question<'a, Q: Query> {
    query: Q,
    case: &'a Case,
    world: &'a Q::World,
    rows: &'a FrameRows,
}

/// A frame for several threads: its rows again and again until the engine splits the list on a backend.
struct Long<W> {
    backend: Backend,
    case: Case,
    world: W,
    listing: Listing,
}

/// The answers of the scalar backend about a frame.
struct Expected<R> {
    answers: Vec<R>,
    /// The answers without the margin, if margins can be given per row.
    bare: Option<Vec<R>>,
}

/// The rows, each once, whose bits differ, and how.
type Odd = BTreeMap<usize, String>;

impl<'p, Q: Query> Runner<'p, Q> {
    /// A runner of a query in a basis that has seen no frame.
    fn new(query: Q, basis: Basis, plan: &'p Plan) -> Result<Self, Failure> {
        let mut combinations = Vec::new();
        let mut contenders = Vec::new();
        for backend in available_backends() {
            for workers in &plan.workers {
                let (number, threads) = (combinations.len(), workers.count);
                let name = query.facts().name;
                combinations.push(Combination { query: name, backend, basis, threads });
                let engine = workers.engine(backend)?;
                let memory = query.memory(number + 1);
                contenders.push(Contender { number, engine, workers, memory });
            }
        }
        let engines = Engines {
            scalar: Workers::new(1)?.engine(Backend::Scalar)?,
            memory: query.memory(0),
            fastest: fastest(),
            history: Q::History::default(),
            contenders,
        };
        Ok(Self { query, plan, engines, report: Report::new(combinations) })
    }
}

impl<Q: Query> Checker for Runner<'_, Q> {
    fn check(&mut self, case: &Case) -> Result<(), Failure> {
        let query = self.query;
        let world = query.world(case)?;
        let rows = FrameRows::new(query, case, &world);
        self.report.rows += rows.all.rows.len();
        let question = Question { query, case, world: &world, rows: &rows };
        let shuffled = rows.shuffled(case, query.facts().remembers);
        let is_long = self.plan.workers.iter().any(|workers| workers.count > 1);
        let backends = if is_long { available_backends() } else { Vec::new() };
        let long: Vec<Long<_>> =
            backends.into_iter().map(|backend| question.long(backend)).collect::<Result<_, _>>()?;
        let Some(expected) = self.engines.expected(&question, &mut self.report)? else {
            return Ok(());
        };
        for contender in &mut self.engines.contenders {
            let (mut odd, is_single) = (Odd::new(), contender.workers.count == 1);
            let is_own = |long: &&Long<_>| long.backend == contender.engine.backend();
            let own = long.iter().find(|long| !is_single && is_own(long));
            let before = (self.plan.is_thorough && is_single).then(|| contender.memory.clone());
            match own {
                Some(Long { case, world, listing, .. }) => {
                    let question = Question { case, world, ..question };
                    contender.compare(&question, listing, &expected, &mut odd);
                }
                None => contender.compare(&question, &shuffled, &expected, &mut odd),
            }
            if let Some(before) = before {
                contender.compare_small(&question, &before, &expected, &mut odd);
            }
            contender.report(odd, &rows, &mut self.report);
        }
        Ok(())
    }

    fn report(&mut self) -> &mut Report {
        &mut self.report
    }
}

impl<Q: Query> Engines<'_, Q> {
    /// Asks the scalar backend, and checks its answers; none if these contradict each other.
    fn expected(
        &mut self,
        question: &Question<'_, Q>,
        report: &mut Report,
    ) -> Result<Option<Expected<Q::Row>>, Failure> {
        let Question { query, case, world, rows } = *question;
        let asked = rows.all.asked(&self.scalar, case, world);
        let answers = match query.ask(&asked, &mut self.memory) {
            Ok(answers) => answers,
            Err(failure) => {
                if let Some(scalar) = self.contenders.first() {
                    scalar.report(Odd::from([(0, failure.to_string())]), rows, report);
                }
                return Ok(None);
            }
        };
        let of_fastest = rows.all.asked(&self.fastest, case, world);
        let findings = query.check(&of_fastest, &answers, &mut self.history)?;
        // The findings are about the scalar backend's answers: noted once, although all that agree share them.
        let (facts, basis) = (query.facts(), case.boxes.basis().name());
        let about = format!("{}, {basis}", facts.name);
        for (place, finding) in findings.iter().enumerate() {
            report.plain_mismatches += usize::from(finding.mismatch.is_some());
            let mismatch = finding.mismatch.iter().map(|what| format!("plain reference: {what}"));
            let fault = finding.fault.iter().map(|what| format!("outside tolerance: {what}"));
            for what in mismatch.chain(fault) {
                let row = rows.all.rows.get(place).copied().unwrap_or_default();
                report.note(Difference { row, place, what: format!("{about}: {what}") });
            }
        }
        for contender in &self.contenders {
            report.count(contender.number, &findings);
        }
        let is_uniform = case.setting.margin > 0.0 && !case.setting.own_margins;
        let has_bare = facts.takes_margin && !facts.remembers && is_uniform;
        // A margin of zero, and not none: in the pre-scaled basis these are different tests.
        let bare = Asked { margin: Length::Uniform(0.0), ..asked };
        let bare = has_bare.then(|| query.ask(&bare, &mut self.memory)).transpose()?;
        Ok(Some(Expected { answers, bare }))
    }
}

impl<Q: Query> Contender<'_, Q> {
    /// Asks about rows in every form, and compares the bits.
    fn compare(
        &mut self,
        question: &Question<'_, Q>,
        listing: &Listing,
        expected: &Expected<Q::Row>,
        odd: &mut Odd,
    ) {
        let Question { query, case, world, rows } = *question;
        let Self { engine, workers, memory, .. } = self;
        let list = || listing.asked(engine, case, world);
        let mut ask = |asked: Asked<'_, _>| workers.run(|| query.ask(&asked, memory));
        let of_list = |row: usize| Some((listing.places[row], &expected.answers));
        compare(ask(list()), &of_list, "in a list", odd);
        if let Some(bare) = &expected.bare {
            let margin = |row: usize| if row % 2 == 1 { 0.0 } else { case.setting.margin };
            let margins: Vec<f32> = (0..listing.rows.len()).map(margin).collect();
            let found = ask(Asked { margin: Length::PerPair(&margins), ..list() });
            let of_row = |row: usize| {
                let answers = if row % 2 == 1 { bare } else { &expected.answers };
                Some((listing.places[row], answers))
            };
            compare(found, &of_row, "with a margin per row", odd);
        }
        for (number, &shape) in rows.alone.iter().enumerate() {
            let against = rows.against(number, case.boxes.len() / case.originals.max(1));
            let found = ask(Asked { rows: &against.rows, alone: Some(shape), ..list() });
            let of_box = |row: usize| Some((against.places[row], &expected.answers));
            compare(found, &of_box, "with one shape for all boxes", odd);
        }
    }

    /// Asks about short lists, and about all rows with a box of NaN among the others, each time with the memory from
    /// before the frame: a row must not depend on the others, with a cache either.
    fn compare_small(
        &self,
        question: &Question<'_, Q>,
        before: &Q::Memory,
        expected: &Expected<Q::Row>,
        odd: &mut Odd,
    ) {
        let Question { query, case, world, rows } = *question;
        if case.boxes.is_empty() {
            return;
        }
        let ask = |listing: &Listing, case: &Case| {
            query.ask(&listing.asked(&self.engine, case, world), &mut before.clone())
        };
        let of_row = |row: usize| Some((row, &expected.answers));
        for len in 0..SHORT_LISTS.min(rows.listed) {
            let found = ask(&rows.listing((0..len).collect()), case);
            compare(found, &of_row, "in a short list", odd);
        }
        let bad = short(case.boxes.len() / 2);
        let poisoned = Case { boxes: case.boxes.poisoned(bad), ..case.clone() };
        let listed = rows.listing((0..rows.listed).collect());
        let found = ask(&listed, &poisoned);
        let of_others =
            |row: usize| of_row(row).filter(|_| !query.depends_on(case, listed.rows[row], bad));
        compare(found, &of_others, "next to a box of NaN", odd);
    }

    /// Counts what differs and notes the first of it.
    fn report(&self, odd: Odd, rows: &FrameRows, report: &mut Report) {
        let tally = &mut report.tallies[self.number];
        tally.bit_mismatches += odd.len();
        let combination = tally.combination;
        for (place, what) in odd {
            let row = rows.all.rows.get(place).copied().unwrap_or_default();
            report.note(Difference { row, place, what: format!("{combination}: {what}") });
        }
    }
}

/// Compares rows with those expected at their indices, if something is expected there. `dyn`, so that it is compiled once for
/// each type of row.
fn compare<'e, R: Pod + Debug>(
    found: Result<Vec<R>, Failure>,
    expected: &dyn Fn(usize) -> Option<(usize, &'e Vec<R>)>,
    form: &str,
    odd: &mut Odd,
) {
    let found = match found {
        Ok(found) => found,
        Err(failure) => {
            odd.entry(0).or_insert_with(|| format!("{form}: {failure}"));
            return;
        }
    };
    for (row, found) in found.iter().enumerate() {
        let Some((place, answers)) = expected(row) else { continue };
        let expected = &answers[place];
        if bytes_of(found) != bytes_of(expected) {
            odd.entry(place).or_insert_with(|| {
                format!("{form}: {found:?} instead of the scalar backend's {expected:?}")
            });
        }
    }
}

impl<Q: Query> Question<'_, Q> {
    /// The frame for several threads.
    fn long(&self, backend: Backend) -> Result<Long<Q::World>, Failure> {
        let Self { query, case, rows, .. } = *self;
        let (facts, sequence) = (query.facts(), case.sequence);
        let enough = |rows: usize| match sequence.is_repeated {
            true => facts.fewest_split(backend).div_ceil(rows.max(1)),
            false => 1,
        };
        let boxes = case.boxes.len();
        let (case, listing) = if facts.has_rows_of_boxes {
            let copies = enough(boxes);
            let shifts = if rows.alone.is_empty() { [boxes; 2] } else { [boxes, 0] };
            let listing = rows.repeated(enough(rows.listed).min(copies), shifts);
            (case.repeated(copies), listing)
        } else {
            let listing = rows.repeated(enough(sequence.longest.unwrap_or(rows.listed)), [0; 2]);
            let ascends = facts.remembers && case.setting.shape_seed.is_multiple_of(2);
            (case.clone(), if ascends { rows.ascending(listing.places) } else { listing })
        };
        Ok(Long { backend, world: query.world(&case)?, case, listing })
    }
}
