//! Suppression: which boxes are left if each, in falling score, removes those that share much with it.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use octosat_lanes::Isa;

use super::balls::Balls;
use super::lists::{CHUNK, Crossed, Shares, check_lens, check_share};
use super::near::balls;
use crate::backend::token::Job;
use crate::call::engine::Engine;
use crate::call::lists::List;
use crate::call::sides::Sides;
use crate::error::{Error, ErrorKind};

/// Which boxes or rectangles are to be suppressed, such as detections that may be of one object: the question of
/// [`Engine::suppress`].
#[derive(Clone, Copy, Debug)]
pub struct Suppression<'a, V> {
    pub(super) boxes: V,
    scores: &'a [f32],
    classes: Option<&'a [u32]>,
    most: f32,
}

impl<'a, V> Suppression<'a, V> {
    /// Boxes, a score of each, and the most that the IoU of two kept ones may be.
    #[must_use]
    pub fn new<'l>(boxes: impl List<'l, Kept = V>, scores: &'a [f32], most: f32) -> Self {
        Self { boxes: boxes.list(), scores, classes: None, most }
    }

    /// The same with a class per box: only boxes of one class suppress each other.
    #[must_use]
    pub fn classes(self, classes: &'a [u32]) -> Self {
        Self { classes: Some(classes), ..self }
    }

    /// The parts of a question that do not depend on what is suppressed.
    fn check(&self, len: usize) -> Result<(), Error> {
        Error::check_length("scores", len, self.scores.len())?;
        if let Some(classes) = self.classes {
            Error::check_length("classes", len, classes.len())?;
        }
        check_share("most", self.most)?;
        match self.scores.iter().position(|score| score.is_nan()) {
            Some(index) => {
                let error = Error::of_number("score", None, f32::NAN, "which has no order");
                Err(error.of_kind(ErrorKind::Setting).at(index))
            }
            None => Ok(()),
        }
    }

    /// The class of a box.
    fn class(&self, index: u32) -> u32 {
        self.classes.map_or(0, |classes| classes[index as usize])
    }

    /// Higher scores come first, and of equal ones the lower index.
    fn order(&self, a: u32, b: u32) -> Ordering {
        let [of_a, of_b] = [a, b].map(|index| self.scores[index as usize]);
        of_b.partial_cmp(&of_a).unwrap_or(Ordering::Equal).then(a.cmp(&b))
    }
}

/// Writes the indices of the kept boxes of lists that both are the same.
pub(crate) fn suppress<V: Copy>(
    engine: &Engine,
    question: &Suppression<'_, V>,
    kept: &mut Vec<u32>,
) -> Result<(), Error>
where
    Sides<V>: Shares,
{
    let lists = &Sides::One(question.boxes);
    let [len, _] = lists.lens();
    let [count, _] = check_lens([len; 2])?;
    question.check(len)?;
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_unstable_by(|&a, &b| {
        question.class(a).cmp(&question.class(b)).then_with(|| question.order(a, b))
    });
    let balls = balls(lists, 0, order.iter().map(|&index| index as usize));
    kept.clear();
    engine.run(len, Greedy { lists, question, order: &order, balls, kept });
    if question.classes.is_some() {
        kept.sort_unstable_by(|&a, &b| question.order(a, b));
    }
    Ok(())
}

/// The job of keeping the boxes that no kept one suppresses.
struct Greedy<'j, V> {
    lists: &'j Sides<V>,
    question: &'j Suppression<'j, V>,
    /// The boxes, class by class, in falling score.
    order: &'j [u32],
    /// The spheres in this order.
    balls: Balls,
    kept: &'j mut Vec<u32>,
}

impl<V: Copy> Job for Greedy<'_, V>
where
    Sides<V>: Shares,
{
    type Output = ();

    fn run<I: Isa>(mut self, isa: I) {
        let mut state =
            State { is_gone: alloc::vec![false; self.order.len()], room: self.balls.room() };
        let question = self.question;
        let mut start = 0;
        for of_class in self.order.chunk_by(|&a, &b| question.class(a) == question.class(b)) {
            let end = start + of_class.len();
            for place in start..end {
                if !state.is_gone[place] {
                    self.kept.push(self.order[place]);
                    self.suppress_others(isa, place, place + 1..end, &mut state);
                }
            }
            start = end;
        }
    }
}

/// Which boxes are gone, and room for the near ones.
struct State {
    is_gone: Vec<bool>,
    room: Vec<u32>,
}

impl<V> Greedy<'_, V>
where
    Sides<V>: Shares,
{
    /// Suppresses the boxes of a range of places that share too much with the one of a place.
    fn suppress_others<I: Isa>(
        &mut self,
        isa: I,
        place: usize,
        others: Range<usize>,
        State { is_gone, room }: &mut State,
    ) {
        let (kept, ball) = (self.order[place], self.balls.get(place));
        let near = self.balls.near(isa, ball, others, room);
        let (mut pairs, mut ious) = ([[0; 2]; CHUNK], [0.0; CHUNK]);
        for near in near.chunks(CHUNK) {
            let (pairs, ious) = (&mut pairs[..near.len()], &mut ious[..near.len()]);
            for (pair, &other) in pairs.iter_mut().zip(near) {
                *pair = [kept, self.order[other as usize]];
            }
            self.lists.ious(isa, pairs, ious);
            for (&mut iou, &other) in ious.iter_mut().zip(near) {
                if iou > self.question.most {
                    is_gone[other as usize] = true;
                    self.balls.remove(other as usize);
                }
            }
        }
    }
}
