//! Boxes against axis-aligned boxes, and the axis-aligned bounds of boxes.

use bytemuck::{Pod, Zeroable};
use octosat::{AxisAlignedBox, Engine};
use octosat_scenes::generate::{around::Maker, shapes};

use super::answers::{filled, overlap_finding, overlaps};
use super::shapes::{Given, Shapes, each};
use crate::{Asked, Call, Case, Facts, Failure, Finding, Verb};

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

    const FACTS: Facts = Facts {
        name: "aabbs",
        about: "boxes against axis-aligned boxes: overlap, which takes a margin, and the bounds of each box",
        verbs: const { &[Verb::of("overlaps", "boxes, `AxisAlignedBox`"), Verb::of("aabbs", "boxes")] },
        ..Facts::OF_SHAPES
    };

    fn shape(&self, maker: &mut Maker<'_>) -> Option<AxisAlignedBox> {
        let [min, max] = shapes::aabb(maker).map(|corner| corner.as_vec3().to_array());
        AxisAlignedBox::new(min, max).ok()
    }

    fn ask(&self, asked: &Asked<'_, Vec<AxisAlignedBox>>) -> Result<Vec<AabbRow>, Failure> {
        let query = asked.against(asked.world);
        let overlaps = overlaps(asked.engine, query, asked.rows.len())?;
        let boxes = &asked.case.boxes;
        let bounds: Vec<_> = filled(boxes.len(), |out| asked.engine.aabbs(boxes.unit(), out))?;
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
        let fault = of_box.bounds_fault(row.bounds.min(), row.bounds.max());
        let fault = fault.map(|fault| format!("{fault:?} of the bounds, {row:?}"));
        Finding::new(fault, 0.0).and(overlap_finding(&pair, overlaps, *margin))
    }

    fn calls<'a>(&self, case: &'a Case, shapes: &'a [AxisAlignedBox]) -> Vec<Call<'a>> {
        let rows = case.boxes.len();
        let bounds = |engine: &Engine, out: &mut [_]| Ok(engine.aabbs(case.boxes.unit(), out)?);
        let room = vec![AxisAlignedBox::default(); rows];
        vec![
            Call::overlaps("aabb-overlap", rows, each(case, &shapes[0])),
            Call::new("world-bounds", room, bounds, |_| false),
        ]
    }
}
