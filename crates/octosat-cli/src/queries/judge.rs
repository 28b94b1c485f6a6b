//! The float64 judge's word on an answer.

use octosat_reference::judge::{
    Ball, CornerClaim, FrustumJudgement, GivenLine, HalfSpaceClaim, JudgedBox, JudgedFrustum,
    JudgedSegments, Plane, SphereClaim, Verdict, closest_between_segments,
};

use super::QueryChoice;
use super::ask::{Asked, Words};
use crate::stores::{Store, oriented, scaled};

/// Parts of a parameter that its own rounding may change.
const PARAMETER_ROUNDING: f64 = 1e-6;

/// The least error of a parameter: what is left of lengths that underflow.
const LEAST_PARAMETER: f64 = 1e-37;

/// The judges of a query's views, made once.
pub(super) struct Judges {
    frusta: Vec<JudgedFrustum>,
}

impl Judges {
    pub(super) fn new(asked: &Asked<'_>) -> Self {
        let judge =
            |frustum: &octosat::Frustum| JudgedFrustum::new(frustum.origin(), frustum.planes());
        Self { frusta: asked.shapes.frusta.iter().map(judge).collect() }
    }

    /// What is wrong with the answer about a box and a shape, if anything is.
    pub(super) fn objection(
        &self,
        asked: &Asked<'_>,
        pair: [u32; 2],
        words: &Words,
    ) -> Option<String> {
        let [index, shape] = pair.map(|number| number as usize);
        let judged = match asked.store {
            Store::Unit(boxes) => JudgedBox::oriented(&oriented(boxes, index)),
            Store::Scaled(boxes) => JudgedBox::scaled(&scaled(boxes, index)),
        };
        let found = match asked.choice {
            QueryChoice::HalfSpace => half_space(asked, &judged, shape, words),
            QueryChoice::Spheres => sphere(asked, &judged, shape, words),
            QueryChoice::Aabbs => region(asked, &judged, shape, words),
            QueryChoice::Frustum => frustum(&self.frusta[shape].judge(&judged), words),
            QueryChoice::Segments => segment(asked, &judged, pair, words),
        };
        found.map(|what| format!("{what}, of {judged:?}"))
    }
}

fn float(word: u32) -> f32 {
    f32::from_bits(word)
}

fn three(words: &[u32]) -> [f32; 3] {
    [float(words[0]), float(words[1]), float(words[2])]
}

fn half_space(
    asked: &Asked<'_>,
    judged: &JudgedBox,
    shape: usize,
    words: &Words,
) -> Option<String> {
    let given = &asked.shapes.half_spaces[shape];
    let plane = Plane { normal: given.normal(), offset: given.offset() };
    if judged.contradicts_half_space(&plane, asked.margin, words[0] == 1) {
        return Some(format!("overlap {} with {plane:?}", words[0]));
    }
    let (depth, truth) = (f64::from(float(words[1])), judged.half_space_depth(&plane));
    let off = (depth - truth).abs();
    if off > judged.half_space_band(&plane) || off.is_nan() {
        return Some(format!("depth {depth:e}, not {truth:e}, in {plane:?}"));
    }
    let corner = |words: &[u32]| CornerClaim {
        position: three(words),
        depth: float(words[3]),
        corner: small(words[4]),
    };
    let contacts: Vec<CornerClaim> = words[3..].chunks_exact(5).map(corner).collect();
    let claim = HalfSpaceClaim { face: small(words[2]), contacts: &contacts, margin: asked.margin };
    let fault = judged.half_space_fault(&plane, &claim)?;
    Some(format!("{fault:?} in {claim:?} with {plane:?}"))
}

fn sphere(asked: &Asked<'_>, judged: &JudgedBox, shape: usize, words: &Words) -> Option<String> {
    let given = &asked.shapes.spheres[shape];
    let ball = Ball { center: given.center(), radius: given.radius() };
    if judged.contradicts_sphere(&ball, asked.margin, words[0] == 1) {
        return Some(format!("overlap {} with {ball:?}", words[0]));
    }
    let [depth, distance] = [float(words[1]), float(words[2])];
    let claim =
        SphereClaim { normal: three(&words[3..]), depth, point: three(&words[6..]), distance };
    let fault = judged.sphere_fault(&ball, &claim)?;
    Some(format!("{fault:?} in {claim:?} with {ball:?}"))
}

