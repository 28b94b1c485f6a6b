//! The float64 judge's word on an answer.

use octosat::Engine;
use octosat_reference::float64::{
    Agreement, Ball, ClosestAnswer, CornerAnswer, FrustumSeparations, GivenLine, HalfSpaceAnswer,
    LineAnswer, Plane, ReferenceBox, ReferenceDisplacement, ReferenceFrustum, ReferenceSegments,
    SphereAnswer,
};

use super::QueryChoice;
use super::answers::OVERLAP_WORDS;
use super::ask::Words;
use super::judge_rectangles::rectangles;
use super::resolve;
use super::world::World;
use crate::failure::Failure;
use crate::stores::oriented;

/// What the judge says of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Judged {
    /// What is wrong with it, if anything is.
    pub(super) fault: Option<String>,
    /// The largest error of a length or a boolean, in parts of what is allowed: of a wrong boolean, how
    /// far the truth is from where it would be right.
    pub(super) error: f64,
}

impl Judged {
    pub(super) fn fault(what: String) -> Self {
        Self { fault: Some(what), error: 0.0 }
    }

    fn of(fault: Option<String>, error: f64) -> Self {
        Self { fault, error }
    }
}

/// An error in parts of what is allowed; one that is no number counts as the largest.
pub(super) fn part(error: f64, allowed: f64) -> f64 {
    let part = if error == 0.0 { 0.0 } else { error.abs() / allowed };
    if part.is_finite() { part } else { f64::MAX }
}

/// The error of a boolean where the truth is so far over its limit.
pub(super) fn boolean(word: u32, over: f64, allowed: f64) -> f64 {
    if overlaps(word) == (over >= 0.0) { 0.0 } else { part(over, allowed) }
}

/// Whether a row overlaps; its two forms are compared by [`one_answer`].
pub(super) fn overlaps(word: u32) -> bool {
    word & 1 == 1
}

/// What is wrong where the boolean and the bit of a row differ, or a bit is set behind the last row.
pub(super) fn one_answer(word: u32) -> Option<Judged> {
    let one = OVERLAP_WORDS.contains(&word);
    (!one).then(|| Judged::fault(format!("boolean and bits differ: {word:#b}")))
}

/// The judges of a query's views, made once.
pub(super) struct Judges {
    frusta: Vec<ReferenceFrustum>,
    /// By each of the resolver's settings.
    displacements: Vec<Vec<ReferenceDisplacement>>,
}

impl Judges {
    /// The judges of what an engine, the mirror of an arithmetic, says.
    pub(super) fn new(world: &World, mirror: &Engine) -> Result<Self, Failure> {
        let judge =
            |frustum: &octosat::Frustum| ReferenceFrustum::new(frustum.origin(), frustum.planes());
        let choice = world.question.choice;
        let frusta = if choice == QueryChoice::Frustum { &world.shapes.frusta[..] } else { &[] };
        let displacements = if choice == QueryChoice::Resolve {
            resolve::judged(world, mirror)?
        } else {
            Vec::new()
        };
        Ok(Self { frusta: frusta.iter().map(judge).collect(), displacements })
    }

    /// What is to be said of the answer about a box and a shape.
    pub(super) fn judge(&self, world: &World, pair: [u32; 2], words: &Words) -> Judged {
        if world.question.choice == QueryChoice::Rectangles {
            return rectangles(&world.plane, pair, world.question.margin, words);
        }
        let [index, shape] = pair.map(|number| number as usize);
        if world.question.choice == QueryChoice::Resolve {
            return resolve::judge(&self.displacements, index, words);
        }
        let judged = ReferenceBox::oriented(&oriented(world.store.unit(), index));
        let mut found = match world.question.choice {
            QueryChoice::HalfSpace => half_space(world, &judged, shape, words),
            QueryChoice::Spheres => sphere(world, &judged, shape, words),
            QueryChoice::Aabbs => region(world, &judged, shape, words),
            QueryChoice::Frustum => frustum(&self.frusta[shape].separations(&judged), words),
            QueryChoice::Segments => segment(world, &judged, pair, words),
            QueryChoice::Rectangles | QueryChoice::Resolve | QueryChoice::Convex => {
                return Judged::default();
            }
        };
        if let Some(what) = &mut found.fault {
            what.push_str(&format!(", of {judged:?}"));
        }
        found
    }
}

