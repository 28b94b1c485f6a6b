//! Compares octosat's contacts with those of the engine that made a recording.
//!
//! Both engines compute contacts for exactly the recorded poses, each frame alone and without a margin. For each pair,
//! the normal and the depth of the deepest contact are compared. The choice of points is not compared, because engines
//! legitimately differ in it. If the contacts differ, the float64 reference gives the cause.

use std::collections::HashMap;

use octosat::{BoxStore, Engine, ManifoldOptions, Manifolds, PointLimit, Query};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferencePair;
use octosat_scenes::{Recording, ReferenceContacts};

/// Cosine of the largest angle between normals that count as the same: 3 degrees.
const SAME_NORMAL_COSINE: f64 = 0.998_629_534_754_573_9;

/// Largest difference of depths that count as the same, as a fraction of the larger depth. It separates a wrong depth
/// from a depth along a normal that differs by 3 degrees.
const SAME_DEPTH_PART: f64 = 0.01;

/// Depths and separations up to this length, in meters, count as touching, and depths that differ by less count as
/// equal. Below it, rounding in the recording decides, or rounding of engines that work far from the origin.
const SAME_DEPTH: f64 = 1e-5;

/// Largest difference of depths along two normals that are a near tie, as a fraction of the larger depth: engines
/// prefer faces by up to 5 %, and depths have a tolerance of 1 %.
const NEAR_TIE: f64 = 0.06;

/// The kind of difference between the contacts of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difference {
    /// Normals differ, depths do not.
    Normal,
    /// Normals and depths differ.
    NormalAndDepth,
    /// Depths differ, normals do not.
    Depth,
    /// Only the recording's engine has contacts.
    OnlyTheirs,
    /// Only this project's engine has.
    OnlyOurs,
}

/// The cause of a difference between the contacts of a pair, from the float64 reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Both normals separate the boxes with a translation within 6 % of the shortest one, and each depth is between the
    /// shortest translation and the one along its normal.
    NearTie,
    /// Depth or separation of the boxes is at most 10 µm.
    Rounding,
    /// The other engine reports contacts of separated boxes, or none of overlapping boxes.
    TheirBoolean,
    /// The other engine's depth does not belong to its normal, or another normal is clearly shorter. octosat is right.
    TheirDepth,
    /// octosat reports contacts of separated boxes, or none of overlapping boxes.
    OurBoolean,
    /// octosat's depth is wrong by more than 10 µm, but within the float32 error bound of boxes of this size.
    OurBound,
    /// octosat's depth does not belong to its normal, or another normal is clearly shorter.
    OurDepth,
}

impl Difference {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 5] =
        [Self::Normal, Self::NormalAndDepth, Self::Depth, Self::OnlyTheirs, Self::OnlyOurs];

    /// A heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Normal => "other normal, same depth",
            Self::NormalAndDepth => "other normal, other depth",
            Self::Depth => "same normal, other depth",
            Self::OnlyTheirs => "only they",
            Self::OnlyOurs => "only we",
        }
    }
}

impl Cause {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 7] = [
        Self::NearTie,
        Self::Rounding,
        Self::TheirBoolean,
        Self::TheirDepth,
        Self::OurBoolean,
        Self::OurBound,
        Self::OurDepth,
    ];

    /// A heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::NearTie => "near tie of axes",
            Self::Rounding => "depth or gap up to 10 µm",
            Self::TheirBoolean => "their contact",
            Self::TheirDepth => "their depth",
            Self::OurBoolean => "our contact",
            Self::OurBound => "our depth, within the error bound",
            Self::OurDepth => "our depth",
        }
    }
}

/// Counts of equal and different contacts of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The number of pairs that have contacts in both engines.
    pub both: usize,
    counts: HashMap<Finding, usize>,
}

/// The difference of the contacts of one pair, and its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Finding {
    difference: Difference,
    cause: Cause,
}

/// The deepest contact of a pair.
#[derive(Clone, Copy, Debug)]
struct Deepest {
    normal: [f64; 3],
    depth: f64,
}

