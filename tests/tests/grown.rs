//! Boxes that are larger or smaller: every query that takes `grown` answers as for boxes that have these half extents.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxView, Cast, CastState, Casts, Contacts, Engine, ErrorKind, Groups, Impact, ImpactState,
    Impacts, Least, Length, Manifolds, Motions, Product, Query, Verdict,
};
use octosat_check::{engines, stale};
use octosat_reference::OrientedBox as Plain;
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{UPRIGHT, neighbors, store_of, upright};

/// Boxes at the start and at the end of a step, paired with their neighbors.
struct Scene {
    centers: [Vec<[f32; 3]>; 2],
    rotations: [Vec<[f32; 4]>; 2],
    half_extents: Vec<[f32; 3]>,
    pairs: Vec<[u32; 2]>,
}

impl Scene {
    /// Boxes of very different sizes, some of them plates, that nearly touch.
    fn random(random: &mut Random, count: usize) -> Self {
        let mut rotations = || {
            let rotation = |_| random.rotation().map(narrow);
            (0..count).map(rotation).collect::<Vec<_>>()
        };
        let rotations = [rotations(), rotations()];
        let mut centers = || (0..count).map(|_| random.vector(-1.0, 1.0).map(narrow)).collect();
        let centers = [centers(), centers()];
        let half_extent = |random: &mut Random| {
            let half = random.vector(0.0, 1.0).map(|part| narrow(part * part));
            half.map(|half| if half < 0.05 { 0.0 } else { half })
        };
        let half_extents = (0..count).map(|_| half_extent(random)).collect();
        Self { centers, rotations, half_extents, pairs: neighbors(count) }
    }

    fn view<'a>(&'a self, time: usize, half_extents: &'a [[f32; 3]]) -> BoxView<'a> {
        BoxView::unchecked(&self.centers[time], &self.rotations[time], half_extents).unwrap()
    }

    /// How far b moves as seen from a during the step, per pair.
    fn motions(&self) -> Vec<[f32; 3]> {
        let [starts, ends] = &self.centers;
        self.pairs
            .iter()
            .map(|pair| {
                let [a, b] = pair.map(|index| index as usize);
                let apart = |centers: &[[f32; 3]], k: usize| centers[b][k] - centers[a][k];
                [0, 1, 2].map(|k| apart(ends, k) - apart(starts, k))
            })
            .collect()
    }

    /// All answers as bytes, of boxes with these half extents that are grown.
    fn answers(
        &self,
        engine: &Engine,
        half_extents: &[[f32; 3]],
        growth: Length<'_>,
    ) -> [Vec<u8>; 6] {
        let [boxes, ends] = [0, 1].map(|time| self.view(time, half_extents));
        let query = Query::new(boxes, &self.pairs).grown(growth);
        let (motions, count) = (self.motions(), self.pairs.len());
        let (mut overlaps, mut verdicts) = (vec![false; count], stale::<Verdict>(count));
        engine.overlaps_exact(query, &mut overlaps).unwrap();
        engine.verdicts(query, &mut verdicts).unwrap();
        let (mut clearances, mut casts) = (stale::<f32>(count), stale::<Cast>(count));
        engine.clearances(query, &mut clearances).unwrap();
        engine.casts(Casts::new(query, Motions::per_pair(&motions)), &mut casts).unwrap();
        // The tolerance of a hit is a part of the half extents as they are stored.
        let mut impacts = stale::<Impact>(count);
        engine.impacts(Impacts::new(query, ends).tolerance(0.0), &mut impacts).unwrap();
        let mut least = [Least { pair: [7; 2], row: 7.0 }];
        engine.least_clearances(Groups::new(query, &[count]), &mut least).unwrap();
        [
            overlaps.into_iter().map(u8::from).collect(),
            bytemuck::cast_slice(&verdicts).to_vec(),
            bytemuck::cast_slice(&clearances).to_vec(),
            bytemuck::cast_slice(&casts).to_vec(),
            bytemuck::cast_slice(&impacts).to_vec(),
            bytemuck::cast_slice(&[least[0].pair, [least[0].row.to_bits(), 0]]).to_vec(),
        ]
    }
}

