//! Compares octosat's contacts with those of the engine that made a recording.
//!
//! Both engines compute contacts for exactly the recorded poses, each frame alone and without a margin. For each pair,
//! the normal and the depth of the deepest contact are compared. The choice of points is not compared, because engines
//! legitimately differ in it. If the contacts differ, the float64 reference gives the cause.

use std::collections::HashMap;

use octosat::{BoxStore, Contacts, Engine, Manifolds, PointLimit, Query};
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

/// Why the contacts of a pair differ, from the float64 reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Both normals separate the boxes with a translation within 6 % of the shortest one, and each depth is between the
    /// shortest translation and the one along its normal.
    NearTie,
    /// Depth or separation of the boxes is at most 10 µm.
    Rounding,
    /// The other engine's depth does not belong to its normal, another normal is clearly shorter, or the engine reports
    /// contacts of separated boxes or none of overlapping boxes.
    Theirs,
    /// octosat's depth is wrong by more than 10 µm, but within the float32 error bound of boxes of this size.
    OurBound,
    /// octosat makes one of the errors of [`Cause::Theirs`].
    Ours,
}

impl Cause {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 5] =
        [Self::NearTie, Self::Rounding, Self::Theirs, Self::OurBound, Self::Ours];
}

/// Counts of pairs with equal and different contacts in a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Pairs with contacts in both engines.
    pub both: usize,
    /// Those of them with the same normal.
    pub same_normal: usize,
    /// Those of them with the same depth.
    pub same_depth: usize,
    /// Pairs with contacts in only one engine.
    pub only_one: usize,
    /// Pairs whose contacts differ, by [`Cause`] in the order of [`Cause::ALL`].
    pub causes: [usize; Cause::ALL.len()],
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
        let limit = PointLimit::Eight;
        let mut manifolds = Manifolds::new();
        for number in 0..recording.frames() {
            let frame = recording.frame(number);
            let (centers, rotations) = (frame.positions, frame.rotations);
            let boxes = BoxStore::from_slices(centers, rotations, recording.half_extents())
                .map_err(|error| error.to_string())?;
            let contacts = Contacts::new(Query::new(&boxes, frame.pairs)).limit(limit);
            engine.manifolds(contacts, &mut manifolds).map_err(|error| error.to_string())?;
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

    /// The number of pairs whose contacts differ for this cause.
    #[must_use]
    pub fn count(&self, cause: Cause) -> usize {
        self.causes[cause as usize]
    }

    fn see(
        &mut self,
        reference: impl FnOnce() -> ReferencePair,
        ours: Option<Deepest>,
        theirs: Option<Deepest>,
    ) {
        let cause = match (ours, theirs) {
            (None, None) => return,
            (Some(ours), Some(theirs)) => {
                let cosine: f64 = (0..3).map(|k| ours.normal[k] * theirs.normal[k]).sum();
                let same_normal = cosine >= SAME_NORMAL_COSINE;
                let same_depth = close(ours.depth, theirs.depth, SAME_DEPTH_PART);
                self.both += 1;
                self.same_normal += usize::from(same_normal);
                self.same_depth += usize::from(same_depth);
                if same_normal && same_depth {
                    return;
                }
                cause_of(&reference(), ours, theirs)
            }
            (ours, _) => {
                self.only_one += 1;
                cause_of_one(reference().separations().separation, ours.is_some())
            }
        };
        self.causes[cause as usize] += 1;
    }
}

/// The cause if only one engine has contacts of a pair. An engine is right if it has contacts of overlapping boxes, or
/// none of separated boxes.
fn cause_of_one(separation: f64, only_ours: bool) -> Cause {
    let overlaps = separation < 0.0;
    match (separation.abs() <= SAME_DEPTH, overlaps == only_ours) {
        (true, _) => Cause::Rounding,
        (false, true) => Cause::Theirs,
        (false, false) => Cause::Ours,
    }
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
        return if right(ours, reference.error_bound()) { Cause::OurBound } else { Cause::Ours };
    }
    if right(theirs, SAME_DEPTH) { Cause::NearTie } else { Cause::Theirs }
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
    use octosat_scenes::{ReadOptions, embedded};

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
    fn the_engine_that_is_wrong_is_found() {
        let deeper = Some(Deepest { depth: 0.02, ..UP });
        let aside = Some(Deepest { normal: [1.0, 0.0, 0.0], depth: 1.0 });
        // How many of two pairs, this one and one with equal contacts, have contacts in both, and the same normal.
        for (ours, theirs, cause, both, same_normal) in [
            (Some(UP), deeper, Cause::Theirs, 2, 2),
            (Some(UP), aside, Cause::Theirs, 2, 1),
            (deeper, Some(UP), Cause::Ours, 2, 2),
            (aside, Some(UP), Cause::Ours, 2, 1),
            (Some(UP), None, Cause::Theirs, 1, 1),
            (None, Some(UP), Cause::Ours, 1, 1),
        ] {
            let mut agreement = Agreement::default();
            agreement.see(stacked, Some(UP), Some(UP));
            assert_eq!(agreement.causes, [0; 5]);
            agreement.see(stacked, ours, theirs);
            assert_eq!(agreement.count(cause), 1, "{ours:?} {theirs:?}");
            assert_eq!(agreement.causes.iter().sum::<usize>(), 1);
            assert_eq!((agreement.both, agreement.only_one), (both, 2 - both));
            assert_eq!((agreement.same_normal, agreement.same_depth), (same_normal, 1));
        }
        assert_eq!(cause_of_one(0.01, true), Cause::Ours);
        assert_eq!(cause_of_one(0.01, false), Cause::Theirs);
        assert_eq!(cause_of_one(1e-6, false), Cause::Rounding);
    }

    #[test]
    fn contacts_differ_by_ties_or_errors_of_the_other_engine() {
        let recording = embedded(ReadOptions::ALL).unwrap();
        let agreement = Agreement::of(&recording).unwrap();
        assert!(agreement.both > 5_000, "{agreement:?}");
        // 0.04 % of the whole recording are near ties between axes, where engines prefer faces by rules of their own.
        assert!(agreement.same_normal * 1_000 > agreement.both * 999, "{agreement:?}");
        assert_eq!(agreement.count(Cause::Ours), 0, "{agreement:?}");
        // Bullet's edge contacts are too deep by a constant, which shows on shallow ones.
        assert!(agreement.same_depth < agreement.both, "{agreement:?}");
        assert!(agreement.count(Cause::Theirs) > agreement.only_one, "{agreement:?}");
        let without = embedded(ReadOptions::default()).unwrap();
        assert!(Agreement::of(&without).is_err());
    }
}
