//! The order in which boxes are painted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Two boxes of which one must be painted over the other, by their indices in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) behind: usize,
    pub(crate) before: usize,
}

/// The order of painting: the farthest first, unless links require another order.
///
/// `nearness` grows towards the viewer. Links can contradict each other if three boxes cover each other in a
/// circle; the farthest remaining box is then painted against a link.
pub(crate) fn back_to_front(nearness: &[f64], links: &[Link]) -> Vec<usize> {
    let mut farthest_first: Vec<usize> = (0..nearness.len()).collect();
    farthest_first.sort_by(|&a, &b| nearness[a].total_cmp(&nearness[b]));
    let mut ranks = vec![0; nearness.len()];
    for (rank, &place) in farthest_first.iter().enumerate() {
        ranks[place] = rank;
    }
    let mut waiting_for = vec![0_usize; nearness.len()];
    let mut followers = vec![Vec::new(); nearness.len()];
    for link in links {
        waiting_for[link.before] += 1;
        followers[link.behind].push(link.before);
    }
    let free = (0..nearness.len()).filter(|&place| waiting_for[place] == 0);
    let mut ready: BinaryHeap<Reverse<usize>> = free.map(|place| Reverse(ranks[place])).collect();
    let mut painted = vec![false; nearness.len()];
    let mut order = Vec::with_capacity(nearness.len());
    let mut all = farthest_first.iter();
    while let Some(place) = ready
        .pop()
        .map(|Reverse(rank)| farthest_first[rank])
        .or_else(|| all.find(|&&place| !painted[place]).copied())
    {
        if std::mem::replace(&mut painted[place], true) {
            continue;
        }
        order.push(place);
        for &follower in &followers[place] {
            waiting_for[follower] -= 1;
            if waiting_for[follower] == 0 {
                ready.push(Reverse(ranks[follower]));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_comes_first_unless_a_link_says_otherwise() {
        let nearness = [3.0, 1.0, 2.0];
        assert_eq!(back_to_front(&nearness, &[]), [1, 2, 0]);
        assert_eq!(back_to_front(&nearness, &[Link { behind: 0, before: 1 }]), [2, 0, 1]);
    }

    #[test]
    fn a_circle_is_painted_too() {
        let link = |behind, before| Link { behind, before };
        let circle = [link(0, 1), link(1, 2), link(2, 0), link(2, 3)];
        assert_eq!(back_to_front(&[2.0, 1.0, 3.0, 4.0], &circle), [1, 2, 0, 3]);
    }
}
