//! What is not finite, in unchecked views and casts: it spoils its own rows alone, and the NaNs in them
//! are one constant, since IEEE 754 leaves the sign of a computed one to the platform.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use bytemuck::{NoUninit, Pod};
use octosat::{
    AxisAlignedBox, BoxStore, BoxView, ClosestPoints, Engine, HalfSpace, HalfSpaceContacts, Layout,
    Penetration, PenetrationQuery, Query, Ray, RayHit, ScaledBoxStore, ScaledBoxView, Segment,
    ShapeQuery, Sphere, SphereContact,
};
use octosat_scenes::generate::Random;
use octosat_tests::{engines, narrow, normalized, row_bits};

/// A whole batch of every backend, and some more.
const BOXES: u32 = 21;

/// The lane that is spoilt.
const BAD: usize = 5;

/// Values that no store takes. NaNs of both signs, because either may be what a platform computes.
fn bad_values() -> [f32; 4] {
    [f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(0x7fc0_0123), f32::from_bits(0xffc0_0000)]
}

/// Rows of four in which one number, or all, are bad.
fn bad_rows(good: [f32; 4]) -> Vec<[f32; 4]> {
    let mut rows = Vec::new();
    for value in bad_values() {
        rows.push([value; 4]);
        for component in 0..4 {
            let mut row = good;
            row[component] = value;
            rows.push(row);
        }
    }
    rows
}

/// The words of a query's answer, so many a row.
struct Answer {
    query: &'static str,
    stride: usize,
    words: Vec<u32>,
}

impl Answer {
    fn of<T: NoUninit>(query: &'static str, rows: &[T]) -> Self {
        let words = bytemuck::cast_slice(rows).to_vec();
        Self { query, stride: size_of::<T>() / size_of::<u32>(), words }
    }

    /// Fails unless all rows but those of spoilt lanes are the same, and each NaN is the constant.
    fn check(&self, clean: &Self, spoilt: impl Fn(usize) -> bool, what: &str) {
        let rows = self.words.chunks(self.stride).zip(clean.words.chunks(self.stride));
        for (place, (found, clean)) in rows.enumerate() {
            assert!(spoilt(place) || found == clean, "{}, row {place}, {what}", self.query);
        }
        for &word in &self.words {
            let constant = !f32::from_bits(word).is_nan() || word == f32::NAN.to_bits();
            assert!(constant, "{}: {word:#x}, {what}", self.query);
        }
    }
}

/// A shape of each kind a box, good or spoilt.
#[derive(Clone)]
struct Shapes {
    planes: Vec<HalfSpace>,
    balls: Vec<Sphere>,
    rays: Vec<Ray>,
    segments: Vec<Segment>,
}

fn world() -> (BoxStore, Shapes) {
    let mut random = Random::new(301);
    let mut store = BoxStore::new();
    let mut shapes =
        Shapes { planes: Vec::new(), balls: Vec::new(), rays: Vec::new(), segments: Vec::new() };
    for number in 0..BOXES {
        let mut point = || narrow(random.vector(-2.0, 2.0));
        let [center, start, end, other] = [point(), point(), point(), point()];
        // Upright ones too: zeros times infinity are what makes a NaN of an infinite centre.
        let upright = number % 2 == 1;
        let rotation = if upright { [0.0, 0.0, 0.0, 1.0] } else { random.rotation() };
        let half = narrow(random.vector(0.5, 1.5));
        store.extend_from_slices(&[center], &[narrow(rotation)], &[half]).unwrap();
        let normal = if upright { [0.0, 0.0, 1.0] } else { random.direction() };
        let normal = narrow(normalized([normal[0], normal[1], normal[2], 0.0]));
        let normal = [normal[0], normal[1], normal[2]];
        shapes.planes.push(HalfSpace::through(start, normal).unwrap());
        shapes.balls.push(Sphere::new(end, 0.5).unwrap());
        shapes.rays.push(Ray::new(start, other).unwrap());
        shapes.segments.push(Segment::new(start, end).unwrap());
    }
    (store, shapes)
}