pub(super) fn float(word: u32) -> f32 {
    f32::from_bits(word)
}

fn three(words: &[u32]) -> [f32; 3] {
    [float(words[0]), float(words[1]), float(words[2])]
}

fn half_space(world: &World, judged: &ReferenceBox, shape: usize, words: &Words) -> Judged {
    let (given, margin) = (&world.shapes.half_spaces[shape], world.question.margin);
    let plane = Plane { normal: given.normal(), offset: given.offset() };
    if let Some(differ) = one_answer(words[0]) {
        return differ;
    }
    if judged.contradicts_half_space(&plane, margin, overlaps(words[0])) {
        return Judged::fault(format!("overlap {} with {plane:?}", overlaps(words[0])));
    }
    let (depth, truth) = (f64::from(float(words[1])), judged.half_space_depth(&plane));
    let (off, band) = ((depth - truth).abs(), judged.half_space_band(&plane));
    if off > band || off.is_nan() {
        return Judged::fault(format!("depth {depth:e}, not {truth:e}, in {plane:?}"));
    }
    let corner = |words: &[u32]| CornerAnswer {
        position: three(words),
        depth: float(words[3]),
        corner: small(words[4]),
    };
    let contacts: Vec<CornerAnswer> = words[3..].chunks_exact(5).map(corner).collect();
    let claim = HalfSpaceAnswer { face: small(words[2]), contacts: &contacts, margin };
    let fault = judged.half_space_fault(&plane, &claim);
    let fault = fault.map(|fault| format!("{fault:?} in {claim:?} with {plane:?}"));
    let of_boolean = boolean(words[0], truth + f64::from(margin), band);
    Judged::of(fault, part(off, band).max(of_boolean))
}

fn sphere(world: &World, judged: &ReferenceBox, shape: usize, words: &Words) -> Judged {
    let (given, margin) = (&world.shapes.spheres[shape], world.question.margin);
    let ball = Ball { center: given.center(), radius: given.radius() };
    if let Some(differ) = one_answer(words[0]) {
        return differ;
    }
    if judged.contradicts_sphere(&ball, margin, overlaps(words[0])) {
        return Judged::fault(format!("overlap {} with {ball:?}", overlaps(words[0])));
    }
    let [depth, distance] = [float(words[1]), float(words[2])];
    let claim =
        SphereAnswer { normal: three(&words[3..]), depth, point: three(&words[6..]), distance };
    let fault = judged.sphere_fault(&ball, &claim);
    let fault = fault.map(|fault| format!("{fault:?} in {claim:?} with {ball:?}"));
    let (truth, band) = (judged.distance_to(ball.center), judged.sphere_band(&ball));
    let true_depth = f64::from(ball.radius) - truth;
    let errors = [
        part(f64::from(distance) - truth, band),
        part(f64::from(depth) - true_depth, 2.0 * band),
        boolean(words[0], true_depth + f64::from(margin), band),
    ];
    Judged::of(fault, errors.into_iter().fold(0.0, f64::max))
}

