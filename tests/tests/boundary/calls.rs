//! The table of calls that [`octosat::Query`] documents: every verb of the engine is in it, and every call compiles and
//! runs as it stands there.
#![expect(clippy::float_cmp, reason = "boxes along the axes have results without rounding")]

use std::collections::BTreeSet;
use std::error::Error;

use octosat::{
    AxisAlignedBox, BoxStore, BoxesAmong, Capsule, CapsuleContacts, Cast, Casts, Chain,
    ChainClearance, ClosestPoints, Configurations, ContactCache, Contacts, Containment, Distance,
    Engine, Frustum, Groups, HalfSpace, Impact, Impacts, Intersection, Joint, JointMotion,
    JointMotions, Least, Manifolds, Motions, OrientedBox, OwnPoints, Penetration, PointLimit,
    Product, Query, Ray, RayHit, Segment, ShapeCast, Sphere, SphereContact, Suppression, Verdict,
    World,
};

use super::common::{read, root};
use super::languages::{queries, sources};

/// A call of the table, and the type of its output.
struct Call<'t> {
    call: &'t str,
    output: &'t str,
}

/// The calls of the table.
fn calls(text: &str) -> Vec<Call<'_>> {
    let table = text.split_once("# All calls").expect("the table").1;
    let rows = table.lines().skip_while(|line| !line.starts_with("/// |"));
    let rows = rows.take_while(|line| line.starts_with("/// |")).skip(2);
    rows.map(|row| {
        assert!(row.chars().count() <= 120, "{row}");
        let mut cells = row.split('|').skip(2).map(|cell| cell.split('`').nth(1).expect("code"));
        Call { call: cells.next().expect("a call"), output: cells.next().expect("an output") }
    })
    .collect()
}

/// The parts of a text between separators outside of all brackets.
fn parts(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |letter: char| {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        letter == separator && depth == 0
    })
}

/// The elements of a tuple, or a value alone.
fn elements(text: &str) -> Vec<&str> {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    parts(inner.unwrap_or(text), ',').collect()
}

/// The type of a variable, by the value that the last declaration of a text without spaces gives it.
fn type_of(code: &str, variable: &str) -> Option<String> {
    let value = code.rsplit("let").find_map(|declaration| {
        let (names, values) = parts(declaration, ';').next()?.split_once('=')?;
        let place = elements(names).iter().position(|name| *name == format!("mut{variable}"))?;
        elements(values).get(place).map(|value| (*value).to_owned())
    })?;
    let (list, value) = match value.strip_prefix('[') {
        Some(value) => (true, value.trim_end_matches(']').split(';').next()?),
        None => (false, &value[..]),
    };
    let kind = match value {
        "false" | "true" => "bool".to_owned(),
        number if number.parse::<f32>().is_ok() => "f32".to_owned(),
        value => value.rsplit_once("::")?.0.replace("::<", "<"),
    };
    Some(if list { format!("[{kind}]") } else { kind })
}

/// A text without spaces, and without what a formatter adds at the ends of lines.
fn packed(text: &str) -> String {
    let packed: String = text.split_whitespace().collect();
    packed.replace(",)", ")")
}

