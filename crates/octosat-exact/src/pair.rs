//! Questions about two boxes that stand still.

use core::cmp::Ordering;

use crate::filter::Filter;
use crate::questions::{Best, Compare, Contains, Overlap, Sign, Signs};
use crate::scaled::Scaled;
use crate::width::{Question, ask};
use crate::{Axis, BestAxis, Interval, SeparationSign, StoredBox};

/// Two boxes, a and b, and the exact answers about them.
///
/// Boxes are closed sets: boxes that touch overlap.
///
/// ```
/// use octosat_exact::{Axis, Pair, SeparationSign, StoredBox};
///
/// // b is turned about z by the angle whose cosine is 3/5 and whose sine is 4/5. It reaches 3/5 + 4/5 along x, and
/// // its center is 2.4 away, rounded to float32: a little more.
/// let a = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
/// let b = StoredBox::new([2.4, 0.0, 0.0], [0.0, 0.0, 1.0, 2.0], [1.0; 3])?;
/// let pair = Pair::new(&a, &b);
///
/// assert!(!pair.overlap());
/// assert_eq!(pair.separation_sign(Axis::ALL[0]), SeparationSign::Apart);
/// let best = pair.best_axis();
/// assert_eq!(best.axis.face_of_a(), Some(0));
/// // 2.4 rounded to float32 is 9.5e-8 more.
/// assert!(best.separation.lower > 9.5e-8 && best.separation.upper < 9.6e-8);
/// # Ok::<(), octosat_exact::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    a: StoredBox,
    b: StoredBox,
}

impl Pair {
    /// A pair of boxes.
    #[must_use]
    pub const fn new(a: &StoredBox, b: &StoredBox) -> Self {
        Self { a: *a, b: *b }
    }

    /// The first box.
    #[must_use]
    pub const fn a(&self) -> &StoredBox {
        &self.a
    }

    /// The second box.
    #[must_use]
    pub const fn b(&self) -> &StoredBox {
        &self.b
    }

    /// Whether the boxes share a point.
    #[must_use]
    pub fn overlap(&self) -> bool {
        self.overlap_by_filter().unwrap_or_else(|| self.overlap_by_integers())
    }

    /// Whether the boxes share a point, if float64 is certain of it: what [`overlap`](Self::overlap) tries first.
    ///
    /// ```
    /// use octosat_exact::{Pair, StoredBox};
    ///
    /// let a = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let touching = StoredBox::new([2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let pair = Pair::new(&a, &touching);
    ///
    /// assert_eq!(pair.overlap_by_filter(), None);
    /// assert!(pair.overlap_by_integers());
    /// # Ok::<(), octosat_exact::InputError>(())
    /// ```
    #[must_use]
    pub fn overlap_by_filter(&self) -> Option<bool> {
        self.filter().overlap()
    }

    /// Whether the boxes share a point, by integers alone: what [`overlap`](Self::overlap) does in doubt.
    #[must_use]
    pub fn overlap_by_integers(&self) -> bool {
        ask(&Overlap(&self.scaled()))
    }

    /// Bits of the integers that decide whether the boxes share a point, at most 1392.
    #[must_use]
    pub fn overlap_bits(&self) -> u32 {
        Overlap(&self.scaled()).bits()
    }

    /// The sign of the separation along an axis.
    #[must_use]
    pub fn separation_sign(&self, axis: Axis) -> SeparationSign {
        let by_integers = || ask(&Sign { scaled: &self.scaled(), axis });
        self.filter().sign(axis).unwrap_or_else(by_integers)
    }

    /// The signs of the separations along all axes, by the numbers of the axes.
    ///
    /// ```
    /// use octosat_exact::{Axis, Pair, SeparationSign, StoredBox};
    ///
    /// let a = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let touching = StoredBox::new([2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let signs = Pair::new(&a, &touching).separation_signs();
    ///
    /// assert_eq!(signs[0], SeparationSign::Touching);
    /// assert_eq!(signs[1], SeparationSign::Overlapping);
    /// // Edge 0 of a is parallel to edge 0 of b.
    /// assert_eq!(signs[6], SeparationSign::Parallel);
    /// # Ok::<(), octosat_exact::InputError>(())
    /// ```
    #[must_use]
    pub fn separation_signs(&self) -> [SeparationSign; Axis::COUNT] {
        let filter = self.filter();
        let certain = Axis::ALL.map(|axis| filter.sign(axis));
        if certain.contains(&None) {
            return ask(&Signs(&self.scaled()));
        }
        certain.map(|sign| sign.unwrap_or(SeparationSign::Parallel))
    }

