//! The result bits of one fixed scene, as four numbers a query that must hold on every
//! platform.
//!
//! The scene is made here, with additions, subtractions, multiplications, divisions and square
//! roots alone, which IEEE 754 rounds the same way everywhere. A number that changes on one
//! platform or backend only is an error there. A number that changes everywhere means that the
//! kernels' documented order of operations, a rule or a tolerance has changed: say so in the change
//! log, and put the numbers that the failing test prints below, or into `shapes`.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod shapes;

use octosat::{
    Backend, BoxStore, Engine, Manifolds, Penetration, PointLimit, Query, Rounding, ScaledBoxStore,
};
use octosat_tests::{
    Basis, ContactSettings, Limit, World, available_backends, engine_with, plain_overlaps,
    plain_rows, row_bits,
};

/// Unit basis exact, unit fused, scaled exact, scaled fused.
const GOLDEN: [u64; 4] =
    [0x2089_5fcb_12a6_e86a, 0x433c_473f_87f8_06a9, 0x2a5d_bb92_06a7_f4cf, 0xeada_8001_ad8c_52db];

/// The same for contacts; those of the scaled basis are of its boxes, converted to unit quaternions.
const GOLDEN_CONTACTS: [u64; 4] =
    [0x9768_f00e_993b_4c5a, 0x3fde_71d1_86f7_fa1c, 0xeca2_c365_6c2e_785a, 0x9355_ea88_97cb_415f];

/// Pairs in the scene; each has two boxes of its own.
const PAIRS: usize = 6_000;

