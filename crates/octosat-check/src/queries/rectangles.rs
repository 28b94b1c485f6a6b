//! Boxes seen from above: rectangles in the plane of x and y.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use octosat::{
    ContactKind, Engine, Rectangle, RectangleIntersection, RectangleManifold, RectanglePenetration,
    RectangleStore, RectangleView,
};
use octosat_reference::float64::{
    RectangleAnswer, RectangleContactAnswer, RectangleKind, RectanglePointAnswer,
    ReferenceIntersection, ReferenceRectangles,
};
use octosat_scenes::generate::narrow;
use proptest::prelude::*;

use super::answers::{filled, overlaps};
use super::intersections::{Found, exchanged};
use crate::strategies::{self, Kind, UPRIGHT_KINDS, around, frame_of, list, pick, placed, turn};
use crate::{
    Asked, Basis, Boxes, Call, Case, Facts, Failure, Finding, Frame, Query, Round, Rows, Verb,
    boolean, map_rows, uniform,
};

/// The rectangle of each box: x and y of its center and of its half extents, turned as the box is about z.
///
/// It is the box's outline from above if the box stands upright. For one that leans it is what the box would be if
/// it were put upright by the shortest way.
#[derive(Clone, Copy, Debug)]
pub struct Rectangles;

/// All answers about two rectangles.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct RectangleRow {
    overlaps: u32,
    /// Zero: the rest has rows of eight bytes.
    padding: u32,
    intersection: RectangleIntersection,
    penetration: RectanglePenetration,
    manifold: RectangleManifold,
}

/// The square of cosine and sine of half the angle below which a box has none about z: it is upside down, and its
/// quaternion has only noise about z.
const NO_TURN: f64 = 1e-12;

/// Where a penetration has its axis: the rest of the row is zeros.
const AXIS: usize = 12;

/// The largest component of a unit vector is larger.
const SHORT: f32 = 0.5;

/// Most pairs of upright boxes.
const MOST_UPRIGHT: usize = 200;

/// Sizes of upright rectangles in meters, and how far they are from the origin in sizes.
const SIZES: [[f64; 2]; 7] =
    [[1.0, 1.0], [1.0, 5.0], [1.0, 1e6], [1e-3, 5.0], [1e-3, 1e6], [1e-25, 5.0], [1e11, 4.0]];

/// Pairs of upright boxes of one size.
fn upright(kind: Kind) -> BoxedStrategy<Frame> {
    let center = [around(1.0), around(1.0)].prop_map(|[x, y]| DVec3::new(x, y, 0.0));
    (pick(&SIZES), list(placed(kind, turn(), center), MOST_UPRIGHT))
        .prop_map(|(size, pairs)| frame_of(pairs.iter().map(|pair| pair.boxes(size))))
        .boxed()
}

