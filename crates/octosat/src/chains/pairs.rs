//! The pairs of solids of a chain that are looked at, and the frame that both are moved by.

use alloc::vec::Vec;

use super::model::{Frame, Link, LinkSolid};

/// Two solids of a chain that joints move as seen from each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkPair {
    /// The lower index first.
    pub(super) solids: [usize; 2],
    /// The last frame that moves both; none: the base.
    pub(super) common: Option<usize>,
}

/// Two links, the lower index first.
pub(super) fn ordered([one, other]: [usize; 2]) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

/// The pairs of the last solid with all before that neither a joint connects to it, nor the same frame moves, nor may touch
/// it.
pub(super) fn pairs_of_last(
    links: &[Link],
    frames: &[Frame],
    solids: &[LinkSolid],
    allowed: &[[usize; 2]],
) -> Vec<LinkPair> {
    let mut pairs = Vec::new();
    let Some((b, before)) = solids.split_last() else { return pairs };
    for (first, a) in before.iter().enumerate() {
        let is_connected =
            links[b.link].parent == Some(a.link) || links[a.link].parent == Some(b.link);
        let may_touch = allowed.binary_search(&ordered([a.link, b.link])).is_ok();
        if a.frame != b.frame && !is_connected && !may_touch {
            let common = common_frame(frames, [a.frame, b.frame]);
            pairs.push(LinkPair { solids: [first, before.len()], common });
        }
    }
    pairs
}

/// The last frame that moves two frames. A frame comes after the one that moves it.
fn common_frame(frames: &[Frame], [mut a, mut b]: [Option<usize>; 2]) -> Option<usize> {
    while a != b {
        // None is before every frame.
        let later = if a > b { &mut a } else { &mut b };
        *later = later.and_then(|frame| frames[frame].parent);
    }
    a
}