/// What a box that is grown is: half extents down to zero.
fn grown(half_extents: &[[f32; 3]], by: f32) -> Vec<[f32; 3]> {
    half_extents.iter().map(|half| half.map(|half| (half + by).max(0.0))).collect()
}

/// Plates, needles and points are left where a length takes more than there is.
#[test]
fn boxes_that_are_grown_answer_as_boxes_of_that_size() {
    let scene = Scene::random(&mut Random::new(46), 400);
    let expected = &engines()[0];
    for growth in [0.3, 0.0, -0.0, -0.01, -0.2, -0.5, -2.0, f32::MIN] {
        let larger = grown(&scene.half_extents, growth);
        let expected = scene.answers(expected, &larger, Length::None);
        for engine in engines() {
            let per_pair = vec![growth; scene.pairs.len()];
            for length in [Length::Uniform(growth), Length::PerPair(&per_pair)] {
                let found = scene.answers(&engine, &scene.half_extents, length);
                assert!(found == expected, "{growth}, {engine:?}");
            }
        }
    }
    let counts = |growth: f32| {
        let [overlaps, ..] = scene.answers(expected, &scene.half_extents, growth.into());
        overlaps.iter().filter(|&&overlap| overlap == 1).count()
    };
    assert!(counts(0.3) > counts(-0.01) && counts(-0.01) > counts(-0.2) && counts(-0.2) > 0);
    assert_eq!(counts(f32::MIN), 0, "points");
}

/// A length that a question takes is that of its query.
#[test]
fn questions_pass_their_length_on() {
    let scene = Scene::random(&mut Random::new(49), 200);
    let [boxes, ends] = [0, 1].map(|time| scene.view(time, &scene.half_extents));
    let (engine, query, motions) =
        (Engine::new(), Query::new(boxes, &scene.pairs), scene.motions());
    let count = scene.pairs.len();
    let casts = |casts: Casts<'_>| {
        let mut rows = stale::<Cast>(count);
        engine.casts(casts, &mut rows[..]).unwrap();
        bytemuck::cast_slice::<_, u8>(&rows).to_vec()
    };
    let impacts = |impacts: Impacts<'_>| {
        let mut rows = stale::<Impact>(count);
        engine.impacts(impacts, &mut rows).unwrap();
        bytemuck::cast_slice::<_, u8>(&rows).to_vec()
    };
    let contacts = |contacts: Contacts<'_>| {
        let mut rows = Manifolds::new();
        engine.manifolds(contacts, &mut rows).unwrap();
        rows.touching().count()
    };
    let motions = Motions::per_pair(&motions);
    let of_casts = casts(Casts::new(query.grown(0.1), motions));
    let of_impacts = impacts(Impacts::new(query.grown(0.1), ends));
    let of_contacts = contacts(Contacts::new(query.within(0.1)));
    assert!(casts(Casts::new(query, motions).grown(0.1)) == of_casts);
    assert!(impacts(Impacts::new(query, ends).grown(0.1)) == of_impacts);
    assert_eq!(contacts(Contacts::new(query).within(0.1)), of_contacts);
    // The length is one that is felt.
    assert!(casts(Casts::new(query, motions)) != of_casts);
    assert!(impacts(Impacts::new(query, ends)) != of_impacts);
    assert_ne!(contacts(Contacts::new(query)), of_contacts);
}