fn region(world: &World, judged: &ReferenceBox, shape: usize, words: &Words) -> Judged {
    let (given, margin) = (&world.shapes.regions[shape], world.question.margin);
    let pair = judged.with_aligned(given.min(), given.max());
    if let Some(differ) = one_answer(words[0]) {
        return differ;
    }
    let verdict = pair.agreement(overlaps(words[0]), margin);
    if verdict == Agreement::Contradicts {
        return Judged::fault(format!("overlap {} with {given:?}", overlaps(words[0])));
    }
    // Between corners apart the axes show less than the gap, so what is allowed is not the band alone;
    // the rounding of the margin is on top of it.
    let truth = pair.separations().separation;
    let (low, high) = (pair.smallest_plausible(), pair.largest_plausible());
    let allowed = if overlaps(words[0]) { truth - low } else { high - truth };
    let over = f64::from(margin) - truth;
    let error = if verdict == Agreement::Agrees { 0.0 } else { part(over, allowed).min(1.0) };
    let fault = judged.bounds_fault(three(&words[1..]), three(&words[4..]));
    Judged::of(fault.map(|fault| format!("{fault:?} of the bounds")), error)
}

fn frustum(truth: &FrustumSeparations, words: &Words) -> Judged {
    let [outside, inside] = [0, 2];
    let FrustumSeparations { separation, plane_separation, protrusion, band, .. } = *truth;
    let mut error = 0.0_f64;
    for (answer, separation) in [(words[0], plane_separation), (words[1], separation)] {
        // Outside and inside are certain; what lies between may stand for either within the band.
        let kept = if answer == outside { 0.0 } else { separation.max(0.0) };
        let held = if answer == inside { 0.0 } else { (-protrusion).max(0.0) };
        let false_alarm = answer == outside && separation <= 0.0;
        let escapes = answer == inside && protrusion > 0.0;
        if answer > inside || false_alarm || escapes || kept > band || held > band {
            return Judged::fault(format!("containment {words:?} where {truth:?}"));
        }
        error = error.max(part(kept, band)).max(part(held, band));
    }
    Judged::of(None, error)
}

fn segment(world: &World, judged: &ReferenceBox, pair: [u32; 2], words: &Words) -> Judged {
    let shape = pair[1] as usize;
    let (segment, ray) = (&world.shapes.segments[shape], &world.shapes.rays[shape]);
    let wide = |v: [f32; 3]| v.map(f64::from);
    let [start, end] = [wide(segment.start()), wide(segment.end())];
    let direction = [0, 1, 2].map(|k| end[k] - start[k]);
    let of_segment = GivenLine { start: segment.start(), direction, last: 1.0 };
    let direction = wide(ray.direction());
    let of_ray = GivenLine { start: ray.origin(), direction, last: f64::INFINITY };
    let found = [
        line(judged, &of_segment, &words[..3]),
        line(judged, &of_ray, &words[3..6]),
        closest(world, pair, &words[6..]),
    ];
    let error = found.iter().map(|one| one.error).fold(0.0, f64::max);
    Judged::of(found.into_iter().find_map(|one| one.fault), error)
}

fn line(judged: &ReferenceBox, given: &GivenLine, words: &[u32]) -> Judged {
    let claim = LineAnswer { entry: float(words[0]), exit: float(words[1]), face: small(words[2]) };
    let truth = judged.crossing(given);
    let report = truth.report(&claim);
    let fault = report.fault.map(|fault| format!("{fault:?} in {claim:?} of {given:?}, {truth:?}"));
    Judged::of(fault, report.worst)
}

fn closest(world: &World, pair: [u32; 2], words: &[u32]) -> Judged {
    let [a, b] = world.segment_pair(pair).map(|number| {
        let segment = &world.shapes.segments[number as usize];
        [segment.start(), segment.end()]
    });
    let given = ReferenceSegments { a, b };
    let claim = ClosestAnswer {
        at: [float(words[3]), float(words[7])],
        on: [three(words), three(&words[4..])],
        distance: float(words[8]),
    };
    let report = given.report(&claim);
    let fault = report.fault.map(|fault| format!("{fault:?} in {claim:?} of {given:?}"));
    Judged::of(fault, report.worst)
}

