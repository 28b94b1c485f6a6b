//! The result bits of every query on fixed scenes, as two numbers per query that must hold on every platform and
//! backend.
//!
//! A number that changes on one platform or backend only is an error there. A number that changes everywhere means that
//! the order of operations, a rule or a tolerance of a kernel has changed, or that the scenes are others: write it in
//! the change log, and put the numbers that the failing test prints below.
//!
//! The generators of boxes use additions, multiplications, divisions and square roots in float64 alone, which IEEE 754
//! rounds in the same way everywhere. Cameras take a tangent, which is the same everywhere, too.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use std::collections::HashMap;

use bytemuck::bytes_of;
use octosat::{Engine, Penetration, PointLimit, PointOrigin, Rounding};
use octosat_check::queries::{
    aabbs::Aabbs, cached::Cached, capsules::Capsules, casts::Casts, covered::Covered,
    distances::Distances, frustum::Views, half_space::HalfSpaces, impacts::Impacts,
    lines::LinesOfSight, pairs::Pairs, rectangles::Rectangles, resolve::Resolve, spheres::Spheres,
    verdicts::Verdicts,
};
use octosat_check::{Asked, Basis, Case, Frame, Query, Round, Setting, engines};
use octosat_scenes::generate::groups::Group;
use octosat_scenes::generate::motion::Sequence;
use octosat_scenes::generate::{Random, Scene, upright, worlds};

/// Two of each kind of world.
const ROUNDS: u64 = 20;

/// The seed of the rounds.
const SEED: u64 = 2026;

