//! Segments and rays against boxes, and the closest points of two segments.

use bytemuck::{Pod, Zeroable};
use octosat::{ClosestPoints, Ray, RayHit, Segment, ShapeQuery};
use octosat_reference::float64::{
    ClosestAnswer, GivenLine, LineAnswer, ReferenceBox, ReferenceSegments,
};
use octosat_scenes::generate::around::{Maker, world_axis};

use super::shapes::{Given, Shapes, THREADED_ROWS};
use crate::boxes::Basis;
use crate::case::{Case, short};
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::query::{Asked, Call};
use crate::stale;

/// Boxes against segments and rays.
#[derive(Clone, Copy, Debug)]
pub struct LinesOfSight;

/// A segment and a ray of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    segment: Segment,
    ray: Ray,
}

/// All answers about a box and lines; the closest points are those of two segments.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct LineRow {
    of_segment: RayHit,
    of_ray: RayHit,
    closest: ClosestPoints,
}

/// Sizes that rays' directions have, in parts of the way to the other place: parameters follow.
const SCALES: [f64; 5] = [1.0, 1.0, 0.01, 100.0, 1e-4];

/// Sines of the angles of segments that are nearly parallel: about where the kernel's rule for parallel ones begins,
/// and on both sides of it.
const LEANS: [f64; 6] = [0.0, 0.0, 1e-7, 1e-6, 3e-6, 1e-3];

impl Shapes for LinesOfSight {
    type Shape = Lines;
    type Row = LineRow;

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "segments",
            about: "segments and rays: where they enter and leave boxes; and the closest points of two segments",
            bases: &Basis::ALL,
            takes_margin: false,
            usual_margin: 0.0,
            smallest_length: 1e-30,
            rows: "boxes and shapes",
            has_rows_of_boxes: true,
            fewest_threaded: THREADED_ROWS,
            remembers: false,
        }
    }

    /// Two places; along an axis of the world or of a box exactly, along the line made before, or nowhere.
    fn shape(&self, maker: &mut Maker<'_>) -> Option<Lines> {
        let [start, end] = ends(maker);
        let segment = Segment::new(start.as_vec3().into(), end.as_vec3().into()).ok()?;
        let random = &mut maker.random;
        let mut way = random.choose(&SCALES) * (end - start);
        if way == glam::DVec3::ZERO {
            // A ray needs a direction.
            way = random.direction().into();
        }
        // Exact ways stay exact: along an axis, two components are zeros of either sign.
        Some(Lines { segment, ray: Ray::new(segment.start(), way.as_vec3().into()).ok()? })
    }

    fn ask(&self, asked: &Asked<'_, Vec<Lines>>) -> Result<Vec<LineRow>, Failure> {
        let count = asked.rows.len();
        let segments: Vec<Segment> = asked.world.iter().map(|lines| lines.segment).collect();
        let rays: Vec<Ray> = asked.world.iter().map(|lines| lines.ray).collect();
        let Asked { engine, case, rows, margin, alone, slots, .. } = *asked;
        let [mut of_segments, mut of_rays] = [stale::<RayHit>(count), stale::<RayHit>(count)];
        let on_segments = Asked { engine, case, world: &(), rows, margin, alone, slots };
        engine.hits(on_segments.against(&segments), &mut of_segments)?;
        engine.hits(on_segments.against(&rays), &mut of_rays)?;
        let of_row = |&[index, shape]: &[u32; 2]| {
            let index = index % short(case.originals.max(1));
            segment_pair(asked.world.len(), [index, shape])
        };
        let pairs: Vec<[u32; 2]> = rows.iter().map(of_row).collect();
        let mut closest = stale::<ClosestPoints>(count);
        engine.closest_points(&segments, &segments, &pairs, &mut closest)?;
        let row = |k: usize| LineRow {
            of_segment: of_segments[k],
            of_ray: of_rays[k],
            closest: closest[k],
        };
        Ok((0..count).map(row).collect())
    }

    fn check(&self, given: &Given<'_, Lines>, row: &LineRow) -> Finding {
        let Lines { segment, ray } = given.shape();
        let wide = |v: [f32; 3]| v.map(f64::from);
        let [start, end] = [wide(segment.start()), wide(segment.end())];
        let direction = [0, 1, 2].map(|k| end[k] - start[k]);
        let of_segment = GivenLine { start: segment.start(), direction, last: 1.0 };
        let direction = wide(ray.direction());
        let of_ray = GivenLine { start: ray.origin(), direction, last: f64::INFINITY };
        hit(&given.of_box, &of_segment, &row.of_segment)
            .and(hit(&given.of_box, &of_ray, &row.of_ray))
            .and(closest(given, &row.closest))
            .about(|| format!(", {row:?}"))
    }

    fn calls<'a>(&self, case: &'a Case, shapes: &'a [Lines]) -> Vec<Call<'a>> {
        let (boxes, count) = (case.boxes.unit(), case.boxes.len());
        let Lines { segment, ray } = &shapes[0];
        let segments: Vec<Segment> = shapes.iter().map(|lines| lines.segment).collect();
        let len = short(segments.len());
        let pairs: Vec<[u32; 2]> =
            (0..short(count)).map(|row| [row % len, row / len % len]).collect();
        vec![
            Call::new(
                "segment-hits",
                vec![RayHit::MISS; count],
                move |engine, out| Ok(engine.hits(ShapeQuery::each(boxes, segment), out)?),
                RayHit::hits,
            ),
            Call::new(
                "ray-hits",
                vec![RayHit::MISS; count],
                move |engine, out| Ok(engine.hits(ShapeQuery::each(boxes, ray), out)?),
                RayHit::hits,
            ),
            Call::new(
                "closest-points",
                vec![ClosestPoints::default(); count],
                move |engine, out| Ok(engine.closest_points(&segments, &segments, &pairs, out)?),
                |_| false,
            ),
        ]
    }
}

