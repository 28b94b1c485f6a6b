//! The queries of a choice, one by one, into buffers that are there already.

use octosat::{
    AxisAlignedBox, ClosestPoints, Containment, Engine, HalfSpaceContacts, Penetration, Query,
    RayHit, RectangleManifold, RectanglePenetration, ShapeQuery, SphereContact,
};
use octosat_resolve::ResolveSettings;

use super::QueryChoice;
use super::resolve::Resolvers;
use super::world::World;
use crate::failure::Failure;
use crate::stores::uniform;

/// A query that is timed: every box against one shape, or pairs of rectangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimedQuery {
    HalfSpaceOverlap,
    HalfSpaceDepths,
    HalfSpaceContacts,
    SphereOverlap,
    SphereContacts,
    AabbOverlap,
    WorldBounds,
    Cull,
    Classify,
    SegmentHits,
    RayHits,
    ClosestPoints,
    RectangleOverlap,
    RectanglePenetration,
    RectangleContacts,
    /// What a frame takes: penetration, the pairs listed as after every broad phase, displacements; in
    /// memory of the frame before.
    Resolve,
}

impl TimedQuery {
    /// The queries of a choice.
    pub(super) fn of(choice: QueryChoice) -> &'static [Self] {
        match choice {
            QueryChoice::HalfSpace => {
                &[Self::HalfSpaceOverlap, Self::HalfSpaceDepths, Self::HalfSpaceContacts]
            }
            QueryChoice::Spheres => &[Self::SphereOverlap, Self::SphereContacts],
            QueryChoice::Aabbs => &[Self::AabbOverlap, Self::WorldBounds],
            QueryChoice::Frustum => &[Self::Cull, Self::Classify],
            QueryChoice::Segments => &[Self::SegmentHits, Self::RayHits, Self::ClosestPoints],
            QueryChoice::Resolve => &[Self::Resolve],
            // It has commands of its own: no engine answers it.
            QueryChoice::Convex => &[],
            QueryChoice::Rectangles => {
                &[Self::RectangleOverlap, Self::RectanglePenetration, Self::RectangleContacts]
            }
        }
    }

    /// The name in the report.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::HalfSpaceOverlap => "half-space-overlap",
            Self::HalfSpaceDepths => "half-space-depths",
            Self::HalfSpaceContacts => "half-space-contacts",
            Self::SphereOverlap => "sphere-overlap",
            Self::SphereContacts => "sphere-contacts",
            Self::AabbOverlap => "aabb-overlap",
            Self::WorldBounds => "world-bounds",
            Self::Cull => "cull",
            Self::Classify => "classify",
            Self::SegmentHits => "segment-hits",
            Self::RayHits => "ray-hits",
            Self::ClosestPoints => "closest-points",
            Self::RectangleOverlap => "rectangle-overlap",
            Self::RectanglePenetration => "rectangle-penetration",
            Self::RectangleContacts => "rectangle-contacts",
            Self::Resolve => "resolve",
        }
    }

    /// Asks once.
    pub(super) fn run(
        self,
        world: &World,
        engine: &Engine,
        out: &mut Buffers,
    ) -> Result<(), Failure> {
        let (shapes, boxes) = (&world.shapes, world.store.unit());
        let margin = uniform(world.question.margin);
        let half_space = || ShapeQuery::each(boxes, &shapes.half_spaces[0]).margin(margin);
        let sphere = || ShapeQuery::each(boxes, &shapes.spheres[0]).margin(margin);
        let region = || ShapeQuery::each(boxes, &shapes.regions[0]).margin(margin);
        let rectangles = Query::new(&world.plane, &world.pairs).margin(margin);
        let done = match self {
            Self::HalfSpaceOverlap => engine.overlaps(half_space(), &mut out.bools),
            Self::HalfSpaceDepths => engine.penetrations(half_space(), &mut out.depths),
            Self::HalfSpaceContacts => engine.manifolds(half_space(), &mut out.half_space),
            Self::SphereOverlap => engine.overlaps(sphere(), &mut out.bools),
            Self::SphereContacts => engine.manifolds(sphere(), &mut out.spheres),
            Self::AabbOverlap => engine.overlaps(region(), &mut out.bools),
            Self::WorldBounds => engine.aabbs(boxes, &mut out.bounds),
            Self::Cull => engine.cull(boxes, &shapes.frusta[..1], &mut out.containments),
            Self::Classify => engine.classify(boxes, &shapes.frusta[..1], &mut out.containments),
            Self::SegmentHits => {
                engine.hits(ShapeQuery::each(boxes, &shapes.segments[0]), &mut out.hits)
            }
            Self::RayHits => engine.hits(ShapeQuery::each(boxes, &shapes.rays[0]), &mut out.hits),
            Self::ClosestPoints => {
                let segments = &shapes.segments;
                engine.closest_points(segments, segments, &out.pairs, &mut out.points)
            }
            Self::RectangleOverlap => engine.overlaps(rectangles, &mut out.bools),
            Self::RectanglePenetration => engine.penetrations(rectangles, &mut out.penetrations),
            Self::RectangleContacts => engine.manifolds(rectangles, &mut out.manifolds),
            Self::Resolve => return resolve(world, engine, out),
        };
        Ok(done?)
    }

    /// How many boxes touch or meet the shape, by the answers; none where they do not tell.
    pub(super) fn touching(self, out: &Buffers) -> Option<usize> {
        let count = match self {
            Self::HalfSpaceOverlap
            | Self::SphereOverlap
            | Self::AabbOverlap
            | Self::RectangleOverlap => out.bools.iter().filter(|&&overlaps| overlaps).count(),
            Self::HalfSpaceDepths => out.depths.iter().filter(|&&depth| depth >= 0.0).count(),
            Self::HalfSpaceContacts => out.half_space.iter().filter(|row| !row.is_empty()).count(),
            Self::SphereContacts => out.spheres.iter().filter(|row| row.overlaps()).count(),
            Self::Cull | Self::Classify => {
                out.containments.iter().filter(|&&row| row != Containment::Outside).count()
            }
            Self::SegmentHits | Self::RayHits => out.hits.iter().filter(|hit| hit.hits()).count(),
            Self::RectanglePenetration => {
                out.penetrations.iter().filter(|row| row.overlaps()).count()
            }
            Self::RectangleContacts => {
                out.manifolds.iter().filter(|row| !row.points().is_empty()).count()
            }
            Self::Resolve => {
                out.moves.iter().filter(|moved| moved.iter().any(|part| *part != 0.0)).count()
            }
            Self::WorldBounds | Self::ClosestPoints => return None,
        };
        Some(count)
    }
}