/// The rows of pairs of their own length do not depend on each other.
#[test]
fn every_pair_has_its_own_length() {
    let scene = Scene::random(&mut Random::new(47), 200);
    let lengths = [-0.3, 0.1, 0.0, -1e9, -0.01];
    let own: Vec<f32> = (0..scene.pairs.len()).map(|pair| lengths[pair % 5]).collect();
    for engine in engines() {
        let found = scene.answers(&engine, &scene.half_extents, Length::PerPair(&own));
        for (number, &length) in lengths.iter().enumerate() {
            let alone = scene.answers(&engine, &scene.half_extents, length.into());
            for (found, alone) in found.iter().zip(&alone).take(5) {
                let size = found.len() / scene.pairs.len();
                let rows = found.chunks(size).zip(alone.chunks(size)).skip(number).step_by(5);
                assert!({ rows }.all(|(found, alone)| found == alone), "{length}, {engine:?}");
            }
        }
    }
}

/// Smaller boxes that certainly overlap belong to boxes that are deeper than twice the length in every direction.
#[test]
fn cores_that_overlap_belong_to_boxes_that_are_deeper() {
    let (mut random, mut compared) = (Random::new(48), 0);
    for length in [0.001_f32, 0.02, 0.1] {
        let mut scene = Scene::random(&mut random, 2_000);
        scene.half_extents.iter_mut().flatten().for_each(|half| *half = half.max(length));
        let [_, verdicts, ..] =
            scene.answers(&Engine::new(), &scene.half_extents, (-length).into());
        for (pair, &code) in scene.pairs.iter().zip(&verdicts) {
            let whole = pair.map(|index| Plain {
                center: scene.centers[0][index as usize],
                rotation: scene.rotations[0][index as usize],
                half_extents: scene.half_extents[index as usize],
            });
            let depth = -ReferencePair::oriented(&whole[0], &whole[1]).separations().separation;
            let rounded = 1e-6;
            if code == Verdict::OVERLAPPING.code() {
                assert!(depth > 2.0 * f64::from(length) - rounded, "{depth} m, {pair:?}");
                compared += 1;
            } else if depth > 2.0 * 3.0_f64.sqrt() * f64::from(length) + rounded {
                panic!("{depth} m deep, but the cores do not overlap, {pair:?}");
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Walls that touch, clash and stand apart, by the verdicts of boxes that are smaller and larger by half a tolerance.
#[test]
fn two_verdicts_tell_touch_clash_and_apart() {
    let (wall, tolerance) = ([0.1, 2.0, 1.5], 0.002_f32);
    for (gap, expected) in
        [(0.01, "apart"), (0.0005, "touch"), (0.0, "touch"), (-0.001, "touch"), (-0.01, "clash")]
    {
        let boxes = store_of([upright([0.0; 3], wall), upright([0.2 + gap, 0.3, 0.0], wall)]);
        let verdict = |growth: f32| {
            let mut verdicts = [Verdict::UNDECIDED];
            let query = Query::new(&boxes, &[[0, 1]]).grown(growth);
            Engine::new().verdicts(query, &mut verdicts).unwrap();
            verdicts[0]
        };
        let found = match (verdict(-0.5 * tolerance), verdict(0.5 * tolerance)) {
            (Verdict::OVERLAPPING, _) => "clash",
            (_, Verdict::SEPARATED) => "apart",
            _ => "touch",
        };
        assert_eq!(found, expected, "{gap} m");
    }
}

/// A mover that sank by a millimeter slides with a skin of two, and still hits walls; a bullet without a core is a
/// needle.
#[test]
fn a_skin_lets_sunken_boxes_slide() {
    let floor = upright([0.0, -0.5, 0.0], [0.5; 3]);
    let next = upright([1.0, -0.5, 0.0], [0.5; 3]);
    let wall = upright([3.0, 0.5, 0.0], [0.5; 3]);
    let boxes = store_of([floor, next, wall, upright([0.0, 0.399, 0.0], [0.4; 3])]);
    let pairs = [[0, 3], [1, 3], [2, 3]];
    let mut casts = [Cast::default(); 3];
    let motions = [[10.0, 0.0, 0.0]; 3];
    let query = Query::new(&boxes, &pairs).grown(-0.001);
    Engine::new().casts(Casts::new(query, Motions::per_pair(&motions)), &mut casts).unwrap();
    let states = casts.map(|cast| cast.state);
    assert_eq!(states, [CastState::FREE, CastState::FREE, CastState::HIT]);
    assert!(casts[2].time > 0.21 && casts[2].time <= 0.2102, "{casts:?}");
    let ends = store_of([floor, next, wall, upright([10.0, 0.399, 0.0], [0.4; 3])]);
    let mut impacts = [Impact::default(); 3];
    Engine::new().impacts(Impacts::new(query, &ends).tolerance(0.0), &mut impacts).unwrap();
    let states = impacts.map(|impact| impact.state);
    assert_eq!(states, [ImpactState::FREE, ImpactState::FREE, ImpactState::HIT]);
}

/// Numbers that are not finite, which only an unchecked view holds, stay in their rows, however small the boxes become.
#[test]
fn what_is_not_finite_does_not_become_a_plate() {
    for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for (growth, k) in [(-1.0, 0), (-1.0, 1), (f32::MIN, 2), (0.5, 0)] {
            let mut half_extents = [[1.0; 3]; 2];
            half_extents[1][k] = bad;
            let (centers, rotations) = ([[0.0; 3], [1.0, 0.0, 0.0]], [UPRIGHT; 2]);
            let view = BoxView::unchecked(&centers, &rotations, &half_extents).unwrap();
            let query = Query::new(view, &[[0, 1]]).grown(growth);
            for engine in engines() {
                let (mut overlaps, mut verdicts) = ([true], [Verdict::OVERLAPPING]);
                engine.overlaps_exact(query, &mut overlaps).unwrap();
                engine.verdicts(query, &mut verdicts).unwrap();
                assert_eq!((overlaps[0], verdicts[0]), (false, Verdict::UNDECIDED), "{bad}");
                let (mut clearances, mut least) = ([0.0], [Least::default()]);
                engine.clearances(query, &mut clearances).unwrap();
                engine.least_clearances(Groups::new(query, &[1]), &mut least).unwrap();
                assert!(clearances[0].is_nan() && least[0].row.is_nan(), "{bad}");
                let products = [Product::new(0..1, 1..2)];
                let products = Groups::of_products([view; 2], &products).grown(growth);
                engine.least_clearances(products, &mut least).unwrap();
                assert!(least[0].row.is_nan(), "{bad}");
                let (mut casts, mut impacts) = ([Cast::default()], [Impact::default()]);
                let motions = Motions::per_pair(&[[1.0, 0.0, 0.0]]);
                engine.casts(Casts::new(query, motions), &mut casts).unwrap();
                engine.impacts(Impacts::new(query, view), &mut impacts).unwrap();
                assert_eq!(casts[0].state, CastState::NON_FINITE, "{bad}");
                assert_eq!(impacts[0].state, ImpactState::NON_FINITE, "{bad}");
            }
        }
    }
}

/// Any finite length is taken, and no other.
#[test]
fn only_finite_lengths_are_taken() {
    let boxes = store_of([upright([0.0; 3], [1.0; 3]), upright([3.0, 0.0, 0.0], [1.0; 3])]);
    let pairs = [[0, 1], [1, 0]];
    let query = Query::new(&boxes, &pairs);
    let ask = |query: Query<'_>| Engine::new().verdicts(query, &mut [Verdict::UNDECIDED; 2]);
    for good in [-1.0, -0.0, f32::MIN] {
        assert_eq!(ask(query.grown(good)), Ok(()));
        assert_eq!(ask(query.grown(&[good, 1.0])), Ok(()));
    }
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = ask(query.grown(bad)).unwrap_err();
        assert_eq!((error.kind(), error.field()), (ErrorKind::Setting, Some("grown")));
        assert_eq!(error.to_string(), format!("`grown` is {bad}, but must be finite"));
        let error = ask(query.grown(&[-1.0, bad])).unwrap_err();
        assert_eq!(error.to_string(), format!("grown[1] is {bad}, but must be finite"));
    }
}
