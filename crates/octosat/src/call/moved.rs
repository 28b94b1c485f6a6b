//! What moves in a query, and when it looks at its pairs, as plain values; `moved` checks and loads them.

use crate::boxes::view::BoxView;
use crate::call::sides::Sides;

/// How far boxes and other shapes move during a step, in meters, world coordinates.
///
/// Each component must be finite and at most 1e12 m.
#[derive(Clone, Copy, Debug)]
pub struct Motions<'a>(pub(crate) Moves<'a>);

/// The displacement of all pairs, or the displacements of pairs, or of the boxes of one list or two.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moves<'a> {
    Uniform([f32; 3]),
    PerPair(&'a [[f32; 3]]),
    PerBox(Sides<&'a [[f32; 3]]>),
}

impl<'a> Motions<'a> {
    /// The same displacement for every pair: of b as seen from a, which stands still.
    ///
    /// For one body that moves past many others.
    #[must_use]
    pub fn uniform(motion: [f32; 3]) -> Self {
        Self(Moves::Uniform(motion))
    }

    /// One displacement per pair, in the pairs' order: of box b as seen from box a, which stands still.
    ///
    /// So if box a of a pair moves by `m` and b stands still, the displacement is `-m`. See also [`Self::per_box`].
    #[must_use]
    pub fn per_pair(motions: &'a [[f32; 3]]) -> Self {
        Self(Moves::PerPair(motions))
    }

    /// One displacement per box: every box of the query moves by its own. For boxes of two lists, or a list of boxes and
    /// one of shapes, an array of two slices.
    pub fn per_box(motions: impl Into<Sides<&'a [[f32; 3]]>>) -> Self {
        Self(Moves::PerBox(motions.into()))
    }
}

/// When a query looks at its pairs, and how the boxes get there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved<'a> {
    pub(crate) motion: Motion<'a>,
    /// One per pair, from 0 to 1.
    pub(crate) times: &'a [f32],
}

/// How boxes move during the step.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "a query has one, and lies on the stack")]
pub(crate) enum Motion<'a> {
    /// Along straight lines, without turning.
    Along(Motions<'a>),
    /// To the same boxes at the end of the step.
    To(Sides<BoxView<'a>>),
}

#[cfg(feature = "certain")]
impl Moved<'_> {
    /// Whether the boxes turn.
    pub(crate) fn turns(&self) -> bool {
        matches!(self.motion, Motion::To(_))
    }
}
