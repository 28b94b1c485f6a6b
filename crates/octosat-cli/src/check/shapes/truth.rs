//! What the float64 judge says about box a of a pair and the shapes made of box b.

use octosat_reference::judge::{
    Ball, CornerClaim, HalfSpaceClaim, JudgedBox, Plane, SphereClaim, Verdict,
};

use super::near::NearShapes;
use super::{KINDS, ShapeAnswer};
use crate::stores::Query;

/// The boxes of a query and the shapes made of them.
#[derive(Clone, Debug)]
pub(crate) struct ShapeTruth<'a> {
    query: Query<'a>,
    near: NearShapes,
}

impl<'a> ShapeTruth<'a> {
    /// The truth about any pair of a query's boxes.
    pub(in crate::check) fn new(query: &Query<'a>) -> Self {
        Self { query: *query, near: NearShapes::of(query.store) }
    }

    /// The query it is about.
    pub(in crate::check) fn query(&self) -> &Query<'a> {
        &self.query
    }

    /// What is wrong with the answers about a pair, in words.
    pub(in crate::check) fn faults(&self, pair: [u32; 2], answer: &ShapeAnswer) -> Vec<String> {
        let judged = self.query.store.judged_box(pair[0]);
        let shape = pair[1] as usize;
        let mut faults = Vec::new();
        let bounds = judged.bounds_fault(answer.bounds.min(), answer.bounds.max());
        faults.extend(bounds.map(|fault| format!("bounds: {fault:?}")));
        faults.extend(self.half_space_faults(&judged, shape, answer));
        faults.extend(self.sphere_fault(&judged, shape, answer));
        for kind in 0..KINDS {
            for claimed in [answer.overlaps[kind], answer.bits[kind]] {
                if self.contradicts(&judged, shape, (kind, claimed)) {
                    let kind = ["half-space", "sphere", "axis-aligned box"][kind];
                    faults.push(format!("overlap with the {kind}: {claimed}"));
                }
            }
            if answer.overlaps[kind] != answer.bits[kind] {
                faults.push(format!("boolean and bit differ for shapes of kind {kind}"));
            }
        }
        faults
    }

    fn plane(&self, shape: usize) -> Plane {
        let plane = &self.near.half_spaces[shape];
        Plane { normal: plane.normal(), offset: plane.offset() }
    }

    fn ball(&self, shape: usize) -> Ball {
        let ball = &self.near.spheres[shape];
        Ball { center: ball.center(), radius: ball.radius() }
    }

    fn contradicts(
        &self,
        judged: &JudgedBox,
        shape: usize,
        (kind, claimed): (usize, bool),
    ) -> bool {
        let margin = self.query.margin;
        match kind {
            0 => judged.contradicts_half_space(&self.plane(shape), margin, claimed),
            1 => judged.contradicts_sphere(&self.ball(shape), margin, claimed),
            _ => {
                let region = &self.near.regions[shape];
                let pair = judged.with_aligned(region.min(), region.max());
                pair.verdict(claimed, margin) == Verdict::Contradicts
            }
        }
    }

    fn half_space_faults(
        &self,
        judged: &JudgedBox,
        shape: usize,
        answer: &ShapeAnswer,
    ) -> Vec<String> {
        let plane = self.plane(shape);
        let mut faults = Vec::new();
        let truth = judged.half_space_depth(&plane);
        let off = (f64::from(answer.depth) - truth).abs();
        if off > judged.half_space_band(&plane) || off.is_nan() {
            faults.push(format!("{plane:?}: depth {} for {truth}", answer.depth));
        }
        let contacts: Vec<CornerClaim> = answer
            .corners
            .iter()
            .map(|c| CornerClaim { position: c.position, depth: c.depth, corner: c.corner })
            .collect();
        let claim = HalfSpaceClaim {
            face: answer.corners.face(),
            contacts: &contacts,
            margin: self.query.margin,
        };
        let fault = judged.half_space_fault(&plane, &claim);
        faults.extend(fault.map(|fault| format!("{plane:?}: {fault:?} of {claim:?}")));
        faults
    }

    fn sphere_fault(
        &self,
        judged: &JudgedBox,
        shape: usize,
        answer: &ShapeAnswer,
    ) -> Option<String> {
        let ball = self.ball(shape);
        let octosat::SphereContact { normal, depth, point, distance } = answer.sphere;
        let claim = SphereClaim { normal, depth, point, distance };
        let fault = judged.sphere_fault(&ball, &claim);
        fault.map(|fault| format!("{ball:?}: {fault:?} of {claim:?}"))
    }
}
