//! Boxes against half-spaces: overlap, depth and contacts.

use bytemuck::{Pod, Zeroable};
use octosat::{HalfSpace, HalfSpaceContacts, Length};
use octosat_reference::float64::{CornerAnswer, HalfSpaceAnswer, Plane};
use octosat_scenes::generate::{around::Maker, shapes};

use super::answers::{filled, overlaps};
use super::shapes::{Given, Shapes, each};
use crate::{Asked, Call, Case, Facts, Failure, Finding, Verb, boolean, share};

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

impl Shapes for HalfSpaces {
    type Shape = HalfSpace;
    type Row = HalfSpaceRow;

    const FACTS: Facts = Facts {
        name: "half-space",
        about: "boxes against the solid below a plane: overlap and contacts, which take a margin, and depth",
        verbs: const {
            &[
                Verb::of("overlaps", "boxes, `HalfSpace`"),
                Verb::of("penetrations", "boxes, `HalfSpace`"),
                Verb::of("manifolds", "boxes, `HalfSpace`"),
            ]
        },
        ..Facts::OF_SHAPES
    };

    fn shape(&self, maker: &mut Maker<'_>) -> Option<HalfSpace> {
        let [point, normal] = shapes::plane(maker).map(|vector| vector.as_vec3().to_array());
        HalfSpace::through(point, normal).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<HalfSpace>>) -> Result<Vec<HalfSpaceRow>, Failure> {
        let (query, count) = (asked.against(asked.world), asked.rows.len());
        let overlaps = overlaps(asked.engine, query, count)?;
        let depths =
            filled(count, |out| asked.engine.penetrations(query.within(Length::None), out))?;
        let contacts = filled(count, |out| asked.engine.manifolds(query, out))?;
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
        let answer = HalfSpaceAnswer {
            face: row.contacts.face().code(),
            contacts: &contacts,
            within: *margin,
        };
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
        let (query, rows) = (each(case, &shapes[0]), case.boxes.len());
        let has_contacts = |contacts: &HalfSpaceContacts| !contacts.is_empty();
        vec![
            Call::overlaps("half-space-overlap", rows, query),
            Call::penetrations("half-space-depths", rows, query.within(Length::None), |&depth| {
                depth >= 0.0
            }),
            Call::manifolds("half-space-contacts", rows, query, has_contacts),
        ]
    }
}
