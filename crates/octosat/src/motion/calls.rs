//! Queries about boxes that move during a step.

use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::accept;
use crate::call::engine::Engine;
use crate::call::length::Takes;
use crate::call::question::{Question, verbs};
use crate::error::Error;
use crate::motion::impacts::ImpactKernel;
use crate::motion::{Impact, Impacts};
use crate::moved::steps::{Steps, check_ends};

impl Engine {
    /// Reports when the boxes of each pair hit while they move along straight lines without turning; see [`Cast`](crate::Cast).
    ///
    /// A hit is a pair that no axis keeps on one side. As long as free boxes touch during the step, one axis keeps them
    /// on one side of each other: they graze each other, slide, rest or move apart. Along it they overlap by at most
    /// 2.9 cast bounds; if they touch at the start, by at most 6.4 there, and then they get no deeper except for
    /// rounding. Boxes that touch at the start and move into each other hit at time 0. Only boxes that are together
    /// thinner than the bound, and nearer than an eighth of it while they touch, can end on the other side of each
    /// other.
    ///
    /// Times are parts of the step and never late: the boxes do not overlap before `time` by anything, for lengths from
    /// 1e-12 m on. They are early by little. At `time` the largest separation over the fifteen axes is at most four
    /// cast bounds, which the chapter on error bounds derives. For boxes of a store the cast bound is at most 4.5e-6
    /// times the sum of the distance of the centers when they are nearest, the part of the motion near there, and the
    /// half extents of b; plus 3e-7 times the length of the motion. Instead of the half extents of b, those of a and
    /// the distances count if they are less. If the boxes touch or overlap at the start, the motion counts as longer by
    /// that distance and all half extents.
    ///
    /// Boxes may be [`grown`](crate::Query::grown), also by a negative length.
    ///
    /// With the feature `shapes`, b may be a sphere or a capsule, and a a box, a sphere, a capsule or a half-space. The
    /// rows of such a query have the normal and the point of each hit, and promise the same in terms
    /// of a bound of their own; see `ShapeCast`. There is no length to give: cast a larger or a smaller radius.
    ///
    /// # Errors
    /// If an index is out of range, a length is not finite or not one that the query takes, a component of a
    /// displacement is not finite or above 1e12 m, there is not one displacement per pair or per box of each list, or
    /// the output does not have one element per pair; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Cast, CastState, Casts, Engine, Motions, OrientedBox, Query};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [0.05, 1.0, 1.0]))?; // a wall
    /// boxes.insert(OrientedBox::new([-4.0, 0.0, 0.0], upright, [0.01; 3]))?; // a bullet
    /// let mut casts = [Cast::default()];
    /// let query = Query::new(&boxes, &[[0, 1]]);
    /// Engine::new().casts(Casts::new(query, Motions::per_pair(&[[16.0, 0.0, 0.0]])), &mut casts)?;
    /// assert_eq!(casts[0].state, CastState::HIT);
    /// assert!(casts[0].time <= 3.94 / 16.0 && casts[0].time > 0.246);
    /// assert!(casts[0].axis.edges().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A character that walks into a wall:
    /// ```
    /// use octosat::{BoxStore, Capsule, CastState, Casts, Engine, Motions, OrientedBox, Query, ShapeCast};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([2.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.5, 1.0, 4.0]))?;
    /// let character = Capsule::new([0.0, 0.5, 0.0], [0.0, 1.5, 0.0], 0.25)?;
    /// let mut rows = [ShapeCast::default()];
    /// let query = Query::each(&boxes, &character);
    /// Engine::new().casts(Casts::new(query, Motions::uniform([2.5, 0.0, 0.0])), &mut rows)?;
    /// assert_eq!(rows[0].state, CastState::HIT);
    /// assert!(rows[0].time <= 0.5 && rows[0].time > 0.49999);
    /// assert_eq!(rows[0].normal, [-1.0, 0.0, 0.0]); // out of the wall
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn casts<Q: Question<verbs::Casts>>(&self, casts: Q, out: Q::Out<'_>) -> Result<(), Error> {
        casts.answer(self, out)
    }

