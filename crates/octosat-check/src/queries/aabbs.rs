//! Boxes against axis-aligned boxes, and the axis-aligned bounds of boxes.

use bytemuck::{Pod, Zeroable};
use octosat::{AxisAlignedBox, ShapeQuery};
use octosat_reference::float64::Agreement;
use octosat_scenes::generate::around::Maker;

use super::overlaps::query_overlaps;
use super::shapes::{Given, Shapes, THREADED_ROWS};
use crate::boxes::Basis;
use crate::case::Case;
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::{Finding, share};
use crate::query::{Asked, Call, uniform};
use crate::stale;

/// Boxes against axis-aligned boxes.
#[derive(Clone, Copy, Debug)]
pub struct Aabbs;

/// All answers about a box and an axis-aligned one.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct AabbRow {
    overlaps: u32,
    /// Zero: the rest has rows of sixteen bytes.
    padding: [u32; 3],
    bounds: AxisAlignedBox,
}

impl Shapes for Aabbs {
    type Shape = AxisAlignedBox;
    type Row = AabbRow;

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "aabbs",
            about: "boxes against axis-aligned boxes: overlap, which takes a margin, and the bounds of each box",
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

    /// Around a place: any, a point, a plate, one that touches the box, and one that holds it.
    fn shape(&self, maker: &mut Maker<'_>) -> Option<AxisAlignedBox> {
        let place = maker.place();
        let number = maker.number;
        let random = &mut maker.random;
        let (mut center, mut half) =
            (place.point, glam::DVec3::from(random.vector(0.0, place.size)));
        match number % 6 {
            0 => half = glam::DVec3::ZERO,
            1 => half[random.below(3)] = 0.0,
            2 => half = glam::DVec3::splat(2.0 * place.size),
            3 => {
                let k = random.below(3);
                let reach: f64 =
                    (0..3).map(|axis| place.axes[axis][k].abs() * place.half_extents[axis]).sum();
                center = place.center;
                center[k] += reach + half[k];
            }
            _ => {}
        }
        let [min, max] = [center - half, center + half].map(|side| side.as_vec3().to_array());
        AxisAlignedBox::new(min, max).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<AxisAlignedBox>>) -> Result<Vec<AabbRow>, Failure> {
        let query = asked.against(asked.world);
        let overlaps = query_overlaps(asked.engine, query, asked.rows.len())?;
        let mut bounds = stale::<AxisAlignedBox>(asked.case.boxes.len());
        asked.engine.aabbs(asked.case.boxes.unit(), &mut bounds)?;
        let row = |(&[index, _], &overlaps): (&[u32; 2], &bool)| AabbRow {
            overlaps: overlaps.into(),
            padding: [0; 3],
            bounds: bounds[index as usize],
        };
        Ok(asked.rows.iter().zip(&overlaps).map(row).collect())
    }

    fn check(&self, given: &Given<'_, AxisAlignedBox>, row: &AabbRow) -> Finding {
        let Given { of_box, margin, .. } = given;
        let (shape, overlaps) = (given.shape(), row.overlaps == 1);
        let pair = of_box.with_aligned(shape.min(), shape.max());
        let agreement = pair.agreement(overlaps, *margin);
        // Between corners apart the axes show less than the gap, so what is allowed is not the error bound alone;
        // the rounding of the margin is on top of it.
        let truth = pair.separations().separation;
        let (low, high) = (pair.smallest_plausible(), pair.largest_plausible());
        let allowed = if overlaps { truth - low } else { high - truth };
        let over = f64::from(*margin) - truth;
        let error =
            if agreement == Agreement::Agrees { 0.0 } else { share(over, allowed).min(1.0) };
        let fault = of_box.bounds_fault(row.bounds.min(), row.bounds.max());
        let fault = fault.map(|fault| format!("{fault:?} of the bounds, {row:?}"));
        let mut finding = Finding::new(fault, error);
        finding.holds(agreement != Agreement::Contradicts, "the boolean is wrong");
        finding
    }

    fn calls<'a>(&self, case: &'a Case, shapes: &'a [AxisAlignedBox]) -> Vec<Call<'a>> {
        let (boxes, margin) = (case.boxes.unit(), uniform(case.setting.margin));
        let query = ShapeQuery::each(boxes, &shapes[0]).margin(margin);
        let count = case.boxes.len();
        vec![
            Call::new(
                "aabb-overlap",
                vec![false; count],
                move |engine, out| Ok(engine.overlaps(query, out)?),
                |&overlaps| overlaps,
            ),
            Call::new(
                "world-bounds",
                vec![AxisAlignedBox::default(); count],
                move |engine, out| Ok(engine.aabbs(boxes, out)?),
                |_| false,
            ),
        ]
    }
}
