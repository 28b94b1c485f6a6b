//! The call of each query about garbage.

use bytemuck::Pod;
use octosat::ask::{AnyList, ShapeQuestion};
use octosat::sealed::verbs;
use octosat::{
    AxisAlignedBox, BoxView, CapsuleContacts, Cast, Casts, ClosestPoints, ContactCache, Contacts,
    Containment, Distance, Engine, Error, HalfSpaceContacts, Impact, Impacts, Intersection, Length,
    Links, Manifolds, Motions, PointLimit, PointOrigin, Query, Question, RayHit,
    RectangleIntersection, RectangleManifold, RectangleView, ScaledBoxView, ShapeCast,
    SphereContact, Verdict,
};

use super::chains::{boxes_among, configurations, joint_motions, link_pairs, own_points};
use super::groups::{all_pairs, groups, products};
use super::world::World;
use super::{Answers, Ask, GarbageQuery};
use crate::Failure;
use crate::case::LARGEST_MARGIN;
use crate::manifolds::{MOST_POINTS, ManifoldRow};
use crate::queries::answers::{both_forms, filled, overlaps};

pub(super) type Found = Result<Vec<Answers>, Failure>;

/// Every query.
pub const GARBAGE_QUERIES: [GarbageQuery; 31] = [
    query("overlaps", "pairs", |ask| ask.booleans([ask.pairs().within(Length::None), ask.pairs()])),
    query("penetrations", "pairs", |ask| ask.penetrations(ask.pairs())),
    query("penetrations-all-axes", "pairs", |ask| {
        ask.penetrations(ask.pairs().within(LARGEST_MARGIN))
    }),
    query("manifolds", "pairs", manifolds),
    query("manifolds-cached", "contacts-cached", cached),
    query("covered", "covered", |ask| {
        ask.manifolds(Contacts::new(ask.pairs()).covered(&ask.world.faces))
    }),
    query("prescaled", "pairs", prescaled),
    GarbageQuery { is_infinite: true, ..query("casts", "casts", casts) },
    query("shape-casts", "shape-casts", shape_casts),
    query("impacts", "impacts", impacts),
    query("moved", "moved", moved),
    query("verdicts", "verdicts", verdicts),
    query("distances", "distances", distances),
    query("intersections", "intersections", |ask| {
        let query = Query::new(ask.view(), ask.rows);
        let call = |engine: &Engine, out: &mut [Intersection]| engine.intersections(query, out);
        Ok(vec![ask.filled(call)?])
    }),
    query("all-pairs", "all-pairs", all_pairs),
    query("groups", "groups", groups),
    query("products", "products", products),
    query("rectangles", "rectangles", rectangles),
    query("half-spaces", "half-space", half_spaces),
    query("spheres", "spheres", spheres),
    query("capsules", "capsules", capsules),
    GarbageQuery { is_infinite: true, ..query("round-pairs", "round-pairs", round_pairs) },
    query("aabbs", "aabbs", aabbs),
    query("frusta", "frustum", frusta),
    GarbageQuery { is_infinite: true, ..query("lines", "segments", lines) },
    query("closest-points", "segments", closest_points),
    GarbageQuery { is_infinite: true, ..query("configurations", "configurations", configurations) },
    GarbageQuery { is_infinite: true, ..query("joint-motions", "joint-motions", joint_motions) },
    GarbageQuery { is_infinite: true, ..query("link-pairs", "link-pairs", link_pairs) },
    query("own-points", "own-points", own_points),
    query("boxes-among", "boxes-among", boxes_among),
];

