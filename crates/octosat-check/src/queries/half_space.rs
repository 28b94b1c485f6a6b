//! Boxes against half-spaces: overlap, depth and contacts.

use bytemuck::{Pod, Zeroable};
use octosat::{HalfSpace, HalfSpaceContacts, ShapeQuery};
use octosat_reference::float64::{CornerAnswer, HalfSpaceAnswer, Plane};
use octosat_scenes::generate::around::{Maker, world_axis};

use super::overlaps::query_overlaps;
use super::shapes::{Given, Shapes, THREADED_ROWS};
use crate::boxes::Basis;
use crate::case::Case;
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::{Finding, boolean, share};
use crate::query::{Asked, Call, uniform};
use crate::stale;

/// Boxes against half-spaces.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpaces;

/// All answers about a box and a half-space.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct HalfSpaceRow {
    overlaps: u32,
    depth: f32,
    /// Zero: the rest has rows of sixteen bytes.
    padding: [u32; 2],
    contacts: HalfSpaceContacts,
}

/// How far a plane is turned out of a box's face if it nearly lies in it.
const LEAN: f64 = 1e-4;

impl Shapes for HalfSpaces {
    type Shape = HalfSpace;
    type Row = HalfSpaceRow;

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "half-space",
            about: "boxes against the solid below a plane: overlap and contacts, which take a margin, and depth",
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

    /// Through a place, or along a face: upright, along one of the box's axes, nearly so, or anyhow.
    fn shape(&self, maker: &mut Maker<'_>) -> Option<HalfSpace> {
        let place = maker.place();
        let number = maker.number;
        let random = &mut maker.random;
        let axis = random.below(3);
        let outward = random.choose(&[1.0, -1.0]) * place.axes[axis];
        let face = place.center + place.half_extents[axis] * outward;
        let (point, normal) = match number % 6 {
            0 => (place.point, glam::DVec3::Z),
            1 => (place.point, world_axis(random)),
            2 => (face, outward),
            3 => (face, outward + LEAN * glam::DVec3::from(random.direction())),
            4 => (place.point, outward),
            _ => (place.point, random.direction().into()),
        };
        HalfSpace::through(point.as_vec3().into(), normal.normalize_or_zero().as_vec3().into()).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<HalfSpace>>) -> Result<Vec<HalfSpaceRow>, Failure> {
        let (query, count) = (asked.against(asked.world), asked.rows.len());
        let overlaps = query_overlaps(asked.engine, query, count)?;
        let mut depths = stale::<f32>(count);
        asked.engine.penetrations(query, &mut depths)?;
        let mut contacts = stale::<HalfSpaceContacts>(count);
        asked.engine.manifolds(query, &mut contacts)?;
        let row = |k: usize| HalfSpaceRow {
            overlaps: overlaps[k].into(),
            padding: [0; 2],
            depth: depths[k],
            contacts: contacts[k],
        };
        Ok((0..count).map(row).collect())
    }

    fn check(&self, given: &Given<'_, HalfSpace>, row: &HalfSpaceRow) -> Finding {
        let Given { of_box, margin, .. } = given;
        let plane = Plane { normal: given.shape().normal(), offset: given.shape().offset() };
        let (overlaps, depth) = (row.overlaps == 1, f64::from(row.depth));
        let (truth, bound) = (of_box.half_space_depth(&plane), of_box.half_space_bound(&plane));
        let contacts: Vec<CornerAnswer> = row
            .contacts
            .iter()
            .map(|one| CornerAnswer {
                position: one.position,
                depth: one.depth,
                corner: one.corner,
            })
            .collect();
        let answer =
            HalfSpaceAnswer { face: row.contacts.face(), contacts: &contacts, margin: *margin };
        let fault = of_box.half_space_fault(&plane, &answer);
        let error =
            share(depth - truth, bound).max(boolean(overlaps, truth + f64::from(*margin), bound));
        let mut finding =
            Finding::new(fault.map(|fault| format!("{fault:?}, {row:?}")), error.min(1.0));
        finding.within(depth - truth, bound, "the depth is off");
        let right = !of_box.contradicts_half_space(&plane, *margin, overlaps);
        finding.holds(right, "the boolean is wrong");
        finding
    }

    fn calls<'a>(&self, case: &'a Case, shapes: &'a [HalfSpace]) -> Vec<Call<'a>> {
        let (boxes, margin) = (case.boxes.unit(), uniform(case.setting.margin));
        let query = ShapeQuery::each(boxes, &shapes[0]).margin(margin);
        let count = case.boxes.len();
        vec![
            Call::new(
                "half-space-overlap",
                vec![false; count],
                move |engine, out| Ok(engine.overlaps(query, out)?),
                |&overlaps| overlaps,
            ),
            Call::new(
                "half-space-depths",
                vec![0.0_f32; count],
                move |engine, out| Ok(engine.penetrations(query, out)?),
                |&depth| depth >= 0.0,
            ),
            Call::new(
                "half-space-contacts",
                vec![HalfSpaceContacts::default(); count],
                move |engine, out| Ok(engine.manifolds(query, out)?),
                |contacts| !contacts.is_empty(),
            ),
        ]
    }
}
