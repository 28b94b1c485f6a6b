//! Every backend, rounding and number of threads against the scalar backend and the references.
//!
//! The scalar backend on one thread is asked first, about all rows of a frame in their order. Its answers are
//! checked against the references; all others must have its bits: in lists of another order and length, with a
//! margin per row, with one shape for all boxes, in the company of a box of NaN, and with memories of their own.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bytemuck::{Pod, bytes_of};
use octosat::{Backend, Engine, Margin};

use crate::boxes::Basis;
use crate::case::{Case, short};
use crate::engines::{Workers, available_backends, fastest, roundings};
use crate::failure::Failure;
use crate::query::{Answered, Asked, Query};
use crate::report::{Combination, Difference, Report};
use crate::rows::{FrameRows, Listing};

/// Lists of every length below this are asked: whole batches of every backend, and their odd ends.
const SHORT_LISTS: usize = 18;

/// With what frames are checked.
#[derive(Debug)]
pub struct Plan {
    /// The numbers of threads.
    pub workers: Vec<Workers>,
    /// Whether short lists and boxes of NaN are tried with every frame.
    pub is_thorough: bool,
}

/// Checks frames one after the other and adds up what it finds.
#[derive(Debug)]
pub struct Runner<'p, Q: Query> {
    query: Q,
    plan: &'p Plan,
    ways: Vec<Way<'p, Q>>,
    report: Report,
}

/// Those that must have the same bits: all of one rounding.
#[derive(Debug)]
struct Way<'p, Q: Query> {
    scalar: Engine,
    memory: Q::Memory,
    fastest: Engine,
    history: Q::History,
    contenders: Vec<Contender<'p, Q>>,
}

/// An engine with its threads and what it remembers.
#[derive(Debug)]
struct Contender<'p, Q: Query> {
    /// Its place among the combinations.
    number: usize,
    engine: Engine,
    workers: &'p Workers,
    memory: Q::Memory,
    /// What it remembers by slots, if it is asked with these, too.
    slotted: Option<Q::Memory>,
}

/// A frame with all rows of it.
struct Question<'a, Q: Query> {
    query: Q,
    case: &'a Case,
    world: &'a Q::World,
    rows: &'a FrameRows,
}

impl<Q: Query> Clone for Question<'_, Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: Query> Copy for Question<'_, Q> {}

/// A frame for several threads: its rows again and again until each has work.
struct Long<W> {
    /// The frame with repeated boxes, if rows are boxes.
    repeated: Option<Repeated<W>>,
    listing: Listing,
}

/// A frame whose boxes are repeated.
struct Repeated<W> {
    case: Case,
    world: W,
}

/// What the scalar backend says about a frame.
struct Expected<R> {
    answers: Vec<R>,
    /// Without the margin, if margins can be given per row.
    bare: Option<Vec<R>>,
}

/// The rows, each once, whose bits differ, and how.
type Odd = BTreeMap<usize, String>;

impl<'p, Q: Query> Runner<'p, Q> {
    /// A runner of a query in a basis that has seen no frame.
    ///
    /// # Errors
    /// If there is no engine for a combination.
    pub fn new(query: Q, basis: Basis, plan: &'p Plan) -> Result<Self, Failure> {
        let mut combinations = Vec::new();
        let mut ways = Vec::new();
        for rounding in roundings(Backend::Scalar) {
            let mut contenders = Vec::new();
            for backend in available_backends() {
                for workers in plan.workers.iter().filter(|_| backend.has_rounding(rounding)) {
                    let (number, threads) = (combinations.len(), workers.count);
                    let query_name = query.facts().name;
                    let one = Combination { query: query_name, backend, basis, rounding, threads };
                    combinations.push(one);
                    let engine = workers.engine(backend, rounding)?;
                    let has_slots = threads == 1 && backend == Backend::Portable;
                    let slotted = has_slots.then(|| query.memory(number + 2));
                    let memory = query.memory(number + 1);
                    contenders.push(Contender { number, engine, workers, memory, slotted });
                }
            }
            ways.push(Way {
                scalar: Workers::new(1)?.engine(Backend::Scalar, rounding)?,
                memory: query.memory(0),
                fastest: fastest(rounding),
                history: Q::History::default(),
                contenders,
            });
        }
        Ok(Self { query, plan, ways, report: Report::new(combinations) })
    }

