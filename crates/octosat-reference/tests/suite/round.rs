//! The float64 answers about spheres and capsules, against many places of the shapes and many times.

use crate::common::{Draw, columns, difference, dot, narrow, normalized, oriented};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    Ball, CapsuleAnswer, CapsulePoint, CapsuleSolid, GivenLine, GivenShape, LineAnswer, Plane,
    ReferenceRoundLine, ReferenceShapeCast, RoundContactFault, RoundLineFault, RoundPair,
    ShapeCastAnswer, ShapeCastFault, SphereAnswer,
};
use octosat_rows::CastState;
use octosat_scenes::generate::Random;

/// Places of an edge or a core, and times of a step.
const PLACES: u32 = 12;
const TIMES: u32 = 400;

/// Meters that float64 loses, for shapes of about a meter.
const NOTHING: f64 = 1e-11;

fn parts(count: u32) -> impl Iterator<Item = f64> + Clone {
    (0..=count).map(move |part| f64::from(part) / f64::from(count))
}

fn length(vector: [f64; 3]) -> f64 {
    dot(vector, vector).sqrt()
}

fn capsule(random: &mut Random) -> CapsuleSolid {
    let start = random.within(1.5);
    let way = random.within(1.0);
    let end = if random.one_in(4) { start } else { [0, 1, 2].map(|k| start[k] + way[k]) };
    let radius = if random.one_in(5) { 0.0 } else { random.magnitude(0.01, 0.5) };
    CapsuleSolid { start: narrow(start), end: narrow(end), radius: narrow([radius])[0] }
}

fn shape(random: &mut Random) -> GivenShape {
    let center = random.within(0.3);
    match random.below(5) {
        0 | 1 => {
            let half =
                [0; 3].map(|_| if random.one_in(5) { 0.0 } else { random.magnitude(0.1, 1.0) });
            GivenShape::Box(oriented(center, random.any_rotation(), half))
        }
        2 => GivenShape::HalfSpace(Plane { normal: narrow(random.direction()), offset: 0.1 }),
        3 => Ball { center: narrow(center), radius: 0.25 }.into(),
        _ => GivenShape::Capsule(capsule(random)),
    }
}

/// Points of a shape without its radius, all over it.
fn points(of: &GivenShape) -> Vec<[f64; 3]> {
    match of {
        GivenShape::Box(OrientedBox { center, rotation, half_extents }) => {
            let axes = columns(normalized(rotation.map(f64::from)));
            let place = |parts: [f64; 3]| {
                [0, 1, 2].map(|c| {
                    let along = |k: usize| (2.0 * parts[k] - 1.0) * f64::from(half_extents[k]);
                    f64::from(center[c]) + (0..3).map(|k| along(k) * axes[k][c]).sum::<f64>()
                })
            };
            parts(PLACES)
                .flat_map(|x| {
                    parts(PLACES).flat_map(move |y| parts(PLACES).map(move |z| [x, y, z]))
                })
                .map(place)
                .collect()
        }
        GivenShape::Capsule(of) => core(of, PLACES * PLACES),
        GivenShape::HalfSpace(_) => Vec::new(),
    }
}

fn core(of: &CapsuleSolid, count: u32) -> Vec<[f64; 3]> {
    let [start, end] = [of.start, of.end].map(|end| end.map(f64::from));
    parts(count).map(|part| [0, 1, 2].map(|k| start[k] + part * (end[k] - start[k]))).collect()
}

/// The least distance of points, and how far apart neighbors are at most.
fn sampled(a: &GivenShape, b: &CapsuleSolid) -> f64 {
    let of_b = core(b, PLACES * PLACES);
    if let GivenShape::HalfSpace(Plane { normal, offset }) = a {
        let normal = normal.map(f64::from);
        let height = |point: &[f64; 3]| (dot(normal, *point) - f64::from(*offset)) / length(normal);
        return of_b.iter().map(height).fold(f64::INFINITY, f64::min);
    }
    let of_a = points(a);
    let pairs = of_b.iter().flat_map(|b| of_a.iter().map(move |a| [a, b]));
    pairs.map(|[a, b]| length(difference(*a, *b))).fold(f64::INFINITY, f64::min)
}

fn radii(a: &GivenShape, b: &CapsuleSolid) -> f64 {
    let of_a = if let GivenShape::Capsule(of) = a { of.radius } else { 0.0 };
    f64::from(of_a) + f64::from(b.radius)
}

#[test]
fn distances_are_those_of_the_nearest_places() {
    let random = &mut Random::new(61);
    for _ in 0..150 {
        let (a, b) = (shape(random), capsule(random));
        let distance = RoundPair::new(&a, &b).distance() + radii(&a, &b);
        let nearest = sampled(&a, &b);
        // Neighbors are at most two meters over twelve apart along each axis, and half of it from the nearest place.
        assert!(
            distance <= nearest + NOTHING && nearest - distance < 0.2,
            "{a:?} {b:?}: {distance} {nearest}"
        );
    }
}

