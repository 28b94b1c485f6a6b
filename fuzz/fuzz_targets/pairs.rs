//! Bytes become boxes and pairs of them; every backend must give the mirror's bits, the mirror
//! those of the plain reference, and the reference must not object.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use octosat::{
    Backend, BoxStore, CacheMode, ContactCache, ContactKind, Engine, EngineOptions, Layout,
    Manifolds, NEW_POINT, OrientedBox, OverlapQuery, Penetration, PenetrationQuery, Query,
    Rounding, ScaledBox, ScaledBoxStore,
};
use octosat_reference::float64::{
    ContactAnswer, ReferencePair, ManifoldAnswer, PenetrationAnswer, Agreement, check_manifold,
};
use octosat_reference::{self as reference, plain};

/// Most boxes of one input; their pairs, twice as many, fill three batches of the widest backend
/// and leave a rest.
const MOST: usize = 25;

/// A box and two others that it is paired with, so that every byte of an input matters.
#[derive(Arbitrary, Debug)]
struct Pose {
    /// Whole steps of a 64th of the size's unit, so that touching and coincident boxes are common.
    center: [i16; 3],
    /// Normalised before use; small numbers give cube symmetries.
    rotation: [i8; 4],
    half_extents: [u8; 3],
    /// The power of two of the size's unit, so that sizes in a pair differ by up to 10⁷ and more.
    exponent: u8,
    /// Taken modulo the number of boxes.
    partners: [u8; 2],
    /// How far the box moves until the next frame: hundredths of a 64th of its step, squared.
    motion: [i8; 3],
}

impl Pose {
    /// The box in the first frame, and in the one after that.
    fn oriented(&self) -> Option<[OrientedBox; 2]> {
        let step = 2.0_f32.powi(i32::from(self.exponent % 24) - 12);
        let [x, y, z, w] = self.rotation.map(f64::from);
        let length = (x * x + y * y + z * z + w * w).sqrt();
        if length == 0.0 {
            return None;
        }
        let rotation = [x, y, z, w].map(|component| (component / length) as f32);
        let center = self.center.map(|steps| f32::from(steps) * (step / 64.0));
        // Squared, so that small motions are as common as large ones.
        let way = self.motion.map(|part| f32::from(part) * f32::from(part).abs() * (step / 6400.0));
        let moved = [0, 1, 2].map(|k| center[k] + way[k]);
        let half_extents = self.half_extents.map(|h| f32::from(h) * step);
        Some([center, moved].map(|center| OrientedBox::new(center, rotation, half_extents)))
    }
}

fuzz_target!(|poses: Vec<Pose>| {
    let (mut store, mut later) = (BoxStore::new(), BoxStore::new());
    let mut partners = Vec::new();
    for pose in poses.iter().take(MOST) {
        let Some([oriented, moved]) = pose.oriented() else { continue };
        let index = store.insert(oriented).expect("finite boxes of usual size are accepted");
        later.insert(moved).expect("finite boxes of usual size are accepted");
        partners.extend(pose.partners.map(|partner| [index, u32::from(partner)]));
    }
    let Ok(count @ 1..) = u32::try_from(store.len()) else { return };
    let pairs: Vec<[u32; 2]> =
        partners.iter().map(|&[index, partner]| [index, partner % count]).collect();
    let scaled = ScaledBoxStore::from_boxes(&store).expect("sizes are within the narrower limits");

    let query = Query::new(&store, &pairs);
    let reference =
        |pair: [u32; 2]| pair.map(|index| unit_reference(store.get(index).expect("in range")));
    check(query, |pair| {
        let [a, b] = reference(pair);
        Expected {
            overlap: plain::overlap(&a, &b),
            row: plain::penetration(&a, &b, 0.0),
            reference: ReferencePair::oriented(&a, &b),
        }
    });
    check_contacts(query, |pair| {
        let [a, b] = reference(pair);
        ReferencePair::oriented(&a, &b)
    });
    // The list of the last frame begins elsewhere, and its last pair is gone.
    let mut turned = pairs.clone();
    turned.rotate_left(pairs.len() / 2);
    turned.pop();
    check_frames(&[query, query, Query::new(&later, &pairs), Query::new(&later, &turned)]);
    check(Query::new(&scaled, &pairs), |pair| {
        let [a, b] = pair.map(|index| scaled_reference(scaled.get(index).expect("in range")));
        Expected {
            overlap: plain::overlap_scaled(&a, &b),
            row: plain::penetration_scaled(&a, &b, 0.0),
            reference: ReferencePair::scaled(&a, &b),
        }
    });
});