#[test]
fn the_table_of_calls_has_every_verb_and_every_call_is_made_here() {
    let text = read("crates/octosat/src/call/query.rs");
    let (calls, here) = (calls(&text), packed(include_str!("calls.rs")));
    for Call { call, output } in &calls {
        let place = here.find(&packed(&format!("engine.{call}?;")));
        let place = place.unwrap_or_else(|| panic!("no test makes the call {call}"));
        let (_, variable) = call.trim_end_matches(')').rsplit_once("&mut ").expect("an output");
        let found = type_of(&here[..place], variable);
        assert_eq!(found.as_deref(), Some(*output), "{call}");
    }
    let verb = |call: &Call<'_>| call.call.split('(').next().unwrap_or_default().to_owned();
    let listed: BTreeSet<String> = calls.iter().map(verb).collect();
    let verbs = queries(&sources(&root().join("crates/octosat/src")));
    assert_eq!(listed, verbs.into_iter().map(|(verb, _)| verb).collect());
}

#[test]
fn every_call_of_boxes_runs() -> Result<(), Box<dyn Error>> {
    let (engine, mut boxes) = (Engine::new(), BoxStore::new());
    for x in [0.0, 1.5] {
        boxes.insert(OrientedBox::new([x, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
    }
    let (x, y) = (boxes.clone(), boxes.clone());
    let (ends, pairs, bounds) = (boxes.clone(), [[0, 1]], [1]);
    let query = Query::new(&boxes, &pairs);
    let (mut hits, mut rows) = ([false], [Penetration::default()]);
    engine.overlaps(query, &mut hits)?;
    engine.penetrations(query, &mut rows)?;
    assert_eq!((hits, rows[0].depth), ([true], 0.5));
    let mut manifolds = Manifolds::new();
    engine.manifolds(query, &mut manifolds)?;
    assert_eq!(manifolds.points().len(), 4);
    engine.manifolds(Contacts::new(query).limit(PointLimit::Eight), &mut manifolds)?;
    let mut cache = ContactCache::new();
    engine.manifolds_cached(query, &mut cache)?;
    let (mut rows, mut lengths) = ([Distance::default()], [0.0]);
    engine.distances(query, &mut rows)?;
    engine.clearances(query, &mut lengths)?;
    let mut shared = [Intersection::default()];
    engine.intersections(query, &mut shared)?;
    assert_eq!((shared[0].volume, shared[0].iou), (2.0, 1.0 / 7.0));
    let scores = [0.5, 0.7];
    let (mut ious, mut above, mut pairs, mut kept) = ([0.0; 4], Vec::new(), Vec::new(), Vec::new());
    engine.iou_matrix([&x, &y], &mut ious)?;
    engine.iou_above([&x, &y], 0.5, &mut above)?;
    engine.overlapping_pairs(&boxes, &mut pairs)?;
    engine.suppress(Suppression::new(&boxes, &scores, 0.5), &mut kept)?;
    assert_eq!(
        (ious, above.len(), &pairs[..], &kept[..]),
        ([1.0, 1.0 / 7.0, 1.0 / 7.0, 1.0], 2, &[[0, 1]][..], &[1, 0][..])
    );
    let mut verdicts = [Verdict::UNDECIDED];
    engine.verdicts(query, &mut verdicts)?;
    engine.overlaps_exact(query, &mut hits)?;
    assert_eq!((rows[0].distance, verdicts), (-0.5, [Verdict::OVERLAPPING]));
    let (motions, mut rows) = ([[0.0; 3]; 2], [Cast::default()]);
    engine.casts(Casts::new(query, Motions::per_box(&motions)), &mut rows)?;
    let mut rows = [Impact::default()];
    engine.impacts(Impacts::new(query, &ends).tolerance(0.01), &mut rows)?;
    engine.any_overlap(Groups::new(query, &bounds), &mut hits)?;
    let (products, groups) = ([Product::new(0..1, 1..2)], Groups::new(query, &bounds));
    engine.any_overlap(Groups::of_products([&x, &y], &products), &mut hits)?;
    let mut rows = [Least::<f32>::default()];
    engine.least_clearances(groups, &mut rows)?;
    let mut rows = [Least::<Distance>::default()];
    engine.least_distances(groups, &mut rows)?;
    assert_eq!((hits, rows[0].pair), ([true], [0, 1]));
    Ok(())
}

#[test]
fn every_call_of_other_shapes_runs() -> Result<(), Box<dyn Error>> {
    let (engine, mut boxes) = (Engine::new(), BoxStore::new());
    boxes.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
    let (pairs, mut hits) = ([[0, 0]], [false]);
    let sphere = Sphere::new([2.0, 0.0, 0.0], 1.5)?;
    let capsules = [Capsule::new([0.0, 0.0, 1.5], [0.0, 0.0, 3.0], 1.0)?];
    let ground = HalfSpace::new([0.0, 0.0, 1.0], -0.5)?;
    engine.overlaps(Query::each(&boxes, &sphere), &mut hits)?;
    let mut rows = [CapsuleContacts::default()];
    engine.manifolds(Query::new((&boxes, &capsules), &pairs), &mut rows)?;
    assert_eq!((hits, rows[0].depth), ([true], 0.5));
    let mut rows = [0.0];
    engine.penetrations(Query::each(&boxes, &ground), &mut rows)?;
    assert_eq!(rows, [0.5]);
    let mut rows = [SphereContact::default()];
    engine.manifolds(Query::each(&capsules, &sphere), &mut rows)?;
    let (motions, mut rows) = (Motions::uniform([1.0, 0.0, 0.0]), [ShapeCast::default()]);
    engine.casts(Casts::new(Query::each(&boxes, &sphere), motions), &mut rows)?;
    let (points, mut pairs) =
        ([Sphere::new([0.5; 3], 0.0)?, Sphere::new([2.0; 3], 0.0)?], Vec::new());
    engine.overlapping_pairs((&boxes, &points), &mut pairs)?;
    assert_eq!(pairs, [[0, 0]]);
    let ray = Ray::new([-3.0, 0.0, 0.0], [1.0, 0.0, 0.0])?;
    let mut rows = [RayHit::MISS];
    engine.hits(Query::each(&boxes, &ray), &mut rows)?;
    assert_eq!(rows[0].entry, 2.0);
    let segments = [Segment::new([0.0; 3], [1.0, 0.0, 0.0])?];
    let mut rows = [ClosestPoints::default()];
    engine.closest_points(Query::new(&segments, &pairs), &mut rows)?;
    let mut bounds = [AxisAlignedBox::default()];
    engine.aabbs(&boxes, &mut bounds)?;
    let mut cube = [[0.0, 0.0, 0.0, 9.0]; 6];
    for (number, plane) in cube.iter_mut().enumerate() {
        plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    }
    let (frustum, mut seen) = (Frustum::from_planes(cube)?, [Containment::default()]);
    engine.cull(&boxes, frustum, &mut seen)?;
    engine.classify(&boxes, frustum, &mut seen)?;
    assert_eq!(seen, [Containment::Inside]);
    Ok(())
}

#[test]
fn every_call_of_robots_runs() -> Result<(), Box<dyn Error>> {
    let (engine, upright) = (Engine::new(), [0.0, 0.0, 0.0, 1.0]);
    let mut chain = Chain::new("base");
    chain.add_link("slide", 0, Joint::prismatic("joint", [1.0, 0.0, 0.0]))?;
    chain.attach(1, OrientedBox::new([0.0; 3], upright, [1.0; 3]))?;
    let world = World::new([OrientedBox::new([4.0, 0.0, 0.0], upright, [1.0; 3]).into()])?;
    let (joints, ends, mut hits) = ([0.0], [1.0], [true]);
    let configurations = Configurations::new(&chain, &joints);
    engine.any_overlap(Configurations::new(&chain, &joints), &mut hits)?;
    let mut rows = [ChainClearance::default()];
    engine.least_clearances(configurations.among(&world), &mut rows)?;
    assert_eq!((hits, rows[0].obstacle), ([false], 0));
    let mut rows = [JointMotion::default()];
    engine.joint_motions(JointMotions::new(configurations, &ends), &mut rows)?;
    assert!(rows[0].is_free());
    let mut links = Vec::new();
    engine.link_pairs(configurations, &mut links)?;
    assert_eq!(links.len(), 0);
    let mut store = BoxStore::new();
    engine.poses(configurations, &mut store)?;
    assert_eq!(store.len(), 1);
    let points = [[0.5, 0.0, 0.0], [1.1, 0.0, 0.0], [2.5, 0.0, 0.0]];
    let mut own = [false; 3];
    engine.overlaps(OwnPoints::new(configurations, &points), &mut own)?;
    assert_eq!(own, [true, false, false]);
    engine.overlaps(OwnPoints::new(configurations.within(0.2), &points), &mut own)?;
    assert_eq!(own, [true, true, false]);
    let mut words = [u64::MAX];
    let (among, mut near) = (BoxesAmong::new(&store, &world), Vec::new());
    engine.any_overlap(among, &mut [false])?;
    engine.least_clearances(among.tolerance(0.1), &mut [ChainClearance::default()])?;
    engine.near_pairs(among.within(100.0).in_groups_of(1), &mut near)?;
    assert_eq!(near, [[0, 0]]);
    let (boxes, mut pairs) = (store, Vec::new());
    engine.near_pairs(BoxesAmong::new(&boxes, &world), &mut pairs)?;
    assert_eq!(pairs, [[0; 2]; 0]);
    let per_link = configurations.within_per_link(&[9.0, 0.0]);
    engine.overlaps(OwnPoints::new(per_link, &points), &mut words)?;
    assert_eq!(words, [0b001]);
    Ok(())
}