/// No direction separates more than the distance, and that of the closest points separates as much.
#[test]
fn distances_are_shown_by_a_direction() {
    let random = &mut Random::new(62);
    let mut shown = 0;
    for _ in 0..20_000 {
        let (a, b) = (shape(random), capsule(random));
        let pair = RoundPair::new(&a, &b);
        let distance = pair.distance() + radii(&a, &b);
        if distance < 1e-3 {
            continue;
        }
        let separation = pair.separation();
        assert!((separation - distance).abs() < NOTHING, "{a:?} {b:?}: {distance} {separation}");
        shown += 1;
    }
    assert!(shown > 10_000, "{shown}");
}

#[test]
fn casts_touch_when_the_distance_first_is_the_radius() {
    let random = &mut Random::new(63);
    let mut touches = 0;
    for _ in 0..2_000 {
        let (a, b) = (shape(random), capsule(random));
        let (from, to) = (b.start.map(f64::from), random.within(0.5));
        let motion = [0, 1, 2].map(|k| random.choose(&[1.0, 2.0]) * (to[k] - from[k]));
        let cast = ReferenceShapeCast::new(&a, &b, motion);
        let gap = |time: f64| cast.gap(time);
        let least = parts(TIMES).map(gap).fold(f64::INFINITY, f64::min);
        let off = least - cast.least_gap();
        let step = length(motion) / f64::from(TIMES);
        assert!(off >= -NOTHING && off <= step, "{a:?} {b:?} {motion:?}: {off}");
        // Of cores that cross each other, rounding leaves some distance.
        let touch = cast.first_touch();
        let until = touch.unwrap_or(1.0);
        let is_apart = |time: f64| time >= until || gap(time) > -NOTHING;
        assert!(parts(TIMES).all(is_apart), "{a:?} {b:?} {motion:?}: {touch:?}");
        assert!(touch.is_none_or(|time| gap(time) < NOTHING), "{a:?} {b:?} {motion:?}: {touch:?}");
        touches += usize::from(until > 0.0 && touch.is_some());
    }
    assert!(touches > 300, "{touches}");
}

/// A ball that falls on a cube, and every way to spoil the answer.
#[test]
fn casts_are_rejected_once_spoilt() {
    let a = GivenShape::Box(oriented([1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3]));
    let ball = Ball { center: [1.5, 2.0, 2.5], radius: 0.5 };
    let cast = ReferenceShapeCast::new(&a, &ball.into(), [0.0, 0.0, -2.0]);
    assert!((cast.first_touch().unwrap_or(9.0) - 0.5).abs() < 1e-12 && cast.bound() < 1e-4);
    let fault = |answer: ShapeCastAnswer| cast.report(&answer).faults.first().copied();
    let normal = [0.0, 0.0, 1.0];
    let right =
        ShapeCastAnswer { state: CastState::HIT, time: 0.5, normal, point: [1.5, 2.0, 1.0] };
    assert_eq!(fault(right), None);
    assert_eq!(fault(ShapeCastAnswer { time: 0.500_01, ..right }), Some(ShapeCastFault::Late));
    assert_eq!(fault(ShapeCastAnswer { time: 0.499_9, ..right }), Some(ShapeCastFault::Apart));
    let other = ShapeCastAnswer { point: [1.5, 2.0, 1.001], ..right };
    assert_eq!(fault(other), Some(ShapeCastFault::OffPoint));
    let other = ShapeCastAnswer { normal: [0.0, 0.01, 0.999_95], ..right };
    assert_eq!(fault(other), Some(ShapeCastFault::OffNormal));
    let other = ShapeCastAnswer { normal: [0.0, 0.0, 2.0], ..right };
    assert_eq!(fault(other), Some(ShapeCastFault::NoCast));
    let zero = ShapeCastAnswer { normal: [0.0; 3], point: [0.0; 3], ..right };
    let free = ShapeCastAnswer { state: CastState::FREE, time: 1.0, ..zero };
    assert_eq!(fault(free), Some(ShapeCastFault::Through));
    assert_eq!(fault(ShapeCastAnswer { time: 0.0, ..free }), Some(ShapeCastFault::NoCast));
    let other = ShapeCastAnswer { state: CastState::OVERLAPPING, time: 0.0, ..zero };
    assert_eq!(fault(other), Some(ShapeCastFault::ApartAtStart));
    // Past the edge of the cube, just so, and from inside.
    let past = Ball { center: [2.5, 4.0, 0.0], radius: 0.5 };
    let past = ReferenceShapeCast::new(&a, &past.into(), [0.0, -4.0, 0.0]);
    assert!(past.grazes());
    let hit = ShapeCastAnswer {
        time: 0.249_999_9,
        normal: [1.0, 0.0, 0.0],
        point: [2.0, 3.0, 0.0],
        ..right
    };
    assert!(past.report(&hit).faults.contains(&ShapeCastFault::Grazes));
    assert_eq!(past.report(&free).faults, []);
    let inside = Ball { center: [1.0, 2.0, 1.25], radius: 0.5 };
    let inside = ReferenceShapeCast::new(&a, &inside.into(), [0.0, 0.0, -2.0]);
    let hit = ShapeCastAnswer { time: 0.0, point: [1.0, 2.0, 1.0], ..right };
    assert_eq!(inside.report(&hit).faults, [ShapeCastFault::DeepAtStart]);
}

