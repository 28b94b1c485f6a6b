//! Every method of `Engine` rejects an output of the wrong length, or an index or a number if its output has any length,
//! and writes nothing.

use std::fmt::Debug;

use octosat::sealed::verbs;
use octosat::{
    AxisAlignedBox, BoxStore, BoxesAmong, Capsule, CapsuleContacts, Cast, Casts, Chain,
    ChainClearance, ClosestPoints, Configurations, ContactCache, Containment, Distance, Engine,
    Error, Frustum, Groups, HalfSpace, HalfSpaceContacts, Impact, Impacts, Intersection, IouPair,
    Joint, JointMotion, JointMotions, Least, LinkPair, Manifolds, Motions, OwnPoints, Penetration,
    Query, Question, Ray, RayHit, RectangleIntersection, RectangleManifold, RectanglePenetration,
    Segment, ShapeCast, Sphere, SphereContact, Suppression, Verdict,
};

use crate::common::World;

/// A method, what it is about, and a call of it that is rejected.
pub(crate) type Rejected = (&'static str, &'static str, fn(&World, &Engine) -> Error);

const BALL: &str = "boxes, `Sphere`";
const ROD: &str = "boxes, `Capsule`";
const PLANE: &str = "boxes, `HalfSpace`";
const GROUPS: &str = "groups of pairs of boxes";
const KINDS: &str = "boxes or rectangles";
const AMONG: &str = "boxes among a world";
const CHAIN: &str = "configurations of a chain";

