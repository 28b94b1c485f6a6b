//! Boxes against spheres: overlap, normal, depth and nearest point.

use bytemuck::{Pod, Zeroable};
use octosat::{ShapeQuery, Sphere, SphereContact};
use octosat_reference::float64::{Ball, SphereAnswer};
use octosat_scenes::generate::around::Maker;
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

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "spheres",
            about: "boxes against spheres: overlap, which takes a margin, and normal, depth, nearest point",
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

    /// About a place: of about the box's size, a point, one that holds the box, and one that touches it.
    fn shape(&self, maker: &mut Maker<'_>) -> Option<Sphere> {
        let place = maker.place();
        let number = maker.number;
        let random = &mut maker.random;
        let axis = random.below(3);
        let radius = place.size * random.unit();
        let (center, radius) = match number % 6 {
            0 => (place.point, 0.0),
            1 => (place.center, radius),
            2 => (place.point, 4.0 * place.size),
            3 => {
                let reach = place.half_extents[axis] + radius;
                (place.center + reach * place.axes[axis], radius)
            }
            _ => (place.point, 2.0 * radius),
        };
        Sphere::new(center.as_vec3().into(), narrow(radius)).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<Sphere>>) -> Result<Vec<SphereRow>, Failure> {
        let (query, count) = (asked.against(asked.world), asked.rows.len());
        let overlaps = query_overlaps(asked.engine, query, count)?;
        let mut contacts = stale::<SphereContact>(count);
        asked.engine.manifolds(query, &mut contacts)?;
        let row = |k: usize| SphereRow {
            overlaps: overlaps[k].into(),
            padding: [0; 3],
            contact: contacts[k],
        };
        Ok((0..count).map(row).collect())
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
        let (boxes, margin) = (case.boxes.unit(), uniform(case.setting.margin));
        let query = ShapeQuery::each(boxes, &shapes[0]).margin(margin);
        let count = case.boxes.len();
        vec![
            Call::new(
                "sphere-overlap",
                vec![false; count],
                move |engine, out| Ok(engine.overlaps(query, out)?),
                |&overlaps| overlaps,
            ),
            Call::new(
                "sphere-contacts",
                vec![SphereContact::default(); count],
                move |engine, out| Ok(engine.manifolds(query, out)?),
                SphereContact::overlaps,
            ),
        ]
    }
}