fn region(asked: &Asked<'_>, judged: &JudgedBox, shape: usize, words: &Words) -> Option<String> {
    let given = &asked.shapes.regions[shape];
    let pair = judged.with_aligned(given.min(), given.max());
    if pair.verdict(words[0] == 1, asked.margin) == Verdict::Contradicts {
        return Some(format!("overlap {} with {given:?}", words[0]));
    }
    let fault = judged.bounds_fault(three(&words[1..]), three(&words[4..]))?;
    Some(format!("{fault:?} of the bounds"))
}

fn frustum(truth: &FrustumJudgement, words: &Words) -> Option<String> {
    let [outside, inside] = [0, 2];
    let FrustumJudgement { separation, plane_separation, protrusion, band, .. } = *truth;
    for (answer, separation) in [(words[0], plane_separation), (words[1], separation)] {
        let wrong = if answer == outside { separation <= 0.0 } else { separation > band };
        let beyond = if answer == inside { protrusion > 0.0 } else { protrusion < -band };
        if wrong || beyond {
            return Some(format!("containment {words:?} where {truth:?}"));
        }
    }
    None
}

fn segment(asked: &Asked<'_>, judged: &JudgedBox, pair: [u32; 2], words: &Words) -> Option<String> {
    let shape = pair[1] as usize;
    let (segment, ray) = (&asked.shapes.segments[shape], &asked.shapes.rays[shape]);
    let wide = |v: [f32; 3]| v.map(f64::from);
    let [start, end] = [wide(segment.start()), wide(segment.end())];
    let direction = [0, 1, 2].map(|k| end[k] - start[k]);
    let of_segment = GivenLine { start: segment.start(), direction, last: 1.0 };
    let direction = wide(ray.direction());
    let of_ray = GivenLine { start: ray.origin(), direction, last: f64::INFINITY };
    line(judged, &of_segment, &words[..3])
        .or_else(|| line(judged, &of_ray, &words[3..6]))
        .or_else(|| closest(asked, pair, &words[6..]))
}

fn line(judged: &JudgedBox, given: &GivenLine, words: &[u32]) -> Option<String> {
    let truth = judged.crossing(given);
    let [entry, exit] = [words[0], words[1]].map(|word| f64::from(float(word)));
    let hits = entry <= exit;
    let slack = |at: f64| PARAMETER_ROUNDING * at.abs() + LEAST_PARAMETER;
    let within = |part: &octosat_reference::judge::LineHit, side: f64| {
        side * (entry - part.entry) >= -slack(entry) && side * (part.exit - exit) >= -slack(exit)
    };
    let right = match (hits, truth.grown, truth.shrunk) {
        (false, _, shrunk) => shrunk.is_none() && words[2] == 255,
        (true, None, _) => false,
        (true, Some(grown), shrunk) => {
            within(&grown, 1.0) && shrunk.is_none_or(|shrunk| within(&shrunk, -1.0))
        }
    };
    (!right).then(|| format!("from {entry:e} to {exit:e} of {given:?}, {truth:?}"))
}

fn closest(asked: &Asked<'_>, pair: [u32; 2], words: &[u32]) -> Option<String> {
    let [a, b] = asked.segment_pairs(&[pair])[0].map(|number| {
        let segment = &asked.shapes.segments[number as usize];
        [segment.start(), segment.end()]
    });
    let given = JudgedSegments { a, b };
    let truth = closest_between_segments(&given);
    let [at_a, at_b, distance] = [words[3], words[7], words[8]].map(|word| f64::from(float(word)));
    let shown = given.distance_at(at_a, at_b);
    let right = (distance - truth.distance).abs() <= truth.band
        && (shown - truth.distance).abs() <= 2.0 * truth.band
        && [at_a, at_b].iter().all(|at| (0.0..=1.0).contains(at));
    (!right).then(|| format!("{distance:e} apart at {at_a} and {at_b}, {given:?}, {truth:?}"))
}

fn small(word: u32) -> u8 {
    u8::try_from(word).unwrap_or(u8::MAX)
}