const fn query(name: &'static str, of: &'static str, ask: fn(&Ask<'_>) -> Found) -> GarbageQuery {
    GarbageQuery { name, of, is_infinite: false, ask }
}

impl<'a> Ask<'a> {
    pub(super) fn view(&self) -> BoxView<'a> {
        self.world.boxes.unit()
    }

    /// The rows as pairs of boxes, with the margin of the world.
    fn pairs(&self) -> Query<'a> {
        Query::new(self.view(), self.rows).within(self.world.margin)
    }

    /// The rows as pairs of boxes that are grown.
    fn grown(&self) -> Query<'a> {
        Query::new(self.view(), self.rows).grown(self.world.growth)
    }

    /// The rows as pairs of two lists, with the margin of the world.
    fn near(&self, a: AnyList<'a>, b: AnyList<'a>) -> ShapeQuestion<'a> {
        ShapeQuestion { a, b, pairs: Some(self.rows), within: self.world.margin.into() }
    }

    /// The same without a margin.
    fn touching(&self, a: AnyList<'a>, b: AnyList<'a>) -> ShapeQuestion<'a> {
        ShapeQuestion { within: Length::None, ..self.near(a, b) }
    }

    /// What a call writes.
    pub(super) fn filled<T: Pod>(
        &self,
        call: impl FnOnce(&Engine, &mut [T]) -> Result<(), Error>,
    ) -> Result<Answers, Failure> {
        Ok(Answers::of(&filled(self.rows.len(), |out| call(self.engine, out))?))
    }

    fn hits(&self, a: AnyList<'_>, b: AnyList<'_>) -> Result<Answers, Failure> {
        let lines = self.touching(a, b);
        self.filled(|engine, out: &mut [RayHit]| lines.hits(engine, out))
    }

    /// Casts of shapes, with a displacement per shape, and with that of b per row and rounded poses.
    fn passing(&self, a: AnyList<'_>, b: AnyList<'_>) -> Found {
        let (motions, asked) = (&self.world.motions, self.touching(a, b));
        let of_rows: Vec<_> = self.rows.iter().map(|row| motions[row[1] as usize]).collect();
        let (per_shape, per_row) =
            (Motions::per_box([motions, motions]), Motions::per_pair(&of_rows));
        [(per_shape, false), (per_row, true)]
            .into_iter()
            .map(|(motions, stored)| {
                self.filled(|engine, out: &mut [ShapeCast]| {
                    asked.casts(engine, motions, stored, out)
                })
            })
            .collect()
    }

    /// Whether two lists of shapes overlap.
    fn overlaps(&self, a: AnyList<'_>, b: AnyList<'_>) -> Result<Answers, Failure> {
        let near = self.near(a, b);
        let hits = both_forms(self.rows.len(), |out| near.overlaps(self.engine, out))?;
        Ok(booleans(&hits))
    }

    fn booleans<const N: usize>(
        &self,
        queries: [impl for<'o> Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>> + Copy; N],
    ) -> Found {
        let overlap = |query| -> Result<Answers, Failure> {
            Ok(booleans(&overlaps(self.engine, query, self.rows.len())?))
        };
        queries.into_iter().map(overlap).collect()
    }

    fn penetrations<T: Pod>(
        &self,
        query: impl for<'o> Question<verbs::Penetrations, Out<'o> = &'o mut [T]>,
    ) -> Found {
        Ok(vec![self.filled(|engine, out| engine.penetrations(query, out))?])
    }

    fn manifolds(&self, contacts: Contacts<'_>) -> Found {
        let mut manifolds = Manifolds::new();
        self.engine.manifolds(contacts, &mut manifolds)?;
        let row = |pair| ManifoldRow::new(&manifolds, pair);
        Ok(vec![Answers::of(&(0..self.rows.len()).map(row).collect::<Vec<_>>())])
    }

    /// The answers about the first box of each row.
    fn of_boxes<T: Copy>(&self, boxes: &[T]) -> Vec<T> {
        self.rows.iter().map(|row| boxes[row[0] as usize]).collect()
    }

    /// Overlaps and contacts of spheres.
    fn spheres(&self, a: AnyList<'_>, b: AnyList<'_>) -> Found {
        let all = self.touching(a, b);
        let contacts =
            self.filled(|engine, out: &mut [SphereContact]| all.sphere_manifolds(engine, out))?;
        Ok(vec![self.overlaps(a, b)?, contacts])
    }

    /// Overlaps and contacts of capsules.
    fn capsules(&self, a: AnyList<'_>, b: AnyList<'_>) -> Found {
        let near = self.near(a, b);
        let contacts =
            self.filled(|engine, out: &mut [CapsuleContacts]| near.capsule_manifolds(engine, out))?;
        Ok(vec![self.overlaps(a, b)?, contacts])
    }
}

impl<'a> Ask<'a> {
    /// The boxes as a list.
    fn boxes(&self) -> AnyList<'a> {
        AnyList::Boxes(self.view())
    }

    /// Half-spaces, spheres and capsules.
    fn solids(&self) -> [AnyList<'a>; 3] {
        let World { half_spaces, spheres, capsules, .. } = self.world;
        [half_spaces[..].into(), spheres[..].into(), capsules[..].into()]
    }
}

/// With points on the surfaces, and with all points relative to a.
fn manifolds(ask: &Ask<'_>) -> Found {
    let contacts = Contacts::new(ask.pairs());
    let mut found = ask.manifolds(contacts.surfaces(true))?;
    let all = contacts.limit(PointLimit::Eight).origin(PointOrigin::CenterOfA);
    found.extend(ask.manifolds(all)?);
    Ok(found)
}

