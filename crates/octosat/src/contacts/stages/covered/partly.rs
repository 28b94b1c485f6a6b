//! Faces that are covered in part: a contact leaves the covered part if all its points lie there.
//!
//! The points are known after clipping, and decide on the axis before. So the few pairs whose normal leaves such a face
//! are clipped on trial. If all points lie on the rectangles of the face, it counts as covered for this pair, which then
//! takes its best allowed axis, and so on. Each turn adds a face, so there are at most twelve.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, MAX_LANES};

use super::WithCovered;
use super::leaving::{B_SHIFT, PARTLY_SHIFT};
use crate::contacts::stages::chunk::{ChunkResults, Stages};
use crate::contacts::{
    ContactKind, ContactPoint, Manifold, ManifoldOptions, PointLimit, PointOrigin, SurfacePoints,
};
use crate::queue::{MAX_CHUNK, Queue};

/// The most points of the pairs of a chunk.
const MOST_POINTS: usize = 8 * (MAX_CHUNK + MAX_LANES);

/// Contacts on trial. All points are kept, on the surfaces of both boxes, so that no option of the query decides.
#[derive(Zeroable)]
pub(crate) struct Trial {
    touching: Queue<4>,
    manifolds: [Manifold; MAX_CHUNK],
    points: [ContactPoint; MOST_POINTS],
    surfaces: [SurfacePoints; MOST_POINTS],
}

/// Which points of contacts on trial are found.
const OPTIONS: ManifoldOptions =
    ManifoldOptions { limit: PointLimit::Eight, origin: PointOrigin::CenterOfA, surfaces: true };

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Gives every pair an axis along which its contact does not lie on covered parts alone.
    pub(super) fn replace_contacts_on_covered_parts<A: Arithmetic>(
        &mut self,
        covered: WithCovered<'_>,
    ) {
        while self.scratch.covered.suspects.len() > 0 {
            let trial = self.scratch.covered.trial.take();
            let mut trial = trial.unwrap_or_else(bytemuck::zeroed_box);
            self.clip_on_trial::<A>(&mut trial);
            self.exclude_covered_parts(covered, &trial);
            self.scratch.covered.trial = Some(trial);
            self.scratch.covered.suspects.clear();
            self.run_allowed_axes::<A>();
        }
    }

    /// Clips the faces of the suspects.
    fn clip_on_trial<A: Arithmetic>(&mut self, trial: &mut Trial) {
        let Trial { touching, manifolds, points, surfaces } = trial;
        touching.clear();
        let mut place = 0;
        for &position in self.scratch.covered.suspects.all() {
            place = self.scratch.touching.place_of(position, place);
            touching.push_one(position, self.scratch.touching.get(place));
        }
        core::mem::swap(&mut self.scratch.touching, touching);
        let mut out =
            ChunkResults { options: OPTIONS, manifolds, points, surfaces, first_place: 0 };
        let Self { isa, chunk, scratch, .. } = self;
        Stages { isa: *isa, chunk, out: &mut out, scratch }.run_manifolds::<A>();
        core::mem::swap(&mut self.scratch.touching, touching);
        self.scratch.unseen.clear();
    }

    /// Excludes the suspects whose points all lie on the covered part of a face that their normal leaves. The face
    /// counts as covered for them.
    fn exclude_covered_parts(&mut self, covered: WithCovered<'_>, trial: &Trial) {
        let scratch = &mut self.scratch.covered;
        scratch.excluded.clear();
        for place in 0..scratch.suspects.len() {
            let position = scratch.suspects.all()[place];
            let [left] = scratch.suspects.get(place);
            let bits = &mut scratch.bits[position as usize];
            let candidates = left.to_bits() & (bits.cast_unsigned() >> PARTLY_SHIFT);
            let row = &trial.manifolds[position as usize];
            let surfaces = &trial.surfaces[row.first as usize..][..usize::from(row.len)];
            if !matches!(row.kind(), ContactKind::Face | ContactKind::Edge) {
                continue;
            }
            let pair = self.chunk.source.pairs.pairs()[position as usize];
            let hits = covered.faces_that_hold(pair, candidates, surfaces);
            if hits != 0 {
                *bits |= hits.cast_signed();
                scratch.excluded.push_one(position, []);
            }
        }
    }
}

impl WithCovered<'_> {
    /// Those of some faces whose rectangles hold all of some points.
    pub(super) fn faces_that_hold(
        self,
        pair: [u32; 2],
        faces: u32,
        points: &[SurfacePoints],
    ) -> u32 {
        let mut holding = 0;
        for (side, of_side) in self.0.into_iter().enumerate() {
            let Some(of_side) = of_side else { continue };
            for face in 0..6 {
                let bit = 1 << (side * B_SHIFT as usize + face);
                if faces & bit == 0 {
                    continue;
                }
                let axis = face / 2;
                let points = points.iter().map(|points| {
                    let point = if side == 0 { points.on_a } else { points.on_b };
                    [point[(axis + 1) % 3], point[(axis + 2) % 3]]
                });
                #[expect(clippy::cast_possible_truncation, reason = "one of six faces")]
                if of_side.holds_all(pair[side], face as u32, points) {
                    holding |= bit;
                }
            }
        }
        holding
    }
}
