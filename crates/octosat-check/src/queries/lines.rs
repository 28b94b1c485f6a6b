//! Segments and rays against boxes, and the closest points of two segments.

use bytemuck::{Pod, Zeroable};
use octosat::{ClosestPoints, Engine, Length, Ray, RayHit, Segment};
use octosat_reference::float64::{
    ClosestAnswer, GivenLine, LineAnswer, ReferenceBox, ReferenceSegments,
};
use octosat_scenes::generate::{around::Maker, shapes};

use super::answers::filled;
use super::shapes::{Given, Shapes};
use crate::{Asked, Call, Case, Facts, Failure, Finding, Verb, short};

/// Boxes against segments and rays.
#[derive(Clone, Copy, Debug)]
pub struct LinesOfSight;

/// A segment and a ray of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The segment.
    pub segment: Segment,
    /// The ray.
    pub ray: Ray,
}

/// All answers about a box and lines; the closest points are those of two segments.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct LineRow {
    of_segment: RayHit,
    of_ray: RayHit,
    closest: ClosestPoints,
}

impl Shapes for LinesOfSight {
    type Shape = Lines;
    type Row = LineRow;

    const FACTS: Facts = Facts {
        name: "segments",
        about: "segments and rays: where they enter and leave boxes; and the closest points of two segments",
        verbs: const {
            &[
                Verb::of("hits", "boxes, `Ray`"),
                Verb::of("hits", "boxes, `Segment`"),
                Verb::of("closest_points", "segments"),
            ]
        },
        takes_margin: false,
        ..Facts::OF_SHAPES
    };

    fn shape(&self, maker: &mut Maker<'_>) -> Option<Lines> {
        let ends = shapes::segment(maker);
        let [start, end] = ends.map(|end| end.as_vec3().to_array());
        let direction = shapes::ray_direction(ends, &mut maker.random);
        let ray = Ray::new(start, direction.as_vec3().to_array()).ok()?;
        Some(Lines { segment: Segment::new(start, end).ok()?, ray })
    }

    fn ask(&self, asked: &Asked<'_, Vec<Lines>>) -> Result<Vec<LineRow>, Failure> {
        let count = asked.rows.len();
        let segments: Vec<Segment> = asked.world.iter().map(|lines| lines.segment).collect();
        let rays: Vec<Ray> = asked.world.iter().map(|lines| lines.ray).collect();
        let Asked { engine, case, rows, .. } = *asked;
        let of_segments =
            filled(count, |out| engine.hits(asked.against(&segments).within(Length::None), out))?;
        let of_rays =
            filled(count, |out| engine.hits(asked.against(&rays).within(Length::None), out))?;
        let of_row = |&[index, shape]: &[u32; 2]| {
            let index = index % short(case.originals.max(1));
            segment_pair(asked.world.len(), [index, shape])
        };
        let pairs: Vec<[u32; 2]> = rows.iter().map(of_row).collect();
        let closest =
            |out: &mut [_]| engine.closest_points(octosat::Query::new(&segments, &pairs), out);
        let closest = filled(count, closest)?;
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
        let (boxes, rows) = (case.boxes.unit(), case.boxes.len());
        let Lines { segment, ray } = &shapes[0];
        let segments: Vec<Segment> = shapes.iter().map(|lines| lines.segment).collect();
        let len = short(segments.len());
        let pairs: Vec<[u32; 2]> =
            (0..short(rows)).map(|row| [row % len, row / len % len]).collect();
        let segment_hits = move |engine: &Engine, out: &mut [_]| {
            Ok(engine.hits(octosat::Query::each(boxes, segment), out)?)
        };
        let ray_hits = move |engine: &Engine, out: &mut [_]| {
            Ok(engine.hits(octosat::Query::each(boxes, ray), out)?)
        };
        let closest_points = move |engine: &Engine, out: &mut [_]| {
            Ok(engine.closest_points(octosat::Query::new(&segments, &pairs), out)?)
        };
        let closest = vec![ClosestPoints::default(); rows];
        vec![
            Call::new("segment-hits", vec![RayHit::MISS; rows], segment_hits, RayHit::hits),
            Call::new("ray-hits", vec![RayHit::MISS; rows], ray_hits, RayHit::hits),
            Call::new("closest-points", closest, closest_points, |_| false),
        ]
    }
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
