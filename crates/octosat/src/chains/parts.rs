//! Solids of a bundle become lanes: as many boxes as there are lanes, or one other.

use octosat_lanes::{Columns, Isa, Mask};

use super::body::Body;
use super::crowd::{Crowd, Members};
use super::solid::Solid;
use crate::axes::boxes::BoxLanes;
use crate::near::tree::{WIDE, load};

/// Solids of a bundle in lanes, next to each other from `first` on.
pub(super) struct Part<'a, I: Isa> {
    pub(super) body: Body<'a, I>,
    first: usize,
    /// A bit per lane that is asked for.
    lanes: u32,
}

impl<'a, I: Isa> Part<'a, I> {
    /// Takes the next solids of a bundle of those that are left, a bit each: as many boxes as there are lanes, or one other.
    #[inline(always)]
    pub(super) fn next(
        isa: I,
        crowd: &'a Crowd,
        given: &'a [Solid],
        bundle: usize,
        left: &mut u32,
    ) -> Option<Self> {
        if *left == 0 {
            return None;
        }
        let at = left.trailing_zeros() as usize;
        let first = at - at % I::LANES;
        let lanes = u32::MAX >> (32 - I::LANES);
        let (body, first, taken) = match &crowd.members {
            Members::Solids { boxes, rows, .. } => {
                let boxes = u32::from(boxes[bundle]);
                if boxes >> at & 1 == 0 {
                    let solid = &given[crowd.order[bundle * WIDE + at] as usize];
                    (Body::of_obstacle(isa, solid), at, 1 << at)
                } else {
                    let rows = isa.load_block(&Columns::records(rows), bundle * WIDE + first);
                    (Body::of_boxes(BoxLanes::of_rows(rows)), first, boxes & lanes << first)
                }
            }
            Members::Alike { centers, shape } => {
                let centers = load(isa, &centers[bundle], first);
                (Body::of_alike(isa, centers, shape), first, lanes << first)
            }
        };
        let part = Self { body, first: bundle * WIDE + first, lanes: (taken & *left) >> first };
        *left &= !taken;
        Some(part)
    }

    /// The places of the solids that are asked for, of some lanes.
    #[inline(always)]
    pub(super) fn places(&self, lanes: I::Mask) -> impl Iterator<Item = Asked> {
        let (first, mut left) = (self.first, self.lanes & lanes.bits());
        core::iter::from_fn(move || {
            let lane = left.trailing_zeros() as usize;
            left &= left.checked_sub(1)?;
            Some(Asked { lane, place: first + lane })
        })
    }
}

/// A solid that is asked for: its lane, and its place in the crowd.
pub(super) struct Asked {
    pub(super) lane: usize,
    pub(super) place: usize,
}
