//! Boxes against spheres: overlap, normal, depth and nearest point.

use bytemuck::{Pod, Zeroable};
use octosat::{Length, Sphere, SphereContact};
use octosat_reference::float64::{Ball, SphereAnswer};
use octosat_scenes::generate::around::Maker;
use octosat_scenes::generate::{narrow, shapes};

use super::answers::{filled, overlaps};
use super::shapes::{Given, Shapes, each};
use crate::{Asked, Call, Case, Facts, Failure, Finding, Verb, boolean};

/// Boxes against spheres.
#[derive(Clone, Copy, Debug)]
pub struct Spheres;

/// All answers about a box and a sphere.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct SphereRow {
    overlaps: u32,
    /// Zero: the rest has rows of sixteen bytes.
    padding: [u32; 3],
    contact: SphereContact,
}

impl Shapes for Spheres {
    type Shape = Sphere;
    type Row = SphereRow;

    const FACTS: Facts = Facts {
        name: "spheres",
        about: "boxes against spheres: overlap, which takes a margin, and normal, depth, nearest point",
        verbs: const {
            &[Verb::of("overlaps", "boxes, `Sphere`"), Verb::of("manifolds", "boxes, `Sphere`")]
        },
        ..Facts::OF_SHAPES
    };

    fn shape(&self, maker: &mut Maker<'_>) -> Option<Sphere> {
        let (center, radius) = shapes::sphere(maker);
        Sphere::new(center.as_vec3().into(), narrow(radius)).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<Sphere>>) -> Result<Vec<SphereRow>, Failure> {
        let (query, count) = (asked.against(asked.world), asked.rows.len());
        let overlaps = overlaps(asked.engine, query, count)?;
        let contacts =
            filled(count, |out| asked.engine.manifolds(query.within(Length::None), out))?;
        let row = |(&overlaps, contact): (&bool, _)| SphereRow {
            overlaps: overlaps.into(),
            padding: [0; 3],
            contact,
        };
        Ok(overlaps.iter().zip(contacts).map(row).collect())
    }

    fn check(&self, given: &Given<'_, Sphere>, row: &SphereRow) -> Finding {
        let Given { of_box, margin, .. } = given;
        let ball = Ball { center: given.shape().center(), radius: given.shape().radius() };
        let SphereContact { normal, depth, point, distance } = row.contact;
        let fault = of_box.sphere_fault(&ball, &SphereAnswer { normal, depth, point, distance });
        let (truth, bound) = (of_box.distance_to(ball.center), of_box.sphere_bound(&ball));
        let true_depth = f64::from(ball.radius) - truth;
        let overlaps = row.overlaps == 1;
        let error = boolean(overlaps, true_depth + f64::from(*margin), bound);
        let mut finding = Finding::new(fault.map(|fault| format!("{fault:?}, {row:?}")), error);
        finding.within(f64::from(distance) - truth, bound, "the distance is off");
        finding.within(f64::from(depth) - true_depth, 2.0 * bound, "the depth is off");
        let right = !of_box.contradicts_sphere(&ball, *margin, overlaps);
        finding.holds(right, "the boolean is wrong");
        finding
    }

    fn calls<'a>(&self, case: &'a Case, shapes: &'a [Sphere]) -> Vec<Call<'a>> {
        let (query, rows) = (each(case, &shapes[0]), case.boxes.len());
        vec![
            Call::overlaps("sphere-overlap", rows, query),
            Call::manifolds(
                "sphere-contacts",
                rows,
                query.within(Length::None),
                SphereContact::overlaps,
            ),
        ]
    }
}
