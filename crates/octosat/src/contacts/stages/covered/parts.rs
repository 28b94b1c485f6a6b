//! Faces that are covered in part: a contact leaves the covered part if all its points lie there.
//!
//! The points are known after clipping, and decide on the axis before. So the few pairs whose normal leaves such a face
//! are clipped twice.

use bytemuck::Zeroable;
use octosat_lanes::{IntegerLanes, Isa, MAX_LANES, Mask, Singles};
use octosat_rows::{Face, SurfacePoints};

use super::WithCovered;
use super::leaving::{B_SHIFT, PARTLY_SHIFT, is_covered, is_partly_covered, left_faces};
use crate::axes::choice::{BestAxis, local_normal};
use crate::contacts::stages::axis::ContactAxis;
use crate::contacts::stages::batch::Batch;
use crate::contacts::stages::chunk::{ClosestCandidate, Stages};
use crate::contacts::stages::points::{SurfaceLanes, SurfaceMemory};
use crate::contacts::{ContactKind, ContactOptions, PointLimit, PointOrigin};

/// All points count, on the surfaces of both boxes, whatever the query reports.
const OPTIONS: ContactOptions =
    ContactOptions { limit: PointLimit::Eight, origin: PointOrigin::CenterOfA, surfaces: true };

impl WithCovered<'_> {
    /// Excludes the suspects whose points all lie on the covered part of a face that their normal leaves. The face
    /// counts as covered for them.
    #[inline(always)]
    pub(super) fn cover_parts<I: Isa>(self, stages: &mut Stages<'_, '_, '_, '_, I>) {
        let isa = stages.isa;
        let mut surfaces = [SurfacePoints::zeroed(); 8 * MAX_LANES];
        stages.scratch.covered.suspects.pad::<I>();
        let mut next = 0;
        while next < stages.scratch.covered.suspects.len() {
            let suspects = &stages.scratch.covered.suspects;
            let waiting = (suspects.len() - next).min(I::LANES);
            let positions = suspects.copy_of_positions::<I>(next);
            let [bits, separation, code, own_separation, own_code] = suspects.values(isa, next);
            let axis = BestAxis::from_columns([own_separation, own_code]);
            stages.scratch.covered.store_axes(isa, &positions, axis);
            let sides = &stages.chunk.load_at(isa, &positions[..I::LANES]);
            let frame = &stages.frame(sides);
            let farthest = stages.chunk.lengths_at(isa, &positions[..I::LANES]);
            let normal = local_normal(isa, frame, axis.code);
            let left = left_faces(isa, frame, normal);
            let memory = &mut stages.scratch.memory;
            let batch = Batch { sides, frame, farthest, options: OPTIONS };
            batch.clip(isa, &ContactAxis { axis, normal }, memory);
            memory.surfaces_out_of_line(0..waiting, &mut surfaces);
            let bits = bits.to_bits();
            let faces = stored(isa, left & bits.shift_right(PARTLY_SHIFT));
            let mut end = 0;
            let mut covered = [0; MAX_LANES];
            for lane in 0..waiting {
                let row = memory.rows.row(lane);
                let points = &surfaces[end..end + usize::from(row.len)];
                end += usize::from(row.len);
                if matches!(row.kind(), ContactKind::Face | ContactKind::Edge) {
                    let pair = stages.out.pairs[positions[lane] as usize];
                    covered[lane] = self.faces_that_hold(pair, faces[lane], points);
                }
            }
            let more = bits | isa.load_integers(&covered);
            let excluded = !more.equals(bits);
            let values = [Singles::from_bits(more), separation, code];
            stages.scratch.covered.excluded.push_at(isa, excluded, &positions, values);
            next += I::LANES;
        }
        stages.scratch.covered.suspects.clear();
    }

    /// The pairs whose closest points make a contact: the normal leaves no covered face, and no face that is covered in
    /// part at the point.
    #[inline(always)]
    pub(super) fn allowed_closest<I: Isa>(
        self,
        isa: I,
        candidate: &ClosestCandidate<'_, I>,
    ) -> I::Mask {
        let &ClosestCandidate { pairs, positions, frame, normal, on_a, on_b, lanes } = candidate;
        let bits = self.bits_at(isa, pairs, positions);
        let left = left_faces(isa, frame, normal);
        let allowed = lanes & !is_covered(isa, left, bits);
        let suspects = (allowed & is_partly_covered(isa, left, bits)).bits();
        if suspects == 0 {
            return allowed;
        }
        let mut surfaces = SurfaceMemory::zeroed();
        surfaces.store_one(isa, SurfaceLanes::of_points(frame, on_a, on_b));
        let faces = stored(isa, left & bits.shift_right(PARTLY_SHIFT));
        let mut covered = [0; MAX_LANES];
        for lane in (0..I::LANES).filter(|lane| suspects >> lane & 1 == 1) {
            let pair = pairs[positions[lane] as usize];
            covered[lane] = self.faces_that_hold(pair, faces[lane], &[surfaces.point(0, lane)]);
        }
        allowed & isa.load_integers(&covered).equals(isa.splat_integer(0))
    }

    /// Those of some faces whose rectangles hold all of some points, as bits.
    fn faces_that_hold(self, pair: [u32; 2], faces: i32, points: &[SurfacePoints]) -> i32 {
        let mut holding = 0;
        for (side, (of_side, shift)) in self.0.into_iter().zip([0, B_SHIFT]).enumerate() {
            let Some(of_side) = of_side else { continue };
            for face in 0..6_u8 {
                let bit = 1 << (shift + u32::from(face));
                let axis = usize::from(face / 2);
                let mut points = points.iter().map(|points| {
                    let point = if side == 0 { points.in_a } else { points.in_b };
                    [point[(axis + 1) % 3], point[(axis + 2) % 3]]
                });
                if faces & bit != 0
                    && of_side.holds_all(pair[side], Face::from_code(face), &mut points)
                {
                    holding |= bit;
                }
            }
        }
        holding
    }
}

/// Lanes of integers in memory.
#[inline(always)]
fn stored<I: Isa>(isa: I, lanes: I::Integer) -> [i32; MAX_LANES] {
    let mut stored = [0; MAX_LANES];
    isa.store_integers(lanes, &mut stored);
    stored
}
