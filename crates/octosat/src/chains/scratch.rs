//! Room for what is computed of a batch of configurations. A thread keeps it for its next call, because allocating it would
//! take as long as the poses of a robot.

use alloc::boxed::Box;
use alloc::vec::Vec;

use octosat_lanes::Isa;

use super::near::{Sphere, room_for_spheres};
use super::poses::{JointLanes, Poses};
use super::questions::Configurations;
use super::reach::{FrameMotion, Reaches};
use crate::near::probe::Probes;

/// Room for a batch.
pub(super) struct Scratch<I: Isa> {
    pub(super) values: JointLanes<I>,
    pub(super) poses: Poses<I>,
    pub(super) reaches: Reaches<I>,
    /// The bounding spheres of solids.
    pub(super) spheres: Vec<Sphere<I>>,
    /// The motion of each joint value.
    pub(super) motions: Vec<FrameMotion<I>>,
    /// What visits the obstacles that are in trees: none if there are none.
    pub(super) probes: Vec<Probes>,
}

/// Room for more solids than this is not kept: it would take a megabyte and more of each thread.
const MOST_KEPT: usize = 256;

impl<I: Isa> Scratch<I> {
    const NONE: Self = Self {
        values: JointLanes::NONE,
        poses: Poses::NONE,
        reaches: Reaches::NONE,
        spheres: Vec::new(),
        motions: Vec::new(),
        probes: Vec::new(),
    };

    /// Runs work with room for the configurations of a question.
    pub(super) fn with<R>(
        isa: I,
        question: &Configurations<'_>,
        work: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let mut scratch = kept::take().unwrap_or_else(|| Box::new(Self::NONE));
        isa.enter_rarely(
            #[inline(always)]
            || scratch.fit(isa, question),
        );
        let done = work(&mut scratch);
        if scratch.spheres.len().max(scratch.motions.len()) <= MOST_KEPT {
            kept::put(scratch);
        }
        done
    }

    /// Makes room for a chain.
    #[inline(always)]
    fn fit(&mut self, isa: I, question: &Configurations<'_>) {
        let chain = question.chain;
        self.values.fit(isa, chain);
        self.poses.fit(isa, chain);
        self.reaches.fit(isa, chain);
        room_for_spheres(isa, chain, &mut self.spheres);
        self.motions.resize(chain.values(), FrameMotion::none(isa));
        let visits = question.world.is_some_and(|world| world.trees().next().is_some());
        self.probes.resize(if visits { chain.solids.len() } else { 0 }, Probes::NONE);
    }
}

/// What a thread keeps.
#[cfg(feature = "std")]
mod kept {
    use core::any::Any;
    use core::cell::Cell;

    use super::{Box, Isa, Scratch};

    std::thread_local! {
        /// The room of the last call, for the lanes of its backend.
        static KEPT: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
    }

    /// The room of the last call of this thread, if it was on the same backend. A call within another one has none.
    pub(super) fn take<I: Isa>() -> Option<Box<Scratch<I>>> {
        // None while a thread ends.
        KEPT.try_with(Cell::take).ok()??.downcast().ok()
    }

    pub(super) fn put<I: Isa>(scratch: Box<Scratch<I>>) {
        // While a thread ends, it is dropped.
        let _ = KEPT.try_with(|kept| kept.set(Some(scratch)));
    }
}

/// Without the standard library, threads keep nothing.
#[cfg(not(feature = "std"))]
mod kept {
    use super::{Box, Isa, Scratch};

    pub(super) fn take<I: Isa>() -> Option<Box<Scratch<I>>> {
        None
    }

    pub(super) fn put<I: Isa>(_: Box<Scratch<I>>) {}
}
