//! Manifolds of pairs, compared bit for bit and shown to the float64 checker.

use octosat::{ContactKind, ContactPoint, Manifold, Manifolds, PointLimit, PointOrigin};
use octosat_reference::float64::{
    ContactAnswer, ManifoldAnswer, ManifoldReport, ReferencePair, check_manifold,
    check_relative_manifold,
};

/// Metres: the speculative margin that contacts are checked and measured with, one that is usual in
/// engines of worlds a few metres large.
pub(crate) const SPECULATIVE_MARGIN: f32 = 0.02;

/// How contacts are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ManifoldSetting {
    /// Metres.
    pub(crate) margin: f32,
    pub(crate) limit: PointLimit,
    pub(crate) origin: PointOrigin,
}

/// A pair's row and points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairManifold<'a> {
    pub(crate) row: Manifold,
    pub(crate) points: &'a [ContactPoint],
}

impl<'a> PairManifold<'a> {
    /// The manifold of a pair.
    pub(crate) fn of(contacts: &'a Manifolds, pair: usize) -> Self {
        Self { row: contacts.manifolds()[pair], points: contacts.of(pair) }
    }

    /// The first thing whose bits differ, in words. Where the points lie among those of other pairs
    /// is no property of the pair.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let [own, expected] = [self.row, other.row];
        if flags(&own) != flags(&expected) {
            return Some(format!("manifold is {own:?} instead of {expected:?}"));
        }
        self.numbers_differ(other)
    }

    /// The first number whose bits differ, in words: all but what is said of the frame before.
    pub(crate) fn numbers_differ(&self, other: &Self) -> Option<String> {
        let [own, expected] = [self.row, other.row];
        if row_bits(&own) != row_bits(&expected) {
            return Some(format!("manifold is {own:?} instead of {expected:?}"));
        }
        let mut points = self.points.iter().zip(other.points);
        let (own, expected) = points.find(|(own, other)| point_bits(own) != point_bits(other))?;
        Some(format!("contact is {own:?} instead of {expected:?}"))
    }

    /// What the float64 checker says about contacts that were asked for in this way.
    pub(crate) fn report(
        &self,
        judged: &ReferencePair,
        setting: ManifoldSetting,
    ) -> ManifoldReport {
        if self.is_rightly_empty(judged, setting) {
            return ManifoldReport::default();
        }
        let points = self.claimed_points();
        let claim = self.claim(&points, setting);
        match setting.origin {
            PointOrigin::World => check_manifold(judged, &claim),
            PointOrigin::CenterOfA => check_relative_manifold(judged, &claim),
        }
    }

    /// The points as the float64 checker takes them.
    pub(crate) fn claimed_points(&self) -> Vec<ContactAnswer> {
        let claim = |point: &ContactPoint| ContactAnswer {
            position: point.position,
            depth: point.depth,
            feature: point.feature.0,
        };
        self.points.iter().map(claim).collect()
    }

    /// The manifold as the float64 checker takes it.
    pub(crate) fn claim<'b>(
        &self,
        points: &'b [ContactAnswer],
        setting: ManifoldSetting,
    ) -> ManifoldAnswer<'b> {
        let kind = self.row.kind();
        ManifoldAnswer {
            normal: self.row.normal,
            depth: self.row.depth,
            axis: self.row.axis.code(),
            points,
            margin: setting.margin,
            limit: setting.limit.points(),
            fallback: kind == ContactKind::Fallback,
            closest: kind == ContactKind::Closest,
            steady: None,
        }
    }

    /// Whether there is nothing to check: boxes beyond the margin on an axis, and no contact. Most
    /// pairs are of this kind, and finding their distance would take most of the time.
    fn is_rightly_empty(&self, judged: &ReferencePair, setting: ManifoldSetting) -> bool {
        self.points.is_empty()
            && self.row.depth.is_finite()
            && self.row.normal.iter().all(|component| component.to_bits() << 1 == 0)
            && judged.separations().separation > f64::from(setting.margin)
    }
}

fn row_bits(row: &Manifold) -> [u32; 6] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.len), u32::from(row.axis.code())]
}