/// All of them.
pub(crate) const REJECTED: &[Rejected] = &[
    ("overlaps", "boxes", |world, engine| booleans(engine, pairs(world))),
    ("overlaps", "rectangles", |world, engine| {
        booleans(engine, Query::new(&world.rectangles, &world.pairs))
    }),
    ("overlaps", "pre-scaled boxes", |world, engine| {
        booleans(engine, Query::new(&world.scaled, &world.pairs))
    }),
    ("overlaps", PLANE, |world, engine| booleans(engine, Query::each(&world.store, &plane()))),
    ("overlaps", BALL, |world, engine| booleans(engine, Query::each(&world.store, &ball()))),
    ("overlaps", ROD, |world, engine| booleans(engine, Query::each(&world.store, &rod()))),
    ("overlaps", "shapes, `Sphere`", |_, engine| {
        booleans(engine, Query::new((&[rod()], &[ball()]), ONE))
    }),
    ("overlaps", "shapes, `Capsule`", |_, engine| {
        booleans(engine, Query::new((&[plane()], &[rod()]), ONE))
    }),
    ("overlaps", "boxes, `AxisAlignedBox`", |world, engine| {
        booleans(engine, Query::each(&world.store, &AxisAlignedBox::default()))
    }),
    ("overlaps", "a chain, points", |_, engine| {
        let (chain, points) = (chain(), [[0.0; 3]]);
        let configuration = Configurations::new(&chain, &[0.0]);
        booleans(engine, OwnPoints::new(configuration, &points))
    }),
    ("penetrations", "boxes", |world, engine| depths::<Penetration>(engine, pairs(world))),
    ("penetrations", "rectangles", |world, engine| {
        depths::<RectanglePenetration>(engine, Query::new(&world.rectangles, &world.pairs))
    }),
    ("penetrations", "pre-scaled boxes", |world, engine| {
        depths::<Penetration>(engine, Query::new(&world.scaled, &world.pairs))
    }),
    ("penetrations", PLANE, |world, engine| {
        depths::<f32>(engine, Query::each(&world.store, &plane()))
    }),
    ("manifolds", "boxes", |world, engine| {
        let mut out = Manifolds::new();
        engine.manifolds(pairs(world), &mut out).unwrap();
        same(out, |out| engine.manifolds(Query::new(&world.store, PAST), out))
    }),
    ("manifolds", "rectangles", |world, engine| {
        contacts::<RectangleManifold>(engine, Query::new(&world.rectangles, &world.pairs))
    }),
    ("manifolds", PLANE, |world, engine| {
        contacts::<HalfSpaceContacts>(engine, Query::each(&world.store, &plane()))
    }),
    ("manifolds", BALL, |world, engine| {
        contacts::<SphereContact>(engine, Query::each(&world.store, &ball()))
    }),
    ("manifolds", ROD, |world, engine| {
        contacts::<CapsuleContacts>(engine, Query::each(&world.store, &rod()))
    }),
    ("manifolds", "shapes, `Sphere`", |_, engine| {
        contacts::<SphereContact>(engine, Query::new((&[rod()], &[ball()]), ONE))
    }),
    ("manifolds", "shapes, `Capsule`", |_, engine| {
        contacts::<CapsuleContacts>(engine, Query::new((&[plane()], &[rod()]), ONE))
    }),
    ("intersections", "boxes", |world, engine| {
        rows(Intersection::default(), |out| engine.intersections(pairs(world), out))
    }),
    ("intersections", "rectangles", |world, engine| {
        let query = Query::new(&world.rectangles, &world.pairs);
        rows(RectangleIntersection::default(), |out| engine.intersections(query, out))
    }),
    ("iou_matrix", KINDS, |world, engine| {
        rows(0.0, |out| engine.iou_matrix([&world.store, &world.store], out))
    }),
    // Lists have any length, so other mistakes.
    ("iou_above", KINDS, |world, engine| {
        same(vec![IouPair::default()], |out| engine.iou_above(&world.rectangles, 1.5, out))
    }),
    ("suppress", KINDS, |world, engine| {
        let question = Suppression::new(&world.rectangles, &[0.0], 0.5);
        same(vec![7], |out| engine.suppress(question, out))
    }),
    ("manifolds_cached", "boxes", |world, engine| {
        let mut cache = ContactCache::new();
        cache.next_frame();
        engine.manifolds_cached(pairs(world), &mut cache).unwrap();
        cache.next_frame();
        same(cache, |cache| {
            engine.manifolds_cached(Query::new(&world.store, PAST), cache).map(|_| ())
        })
    }),
    ("verdicts", "boxes", |world, engine| {
        rows(Verdict::UNDECIDED, |out| engine.verdicts(pairs(world), out))
    }),
    ("overlaps_exact", "boxes", |world, engine| {
        rows(true, |out| engine.overlaps_exact(pairs(world), out))
    }),
    ("clearances", "boxes", |world, engine| rows(7.0, |out| engine.clearances(pairs(world), out))),
    ("distances", "boxes", |world, engine| {
        rows(Distance::default(), |out| engine.distances(pairs(world), out))
    }),
    ("any_overlap", GROUPS, |world, engine| {
        rows(true, |out| engine.any_overlap(groups(world), out))
    }),
    ("any_overlap", CHAIN, |_, engine| {
        rows(true, |out| engine.any_overlap(Configurations::new(&chain(), &[0.0]), out))
    }),
    ("least_clearances", GROUPS, |world, engine| {
        rows(Least::<f32>::default(), |out| engine.least_clearances(groups(world), out))
    }),
    ("least_clearances", CHAIN, |_, engine| {
        rows(ChainClearance::default(), |out| {
            engine.least_clearances(Configurations::new(&chain(), &[0.0]), out)
        })
    }),
    ("any_overlap", AMONG, |world, engine| {
        let obstacles = octosat::World::new([]).unwrap();
        rows(true, |out| engine.any_overlap(BoxesAmong::new(&world.store, &obstacles), out))
    }),
    ("least_clearances", AMONG, |world, engine| {
        let obstacles = octosat::World::new([]).unwrap();
        let asked = BoxesAmong::new(&world.store, &obstacles);
        rows(ChainClearance::default(), |out| engine.least_clearances(asked, out))
    }),
    // A list has any length, so another mistake.
    ("near_pairs", AMONG, |world, engine| {
        let obstacles = octosat::World::new([]).unwrap();
        let asked = BoxesAmong::new(&world.store, &obstacles).within(-1.0);
        same(vec![[7; 2]], |out| engine.near_pairs(asked, out))
    }),
    ("least_distances", GROUPS, |world, engine| {
        rows(Least::<Distance>::default(), |out| engine.least_distances(groups(world), out))
    }),
    ("casts", "boxes", |world, engine| {
        let casts = Casts::new(pairs(world), Motions::uniform([1.0, 0.0, 0.0]));
        rows(Cast::default(), |out| engine.casts(casts, out))
    }),
    ("casts", "boxes, round shapes", |world, engine| {
        let ball = ball();
        let query = Query::each(&world.store, &ball);
        let casts = Casts::new(query, Motions::uniform([1.0, 0.0, 0.0]));
        rows(ShapeCast::default(), |out| engine.casts(casts, out))
    }),
    ("casts", "shapes, round shapes", |_, engine| {
        let (planes, rods) = ([plane()], [rod()]);
        let query = Query::new((&planes, &rods), ONE);
        let casts = Casts::new(query, Motions::uniform([1.0, 0.0, 0.0]));
        rows(ShapeCast::default(), |out| engine.casts(casts, out))
    }),
    ("impacts", "boxes that move and turn", |world, engine| {
        let impacts = Impacts::new(pairs(world), &world.store);
        rows(Impact::default(), |out| engine.impacts(impacts, out))
    }),
    ("hits", "boxes, `Ray`", |world, engine| hits(engine, Query::each(&world.store, &ray()))),
    ("hits", "boxes, `Segment`", |world, engine| {
        hits(engine, Query::each(&world.store, &segment()))
    }),
    ("hits", "shapes, lines", |_, engine| hits(engine, Query::new((&[ball()], &[segment()]), ONE))),
    ("closest_points", "segments", |_, engine| {
        let segments = [segment()];
        rows(ClosestPoints::default(), |out| engine.closest_points(Query::new(&segments, ONE), out))
    }),
    ("aabbs", "boxes", |world, engine| {
        rows(AxisAlignedBox::default(), |out| engine.aabbs(&world.store, out))
    }),
    ("cull", "boxes, frusta", |world, engine| {
        rows(Containment::default(), |out| engine.cull(&world.store, view(), out))
    }),
    ("classify", "boxes, frusta", |world, engine| {
        rows(Containment::default(), |out| engine.classify(&world.store, view(), out))
    }),
    ("joint_motions", "joint motions of a chain", |_, engine| {
        let chain = chain();
        let motions = JointMotions::new(Configurations::new(&chain, &[0.0]), &[1.0]);
        rows(JointMotion::default(), |out| engine.joint_motions(motions, out))
    }),
    // A list has any length, so another mistake.
    ("link_pairs", CHAIN, |_, engine| {
        same(vec![LinkPair::default()], |out| {
            engine.link_pairs(Configurations::new(&chain(), &[f32::NAN]), out)
        })
    }),
    ("poses", CHAIN, |world, engine| {
        same(world.store.clone(), |out: &mut BoxStore| {
            engine.poses(Configurations::new(&chain(), &[f32::NAN]), out)
        })
    }),
];

