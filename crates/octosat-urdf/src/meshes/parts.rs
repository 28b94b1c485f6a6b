//! A mesh is cut into parts by planes, so that the hulls of all parts are smaller than that of the mesh.
//!
//! # Why the hulls of the parts contain the mesh
//!
//! Each point of a triangle is in a part. A point inside a closed mesh is in the hull of a part, too: all cuts of a part
//! are along at most two axes, so there is a line through the point that is parallel to all planes of its part. The line
//! stays between these planes and leaves the mesh at both ends, through triangles of the same part. The point is between
//! them. With cuts along three axes this fails: a corner of eight that a cube is cut into has the cube's center, but the
//! hull of its three faces has not.

use super::axes;
use super::clip::{Halves, Plane, crossing};
use super::space::{Vector, dot};
use super::triangles::Triangles;
use super::volume;

/// Along each axis, a mesh is cut at one of the places between so many slabs.
const SLABS: usize = 10;

/// How often the places around the best one are looked at again, in slabs a fifth as thick: a cut that misses a step of the
/// mesh by little leaves a sliver on the wrong side, whose hull is large.
const REFINEMENTS: usize = 2;

/// The least share of the volume of all hulls that a cut must save. Less is not worth a hull.
const LEAST_GAIN: f64 = 0.02;

/// The most different axes along which a part is cut.
const MOST_AXES: usize = 2;

/// Cuts a mesh into at most so many parts, each time the one whose cut saves most.
pub(crate) fn cut(mesh: Triangles, most: usize) -> Result<Vec<Triangles>, String> {
    let directions = axes::on_all_sides();
    if most < 2 {
        return Ok(vec![mesh]);
    }
    let mut parts = vec![Part::of(mesh, Vec::new(), &directions)];
    while parts.len() < most {
        let sum: f64 = parts.iter().map(|part| part.volume).sum();
        let gain = |at: &usize| parts[*at].best.map_or(0.0, |best| best.gain);
        let by_gain = |one: &usize, other: &usize| gain(one).total_cmp(&gain(other));
        let Some(at) = (0..parts.len()).max_by(by_gain) else { break };
        let Some(best) = parts[at].best.filter(|best| best.gain > LEAST_GAIN * sum) else { break };
        let Part { mesh, mut axes, .. } = parts.swap_remove(at);
        let Halves { below, above } = best.plane.cut(&mesh)?;
        if !axes.contains(&best.plane.axis) {
            axes.push(best.plane.axis);
        }
        parts.push(Part::of(below, axes.clone(), &directions));
        parts.push(Part::of(above, axes, &directions));
    }
    Ok(parts.into_iter().map(|part| part.mesh).collect())
}

/// A part of a mesh.
struct Part {
    mesh: Triangles,
    /// The axes along which it was cut.
    axes: Vec<Vector>,
    /// The volume of its hull.
    volume: f64,
    /// How it can be cut.
    best: Option<Cut>,
}

/// A cut, and the volume of hulls that it saves.
#[derive(Clone, Copy)]
struct Cut {
    plane: Plane,
    gain: f64,
    /// The distance to the next place that was tried.
    step: f64,
}

impl Cut {
    /// The cut that saves more; this one if both save as much.
    fn better(self, other: Self) -> Self {
        if other.gain > self.gain { other } else { self }
    }

    /// The best cut among this one and closer ones around it.
    fn refined(self, mesh: &Triangles, volume: f64, directions: &[Vector]) -> Self {
        let Self { plane, step, .. } = self;
        let range = [plane.place - step, plane.place + step];
        let slabs = Slabs::of(mesh, plane.axis, Some(range), directions);
        let best = slabs.and_then(|slabs| best(&slabs, volume));
        let finer = Self { step: 2.0 * step / SLABS as f64, ..self };
        best.map_or(finer, |best| finer.better(best))
    }
}

impl Part {
    fn of(mesh: Triangles, axes: Vec<Vector>, directions: &[Vector]) -> Self {
        let mut all = Extremes::new(directions.len());
        for &point in &mesh.points {
            all.add(point, directions);
        }
        let volume = all.volume();
        let mut candidates = axes.clone();
        if axes.len() < MOST_AXES {
            candidates.extend(axes::LINK);
            candidates.extend(axes::principal(&mesh.points));
        }
        let cuts = candidates
            .iter()
            .filter_map(|&axis| best(&Slabs::of(&mesh, axis, None, directions)?, volume));
        let mut best = cuts.reduce(Cut::better);
        for _ in 0..REFINEMENTS {
            best = best.map(|cut| cut.refined(&mesh, volume, directions));
        }
        Self { mesh, axes, volume, best }
    }
}