/// What the references say about a pair.
struct Expected {
    overlap: bool,
    row: plain::PlainPenetration,
    reference: ReferencePair,
}

/// What one engine says about overlap and penetration.
struct Asked {
    overlaps: Vec<bool>,
    rows: Vec<Penetration>,
}

/// The bits of all manifolds and points, and where the points stood in the frame before.
#[derive(PartialEq)]
struct ContactBits {
    manifolds: Vec<ManifoldBits>,
    points: Vec<[u32; 5]>,
    surfaces: Vec<[u32; 6]>,
    previous: Vec<u32>,
}

/// The bits of a manifold's numbers, and its status.
#[derive(PartialEq)]
struct ManifoldBits {
    numbers: [u32; 6],
    status: (ContactKind, [bool; 4]),
}

impl ContactBits {
    fn of(contacts: &Manifolds) -> Self {
        let manifolds = contacts.manifolds().iter().map(|row| {
            let [x, y, z] = row.normal.map(f32::to_bits);
            let axis = u32::from(row.axis.code());
            let last = u32::from(row.len) << 8 | axis;
            let numbers = [x, y, z, row.depth.to_bits(), row.first, last];
            let (kept, reused) = (row.is_axis_kept(), row.is_reused());
            let flags = [row.is_degenerate(), kept, reused, row.has_same_points()];
            ManifoldBits { numbers, status: (row.kind(), flags) }
        });
        let points = contacts.points().iter().map(|point| {
            let [x, y, z] = point.position.map(f32::to_bits);
            [x, y, z, point.depth.to_bits(), point.feature.0]
        });
        let surfaces = contacts.surfaces().iter().map(|point| {
            let ([x, y, z], [u, v, w]) = (point.on_a, point.on_b);
            [x, y, z, u, v, w].map(f32::to_bits)
        });
        Self {
            manifolds: manifolds.collect(),
            points: points.collect(),
            surfaces: surfaces.collect(),
            previous: contacts.previous().to_vec(),
        }
    }
}

/// Contacts without a cache.
fn ask_contacts(engine: &Engine, query: Query<'_>) -> Manifolds {
    let mut out = Manifolds::new();
    engine.manifolds(query, &mut out).expect("a valid query");
    out
}

/// Frames one after the other through a cache: the bits of each, and the cache as it is after the last.
fn ask_frames(
    engine: &Engine,
    frames: &[Query<'_>],
    mode: CacheMode,
) -> (Vec<ContactBits>, ContactCache) {
    let mut cache = ContactCache::new(mode);
    let ask = |&query: &Query<'_>| {
        let found = engine.manifolds_cached(query.surfaces(), &mut cache);
        ContactBits::of(found.expect("a valid query"))
    };
    (frames.iter().map(ask).collect(), cache)
}

