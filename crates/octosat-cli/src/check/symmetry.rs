//! The same pairs swapped, and the same pairs moved: their manifolds must be the same ones.

use octosat::{Backend, Engine, Manifolds, Rounding};
use octosat_reference::float64::{
    ManifoldFinding, ManifoldReport, MovedAnswer, ReferencePair, compare_moved, compare_swapped,
};

use super::answers::whole_setting;
use super::motion::{ROTATION, moved_store};
use crate::engines::{Workers, available_backends, mirrored_roundings};
use crate::failure::Failure;
use crate::manifolds::PairManifold;
use crate::stores::{Query, Store};

/// Manifolds of the pairs as they are, swapped, and moved.
#[derive(Clone, Debug, Default)]
struct Seen {
    as_given: Manifolds,
    swapped: Manifolds,
    moved: Manifolds,
}

/// What the engine says about the pairs and their images.
#[derive(Clone, Debug)]
pub(super) struct Images {
    margin: f32,
    /// The boxes of pair k are 2k and 2k + 1.
    moved: Store,
    /// One for each of the mirror's roundings.
    seen: Vec<Seen>,
}

/// What differs between a pair and its images.
#[derive(Clone, Debug)]
pub(super) struct Asymmetry {
    swapped: ManifoldReport,
    moved: ManifoldReport,
}

impl Images {
    /// Asks the fastest backend of each rounding, which has the bits of all others.
    pub(super) fn ask(query: &Query<'_>) -> Result<Self, Failure> {
        let moved = moved_store(query).map_err(Failure::new)?;
        let swapped: Vec<[u32; 2]> = query.pairs.iter().map(|&[a, b]| [b, a]).collect();
        let doubled = (0_u32..).step_by(2).take(query.pairs.len());
        let pairs: Vec<[u32; 2]> = doubled.map(|first| [first, first + 1]).collect();
        let mut seen = Vec::new();
        let setting = whole_setting(query.margin);
        for arithmetic in mirrored_roundings() {
            let engine = fastest(arithmetic)?;
            let mut one = Seen::default();
            query.manifolds_as(&engine, setting, &mut one.as_given)?;
            let of_swapped = Query { pairs: &swapped, ..*query };
            of_swapped.manifolds_as(&engine, setting, &mut one.swapped)?;
            let of_moved = Query { store: &moved, pairs: &pairs, ..*query };
            of_moved.manifolds_as(&engine, setting, &mut one.moved)?;
            seen.push(one);
        }
        Ok(Self { margin: query.margin, moved, seen })
    }

    /// What differs about a pair, which has this judge; none where nobody sees a contact.
    pub(super) fn asymmetry(
        &self,
        row: usize,
        arithmetic: usize,
        judged: &ReferencePair,
    ) -> Option<Asymmetry> {
        let Seen { as_given, swapped, moved } = &self.seen[arithmetic];
        let manifolds = [as_given, swapped, moved].map(|contacts| PairManifold::of(contacts, row));
        if manifolds.iter().all(|manifold| manifold.points.is_empty()) {
            return None;
        }
        let points = manifolds.map(|manifold| manifold.claimed_points());
        let setting = whole_setting(self.margin);
        let [as_given, swapped, moved] =
            std::array::from_fn(|k| manifolds[k].claim(&points[k], setting));
        let first = u32::try_from(2 * row).ok()?;
        let pair = self.moved.judged([first, first + 1]);
        let moved = MovedAnswer { pair: &pair, answer: &moved, rotation: ROTATION };
        Some(Asymmetry {
            swapped: compare_swapped(judged, &as_given, &swapped),
            moved: compare_moved(judged, &as_given, moved),
        })
    }

    /// The manifolds of a pair and its images, for a message.
    pub(super) fn describe(&self, row: usize, arithmetic: usize) -> String {
        let Seen { as_given, swapped, moved } = &self.seen[arithmetic];
        let [as_given, swapped, moved] =
            [as_given, swapped, moved].map(|contacts| PairManifold::of(contacts, row));
        format!("as given {as_given:?}, swapped {swapped:?}, moved {moved:?}")
    }
}

impl Asymmetry {
    /// Whether anything differs.
    pub(super) fn is_any(&self) -> bool {
        !self.swapped.faults.is_empty() || !self.moved.faults.is_empty()
    }

    /// The largest difference in parts of what is allowed.
    pub(super) fn worst(&self) -> f64 {
        self.swapped.worst.max(self.moved.worst)
    }

    /// What differs, in words.
    pub(super) fn words(&self) -> String {
        let list = |complaints: &[ManifoldFinding]| {
            complaints.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        let [swapped, moved] = [&self.swapped, &self.moved].map(|report| list(&report.faults));
        format!("swapped boxes: [{swapped}], moved boxes: [{moved}]")
    }
}

fn fastest(arithmetic: Rounding) -> Result<Engine, Failure> {
    let mut fastest_first = available_backends().into_iter().rev();
    let fastest = fastest_first.find(|backend| backend.has_rounding(arithmetic));
    Workers::new(1)?.engine(fastest.unwrap_or(Backend::Scalar), arithmetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Basis;

    /// Two boxes that overlap by a tenth of a metre, one of them turned, far from the origin.
    fn pair_of_boxes(basis: Basis) -> Store {
        let frame = octosat_scenes::Frame {
            positions: &[[1000.0, -2000.0, 500.0], [1000.25, -1998.5, 500.125]],
            // Turned about no axis of a: shared axes are ties, in which images may differ.
            rotations: &[[0.0, 0.0, 0.0, 1.0], [0.1, 0.28, 0.05, 0.953_467_4]],
            pairs: &[],
        };
        Store::new(basis, &[[1.0, 0.7, 0.9], [0.6, 0.9, 0.8]], frame).unwrap()
    }

    #[test]
    fn images_show_what_the_pair_shows_and_changes_are_seen() {
        for basis in Basis::ALL {
            let store = pair_of_boxes(basis);
            let query = Query { store: &store, pairs: &[[0, 1]], margin: 0.01 };
            let mut images = Images::ask(&query).unwrap();
            let judged = store.judged_contacts([0, 1]);
            let moved = images.moved.judged([0, 1]);
            let separations = [&judged, &moved].map(|pair| pair.separations().separation);
            assert!((separations[0] - separations[1]).abs() <= judged.band(), "{separations:?}");
            let same = images.asymmetry(0, 0, &judged).expect("there are contacts");
            assert!(!same.is_any(), "{}", same.words());
            images.seen[0].swapped = images.seen[0].as_given.clone();
            let other = images.asymmetry(0, 0, &judged).expect("there are contacts");
            assert!(other.is_any() && other.worst() > 1.0, "{}", other.words());
        }
    }
}
