//! Boxes against capsules: overlap, normal, depth and contacts.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use octosat::{Capsule, CapsuleContacts, ShapeQuery};
use octosat_reference::float64::{CapsuleAnswer, CapsulePoint, CapsuleSolid};
use octosat_scenes::generate::Random;
use octosat_scenes::generate::around::{Maker, Place};
use octosat_scenes::generate::narrow;

use super::overlaps::query_overlaps;
use super::shapes::{Given, Shapes, THREADED_ROWS};
use crate::boxes::Basis;
use crate::case::Case;
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::{Finding, boolean};
use crate::query::{Asked, Call, uniform};
use crate::stale;

/// Boxes against capsules.
#[derive(Clone, Copy, Debug)]
pub struct Capsules;

/// All answers about a box and a capsule.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct CapsuleRow {
    overlaps: u32,
    /// Zero: the rest has rows of sixteen bytes.
    padding: [u32; 3],
    contacts: CapsuleContacts,
}

/// Where an end may be along each of a box's axes, in its half extents: in the middle, on a face or barely off it, in
/// the box, near it and far.
const PLACES: [f64; 12] =
    [0.0, 1.0, -1.0, 0.999_999_9, -1.000_000_1, 0.3, -0.8, 1.01, -1.001, 1.2, -2.5, 9.0];

/// Radii in sizes of a box.
const RADII: [f64; 6] = [0.0, 0.0, 1e-3, 0.1, 1.0, 4.0];

/// Lengths of cores in sizes of a box.
const LENGTHS: [f64; 6] = [1e-8, 1e-4, 0.1, 1.0, 3.0, 40.0];

/// Sines of the angles by which a core nearly is along an axis or a face.
const LEANS: [f64; 6] = [0.0, 0.0, 1e-7, 1e-5, 1e-3, 0.03];

/// How far cores pass from an edge or a vertex, in sizes of a box: about where the kernel's rule for gaps that are
/// rounding begins, on both sides of it, and where a gap's direction is lost to it.
const GAPS: [f64; 7] = [1e-7, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.03];

