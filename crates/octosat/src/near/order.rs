//! Neighbors in space become neighbors in a list, in aligned runs of sixteen, of 256, and so on.

use super::tree::WIDE;

/// What is ordered: where it is, and its index in the list that a caller gave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) center: [f32; 3],
    pub(crate) index: u32,
}

/// Parts of more than this number of places are cut where the surfaces of both sides are least. Below, the longest axis cuts
/// as well, and takes a third of the time.
const CUT_BY_SURFACE: usize = 256;

/// Sorts places so that each aligned run of sixteen, of 256 and so on is a part of space. The order depends on centers and
/// indices alone.
///
/// Each part is cut in the middle, along the axis that leaves the least surfaces: that is how often a box is near both
/// sides. Booth and Mac Donald, "Heuristics for ray tracing using space subdivision", 1990.
pub(crate) fn order(places: &mut [Place]) {
    let mut run = WIDE;
    while run < places.len() {
        run *= WIDE;
    }
    order_part(places, run);
}

/// Sorts a part of which aligned runs of a length, and then those of a sixteenth of it, are parts of space.
fn order_part(part: &mut [Place], mut run: usize) {
    while part.len() <= run {
        if run <= WIDE {
            return;
        }
        run /= WIDE;
    }
    let middle = (part.len().div_ceil(run) / 2) * run;
    let axis =
        if part.len() > CUT_BY_SURFACE { best_axis(part, middle) } else { longest_axis(part) };
    cut(part, middle, axis);
    let (before, after) = part.split_at_mut(middle);
    order_part(before, run);
    order_part(after, run);
}

/// Moves the places that come first along an axis before the middle; equal ones by index.
fn cut(part: &mut [Place], middle: usize, axis: usize) {
    part.select_nth_unstable_by(middle, |a, b| {
        a.center[axis].total_cmp(&b.center[axis]).then(a.index.cmp(&b.index))
    });
}

/// The axis along which cutting leaves the least surfaces, each times its number of places.
fn best_axis(part: &mut [Place], middle: usize) -> usize {
    let (mut least, mut best) = (f32::INFINITY, 0);
    for axis in 0..3 {
        cut(part, middle, axis);
        let (before, after) = part.split_at(middle);
        let sum = surface(before) + surface(after);
        if sum < least {
            (least, best) = (sum, axis);
        }
    }
    best
}

fn longest_axis(part: &[Place]) -> usize {
    let [x, y, z] = lengths(part);
    if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    }
}

/// Half the surface of the bounds of a part, times its number of places, in square meters.
#[expect(clippy::cast_precision_loss, reason = "how often a part is visited is an estimate")]
fn surface(part: &[Place]) -> f32 {
    let [x, y, z] = lengths(part);
    (x * y + y * z + z * x) * part.len() as f32
}

/// How long the bounds of a part are along each axis, in meters.
fn lengths(part: &[Place]) -> [f32; 3] {
    let (mut lower, mut upper) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for place in part {
        for (k, &component) in place.center.iter().enumerate() {
            (lower[k], upper[k]) = (lower[k].min(component), upper[k].max(component));
        }
    }
    core::array::from_fn(|k| upper[k] - lower[k])
}