    fn check_frame(&mut self, case: &Case) -> Result<(), Failure> {
        let query = self.query;
        let world = query.world(case)?;
        let rows = FrameRows::new(query, case, &world);
        self.report.rows += rows.rows.len();
        let question = Question { query, case, world: &world, rows: &rows };
        let shuffled = rows.shuffled(case, query.facts().remembers);
        let is_long = self.plan.workers.iter().any(|workers| workers.count > 1);
        let long = is_long.then(|| question.long()).transpose()?;
        for way in &mut self.ways {
            let Some(expected) = way.expected(question, &mut self.report)? else { continue };
            for contender in &mut way.contenders {
                let mut odd = Odd::new();
                match &long {
                    Some(long) if contender.workers.count > 1 => {
                        contender.compare(
                            long.question(question),
                            &long.listing,
                            &expected,
                            &mut odd,
                        );
                    }
                    _ => contender.compare(question, &shuffled, &expected, &mut odd),
                }
                if self.plan.is_thorough && contender.workers.count == 1 {
                    contender.compare_small(question, &expected, &mut odd);
                }
                contender.report(odd, &rows, &mut self.report);
            }
        }
        Ok(())
    }
}

/// Checks frames one after the other.
pub trait Checker: Debug {
    /// Checks the next frame.
    ///
    /// # Errors
    /// A frame that a query or a check rejects.
    fn check(&mut self, case: &Case) -> Result<(), Failure>;

    /// What was found so far.
    fn report(&mut self) -> &mut Report;
}

impl<Q: Query> Checker for Runner<'_, Q> {
    fn check(&mut self, case: &Case) -> Result<(), Failure> {
        self.check_frame(case)
    }

    fn report(&mut self) -> &mut Report {
        &mut self.report
    }
}

impl<Q: Query> Way<'_, Q> {
    /// Asks the scalar backend, and checks its answers; none if these contradict each other.
    fn expected(
        &mut self,
        question: Question<'_, Q>,
        report: &mut Report,
    ) -> Result<Option<Expected<Q::Row>>, Failure> {
        let Question { query, case, world, rows } = question;
        let asked = Asked::list(&self.scalar, case, world, &rows.rows);
        let answers = match query.ask(&asked, &mut self.memory) {
            Ok(answers) => answers,
            Err(failure) => {
                if let Some(scalar) = self.contenders.first() {
                    scalar.report(Odd::from([(0, failure.to_string())]), rows, report);
                }
                return Ok(None);
            }
        };
        let (engine, rows) = (&self.fastest, &rows.rows[..]);
        let answered = Answered { engine, case, world, rows, answers: &answers };
        let findings = query.check(&answered, &mut self.history)?;
        // The findings are about the scalar backend's answers: told once, although all who agree share them.
        let basis = case.boxes.basis().name();
        let about = format!("{}, {basis}, {}", query.facts().name, self.scalar.rounding());
        for (place, finding) in findings.iter().enumerate() {
            report.plain_mismatches += usize::from(finding.mismatch.is_some());
            let mismatch = finding.mismatch.iter().map(|what| format!("plain reference: {what}"));
            let fault = finding.fault.iter().map(|what| format!("outside tolerance: {what}"));
            for what in mismatch.chain(fault) {
                let row = rows.get(place).copied().unwrap_or_default();
                report.note(Difference { row, place, what: format!("{about}: {what}") });
            }
        }
        for contender in &self.contenders {
            report.count(contender.number, &findings);
        }
        let facts = query.facts();
        let has_bare = facts.takes_margin && !facts.remembers && case.setting.margin > 0.0;
        // A margin of zero, and not none: in the pre-scaled basis these are different tests.
        let bare = Asked { margin: Margin::Uniform(0.0), ..asked };
        let bare = has_bare.then(|| query.ask(&bare, &mut query.memory(0))).transpose()?;
        Ok(Some(Expected { answers, bare }))
    }
}