/// Two frames of a cache; of each point, which of the points before it continues.
fn cached(ask: &Ask<'_>) -> Found {
    let mut cache = ContactCache::new();
    for _ in 0..2 {
        cache.next_frame();
        ask.engine.manifolds_cached(ask.pairs(), &mut cache)?;
    }
    let mut last = vec![[Links::NEW_POINT; MOST_POINTS]; ask.rows.len()];
    for link in cache.links().contacts() {
        let first = link.last.map_or(0, |last| last.manifold.first);
        let row = &mut last[link.touching.index];
        for (own, predecessor) in row.iter_mut().zip(link.predecessors()) {
            *own = predecessor.map_or(Links::NEW_POINT, |place| place - first);
        }
    }
    let row = |pair| ManifoldRow::new(cache.manifolds(), pair);
    let manifolds: Vec<_> = (0..ask.rows.len()).map(row).collect();
    Ok(vec![Answers::of(&manifolds), Answers::of(&last)])
}

fn prescaled(ask: &Ask<'_>) -> Found {
    let boxes = &ask.world.boxes;
    let Some(axes) = &boxes.axes else { return Ok(Vec::new()) };
    let view = ScaledBoxView::unchecked(&boxes.centers, axes.each_ref())?;
    let query = Query::new(view, ask.rows);
    let within = query.within(ask.world.margin);
    let mut found = ask.booleans([query, within])?;
    found.extend(ask.penetrations(within)?);
    found.extend(ask.penetrations(query.within(LARGEST_MARGIN))?);
    Ok(found)
}

/// With a displacement per box, and with one per pair: that of box b. Both without and with room for rounded poses.
fn casts(ask: &Ask<'_>) -> Found {
    let motions = &ask.world.motions;
    let of_pairs: Vec<_> = ask.rows.iter().map(|row| motions[row[1] as usize]).collect();
    let [per_box, per_pair] = [Motions::per_box(motions), Motions::per_pair(&of_pairs)]
        .map(|motions| Casts::new(ask.grown(), motions));
    [per_box, per_pair, per_box.stored_poses(true), per_pair.stored_poses(true)]
        .into_iter()
        .map(|casts| ask.filled(|engine, out: &mut [Cast]| engine.casts(casts, out)))
        .collect()
}

/// Spheres and capsules past shapes of every kind, with a displacement for each, and with one per row and rounded poses.
fn shape_casts(ask: &Ask<'_>) -> Found {
    let [half_spaces, spheres, capsules] = ask.solids();
    let mut found = Vec::new();
    for a in [ask.boxes(), half_spaces, spheres, capsules] {
        found.extend(ask.passing(a, spheres)?);
        found.extend(ask.passing(a, capsules)?);
    }
    Ok(found)
}

fn impacts(ask: &Ask<'_>) -> Found {
    let [centers, rotations] = &ask.world.ends;
    let ends = BoxView::unchecked(centers, rotations, &ask.world.boxes.half_extents)?;
    let usual = Impacts::new(ask.grown(), ends);
    [usual, usual.tolerance(0.0).rounds(3)]
        .into_iter()
        .map(|impacts| ask.filled(|engine, out: &mut [Impact]| engine.impacts(impacts, out)))
        .collect()
}

/// Boxes at times of their motions and on the way to their ends.
fn moved(ask: &Ask<'_>) -> Found {
    let ([centers, rotations], motions) = (&ask.world.ends, &ask.world.motions);
    let ends = BoxView::unchecked(centers, rotations, &ask.world.boxes.half_extents)?;
    // Of a row, wherever it is.
    let times: Vec<_> =
        ask.rows.iter().map(|row| [0.0, 0.25, 0.7, 1.0][row[0] as usize % 4]).collect();
    let query = Query::new(ask.view(), ask.rows);
    let mut found = Vec::new();
    for query in [query.moved(Motions::per_box(motions), &times), query.moved_to(ends, &times)] {
        let near = query.within(ask.world.margin);
        found.extend(ask.penetrations(near)?);
        found.extend(ask.manifolds(Contacts::new(near).surfaces(true))?);
        found.push(ask.filled(|engine, out: &mut [Distance]| engine.distances(near, out))?);
        found.push(ask.filled(|engine, out: &mut [f32]| engine.clearances(query, out))?);
        let mut exact = vec![false; ask.rows.len()];
        ask.engine.overlaps_exact(query, &mut exact)?;
        found.push(booleans(&exact));
    }
    Ok(found)
}

/// What is certain: verdicts, exact overlaps and clearances.
fn verdicts(ask: &Ask<'_>) -> Found {
    let mut exact = vec![false; ask.rows.len()];
    ask.engine.overlaps_exact(ask.grown(), &mut exact)?;
    Ok(vec![
        ask.filled(|engine, out: &mut [Verdict]| engine.verdicts(ask.grown(), out))?,
        ask.filled(|engine, out: &mut [f32]| engine.clearances(ask.grown(), out))?,
        booleans(&exact),
    ])
}