/// Contacts from frame to frame: everybody has the mirror's bits, and no two points were the same one.
fn check_frames(frames: &[Query<'_>]) {
    for (mirror, engines) in engines() {
        for mode in [CacheMode::Steady, CacheMode::REUSE] {
            let (expected, cache) = ask_frames(&mirror, frames, mode);
            for engine in engines.iter() {
                let (found, _) = ask_frames(engine, frames, mode);
                let (backend, rounding) = (engine.backend(), mirror.rounding());
                assert!(found == expected, "{mode:?} of {backend} differs in {rounding}");
            }
            let mut taken = vec![false; cache.last_manifolds().points().len()];
            for &place in cache.manifolds().previous().iter().filter(|&&place| place != NEW_POINT) {
                let taken = &mut taken[place as usize];
                assert!(!*taken, "point {place} was two");
                *taken = true;
            }
        }
    }
}

/// What the reference has against the manifold of a pair.
fn assert_manifold(reference: &ReferencePair, contacts: &Manifolds, place: usize) {
    let row = contacts.manifolds()[place];
    let points: Vec<ContactAnswer> = contacts
        .of(place)
        .iter()
        .map(|point| ContactAnswer {
            position: point.position,
            depth: point.depth,
            feature: point.feature.0,
        })
        .collect();
    let answer = ManifoldAnswer {
        normal: row.normal,
        depth: row.depth,
        axis: row.axis.code(),
        points: &points,
        margin: 0.0,
        limit: 4,
        fallback: row.kind() == ContactKind::Fallback,
        closest: row.kind() == ContactKind::Closest,
        steady: None,
    };
    assert_eq!(check_manifold(reference, &answer).faults, [], "{row:?} {points:?}");
}

/// The engines of every rounding on one thread: those of one lane, each with all that have its rounding.
fn engines() -> impl Iterator<Item = (Engine, Vec<Engine>)> {
    let engine =
        |backend, rounding| Engine::with(EngineOptions { backend, rounding, threads: 1 }).ok();
    Rounding::ALL.into_iter().filter_map(move |rounding| {
        let all = Backend::ALL.into_iter().filter_map(|backend| engine(backend, rounding));
        Some((engine(Backend::Scalar, rounding)?, all.collect()))
    })
}

/// Asks what every basis answers.
fn ask<'q, L: Layout>(engine: &Engine, query: Query<'q, L>) -> Asked
where
    Query<'q, L>: OverlapQuery + PenetrationQuery<Row = Penetration>,
{
    let pairs = query.pairs().len();
    let (mut overlaps, mut rows) = (vec![false; pairs], vec![Penetration::default(); pairs]);
    engine.overlaps(query, &mut overlaps).expect("a valid query");
    engine.penetrations(query, &mut rows).expect("a valid query");
    Asked { overlaps, rows }
}

fn check<'q, L: Layout>(query: Query<'q, L>, expected: impl Fn([u32; 2]) -> Expected)
where
    Query<'q, L>: OverlapQuery + PenetrationQuery<Row = Penetration>,
{
    for (mirror, engines) in engines() {
        let rounding = mirror.rounding();
        let Asked { overlaps, rows } = ask(&mirror, query);
        let mirror: Vec<_> = rows.iter().map(bits).collect();
        for engine in engines {
            let found = ask(&engine, query);
            let same = found.overlaps == overlaps
                && found.rows.iter().map(bits).eq(mirror.iter().copied());
            assert!(same, "{} differs from the mirror in {rounding}", engine.backend());
        }
        for (place, pair) in query.pairs().iter().enumerate() {
            let expected = expected(*pair);
            if rounding == Rounding::Exact {
                assert_eq!(overlaps[place], expected.overlap, "overlap of {pair:?}");
                assert_eq!(mirror[place], plain_bits(&expected.row), "row of {pair:?}");
            }
            let agreement = expected.reference.agreement(overlaps[place], 0.0);
            assert_ne!(agreement, Agreement::Contradicts, "overlap of {pair:?} in {rounding}");
            let Penetration { normal, depth, axis, .. } = rows[place];
            let answer = PenetrationAnswer { normal, depth, axis: axis.code() };
            let faults = expected.reference.faults(&answer, 0.0);
            assert_eq!(faults, [], "row of {pair:?} in {rounding}");
        }
    }
}

fn check_contacts(query: Query<'_>, reference: impl Fn([u32; 2]) -> ReferencePair) {
    for (mirror, engines) in engines() {
        let rounding = mirror.rounding();
        let mirror = ask_contacts(&mirror, query);
        for engine in engines {
            let found = ask_contacts(&engine, query);
            let same = ContactBits::of(&found) == ContactBits::of(&mirror);
            assert!(same, "contacts of {} differ from the mirror in {rounding}", engine.backend());
        }
        for (place, pair) in query.pairs().iter().enumerate() {
            assert_manifold(&reference(*pair), &mirror, place);
        }
    }
}

fn bits(row: &Penetration) -> [u32; 5] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.axis.code())]
}

fn plain_bits(row: &plain::PlainPenetration) -> [u32; 5] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.axis)]
}

fn unit_reference(stored: OrientedBox) -> reference::OrientedBox {
    reference::OrientedBox {
        center: stored.pose.center,
        rotation: stored.pose.rotation,
        half_extents: stored.half_extents,
    }
}

fn scaled_reference(stored: ScaledBox) -> reference::ScaledBox {
    reference::ScaledBox {
        center: stored.center,
        axes: stored.axes.map(|[x, y, z, _]| [x, y, z]),
        half_extents: stored.half_extents(),
    }
}
