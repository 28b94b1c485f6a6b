//! The result bits of every query on the scenes of a folder, as a number per query that must hold on every platform
//! and backend.
//!
//! A number that changes on one platform or backend only is an error there. A number that changes everywhere means that
//! the order of operations, a rule or a tolerance of a kernel has changed: write it in the change log, and put the
//! numbers that the failing test prints below.
//!
//! The boxes and pairs are those of the files. Shapes around them are made with additions, multiplications, divisions
//! and square roots in float64, which IEEE 754 rounds in the same way everywhere. Cameras take a tangent, and obstacles of
//! chains sines and cosines, which are the same everywhere, too.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::io::Cursor;

use octosat::{Engine, Penetration, PointLimit, PointOrigin};
use octosat_check::queries::ALL;
use octosat_check::{
    Basis, Case, Change, Checked, Facts, Frame, Round, SPECULATIVE_MARGIN, Setting, engines,
};
use octosat_scenes::{ReadOptions, Recording, embedded};

/// A scene, and the margin of its pairs in meters.
type Scene = (&'static [u8], f32);

/// Boxes as in simulations, and of extreme shapes and places: in several pairs each, or two by two.
const WORLDS: [Scene; 10] = [
    (include_bytes!("golden/cloud.npz"), 0.02),
    (include_bytes!("golden/degenerate.npz"), 0.5),
    (include_bytes!("golden/extreme-ratios.npz"), 1e-4),
    (include_bytes!("golden/near-parallel.npz"), 1e-4),
    (include_bytes!("golden/near-touching.npz"), 0.3),
    (include_bytes!("golden/needles.npz"), 0.02),
    (include_bytes!("golden/pile-far.npz"), 0.02),
    (include_bytes!("golden/plates-far.npz"), 0.2),
    (include_bytes!("golden/twins.npz"), 0.02),
    (include_bytes!("golden/wall.npz"), 0.02),
];

/// Pairs of 41 kinds that are hard for contacts: eight of each.
const HARD_PAIRS: Scene = (include_bytes!("golden/hard-pairs.npz"), 1e-3);

/// Upright boxes of all sizes, for the plane.
const UPRIGHT: Scene = (include_bytes!("golden/upright.npz"), 0.02);

/// Boxes that move from frame to frame; pairs come, go and change their order.
const MOVING: [&[u8]; 2] =
    [include_bytes!("golden/pile-moving.npz"), include_bytes!("golden/wall-moving.npz")];

/// The first seed with which the shapes of `shape-casts` are thin.
const THIN: u64 = 3 << 62;

/// Seeds of thin shapes.
const THIN_SEEDS: usize = 40;

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

/// The recording of a scene.
fn recording(file: &[u8]) -> Recording {
    Recording::read(Cursor::new(file), ReadOptions::default()).unwrap()
}

/// The frames of scenes, each with a setting for its margin.
fn asked<'a>(
    scenes: impl IntoIterator<Item = &'a Scene>,
    setting: fn(f32) -> Setting,
) -> Vec<Vec<Frame>> {
    let frame =
        |&(file, margin): &Scene| vec![Frame::of_recording(&recording(file), 0, setting(margin))];
    scenes.into_iter().map(frame).collect()
}

/// No margin.
fn bare(_margin: f32) -> Setting {
    Setting::new(0.0, 0)
}

/// One margin for all pairs.
fn usual(margin: f32) -> Setting {
    Setting::new(margin, 0)
}

/// A margin of its own for each pair.
fn own(margin: f32) -> Setting {
    Setting { own_margins: true, ..usual(margin) }
}

/// The worlds without a margin and with one.
fn worlds() -> Vec<Vec<Frame>> {
    [bare, usual].map(|setting| asked(&WORLDS, setting)).concat()
}

/// The worlds and pairs that are hard for contacts, without a margin, with one, and with one for each pair.
fn pairs() -> Vec<Vec<Frame>> {
    let scenes = || WORLDS.iter().chain([&HARD_PAIRS]);
    [bare, usual, own].map(|setting| asked(scenes(), setting)).concat()
}

/// The worlds and upright boxes.
fn rectangles() -> Vec<Vec<Frame>> {
    let upright = [bare, usual].map(|setting| asked([&UPRIGHT], setting));
    worlds().into_iter().chain(upright.concat()).collect()
}