impl Query for Rectangles {
    type Row = RectangleRow;
    type World = RectangleStore;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "rectangles",
            about: "pairs of boxes seen from above, as rectangles: overlap, penetration and contacts, with a margin, and the area that they share",
            verbs: const {
                &[
                    Verb::of("overlaps", "rectangles"),
                    Verb::of("penetrations", "rectangles"),
                    Verb::of("manifolds", "rectangles"),
                    Verb::of("intersections", "rectangles"),
                ]
            },
            bases: &[Basis::Unit],
            smallest_length: Facts::OF_SHAPES.smallest_length,
            avx2_nanoseconds: Facts::OF_SHAPES.avx2_nanoseconds,
            ..Facts::OF_PAIRS
        }
    }

    /// Every other round upright boxes, whose rectangles are the cases that are hard in the plane.
    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let (name, world) = if number.is_multiple_of(2) {
            let turn = usize::try_from(number / 2).unwrap_or_default();
            let kind = UPRIGHT_KINDS[turn % UPRIGHT_KINDS.len()];
            (kind.name, upright(kind))
        } else {
            strategies::worlds(number)
        };
        strategies::usual(self.facts(), name, world)
    }

    fn world(&self, case: &Case) -> Result<RectangleStore, Failure> {
        let boxes = &case.boxes;
        let rotations = boxes.stored_rotations();
        let rows = boxes.centers.iter().zip(rotations).zip(&boxes.half_extents);
        let of_box = |((&[x, y, ..], rotation), &[h, k, ..]): ((&[f32; 4], _), &[f32; 4])| {
            Rectangle::new([x, y], turn_about_z(rotation), [h, k])
        };
        let rectangles: Vec<Rectangle> = rows.map(of_box).collect();
        let mut store = RectangleStore::with_capacity(rectangles.len());
        store.extend_from_rectangles(&rectangles)?;
        Ok(store)
    }

    fn ask(
        &self,
        asked: &Asked<'_, RectangleStore>,
        _memory: &mut (),
    ) -> Result<Vec<RectangleRow>, Failure> {
        let Asked { engine, rows, margin, .. } = *asked;
        let poisoned = poisoned(asked.world, &asked.case.boxes);
        let view = match &poisoned {
            Some((poses, half_extents)) => RectangleView::unchecked(poses, half_extents)?,
            None => asked.world.view(),
        };
        let query = octosat::Query::new(view, rows).within(margin);
        let intersections = exchanged(rows, |pairs| {
            let query = octosat::Query::new(view, pairs);
            filled(pairs.len(), |out| engine.intersections(query, out))
        })?;
        let overlaps = overlaps(engine, query, rows.len())?;
        let penetrations = filled(rows.len(), |out| engine.penetrations(query, out))?;
        let manifolds = filled(rows.len(), |out| engine.manifolds(query, out))?;
        let row = |pair: usize| RectangleRow {
            overlaps: overlaps[pair].into(),
            padding: 0,
            intersection: intersections[pair],
            penetration: penetrations[pair],
            manifold: manifolds[pair],
        };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, RectangleStore>,
        answers: &[RectangleRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, world, rows, .. } = *asked;
        Ok(map_rows(rows.len(), |row| {
            let [a, b] = rows[row].map(|index| given(world, index));
            let (pair, margin) = (ReferenceRectangles::new(&a, &b), case.setting.margin);
            let answer = &answers[row];
            penetration(&pair, answer, margin)
                .and(contact(&pair, answer, margin))
                .and(area([&a, &b], answer))
                .and(form(answer))
                .about(|| format!(", {answer:?} of {a:?} and {b:?}, {pair:?}"))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a RectangleStore) -> Vec<Call<'a>> {
        let query = octosat::Query::new(world, &case.pairs).within(uniform(case.setting.margin));
        let rows = case.pairs.len();
        let has_points = |manifold: &RectangleManifold| !manifold.points().is_empty();
        let overlaps = RectanglePenetration::overlaps;
        let none = vec![RectangleIntersection::default(); rows];
        let bare = octosat::Query::new(world, &case.pairs);
        let intersections = move |engine: &Engine, out: &mut [RectangleIntersection]| {
            Ok(engine.intersections(bare, out)?)
        };
        vec![
            Call::overlaps("rectangle-overlap", rows, query),
            Call::penetrations("rectangle-penetration", rows, query, overlaps),
            Call::manifolds("rectangle-contacts", rows, query, has_points),
            Call::new("rectangle-intersections", none, intersections, |row| row.area > 0.0),
        ]
    }
}

/// The poses and half extents of a store, with NaN for boxes of NaN, which no store holds; none without such a box.
pub(super) fn poisoned(store: &RectangleStore, boxes: &Boxes) -> Option<(Rows, Vec<[f32; 2]>)> {
    let is_nan = |center: &[f32; 4]| center[0].is_nan();
    if !boxes.centers.iter().any(is_nan) {
        return None;
    }
    let rows = store.poses().iter().zip(store.half_extents()).zip(&boxes.centers);
    let row = |((&pose, &[h, k, ..]), center): ((&[f32; 4], &[f32; 4]), _)| {
        if is_nan(center) { ([f32::NAN; 4], [f32::NAN; 2]) } else { (pose, [h, k]) }
    };
    Some(rows.map(row).unzip())
}

/// Cosine and sine of the angle about z of a unit quaternion: twice that of w and z.
fn turn_about_z([_, _, z, w]: [f32; 4]) -> [f32; 2] {
    let [z, w] = [z, w].map(f64::from);
    let squared = w * w + z * z;
    if squared < NO_TURN {
        return [1.0, 0.0];
    }
    [narrow((w * w - z * z) / squared), narrow(2.0 * w * z / squared)]
}

/// A stored rectangle as the references take it.
fn given(store: &RectangleStore, index: u32) -> octosat_reference::Rectangle {
    let index = index as usize;
    let ([x, y, cosine, sine], [h, k, ..]) = (store.poses()[index], store.half_extents()[index]);
    octosat_reference::Rectangle { center: [x, y], rotation: [cosine, sine], half_extents: [h, k] }
}

/// What the float64 reference finds in the boolean and the penetration of a pair.
fn penetration(pair: &ReferenceRectangles, answer: &RectangleRow, margin: f32) -> Finding {
    let (overlaps, row) = (answer.overlaps == 1, &answer.penetration);
    let over = f64::from(margin) - pair.separation;
    let mut finding = Finding::new(None, boolean(overlaps, over, pair.error_bound));
    finding.holds(pair.allows_overlap(overlaps, margin), "the boolean is wrong");
    let answer = RectangleAnswer { normal: row.normal, depth: row.depth, axis: row.axis.code() };
    let faults = pair.faults(&answer, margin);
    finding.holds(faults.is_empty(), &format!("{faults:?} of the penetration"));
    finding.within(f64::from(row.depth) + pair.separation, pair.error_bound, "the depth is off");
    finding
}

/// What it finds in the contact.
fn contact(pair: &ReferenceRectangles, answer: &RectangleRow, margin: f32) -> Finding {
    let manifold = &answer.manifold;
    let Some(kind) = kind_of(manifold.kind()) else {
        return Finding::of_fault(format!("a contact of kind {:?}", manifold.kind()));
    };
    let point = |point: &octosat::RectanglePoint| RectanglePointAnswer {
        position: point.position,
        depth: point.depth,
        feature: point.feature.0,
    };
    let points: Vec<RectanglePointAnswer> = manifold.points().iter().map(point).collect();
    let (normal, depth, axis) = (manifold.normal, manifold.depth, manifold.axis.code());
    let row = RectangleAnswer { normal, depth, axis };
    let faults =
        pair.contact_faults(&RectangleContactAnswer { row, kind, points: &points }, margin);
    let mut finding = Finding::default();
    finding.holds(faults.is_empty(), &format!("{faults:?} of the contact"));
    // Depth, normal and axis of a contact along an axis are those of the penetration.
    let own = &answer.penetration;
    let bits = |[x, y]: [f32; 2], depth: f32| [x, y, depth].map(f32::to_bits);
    let same = bits(normal, depth) == bits(own.normal, own.depth) && manifold.axis == own.axis;
    finding.holds(same || kind != RectangleKind::Face, "the contact is not along its axis");
    if !points.is_empty() {
        finding.within(f64::from(depth) + pair.gap(), pair.point_bound(), "the depth is no gap");
    }
    finding
}

/// What it finds in the area that both share. Rectangles that do not overlap share none, whatever is rounded.
fn area([a, b]: [&octosat_reference::Rectangle; 2], answer: &RectangleRow) -> Finding {
    let RectangleRow { overlaps, intersection: RectangleIntersection { area, iou }, .. } = *answer;
    let sizes = [a, b].map(|given| 4.0 * (given.half_extents[0] * given.half_extents[1]));
    let found = Found { size: area, iou, sizes: &[sizes], are_equal: a == b };
    let mut finding = found.finding(&ReferenceIntersection::of_rectangles(a, b));
    finding.holds(overlaps == 1 || area == 0.0, "an area of rectangles that do not overlap");
    finding
}

/// What is wrong with the form of a row, whatever the rectangles are: bytes that must be zero, and a flag.
fn form(answer: &RectangleRow) -> Finding {
    let RectangleRow { penetration, manifold, .. } = answer;
    let mut finding = Finding::default();
    for normal in [penetration.normal, manifold.normal] {
        // The reference takes a normal that is short for none.
        let is_short = normal.iter().all(|part| part.abs() < SHORT);
        let is_none = normal.iter().all(|part| *part == 0.0);
        finding.holds(!is_short || is_none, "a normal that is short and not zero");
    }
    finding.holds(manifold.len <= 2, "more than two points");
    let no_points = bytemuck::cast_slice(&manifold.points[manifold.points().len()..]);
    let zeros = [&bytemuck::bytes_of(penetration)[AXIS + 1..], no_points].concat();
    finding.holds(zeros.iter().all(|&byte| byte == 0), "something where zeros are to be");
    finding
}

/// The kind of a contact as the float64 reference takes it, of those that rectangles have.
fn kind_of(kind: ContactKind) -> Option<RectangleKind> {
    match kind {
        ContactKind::Separated => Some(RectangleKind::Separated),
        ContactKind::Face => Some(RectangleKind::Face),
        ContactKind::Closest => Some(RectangleKind::Closest),
        ContactKind::Fallback => Some(RectangleKind::Fallback),
        _ => None,
    }
}