/// A pair of shapes, and one of boxes that are not there.
const ONE: &[[u32; 2]] = &[[0, 0]];
const PAST: &[[u32; 2]] = &[[0, 1_000_000]];

/// More rows than any of the calls has.
const ROWS: usize = 1_000;

fn pairs(world: &World) -> Query<'_> {
    Query::new(&world.store, &world.pairs)
}

fn groups(world: &World) -> Groups<'_> {
    Groups::of_products(&world.store, &[])
}

fn plane() -> HalfSpace {
    HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap()
}

fn ball() -> Sphere {
    Sphere::new([0.0; 3], 1.0).unwrap()
}

fn rod() -> Capsule {
    Capsule::new([0.0; 3], [1.0, 0.0, 0.0], 1.0).unwrap()
}

fn ray() -> Ray {
    Ray::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap()
}

fn segment() -> Segment {
    Segment::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap()
}

/// A cube.
fn view() -> Frustum {
    let mut planes = [[0.0, 0.0, 0.0, 1.0]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    }
    Frustum::from_planes(planes).unwrap()
}

fn chain() -> Chain {
    let mut chain = Chain::new("base");
    chain.add_link("link", 0, Joint::revolute("joint", [0.0, 0.0, 1.0])).unwrap();
    chain
}

/// The error of a call whose output stays as it is.
fn same<T: Clone + Debug>(mut out: T, call: impl FnOnce(&mut T) -> Result<(), Error>) -> Error {
    let before = format!("{out:?}");
    let error = call(&mut out).unwrap_err();
    assert_eq!(format!("{out:?}"), before, "something was written");
    error
}

/// The same of an output with too many rows.
fn rows<T: Clone + Debug>(row: T, call: impl FnOnce(&mut [T]) -> Result<(), Error>) -> Error {
    same(vec![row; ROWS], |out| call(out))
}

fn booleans(
    engine: &Engine,
    query: impl for<'o> Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>>,
) -> Error {
    rows(true, |out| engine.overlaps(query, out))
}

fn depths<T: Clone + Debug + Default>(
    engine: &Engine,
    query: impl for<'o> Question<verbs::Penetrations, Out<'o> = &'o mut [T]>,
) -> Error {
    rows(T::default(), |out| engine.penetrations(query, out))
}

fn contacts<T: Clone + Debug + Default>(
    engine: &Engine,
    query: impl for<'o> Question<verbs::Manifolds, Out<'o> = &'o mut [T]>,
) -> Error {
    rows(T::default(), |out| engine.manifolds(query, out))
}

fn hits(
    engine: &Engine,
    query: impl for<'o> Question<verbs::Hits, Out<'o> = &'o mut [RayHit]>,
) -> Error {
    rows(RayHit::default(), |out| engine.hits(query, out))
}

#[test]
fn every_method_rejects_a_wrong_output_or_a_bad_row_and_writes_nothing() {
    let (world, engine) = (World::new(3, 38), Engine::new());
    for (method, about, call) in REJECTED {
        let error = call(&world, &engine);
        let has_any_length =
            ["manifolds_cached", "link_pairs", "near_pairs", "poses", "iou_above", "suppress"]
                .contains(method)
                || (*method, *about) == ("manifolds", "boxes");
        let words = format!("the length of the output is {ROWS}, but must be ");
        let is_of_length = error.to_string().starts_with(&words);
        assert_eq!(is_of_length, !has_any_length, "{method} of {about}: {error}");
    }
}