    /// Reports until when the boxes of each pair are certainly apart while they move and turn; see [`Impact`].
    ///
    /// The boxes of the query are those at the start of the step, and the ends are the same boxes, by the same indices,
    /// at its end. Centers move along straight lines. Rotations are the linear interpolation of both quaternions,
    /// normalized, by the shorter way; half a turn, up to rounding, goes either way.
    ///
    /// Times are parts of the step, from 0 to 1. None is late: before its time, a pair shares no point, whatever
    /// rounding does. Boxes that touch and do not come together are free: boxes that rest, slide, graze or move apart,
    /// at the start or later. They are apart until they are near; from then on, one direction keeps the overlap along
    /// it below 10.5 impact bounds and 1.4e-5 of how far the boxes move and turn until the end of the step, or what is
    /// deeper at the start, by up to 16 bounds, from getting deeper. So
    /// [`ImpactState::TOUCHING`](crate::ImpactState::TOUCHING) means that boxes touch and come together, or that
    /// nothing else can be proved. A hit is early by a gap: with τ the larger of the tolerance and the impact bound, no
    /// axis separates the boxes there by more than 1.5 τ plus eight impact bounds. The impact bound is 3.7e-6 times the
    /// distance of the centers and the half extents of the smaller box, plus 2.4e-7 times how far the boxes move and
    /// turn; the chapter on error bounds derives it. Boxes that pass each other within this gap may hit.
    ///
    /// Boxes may be [`grown`](crate::Query::grown), also by a negative length: cores of fast bodies, and boxes with a
    /// skin.
    ///
    /// # Errors
    /// If an index is out of range, a length is not finite or not one that the query takes, there are not as many boxes
    /// in each list at the end, a box of a pair has other half extents there, the tolerance is negative or not finite,
    /// there are no rounds, or the output does not have one element per pair; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxPose, BoxStore, Engine, Impact, ImpactState, Impacts, OrientedBox, Query};
    /// let (upright, sine) = ([0.0, 0.0, 0.0, 1.0], core::f32::consts::FRAC_1_SQRT_2);
    /// let quarter_turn = [0.0, 0.0, sine, sine];
    /// let mut start = BoxStore::new();
    /// start.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0, 0.1, 0.1]))?; // a bar
    /// start.insert(OrientedBox::new([0.0, 0.9, 0.0], upright, [0.1, 0.1, 0.1]))?; // in the path of its end
    /// let mut end = start.clone();
    /// end.set_pose(0, BoxPose::new([0.0, 0.0, 0.0], quarter_turn))?;
    /// let mut rows = [Impact::default()];
    /// let query = Query::new(&start, &[[0, 1]]);
    /// Engine::new().impacts(Impacts::new(query, &end).tolerance(0.01), &mut rows)?;
    /// assert_eq!(rows[0].state, ImpactState::HIT);
    /// assert!(rows[0].time > 0.8 && rows[0].time < 0.9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn impacts(&self, impacts: Impacts<'_>, out: &mut [Impact]) -> Result<(), Error> {
        let Impacts { query, ends, tolerance, rounds } = &impacts;
        let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
        let takes = Takes::grown("impacts");
        query.check_still(takes)?;
        let Batches { source, length, .. } = accept(self, query, takes, lengths)?;
        impacts.check()?;
        check_ends(self, query, source, ends)?;
        let [of_a, of_b] = ends.each().map(|view| view.columns.first());
        let batches = Batches::new(Steps::new(source, [&of_a, &of_b]), length);
        let kernel = ImpactKernel { tolerance: *tolerance, rounds: *rounds };
        self.fill_rows(kernel, &batches, out);
        Ok(())
    }
}