/// A point on a cube and one in it have no distance: the ways out decide.
#[test]
fn casts_of_points_that_start_in_touch_are_rejected_once_spoilt() {
    let a = GivenShape::Box(oriented([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]));
    let cast = |height: f32, down: f64| {
        let point = Ball { center: [0.5, 0.25, height], radius: 0.0 };
        ReferenceShapeCast::new(&a, &point.into(), [0.5, 0.0, -down])
    };
    let zero = ShapeCastAnswer {
        state: CastState::OVERLAPPING,
        time: 0.0,
        normal: [0.0; 3],
        point: [0.0; 3],
    };
    let free = ShapeCastAnswer { state: CastState::FREE, time: 1.0, ..zero };
    let hit = ShapeCastAnswer {
        state: CastState::HIT,
        normal: [0.0, 0.0, 1.0],
        point: [0.5, 0.25, 1.0],
        ..zero
    };
    let sideways = ShapeCastAnswer { normal: [1.0, 0.0, 0.0], ..hit };
    let [leaves, slides, sinks, inside] =
        [cast(1.0, -0.5), cast(1.0, 0.0), cast(1.0, 0.5), cast(0.999, -0.5)];
    let faults = |cast: &ReferenceShapeCast, answer| cast.report(&answer).faults;
    for cast in [leaves, slides] {
        assert_eq!(faults(&cast, free), []);
        assert_eq!(faults(&cast, hit), [ShapeCastFault::Grazes]);
        assert_eq!(faults(&cast, zero), [ShapeCastFault::ApartAtStart]);
    }
    assert_eq!(faults(&sinks, hit), []);
    assert_eq!(faults(&sinks, free), [ShapeCastFault::Through]);
    assert_eq!(faults(&sinks, sideways), [ShapeCastFault::OffNormal]);
    assert_eq!(faults(&sinks, zero), [ShapeCastFault::ApartAtStart]);
    assert_eq!(faults(&inside, zero), []);
    assert_eq!(faults(&inside, free), [ShapeCastFault::Through]);
    assert!(faults(&inside, hit).contains(&ShapeCastFault::DeepAtStart));
}

#[test]
fn lines_are_inside_while_they_are_within_the_radius() {
    let random = &mut Random::new(64);
    let mut hits = 0;
    for number in 0..2_000 {
        let of = capsule(random);
        let (from, to) = (random.within(3.0), random.within(0.3));
        let direction = [0, 1, 2].map(|k| f64::from(of.end[k]) + to[k] - from[k]);
        let line = GivenLine {
            start: narrow(from),
            direction: direction.map(|along| random.choose(&[1.0, 1.0, 0.5]) * along),
            last: if number % 2 == 0 { 1.0 } else { f64::INFINITY },
        };
        let reference = ReferenceRoundLine::new(&of, &line);
        let last = line.last.min(4.0);
        for part in parts(200) {
            let at = part * last;
            let point = [0, 1, 2].map(|k| f64::from(line.start[k]) + at * line.direction[k]);
            let ball = Ball { center: narrow(point), radius: 0.0 };
            let apart = RoundPair::new(&GivenShape::Capsule(of), &ball.into()).distance();
            let inside = reference.hit.is_some_and(|hit| hit.entry <= at && at <= hit.exit);
            assert!(apart.abs() < 1e-6 || inside == (apart < 0.0), "{of:?} {line:?} {reference:?}");
        }
        hits += usize::from(reference.hit.is_some());
    }
    assert!(hits > 150, "{hits}");
}

