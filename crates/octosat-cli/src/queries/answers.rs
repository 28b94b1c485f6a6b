//! What an engine answers to each query, as words of a row.

use octosat::{
    AxisAlignedBox, BoxStore, ClosestPoints, ContactKind, Containment, Engine, HalfSpace,
    HalfSpaceContacts, Margin, OverlapQuery, Query, QueryError, RayHit, RectangleManifold,
    RectanglePenetration, RectangleStore, Sphere, SphereContact,
};

use super::ask::Words;
use super::world::World;

/// The word of a row that does not overlap, and of one that does: bit 0 is the boolean, bit 1 what the
/// form of bits says.
pub(super) const OVERLAP_WORDS: [u32; 2] = [0, 3];

/// Set in the last row's word where a bit is set behind it.
const STRAY_BIT: u32 = 4;

/// Rows to be asked for at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    pub(super) engine: &'a Engine,
    pub(super) boxes: &'a BoxStore,
    /// A box and a shape each.
    pub(super) pairs: &'a [[u32; 2]],
    pub(super) margin: Margin<'a>,
    /// The shape that all boxes, in their order, stand against; else the pairs are a list.
    pub(super) alone: Option<usize>,
}

impl Rows<'_> {
    /// Overlap as booleans and as bits, over whatever stood there before.
    fn overlaps(&self, query: impl OverlapQuery + Copy) -> Result<Vec<u32>, QueryError> {
        let count = self.pairs.len();
        let mut answers: Vec<bool> = (0..count).map(|row| row % 3 == 0).collect();
        self.engine.overlaps(query, &mut answers)?;
        let mut bits = vec![0xAAAA_AAAA_AAAA_AAAA_u64; count.div_ceil(64)];
        self.engine.overlaps(query, &mut bits)?;
        let word = |(row, &overlaps): (usize, &bool)| {
            u32::from(overlaps) | u32::from(bits[row / 64] >> (row % 64) & 1 == 1) << 1
        };
        let mut words: Vec<u32> = answers.iter().enumerate().map(word).collect();
        let stray =
            !count.is_multiple_of(64) && bits.last().is_some_and(|last| last >> (count % 64) != 0);
        if let (true, Some(last)) = (stray, words.last_mut()) {
            *last |= STRAY_BIT;
        }
        Ok(words)
    }
}

pub(super) fn half_spaces(rows: &Rows<'_>, shapes: &[HalfSpace]) -> Result<Vec<Words>, QueryError> {
    let Rows { engine, pairs, .. } = *rows;
    let query = rows.against(shapes);
    let overlaps = rows.overlaps(query)?;
    let mut depths = vec![0.0; pairs.len()];
    engine.penetrations(query, &mut depths)?;
    let mut contacts = vec![HalfSpaceContacts::default(); pairs.len()];
    engine.manifolds(query, &mut contacts)?;
    let words = overlaps.iter().zip(&depths).zip(&contacts).map(|((overlap, depth), listed)| {
        let mut words = vec![*overlap, depth.to_bits(), u32::from(listed.face())];
        for contact in listed.iter() {
            let [x, y, z] = contact.position.map(f32::to_bits);
            words.extend([x, y, z, contact.depth.to_bits(), u32::from(contact.corner)]);
        }
        words
    });
    Ok(words.collect())
}

pub(super) fn spheres(rows: &Rows<'_>, shapes: &[Sphere]) -> Result<Vec<Words>, QueryError> {
    let query = rows.against(shapes);
    let overlaps = rows.overlaps(query)?;
    let mut contacts = vec![SphereContact::default(); rows.pairs.len()];
    rows.engine.manifolds(query, &mut contacts)?;
    let words = overlaps.iter().zip(&contacts).map(|(overlap, contact)| {
        let SphereContact { normal, depth, point, distance } = *contact;
        let mut words = vec![*overlap, depth.to_bits(), distance.to_bits()];
        words.extend(normal.iter().chain(&point).map(|value| value.to_bits()));
        words
    });
    Ok(words.collect())
}

pub(super) fn regions(rows: &Rows<'_>, world: &World) -> Result<Vec<Words>, QueryError> {
    let overlaps = rows.overlaps(rows.against(&world.shapes.regions))?;
    let mut bounds = vec![AxisAlignedBox::default(); world.boxes()];
    rows.engine.aabbs(rows.boxes, &mut bounds)?;
    let words = overlaps.iter().zip(rows.pairs).map(|(overlap, pair)| {
        let of_box = &bounds[pair[0] as usize];
        let mut words = vec![*overlap];
        words.extend(of_box.min().iter().chain(&of_box.max()).map(|value| value.to_bits()));
        words
    });
    Ok(words.collect())
}

