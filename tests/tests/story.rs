//! The chapter "The story of a contact" shows code that is compiled here, and finds the contacts of the engine.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{ContactPoint, Contacts, Engine, Manifolds, OrientedBox, PointLimit, Query};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::Random;
use octosat_tests::story::{Contact, Oriented, Point, contact};
use octosat_tests::{
    UPRIGHT, along, boxed, columns, dot, length, neighbors, normalized, plain, store_of, turn, wide,
};

#[test]
fn the_chapter_shows_the_code_as_it_is() {
    let chapter = include_str!("../../docs/src/story.md");
    let blocks = chapter.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next());
    let shown = blocks.collect::<Vec<_>>().join("\n");
    let (_, code) = include_str!("../src/story.rs").split_once("\n\n").unwrap();
    assert_eq!(shown, code);
}

/// What the story and the engine find for a pair: none where they find nothing.
struct Pair {
    story: Option<Contact>,
    engine: Option<Contact>,
    reference: ReferencePair,
}

impl Pair {
    /// Whether both have the same axis.
    fn agrees(&self) -> bool {
        let normals = self.story.as_ref().zip(self.engine.as_ref());
        normals.is_some_and(|(story, engine)| dot(story.normal, engine.normal) > 1.0 - 1e-5)
    }
}

/// A box as the story takes it.
fn oriented(given: &OrientedBox) -> Oriented {
    let axes = columns(normalized(wide(given.pose.rotation)));
    Oriented { center: wide(given.pose.center), axes, half: wide(given.half_extents) }
}

fn pairs(boxes: &[OrientedBox], limit: PointLimit) -> Vec<Pair> {
    let (store, list) = (store_of(boxes), neighbors(boxes.len()));
    let mut manifolds = Manifolds::new();
    let contacts = Contacts::new(Query::new(&store, &list)).limit(limit);
    Engine::new().manifolds(contacts, &mut manifolds).unwrap();
    let of_pair = |(index, both): (usize, &[OrientedBox])| {
        let story = contact(&oriented(&both[0]), &oriented(&both[1]), limit.points());
        let row = &manifolds.manifolds()[index];
        let point = |point: &ContactPoint| Point {
            position: wide(point.position),
            depth: f64::from(point.depth),
        };
        let engine = (row.len > 0).then(|| Contact {
            normal: wide(row.normal),
            depth: f64::from(row.depth),
            points: manifolds.of(index).iter().map(point).collect(),
        });
        Pair { story, engine, reference: ReferencePair::oriented(&plain(both[0]), &plain(both[1])) }
    };
    boxes.chunks(2).enumerate().map(of_pair).collect()
}

/// Pairs of boxes of all proportions, about half of which overlap.
fn random_boxes(count: usize) -> Vec<OrientedBox> {
    let mut random = Random::new(49);
    let mut boxed = |away: f64| {
        let center = random.direction().map(|component| component * away);
        boxed(center, random.rotation(), random.vector(0.2, 1.2))
    };
    (0..count).flat_map(|_| [boxed(0.0), boxed(1.3)]).collect()
}

#[test]
fn the_story_has_the_separation_of_the_engine() {
    let (mut agreeing, mut overlapping) = (0, 0);
    for pair in pairs(&random_boxes(4000), PointLimit::Four) {
        let bound = pair.reference.error_bound();
        let (Some(story), Some(engine)) = (&pair.story, &pair.engine) else {
            // Only rounding decides whether such boxes touch.
            let depth = pair.story.as_ref().map_or(0.0, |story| story.depth);
            assert!(pair.engine.is_none() && depth <= bound, "{:?}", pair.story);
            continue;
        };
        overlapping += 1;
        if pair.agrees() {
            agreeing += 1;
            assert!(
                (story.depth - engine.depth).abs() <= bound,
                "{} {}",
                story.depth,
                engine.depth
            );
        } else {
            // Two axes are equally good, or a preference is decided by rounding.
            let ratio = story.depth / engine.depth;
            assert!((0.95..1.05).contains(&ratio), "{} {}", story.depth, engine.depth);
        }
    }
    assert!(overlapping > 3000 && agreeing + 10 > overlapping, "{agreeing} of {overlapping}");
}

/// How far each point of one contact is from the nearest of the other, at most.
fn farthest(from: &Contact, to: &Contact) -> f64 {
    let apart = |one: &Point, other: &Point| {
        length(along(one.position, -1.0, other.position)).max((one.depth - other.depth).abs())
    };
    let nearest =
        |one| to.points.iter().map(|other| apart(one, other)).fold(f64::INFINITY, f64::min);
    from.points.iter().map(nearest).fold(0.0, f64::max)
}

/// The distance of the points of both, in contact bounds, for each pair with one axis.
fn differences(pairs: &[Pair]) -> Vec<f64> {
    let of_pair = |pair: &Pair| {
        let (story, engine) = (pair.story.as_ref()?, pair.engine.as_ref()?);
        let bound = pair.reference.contact_bound(story.depth);
        let apart = farthest(story, engine).max(farthest(engine, story));
        pair.agrees().then_some(apart / bound)
    };
    pairs.iter().filter_map(of_pair).collect()
}

/// Contact bounds by which a point may be off *along* a face: the crossing of edges that are nearly parallel.
/// Seen are 7.7 for these pairs.
const MOST_BOUNDS: f64 = 16.0;

#[test]
fn the_story_has_the_points_of_the_engine() {
    let found = differences(&pairs(&random_boxes(4000), PointLimit::Eight));
    assert!(found.len() > 3000, "only {} pairs", found.len());
    let largest = found.iter().copied().fold(0.0, f64::max);
    assert!(largest <= MOST_BOUNDS, "a point is off by {largest} contact bounds");
    let near = found.iter().filter(|&&bounds| bounds <= 1.0).count();
    assert!(100 * near > 98 * found.len(), "{near} of {} within one bound", found.len());
}

#[test]
fn the_story_keeps_the_four_points_of_the_engine_between_flat_faces() {
    let mut random = Random::new(50);
    let stacked = (0..2000).flat_map(|_| {
        let [below, above] = [0, 1].map(|_| random.vector(0.3, 1.0));
        let center = [random.range(-0.3, 0.3), below[1] + above[1] - 0.01, random.range(-0.3, 0.3)];
        let turned = turn([0.0, 1.0, 0.0], random.range(0.0, 3.0));
        [boxed([0.0; 3], wide(UPRIGHT), below), boxed(center, turned, above)]
    });
    let found = differences(&pairs(&stacked.collect::<Vec<_>>(), PointLimit::Four));
    assert_eq!(found.len(), 2000, "a stack has another axis");
    let largest = found.iter().copied().fold(0.0, f64::max);
    assert!(largest <= 1.0, "a point is off by {largest} contact bounds");
}
