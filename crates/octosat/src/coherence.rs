//! What is remembered of each pair from frame to frame, so that contacts at rest stay as they were.
//!
//! The memory belongs to the caller, who keeps it where it keeps its pairs: a value a pair, plain
//! data, meaning nothing without its pair. The engine itself remembers nothing.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{Isa, Lanes, Row, Scalar};

use crate::query::QueryError;
use crate::results::Axis;

/// What is remembered of one pair: its last axis, features and, if it may be recycled, its manifold.
///
/// The default, all zero, remembers nothing: it belongs to a pair that is new, or of which a box has
/// jumped. A box whose extents change is seen, and its manifold computed anew, but for changes below the
/// rounding of their sum and for one in some ten million: to be certain, start again from the default.
/// A memory is bound to the order (a, b) of its pair and to the settings of the query; after a change
/// of either start again from the default. It is plain data, so it can be saved and restored with a
/// world, and the frames that follow will be the same bits. It fills two cache lines, the second of which is
/// for pairs in contact; in a list that began within a line it touched three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct PairMemory {
    pub(crate) rows: [Row; ROWS],
}

/// How many rows a memory has.
pub(crate) const ROWS: usize = 8;

/// The first row of a memory's second cache line.
pub(crate) const SECOND_LINE: usize = 4;

/// Verdict, faces, shape and margin. The verdict is 1 + the axis number where the boxes were in
/// contact, its negation where they were not, and zero where nothing is known; of closest points it is
/// [`OF_CLOSEST_POINTS`] times as much, so that only what looks for them takes them for a contact. The
/// faces are the number of a's clipped face plus four times that of b's, and 16 and 32 for those on the
/// positive sides. Of closest points it is the face of a that they are told from, and no more.
pub(crate) const HEADER: usize = 0;

/// The verdict of closest points as a part of 1 + the axis number: between those of boxes apart, up to −1, and zero.
pub(crate) const OF_CLOSEST_POINTS: f32 = -1.0 / 64.0;

/// 1 + the feature of each point, zero for none.
pub(crate) const FEATURES: usize = 1;

/// The rows of the relative pose for which the manifold was computed: the normal along a's axes, b's
/// centre seen from a's, and the first two columns of the rotation.
pub(crate) const POSE: [usize; 3] = [2, 3, 4];

/// The points' places in the plane of a's face and the gaps there, a row each.
pub(crate) const POINTS: [usize; 3] = [5, 6, 7];

impl PairMemory {
    /// The axis that decided about the pair when it was last seen; none if nothing is remembered.
    #[must_use]
    pub fn axis(&self) -> Option<Axis> {
        let code = axis_number(Scalar, self.verdict());
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number from 0 to 14, and the cast saturates for anything else"
        )]
        (code >= 0.0).then(|| Axis::from_code(code as u8))
    }

    /// Whether the pair had contacts when it was last seen.
    #[must_use]
    pub fn had_contacts(&self) -> bool {
        let verdict = self.verdict();
        verdict > 0.0 || is_of_closest_points(Scalar, verdict)
    }

    pub(crate) fn verdict(&self) -> f32 {
        self.rows[HEADER].0[0]
    }

    /// Remembers that an axis separates the pair.
    pub(crate) fn remember_separated(&mut self, axis: Axis) {
        let verdict = if axis == Axis::NON_FINITE { 0.0 } else { -1.0 - f32::from(axis.code()) };
        self.rows[HEADER] = Row([verdict, 0.0, 0.0, 0.0]);
        self.rows[FEATURES] = Row::default();
    }
}

/// Whether verdicts tell of closest points; of one memory in its scalar lane, or of a batch.
#[inline(always)]
pub(crate) fn is_of_closest_points<I: Isa>(isa: I, verdict: I::Real) -> I::Mask {
    verdict.less(isa.splat(0.0)) & isa.splat(-1.0).less(verdict)
}

/// The number of the axis that decided, minus one where nothing is known.
#[inline(always)]
pub(crate) fn axis_number<I: Isa>(isa: I, verdict: I::Real) -> I::Real {
    let whole = verdict * isa.splat(1.0 / OF_CLOSEST_POINTS);
    let closest = is_of_closest_points(isa, verdict);
    Lanes::select(closest, whole, verdict).abs() - isa.splat(1.0)
}

/// Whether a contact query looks at the last frame.
///
/// # Example
/// ```
/// use octosat::{
///     BoxPose, BoxStore, Coherence, Engine, Manifolds, OrientedBox, PairMemory, Query,
/// };
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [2.0, 1.0, 2.0]))?;
/// boxes.insert(OrientedBox::new([0.5, 1.99, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut memory = [PairMemory::default()];
/// let mut manifolds = Manifolds::new();
/// for height in [1.99, 1.9899, 1.9901] {
///     boxes.set_pose(1, BoxPose { center: [0.5, height, 0.0], rotation: upright })?;
///     let query = Query::new(&boxes, &[[0, 1]]).margin(0.02);
///     let coherence = Coherence::recycle(&mut memory);
///     Engine::new().manifolds_coherent(query, coherence, &mut manifolds)?;
///     assert!((manifolds.manifolds()[0].depth - (2.0 - height)).abs() < 1e-6);
/// }
/// assert!(manifolds.manifolds()[0].status.is_recycled());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub enum Coherence<'a> {
    /// No: the result of a pair is a function of the pair alone.
    #[default]
    Off,
    /// Yes: a pair that last frame's axis still separates is dismissed by that axis; axis and points
    /// stay as they were where others are not better by more than the bounds in
    /// [`crate::tolerances`], and so do the features of closest points. One memory a pair, in the pairs' order.
    On(&'a mut [PairMemory]),
    /// The same, and a manifold whose boxes hardly moved against each other is kept, with depths and
    /// positions that follow the motion.
    Recycle {
        /// One memory a pair, in the pairs' order.
        memory: &'a mut [PairMemory],
        /// How far any point of box b may have moved, seen from box a, since the manifold was
        /// computed: a part of the smallest of the six half extents, without unit. Normals are off by as
        /// much, in radians, and what has changed by less is not seen: hundredths are meant, not ones.
        motion: f32,
    },
}

impl<'a> Coherence<'a> {
    /// Recycling with [`crate::tolerances::RECYCLED_MOTION`].
    #[must_use]
    pub fn recycle(memory: &'a mut [PairMemory]) -> Self {
        Self::Recycle { memory, motion: crate::tolerances::RECYCLED_MOTION }
    }

    /// Refuses memories that do not belong to this number of pairs, and motions without meaning.
    pub(crate) fn check(&self, pairs: usize) -> Result<(), QueryError> {
        let found = match self {
            Self::Off => return Ok(()),
            Self::On(memory) => memory.len(),
            Self::Recycle { memory, motion } => {
                if !(*motion >= 0.0 && motion.is_finite()) {
                    return Err(QueryError::RecycledMotion { motion: *motion });
                }
                memory.len()
            }
        };
        if found == pairs {
            return Ok(());
        }
        Err(QueryError::MemoryLength { expected: pairs, found })
    }
}