/// What a frame of the resolver takes.
fn resolve(world: &World, engine: &Engine, out: &mut Buffers) -> Result<(), Failure> {
    world.penetrations(engine, &mut out.solids)?;
    let resolver = out.resolvers.of_pairs(world)?;
    let settings = ResolveSettings::default();
    resolver.displacements(&out.solids, &settings, &mut out.moves).map_err(Failure::new)
}

/// Room for the answers of every query.
#[derive(Default)]
pub(super) struct Buffers {
    bools: Vec<bool>,
    depths: Vec<f32>,
    half_space: Vec<HalfSpaceContacts>,
    spheres: Vec<SphereContact>,
    bounds: Vec<AxisAlignedBox>,
    containments: Vec<Containment>,
    hits: Vec<RayHit>,
    /// Pairs of segments.
    pairs: Vec<[u32; 2]>,
    points: Vec<ClosestPoints>,
    penetrations: Vec<RectanglePenetration>,
    manifolds: Vec<RectangleManifold>,
    solids: Vec<Penetration>,
    moves: Vec<[f32; 3]>,
    resolvers: Resolvers,
    rows: usize,
}

impl Buffers {
    pub(super) fn new(world: &World) -> Self {
        let of_pairs = world.pairs.len();
        // A query on pairs needs none of the others.
        let boxes = if of_pairs > 0 { 0 } else { world.boxes() };
        let rows = boxes.max(of_pairs);
        let resolved = world.question.choice == QueryChoice::Resolve;
        let moved = if resolved { world.boxes() } else { 0 };
        let segments = u32::try_from(world.shapes.segments.len()).unwrap_or(1).max(1);
        let pairs = (0..u32::MAX).map(|row| [row % segments, (row / segments) % segments]);
        Self {
            bools: vec![false; rows],
            depths: vec![0.0; boxes],
            half_space: vec![HalfSpaceContacts::default(); boxes],
            spheres: vec![SphereContact::default(); boxes],
            bounds: vec![AxisAlignedBox::default(); boxes],
            containments: vec![Containment::default(); boxes],
            hits: vec![RayHit::MISS; boxes],
            pairs: pairs.take(boxes).collect(),
            points: vec![ClosestPoints::default(); boxes],
            penetrations: vec![RectanglePenetration::default(); of_pairs],
            manifolds: vec![RectangleManifold::default(); of_pairs],
            solids: vec![Penetration::default(); of_pairs],
            moves: vec![[0.0; 3]; moved],
            resolvers: Resolvers::default(),
            rows: if moved > 0 { moved } else { rows },
        }
    }

    /// Makes room for another world, and keeps what an engine would keep from frame to frame.
    pub(super) fn fit(&mut self, world: &World) {
        let resolvers = std::mem::take(&mut self.resolvers);
        *self = Self { resolvers, ..Self::new(world) };
    }

    /// Rows of one call.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }
}
