//! Sleep: bodies that touch each other and are still for a while rest together, until something moves near them.

use std::collections::BTreeSet;

use crate::FRAME;
use crate::body::Body;
use crate::contacts::Point;
use crate::pairs::ShapeRef;

/// A body is still as long as no point of it moves farther than this, in meters. A limit of the speed would keep bodies
/// awake that tremble in place.
const STILL: f32 = 0.01;

/// For how many seconds all bodies of an island must be still.
const CALM: f32 = 0.5;

/// Wakes the islands that something moves near: their AABBs meet that of a body that is not still.
pub(crate) fn wake(bodies: &mut [Body], pairs: &[[ShapeRef; 2]]) {
    let moves = |body: &Body| body.is_awake() && body.still <= 0.0;
    let near = pairs.iter().flat_map(|&[a, b]| [[a.body, b.body], [b.body, a.body]]);
    let near: Vec<_> = near.filter(|&[a, _]| moves(&bodies[a])).map(|[_, b]| b).collect();
    wake_islands(bodies, near);
}

/// Wakes the islands of some bodies. What wakes wakes no others until it moves itself.
pub(crate) fn wake_islands(bodies: &mut [Body], members: impl IntoIterator<Item = usize>) {
    let islands: BTreeSet<u32> =
        members.into_iter().filter_map(|body| bodies[body].island).collect();
    for body in
        bodies.iter_mut().filter(|body| body.island.is_some_and(|island| islands.contains(&island)))
    {
        (body.island, body.still) = (None, FRAME);
    }
}

/// Lets the islands that are calm sleep. An island is what contact points connect, without what is fixed.
pub(crate) fn sleep(bodies: &mut [Body], points: &[Point]) {
    for body in bodies.iter_mut().filter(|body| body.is_awake()) {
        body.still += FRAME;
        if body.distance_from(body.anchor) > STILL {
            (body.anchor, body.still) = ((body.center, body.rotation), 0.0);
        }
    }
    let mut parents: Vec<usize> = (0..bodies.len()).collect();
    for point in points {
        if point.bodies.iter().all(|&index| bodies[index].is_awake()) {
            let [a, b] = point.bodies.map(|index| root(&mut parents, index));
            parents[a.max(b)] = a.min(b);
        }
    }
    let roots: Vec<usize> = (0..bodies.len()).map(|index| root(&mut parents, index)).collect();
    let mut stills = vec![f32::INFINITY; bodies.len()];
    for (body, &root) in bodies.iter().zip(&roots) {
        stills[root] = stills[root].min(body.still);
    }
    let islands: Vec<u32> = roots.iter().map(|&root| bodies[root].id).collect();
    for (index, body) in bodies.iter_mut().enumerate().filter(|(_, body)| body.is_awake()) {
        if stills[roots[index]] >= CALM {
            body.island = Some(islands[index]);
            (body.velocity, body.spin) = Default::default();
        }
    }
}

/// The root of a body's island; shortens the path to it.
fn root(parents: &mut [usize], mut index: usize) -> usize {
    while parents[index] != index {
        parents[index] = parents[parents[index]];
        index = parents[index];
    }
    index
}
