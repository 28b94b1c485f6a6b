//! Segments and rays.

use octosat::{Ray, Segment};

use super::{Kind, Maker, world_axis};
use crate::vector::{along, dot, narrow};

/// Sizes that rays' directions have, in parts of the way to the other place: parameters follow.
const SCALES: [f64; 5] = [1.0, 1.0, 0.01, 100.0, 1e-4];

/// Sines of the angles of segments that are nearly parallel: about where the kernel's rule for
/// parallel ones begins, and on both sides of it.
const LEANS: [f64; 6] = [0.0, 0.0, 1e-7, 1e-6, 3e-6, 1e-3];

/// A segment and a ray of one kind.
pub(super) struct Lines {
    pub(super) segment: Segment,
    pub(super) ray: Ray,
}

/// Two places, and where a line goes along an axis of the world or of a box exactly, along the line made
/// before it, or nowhere.
pub(super) fn lines(maker: &mut Maker<'_>) -> Option<Lines> {
    let [start, end] = ends(maker);
    let segment = Segment::new(start.map(narrow), end.map(narrow)).ok()?;
    let random = &mut maker.random;
    let scale = SCALES[random.below(SCALES.len())];
    let mut way = [0, 1, 2].map(|k| scale * (end[k] - start[k]));
    if way.iter().all(|component| component.abs() <= 0.0) {
        // A ray needs a direction.
        way = random.direction();
    }
    // Exact ways stay exact: along an axis, two components are zeros of either sign.
    Some(Lines { segment, ray: Ray::new(segment.start(), way.map(narrow)).ok()? })
}

/// The two ends of the line of this number.
fn ends(maker: &mut Maker<'_>) -> [[f64; 3]; 2] {
    let start = maker.place();
    let other = maker.place().point;
    let number = maker.number;
    let random = &mut maker.random;
    let length = start.size * random.range(0.1, 4.0);
    let end = match number % 8 {
        1 | 2 => {
            let axis = world_axis(random);
            // Added to zero, so that a component along no axis keeps its bits.
            [0, 1, 2].map(|k| start.point[k] + length * axis[k])
        }
        3 => along(start.point, length, start.axes[random.below(3)]),
        5 | 6 if number > 0 => {
            let lean = LEANS[random.below(LEANS.len())];
            let side = random.direction();
            let factor = [1.0, -0.5, 0.3][random.below(3)];
            let [from, to] = before(maker);
            let way = [0, 1, 2].map(|k| to[k] - from[k]);
            let size = dot(way, way).sqrt();
            along(along(start.point, factor, way), lean * size, side)
        }
        7 => start.point,
        _ => other,
    };
    [start.point, end]
}

/// The ends of the line made before.
fn before(maker: &Maker<'_>) -> [[f64; 3]; 2] {
    ends(&mut maker.makers.maker(Kind::Line, maker.number - 1))
}