fn point_bits(point: &ContactPoint) -> [u32; 5] {
    let [x, y, z] = point.position.map(f32::to_bits);
    [x, y, z, point.depth.to_bits(), point.feature.0]
}

/// Whether the points of the pairs follow each other without a gap.
pub(crate) fn points_are_numbered(contacts: &Manifolds) -> bool {
    let mut end = 0;
    let in_order = contacts.manifolds().iter().all(|row| {
        let begin = if row.len == 0 { 0 } else { end };
        end += usize::from(row.len);
        row.first as usize == begin
    });
    in_order && end == contacts.points().len()
}

/// What a row says besides its numbers.
fn flags(row: &Manifold) -> (ContactKind, [bool; 4]) {
    (row.kind(), [row.is_degenerate(), row.is_axis_kept(), row.is_reused(), row.has_same_points()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Basis;
    use crate::stores::{Query, Store};
    use octosat::Engine;
    use octosat_reference::float64::ManifoldFault;

    const SETTING: ManifoldSetting = ManifoldSetting {
        margin: SPECULATIVE_MARGIN,
        limit: PointLimit::Four,
        origin: PointOrigin::World,
    };

    /// Cubes of one metre: 0 and 1 overlap by 0.1 m, 0 and 2 are 4 m apart.
    fn cubes() -> Store {
        let frame = octosat_scenes::Frame {
            positions: &[[0.0; 3], [0.9, 0.2, 0.1], [5.0, 0.0, 0.0]],
            rotations: &[[0.0, 0.0, 0.0, 1.0]; 3],
            pairs: &[],
        };
        Store::new(Basis::Unit, &[[0.5; 3]; 3], frame).unwrap()
    }

    fn contacts(store: &Store) -> Manifolds {
        let mut contacts = Manifolds::new();
        let query = Query { store, pairs: &[[0, 1], [0, 2]], margin: SETTING.margin };
        query.manifolds_as(&Engine::new(), SETTING, &mut contacts).unwrap();
        contacts
    }

    #[test]
    fn right_manifolds_have_no_complaints() {
        let store = cubes();
        let contacts = contacts(&store);
        assert!(points_are_numbered(&contacts));
        for (pair, boxes, points) in [(0, [0, 1], 4), (1, [0, 2], 0)] {
            let manifold = PairManifold::of(&contacts, pair);
            assert_eq!(manifold.points.len(), points);
            assert!(manifold.difference(&manifold).is_none());
            let report = manifold.report(&store.judged(boxes), SETTING);
            assert!(report.faults.is_empty(), "{report:?}");
        }
    }

    #[test]
    fn every_bit_of_a_manifold_counts() {
        let store = cubes();
        let contacts = contacts(&store);
        let right = PairManifold::of(&contacts, 0);
        let mut row = right.row;
        row.normal[1] = -0.0;
        assert!(PairManifold { row, ..right }.difference(&right).is_some());
        let other = PairManifold::of(&contacts, 1);
        assert!(other.difference(&right).is_some());
        for change in 0..3 {
            let mut points = right.points.to_vec();
            match change {
                0 => points[3].depth = points[3].depth.next_up(),
                1 => points[0].position[2] = points[0].position[2].next_down(),
                _ => points[1].feature.0 += 1,
            }
            let changed = PairManifold { points: &points, ..right };
            assert!(changed.difference(&right).is_some(), "{change}");
        }
    }

    #[test]
    fn wrong_manifolds_have_complaints() {
        let store = cubes();
        let contacts = contacts(&store);
        let judged = store.judged([0, 1]);
        let right = PairManifold::of(&contacts, 0);
        let faults = |manifold: PairManifold<'_>| -> Vec<ManifoldFault> {
            manifold.report(&judged, SETTING).faults.iter().map(|c| c.fault).collect()
        };
        let mut points = right.points.to_vec();
        points[2].position[0] += 0.001;
        assert!(!faults(PairManifold { points: &points, ..right }).is_empty());
        let empty = PairManifold::of(&contacts, 1);
        assert!(faults(empty).contains(&ManifoldFault::ContactMissing));
        let beyond = right.report(&store.judged([0, 2]), SETTING);
        assert!(!beyond.faults.is_empty());
    }
}