impl Shapes for Capsules {
    type Shape = Capsule;
    type Row = CapsuleRow;

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "capsules",
            about: "boxes against capsules: overlap and contacts, which take a margin, and normal and depth",
            bases: &Basis::ALL,
            takes_margin: true,
            usual_margin: 0.0,
            smallest_length: 1e-30,
            rows: "boxes and shapes",
            has_rows_of_boxes: true,
            fewest_threaded: THREADED_ROWS,
            remembers: false,
        }
    }

    /// Through a place, anyhow or about along an axis of a box; lying or standing on a face; of one point; along an edge
    /// or past a vertex; between two places in the box's frame, along its axes and faces.
    fn shape(&self, maker: &mut Maker<'_>) -> Option<Capsule> {
        let place = maker.place();
        let number = maker.number;
        let random = &mut maker.random;
        let axis = random.below(3);
        let outward = random.choose(&[1.0, -1.0]) * place.axes[axis];
        let lean = random.choose(&LEANS) * DVec3::from(random.direction());
        let length = place.size * random.choose(&LENGTHS);
        let radius = place.size * random.choose(&RADII);
        let touching = place.point
            + (place.half_extents[axis] + radius - outward.dot(place.point - place.center))
                * outward;
        let [start, end] = match number % 8 {
            0 => around(place.point, length * DVec3::from(random.direction())),
            1 => around(place.point, length * (outward + lean)),
            2 => around(touching, length * (place.axes[(axis + 1) % 3] + lean)),
            3 => [touching, touching + length * (outward + lean)],
            4 => [place.point; 2],
            5 | 6 => grazing(&place, random, length),
            _ => framed(&place, random),
        };
        Capsule::new(start.as_vec3().into(), end.as_vec3().into(), narrow(radius)).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<Capsule>>) -> Result<Vec<CapsuleRow>, Failure> {
        let (query, count) = (asked.against(asked.world), asked.rows.len());
        let overlaps = query_overlaps(asked.engine, query, count)?;
        let mut contacts = stale::<CapsuleContacts>(count);
        asked.engine.manifolds(query, &mut contacts)?;
        let row = |k: usize| CapsuleRow {
            overlaps: overlaps[k].into(),
            padding: [0; 3],
            contacts: contacts[k],
        };
        Ok((0..count).map(row).collect())
    }

    fn check(&self, given: &Given<'_, Capsule>, row: &CapsuleRow) -> Finding {
        let Given { of_box, margin, .. } = given;
        let (shape, margin, overlaps) = (given.shape(), *margin, row.overlaps == 1);
        let solid = CapsuleSolid { start: shape.start(), end: shape.end(), radius: shape.radius() };
        let CapsuleContacts { normal, depth, .. } = row.contacts;
        let contacts: Vec<CapsulePoint> = row
            .contacts
            .iter()
            .map(|c| CapsulePoint { position: c.position, depth: c.depth, feature: c.feature })
            .collect();
        let face = row.contacts.face();
        let answer = CapsuleAnswer { normal, depth, face, contacts: &contacts, margin };
        let fault = of_box.capsule_fault(&solid, &answer);
        let truth = f64::from(solid.radius) - of_box.capsule_distance(&solid);
        let bound = of_box.capsule_error_bound(&solid);
        let error = boolean(overlaps, truth + f64::from(margin), bound);
        let mut finding = Finding::new(fault.map(|fault| format!("{fault:?}, {row:?}")), error);
        finding.within(f64::from(depth) - truth, bound, "the depth is off");
        finding.holds(overlaps == (depth >= -margin), "the boolean is not that of the depth");
        let is_point = solid.start.map(f32::to_bits) == solid.end.map(f32::to_bits);
        finding.holds(!is_point || contacts.len() <= 1, "a point has two contacts");
        let right = !of_box.contradicts_capsule(&solid, margin, overlaps);
        finding.holds(right, "the boolean is wrong");
        finding
    }

    fn calls<'a>(&self, case: &'a Case, shapes: &'a [Capsule]) -> Vec<Call<'a>> {
        let (boxes, margin) = (case.boxes.unit(), uniform(case.setting.margin));
        let query = ShapeQuery::each(boxes, &shapes[0]).margin(margin);
        let count = case.boxes.len();
        vec![
            Call::new(
                "capsule-overlap",
                vec![false; count],
                move |engine, out| Ok(engine.overlaps(query, out)?),
                |&overlaps| overlaps,
            ),
            Call::new(
                "capsule-contacts",
                vec![CapsuleContacts::default(); count],
                move |engine, out| Ok(engine.manifolds(query, out)?),
                CapsuleContacts::overlaps,
            ),
        ]
    }
}

/// A core's ends, half a way to both sides of its middle.
fn around(middle: DVec3, way: DVec3) -> [DVec3; 2] {
    [middle - 0.5 * way, middle + 0.5 * way]
}

/// A core that passes an edge or a vertex, which its middle, an end or something between is next to.
fn grazing(place: &Place, random: &mut Random, length: f64) -> [DVec3; 2] {
    let (mut nearest, mut out) = (place.center, DVec3::ZERO);
    let along = random.below(4);
    for k in 0..3 {
        let side = random.choose(&[1.0, -1.0]);
        let part = if k == along { random.range(-1.0, 1.0) } else { side };
        nearest += part * place.half_extents[k] * place.axes[k];
        out += if k == along { 0.0 } else { side * random.unit() } * place.axes[k];
    }
    let out = out.normalize_or_zero();
    let way = length * out.cross(random.direction().into()).normalize_or_zero();
    let passes = nearest + random.choose(&GAPS) * place.size * out;
    let before = random.choose(&[0.0, 0.5, 1e-6, 1e-3, 1.0 / 3.0]);
    [passes - before * way, passes + (1.0 - before) * way]
}

/// Two ends in the frame of a box, which every other time share a coordinate.
fn framed(place: &Place, random: &mut Random) -> [DVec3; 2] {
    let mut ends = [place.center; 2];
    for (axis, half_extent) in place.axes.into_iter().zip(place.half_extents.to_array()) {
        let first = random.choose(&PLACES);
        let second = if random.one_in(2) { first } else { random.choose(&PLACES) };
        ends[0] += first * half_extent * axis;
        ends[1] += second * half_extent * axis;
    }
    ends
}
