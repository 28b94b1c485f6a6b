//! Asking: all bits of the answers, so that equality is that of bits.

use octosat::{
    Against, AxisAlignedBox, Boxes, ClosestPoints, Containment, Engine, HalfSpaceContacts, Margin,
    QueryError, RayHit, SphereContact,
};

use super::QueryChoice;
use super::shapes::Shapes;
use crate::stores::Store;

/// A query, the shapes, and the margin in metres where it takes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) choice: QueryChoice,
    pub(super) store: &'a Store,
    pub(super) shapes: &'a Shapes,
    pub(super) margin: f32,
}

/// The bits of an answer, or of what it says of a box and a shape.
pub(super) type Words = Vec<u32>;

impl Asked<'_> {
    /// The number of shapes.
    pub(super) fn shapes(&self) -> usize {
        match self.choice {
            QueryChoice::HalfSpace => self.shapes.half_spaces.len(),
            QueryChoice::Spheres => self.shapes.spheres.len(),
            QueryChoice::Aabbs => self.shapes.regions.len(),
            QueryChoice::Frustum => self.shapes.frusta.len(),
            QueryChoice::Segments => self.shapes.segments.len().min(self.shapes.rays.len()),
        }
    }

    /// What an engine answers about a list of boxes and shapes.
    pub(super) fn ask(
        &self,
        engine: &Engine,
        pairs: &[[u32; 2]],
    ) -> Result<Vec<Words>, QueryError> {
        match self.store {
            Store::Unit(boxes) => self.of_boxes(engine, boxes, pairs),
            Store::Scaled(boxes) => self.of_boxes(engine, boxes, pairs),
        }
    }

    fn of_boxes<B: Boxes + Copy>(
        &self,
        engine: &Engine,
        boxes: B,
        pairs: &[[u32; 2]],
    ) -> Result<Vec<Words>, QueryError> {
        match self.choice {
            QueryChoice::HalfSpace => self.half_spaces(engine, boxes, pairs),
            QueryChoice::Spheres => self.spheres(engine, boxes, pairs),
            QueryChoice::Aabbs => self.regions(engine, boxes, pairs),
            QueryChoice::Frustum => self.frusta(engine, boxes, pairs),
            QueryChoice::Segments => self.segments(engine, boxes, pairs),
        }
    }

    fn half_spaces<B: Boxes + Copy>(
        &self,
        engine: &Engine,
        boxes: B,
        pairs: &[[u32; 2]],
    ) -> Result<Vec<Words>, QueryError> {
        let against = Against::Pairs { shapes: &self.shapes.half_spaces, pairs };
        let margin = Margin::Uniform(self.margin);
        let mut overlaps = vec![false; pairs.len()];
        engine.half_space_overlap(boxes, against, margin, &mut overlaps)?;
        let mut depths = vec![0.0; pairs.len()];
        engine.half_space_depths(boxes, against, &mut depths)?;
        let mut contacts = vec![HalfSpaceContacts::default(); pairs.len()];
        engine.half_space_contacts(boxes, against, margin, &mut contacts)?;
        let words =
            overlaps.iter().zip(&depths).zip(&contacts).map(|((overlap, depth), listed)| {
                let mut words =
                    vec![u32::from(*overlap), depth.to_bits(), u32::from(listed.face())];
                for contact in listed.iter() {
                    let [x, y, z] = contact.position.map(f32::to_bits);
                    words.extend([x, y, z, contact.depth.to_bits(), u32::from(contact.corner)]);
                }
                words
            });
        Ok(words.collect())
    }

    fn spheres<B: Boxes + Copy>(
        &self,
        engine: &Engine,
        boxes: B,
        pairs: &[[u32; 2]],
    ) -> Result<Vec<Words>, QueryError> {
        let against = Against::Pairs { shapes: &self.shapes.spheres, pairs };
        let mut overlaps = vec![false; pairs.len()];
        engine.sphere_overlap(boxes, against, Margin::Uniform(self.margin), &mut overlaps)?;
        let mut contacts = vec![SphereContact::default(); pairs.len()];
        engine.sphere_contacts(boxes, against, &mut contacts)?;
        let words = overlaps.iter().zip(&contacts).map(|(overlap, contact)| {
            let SphereContact { normal, depth, point, distance } = *contact;
            let mut words = vec![u32::from(*overlap), depth.to_bits(), distance.to_bits()];
            words.extend(normal.iter().chain(&point).map(|value| value.to_bits()));
            words
        });
        Ok(words.collect())
    }

    fn regions<B: Boxes + Copy>(
        &self,
        engine: &Engine,
        boxes: B,
        pairs: &[[u32; 2]],
    ) -> Result<Vec<Words>, QueryError> {
        let against = Against::Pairs { shapes: &self.shapes.regions, pairs };
        let mut overlaps = vec![false; pairs.len()];
        engine.aabb_overlap(boxes, against, Margin::Uniform(self.margin), &mut overlaps)?;
        let mut bounds = vec![AxisAlignedBox::default(); self.boxes()];
        engine.world_bounds(boxes, &mut bounds)?;
        let words = overlaps.iter().zip(pairs).map(|(overlap, pair)| {
            let of_box = &bounds[pair[0] as usize];
            let mut words = vec![u32::from(*overlap)];
            words.extend(of_box.min().iter().chain(&of_box.max()).map(|value| value.to_bits()));
            words
        });
        Ok(words.collect())
    }

    fn frusta<B: Boxes + Copy>(
        &self,
        engine: &Engine,
        boxes: B,
        pairs: &[[u32; 2]],
    ) -> Result<Vec<Words>, QueryError> {
        let (frusta, count) = (&self.shapes.frusta, self.boxes());
        let mut culled = vec![Containment::default(); frusta.len() * count];
        engine.cull(boxes, frusta, &mut culled)?;
        let mut exact = vec![Containment::default(); frusta.len() * count];
        engine.classify(boxes, frusta, &mut exact)?;
        let words = pairs.iter().map(|&[index, view]| {
            let row = view as usize * count + index as usize;
            vec![culled[row] as u32, exact[row] as u32]
        });
        Ok(words.collect())
    }

    fn segments<B: Boxes + Copy>(
        &self,
        engine: &Engine,
        boxes: B,
        pairs: &[[u32; 2]],
    ) -> Result<Vec<Words>, QueryError> {
        let Shapes { segments, rays, .. } = self.shapes;
        let mut of_segments = vec![RayHit::MISS; pairs.len()];
        let against = Against::Pairs { shapes: segments, pairs };
        engine.segment_hits(boxes, against, &mut of_segments)?;
        let mut of_rays = vec![RayHit::MISS; pairs.len()];
        engine.ray_hits(boxes, Against::Pairs { shapes: rays, pairs }, &mut of_rays)?;
        let both = self.segment_pairs(pairs);
        let mut closest = vec![ClosestPoints::default(); pairs.len()];
        engine.closest_points(segments, segments, &both, &mut closest)?;
        let words =
            of_segments.iter().zip(&of_rays).zip(&closest).map(|((segment, ray), points)| {
                let mut words = Words::new();
                for hit in [segment, ray] {
                    let face = u32::from(hit.face.code());
                    words.extend([hit.entry.to_bits(), hit.exit.to_bits(), face]);
                }
                let ClosestPoints { on_a, at_a, on_b, at_b, distance } = points;
                let values = on_a.iter().chain([at_a]).chain(on_b).chain([at_b, distance]);
                words.extend(values.map(|value| value.to_bits()));
                words
            });
        Ok(words.collect())
    }

    /// The segments whose closest points stand in the rows of a list.
    pub(super) fn segment_pairs(&self, pairs: &[[u32; 2]]) -> Vec<[u32; 2]> {
        let count = u32::try_from(self.shapes.segments.len()).unwrap_or(1).max(1);
        pairs.iter().map(|&[index, shape]| [index % count, shape]).collect()
    }

    /// The number of boxes.
    pub(super) fn boxes(&self) -> usize {
        match self.store {
            Store::Unit(boxes) => boxes.len(),
            Store::Scaled(boxes) => boxes.len(),
        }
    }
}