/// Pairs without a margin, and upright boxes.
fn intersections() -> Vec<Vec<Frame>> {
    asked(WORLDS.iter().chain([&HARD_PAIRS, &UPRIGHT]), bare)
}

/// The worlds, and boxes next to which shapes are thin, from so many seeds that some cores almost meet at the start.
fn shape_casts() -> Vec<Vec<Frame>> {
    let thin = asked([&HARD_PAIRS; THIN_SEEDS], |margin| Setting::new(margin, THIN));
    worlds().into_iter().chain(thin).collect()
}

/// The worlds without a margin.
fn bare_worlds() -> Vec<Vec<Frame>> {
    asked(&WORLDS, bare)
}

/// Worlds in motion as they are recorded, and with changes to the cache and to its queries.
fn moving() -> Vec<Vec<Frame>> {
    let frames = |recording: &Recording, setting| -> Vec<Frame> {
        let numbers = 0..recording.frames();
        numbers.map(|number| Frame::of_recording(recording, number, setting)).collect()
    };
    let usual = usual(SPECULATIVE_MARGIN);
    let (limit, origin) = (PointLimit::Eight, PointOrigin::CenterOfA);
    let other = Setting { limit, origin, surfaces: false, ..usual };
    let mut all = vec![frames(&embedded(ReadOptions::default()).unwrap(), usual)];
    for recording in MOVING.map(recording) {
        all.push(frames(&recording, usual));
        all.push(changed(frames(&recording, other)));
    }
    all
}

/// The same frames, before which boxes and pairs are forgotten, renumbered and removed; from the second one on, every
/// other has a margin of its own for each pair.
fn changed(mut frames: Vec<Frame>) -> Vec<Frame> {
    let last = u32::try_from(frames[0].position.len() - 1).unwrap();
    let pair = frames[0].pairs[0];
    frames[1].changes = vec![Change::Restore, Change::ForgetBox(1), Change::ForgetPair(pair)];
    frames[2].changes = vec![Change::Renumber((0..=last).rev().collect())];
    frames[2..].iter_mut().for_each(|frame| {
        frame.half_extents.reverse();
        frame.position.reverse();
        frame.rotation.reverse();
        frame.pairs.as_flattened_mut().iter_mut().for_each(|index| *index = last - *index);
    });
    frames[3].changes = vec![Change::SwapRemove { index: 2, last }];
    frames[3..].iter_mut().for_each(|frame| {
        frame.half_extents.swap_remove(2);
        frame.position.swap_remove(2);
        frame.rotation.swap_remove(2);
        frame.pairs.retain(|pair| !pair.contains(&2));
        let of_last = frame.pairs.as_flattened_mut().iter_mut().filter(|index| **index == last);
        of_last.for_each(|index| *index = 2);
    });
    frames[4].changes = vec![Change::Clear];
    frames.iter_mut().skip(1).step_by(2).for_each(|frame| frame.setting.own_margins = true);
    frames
}

/// The frames in all bases of a query; each sequence has its own seed and uses one cache.
fn sequences(facts: &Facts, frames: Vec<Vec<Frame>>) -> Vec<Vec<Case>> {
    // A cache never sees pre-scaled boxes, but what they are converted to.
    let bases = if facts.remembers { &Basis::ALL } else { facts.bases };
    let round = |(seed, mut frames): (u64, Vec<Frame>)| {
        frames.iter_mut().for_each(|frame| frame.setting.shape_seed += seed);
        Round { name: String::new(), frames }
    };
    (0..)
        .zip(frames)
        .map(round)
        .flat_map(|round| bases.iter().map(move |&basis| round.cases(basis, facts)))
        .map(Result::unwrap)
        .collect()
}

/// All rows that an engine answers, as bytes.
fn rows(query: &dyn Checked, engine: &Engine, sequences: &[Vec<Case>]) -> Vec<Vec<u8>> {
    sequences.iter().flat_map(|cases| query.answers(engine, cases).unwrap()).collect()
}

/// How many of the rows are like the most frequent one.
fn most_frequent(rows: &[Vec<u8>]) -> usize {
    let mut counts = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(row).or_insert(0) += 1);
    counts.into_values().max().unwrap_or(0)
}

/// The golden numbers of a query.
struct Golden {
    query: &'static str,
    frames: fn() -> Vec<Vec<Frame>>,
    number: u64,
}

