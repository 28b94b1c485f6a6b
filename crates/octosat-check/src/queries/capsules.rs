//! Boxes against capsules: overlap, normal, depth and contacts.

use bytemuck::{Pod, Zeroable};
use octosat::{Capsule, CapsuleContacts};
use octosat_reference::float64::{CapsuleAnswer, CapsulePoint, CapsuleSolid};
use octosat_scenes::generate::around::Maker;
use octosat_scenes::generate::{narrow, shapes};

use super::answers::{filled, overlaps};
use super::shapes::{Given, Shapes, each};
use crate::{Asked, Call, Case, Facts, Failure, Finding, Verb, boolean};

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

impl Shapes for Capsules {
    type Shape = Capsule;
    type Row = CapsuleRow;

    const FACTS: Facts = Facts {
        name: "capsules",
        about: "boxes against capsules: overlap and contacts, which take a margin, and normal and depth",
        verbs: const {
            &[Verb::of("overlaps", "boxes, `Capsule`"), Verb::of("manifolds", "boxes, `Capsule`")]
        },
        ..Facts::OF_SHAPES
    };

    fn shape(&self, maker: &mut Maker<'_>) -> Option<Capsule> {
        let ([start, end], radius) = shapes::capsule(maker);
        Capsule::new(start.as_vec3().into(), end.as_vec3().into(), narrow(radius)).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<Capsule>>) -> Result<Vec<CapsuleRow>, Failure> {
        let (query, count) = (asked.against(asked.world), asked.rows.len());
        let overlaps = overlaps(asked.engine, query, count)?;
        let contacts = filled(count, |out| asked.engine.manifolds(query, out))?;
        let row = |(&overlaps, contacts): (&bool, _)| CapsuleRow {
            overlaps: overlaps.into(),
            padding: [0; 3],
            contacts,
        };
        Ok(overlaps.iter().zip(contacts).map(row).collect())
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
        let face = row.contacts.face().code();
        let answer = CapsuleAnswer { normal, depth, face, contacts: &contacts, within: margin };
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
        let (query, rows) = (each(case, &shapes[0]), case.boxes.len());
        vec![
            Call::overlaps("capsule-overlap", rows, query),
            Call::manifolds("capsule-contacts", rows, query, CapsuleContacts::overlaps),
        ]
    }
}
