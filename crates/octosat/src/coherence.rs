//! What is remembered of each pair from frame to frame, so that contacts at rest stay as they were.
//!
//! The memory belongs to the caller, who keeps it where it keeps its pairs: a value a pair, plain
//! data, meaning nothing without its pair. The engine itself remembers nothing.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;

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

/// Verdict, faces, shape and margin. The verdict is an integer: 1 + the axis number, with [`APART`] where the boxes
/// were not in contact and with [`CLOSEST_POINTS`] where their contact was that of their closest points; zero where
/// nothing is known. The faces are the number of the pair of faces that were clipped, an integer too; of closest
/// points the axis of the face of a that they are told from.
pub(crate) const HEADER: usize = 0;

/// The bits of a verdict that hold 1 + the axis number.
pub(crate) const AXIS_NUMBER: i32 = 0b1111;

/// The bit of a verdict for boxes without contact.
pub(crate) const APART: i32 = 0b1_0000;

/// The bit of a verdict for closest points.
pub(crate) const CLOSEST_POINTS: i32 = 0b10_0000;

/// 1 + the feature of each point, zero for none, as integers.
pub(crate) const FEATURES: usize = 1;

/// The rows of the relative pose for which the manifold was computed: the normal along a's axes, b's
/// center seen from a's, and the first two columns of the rotation.
pub(crate) const POSE: [usize; 3] = [2, 3, 4];

/// The points' places in the plane of a's face and the gaps there, a row each.
pub(crate) const POINTS: [usize; 3] = [5, 6, 7];

impl PairMemory {
    /// The axis that decided about the pair when it was last seen; none if nothing is remembered.
    #[must_use]
    pub fn axis(&self) -> Option<Axis> {
        let number = (self.verdict() & AXIS_NUMBER) - 1;
        (number >= 0).then(|| Axis::from_number(number))
    }

    /// Whether the pair had contacts when it was last seen.
    #[must_use]
    pub fn had_contacts(&self) -> bool {
        let verdict = self.verdict();
        (0 < verdict) & !self.was_apart()
    }

    /// Whether an axis separated the pair when it was last seen.
    pub(crate) fn was_apart(&self) -> bool {
        (APART..CLOSEST_POINTS).contains(&self.verdict())
    }

    fn verdict(&self) -> i32 {
        self.rows[HEADER].0[0].to_bits().cast_signed()
    }

    /// Remembers that an axis separates the pair.
    pub(crate) fn remember_separated(&mut self, axis: Axis) {
        let verdict = if axis == Axis::NON_FINITE { 0 } else { APART + 1 + axis.number() };
        self.rows[HEADER] = Row([f32::from_bits(verdict.cast_unsigned()), 0.0, 0.0, 0.0]);
        self.rows[FEATURES] = Row::default();
    }
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
/// assert!(manifolds.manifolds()[0].is_recycled());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub enum Coherence<'a> {
    /// No: the result of a pair is a function of the pair alone.
    #[default]
    Off,
    /// Yes: a pair that last frame's axis still separates is dismissed by that axis; axis and points
    /// stay as they were where others are better by less than a fiftieth of their depth or
    /// size. One memory a pair, in the pairs' order.
    On(&'a mut [PairMemory]),
    /// The same, and a manifold whose boxes hardly moved against each other is kept, with depths and
    /// positions that follow the motion.
    Recycle {
        /// One memory a pair, in the pairs' order.
        memory: &'a mut [PairMemory],
        /// How far any point of box b may have moved, seen from box a, since the manifold was
        /// computed: a part of the smallest of the six half extents, without unit. Normals are off by as
        /// much, in radians, and what has changed by less is not seen. Finite and at least zero; the default
        /// of [`Coherence::recycle`] is 0.01, and hundredths are meant, not ones.
        motion: f32,
    },
}

impl<'a> Coherence<'a> {
    /// Recycling with a motion of 0.01.
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