fn distances(ask: &Ask<'_>) -> Found {
    let ask_for = |query| ask.filled(|engine, out: &mut [Distance]| engine.distances(query, out));
    Ok(vec![ask_for(Query::new(ask.view(), ask.rows))?, ask_for(ask.pairs())?])
}

pub(super) fn booleans(rows: &[bool]) -> Answers {
    Answers::of(&rows.iter().map(|&row| u8::from(row)).collect::<Vec<_>>())
}

fn rectangles(ask: &Ask<'_>) -> Found {
    let (poses, half_extents) = &ask.world.rectangles;
    let view = RectangleView::unchecked(poses, half_extents)?;
    let query = Query::new(view, ask.rows).within(ask.world.margin);
    let mut found = ask.booleans([query])?;
    found.push(ask.filled(|engine, out: &mut [RectangleManifold]| engine.manifolds(query, out))?);
    found.extend(ask.penetrations(query)?);
    let query = Query::new(view, ask.rows);
    let intersections =
        |engine: &Engine, out: &mut [RectangleIntersection]| engine.intersections(query, out);
    found.push(ask.filled(intersections)?);
    Ok(found)
}

fn half_spaces(ask: &Ask<'_>) -> Found {
    let (boxes, [half_spaces, ..]) = (ask.boxes(), ask.solids());
    let (near, all) = (ask.near(boxes, half_spaces), ask.touching(boxes, half_spaces));
    Ok(vec![
        ask.overlaps(boxes, half_spaces)?,
        ask.filled(|engine, out: &mut [HalfSpaceContacts]| near.half_space_manifolds(engine, out))?,
        ask.filled(|engine, out: &mut [f32]| all.penetrations(engine, out))?,
    ])
}

fn spheres(ask: &Ask<'_>) -> Found {
    ask.spheres(ask.boxes(), ask.solids()[1])
}

fn capsules(ask: &Ask<'_>) -> Found {
    ask.capsules(ask.boxes(), ask.solids()[2])
}

/// Overlaps and contacts of shapes without a box, and hits of lines.
fn round_pairs(ask: &Ask<'_>) -> Found {
    let [_, spheres, capsules] = ask.solids();
    let World { segments, rays, .. } = ask.world;
    let mut found = Vec::new();
    for a in ask.solids() {
        found.extend(ask.spheres(a, spheres)?);
        found.extend(ask.capsules(a, capsules)?);
    }
    for a in [spheres, capsules] {
        found.push(ask.hits(a, rays[..].into())?);
        found.push(ask.hits(a, segments[..].into())?);
    }
    Ok(found)
}

/// Overlaps, and the bounds of the first box of each row.
fn aabbs(ask: &Ask<'_>) -> Found {
    let mut found = vec![ask.overlaps(ask.boxes(), ask.world.aabbs[..].into())?];
    let mut bounds = vec![AxisAlignedBox::default(); ask.world.boxes.len()];
    ask.engine.aabbs(ask.view(), &mut bounds)?;
    found.push(Answers::of(&ask.of_boxes(&bounds)));
    Ok(found)
}

fn frusta(ask: &Ask<'_>) -> Found {
    let count = ask.world.boxes.len();
    let mut found = Vec::new();
    for view in &ask.world.frusta {
        let views = std::slice::from_ref(view);
        let mut seen = vec![Containment::default(); count];
        ask.engine.cull(ask.view(), views, &mut seen)?;
        found.push(Answers::of(
            &ask.of_boxes(&seen.iter().map(|&one| one as u8).collect::<Vec<_>>()),
        ));
        ask.engine.classify(ask.view(), views, &mut seen)?;
        found.push(Answers::of(
            &ask.of_boxes(&seen.iter().map(|&one| one as u8).collect::<Vec<_>>()),
        ));
    }
    Ok(found)
}

/// Hits of segments and of rays.
fn lines(ask: &Ask<'_>) -> Found {
    let World { segments, rays, .. } = ask.world;
    Ok(vec![ask.hits(ask.boxes(), segments[..].into())?, ask.hits(ask.boxes(), rays[..].into())?])
}

fn closest_points(ask: &Ask<'_>) -> Found {
    let segments = &ask.world.segments;
    let call = |engine: &Engine, out: &mut [ClosestPoints]| {
        engine.closest_points(Query::new(segments, ask.rows), out)
    };
    Ok(vec![ask.filled(call)?])
}
