//! Boxes that come and go: their lists, what a cache is given about their indices, and why it rejects that.

use alloc::vec::Vec;
use core::fmt;

use crate::contacts::counts::BoxCounts;
use crate::error::{Error, ErrorKind};

/// The list of boxes that an index belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first of two lists: box a of each pair.
    A,
    /// The second of two lists: box b of each pair.
    B,
    /// The one list that both boxes of each pair belong to.
    Both,
}

impl Side {
    /// Which indices of a pair belong to the list.
    fn has(self) -> [bool; 2] {
        [self != Self::B, self != Self::A]
    }

    /// The pair with new indices on this side; none if one of them is [`REMOVED`].
    pub(super) fn renumbered(
        self,
        pair: [u32; 2],
        new_number: impl Fn(u32) -> u32,
    ) -> Option<[u32; 2]> {
        let mut renumbered = pair;
        for (index, is_renumbered) in renumbered.iter_mut().zip(self.has()) {
            if is_renumbered {
                *index = Some(new_number(*index)).filter(|&new| new != REMOVED)?;
            }
        }
        Some(renumbered)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "side a",
            Self::B => "side b",
            Self::Both => "both sides",
        })
    }
}

/// The index of a box that is removed.
pub(super) const REMOVED: u32 = u32::MAX;

impl BoxCounts {
    /// The number of boxes of a list, if it is known.
    ///
    /// # Errors
    /// If there is no such list.
    pub(super) fn of_side(self, side: Side) -> Result<Option<usize>, Error> {
        match (self, side) {
            (Self::Unknown, _) => Ok(None),
            (Self::OneList(boxes), Side::Both)
            | (Self::TwoLists([boxes, _]), Side::A)
            | (Self::TwoLists([_, boxes]), Side::B) => Ok(Some(boxes)),
            (Self::OneList(_), Side::A | Side::B) => {
                Err(wrong_side(side, "one list of boxes: name both sides"))
            }
            (Self::TwoLists(_), Side::Both) => {
                Err(wrong_side(side, "2 lists of boxes: name side a or side b"))
            }
        }
    }

    /// Says how many boxes a list has now, if that is known of the others, too.
    pub(super) fn set(&mut self, side: Side, boxes: usize) {
        match (self, side) {
            (Self::OneList(own), _)
            | (Self::TwoLists([own, _]), Side::A)
            | (Self::TwoLists([_, own]), Side::B) => *own = boxes,
            _ => {}
        }
    }
}

/// The number of boxes of a side that pairs need at least.
pub(super) fn boxes_of(side: Side, pairs: &[[u32; 2]]) -> usize {
    let of_side = |pair: &[u32; 2]| {
        pair.iter()
            .zip(side.has())
            .filter(|(_, has)| *has)
            .map(|(&index, _)| index as usize + 1)
            .max()
    };
    pairs.iter().filter_map(of_side).max().unwrap_or(0)
}

/// The number of boxes that a list must have for these new indices.
///
/// # Errors
/// If two boxes get the same index.
pub(super) fn boxes_after(side: Side, new_numbers: &[u32]) -> Result<usize, Error> {
    let kept = (0..).zip(new_numbers).filter(|(_, new)| **new != REMOVED);
    let mut kept: Vec<(u32, u32)> = kept.map(|(old, &new)| (new, old)).collect();
    kept.sort_unstable();
    match kept.windows(2).find(|two| two[0].0 == two[1].0) {
        Some(equal) => {
            let [(index, first), (_, second)] = [equal[0], equal[1]];
            Err(wrong_index(
                ErrorKind::Argument,
                second,
                format_args!("boxes {first} and {second} on {side} get the same index {index}"),
            ))
        }
        None => Ok(kept.last().map_or(0, |last| last.0 as usize + 1)),
    }
}

/// Boxes and pairs of the last frame that nothing continues, all ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Forgotten {
    /// The boxes a and the boxes b.
    boxes: [Vec<u32>; 2],
    pairs: Vec<[u32; 2]>,
}

impl Forgotten {
    pub(super) fn clear(&mut self) {
        self.boxes.iter_mut().for_each(Vec::clear);
        self.pairs.clear();
    }

    pub(super) fn add_box(&mut self, side: Side, index: u32) {
        let sides = self.boxes.iter_mut().zip(side.has()).filter(|(_, has)| *has);
        sides.for_each(|(boxes, _)| boxes.push(index));
    }

    pub(super) fn add_pair(&mut self, pair: [u32; 2]) {
        self.pairs.push(pair);
    }

    pub(super) fn sort(&mut self) {
        self.boxes.iter_mut().for_each(|boxes| boxes.sort_unstable());
        self.pairs.sort_unstable();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.boxes.iter().all(Vec::is_empty) && self.pairs.is_empty()
    }

    pub(super) fn holds(&self, pair: [u32; 2]) -> bool {
        let mut sides = pair.iter().zip(&self.boxes);
        sides.any(|(index, boxes)| boxes.binary_search(index).is_ok())
            || self.pairs.binary_search(&pair).is_ok()
    }

    pub(super) fn renumber(&mut self, side: Side, new_number: &impl Fn(u32) -> u32) {
        let sides = self.boxes.iter_mut().zip(side.has()).filter(|(_, has)| *has);
        for (boxes, _) in sides {
            boxes.retain_mut(|index| {
                *index = new_number(*index);
                *index != REMOVED
            });
        }
        self.pairs.retain_mut(|pair| {
            let renumbered = side.renumbered(*pair, new_number);
            *pair = renumbered.unwrap_or(*pair);
            renumbered.is_some()
        });
    }
}

/// The error of a side that the frame's pairs do not have.
#[cold]
fn wrong_side(side: Side, has: &str) -> Error {
    let why = format_args!("the frame's pairs are of {has}, not {side}");
    Error::new(ErrorKind::Argument, why).of_field("side")
}

/// The error of an index of a box.
#[cold]
pub(super) fn wrong_index(kind: ErrorKind, index: u32, why: fmt::Arguments<'_>) -> Error {
    Error::new(kind, why).of_field("index").in_list("boxes", index as usize)
}

/// The error of a box that is not there.
#[cold]
pub(super) fn no_box(side: Side, index: u32, boxes: usize) -> Error {
    let why = format_args!("there is no box {index} on {side}: the number of boxes is {boxes}");
    wrong_index(ErrorKind::OutOfRange, index, why)
}
