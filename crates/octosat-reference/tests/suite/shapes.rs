//! The float64 answers about a box and another shape, against other formulas, and answers that must be rejected.

use crate::common::{Draw, along, columns, difference, dot, narrow, normalized, oriented, scaled};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    Ball, BoundsFault, CornerAnswer, GivenLine, HalfSpaceAnswer, HalfSpaceFault, Plane,
    ReferenceBox, ReferenceFrustum, ReferencePair, ReferenceSegments, SphereAnswer, SphereFault,
    separations,
};
use octosat_scenes::generate::Random;

/// Meters by which a rounded value may be off, for boxes of about a meter near the origin.
const NEAR: f64 = 1e-6;

fn boxes(seed: u64) -> impl Iterator<Item = OrientedBox> {
    let mut random = Random::new(seed);
    (0..4_000).map(move |_| {
        let half = [0; 3].map(|_| random.magnitude(0.1, 1.0));
        oriented(random.within(1.0), random.any_rotation(), half)
    })
}

/// A box in float64: its center, its axes, and its half extents.
struct Wide {
    center: [f64; 3],
    axes: [[f64; 3]; 3],
    half: [f64; 3],
}

impl Wide {
    fn of(given: &OrientedBox) -> Self {
        let axes = columns(normalized(given.rotation.map(f64::from)));
        Self { center: given.center.map(f64::from), axes, half: given.half_extents.map(f64::from) }
    }

    /// How far the box reaches along a direction, from its center.
    fn reach(&self, direction: [f64; 3]) -> f64 {
        (0..3).map(|k| self.half[k] * dot(self.axes[k], direction).abs()).sum()
    }

    /// A point along the axes of the box.
    fn local(&self, point: [f64; 3]) -> [f64; 3] {
        self.axes.map(|axis| dot(axis, difference(point, self.center)))
    }
}

/// A unit vector in every direction.
fn direction(random: &mut Random) -> [f64; 3] {
    columns(normalized([0; 4].map(|_| random.range(-1.0, 1.0))))[0]
}

/// Bounds grown as the engine does are right; rounded to the nearest, they are a rounding short.
#[test]
fn bounds_are_checked_by_their_corners() {
    let mut too_small = 0;
    for given in boxes(31) {
        let reference = ReferenceBox::oriented(&given);
        let own = Wide::of(&given);
        let reach = [0, 1, 2].map(|k| own.reach([0, 1, 2].map(|i| if i == k { 1.0 } else { 0.0 })));
        let [min, max] = [-1.0, 1.0].map(|side| narrow(along(own.center, side, reach)));
        let size: f32 = given.half_extents.iter().sum();
        let grown = |by: f32| [min.map(|c| c - by * size), max.map(|c| c + by * size)];
        let [least, greatest] = grown(4e-6);
        assert_eq!(reference.bounds_fault(least, greatest), None, "{given:?}");
        assert_eq!(ReferenceBox::scaled(&scaled(&given)).bounds_fault(least, greatest), None);
        let [least, greatest] = grown(3e-5);
        let fault = reference.bounds_fault(least, greatest);
        assert!(matches!(fault, Some(BoundsFault::TooLarge { .. })), "{fault:?}");
        let fault = reference.bounds_fault([f32::NAN; 3], max);
        assert!(matches!(fault, Some(BoundsFault::CornerOutside { .. })), "{fault:?}");
        too_small += usize::from(reference.bounds_fault(min, max).is_some());
    }
    assert!(too_small > 2_000, "plain rounding loses a corner half the time: {too_small}");
}

#[test]
fn the_deepest_corner_is_as_deep_as_the_box_reaches() {
    let mut random = Random::new(32);
    for given in boxes(33) {
        let plane = Plane { normal: narrow(direction(&mut random)), offset: 0.1 };
        let reference = ReferenceBox::oriented(&given);
        let own = Wide::of(&given);
        let normal = plane.normal.map(f64::from);
        let depth = f64::from(plane.offset) - dot(normal, own.center) + own.reach(normal);
        let truth = reference.half_space_depth(&plane);
        assert!((depth - truth).abs() < 1e-12, "{given:?} {plane:?}: {depth} {truth}");
        assert!(!reference.contradicts_half_space(&plane, 0.0, depth >= 0.0));
        assert!(reference.contradicts_half_space(&plane, 0.0, depth < 0.0) || depth.abs() < NEAR);
    }
}