/// The two ends of the line of this number.
fn ends(maker: &mut Maker<'_>) -> [glam::DVec3; 2] {
    let start = maker.place();
    let other = maker.place().point;
    let number = maker.number;
    let random = &mut maker.random;
    let length = start.size * random.range(0.1, 4.0);
    let end = match number % 8 {
        1 | 2 => start.point + length * world_axis(random),
        3 => start.point + length * start.axes[random.below(3)],
        5 | 6 => {
            let lean = random.choose(&LEANS) * glam::DVec3::from(random.direction());
            let factor = random.choose(&[1.0, -0.5, 0.3]);
            let [from, to] = ends(&mut maker.other(number - 1));
            start.point + factor * (to - from) + lean * (to - from).length()
        }
        7 => start.point,
        _ => other,
    };
    [start.point, end]
}

/// The two segments whose closest points stand in the row of a box and a shape: every other box has the segment made
/// before its own, which may be parallel to it on purpose.
fn segment_pair(segments: usize, [index, shape]: [u32; 2]) -> [u32; 2] {
    let count = short(segments).max(1);
    let first = if index.is_multiple_of(2) { shape + count - 1 } else { index };
    [first % count, shape]
}

fn hit(of_box: &ReferenceBox, line: &GivenLine, hit: &RayHit) -> Finding {
    let answer = LineAnswer { entry: hit.entry, exit: hit.exit, face: hit.face.code() };
    let crossing = of_box.crossing(line);
    let report = crossing.report(&answer);
    Finding::new(
        report.fault.map(|fault| format!("{fault:?} of {line:?}, {crossing:?}")),
        report.worst,
    )
}

fn closest(given: &Given<'_, Lines>, points: &ClosestPoints) -> Finding {
    let [a, b] = segment_pair(given.shapes.len(), given.row).map(|number| {
        let segment = &given.shapes[number as usize].segment;
        [segment.start(), segment.end()]
    });
    let &ClosestPoints { on_a, at_a, on_b, at_b, distance } = points;
    let segments = ReferenceSegments { a, b };
    let report = segments.report(&ClosestAnswer { at: [at_a, at_b], on: [on_a, on_b], distance });
    Finding::new(report.fault.map(|fault| format!("{fault:?} of {segments:?}")), report.worst)
}
