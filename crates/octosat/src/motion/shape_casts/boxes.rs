//! The gap between a box and the core of a sphere or capsule.

use octosat_lanes::{Isa, Lanes, Mask, folded, repeated};

use super::course::{Course, CourseSource, First, Gap, Passing, Round, Sizes, Way};
use super::lean::{Place, farther, turned};
use crate::axes::boxes::into_frame;
use crate::boxes::store::OrientedBox;
use crate::motion::course::{Middle, deviation, sum_of_components};
use crate::moved::motions::MovingSides;
use crate::shapes::kernels::capsule::{Edge, LeastGap};
use crate::shapes::kernels::capsule_core::Core;
use crate::shapes::kernels::compared::{Compared, LoadedPairs};
use crate::shapes::kernels::piece::offset_of_middles;
use crate::shapes::kernels::sphere::clamped;
use crate::shapes::{Capsule, Sphere};
use crate::vector::{dot, is_finite, squared, sum_of_magnitudes};

impl CourseSource for Compared<'_, OrientedBox, Sphere> {
    type Course<I: Isa> = BoxAndPoint<I>;

    #[inline(always)]
    fn passing<I: Isa>(
        isa: I,
        batch: &MovingSides<I, LoadedPairs<I, OrientedBox, Sphere>>,
    ) -> Passing<I, BoxAndPoint<I>> {
        let LoadedPairs { a: boxes, b: shapes } = &batch.sides;
        let center = boxes.center;
        let offset = offset_of_middles(isa, [center, center], Sphere::ends::<I>(shapes));
        let middle = Middle::of(isa, offset, batch.motion);
        let rotation = boxes.rotation;
        let course = BoxAndPoint { center, rotation, extents: boxes.half_extents };
        let sizes = Sizes {
            path: sum_of_magnitudes(batch.motion),
            nearest: sum_of_magnitudes(middle.nearest),
            of_box: sum_of_components(course.extents),
            cores: isa.splat(0.0),
            radius: shapes.radius,
        };
        let bound = sizes.bound(isa, deviation(isa, rotation)) + batch.room;
        Passing {
            course,
            nearest: into_frame(rotation, middle.nearest),
            motion: into_frame(rotation, batch.motion),
            middle: middle.time,
            radius_of_a: isa.splat(0.0),
            radius: shapes.radius,
            bound,
            finite: is_finite(isa, bound + sizes.of_box),
        }
    }
}

/// A box and the center of a sphere, along the box's axes.
#[derive(Clone, Copy)]
pub(crate) struct BoxAndPoint<I: Isa> {
    /// The center and the rotation of the box in the world.
    center: [I::Real; 3],
    rotation: [I::Real; 4],
    extents: [I::Real; 3],
}

impl<I: Isa> Course<I> for BoxAndPoint<I> {
    #[inline(always)]
    fn gap(&self, _isa: I, middle: [I::Real; 3]) -> Gap<I::Real> {
        let [mut vector, mut on_a] = [middle, middle];
        for k in 0..3 {
            on_a[k] = clamped(middle[k], self.extents[k]);
            vector[k] = middle[k] - on_a[k];
        }
        let separation = squared(vector);
        let length = separation.sqrt();
        Gap { vector, length, separation, distance: length, on_a }
    }

    #[inline(always)]
    fn first(&self, isa: I, passing: &Passing<I, Self>) -> First<I> {
        first_of_faces::<I, _>(isa, passing, self.extents)
    }

    #[inline(always)]
    fn fold_ways<T>(
        &self,
        isa: I,
        passing: &Passing<I, Self>,
        value: T,
        mut work: impl FnMut(T, Way<I::Real>) -> T,
    ) -> T {
        let place = passing.at_start();
        folded::<3, _>(
            value,
            #[inline(always)]
            |value, k| {
                let [offset, speed] = [place[k], passing.motion[k]];
                let side = passing.side(isa, offset, speed);
                let mut normal = repeated::<3, _>(isa.splat(0.0));
                normal[k] = side;
                work(value, Way { normal, separation: side * offset - self.extents[k] })
            },
        )
    }

    #[inline(always)]
    fn direction(&self, local: [I::Real; 3]) -> [I::Real; 3] {
        let [x, y, z, w] = self.rotation;
        into_frame([-x, -y, -z, w], local)
    }

    #[inline(always)]
    fn origin(&self) -> [I::Real; 3] {
        self.center
    }
}