/// The contacts of a box that stands on the ground, and every way to spoil them.
#[test]
fn contacts_with_a_half_space_are_rejected_once_spoilt() {
    let given = oriented([1.0, 2.0, 0.875], [0.0, 0.0, 0.0, 1.0], [0.5, 0.25, 1.0]);
    let reference = ReferenceBox::oriented(&given);
    let plane = Plane { normal: [0.0, 0.0, 1.0], offset: 0.0 };
    let corners = [[0.5, 1.75], [1.5, 1.75], [0.5, 2.25], [1.5, 2.25]];
    let right: Vec<CornerAnswer> = (0..)
        .zip(corners)
        .map(|(corner, [x, y])| CornerAnswer { position: [x, y, -0.0625], depth: 0.125, corner })
        .collect();
    let fault = |face, contacts: &[CornerAnswer], within| {
        reference.half_space_fault(&plane, &HalfSpaceAnswer { face, contacts, within })
    };
    assert_eq!(fault(4, &right, 0.0), None);
    assert_eq!(fault(4, &right, 0.3), None);
    assert_eq!(fault(5, &right, 0.0), Some(HalfSpaceFault::WrongFace));
    assert_eq!(fault(9, &right, 0.0), Some(HalfSpaceFault::WrongFace));
    let choice = Some(HalfSpaceFault::WrongChoice { corner: 3, depth: 0.125 });
    assert_eq!(fault(4, &right[..3], 0.0), choice);
    let spoilt = |spoil: &dyn Fn(&mut CornerAnswer)| {
        let mut answers = right.clone();
        spoil(&mut answers[1]);
        fault(4, &answers, 0.0)
    };
    assert_eq!(spoilt(&|c| c.corner = 0), Some(HalfSpaceFault::WrongCorner { corner: 0 }));
    assert_eq!(spoilt(&|c| c.corner = 5), Some(HalfSpaceFault::WrongCorner { corner: 5 }));
    for depth in [0.1251, 0.1249, f32::NAN] {
        let fault = spoilt(&|c| c.depth = depth);
        assert!(matches!(fault, Some(HalfSpaceFault::WrongDepth { .. })), "{fault:?}");
    }
    for z in [0.0, -0.125, f32::NAN] {
        let fault = spoilt(&|c| c.position[2] = z);
        assert!(matches!(fault, Some(HalfSpaceFault::WrongPosition { .. })), "{fault:?}");
    }
    let above = Plane { offset: -0.2, ..plane };
    let answer = HalfSpaceAnswer { face: 4, contacts: &right, within: 0.0 };
    let fault = reference.half_space_fault(&above, &answer);
    assert!(matches!(fault, Some(HalfSpaceFault::WrongChoice { corner: 0, .. })), "{fault:?}");
}

/// The right contact of a box and a ball, in float64.
fn contact(given: &OrientedBox, ball: &Ball) -> SphereAnswer {
    let own = Wide::of(given);
    let center = ball.center.map(f64::from);
    let local = own.local(center);
    let mut nearest = [0, 1, 2].map(|k| local[k].clamp(-own.half[k], own.half[k]));
    let away = difference(local, nearest);
    let mut distance = dot(away, away).sqrt();
    let mut normal = away.map(|part| part / distance);
    if distance <= 0.0 {
        let depths = [0, 1, 2].map(|k| own.half[k] - local[k].abs());
        let out = (0..3).fold(0, |best, k| if depths[k] < depths[best] { k } else { best });
        normal = [0.0; 3];
        normal[out] = local[out].signum();
        nearest[out] = own.half[out] * normal[out];
        distance = -depths[out];
    }
    let world =
        |vector: [f64; 3]| (0..3).fold([0.0; 3], |sum, k| along(sum, vector[k], own.axes[k]));
    let [rounded, depth] = narrow([distance, f64::from(ball.radius) - distance]);
    let point = narrow(along(own.center, 1.0, world(nearest)));
    SphereAnswer { normal: narrow(world(normal)), depth, point, distance: rounded }
}

