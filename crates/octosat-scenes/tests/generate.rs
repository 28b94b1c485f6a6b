//! The scenes are what they claim to be.

use octosat_scenes::generate::{self, Random, Scene};

/// Columns of a rotation, in double precision.
fn columns(quaternion: [f32; 4]) -> [[f64; 3]; 3] {
    let q = quaternion.map(f64::from);
    let squared: f64 = q.iter().map(|c| c * c).sum();
    let [x, y, z, w] = q;
    let s = 2.0 / squared;
    [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The largest separation over the fifteen axes and the axis that shows it.
fn separation(scene: &Scene, [a, b]: [u32; 2]) -> (f64, usize) {
    let [a, b] = [a as usize, b as usize];
    let axes = [columns(scene.rotation[a]), columns(scene.rotation[b])];
    let sizes = [a, b].map(|i| scene.half_extents[i].map(f64::from));
    let offset: [f64; 3] =
        std::array::from_fn(|k| f64::from(scene.position[b][k]) - f64::from(scene.position[a][k]));
    let mut best = (f64::NEG_INFINITY, 15);
    for axis in 0..15 {
        let direction = if axis < 6 {
            axes[axis / 3][axis % 3]
        } else {
            cross(axes[0][(axis - 6) / 3], axes[1][(axis - 6) % 3])
        };
        let length = dot(direction, direction).sqrt();
        if length < 1e-9 {
            continue;
        }
        let radius = |i: usize| -> f64 {
            (0..3).map(|k| dot(axes[i][k], direction).abs() * sizes[i][k]).sum()
        };
        let gap = (dot(direction, offset).abs() - radius(0) - radius(1)) / length;
        if gap > best.0 {
            best = (gap, axis);
        }
    }
    best
}

fn overlapping(scene: &Scene) -> f64 {
    let count = scene.pairs.iter().filter(|&&pair| separation(scene, pair).0 <= 0.0).count();
    count as f64 / scene.pairs.len() as f64
}

fn all(seed: u64) -> Vec<Scene> {
    let mut scenes = generate::adversarial(600, seed);
    scenes.push(generate::cloud(300, 900, seed));
    scenes.push(generate::wall(300, seed));
    scenes.push(generate::pile(300, seed));
    scenes
}

#[test]
fn every_scene_is_a_valid_recording_and_depends_on_its_seed_alone() {
    for (scene, again) in all(3).into_iter().zip(all(3)) {
        assert_eq!(scene, again);
        assert!(!scene.pairs.is_empty(), "{}", scene.name);
        scene.into_recording().unwrap();
    }
    for (scene, other) in all(3).into_iter().zip(all(4)) {
        assert_ne!(scene.position, other.position, "{}", scene.name);
    }
}

#[test]
fn scenes_of_any_size_can_be_made() {
    for count in 0..6 {
        for scene in generate::adversarial(count, 1) {
            scene.into_recording().unwrap();
        }
        let makers = [generate::cloud(count, count, 1), generate::wall(count, 1)];
        for scene in makers.into_iter().chain([generate::pile(count, 1)]) {
            assert_eq!(scene.half_extents.len(), count);
            scene.spatially_ordered().shuffled(1).into_recording().unwrap();
        }
    }
}

#[test]
fn the_numbers_never_change() {
    // Recorded from the first version: a change here changes every scene of every seed.
    let mut random = Random::new(42);
    assert_eq!(random.next_u64(), 0xBDD7_3226_2FEB_6E95);
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for scene in all(42) {
        let floats = scene.half_extents.iter().chain(&scene.position).flatten();
        let bits = floats.chain(scene.rotation.iter().flatten()).map(|f| f.to_bits());
        for word in bits.chain(scene.pairs.iter().flatten().copied()) {
            hash = (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    assert_eq!(hash, 0xA9B2_BCFE_58B2_5AFA, "{hash:#X}");
}

#[test]
fn the_sweep_finds_what_brute_force_finds() {
    for (scene, margin) in all(9).into_iter().zip([0.0, 0.0, 0.0, 0.1, 0.01].iter().cycle()) {
        let bounds: Vec<_> = (0..scene.position.len())
            .map(|index| {
                let axes = columns(scene.rotation[index]);
                let half = scene.half_extents[index].map(f64::from);
                let center = scene.position[index].map(f64::from);
                let reach: [f64; 3] = std::array::from_fn(|row| {
                    let reach: f64 = (0..3).map(|k| axes[k][row].abs() * half[k]).sum();
                    reach + 0.5 * f64::from(*margin)
                });
                (center, reach)
            })
            .collect();
        // A rounding error of the bounds may decide between touching and apart.
        let count = |slack: f64| {
            let mut pairs = Vec::new();
            for (b, (center_b, reach_b)) in bounds.iter().enumerate() {
                for (a, (center_a, reach_a)) in bounds.iter().enumerate().take(b) {
                    if (0..3).all(|k| {
                        let scale = center_a[k].abs() + center_b[k].abs() + reach_a[k] + reach_b[k];
                        (center_a[k] - center_b[k]).abs() <= reach_a[k] + reach_b[k] + slack * scale
                    }) {
                        pairs.push([u32::try_from(a).unwrap(), u32::try_from(b).unwrap()]);
                    }
                }
            }
            pairs.sort_unstable();
            pairs
        };
        let swept = generate::sweep(&scene.half_extents, &scene.position, &scene.rotation, *margin);
        let (least, most) = (count(-1e-14), count(1e-14));
        assert!(swept.windows(2).all(|two| two[0] < two[1]), "{}", scene.name);
        assert!(least.iter().all(|pair| swept.binary_search(pair).is_ok()), "{}", scene.name);
        assert!(swept.iter().all(|pair| most.binary_search(pair).is_ok()), "{}", scene.name);
        assert!(swept.len() >= least.len() && swept.len() <= most.len());
    }
}

#[test]
fn a_sweep_of_coinciding_boxes_reports_every_pair_once() {
    let count = 40;
    let pairs = generate::sweep(
        &vec![[0.0; 3]; count],
        &vec![[1e6, -3.0, 0.0]; count],
        &vec![[0.0, 0.0, 0.0, 1.0]; count],
        0.0,
    );
    assert_eq!(pairs.len(), count * (count - 1) / 2);
}

#[test]
fn a_few_huge_boxes_do_not_break_the_sweep() {
    let mut scene = generate::cloud(2_000, 4_000, 2);
    let before = scene.pairs.len();
    for index in [0, 999, 1_999] {
        scene.half_extents[index] = [1e6, 1e6, 0.5];
        scene.rotation[index] = [0.0, 0.0, 0.0, 1.0];
    }
    let pairs = generate::sweep(&scene.half_extents, &scene.position, &scene.rotation, 0.0);
    assert!(pairs.len() > before);
}

#[test]
fn clouds_have_the_pairs_and_overlaps_asked_for() {
    let scene = generate::cloud(20_000, 100_000, 1);
    let pairs = scene.pairs.len();
    assert!((95_000..105_000).contains(&pairs), "{pairs}");
    let share = overlapping(&scene);
    assert!((0.35..0.45).contains(&share), "{share}");
}

#[test]
fn walls_and_piles_look_like_those_measured() {
    let wall = generate::wall(10_000, 1);
    let share = overlapping(&wall);
    let per_box = wall.pairs.len() as f64 / 10_000.0;
    assert!((0.60..0.68).contains(&share) && (2.9..3.1).contains(&per_box), "{share} {per_box}");
    let pile = generate::pile(8_000, 1);
    let share = overlapping(&pile);
    let per_box = pile.pairs.len() as f64 / 8_000.0;
    assert!((0.25..0.45).contains(&share) && (4.0..8.0).contains(&per_box), "{share} {per_box}");
}

#[test]
fn near_touching_pairs_touch_on_the_axis_in_turn() {
    let scene = generate::near_touching(3_000, 8);
    let mut sides = [0, 0];
    for (number, &pair) in scene.pairs.iter().enumerate() {
        let (gap, axis) = separation(&scene, pair);
        assert!(gap.abs() < 3e-6, "pair {number}: {gap}");
        sides[usize::from(gap > 0.0)] += 1;
        // Where two axes are closer to each other than rounding, the other may win.
        if axis != number % 15 {
            let other = separation_on(&scene, pair, number % 15);
            assert!((other - gap).abs() < 3e-6, "pair {number}: {gap} on {axis}, {other}");
        }
    }
    assert!(sides.iter().all(|&count| count > 600), "{sides:?}");
}

fn separation_on(scene: &Scene, [a, b]: [u32; 2], axis: usize) -> f64 {
    let [a, b] = [a as usize, b as usize];
    let axes = [columns(scene.rotation[a]), columns(scene.rotation[b])];
    let direction = if axis < 6 {
        axes[axis / 3][axis % 3]
    } else {
        cross(axes[0][(axis - 6) / 3], axes[1][(axis - 6) % 3])
    };
    let length = dot(direction, direction).sqrt();
    let radius = |i: usize, index: usize| -> f64 {
        let sizes = scene.half_extents[index].map(f64::from);
        (0..3).map(|k| dot(axes[i][k], direction).abs() * sizes[k]).sum()
    };
    let offset: [f64; 3] =
        std::array::from_fn(|k| f64::from(scene.position[b][k]) - f64::from(scene.position[a][k]));
    (dot(direction, offset).abs() - radius(0, a) - radius(1, b)) / length
}

#[test]
fn adversarial_scenes_hold_both_verdicts() {
    for scene in generate::adversarial(4_000, 6) {
        let share = overlapping(&scene);
        assert!((0.01..0.99).contains(&share), "{}: {share}", scene.name);
    }
    let ratios = generate::extreme_ratios(100, 1);
    for pair in &ratios.pairs {
        let sizes: Vec<f32> =
            pair.iter().flat_map(|&index| ratios.half_extents[index as usize]).collect();
        let largest = sizes.iter().copied().fold(0.0, f32::max);
        let smallest = sizes.iter().copied().fold(f32::INFINITY, f32::min);
        assert!(largest / smallest > 0.99e8, "{sizes:?}");
    }
}

#[test]
fn reordering_keeps_the_same_pairs_of_boxes() {
    let scene = generate::cloud(500, 1_500, 12);
    let boxes_of = |scene: &Scene| {
        let bits = |index: u32| scene.position[index as usize].map(f32::to_bits);
        let mut pairs: Vec<_> = scene
            .pairs
            .iter()
            .map(|&[a, b]| [bits(a).min(bits(b)), bits(a).max(bits(b))])
            .collect();
        pairs.sort_unstable();
        pairs
    };
    let ordered = scene.clone().spatially_ordered();
    let shuffled = scene.clone().shuffled(5);
    assert_ne!(shuffled.pairs, scene.pairs);
    assert_eq!(boxes_of(&ordered), boxes_of(&scene));
    assert_eq!(boxes_of(&shuffled), boxes_of(&scene));
    assert!(ordered.pairs.is_sorted());
    let step = |scene: &Scene| -> f64 {
        let apart = |two: &[[f32; 3]]| -> f64 {
            (0..3).map(|k| f64::from((two[0][k] - two[1][k]).abs())).sum()
        };
        scene.position.windows(2).map(apart).sum()
    };
    assert!(step(&ordered) < 0.5 * step(&scene));
}