/// Fowler, Noll and Vo's 64-bit hash FNV-1a, a word at a time.
fn hash(state: u64, word: u32) -> u64 {
    word.to_le_bytes()
        .into_iter()
        .fold(state, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Sebastiano Vigna's splitmix64.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A multiple of 2^-23 at least −1 and below 1.
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact in float32")]
    fn signed(&mut self) -> f32 {
        (self.next() >> 40) as f32 / 8_388_608.0 - 1.0
    }

    /// A unit vector.
    fn direction(&mut self) -> [f32; 3] {
        loop {
            let raw = [(); 3].map(|()| self.signed());
            let squared = raw[0] * raw[0] + raw[1] * raw[1] + raw[2] * raw[2];
            if squared > 0.01 && squared <= 1.0 {
                let length = squared.sqrt();
                return raw.map(|component| component / length);
            }
        }
    }

    /// The axes of a rotated frame, unit vectors at right angles within rounding.
    fn axes(&mut self) -> [[f32; 3]; 3] {
        let [x, y, z, w] = self.rotation(None);
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }

    fn rotation(&mut self, near: Option<[f32; 4]>) -> [f32; 4] {
        loop {
            let noise = [(); 4].map(|()| self.signed());
            let raw = match near {
                Some(base) => std::array::from_fn(|k| base[k] + noise[k] / 65_536.0),
                None => noise,
            };
            let squared = raw[0] * raw[0] + raw[1] * raw[1] + raw[2] * raw[2] + raw[3] * raw[3];
            if squared > 0.01 && (near.is_some() || squared <= 1.0) {
                let length = squared.sqrt();
                return raw.map(|component| component / length);
            }
        }
    }
}

/// General pairs, nearly parallel ones and plates, most of them near enough to be interesting.
fn scene() -> World {
    let mut random = SplitMix64(2026);
    let (mut centers, mut rotations, mut halves) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..PAIRS {
        let center = [(); 3].map(|()| random.signed() * 100.0);
        let offset = [(); 3].map(|()| random.signed() * 1.25);
        let first = random.rotation(None);
        let second = random.rotation((pair % 3 == 0).then_some(first));
        centers.extend([center, std::array::from_fn(|k| center[k] + offset[k])]);
        rotations.extend([first, second]);
        for _ in 0..2 {
            let mut half = [(); 3].map(|()| 0.625 + random.signed() * 0.375);
            if pair % 5 == 0 {
                half[pair % 3] = 0.0;
            }
            halves.push(half);
        }
    }
    let store = BoxStore::from_slices(&centers, &rotations, &halves).unwrap();
    let scaled = ScaledBoxStore::from_boxes(&store).unwrap();
    let count = u32::try_from(PAIRS).unwrap();
    let pairs = (0..count).map(|pair| [2 * pair, 2 * pair + 1]).collect();
    World { name: "golden".to_owned(), store, scaled: Some(scaled), pairs }
}

fn limits() -> [Limit; 2] {
    [Limit::None, Limit::Uniform(0.0625)]
}

fn hash_of_answers(overlaps: &[bool], rows: impl Iterator<Item = [u32; 5]>, state: u64) -> u64 {
    let state = overlaps.iter().fold(state, |state, &overlaps| hash(state, u32::from(overlaps)));
    // The bits of a NaN would be hashed too, but no pair of the scene has one.
    rows.flatten().fold(state, hash)
}

fn engine_hash(world: &World, engine: &Engine, basis: Basis) -> u64 {
    limits().iter().fold(HASH_START, |state, limit| {
        let overlaps = world.overlaps(engine, basis, limit);
        let rows = world.rows(engine, basis, limit);
        hash_of_answers(&overlaps, rows.iter().map(row_bits), state)
    })
}

/// The bits of manifolds and points, four of a pair and eight.
fn contacts_hash(world: &World, engine: &Engine, basis: Basis) -> u64 {
    let world = &of_basis(world, basis);
    let mut contacts = Manifolds::new();
    let mut state = HASH_START;
    for limit in limits() {
        for most in [PointLimit::Four, PointLimit::Eight] {
            let margin = limit.margin();
            let settings = ContactSettings { margin, limit: most, ..ContactSettings::default() };
            world.contacts(engine, &settings, &mut contacts);
            for row in contacts.manifolds() {
                let [x, y, z] = row.normal.map(f32::to_bits);
                let [axis, len] = [u32::from(row.axis.code()), u32::from(row.len)];
                let words = [x, y, z, row.depth.to_bits(), row.first, len, axis];
                state = words.into_iter().fold(state, hash);
            }
            for point in contacts.points() {
                let [x, y, z] = point.position.map(f32::to_bits);
                state =
                    [x, y, z, point.depth.to_bits(), point.feature.0].into_iter().fold(state, hash);
            }
        }
    }
    state
}

/// The boxes that answer for a basis where only unit quaternions have an answer.
fn of_basis(world: &World, basis: Basis) -> World {
    match basis {
        Basis::Unit => world.clone(),
        Basis::Scaled => World { store: world.scaled().to_boxes(), ..world.clone() },
    }
}

/// Fails with all four numbers, ready to be put above.
fn assert_golden(found: [u64; 4], golden: [u64; 4], what: &str) {
    assert!(found == golden, "{what}: the numbers are now {found:#018x?}");
}

/// The numbers of a backend; where it does not have a rounding, the golden ones.
fn engine_hashes(
    world: &World,
    backend: Backend,
    golden: [u64; 4],
    of: impl Fn(&World, &Engine, Basis) -> u64,
) -> [u64; 4] {
    let mut hashes = golden;
    for (row, basis) in [Basis::Unit, Basis::Scaled].into_iter().enumerate() {
        for (column, rounding) in [Rounding::Exact, Rounding::Fused].into_iter().enumerate() {
            if backend.has_rounding(rounding) {
                let engine = engine_with(backend, rounding);
                hashes[2 * row + column] = of(world, &engine, basis);
            }
        }
    }
    hashes
}

#[test]
fn result_bits_are_the_golden_ones_on_every_backend() {
    let world = scene();
    for backend in available_backends() {
        let found = engine_hashes(&world, backend, GOLDEN, engine_hash);
        assert_golden(found, GOLDEN, backend.name());
        let contacts = engine_hashes(&world, backend, GOLDEN_CONTACTS, contacts_hash);
        assert_golden(contacts, GOLDEN_CONTACTS, &format!("contacts, {backend}"));
    }
}

#[test]
fn the_plain_reference_has_the_same_golden_numbers() {
    let world = scene();
    for (row, basis) in [Basis::Unit, Basis::Scaled].into_iter().enumerate() {
        let found = limits().iter().fold(HASH_START, |state, limit| {
            let overlaps = plain_overlaps(&world, basis, limit);
            hash_of_answers(&overlaps, plain_rows(&world, basis, limit).into_iter(), state)
        });
        assert_eq!(found, GOLDEN[2 * row], "{basis:?}: {found:#018x}");
    }
}

/// A scene of pairs all apart would pin little.
#[test]
fn the_golden_scene_is_varied() {
    let world = scene();
    let mut rows = vec![Penetration::default(); PAIRS];
    Engine::new().penetrations(Query::new(&world.store, &world.pairs), &mut rows).unwrap();
    let overlapping = rows.iter().filter(|row| row.overlaps()).count();
    assert!((PAIRS / 5..PAIRS * 4 / 5).contains(&overlapping), "{overlapping}");
    for code in 0..15 {
        assert!(rows.iter().any(|row| row.axis.code() == code), "axis {code} never wins");
    }
    assert!(rows.iter().all(|row| !row.depth.is_nan()));
}