pub(super) fn frusta(rows: &Rows<'_>, world: &World) -> Result<Vec<Words>, QueryError> {
    let (Rows { engine, boxes, .. }, count) = (*rows, world.boxes());
    let all = &world.shapes.frusta[..];
    let asked = rows.alone.map_or(all, |view| &all[view..=view]);
    let mut culled = vec![Containment::default(); asked.len() * count];
    engine.cull(boxes, asked, &mut culled)?;
    let mut exact = vec![Containment::default(); asked.len() * count];
    engine.classify(boxes, asked, &mut exact)?;
    let words = rows.pairs.iter().map(|&[index, view]| {
        let view = if rows.alone.is_some() { 0 } else { view as usize };
        let row = view * count + index as usize;
        vec![culled[row] as u32, exact[row] as u32]
    });
    Ok(words.collect())
}

pub(super) fn segments(rows: &Rows<'_>, world: &World) -> Result<Vec<Words>, QueryError> {
    let Rows { engine, pairs, .. } = *rows;
    let (segments, rays) = (&world.shapes.segments, &world.shapes.rays);
    let mut of_segments = vec![RayHit::MISS; pairs.len()];
    engine.hits(rows.against(segments), &mut of_segments)?;
    let mut of_rays = vec![RayHit::MISS; pairs.len()];
    engine.hits(rows.against(rays), &mut of_rays)?;
    let both: Vec<[u32; 2]> = pairs.iter().map(|&pair| world.segment_pair(pair)).collect();
    let mut closest = vec![ClosestPoints::default(); pairs.len()];
    engine.closest_points(segments, segments, &both, &mut closest)?;
    let words = of_segments.iter().zip(&of_rays).zip(&closest).map(|((segment, ray), points)| {
        let mut words = Words::new();
        for hit in [segment, ray] {
            words.extend([hit.entry.to_bits(), hit.exit.to_bits(), u32::from(hit.face.code())]);
        }
        let ClosestPoints { on_a, at_a, on_b, at_b, distance } = points;
        let values = on_a.iter().chain([at_a]).chain(on_b).chain([at_b, distance]);
        words.extend(values.map(|value| value.to_bits()));
        words
    });
    Ok(words.collect())
}

/// Words of a row of rectangles before those of its manifold.
pub(super) const RECTANGLE_ROW_WORDS: usize = 5;

/// Words of a manifold of rectangles before those of its points.
pub(super) const RECTANGLE_MANIFOLD_WORDS: usize = 5;

pub(super) fn rectangles(
    rows: &Rows<'_>,
    plane: &RectangleStore,
) -> Result<Vec<Words>, QueryError> {
    let Rows { engine, pairs, margin, .. } = *rows;
    let query = Query::new(plane, pairs).margin(margin);
    let overlaps = rows.overlaps(query)?;
    let mut penetrations = vec![RectanglePenetration::default(); pairs.len()];
    engine.penetrations(query, &mut penetrations)?;
    let mut manifolds = vec![RectangleManifold::default(); pairs.len()];
    engine.manifolds(query, &mut manifolds)?;
    let words =
        overlaps.iter().zip(&penetrations).zip(&manifolds).map(|((overlap, row), manifold)| {
            let [x, y] = row.normal.map(f32::to_bits);
            let mut words = vec![*overlap, row.depth.to_bits(), x, y, u32::from(row.axis.code())];
            let [x, y] = manifold.normal.map(f32::to_bits);
            let (depth, axis) = (manifold.depth.to_bits(), u32::from(manifold.axis.code()));
            words.extend([depth, x, y, axis, kind_word(manifold.kind())]);
            for point in manifold.points() {
                let [x, y] = point.position.map(f32::to_bits);
                words.extend([x, y, point.depth.to_bits(), point.feature.0]);
            }
            words
        });
    Ok(words.collect())
}

/// A number for each kind of contact.
pub(super) fn kind_word(kind: ContactKind) -> u32 {
    match kind {
        ContactKind::Separated => 0,
        ContactKind::Face => 1,
        ContactKind::Edge => 2,
        ContactKind::Closest => 3,
        ContactKind::Fallback => 4,
        ContactKind::NonFinite => 5,
        _ => 6,
    }
}
