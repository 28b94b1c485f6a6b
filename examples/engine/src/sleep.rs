//! Sleep: bodies that touch each other and are still for a while rest together, until something moves near them.

use std::collections::BTreeSet;

use crate::FRAME;
use crate::body::Body;
use crate::contacts::Point;

/// A body is still as long as no point of it moves farther than this, in meters. A limit of the speed would keep bodies
/// awake that tremble in place.
const STILL: f32 = 0.01;

/// For how many seconds all bodies of an island must be still.
const CALM: f32 = 0.5;

/// Wakes the islands that something moves near: their AABBs meet that of a body that is not still.
pub(crate) fn wake(bodies: &mut [Body], pairs: &[[u32; 2]]) {
    let pairs = pairs.iter().map(|pair| pair.map(|index| index as usize));
    let moves = |&index: &usize| match &bodies[index] {
        body if body.is_awake() => body.still <= 0.0,
        body => body.is_driven(),
    };
    let near: Vec<_> = pairs.filter(|pair| pair.iter().any(moves)).flatten().collect();
    wake_islands(bodies, near);
}

/// Wakes the islands of some bodies. What wakes wakes no others until it moves itself.
pub(crate) fn wake_islands(bodies: &mut [Body], members: impl IntoIterator<Item = usize>) {
    let islands: BTreeSet<_> = members.into_iter().filter_map(|body| bodies[body].island).collect();
    if islands.is_empty() {
        return;
    }
    let wakes = |body: &&mut Body| body.island.is_some_and(|island| islands.contains(&island));
    for body in bodies.iter_mut().filter(wakes) {
        (body.island, body.still) = (None, FRAME);
    }
}

/// Lets the islands that are calm sleep. An island is what contact points connect, without what is fixed.
pub(crate) fn sleep(bodies: &mut [Body], moving: &[u32], points: &[Point]) {
    let awake =
        moving.iter().map(|&index| index as usize).filter(|&index| bodies[index].is_awake());
    let awake: Vec<usize> = awake.collect();
    for &index in &awake {
        let body = &mut bodies[index];
        (body.parent, body.still) = (index, body.still + FRAME);
        if body.distance_from(body.anchor) > STILL {
            (body.anchor, body.still) = (body.place(), 0.0);
        }
    }
    for point in points {
        if point.bodies.iter().all(|&index| bodies[index].is_awake()) {
            let [a, b] = point.bodies.map(|index| root(bodies, index));
            bodies[a.max(b)].parent = a.min(b);
        }
    }
    let mut restless = BTreeSet::new();
    for &index in &awake {
        if bodies[index].still < CALM || bodies[index].is_restless {
            restless.insert(root(bodies, index));
        }
    }
    for index in awake {
        let root = root(bodies, index);
        if !restless.contains(&root) {
            bodies[index].island = Some(bodies[root].id);
            (bodies[index].velocity, bodies[index].spin) = Default::default();
        }
    }
}

/// The root of a body's island; shortens the path to it.
fn root(bodies: &mut [Body], mut index: usize) -> usize {
    while bodies[index].parent != index {
        bodies[index].parent = bodies[bodies[index].parent].parent;
        index = bodies[index].parent;
    }
    index
}