/// Every query that writes numbers, each box with its own shape.
fn answers(engine: &Engine, boxes: BoxView<'_>, shapes: &Shapes) -> Vec<Answer> {
    let own: Vec<[u32; 2]> = (0..BOXES).map(|index| [index, index]).collect();
    let rows = own.len();
    let Shapes { planes, balls, rays, segments } = shapes;
    let planes = ShapeQuery::new(boxes, planes, &own);
    let mut depths = vec![0.0_f32; rows];
    engine.penetrations(planes, &mut depths).unwrap();
    let mut corners = vec![HalfSpaceContacts::default(); rows];
    engine.manifolds(planes.margin(1.0), &mut corners[..]).unwrap();
    let listed: Vec<[f32; 4]> = corners.iter().flat_map(four_depths).collect();
    let mut spheres = vec![SphereContact::default(); rows];
    engine.manifolds(ShapeQuery::new(boxes, balls, &own), &mut spheres[..]).unwrap();
    let mut bounds = vec![AxisAlignedBox::default(); rows];
    engine.aabbs(boxes, &mut bounds).unwrap();
    let mut hits = vec![RayHit::MISS; 2 * rows];
    engine.hits(ShapeQuery::new(boxes, rays, &own), &mut hits[..rows]).unwrap();
    engine.hits(ShapeQuery::new(boxes, segments, &own), &mut hits[rows..]).unwrap();
    let hits: Vec<[f32; 2]> = hits.iter().map(|hit| [hit.entry, hit.exit]).collect();
    vec![
        Answer::of("depths", &depths),
        Answer::of("half-space contacts", &corners),
        Answer::of("contacts listed", &listed),
        Answer::of("sphere contacts", &spheres),
        Answer::of("bounds", &bounds),
        Answer::of("hits", &hits),
        penetrations(engine, Query::new(boxes, &neighbors())),
    ]
}

/// Each box and the next.
fn neighbors() -> Vec<[u32; 2]> {
    (0..BOXES).map(|index| [index, (index + 1) % BOXES]).collect()
}

/// The penetrations of neighbors.
fn penetrations<'q, L: Layout>(engine: &Engine, query: Query<'q, L>) -> Answer
where
    Query<'q, L>: PenetrationQuery<Row = Penetration>,
{
    let mut rows = vec![Penetration::default(); query.pairs().len()];
    engine.penetrations(query.margin(1.0), &mut rows).unwrap();
    let rows: Vec<_> = rows.iter().map(row_bits).collect();
    Answer::of("penetrations", &rows)
}

/// Positions and depths of up to four contacts, a row each, and zeros.
fn four_depths(contacts: &HalfSpaceContacts) -> [[f32; 4]; 4] {
    let mut rows = [[0.0; 4]; 4];
    for (row, contact) in rows.iter_mut().zip(contacts.iter()) {
        let [x, y, z] = contact.position;
        *row = [x, y, z, contact.depth];
    }
    rows
}

/// A box of each kind of bad row in each of its columns changes no other row, and its own NaNs are the
/// constant.
#[test]
fn bad_boxes_are_alone_and_their_nans_are_one_constant() {
    let (store, shapes) = world();
    let columns = [store.centers(), store.rotations(), store.half_extents()];
    let scaled = ScaledBoxStore::from_boxes(&store).unwrap();
    let scaled_columns = [scaled.centers(), scaled.axes(0), scaled.axes(1), scaled.axes(2)];
    for engine in engines() {
        let clean = answers(&engine, store.view(), &shapes);
        for (number, column) in columns.iter().enumerate() {
            for bad in bad_rows(column[BAD]) {
                let mut spoilt = columns.map(<[[f32; 4]]>::to_vec);
                spoilt[number][BAD] = bad;
                let view = BoxView::unchecked(&spoilt[0], &spoilt[1], &spoilt[2]).unwrap();
                let what = format!("{bad:?} in column {number}, {engine:?}");
                check_boxes(&answers(&engine, view, &shapes), &clean, &what);
            }
        }
        let clean = [penetrations(&engine, Query::new(&scaled, &neighbors()))];
        for (number, column) in scaled_columns.iter().enumerate() {
            for bad in bad_rows(column[BAD]) {
                let mut spoilt = scaled_columns.map(<[[f32; 4]]>::to_vec);
                spoilt[number][BAD] = bad;
                let [center, x, y, z] = spoilt.each_ref().map(Vec::as_slice);
                let view = ScaledBoxView::unchecked(center, [x, y, z]).unwrap();
                let what = format!("{bad:?} in scaled column {number}, {engine:?}");
                let found = penetrations(&engine, Query::new(view, &neighbors()));
                check_boxes(&[found], &clean, &what);
            }
        }
    }
}