pub(super) fn small(word: u32) -> u8 {
    u8::try_from(word).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use octosat::{Backend, EngineOptions};
    use octosat_scenes::{Frame, generate};

    use super::super::ask::Form;
    use super::super::listing::Listing;
    use super::super::world::Question;
    use super::*;
    use crate::choices::Basis;

    /// Rows to which the judge objects after each row's words were changed, and all rows.
    fn objections(choice: QueryChoice, change: impl Fn(&mut Words)) -> [usize; 2] {
        let scene = generate::cloud(200, 2000, 5);
        let frame =
            Frame { positions: &scene.position, rotations: &scene.rotation, pairs: &scene.pairs };
        let question = Question { choice, basis: Basis::Unit, margin: 0.0, shape_seed: 9 };
        let world = World::new(question, &scene.half_extents, frame).unwrap();
        let listing = Listing::new(&world);
        let engine =
            Engine::with(EngineOptions { backend: Backend::Scalar, ..EngineOptions::default() })
                .unwrap();
        let judges = Judges::new(&world, &engine).unwrap();
        let rows = world.ask(&engine, Form::Listed, &listing).unwrap();
        let objects = |(&pair, words): (&[u32; 2], &Words)| {
            let mut words = words.clone();
            change(&mut words);
            judges.judge(&world, pair, &words).fault.is_some()
        };
        let count = listing.pairs.iter().zip(&rows).filter(|row| objects(*row)).count();
        [count, rows.len()]
    }

    #[test]
    fn right_answers_please_the_judge() {
        for choice in QueryChoice::ALL {
            assert_eq!(objections(choice, |_| ())[0], 0, "{choice:?}");
        }
    }

    #[test]
    fn every_word_about_a_line_is_judged() {
        // Faces of hits: all of them the first one.
        for place in [2, 5] {
            let first_face = |words: &mut Words| {
                if words[place] != 255 {
                    words[place] = 0;
                }
            };
            let [found, _] = objections(QueryChoice::Segments, first_face);
            assert!(found > 10, "word {place}: {found}");
        }
        // A point beside the one that its parameter stands for, and a wrong distance.
        for place in [6, 7, 8, 10, 11, 12, 14] {
            let moved = |words: &mut Words| words[place] = (float(words[place]) + 0.01).to_bits();
            let [found, rows] = objections(QueryChoice::Segments, moved);
            assert_eq!(found, rows, "word {place}");
        }
    }

    #[test]
    fn every_displacement_is_judged() {
        for place in 0..9 {
            let moved = |words: &mut Words| words[place] = (float(words[place]) + 0.01).to_bits();
            let [found, rows] = objections(QueryChoice::Resolve, moved);
            assert_eq!(found, rows, "word {place}");
        }
    }

    #[test]
    fn every_word_about_rectangles_is_judged() {
        // Depth and normal of the row and of the manifold, its axis and its kind.
        for place in [1, 2, 3, 5, 6, 7] {
            let moved = |words: &mut Words| words[place] = (float(words[place]) + 0.01).to_bits();
            let [found, rows] = objections(QueryChoice::Rectangles, moved);
            assert!(4 * found > rows, "word {place}: {found} of {rows}");
        }
        for place in [4, 8, 9] {
            let other = |words: &mut Words| words[place] ^= 1;
            let [found, rows] = objections(QueryChoice::Rectangles, other);
            assert!(4 * found > rows, "word {place}: {found} of {rows}");
        }
        // The first point: its place, its depth and its name.
        for place in 10..14 {
            let moved = |words: &mut Words| {
                if let Some(word) = words.get_mut(place) {
                    *word = if place == 13 { *word ^ 3 } else { (float(*word) + 0.01).to_bits() };
                }
            };
            let [found, rows] = objections(QueryChoice::Rectangles, moved);
            assert!(4 * found > rows, "word {place}: {found} of {rows}");
        }
    }

    #[test]
    fn a_bit_that_differs_from_its_boolean_is_found() {
        for choice in QueryChoice::ALL.into_iter().filter(|choice| choice.takes_margin()) {
            for flipped in [1, 2, 4] {
                let [found, rows] = objections(choice, |words| words[0] ^= flipped);
                assert_eq!(found, rows, "{choice:?}");
            }
        }
    }
}