#[test]
fn lines_through_a_capsule_are_rejected_once_spoilt() {
    let of = CapsuleSolid { start: [3.0, -1.0, 0.0], end: [3.0, 1.0, 0.0], radius: 1.0 };
    let direction = [2.0, 0.25, 0.0];
    let line = GivenLine { start: [0.0; 3], direction, last: f64::INFINITY };
    let reference = ReferenceRoundLine::new(&of, &line);
    let fault = |answer: LineAnswer| reference.fault(&answer);
    let right = LineAnswer { entry: 1.0, exit: 2.0, face: 7 };
    assert_eq!(fault(right), None);
    assert_eq!(fault(LineAnswer { entry: 0.9, ..right }), Some(RoundLineFault::EntersTooEarly));
    assert_eq!(fault(LineAnswer { entry: 1.1, ..right }), Some(RoundLineFault::EntersTooLate));
    assert_eq!(fault(LineAnswer { exit: 1.9, ..right }), Some(RoundLineFault::LeavesTooEarly));
    assert_eq!(fault(LineAnswer { exit: 2.1, ..right }), Some(RoundLineFault::LeavesTooLate));
    assert_eq!(fault(LineAnswer { face: 6, ..right }), Some(RoundLineFault::NoHit));
    let miss = LineAnswer { entry: f32::INFINITY, exit: f32::NEG_INFINITY, face: 255 };
    assert_eq!(fault(miss), Some(RoundLineFault::Missed));
    assert_eq!(fault(LineAnswer { face: 7, ..miss }), Some(RoundLineFault::NoHit));
    let short = ReferenceRoundLine::new(&of, &GivenLine { last: 0.5, ..line });
    assert_eq!([short.fault(&miss), short.fault(&right)], [None, Some(RoundLineFault::NotThere)]);
}

/// A ball above the ground and a capsule on a capsule, and every way to spoil the answers.
#[test]
fn contacts_of_round_shapes_are_rejected_once_spoilt() {
    let ground = GivenShape::HalfSpace(Plane { normal: [0.0, 0.0, 1.0], offset: 1.0 });
    let ball = Ball { center: [3.0, 4.0, 1.25], radius: 0.5 };
    let pair = RoundPair::new(&ground, &ball.into());
    let normal = [0.0, 0.0, 1.0];
    let right = SphereAnswer { normal, depth: 0.25, point: [3.0, 4.0, 1.0], distance: 0.25 };
    let fault = |answer: SphereAnswer| pair.sphere_report(&answer).fault;
    assert_eq!(fault(right), None);
    for answer in
        [SphereAnswer { depth: 0.2501, ..right }, SphereAnswer { distance: 0.2501, ..right }]
    {
        assert_eq!(fault(answer), Some(RoundContactFault::WrongDepth { truth: 0.25 }));
    }
    let turned = SphereAnswer { normal: [0.0, 0.01, 0.999_95], ..right };
    assert!(matches!(fault(turned), Some(RoundContactFault::WrongNormal { .. })));
    let long = SphereAnswer { normal: [0.0, 0.0, 1.001], ..right };
    assert_eq!(fault(long), Some(RoundContactFault::NotUnit));
    let aside = SphereAnswer { point: [3.01, 4.0, 1.0], ..right };
    assert!(matches!(fault(aside), Some(RoundContactFault::WrongPoint { contact: 0, .. })));

    let below = CapsuleSolid { start: [-1.0, 0.0, 0.0], end: [1.0, 0.0, 0.0], radius: 0.5 };
    let above = CapsuleSolid { start: [0.0, 0.0, 0.875], end: [2.0, 0.0, 0.875], radius: 0.5 };
    let pair = RoundPair::new(&GivenShape::Capsule(below), &above);
    let point = |x: f32, feature| CapsulePoint { position: [x, 0.0, 0.5], depth: 0.125, feature };
    let fault = |contacts: &[CapsulePoint]| {
        let answer = CapsuleAnswer { normal, depth: 0.125, face: 255, contacts, within: 0.0 };
        pair.capsule_report(&answer).fault
    };
    assert_eq!(fault(&[point(0.0, 0), point(1.0, 3)]), None);
    let off = |by: f32| CapsulePoint { depth: 0.125 + by, ..point(1.0, 3) };
    assert_eq!(fault(&[point(0.0, 0), off(0.001)]), Some(RoundContactFault::WrongDeepest));
    let wrong = fault(&[point(0.0, 0), off(-0.001)]);
    assert!(matches!(wrong, Some(RoundContactFault::WrongPoint { contact: 1, .. })), "{wrong:?}");
    let aside = CapsulePoint { position: [0.0, 0.01, 0.5], ..point(0.0, 0) };
    let wrong = fault(&[aside, point(1.0, 3)]);
    assert!(matches!(wrong, Some(RoundContactFault::WrongPoint { contact: 0, .. })), "{wrong:?}");
    for one in [point(0.0, 1), point(0.0, 2), point(0.0, 5)] {
        let wrong = fault(&[one, point(1.0, 3)]);
        assert_eq!(wrong, Some(RoundContactFault::WrongFeature { contact: 0 }));
    }
    assert_eq!(fault(&[point(0.5, 4)]), Some(RoundContactFault::WrongCount));
    assert_eq!(fault(&[]), Some(RoundContactFault::WrongCount));
    assert!(!pair.contradicts(0.0, true) && pair.contradicts(0.0, false));
}