impl CourseSource for Compared<'_, OrientedBox, Capsule> {
    type Course<I: Isa> = BoxAndCore<I>;

    #[inline(always)]
    fn passing<I: Isa>(
        isa: I,
        batch: &MovingSides<I, LoadedPairs<I, OrientedBox, Capsule>>,
    ) -> Passing<I, BoxAndCore<I>> {
        let LoadedPairs { a: boxes, b: shapes } = &batch.sides;
        let center = boxes.center;
        let offset = offset_of_middles(isa, [center, center], Capsule::ends::<I>(shapes));
        let middle = Middle::of(isa, offset, batch.motion);
        let core = Core::of(isa, boxes, middle.nearest, Capsule::half(isa, shapes));
        let sizes = Sizes {
            path: sum_of_magnitudes(batch.motion),
            nearest: sum_of_magnitudes(middle.nearest),
            of_box: sum_of_components(core.extents),
            cores: sum_of_components(core.direction) * core.reach,
            radius: shapes.radius,
        };
        let bound = sizes.bound(isa, deviation(isa, boxes.rotation)) + batch.room;
        let mut motion = batch.motion;
        for k in 0..3 {
            motion[k] = dot(core.axes[k], batch.motion);
        }
        Passing {
            course: BoxAndCore { center, core },
            nearest: core.middle,
            motion,
            middle: middle.time,
            radius_of_a: isa.splat(0.0),
            radius: shapes.radius,
            bound,
            finite: is_finite(isa, bound + sizes.of_box),
        }
    }
}

/// A box and the core of a capsule, along the box's axes.
#[derive(Clone, Copy)]
pub(crate) struct BoxAndCore<I: Isa> {
    /// The center of the box in the world.
    center: [I::Real; 3],
    core: Core<I>,
}

impl<I: Isa> Course<I> for BoxAndCore<I> {
    #[inline(always)]
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real> {
        let mut core = self.core;
        core.middle = middle;
        let LeastGap { along, gap } = core.least_gap(isa, core.crossings(isa).least);
        let along = clamped(along, core.reach);
        let [mut place, mut on_a] = [middle, middle];
        for k in 0..3 {
            place[k] = core.direction[k] * along + middle[k];
            on_a[k] = clamped(place[k], core.extents[k]);
        }
        let square = squared(gap);
        let distance = square.sqrt();
        // Along the gap, the box ends at the place that it is measured from. The core may reach farther than its place.
        let farther = farther(&core, gap, along);
        let gap =
            Gap { vector: gap, length: distance, separation: square - farther, distance, on_a };
        let leans = !farther.at_most(core.noise * distance);
        if leans.bits() == 0 {
            return gap;
        }
        let turned = turned(isa, &core, Place { place, along }, gap);
        Gap::select(leans, turned, gap)
    }

    #[inline(always)]
    fn first(&self, isa: I, passing: &Passing<I, Self>) -> First<I> {
        first_of_faces::<I, _>(isa, passing, self.reaches())
    }

    /// The normals of the faces, and the directions across edges and the core.
    #[inline(always)]
    fn fold_ways<T>(
        &self,
        isa: I,
        passing: &Passing<I, Self>,
        value: T,
        mut work: impl FnMut(T, Way<I::Real>) -> T,
    ) -> T {
        let mut core = self.core;
        core.middle = passing.at_start();
        let reaches = self.reaches();
        let value = folded::<3, _>(
            value,
            #[inline(always)]
            |value, k| {
                let [offset, speed] = [core.middle[k], passing.motion[k]];
                let side = passing.side(isa, offset, speed);
                let mut normal = repeated::<3, _>(isa.splat(0.0));
                normal[k] = side;
                work(value, Way { normal, separation: side * offset - reaches[k] })
            },
        );
        folded::<3, _>(
            value,
            #[inline(always)]
            |value, k| {
                let Edge { exists, normal, offset, radius, length } = core.edge(isa, k);
                let speed = dot(normal, passing.motion);
                let side = passing.side(isa, offset / length, speed);
                let separation = (side * offset - radius) / length;
                let none = isa.splat(f32::NEG_INFINITY);
                let separation = Lanes::select(exists, separation, none);
                work(value, Way { normal: normal.map(|component| side * component), separation })
            },
        )
    }

    #[inline(always)]
    fn direction(&self, local: [I::Real; 3]) -> [I::Real; 3] {
        self.core.world(local)
    }

    #[inline(always)]
    fn origin(&self) -> [I::Real; 3] {
        self.center
    }
}

impl<I: Isa> BoxAndCore<I> {
    /// How far box and core reach together along the box's axes.
    #[inline(always)]
    fn reaches(&self) -> [I::Real; 3] {
        let mut reaches = self.core.extents;
        for k in 0..3 {
            reaches[k] = self.core.direction[k] * self.core.reach + reaches[k];
        }
        reaches
    }
}

/// When b has entered the three slabs of a box's faces, which reach so far along its axes and are grown by the radius and
/// the bound.
///
/// If b does not move along an axis, the times are infinite: of different sign inside the slab, of the same outside.
#[inline(always)]
fn first_of_faces<I: Isa, C>(isa: I, passing: &Passing<I, C>, extents: [I::Real; 3]) -> First<I> {
    let grown = passing.radius + passing.bound;
    let mut time = -passing.middle;
    let mut leave = isa.splat(1.0) - passing.middle;
    for k in 0..3 {
        let inverse = isa.splat(-1.0) / passing.motion[k];
        let (distance, reach) = (passing.nearest[k], extents[k] + grown);
        let times = [(distance + reach) * inverse, (distance - reach) * inverse];
        time = times[0].lesser(times[1]).greater(time);
        leave = times[0].greater(times[1]).lesser(leave);
    }
    First { time, may_touch: time.at_most(leave) }
}