impl Agreement {
    /// Compares the contacts of all frames.
    ///
    /// # Errors
    /// When the recording holds no contacts, or a frame is rejected; the message is one line.
    pub fn of(recording: &Recording) -> Result<Self, String> {
        let reference = recording.reference().ok_or("no contacts of the engine that made it")?;
        let mut agreement = Self::default();
        let engine = Engine::new();
        // All points, because the four of a reduced manifold may be a little less deep than the deepest.
        let options = ManifoldOptions { limit: PointLimit::Eight, ..ManifoldOptions::default() };
        let mut manifolds = Manifolds::with(options);
        for number in 0..recording.frames() {
            let frame = recording.frame(number);
            let (centers, rotations) = (frame.positions, frame.rotations);
            let boxes = BoxStore::from_slices(centers, rotations, recording.half_extents())
                .map_err(|error| error.to_string())?;
            engine
                .manifolds(Query::new(&boxes, frame.pairs), &mut manifolds)
                .map_err(|error| error.to_string())?;
            let mut theirs = theirs_in(reference, number);
            for (index, &[a, b]) in frame.pairs.iter().enumerate() {
                let [ours, theirs] = [ours_of(&manifolds, index), theirs.remove(&[a, b])];
                if ours.is_some() || theirs.is_some() {
                    let reference =
                        || ReferencePair::oriented(&given(&boxes, a), &given(&boxes, b));
                    agreement.see(reference, ours, theirs);
                }
            }
            if let Some(pair) = theirs.keys().next() {
                return Err(format!("frame {number} has contacts of {pair:?}, no pair of it"));
            }
        }
        Ok(agreement)
    }

    /// The number of pairs with this kind of difference and this cause.
    #[must_use]
    pub fn count(&self, difference: Difference, cause: Cause) -> usize {
        self.counts.get(&Finding { difference, cause }).copied().unwrap_or(0)
    }

    /// The number of pairs with this kind of difference.
    #[must_use]
    pub fn differ(&self, difference: Difference) -> usize {
        Cause::ALL.into_iter().map(|cause| self.count(difference, cause)).sum()
    }

    /// The share of pairs with equal normals, of those with contacts in both engines.
    #[must_use]
    pub fn same_normals(&self) -> f64 {
        self.share_without([Difference::Normal, Difference::NormalAndDepth])
    }

    /// The share of pairs with equal depths, of those with contacts in both engines.
    #[must_use]
    pub fn same_depths(&self) -> f64 {
        self.share_without([Difference::Depth, Difference::NormalAndDepth])
    }

    fn share_without(&self, differences: [Difference; 2]) -> f64 {
        let without: usize = differences.into_iter().map(|kind| self.differ(kind)).sum();
        1.0 - without as f64 / self.both.max(1) as f64
    }

    fn see(
        &mut self,
        reference: impl FnOnce() -> ReferencePair,
        ours: Option<Deepest>,
        theirs: Option<Deepest>,
    ) {
        let finding = match (ours, theirs) {
            (Some(ours), Some(theirs)) => {
                self.both += 1;
                let Some(difference) = difference_of(ours, theirs) else { return };
                Finding { difference, cause: cause_of(&reference(), ours, theirs) }
            }
            (None, None) => return,
            (ours, _) => lonely(reference().separations().separation, ours.is_some()),
        };
        *self.counts.entry(finding).or_default() += 1;
    }
}

/// The difference of two contacts of one pair, if there is one.
fn difference_of(ours: Deepest, theirs: Deepest) -> Option<Difference> {
    let cosine: f64 = (0..3).map(|k| ours.normal[k] * theirs.normal[k]).sum();
    let same_normal = cosine >= SAME_NORMAL_COSINE;
    let same_depth = close(ours.depth, theirs.depth, SAME_DEPTH_PART);
    match (same_normal, same_depth) {
        (true, true) => None,
        (false, true) => Some(Difference::Normal),
        (true, false) => Some(Difference::Depth),
        (false, false) => Some(Difference::NormalAndDepth),
    }
}

/// The difference of a pair with contacts in only one of both engines.
fn lonely(separation: f64, only_ours: bool) -> Finding {
    let difference = if only_ours { Difference::OnlyOurs } else { Difference::OnlyTheirs };
    // An engine is right if it has contacts of overlapping boxes, or none of separated boxes.
    let overlaps = separation < 0.0;
    let cause = match (separation.abs() <= SAME_DEPTH, overlaps == only_ours) {
        (true, _) => Cause::Rounding,
        (false, true) => Cause::TheirBoolean,
        (false, false) => Cause::OurBoolean,
    };
    Finding { difference, cause }
}

/// The cause of a difference between two contacts of one pair.
fn cause_of(reference: &ReferencePair, ours: Deepest, theirs: Deepest) -> Cause {
    let least = -reference.separations().separation;
    if least.max(ours.depth).max(theirs.depth) <= SAME_DEPTH {
        return Cause::Rounding;
    }
    // The deepest vertex along the normal may lie outside the clipped face. The deepest point inside it is then less
    // deep, but at least as deep as the shortest translation that separates the boxes.
    let right = |contact: Deepest, error_bound: f64| {
        let along = -reference.separation_along(contact.normal);
        let within = contact.depth.clamp(least.min(along), least.max(along));
        let off = (contact.depth - within).abs() <= SAME_DEPTH_PART * along.abs() + error_bound;
        off && close(along, least, NEAR_TIE)
    };
    if !right(ours, SAME_DEPTH) {
        return if right(ours, reference.error_bound()) {
            Cause::OurBound
        } else {
            Cause::OurDepth
        };
    }
    if right(theirs, SAME_DEPTH) { Cause::NearTie } else { Cause::TheirDepth }
}