/// What is golden of each query.
const GOLDEN: [Golden; 26] = [
    golden("pairs", pairs, 0x8003_2b0a_bd5f_93b5),
    golden("contacts-cached", moving, 0x35ed_eae7_b7a5_12ac),
    golden("verdicts", pairs, 0xc123_7c46_4f2d_39da),
    golden("distances", pairs, 0x7d9c_f7c0_82d8_40ad),
    golden("intersections", intersections, 0x4b20_5d0c_4b83_5bae),
    golden("all-pairs", intersections, 0xd3d1_9603_48ad_ce3a),
    golden("groups", pairs, 0x82b4_5889_e8df_c1ce),
    golden("products", worlds, 0x9fb0_dfab_33ad_5b15),
    golden("casts", pairs, 0xdeff_919f_e031_ab70),
    golden("impacts", worlds, 0x8ef9_eb70_44c9_2834),
    golden("moved", worlds, 0x41c6_db22_ed21_4479),
    golden("covered", pairs, 0xf06b_ecb1_f7e8_95a7),
    golden("half-space", worlds, 0xe5d2_9182_d088_2e64),
    golden("spheres", worlds, 0xde09_3b7f_cb34_cd61),
    golden("capsules", worlds, 0x204f_8585_06f8_bc0e),
    golden("round-pairs", worlds, 0xa310_01da_5a35_9e50),
    golden("shape-casts", shape_casts, 0x93d8_1b8f_9a96_831f),
    golden("aabbs", worlds, 0xa073_fe6a_838f_ce65),
    golden("frustum", worlds, 0xb788_69a0_e23f_0ca8),
    golden("segments", worlds, 0x60f5_a123_ca9b_a801),
    golden("rectangles", rectangles, 0x155c_8f05_1b7e_5c72),
    golden("configurations", bare_worlds, 0xca6a_d37f_aa1c_83a2),
    golden("joint-motions", bare_worlds, 0xc9d7_33d3_4fd2_6b1e),
    golden("link-pairs", bare_worlds, 0x1ad5_da65_17a9_945a),
    golden("own-points", bare_worlds, 0xdd04_881b_0f31_a6ac),
    golden("boxes-among", bare_worlds, 0xf8a3_0cbc_0fa3_f71c),
];

/// The boolean and the penetration of a pair, before its contacts.
const BEFORE_CONTACTS: usize = size_of::<u32>() + size_of::<Penetration>();
const GOLDEN_BEFORE_CONTACTS: u64 = 0xcf47_7441_1a8f_d037;

const fn golden(query: &'static str, frames: fn() -> Vec<Vec<Frame>>, number: u64) -> Golden {
    Golden { query, frames, number }
}

impl Golden {
    /// Numbers of a query that differ on an engine.
    fn different(&self, query: &dyn Checked) -> Vec<String> {
        let (sequences, name) = (sequences(query.facts(), (self.frames)()), self.query);
        let mut different = Vec::new();
        for engine in engines() {
            let rows = rows(query, &engine, &sequences);
            let (most, count) = (most_frequent(&rows), rows.len());
            assert!(count > 1_000 && most < count / 10 * 9, "{name}: {most} of {count} are equal");
            let mut compare = |part: &str, bytes: usize, wanted: u64| {
                let cut = |row: &Vec<u8>| row[..bytes.min(row.len())].to_vec();
                let found = rows.iter().fold(HASH_START, |state, row| hash(state, &cut(row)));
                if found != wanted {
                    let backend = engine.backend();
                    let what = format!("{found:#018x}, not {wanted:#018x}");
                    different.push(format!("{name}{part}, {backend}: {what}"));
                }
            };
            compare("", usize::MAX, self.number);
            if name == "pairs" {
                compare(" before contacts", BEFORE_CONTACTS, GOLDEN_BEFORE_CONTACTS);
            }
        }
        different
    }
}

#[test]
fn result_bits_of_every_query_are_the_golden_ones_on_every_backend() {
    let mut different = Vec::new();
    for &query in ALL {
        let name = query.facts().name;
        let golden = GOLDEN.iter().find(|golden| golden.query == name);
        different.extend(golden.expect("every query has golden numbers").different(query));
    }
    assert!(different.is_empty(), "the numbers are now\n{}", different.join("\n"));
}