impl<Q: Query> Contender<'_, Q> {
    /// Asks about rows in every form, and compares the bits.
    fn compare(
        &mut self,
        question: Question<'_, Q>,
        listing: &Listing,
        expected: &Expected<Q::Row>,
        odd: &mut Odd,
    ) {
        let Question { query, case, world, rows } = question;
        let Self { engine, workers, memory, slotted, .. } = self;
        let list = || Asked::list(engine, case, world, &listing.rows);
        let found = workers.run(|| query.ask(&list(), memory));
        let of_list = |row: usize| Some((listing.places[row], &expected.answers));
        compare(found, of_list, "in a list", odd);
        if let Some(bare) = &expected.bare {
            let margin = |row: usize| if row % 2 == 1 { 0.0 } else { case.setting.margin };
            let margins: Vec<f32> = (0..listing.rows.len()).map(margin).collect();
            let asked = Asked { margin: Margin::PerPair(&margins), ..list() };
            let found = workers.run(|| query.ask(&asked, &mut query.memory(0)));
            let of_row = |row: usize| {
                let answers = if row % 2 == 1 { bare } else { &expected.answers };
                Some((listing.places[row], answers))
            };
            compare(found, of_row, "with a margin per row", odd);
        }
        for (number, &shape) in rows.alone.iter().enumerate() {
            let against = rows.against(number, case.boxes.len() / case.originals.max(1));
            let asked = Asked { rows: &against.rows, alone: Some(shape), ..list() };
            let found = workers.run(|| query.ask(&asked, &mut query.memory(0)));
            let of_box = |row: usize| Some((against.places[row], &expected.answers));
            compare(found, of_box, "with one shape for all boxes", odd);
        }
        if let Some(memory) = slotted.as_mut().filter(|_| query.facts().remembers) {
            let slots = case.slots.as_ref().filter(|_| case.is_orderly);
            let slots: Option<Vec<u32>> =
                slots.map(|slots| listing.places.iter().map(|&place| slots[place]).collect());
            let found = query.ask(&Asked { slots: slots.as_deref(), ..list() }, memory);
            compare(found, of_list, "with slots", odd);
        }
    }

    /// Asks about short lists, and about all rows with a box of NaN among the others.
    fn compare_small(&self, question: Question<'_, Q>, expected: &Expected<Q::Row>, odd: &mut Odd) {
        let Question { query, case, world, rows } = question;
        if query.facts().remembers {
            return;
        }
        let of_row = |row: usize| Some((row, &expected.answers));
        for len in 0..SHORT_LISTS.min(rows.listed) {
            let asked = Asked::list(&self.engine, case, world, &rows.rows[..len]);
            let found = query.ask(&asked, &mut query.memory(0));
            compare(found, of_row, "in a short list", odd);
        }
        if case.boxes.is_empty() {
            return;
        }
        let bad = short(case.boxes.len() / 2);
        let poisoned = Case { boxes: case.boxes.poisoned(bad), ..case.clone() };
        let listed = &rows.rows[..rows.listed];
        let found =
            query.ask(&Asked::list(&self.engine, &poisoned, world, listed), &mut query.memory(0));
        let of_others =
            |row: usize| of_row(row).filter(|_| !query.depends_on(case, listed[row], bad));
        compare(found, of_others, "beside a box of NaN", odd);
    }

    /// Counts what differs and tells the first of it.
    fn report(&self, odd: Odd, rows: &FrameRows, report: &mut Report) {
        let tally = &mut report.tallies[self.number];
        tally.bit_mismatches += odd.len();
        let combination = tally.combination;
        for (place, what) in odd {
            let row = rows.rows.get(place).copied().unwrap_or_default();
            report.note(Difference { row, place, what: format!("{combination}: {what}") });
        }
    }
}

/// Compares rows with those expected in their places, if something is expected there.
fn compare<'e, R: Pod + Debug>(
    found: Result<Vec<R>, Failure>,
    expected: impl Fn(usize) -> Option<(usize, &'e Vec<R>)>,
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

impl<'a, Q: Query> Question<'a, Q> {
    /// The frame for several threads.
    fn long(self) -> Result<Long<Q::World>, Failure> {
        let Self { query, case, rows, .. } = self;
        let facts = query.facts();
        let enough = |rows: usize| facts.fewest_threaded.div_ceil(rows.max(1));
        if !facts.has_rows_of_boxes {
            let copies = if case.is_orderly { enough(rows.listed) } else { 1 };
            let copies = case.copies.unwrap_or(copies);
            return Ok(Long { repeated: None, listing: rows.repeated(copies) });
        }
        let copies = enough(case.boxes.len());
        let repeated = case.repeated(copies);
        let world = query.world(&repeated)?;
        let boxes = case.boxes.len();
        let listing =
            rows.repeated_boxes(enough(rows.listed).min(copies), boxes, rows.alone.is_empty());
        Ok(Long { repeated: Some(Repeated { case: repeated, world }), listing })
    }
}

impl<W> Long<W> {
    /// The question about the repeated boxes, if they are repeated.
    fn question<'a, Q: Query<World = W>>(&'a self, of: Question<'a, Q>) -> Question<'a, Q> {
        match &self.repeated {
            Some(Repeated { case, world }) => Question { case, world, ..of },
            None => of,
        }
    }
}
