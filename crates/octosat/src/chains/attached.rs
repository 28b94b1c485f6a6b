//! The solids of a chain by what decides their pairs, so that no solid is visited that has no pair with a new one.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// The indices of solids, each list in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Attached {
    /// Parts of links, by the frame that moves them and by their link.
    parts: BTreeMap<(Option<usize>, usize), Vec<usize>>,
    /// What links hold, by the link and by the links that it may touch.
    held: BTreeMap<(usize, BTreeSet<usize>), Vec<usize>>,
}

/// Solids of a link that have pairs with the same others.
pub(super) struct Alike<'a> {
    pub(super) link: usize,
    /// Other links that they may touch, if they are held.
    pub(super) touching: Option<&'a BTreeSet<usize>>,
    pub(super) solids: &'a [usize],
}

impl Attached {
    /// Adds the next solid: a part of a link of a frame, or one that is held and may touch some links.
    pub(super) fn push(
        &mut self,
        solid: usize,
        frame: Option<usize>,
        link: usize,
        touching: Option<BTreeSet<usize>>,
    ) {
        match touching {
            None => self.parts.entry((frame, link)).or_default().push(solid),
            Some(touching) => self.held.entry((link, touching)).or_default().push(solid),
        }
    }

    /// Keeps the solids below an index.
    pub(super) fn truncate(&mut self, solids: usize) {
        let keep = |list: &mut Vec<usize>| {
            list.truncate(list.partition_point(|&solid| solid < solids));
            !list.is_empty()
        };
        self.parts.retain(|_, list| keep(list));
        self.held.retain(|_, list| keep(list));
    }

    /// The parts of a link of a frame.
    pub(super) fn parts(&self, frame: Option<usize>, link: usize) -> &[usize] {
        self.parts.get(&(frame, link)).map_or(&[], Vec::as_slice)
    }

    /// The parts of all links, or of those that another frame moves.
    pub(super) fn all_parts(&self, but: Option<Option<usize>>) -> impl Iterator<Item = Alike<'_>> {
        let [before, after] = match but {
            None => [self.parts.range((None, 0)..), self.parts.range((None, 0)..(None, 0))],
            Some(frame) => {
                [self.parts.range(..(frame, 0)), self.parts.range((frame, usize::MAX)..)]
            }
        };
        before.chain(after).map(|((_, link), solids)| Alike { link: *link, touching: None, solids })
    }

    /// What other links hold.
    pub(super) fn held_elsewhere(&self, link: usize) -> impl Iterator<Item = Alike<'_>> {
        let nothing = BTreeSet::new;
        let before = self.held.range(..(link, nothing()));
        let after = self.held.range((link + 1, nothing())..);
        before.chain(after).map(|((link, touching), solids)| Alike {
            link: *link,
            touching: Some(touching),
            solids,
        })
    }
}
