//! Whether a pair's points are said to have been the right ones in the frame before.

use octosat::{NEW_POINT, SurfacePoints};

use super::facts::CachedManifold;

/// The points of a pair, and those that it had in the frame before.
pub(super) struct Successors<'a> {
    pub(super) now: &'a CachedManifold<'a>,
    pub(super) last: &'a CachedManifold<'a>,
    /// Metres within which a point is at the same place as one of before.
    pub(super) reach: f64,
    /// Metres by which the boxes have moved since.
    pub(super) step: f64,
    /// Whether positions of both frames are relative to the same.
    pub(super) same_origin: bool,
}

/// How far a distance may be from the one that the engine computes, as a part of it.
const DISTANCE_ROUNDING: f64 = 1e-4;

impl Successors<'_> {
    /// What is wrong, in words: a point was the one with the same features, else one at the same place, else none.
    pub(super) fn complaint(&self) -> Option<String> {
        let (now, last) = (&self.now.manifold, &self.last.manifold);
        let number =
            |place: u32| (place != NEW_POINT).then(|| place.wrapping_sub(last.row.first) as usize);
        let numbers: Vec<Option<usize>> =
            self.now.previous.iter().map(|&place| number(place)).collect();
        if numbers.iter().flatten().any(|&number| number >= last.points.len()) {
            return Some("points of another pair before".to_owned());
        }
        let identical = numbers.len() == last.points.len()
            && numbers.iter().enumerate().all(|(place, &number)| number == Some(place));
        if now.row.has_same_points() != (identical && !numbers.is_empty()) {
            return Some(
                "the points are the same ones and it is not told, or the other way".to_owned(),
            );
        }
        (0..numbers.len()).find_map(|place| self.complaint_of(place, &numbers))
    }

    /// What is wrong about one point, in words.
    fn complaint_of(&self, place: usize, numbers: &[Option<usize>]) -> Option<String> {
        let old = self.last.manifold.points;
        let feature = self.now.manifold.points[place].feature;
        let same = old.iter().position(|point| point.feature == feature);
        if same.is_some() {
            return (numbers[place] != same)
                .then(|| format!("point {place} was not the one with its features"));
        }
        if let Some(number) = numbers[place] {
            let away = self.distances(place, number).into_iter().flatten().reduce(f64::min)?;
            return (away > 1.0 + DISTANCE_ROUNDING)
                .then(|| format!("point {place} was another, {away} of the reach away"));
        }
        // Places that are relative to something else are not compared.
        if !self.same_origin {
            return None;
        }
        let is_near = |number: &usize| {
            let away = self.distances(place, *number).into_iter().flatten().reduce(f64::max);
            away.is_some_and(|away| away < 1.0 - DISTANCE_ROUNDING)
        };
        let mut free = (0..old.len()).filter(|number| !numbers.contains(&Some(*number)));
        let missed = free.find(is_near)?;
        Some(format!("point {place} was point {missed}, and is told as new"))
    }

    /// How far a point is from one of before, in parts of what counts as the same place: on the box on which that is
    /// less, and between both, where it may have gone with one of them; where that can be told.
    fn distances(&self, place: usize, number: usize) -> [Option<f64>; 2] {
        let on_boxes = self.now.surfaces.get(place).zip(self.last.surfaces.get(number));
        let [now, before] = [&self.now.manifold.points[place], &self.last.manifold.points[number]];
        let between = self.same_origin.then(|| distance(now.position, before.position));
        [
            on_boxes.map(|(now, before)| distance_on_boxes(now, before) / self.reach),
            between.map(|distance| distance / (self.reach + self.step)),
        ]
    }
}

/// How far a point is from one of before, on the box on which that is less, metres.
fn distance_on_boxes(now: &SurfacePoints, before: &SurfacePoints) -> f64 {
    distance(now.on_a, before.on_a).min(distance(now.on_b, before.on_b))
}

fn distance(now: [f32; 3], before: [f32; 3]) -> f64 {
    let squares = (0..3).map(|k| (f64::from(now[k]) - f64::from(before[k])).powi(2));
    squares.sum::<f64>().sqrt()
}
