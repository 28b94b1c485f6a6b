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

/// All pairs of solids that neither a joint connects, nor the same frame moves, nor may touch.
pub(super) fn link_pairs(
    links: &[Link],
    frames: &[Frame],
    solids: &[LinkSolid],
    allowed: &[[usize; 2]],
) -> Vec<LinkPair> {
    let mut pairs = Vec::new();
    for (second, b) in solids.iter().enumerate() {
        for (first, a) in solids[..second].iter().enumerate() {
            let ordered = [a.link.min(b.link), a.link.max(b.link)];
            let is_connected =
                links[b.link].parent == Some(a.link) || links[a.link].parent == Some(b.link);
            if a.frame != b.frame && !is_connected && !allowed.contains(&ordered) {
                let common = common_frame(frames, [a.frame, b.frame]);
                pairs.push(LinkPair { solids: [first, second], common });
            }
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
