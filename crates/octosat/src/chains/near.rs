//! Which pairs of solids are near each other: by spheres and bounds, and by their surfaces.
//!
//! Spheres only leave out pairs that are certainly apart. A lane counts a pair if its own sphere is near, so no answer
//! depends on the lanes next to it.

use alloc::vec::Vec;

use octosat_lanes::{Isa, Lanes};

use super::apart::{Sought, separation};
use super::ball::separation_of_balls;
use super::body::Body;
use super::model::{Chain, LinkSolid};
use super::obstacle::Obstacle;
use super::poses::{Pose, Poses};
use super::world::World;
use crate::axes::boxes::BoxLanes;
use crate::certain::bound::GapError;
use crate::certain::clearances::clearance_of;
use crate::near::any;
use crate::near::bounds::Bounds;
use crate::pairs::overlap::{overlap, overlap_within};
use crate::tolerances::{CLEARANCE_BOUNDS, FAR_SPHERES, SMALLEST_FAR};
use crate::vector::{difference, splat, squared};

/// A sphere in each lane: a center, and a radius that leaves room for rounding.
#[derive(Clone, Copy)]
pub(super) struct Sphere<I: Isa> {
    pub(super) center: [I::Real; 3],
    pub(super) radius: I::Real,
}

impl<I: Isa> Sphere<I> {
    /// The bounding sphere of a solid that is larger by some meters.
    #[inline(always)]
    pub(super) fn new(isa: I, pose: &Pose<I>, solid: &LinkSolid, grown: I::Real) -> Self {
        let radius =
            isa.splat(solid.radius * FAR_SPHERES + SMALLEST_FAR) + grown * isa.splat(FAR_SPHERES);
        Self { center: pose.center, radius }
    }

    /// The same spheres with a radius that is longer by some meters.
    #[inline(always)]
    pub(super) fn wider(self, by: I::Real) -> Self {
        Self { radius: self.radius + by, ..self }
    }

    /// The same spheres for solids that may be within a length of others.
    #[inline(always)]
    pub(super) fn reaching(self, isa: I, within: Within<I>) -> Self {
        match within {
            Within::Touching => self,
            Within::Roughly(length) | Within::Closely(length) => {
                self.wider(length * isa.splat(FAR_SPHERES))
            }
        }
    }

    /// The lanes whose sphere is near bounds, given how much larger their radius is taken.
    #[inline(always)]
    pub(super) fn is_near_bounds(&self, isa: I, bounds: &Bounds, slack: f32) -> I::Mask {
        let offset = difference(self.center, splat(isa, bounds.center));
        self.reaches(isa, offset, bounds.half_extents, slack)
    }

    /// The lanes whose sphere is near an obstacle's bounding box.
    #[inline(always)]
    pub(super) fn is_near(&self, isa: I, obstacle: &Obstacle) -> I::Mask {
        self.reaches(isa, self.seen_from(isa, obstacle), obstacle.half_extents, obstacle.slack)
    }

    /// The center along the axes of an obstacle, from its center, a bit nearer than it is.
    #[inline(always)]
    pub(super) fn seen_from(&self, isa: I, obstacle: &Obstacle) -> [I::Real; 3] {
        let [x, y, z] = difference(self.center, splat(isa, obstacle.solid.pose.center));
        let mut along = [x; 3];
        for (k, component) in along.iter_mut().enumerate() {
            let [a, b, c] = splat(isa, obstacle.axes[k]);
            *component = (x * a + y * b) + z * c;
        }
        along
    }

    /// A number below the clearance of the solid and an obstacle, in meters: the largest gap along a face of the obstacle.
    #[inline(always)]
    pub(super) fn face_bound(&self, isa: I, obstacle: &Obstacle) -> I::Real {
        let mut largest = isa.splat(f32::NEG_INFINITY);
        let along = self.seen_from(isa, obstacle);
        for (k, component) in along.iter().enumerate() {
            largest = (component.abs() - isa.splat(obstacle.half_extents[k])).greater(largest);
        }
        largest - (self.radius + isa.splat(obstacle.slack))
    }

    /// The lanes whose sphere is near that of another solid.
    #[inline(always)]
    pub(super) fn is_near_sphere(&self, other: &Self) -> I::Mask {
        let reach = self.radius + other.radius;
        squared(difference(self.center, other.center)).at_most(reach * reach)
    }

