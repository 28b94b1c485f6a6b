//! Verdicts and clearances of many pairs that touch up to rounding, decided by exact integers.

use std::fmt;

use octosat::{BoxStore, BoxView, Engine, Query, Verdict};
use octosat_exact::{Pair, StoredBox};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ClearanceFault, ReferencePair};
use octosat_reference::plain::CertainPair;
use octosat_scenes::generate::{BarelyTouching, Scene, barely_touching};

use crate::boxes::stored;
use crate::{Failure, map_rows};

/// How far the squared length of a rotation may be off one in a store.
const STORED: f64 = 4e-7;

/// The same in a view, less its rounding.
const BORROWED: f64 = 1.9999e-6;

/// Pairs, by who lends their boxes.
#[derive(Clone, Copy, Debug)]
pub struct VerdictPlan {
    /// The name in reports.
    pub name: &'static str,
    /// Which boxes.
    pub which: BarelyTouching,
    /// Whether a store lends them, or a view.
    pub is_stored: bool,
}

/// All plans: rotations are as far off unit length as a store or a view accepts.
pub const VERDICT_PLANS: [VerdictPlan; 5] = {
    let any = BarelyTouching { deviation: STORED, sizes: [-6, 6], is_ordinary: false };
    let ordinary = BarelyTouching { is_ordinary: true, ..any };
    let of_store = VerdictPlan { name: "any", which: any, is_stored: true };
    let of_view = BarelyTouching { deviation: BORROWED, ..any };
    let tiny = BarelyTouching { sizes: [-44, -20], ..any };
    let ordinary_view = BarelyTouching { deviation: BORROWED, ..ordinary };
    [
        of_store,
        VerdictPlan { name: "ordinary", which: ordinary, ..of_store },
        VerdictPlan { name: "tiny", which: tiny, ..of_store },
        VerdictPlan { name: "any, view", which: of_view, is_stored: false },
        VerdictPlan { name: "ordinary, view", which: ordinary_view, is_stored: false },
    ]
};

/// What exact integers say about verdicts, and float64 about clearances.
#[derive(Clone, Debug, Default)]
pub struct VerdictTally {
    /// Pairs, each in two orders.
    pub pairs: usize,
    /// Certain verdicts.
    pub decided: usize,
    /// Certain overlaps.
    pub overlapping: usize,
    /// Certain verdicts that are false.
    pub wrong: usize,
    /// Clearances above the distance.
    pub above: usize,
    /// Clearances that are less than the part of the distance that some axis shows.
    pub below: usize,
    /// The largest part of the bound that a verdict needed.
    pub needed: f32,
    /// The first pair with something wrong.
    pub example: Option<String>,
}

impl VerdictTally {
    /// Asks about the pairs of a plan and a seed, in both orders.
    ///
    /// # Errors
    /// If the engine rejects a box.
    pub fn new(plan: &VerdictPlan, pairs: usize, seed: u64) -> Result<Self, Failure> {
        let mut scene = barely_touching(pairs, seed, plan.which);
        let store = BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents)?;
        if plan.is_stored {
            // A store makes tiny components zero.
            scene.rotation = store.rotations().to_vec();
        }
        let view = match plan.is_stored {
            true => store.view(),
            false => BoxView::new(&scene.position, &scene.rotation, &scene.half_extents)?,
        };
        let mirrored: Vec<_> = scene.pairs.iter().map(|&[a, b]| [b, a]).collect();
        let mut tally = Self::default();
        for list in [&scene.pairs, &mirrored] {
            let mut verdicts = vec![Verdict::default(); list.len()];
            let mut clearances = vec![0.0; list.len()];
            let engine = Engine::new();
            engine.verdicts(Query::new(view, list), &mut verdicts)?;
            engine.clearances(Query::new(view, list), &mut clearances)?;
            let found = map_rows(list.len(), |row| {
                let boxes = list[row].map(|index| given(&scene, index));
                Self::of_pair(&boxes, plan.is_stored, verdicts[row], clearances[row])
            });
            for one in found {
                tally = tally.and(one?);
            }
        }
        Ok(tally)
    }

    fn of_pair(
        boxes: &[OrientedBox; 2],
        is_stored: bool,
        verdict: Verdict,
        clearance: f32,
    ) -> Result<Self, Failure> {
        let [a, b] = boxes;
        let exact =
            |given: &OrientedBox| StoredBox::new(given.center, given.rotation, given.half_extents);
        let separated = !Pair::new(&exact(a)?, &exact(b)?).overlap();
        let right = if separated { Verdict::SEPARATED } else { Verdict::OVERLAPPING };
        let is_wrong = verdict != Verdict::UNDECIDED && verdict != right;
        let certain = CertainPair::new(a, b, 0.0, is_stored);
        let [_, bound] = certain.bounds();
        let reference = ReferencePair::oriented(a, b);
        let fault = reference.clearance_fault(clearance, bound);
        let example = || {
            let distance = reference.signed_distance();
            format!("{verdict}, clearance {clearance:e} m, distance {distance:e} m: {boxes:?}")
        };
        Ok(Self {
            pairs: 1,
            decided: usize::from(verdict != Verdict::UNDECIDED),
            overlapping: usize::from(verdict == Verdict::OVERLAPPING),
            wrong: usize::from(is_wrong),
            above: usize::from(fault == Some(ClearanceFault::Above)),
            below: usize::from(fault == Some(ClearanceFault::Below)),
            needed: certain.needed_part(separated),
            example: (is_wrong || fault.is_some()).then(example),
        })
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            decided: self.decided + other.decided,
            overlapping: self.overlapping + other.overlapping,
            wrong: self.wrong + other.wrong,
            above: self.above + other.above,
            below: self.below + other.below,
            needed: self.needed.max(other.needed),
            example: self.example.or(other.example),
        }
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.wrong + self.above + self.below == 0
    }

    /// The head of the table of tallies.
    pub fn head() -> &'static str {
        "| pairs in both orders | decided | wrong | clearances above | below | part of the bound needed |"
    }
}

impl fmt::Display for VerdictTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pairs, decided, wrong, above, below, needed, .. } = self;
        write!(f, "| {pairs} | {decided} | {wrong} | {above} | {below} | {needed:.3} |")
    }
}

/// A box as queries are about it: in a view, small components of rotations count as zero, too.
fn given(scene: &Scene, index: u32) -> OrientedBox {
    let index = index as usize;
    let (center, rotation) = (scene.position[index], stored(scene.rotation[index]));
    OrientedBox { center, rotation, half_extents: scene.half_extents[index] }
}