#[test]
fn contacts_with_balls_are_right_and_rejected_once_spoilt() {
    let mut random = Random::new(34);
    let mut inside = 0;
    for given in boxes(35) {
        let off = random.within(0.6);
        let center = [0, 1, 2].map(|k| f64::from(given.center[k]) + off[k]);
        let ball = Ball { center: narrow(center), radius: 0.5 };
        let reference = ReferenceBox::oriented(&given);
        let right = contact(&given, &ball);
        let truth = reference.distance_to(ball.center);
        assert!((f64::from(right.distance) - truth).abs() < NEAR, "{given:?} {ball:?}");
        assert!(!reference.contradicts_sphere(&ball, 0.0, right.depth >= 0.0));
        assert_eq!(reference.sphere_fault(&ball, &right), None, "{given:?} {ball:?} {right:?}");
        let fault = |spoilt: SphereAnswer| reference.sphere_fault(&ball, &spoilt);
        let moved = SphereAnswer { distance: right.distance + 1e-3, ..right };
        assert!(matches!(fault(moved), Some(SphereFault::WrongDistance { .. })));
        let deeper = SphereAnswer { depth: right.depth + 1e-3, ..right };
        assert_eq!(fault(deeper), Some(SphereFault::WrongDepth));
        let longer = SphereAnswer { normal: right.normal.map(|c| c * 1.001), ..right };
        assert_eq!(fault(longer), Some(SphereFault::NotUnit));
        let turned = SphereAnswer { normal: right.normal.map(|c| -c), ..right };
        assert!(matches!(fault(turned), Some(SphereFault::WrongNormal { .. })));
        let shifted = SphereAnswer { point: right.point.map(|c| c + 1e-3), ..right };
        assert!(matches!(fault(shifted), Some(SphereFault::WrongPoint { .. })));
        let nothing = SphereAnswer { distance: f32::NAN, ..right };
        assert!(fault(nothing).is_some());
        inside += usize::from(truth < 0.0);
    }
    assert!(inside > 200, "{inside}");
}

#[test]
fn an_axis_aligned_box_is_a_box_that_is_not_turned() {
    let mut random = Random::new(36);
    for given in boxes(37) {
        let low: [f32; 3] = narrow(random.within(1.0));
        let sizes = [0; 3].map(|_| random.below(9));
        // Of sizes in eighths of a meter, center and half extents are exact.
        let low = low.map(|c| (c * 64.0).round() / 64.0);
        let half = sizes.map(|size| f32::from(u8::try_from(size).expect("few")) / 16.0);
        let high = [0, 1, 2].map(|k| low[k] + 2.0 * half[k]);
        let pair = ReferenceBox::oriented(&given).with_aligned(low, high);
        let center = [0, 1, 2].map(|k| low[k] + half[k]);
        let upright = OrientedBox { center, rotation: [0.0, 0.0, 0.0, 1.0], half_extents: half };
        let truth = separations(&upright, &given).separation;
        assert!((pair.separations().separation - truth).abs() < 1e-12, "{given:?} {upright:?}");
    }
}

/// The pyramid stump between |x|, |y| ≤ z/2 and 1 ≤ z ≤ 5.
fn stump() -> [[f32; 4]; 6] {
    let [lean, back] = [0.8_f32.sqrt(), -0.2_f32.sqrt()];
    [
        [-lean, 0.0, back, 0.0],
        [lean, 0.0, back, 0.0],
        [0.0, -lean, back, 0.0],
        [0.0, lean, back, 0.0],
        [0.0, 0.0, -1.0, -1.0],
        [0.0, 0.0, 1.0, 5.0],
    ]
}