    /// Meters, the separation along an axis of unit length: positive for projections apart. None if the edges of the
    /// axis are parallel.
    ///
    /// The two ends differ by a few units in the last place, except for magnitudes below 10^-270.
    ///
    /// ```
    /// use octosat_exact::{Axis, Interval, Pair, StoredBox};
    ///
    /// let a = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let b = StoredBox::new([1.75, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let pair = Pair::new(&a, &b);
    ///
    /// assert_eq!(pair.separation(Axis::ALL[0]), Some(Interval { lower: -0.25, upper: -0.25 }));
    /// assert_eq!(pair.separation(Axis::ALL[6]), None);
    /// # Ok::<(), octosat_exact::InputError>(())
    /// ```
    #[must_use]
    pub fn separation(&self, axis: Axis) -> Option<Interval> {
        let mut candidates = [false; Axis::COUNT];
        candidates[axis.index()] = true;
        let best = ask(&Best { scaled: &self.scaled(), candidates });
        best.map(|best| best.separation)
    }

    /// How the separations along two axes of unit length compare: `Greater` if the first is larger, so that the boxes
    /// are less deep in each other along the first axis. None if the edges of one of the axes are parallel.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use octosat_exact::{Axis, Pair, StoredBox};
    ///
    /// let a = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let b = StoredBox::new([1.5, 1.25, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])?;
    /// let pair = Pair::new(&a, &b);
    ///
    /// assert_eq!(pair.compare_axes(Axis::ALL[0], Axis::ALL[1]), Some(Ordering::Greater));
    /// assert_eq!(pair.compare_axes(Axis::ALL[0], Axis::ALL[3]), Some(Ordering::Equal));
    /// # Ok::<(), octosat_exact::InputError>(())
    /// ```
    #[must_use]
    pub fn compare_axes(&self, first: Axis, second: Axis) -> Option<Ordering> {
        let filter = self.filter();
        let [one, other] = [first, second].map(|axis| filter.separation(axis));
        if one.lower > other.upper {
            return Some(Ordering::Greater);
        }
        if one.upper < other.lower {
            return Some(Ordering::Less);
        }
        ask(&Compare { scaled: &self.scaled(), first, second })
    }

    /// The axis of the largest separation, on axes of unit length, and this separation.
    ///
    /// The separation is the distance of boxes apart only if faces face each other; in general it is less. If it is
    /// negative, it is minus the depth.
    #[must_use]
    pub fn best_axis(&self) -> BestAxis {
        let filter = self.filter();
        let separations = Axis::ALL.map(|axis| filter.separation(axis));
        let reached = separations.iter().fold(f64::NEG_INFINITY, |most, s| most.max(s.lower));
        let candidates = separations.map(|separation| separation.upper >= reached);
        let best = ask(&Best { scaled: &self.scaled(), candidates });
        // The axis that reaches the largest lower end is a candidate, and nearly parallel edges reach none.
        best.unwrap_or(BestAxis { axis: Axis::ALL[0], separation: separations[0] })
    }

    /// Whether a contains b: every point of b is a point of a.
    ///
    /// ```
    /// use octosat_exact::{Pair, StoredBox};
    ///
    /// // A cube that is turned by the angle whose cosine is 3/5 reaches 7/5 of its half extents.
    /// let room = StoredBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [7.0; 3])?;
    /// let cube = StoredBox::new([0.0; 3], [0.0, 0.0, 1.0, 2.0], [5.0; 3])?;
    ///
    /// assert!(Pair::new(&room, &cube).contains());
    /// assert!(!Pair::new(&cube, &room).contains());
    /// # Ok::<(), octosat_exact::InputError>(())
    /// ```
    #[must_use]
    pub fn contains(&self) -> bool {
        let by_integers = || ask(&Contains(&self.scaled()));
        self.filter().contains().unwrap_or_else(by_integers)
    }

    fn filter(&self) -> Filter {
        Filter::new(&self.a, &self.b)
    }

    fn scaled(&self) -> Scaled {
        self.scaled_with([0.0; 3])
    }

    pub(crate) fn scaled_with(&self, motion: [f32; 3]) -> Scaled {
        Scaled::new(&self.a, &self.b, motion)
    }
}
