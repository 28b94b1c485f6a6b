//! Reduces the contact points of compounds: of all pairs of their boxes, four points per direction carry two bodies.

use glam::Vec3;

use octosat_engine::Point;

/// Points whose normals have at least this cosine push in one direction: 8 degrees.
const SAME_DIRECTION: f32 = 0.99;

/// Depths in meters that count as equal, so that the choice among points at rest does not change from frame to frame.
const SAME_DEPTH: f32 = 2e-4;

/// Which parts of two bodies a point is of: the upper half of its feature.
fn parts(point: &Point) -> u64 {
    point.key.feature >> 32
}

/// Keeps at most four points per direction between two bodies whose points are of several pairs of boxes.
pub(crate) fn reduce(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by_key(|point| point.key);
    let mut kept = Vec::with_capacity(points.len());
    for of_bodies in points.chunk_by(|a, b| a.bodies == b.bodies) {
        if of_bodies.iter().all(|point| parts(point) == parts(&of_bodies[0])) {
            kept.extend_from_slice(of_bodies);
            continue;
        }
        let mut rest = of_bodies.to_vec();
        while let Some(&Point { normal, .. }) = rest.first() {
            let is_same = |point: &Point| point.normal.dot(normal) >= SAME_DIRECTION;
            let (cluster, others) = rest.into_iter().partition::<Vec<_>, _>(is_same);
            kept.extend(four(&cluster, normal).map(|place| cluster[place]));
            rest = others;
        }
    }
    kept
}

/// The places of up to four points: the deepest, the farthest from it, and the farthest on both sides of their line.
fn four(points: &[Point], normal: Vec3) -> impl Iterator<Item = usize> + use<> {
    let best = |value: &dyn Fn(&Point) -> f32| {
        // The first of equals.
        let places = (0..points.len()).rev();
        let values = places.map(|place| (value(&points[place]), place));
        values.max_by(|(one, _), (other, _)| one.total_cmp(other)).expect("a cluster has points")
    };
    let middle = points.iter().map(|point| point.position).sum::<Vec3>() / points.len() as f32;
    let (deepest, _) = best(&|point| point.depth);
    // Of the deepest points, the one that is farthest out.
    let (_, first) = best(&|point| match point.depth + SAME_DEPTH >= deepest {
        true => point.position.distance_squared(middle),
        false => -1.0,
    });
    let origin = points[first].position;
    let (_, second) = best(&|point| point.position.distance_squared(origin));
    let across = normal.cross(points[second].position - origin);
    let aside = |point: &Point| across.dot(point.position - origin);
    let [(left, third), (right, fourth)] = [best(&aside), best(&|point| -aside(point))];
    let sides = [(left, third), (right, fourth)].into_iter().filter(|&(out, _)| out > 0.0);
    let mut places: Vec<usize> =
        [first, second].into_iter().chain(sides.map(|(_, place)| place)).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter()
}