/// The best cut of a mesh between slabs, given the volume of its hull.
fn best(slabs: &Slabs, volume: f64) -> Option<Cut> {
    let nothing = || Extremes::new(slabs.extremes[0].along.len());
    let mut below = Vec::new();
    let mut before = nothing();
    for slab in &slabs.extremes {
        before.add_all(slab);
        below.push(before.volume());
    }
    let mut after = nothing();
    let mut best: Option<Cut> = None;
    for at in (1..SLABS).rev() {
        after.add_all(&slabs.extremes[at]);
        let gain = volume - below[at - 1] - after.volume();
        let plane = Plane { axis: slabs.axis, place: slabs.place(at) };
        let cut = Cut { plane, gain, step: slabs.thickness };
        best = Some(best.map_or(cut, |best| best.better(cut)));
    }
    best
}

/// A mesh in slabs across an axis: the extreme points of what is in each.
struct Slabs {
    axis: Vector,
    low: f64,
    thickness: f64,
    extremes: Vec<Extremes>,
}

impl Slabs {
    /// The slabs of a mesh between two places, or between its ends; none if they are too thin for `f64`. What is beyond
    /// the places is in the first slab or the last one.
    fn of(
        mesh: &Triangles,
        axis: Vector,
        range: Option<[f64; 2]>,
        directions: &[Vector],
    ) -> Option<Self> {
        let along: Vec<f64> = mesh.points.iter().map(|&point| dot(axis, point)).collect();
        let end = |of: fn(f64, f64) -> f64| along.iter().copied().reduce(of);
        let [low, high] = range.or_else(|| Some([end(f64::min)?, end(f64::max)?]))?;
        let thickness = (high - low) / SLABS as f64;
        if !(thickness > 0.0 && low + thickness > low && high - thickness < high) {
            return None;
        }
        let extremes = vec![Extremes::new(directions.len()); SLABS];
        let mut slabs = Self { axis, low, thickness, extremes };
        for (&point, &along) in mesh.points.iter().zip(&along) {
            let slab = slabs.slab(along);
            slabs.extremes[slab].add(point, directions);
        }
        for triangle in &mesh.triangles {
            for k in 0..3 {
                let mut edge = [triangle[k], triangle[(k + 1) % 3]].map(|index| index as usize);
                edge.sort_by(|&one, &other| along[one].total_cmp(&along[other]));
                let [from, to] = edge.map(|index| along[index]);
                for at in slabs.slab(from) + 1..=slabs.slab(to) {
                    let heights = [from, to].map(|along| along - slabs.place(at));
                    let point = crossing(edge.map(|index| mesh.points[index]), heights);
                    slabs.extremes[at - 1].add(point, directions);
                    slabs.extremes[at].add(point, directions);
                }
            }
        }
        Some(slabs)
    }

    /// Where the slab of this index begins.
    fn place(&self, at: usize) -> f64 {
        self.low + at as f64 * self.thickness
    }

    /// The slab at a coordinate. What is between two slabs is in the lower one, as after a cut.
    fn slab(&self, along: f64) -> usize {
        (1..SLABS).take_while(|&at| self.place(at) < along).count()
    }
}

/// The extreme points in all directions of a set of points.
#[derive(Clone)]
struct Extremes {
    along: Vec<f64>,
    points: Vec<Vector>,
}

impl Extremes {
    fn new(directions: usize) -> Self {
        Self { along: vec![f64::NEG_INFINITY; directions], points: vec![[0.0; 3]; directions] }
    }

    fn add(&mut self, point: Vector, directions: &[Vector]) {
        for (at, &direction) in directions.iter().enumerate() {
            let along = dot(direction, point);
            if along > self.along[at] {
                (self.along[at], self.points[at]) = (along, point);
            }
        }
    }

    fn add_all(&mut self, other: &Self) {
        for at in 0..self.along.len() {
            if other.along[at] > self.along[at] {
                (self.along[at], self.points[at]) = (other.along[at], other.points[at]);
            }
        }
    }

    /// The volume of the hull of the points, which is a bit less than that of all points of the set.
    fn volume(&self) -> f64 {
        if self.along.contains(&f64::NEG_INFINITY) {
            return 0.0;
        }
        let mut points = self.points.clone();
        points.sort_by(|one, other| {
            one.iter().partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal)
        });
        points.dedup();
        volume::of_hull(&points)
    }
}
