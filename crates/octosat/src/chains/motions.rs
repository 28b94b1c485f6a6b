//! Joint motions: whether a chain is certainly free all the way from one configuration to another.
//!
//! A motion is looked at in parts. Within a part, no point of a solid is farther from where it is in the middle of the part
//! than a bound, so the part is free if all solids are farther apart in the middle than this. If not, the part is halved.
//! Parts of many motions share the lanes. What is found of a part depends on this part alone, and a part is left out only
//! if it cannot change the row, so neither lanes nor threads nor the order of parts change a row.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::{Arithmetic, Isa, MAX_LANES};
use octosat_rows::{JointMotion, JointMotionState};

use super::look::{Found, Look};
use super::questions::JointMotions;
use crate::call::dispatch::Job;

/// In how many parts a motion is looked at first: most motions of a planner need as many.
const FIRST_PARTS: u16 = 4;

/// Parts of a motion of this half length or less are not halved again, so that every call ends.
const SHORTEST: f32 = 1.0 / 1_048_576.0;

/// The job of filling the rows of a range of motions.
pub(super) struct MotionRows<'j, 'a> {
    pub(super) question: &'a JointMotions<'a>,
    pub(super) range: Range<usize>,
    pub(super) out: &'j mut [JointMotion],
}

impl Job for MotionRows<'_, '_> {
    type Output = ();

    fn run<I: Isa, A: Arithmetic>(self, isa: I) {
        let Self { question, range, out } = self;
        let mut search = Search::new(out);
        isa.enter(
            #[inline(always)]
            || {
                let mut look = Look::new(isa, question);
                while let Some(len) = search.next_parts(I::LANES) {
                    let found = look.at(isa, range.start, &search.parts);
                    search.settle(&found, len);
                }
            },
        );
    }
}

/// A part of a motion: its middle and half its length, as parts of the motion.
#[derive(Clone, Copy, Default)]
pub(super) struct Part {
    /// Which motion of the job.
    pub(super) motion: usize,
    pub(super) middle: f32,
    pub(super) half: f32,
}

impl Part {
    fn start(self) -> f32 {
        self.middle - self.half
    }

    /// Both halves of it, the first one first.
    fn halves(self) -> [Self; 2] {
        let half = 0.5 * self.half;
        [-half, half].map(|side| Self { middle: self.middle + side, half, ..self })
    }
}

/// The parts that are left, and the rows of their motions.
struct Search<'j> {
    /// The parts of motions that were begun. The last one comes next.
    left: Vec<Part>,
    /// The first motion that was not begun.
    next: usize,
    /// The parts that are looked at.
    parts: [Part; MAX_LANES],
    rows: &'j mut [JointMotion],
}

impl<'j> Search<'j> {
    fn new(rows: &'j mut [JointMotion]) -> Self {
        rows.fill(JointMotion { free_until: 1.0, state: JointMotionState::FREE, reserved: [0; 3] });
        let left = Vec::with_capacity(4 * MAX_LANES);
        Self { left, next: 0, parts: [Part::default(); MAX_LANES], rows }
    }

    /// Takes as many parts as there are lanes, and returns how many were left. Other lanes have the last one again.
    fn next_parts(&mut self, lanes: usize) -> Option<usize> {
        let mut len = 0;
        while len < lanes {
            if let Some(part) = self.left.pop() {
                let row = &self.rows[part.motion];
                // After a hit, nothing that begins later changes the row.
                if row.state != JointMotionState::HIT || part.start() < row.free_until {
                    self.parts[len] = part;
                    len += 1;
                }
            } else if self.next < self.rows.len() {
                self.begin();
            } else {
                break;
            }
        }
        let last = *self.parts[..len].last()?;
        self.parts[len..].fill(last);
        Some(len)
    }

    /// Begins the next motion.
    fn begin(&mut self) {
        let half = 0.5 / f32::from(FIRST_PARTS);
        for part in (0..FIRST_PARTS).rev() {
            let middle = f32::from(2 * part + 1) * half;
            self.left.push(Part { motion: self.next, middle, half });
        }
        self.next += 1;
    }

    /// Changes the rows of the first parts that were looked at, and halves those that are not settled.
    fn settle(&mut self, found: &Found, len: usize) {
        let mut open = found.near & (u32::MAX >> (u32::BITS as usize - len));
        while open != 0 {
            let lane = open.trailing_zeros() as usize;
            open &= open - 1;
            let part = self.parts[lane];
            let row = &mut self.rows[part.motion];
            if found.touching >> lane & 1 == 1 {
                row.state = JointMotionState::HIT;
                row.free_until = row.free_until.min(part.start());
            } else if found.still >> lane & 1 == 1 || part.half <= SHORTEST {
                if row.state == JointMotionState::FREE {
                    row.state = JointMotionState::UNDECIDED;
                }
                row.free_until = row.free_until.min(part.start());
            } else {
                let [first, second] = part.halves();
                self.left.extend([second, first]);
            }
        }
    }
}