    /// The lanes whose sphere reaches a box, from the offset of its center along the axes of the box.
    #[inline(always)]
    fn reaches(&self, isa: I, offset: [I::Real; 3], half_extents: [f32; 3], slack: f32) -> I::Mask {
        let mut beyond = offset;
        for (k, component) in beyond.iter_mut().enumerate() {
            let excess = component.abs() - isa.splat(half_extents[k]);
            *component = excess.greater(isa.splat(0.0));
        }
        let reach = self.radius + isa.splat(slack);
        squared(beyond).at_most(reach * reach)
    }
}

/// Makes room for the bounding spheres of all solids.
#[inline(always)]
pub(super) fn room_for_spheres<I: Isa>(isa: I, chain: &Chain, spheres: &mut Vec<Sphere<I>>) {
    let zero = isa.splat(0.0);
    spheres.resize(chain.solids.len(), Sphere { center: [zero; 3], radius: zero });
}

/// Computes the bounding spheres of all solids, given by how much each is larger, in meters.
#[inline(always)]
pub(super) fn fill_spheres<I: Isa>(
    isa: I,
    chain: &Chain,
    poses: &Poses<I>,
    spheres: &mut [Sphere<I>],
    grown: impl Fn(usize) -> I::Real,
) {
    for (number, (sphere, solid)) in spheres.iter_mut().zip(&chain.solids).enumerate() {
        *sphere = Sphere::new(isa, &poses.solids[number], solid, grown(number));
    }
}

/// Visits the pairs of a solid of a chain and the obstacles in the leaves of a world whose spheres are near, in some open
/// lanes, except for obstacles that the link of the solid may touch. `test` gets the near open lanes and the obstacle, and
/// returns the lanes that are not open any more. Returns the open lanes.
#[inline(always)]
pub(super) fn visit_near<I: Isa>(
    isa: I,
    (chain, solid, sphere): (&Chain, usize, &Sphere<I>),
    world: &World,
    mut open: I::Mask,
    mut test: impl FnMut(I::Mask, &Obstacle) -> I::Mask,
) -> I::Mask {
    let mut start = 0;
    for leaf in &world.leaves {
        let obstacles = &world.obstacles[start..leaf.end];
        start = leaf.end;
        let mut near_leaf = open;
        if leaf.is_bounded {
            near_leaf = sphere.is_near_bounds(isa, &leaf.bounds, leaf.slack) & open;
            if !any(near_leaf) {
                continue;
            }
        }
        for obstacle in obstacles {
            let near_bounds = sphere.is_near_bounds(isa, &obstacle.bounds, obstacle.slack);
            let near_bounds = near_bounds & near_leaf & open;
            if !any(near_bounds) {
                continue;
            }
            let near = sphere.is_near(isa, obstacle) & near_bounds;
            if any(near) && !chain.allows(chain.solids[solid].link, obstacle.index) {
                open = open & !test(near, obstacle);
                if !any(open) {
                    return open;
                }
            }
        }
    }
    open
}

/// When two solids are near each other.
#[derive(Clone, Copy)]
pub(super) enum Within<I: Isa> {
    /// If they touch as computed.
    Touching,
    /// If they are not certainly farther apart than some meters. Of boxes, faces and edges show it, at least .57 of a distance.
    Roughly(I::Real),
    /// The same, but of boxes that are near along faces and edges the search shows how far they are apart.
    Closely(I::Real),
}

impl<I: Isa> Within<I> {
    /// As a padding says it, in meters.
    #[inline(always)]
    pub(super) fn padding(isa: I, padding: f32) -> Self {
        if padding > 0.0 { Self::Closely(isa.splat(padding)) } else { Self::Touching }
    }

    /// The same of solids that are certainly where they are up to some meters, if there is a padding.
    #[inline(always)]
    pub(super) fn rounded(self, by: impl FnOnce() -> I::Real) -> Self {
        match self {
            Self::Closely(within) => Self::Closely(within + by()),
            other => other,
        }
    }

    /// The same of solids that come nearer to each other by some meters.
    #[inline(always)]
    pub(super) fn nearer_by(self, by: I::Real) -> Self {
        match self {
            Self::Touching => Self::Roughly(by),
            Self::Roughly(within) => Self::Roughly(within + by),
            Self::Closely(within) => Self::Closely(within + by),
        }
    }
}