/// The axes and the clipped faces agree, and planes separate by the reach of the box.
#[test]
fn frusta_overlap_by_axes_and_by_clipping() {
    let planes = stump();
    let frustum = ReferenceFrustum::new([0.0; 3], &planes);
    let mut random = Random::new(38);
    let mut seen = [0; 4];
    for _ in 0..20_000 {
        let center = along([0.0, 0.0, 3.0], 1.0, random.within(3.0));
        let half = [0; 3].map(|_| random.range(0.0, 0.6));
        let given = oriented(center, random.any_rotation(), half);
        let own = Wide::of(&given);
        let found = frustum.separations(&ReferenceBox::oriented(&given));
        let heights = planes.map(|[x, y, z, offset]| {
            let normal = [x, y, z].map(f64::from);
            [dot(normal, own.center) - f64::from(offset), own.reach(normal)]
        });
        let largest =
            |of: fn([f64; 2]) -> f64| heights.map(of).into_iter().fold(f64::MIN, f64::max);
        let nearest = largest(|[height, reach]| height - reach);
        assert!((found.plane_separation - nearest).abs() < 1e-12, "{given:?} {found:?}");
        let outermost = largest(|[height, reach]| height + reach);
        assert!((found.protrusion - outermost).abs() < 1e-12, "{given:?} {found:?}");
        if found.separation.abs() > 1e-9 {
            assert_eq!(found.meets, found.separation < 0.0, "{given:?} {found:?}");
        }
        seen[usize::from(found.meets)] += 1;
        seen[2] += usize::from(found.plane_separation < 0.0 && !found.meets);
        seen[3] += usize::from(found.protrusion < 0.0);
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// A ray is in a box while it is between each two faces.
#[test]
fn rays_pass_through_slabs() {
    let mut random = Random::new(39);
    let mut hits = 0;
    for given in boxes(40) {
        let (start, aim) = (random.within(3.0), random.within(1.0));
        let start: [f32; 3] = narrow(start);
        let direction = difference(aim, start.map(f64::from));
        let own = Wide::of(&given);
        let [from, to] = [start.map(f64::from), along(start.map(f64::from), 1.0, direction)]
            .map(|point| own.local(point));
        let slabs = [0, 1, 2]
            .map(|k| [-own.half[k], own.half[k]].map(|side| (side - from[k]) / (to[k] - from[k])));
        let entry = slabs.iter().fold(0.0, |last: f64, [one, other]| last.max(one.min(*other)));
        let exit = slabs.iter().fold(f64::MAX, |first, [one, other]| first.min(one.max(*other)));
        let line = GivenLine { start, direction, last: f64::INFINITY };
        let hit = ReferenceBox::oriented(&given).crossing(&line).hit;
        if (exit - entry).abs() > 1e-9 {
            assert_eq!(hit.is_some(), entry < exit, "{given:?} {line:?}");
        }
        let Some(hit) = hit else { continue };
        assert!((hit.entry - entry).abs() < 1e-9 && (hit.exit - exit).abs() < 1e-9, "{hit:?}");
        hits += 1;
    }
    assert!(hits > 500, "{hits}");
}

/// Segments are as far apart as rods, which separate along the way between their closest points.
#[test]
fn segments_are_as_far_apart_as_rods() {
    let mut random = Random::new(41);
    for given in boxes(42) {
        let half = [random.magnitude(0.1, 2.0), 0.0, 0.0];
        let other = oriented(random.within(2.0), random.any_rotation(), half);
        let rod = OrientedBox { half_extents: [given.half_extents[0], 0.0, 0.0], ..given };
        let [a, b] = [rod, other].map(|rod| {
            let own = Wide::of(&rod);
            [-1.0, 1.0].map(|end| narrow(along(own.center, end * own.half[0], own.axes[0])))
        });
        let found = ReferenceSegments { a, b }.distance();
        let pair = ReferencePair::oriented(&rod, &other);
        let closest = pair.closest_points();
        assert!((found.distance - closest.distance).abs() < NEAR, "{rod:?} {other:?} {found:?}");
        if closest.distance > 1e-3 {
            let apart = pair.separation_along(difference(closest.on_b, closest.on_a));
            assert!((apart - closest.distance).abs() < 1e-9, "{rod:?} {other:?}");
        }
    }
}