fn check_boxes(found: &[Answer], clean: &[Answer], what: &str) {
    let boxes = BOXES as usize;
    for (found, clean) in found.iter().zip(clean) {
        match found.query {
            // Each box with the next.
            "penetrations" => found.check(clean, |row| row == BAD || row + 1 == BAD, what),
            "contacts listed" => found.check(clean, |row| row / 4 == BAD, what),
            _ => found.check(clean, |row| row % boxes == BAD, what),
        }
    }
}

/// The same of shapes that are cast from bad rows.
#[test]
fn bad_shapes_are_alone_and_their_nans_are_one_constant() {
    let (store, shapes) = world();
    for engine in engines() {
        let clean = answers(&engine, store.view(), &shapes);
        let check = |spoilt: &Shapes, what: &str| {
            check_boxes(
                &answers(&engine, store.view(), spoilt),
                &clean,
                &format!("{what}, {engine:?}"),
            );
        };
        let mut spoilt = shapes.clone();
        for bad in bad_rows(bytemuck::cast(shapes.planes[BAD])) {
            spoilt.planes[BAD] = bytemuck::cast(bad);
            check(&spoilt, &format!("plane {bad:?}"));
        }
        for bad in bad_rows(bytemuck::cast(shapes.balls[BAD])) {
            spoilt.balls[BAD] = bytemuck::cast(bad);
            check(&spoilt, &format!("ball {bad:?}"));
        }
        for [first, second] in bad_pairs(shapes.segments[BAD]) {
            spoilt.rays[BAD] = bytemuck::cast([first, second]);
            spoilt.segments[BAD] = bytemuck::cast([first, second]);
            check(&spoilt, &format!("line {first:?}, {second:?}"));
        }
    }
}

/// Two rows of which one is bad.
fn bad_pairs(good: impl Pod) -> Vec<[[f32; 4]; 2]> {
    let [first, second]: [[f32; 4]; 2] = bytemuck::cast(good);
    let starts = bad_rows(first).into_iter().map(|bad| [bad, second]);
    starts.chain(bad_rows(second).into_iter().map(|bad| [first, bad])).collect()
}

#[test]
fn bad_segments_are_alone_and_their_nans_are_one_constant() {
    let (_, shapes) = world();
    let own: Vec<[u32; 2]> = (0..BOXES).map(|index| [index, (index + 7) % BOXES]).collect();
    for engine in engines() {
        let closest = |a: &[Segment], b: &[Segment]| {
            let mut rows = vec![ClosestPoints::default(); own.len()];
            engine.closest_points(a, b, &own, &mut rows).unwrap();
            let words = rows.iter().map(|row| {
                let [[ax, ay, az], [bx, by, bz]] = [row.on_a, row.on_b];
                [ax, ay, az, row.at_a, bx, by, bz, row.at_b, row.distance]
            });
            Answer::of("closest_points", &words.collect::<Vec<_>>())
        };
        let good = &shapes.segments;
        let clean = closest(good, good);
        for bad in bad_pairs(good[BAD]) {
            let mut spoilt = good.clone();
            spoilt[BAD] = bytemuck::cast(bad);
            let what = format!("{bad:?}, {engine:?}");
            closest(&spoilt, good).check(&clean, |row| row == BAD, &what);
            closest(good, &spoilt).check(&clean, |row| (row + 7) % own.len() == BAD, &what);
        }
    }
}

/// A box that is not finite has a row of constants and no contacts, whatever is asked.
#[test]
fn infinite_boxes_have_no_bounds_and_no_contacts() {
    let (store, shapes) = world();
    let mut centers = store.centers().to_vec();
    centers[BAD] = [f32::INFINITY, 0.0, 0.0, 0.0];
    let view = BoxView::unchecked(&centers, store.rotations(), store.half_extents()).unwrap();
    for engine in engines() {
        let mut bounds = vec![AxisAlignedBox::default(); store.len()];
        engine.aabbs(view, &mut bounds).unwrap();
        let [min, max] = [bounds[BAD].min(), bounds[BAD].max()];
        assert!(min.iter().chain(&max).all(|coordinate| coordinate.is_nan()), "{:?}", bounds[BAD]);
        let ground = ShapeQuery::each(view, &shapes.planes[BAD]);
        let mut contacts = vec![HalfSpaceContacts::default(); store.len()];
        engine.manifolds(ground.margin(9.0), &mut contacts[..]).unwrap();
        let mut depths = vec![0.0; store.len()];
        engine.penetrations(ground, &mut depths).unwrap();
        // Infinity times the zeros of the upright normal.
        assert!(depths[BAD].is_nan() && contacts[BAD].is_empty(), "{}", depths[BAD]);
    }
}