/// The lanes, of some, in which two solids are near each other.
#[inline(always)]
pub(super) fn are_near<I: Isa>(
    isa: I,
    lanes: I::Mask,
    (a, b): (&Body<'_, I>, &Body<'_, I>),
    within: Within<I>,
) -> I::Mask {
    match within {
        Within::Touching => touch(isa, lanes, a, b),
        Within::Roughly(within) => are_within(isa, lanes, (a, b), within),
        Within::Closely(within) => are_near_out_of_line(isa, lanes, (a, b), within),
    }
}

/// The lanes, of some, in which two solids touch: boxes as `overlaps` reports it, others if they are not certainly apart.
#[inline(always)]
fn touch<I: Isa>(isa: I, lanes: I::Mask, a: &Body<'_, I>, b: &Body<'_, I>) -> I::Mask {
    if a.is_box() && b.is_box() {
        return overlap(&a.core.frame(isa, &b.core)) & lanes;
    }
    are_near_out_of_line(isa, lanes, (a, b), isa.splat(0.0))
}

/// The lanes, of some, in which two solids are not certainly farther apart than some meters.
#[inline(always)]
pub(super) fn are_within<I: Isa>(
    isa: I,
    lanes: I::Mask,
    (a, b): (&Body<'_, I>, &Body<'_, I>),
    within: I::Real,
) -> I::Mask {
    if a.is_box() && b.is_box() {
        return boxes_are_within(isa, [&a.core, &b.core], within) & lanes;
    }
    are_near_out_of_line(isa, lanes, (a, b), within)
}

#[inline(always)]
fn boxes_are_within<I: Isa>(isa: I, [a, b]: [&BoxLanes<I::Real>; 2], within: I::Real) -> I::Mask {
    let frame = &a.direct_frame(isa, b);
    let bound = GapError::STORED.bound(isa, frame);
    let farthest = within + bound * isa.splat(CLEARANCE_BOUNDS);
    overlap_within(isa, frame, farthest)
}

/// How far two solids are certainly apart in some lanes, in meters; negative if they overlap.
#[inline(always)]
pub(super) fn clearance<I: Isa>(
    isa: I,
    lanes: I::Mask,
    a: &Body<'_, I>,
    b: &Body<'_, I>,
) -> I::Real {
    if a.is_box() && b.is_box() {
        return clearance_of(isa, GapError::STORED, &a.core, &b.core);
    }
    clearance_out_of_line(isa, lanes, a, b)
}

/// The lanes, of some, in which two solids are not certainly farther apart than some meters, whatever they are.
#[inline(never)]
fn are_near_out_of_line<I: Isa>(
    isa: I,
    lanes: I::Mask,
    (a, b): (&Body<'_, I>, &Body<'_, I>),
    within: I::Real,
) -> I::Mask {
    isa.enter_rarely(
        #[inline(always)]
        || {
            if let Some(separation) = separation_of_balls(isa, a, b) {
                return !within.less(separation) & lanes;
            }
            let boxes = [&a.bounding_box(isa), &b.bounding_box(isa)];
            let lanes = boxes_are_within(isa, boxes, within) & lanes;
            if !any(lanes) {
                return lanes;
            }
            let sought = Sought { lanes, enough: within, little: within };
            !within.less(separation(isa, a, b, sought)) & lanes
        },
    )
}

/// How far two solids are certainly apart in some lanes of which one at least is no box.
#[inline(never)]
fn clearance_out_of_line<I: Isa>(
    isa: I,
    lanes: I::Mask,
    a: &Body<'_, I>,
    b: &Body<'_, I>,
) -> I::Real {
    isa.enter_rarely(
        #[inline(always)]
        || {
            if let Some(separation) = separation_of_balls(isa, a, b) {
                return separation;
            }
            // At least the clearance of the boxes around both, on which leaves and trees rely to leave out others.
            let boxes = [a.bounding_box(isa), b.bounding_box(isa)];
            let of_boxes = clearance_of(isa, GapError::STORED, &boxes[0], &boxes[1]);
            let [enough, little] = [isa.splat(f32::INFINITY), isa.splat(f32::NEG_INFINITY)];
            separation(isa, a, b, Sought { lanes, enough, little }).greater(of_boxes)
        },
    )
}