fn close(x: f64, y: f64, part: f64) -> bool {
    (x - y).abs() <= part * x.abs().max(y.abs()) + SAME_DEPTH
}

/// The deepest contact of each pair of a frame.
fn theirs_in(reference: &ReferenceContacts, frame: usize) -> HashMap<[u32; 2], Deepest> {
    let row = |frame: usize| usize::try_from(reference.offsets[frame]).unwrap_or(usize::MAX);
    let mut deepest: HashMap<[u32; 2], Deepest> = HashMap::new();
    for row in row(frame)..row(frame + 1) {
        let depth = f64::from(reference.depth[row]);
        let contact = Deepest { normal: reference.normal[row].map(f64::from), depth };
        let known = deepest.entry(reference.pair[row]).or_insert(contact);
        if known.depth < depth {
            *known = contact;
        }
    }
    deepest
}

/// The deepest contact of a pair, if it has any.
fn ours_of(manifolds: &Manifolds, pair: usize) -> Option<Deepest> {
    let normal = manifolds.manifolds()[pair].normal.map(f64::from);
    let depths = manifolds.of(pair).iter().map(|point| f64::from(point.depth));
    depths.reduce(f64::max).map(|depth| Deepest { normal, depth })
}

/// The box as it was given.
fn given(boxes: &BoxStore, index: u32) -> OrientedBox {
    let index = index as usize;
    let three = |[x, y, z, _]: [f32; 4]| [x, y, z];
    OrientedBox {
        center: three(boxes.centers()[index]),
        rotation: boxes.rotations()[index],
        half_extents: three(boxes.half_extents()[index]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit cube on another, 1 cm deep.
    fn stacked() -> ReferencePair {
        let cube = |y| OrientedBox {
            center: [0.0, y, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: [0.5; 3],
        };
        ReferencePair::oriented(&cube(0.0), &cube(0.99))
    }

    const UP: Deepest = Deepest { normal: [0.0, 1.0, 0.0], depth: 0.01 };

    #[test]
    fn who_is_wrong_is_found_out() {
        let reference = stacked();
        let deeper = Deepest { depth: 0.02, ..UP };
        let aside = Deepest { normal: [1.0, 0.0, 0.0], depth: 1.0 };
        assert_eq!(difference_of(UP, UP), None);
        assert_eq!(difference_of(UP, deeper), Some(Difference::Depth));
        assert_eq!(difference_of(UP, aside), Some(Difference::NormalAndDepth));
        assert_eq!(cause_of(&reference, UP, deeper), Cause::TheirDepth);
        assert_eq!(cause_of(&reference, deeper, UP), Cause::OurDepth);
        assert_eq!(cause_of(&reference, aside, UP), Cause::OurDepth);
    }

    #[test]
    fn a_contact_that_only_one_has_is_checked_by_the_overlap() {
        for (separation, only_ours, difference, cause) in [
            (-0.01, true, Difference::OnlyOurs, Cause::TheirBoolean),
            (-0.01, false, Difference::OnlyTheirs, Cause::OurBoolean),
            (0.01, true, Difference::OnlyOurs, Cause::OurBoolean),
            (0.01, false, Difference::OnlyTheirs, Cause::TheirBoolean),
            (1e-6, false, Difference::OnlyTheirs, Cause::Rounding),
        ] {
            assert_eq!(lonely(separation, only_ours), Finding { difference, cause });
        }
    }

    #[test]
    fn a_difference_is_counted_once() {
        let mut agreement = Agreement::default();
        agreement.see(stacked, Some(UP), Some(UP));
        agreement.see(stacked, Some(UP), Some(Deepest { depth: 0.02, ..UP }));
        agreement.see(stacked, Some(UP), None);
        assert_eq!(agreement.both, 2);
        assert_eq!(agreement.count(Difference::Depth, Cause::TheirDepth), 1);
        assert_eq!(agreement.count(Difference::OnlyOurs, Cause::TheirBoolean), 1);
        assert!((agreement.same_depths() - 0.5).abs() < 1e-12);
        assert!((agreement.same_normals() - 1.0).abs() < 1e-12);
    }
}
