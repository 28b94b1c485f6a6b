//! Pairs of edges as axes: all directions, or only the pairs that the Gauss map does not rule out.

use glam::DVec3;

use super::gauss::{Signs, between_parallel, crossing, on_arc};
use super::pair::{Candidate, Pair, Side};
use crate::convex::results::{Axis, SatStatistics};
use crate::convex::tolerances::PARALLEL_EDGES_SINE_SQUARED;

/// The condition at which a search among edge pairs ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// It returns the best of all pairs that are better than the floor.
    Best,
    /// It returns the first pair that is better than the floor.
    First,
}

impl Pair<'_> {
    /// Finds the best pair of edge directions with a separation above the floor, testing every pair.
    ///
    /// The axis of the result names the two edges of these directions that are farthest towards each other.
    pub(super) fn best_directions(
        &self,
        floor: f64,
        statistics: &mut SatStatistics,
    ) -> Option<Candidate> {
        let mut best = None;
        let mut floor = floor;
        for (i, &along_a) in self.a.edge_directions().iter().enumerate() {
            for (j, &along_b) in self.b.edge_directions().iter().enumerate() {
                statistics.edge_pairs += 1;
                let Some(product) = unit_product(along_a, along_b) else {
                    statistics.parallel += 1;
                    continue;
                };
                statistics.projected += 1;
                for normal in [product, -product] {
                    let separation = self.gap(normal);
                    if separation > floor {
                        floor = separation;
                        best = Some((separation, normal, [i, j]));
                    }
                }
            }
        }
        best.map(|(separation, normal, groups)| self.named(separation, normal, groups))
    }

    /// The axis of two edge directions, named after the edges that are farthest towards each other.
    fn named(&self, separation: f64, normal: DVec3, [i, j]: [usize; 2]) -> Candidate {
        let a = self.farthest_edge(Side::A, i, normal);
        let b = self.farthest_edge(Side::B, j, -normal);
        Candidate { separation, normal, axis: Axis::Edges { a, b } }
    }

    /// The edge of a direction's group that lies farthest along a normal, the first of equals.
    fn farthest_edge(&self, side: Side, group: usize, normal: DVec3) -> usize {
        let edges = self.placed(side).shape().edges();
        let mut best = 0;
        let mut height = f64::NEG_INFINITY;
        for (number, _) in edges.iter().enumerate().filter(|(_, edge)| edge.group() == Some(group))
        {
            let [from, to] = self.edge(side, number);
            let middle = from.midpoint(to).dot(normal);
            if middle > height {
                (best, height) = (number, middle);
            }
        }
        best
    }

    /// Finds the pair of edges with a separation above the floor that the goal requires, among the pairs that
    /// are faces of the Minkowski difference.
    ///
    /// Parallel edges of a shape share the axis. The slack may let an edge pass that is not the farthest one,
    /// before the farthest one; so the winner is named again at the end.
    pub(super) fn edges_by_gauss_map(
        &self,
        floor: f64,
        goal: Goal,
        statistics: &mut SatStatistics,
    ) -> Option<Candidate> {
        let mut best = None;
        let mut floor = floor;
        let [edges_of_a, edges_of_b] = [self.a, self.b].map(|placed| placed.shape().edges());
        for (a, edge_a) in edges_of_a.iter().enumerate() {
            for (b, edge_b) in edges_of_b.iter().enumerate() {
                let (Some(i), Some(j)) = (edge_a.group(), edge_b.group()) else { continue };
                statistics.edge_pairs += 1;
                let signs = crossing(self, a, b);
                if signs.is_none() {
                    statistics.pruned += 1;
                    continue;
                }
                for normal in self.normals_of_edges([a, b], signs, statistics) {
                    let Some(separation) = self.edge_gap([a, b], normal, floor, statistics) else {
                        continue;
                    };
                    floor = separation;
                    best = Some((separation, normal, [i, j]));
                    if goal == Goal::First {
                        return Some(self.named(separation, normal, [i, j]));
                    }
                }
            }
        }
        best.map(|(separation, normal, groups)| self.named(separation, normal, groups))
    }

    /// The directions in which two edges whose arcs cross can be farthest towards each other.
    fn normals_of_edges(
        &self,
        [a, b]: [usize; 2],
        signs: Signs,
        statistics: &mut SatStatistics,
    ) -> impl Iterator<Item = DVec3> + use<> {
        let product = unit_product(self.a.edges()[a], self.b.edges()[b]);
        let mut plus = product.filter(|_| signs.plus);
        let minus = product.filter(|_| signs.minus).map(|product| -product);
        if product.is_none() {
            statistics.parallel += 1;
            let towards = |side, edge, direction| on_arc(self, side, edge, direction);
            plus = self
                .fallback_axis(a, b)
                .filter(|&normal| towards(Side::A, a, normal) && towards(Side::B, b, -normal));
        }
        plus.into_iter().chain(minus)
    }

    /// The gap along a normal that two edges make, if it is above the floor.
    ///
    /// The distance of any two points of the shapes along a normal is no less than the gap, so the edges
    /// alone rule out most pairs. For the other pairs, both shapes are projected completely, so that the
    /// result is true for the normal as it was computed.
    fn edge_gap(
        &self,
        [a, b]: [usize; 2],
        normal: DVec3,
        floor: f64,
        statistics: &mut SatStatistics,
    ) -> Option<f64> {
        let ([on_a, _], [on_b, _]) = (self.edge(Side::A, a), self.edge(Side::B, b));
        if (on_b - on_a).dot(normal) <= floor {
            return None;
        }
        statistics.projected += 1;
        let separation = self.gap(normal);
        (separation > floor).then_some(separation)
    }

    /// The unit perpendicular of parallel edges from a's to b's; none if they are on one line.
    fn fallback_axis(&self, a: usize, b: usize) -> Option<DVec3> {
        let towards = between_parallel(self, a, b);
        let gap = towards.length();
        (gap > self.rounding()).then(|| towards * (1.0 / gap))
    }

    /// The better direction along the common perpendicular of two edges, wherever these are.
    pub(super) fn edge_pair(&self, a: usize, b: usize) -> Option<Candidate> {
        let product = unit_product(self.a.edges()[a], self.b.edges()[b]);
        let plus = product.or_else(|| self.fallback_axis(a, b))?;
        let minus = -plus;
        let [forward, backward] = [self.gap(plus), self.gap(minus)];
        let axis = Axis::Edges { a, b };
        Some(if backward > forward {
            Candidate { separation: backward, normal: minus, axis }
        } else {
            Candidate { separation: forward, normal: plus, axis }
        })
    }
}

/// The cross product of two unit directions at unit length; none if they are parallel.
fn unit_product(along_a: DVec3, along_b: DVec3) -> Option<DVec3> {
    let product = along_a.cross(along_b);
    let sine_squared = product.length_squared();
    (sine_squared >= PARALLEL_EDGES_SINE_SQUARED).then(|| product * (1.0 / sine_squared.sqrt()))
}
