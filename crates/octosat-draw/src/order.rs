//! The order in which boxes are painted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Two boxes of which one must be painted over the other, by their indices in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hiding {
    pub(crate) behind: usize,
    pub(crate) before: usize,
}

/// The order of painting: the farthest first, unless a hiding requires another order.
///
/// `nearness` grows towards the viewer. If boxes hide each other in a circle, the farthest one of the circle is painted
/// although a box behind it is missing.
pub(crate) fn back_to_front(nearness: &[f64], hidings: &[Hiding]) -> Vec<usize> {
    let mut farthest_first: Vec<usize> = (0..nearness.len()).collect();
    farthest_first.sort_by(|&a, &b| nearness[a].total_cmp(&nearness[b]));
    let mut painting = Painting::new(&farthest_first, hidings);
    let mut order = Vec::with_capacity(nearness.len());
    let mut first = 0;
    while first < farthest_first.len() {
        let next = painting.ready.pop().map(|Reverse(rank)| farthest_first[rank]);
        let place = next.unwrap_or_else(|| painting.of_circle(farthest_first[first]));
        if painting.paint(place) {
            order.push(place);
        }
        while farthest_first.get(first).is_some_and(|&place| painting.painted[place]) {
            first += 1;
        }
    }
    order
}

/// What is painted, and what waits for which others.
struct Painting {
    ranks: Vec<usize>,
    /// The boxes that must be painted before, and those after.
    behind: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    waiting_for: Vec<usize>,
    /// The ranks of boxes that wait for nothing.
    ready: BinaryHeap<Reverse<usize>>,
    painted: Vec<bool>,
}

impl Painting {
    fn new(farthest_first: &[usize], hidings: &[Hiding]) -> Self {
        let count = farthest_first.len();
        let mut ranks = vec![0; count];
        for (rank, &place) in farthest_first.iter().enumerate() {
            ranks[place] = rank;
        }
        let [mut behind, mut before] = [vec![Vec::new(); count], vec![Vec::new(); count]];
        for hiding in hidings {
            behind[hiding.before].push(hiding.behind);
            before[hiding.behind].push(hiding.before);
        }
        let waiting_for: Vec<usize> = behind.iter().map(Vec::len).collect();
        let free = (0..count).filter(|&place| waiting_for[place] == 0);
        let ready = free.map(|place| Reverse(ranks[place])).collect();
        Self { ranks, behind, before, waiting_for, ready, painted: vec![false; count] }
    }

    /// Paints a box, unless it is painted.
    fn paint(&mut self, place: usize) -> bool {
        if std::mem::replace(&mut self.painted[place], true) {
            return false;
        }
        for &follower in &self.before[place] {
            self.waiting_for[follower] -= 1;
            if self.waiting_for[follower] == 0 {
                self.ready.push(Reverse(self.ranks[follower]));
            }
        }
        true
    }

    /// The farthest box of a circle that is found by going from a box that waits to what it waits for.
    fn of_circle(&self, start: usize) -> usize {
        let mut path = vec![start];
        let mut positions = vec![None; self.painted.len()];
        positions[start] = Some(0);
        loop {
            let last = path[path.len() - 1];
            let waits = self.behind[last].iter().copied().find(|&place| !self.painted[place]);
            let Some(next) = waits else { return last };
            if let Some(position) = positions[next] {
                let circle = path[position..].iter().copied();
                return circle.min_by_key(|&place| self.ranks[place]).unwrap_or(next);
            }
            positions[next] = Some(path.len());
            path.push(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_comes_first_unless_a_hiding_says_otherwise() {
        let nearness = [3.0, 1.0, 2.0];
        assert_eq!(back_to_front(&nearness, &[]), [1, 2, 0]);
        assert_eq!(back_to_front(&nearness, &[Hiding { behind: 0, before: 1 }]), [2, 0, 1]);
    }

    #[test]
    fn a_circle_is_painted_too_and_what_it_hides_before_it() {
        let hiding = |behind, before| Hiding { behind, before };
        let circle = [hiding(0, 1), hiding(1, 2), hiding(2, 0), hiding(2, 3)];
        assert_eq!(back_to_front(&[2.0, 1.0, 3.0, 4.0], &circle), [1, 2, 0, 3]);
        // What waits for a circle is not painted first, although its center is the farthest.
        assert_eq!(back_to_front(&[2.0, 1.0, 3.0, 0.0], &circle), [1, 2, 3, 0]);
    }
}