/// The start of Fowler, Noll and Vo's 64-bit hash FNV-1a.
const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash with one more row, a word at a time.
///
/// A word and the same word with its bytes in reverse order have one sum. So rows have one hash on platforms of either
/// byte order, whether a word is a number or four bytes.
fn hash(state: u64, row: &[u8]) -> u64 {
    row.chunks(4).fold(state, |state, bytes| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        let word = u32::from_ne_bytes(word);
        let sum = word.wrapping_add(word.swap_bytes());
        (state ^ u64::from(sum)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The frames of a round.
type Frames = fn(u64, &mut Random) -> Vec<Frame>;

/// A scene with a margin, and whether each pair has a margin of its own.
fn frame(scene: &Scene, margin: f32, random: &mut Random, owns: bool) -> Vec<Frame> {
    let setting = Setting::new(margin, random.next_u64());
    let own_margins = owns && random.one_in(4);
    vec![Frame::of_scene(scene, Setting { own_margins, ..setting })]
}

/// A world.
fn world(number: u64, random: &mut Random) -> Vec<Frame> {
    let scene = worlds::world(number, random);
    let margin = worlds::margin(&scene, random);
    frame(&scene, margin, random, false)
}

/// A world without a margin.
fn bare(number: u64, random: &mut Random) -> Vec<Frame> {
    let mut frames = world(number, random);
    frames[0].setting.margin = 0.0;
    frames
}

/// A world, and in every third round a group of pairs that are hard for contacts.
fn pairs(number: u64, random: &mut Random) -> Vec<Frame> {
    if !number.is_multiple_of(3) {
        let scene = worlds::world(number, random);
        let margin = worlds::margin(&scene, random);
        return frame(&scene, margin, random, true);
    }
    let group = Group::all()[usize::try_from(number / 3).unwrap()];
    let pairs = 1 + random.below(300);
    let (scene, margin) = group.scene(pairs, random);
    frame(&scene, margin, random, true)
}

/// A world, and in every other round upright boxes.
fn rectangles(number: u64, random: &mut Random) -> Vec<Frame> {
    let scene = match number % 2 {
        0 => upright::scene(number / 2, random),
        _ => worlds::world(number, random),
    };
    let margin = worlds::margin(&scene, random);
    frame(&scene, margin, random, false)
}

/// A world in motion.
fn moving(number: u64, random: &mut Random) -> Vec<Frame> {
    let scene = worlds::world(number, random);
    let margin = worlds::margin(&scene, random);
    let mut usual = Setting::new(margin, random.next_u64());
    let is_shuffled_again = random.one_in(2);
    let Sequence { steps, is_plain } = Sequence::new(&scene, margin, random);
    let own_margins = if is_plain { 0 } else { random.below(3) };
    if !is_plain {
        usual.limit = random.choose(&[PointLimit::Four, PointLimit::Eight]);
        usual.origin = random.choose(&[PointOrigin::World, PointOrigin::CenterOfA]);
        usual.surfaces = !random.one_in(4);
    }
    let mut setting = |margin| {
        let again = is_shuffled_again.then(|| random.next_u64());
        let own_margins = own_margins == 1 || own_margins == 2 && random.one_in(2);
        Setting { margin, own_margins, shape_seed: again.unwrap_or(usual.shape_seed), ..usual }
    };
    let frame = |step: octosat_scenes::generate::motion::Step| {
        let setting = setting(step.margin);
        Frame { changes: step.changes, ..Frame::of_scene(&step.scene, setting) }
    };
    steps.into_iter().map(frame).collect()
}

/// The frames of all rounds in all bases of a query; each list is asked about with one cache.
fn sequences<Q: Query>(query: Q, frames: Frames) -> Vec<Vec<Case>> {
    let round = |number| {
        let frames = frames(number, &mut Random::of_round(SEED, number));
        Round { name: String::new(), frames }
    };
    // A cache never sees pre-scaled boxes, but what they are converted to.
    let bases = if query.facts().remembers { &Basis::ALL } else { query.facts().bases };
    (0..ROUNDS)
        .map(round)
        .flat_map(|round| bases.iter().map(move |&basis| round.cases(basis, query.facts())))
        .map(Result::unwrap)
        .collect()
}

/// All rows that an engine answers.
fn rows<Q: Query>(query: Q, engine: &Engine, sequences: &[Vec<Case>]) -> Vec<Q::Row> {
    let mut answers = Vec::new();
    for cases in sequences {
        let mut memory = query.memory(0);
        for case in cases {
            let world = query.world(case).unwrap();
            let rows = query.rows(case, &world);
            let asked = Asked::list(engine, case, &world, &rows);
            answers.extend(query.ask(&asked, &mut memory).unwrap());
        }
    }
    answers
}

/// How many of the rows are like the most frequent one.
fn most_frequent<R: bytemuck::Pod>(rows: &[R]) -> usize {
    let mut counts = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(bytes_of(row)).or_insert(0) += 1);
    counts.into_values().max().unwrap_or(0)
}

/// Numbers that differ from the golden ones.
#[derive(Default)]
struct Different(Vec<String>);

impl Different {
    /// Compares the numbers of a query, exact and fused, on every engine.
    fn compare<Q: Query>(&mut self, query: Q, frames: Frames, golden: [u64; 2]) {
        self.compare_part(query, frames, |row| bytes_of(row), golden);
    }

    /// Compares the numbers of a part of each row.
    fn compare_part<Q: Query>(
        &mut self,
        query: Q,
        frames: Frames,
        part: impl Fn(&Q::Row) -> &[u8],
        golden: [u64; 2],
    ) {
        let (sequences, name) = (sequences(query, frames), query.facts().name);
        for engine in engines() {
            let rows = rows(query, &engine, &sequences);
            let (most, count) = (most_frequent(&rows), rows.len());
            assert!(count > 1_000 && most < count / 10 * 9, "{name}: {most} of {count} are equal");
            let found = rows.iter().fold(HASH_START, |state, row| hash(state, part(row)));
            let wanted = golden[usize::from(engine.rounding() == Rounding::Fused)];
            if found != wanted {
                let (backend, rounding) = (engine.backend(), engine.rounding());
                let what = format!("{found:#018x}, not {wanted:#018x}");
                self.0.push(format!("{name}, {backend}, {rounding}: {what}"));
            }
        }
    }
}

#[test]
fn result_bits_are_the_golden_ones_on_every_backend() {
    let mut different = Different::default();
    // The boolean and the penetration of a pair, before its contacts.
    let before = size_of::<u32>() + size_of::<Penetration>();
    different.compare_part(
        Pairs,
        pairs,
        |row| &bytes_of(row)[..before],
        [0x24fc_cbda_1d48_46cb, 0x2c64_27fe_6dd3_7ecc],
    );
    different.compare(Pairs, pairs, [0xc5ec_aa82_d78b_fdeb, 0xd72f_ef3a_0ba0_d89e]);
    different.compare(Cached, moving, [0xcc67_37b4_cbb8_891f, 0xe887_8e2f_0f09_14d0]);
    different.compare(Verdicts, pairs, [0x66b7_8573_9daa_0285, 0x0d52_a532_ea06_2c8e]);
    different.compare(Distances, pairs, [0xcfae_6e8b_f4c4_cd5c, 0x2f37_2900_3da5_4407]);
    different.compare(Casts, pairs, [0x85c2_4f11_697c_78b6, 0x8153_c71f_4c67_041a]);
    different.compare(Impacts, world, [0x12b0_aaff_3980_4887, 0x32a4_9dc0_bdbd_1dcf]);
    different.compare(Covered, pairs, [0x8d51_f625_ca0f_709b, 0x9f89_8840_9ad2_4d72]);
    different.compare(HalfSpaces, world, [0x7ec2_9d1a_fcbb_3a71, 0x20ea_5715_bfba_d91e]);
    different.compare(Spheres, world, [0x6500_556c_414f_9800, 0xd672_f729_010d_7718]);
    different.compare(Capsules, world, [0x4b45_05fc_2fbe_1c5a, 0xd7b1_d8a2_20a2_262d]);
    different.compare(Aabbs, world, [0xd5de_2443_e958_2995, 0xf498_2a6e_a7f5_e24b]);
    different.compare(Views, world, [0xeb8a_5914_1e31_fa05, 0xeb8a_5914_1e31_fa05]);
    different.compare(LinesOfSight, world, [0xb1c1_a10e_4874_e657, 0x0b18_dba1_5dd5_86d5]);
    different.compare(Rectangles, rectangles, [0xc894_7f70_852f_5810, 0x93a8_a650_a7e6_f367]);
    different.compare(Resolve, bare, [0x127f_7386_390f_1aac, 0x63d4_d3ba_8956_c464]);
    assert!(different.0.is_empty(), "the numbers are now\n{}", different.0.join("\n"));
}
