//! Contacts with an eye on the last frame: the same bits however they are computed, steady where
//! noise would flip them, and never far from the truth.
#![forbid(unsafe_code)]

use octosat::{
    Arithmetic, Backend, BoxPose, BoxView, Coherence, ContactKind, ContactSettings, Contacts,
    Engine, Feature, Margin, OrientedBox, PairMemory, PointLimit, PointOrigin, QueryError, Row,
};
use octosat_reference::judge::ManifoldFault;
use octosat_tests::{
    Basis, PairReference, World, engines, manifold_report, narrow, product, standard_worlds, turn,
};

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The two settings that remember.
#[derive(Clone, Copy, Debug)]
enum Mode {
    On,
    Recycle(f32),
}

const MODES: [Mode; 2] = [Mode::On, Mode::Recycle(0.01)];

impl Mode {
    fn coherence(self, memory: &mut [PairMemory]) -> Coherence<'_> {
        match self {
            Self::On => Coherence::On(memory),
            Self::Recycle(motion) => Coherence::Recycle { memory, motion },
        }
    }
}

/// A row and its points as text of bits, without where they stand in the list.
fn of_pair(contacts: &Contacts, pair: usize) -> String {
    let row = contacts.manifolds()[pair];
    let bits: Vec<_> = row.normal.iter().chain([&row.depth]).map(|v| v.to_bits()).collect();
    let points: Vec<_> = contacts
        .of(pair)
        .iter()
        .map(|p| (p.position.map(f32::to_bits), p.depth.to_bits(), p.feature))
        .collect();
    format!("{bits:x?} {:?} {:?} {points:x?}", row.axis, row.status)
}

fn all(contacts: &Contacts) -> Vec<String> {
    (0..contacts.manifolds().len()).map(|pair| of_pair(contacts, pair)).collect()
}

/// Frames of a world that comes to rest: large steps, then smaller and smaller ones.
fn frames(world: &World, seed: u64) -> Vec<World> {
    [0.0, 0.02, 2e-4, 1e-5, 0.0, 1e-3]
        .into_iter()
        .zip(seed..)
        .map(|(step, seed)| world.jittered(seed, step, step))
        .collect()
}

#[test]
fn every_backend_gives_the_bits_of_one_lane_and_remembers_the_same() {
    let engines = engines();
    let margin = Margin::Uniform(0.03);
    let world_points = ContactSettings { margin, ..ContactSettings::default() };
    let mut recycled = 0;
    for world in standard_worlds(1_003, 31) {
        let margins: Vec<f32> =
            [0.0, 0.03, 0.2].into_iter().cycle().take(world.pairs.len()).collect();
        let relative = ContactSettings {
            margin: Margin::PerPair(&margins),
            limit: PointLimit::Eight,
            origin: PointOrigin::CenterOfA,
        };
        let frames = frames(&world, 7);
        for (mode, settings) in MODES.into_iter().zip([world_points, relative]) {
            for &basis in world.bases() {
                for arithmetic in Arithmetic::ALL {
                    let scalar =
                        Engine::with_backend(Backend::Scalar).unwrap().arithmetic(arithmetic);
                    let mut run = |engine: &Engine| {
                        let mut memory = vec![PairMemory::default(); world.pairs.len()];
                        let mut out = Contacts::new();
                        let mut found = Vec::new();
                        for frame in &frames {
                            let asked = (&settings, mode.coherence(&mut memory));
                            frame.coherent_contacts(engine, basis, asked, &mut out);
                            assert_numbered(&out);
                            let rows = out.manifolds().iter();
                            recycled += rows.filter(|row| row.status.is_recycled()).count();
                            found.push(all(&out));
                        }
                        let memory: Vec<u32> = bytemuck::cast_slice::<_, f32>(&memory)
                            .iter()
                            .map(|v| v.to_bits())
                            .collect();
                        (found, memory)
                    };
                    let expected = run(&scalar);
                    for engine in engines.iter().filter(|e| e.rounding() == arithmetic) {
                        let backend = engine.backend();
                        assert!(
                            run(engine) == expected,
                            "{}, {basis:?}, {backend} {arithmetic} {mode:?}",
                            world.name
                        );
                    }
                }
            }
        }
    }
    assert!(recycled > 1_000, "{recycled} manifolds were recycled");
}

#[test]
fn a_pair_gets_the_same_in_any_company() {
    let world = &standard_worlds(1_500, 33)[1];
    let next = world.jittered(3, 1e-3, 1e-3);
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    for engine in engines() {
        for mode in MODES {
            let mut out = Contacts::new();
            let mut first = vec![PairMemory::default(); world.pairs.len()];
            let asked = (&settings, mode.coherence(&mut first));
            world.coherent_contacts(&engine, Basis::Unit, asked, &mut out);
            let mut second = first.clone();
            let asked = (&settings, mode.coherence(&mut second));
            next.coherent_contacts(&engine, Basis::Unit, asked, &mut out);
            let whole = all(&out);
            for (round, length) in (0..=17).chain([31, 513, 1000]).enumerate() {
                let chosen: Vec<usize> =
                    (0..length).map(|k| (round * 131 + 7 * k) % world.pairs.len()).collect();
                let part = next.with_pairs(chosen.iter().map(|&pair| world.pairs[pair]).collect());
                let mut memory: Vec<_> = chosen.iter().map(|&pair| first[pair]).collect();
                let asked = (&settings, mode.coherence(&mut memory));
                part.coherent_contacts(&engine, Basis::Unit, asked, &mut out);
                let mut next_place = 0;
                for (place, &pair) in chosen.iter().enumerate() {
                    assert_eq!(of_pair(&out, place), whole[pair], "{} {length}", engine.backend());
                    assert_eq!(memory[place], second[pair]);
                    assert_eq!(out.manifolds()[place].first, next_place);
                    next_place += u32::from(out.manifolds()[place].len);
                }
                assert_eq!(out.points().len(), next_place as usize);
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let world = World::of_scene(octosat_scenes::generate::pile(20_000, 34));
    assert!(world.pairs.len() > 3 * 4096, "{}", world.pairs.len());
    let frames = frames(&world, 9);
    let settings = ContactSettings { margin: Margin::Uniform(0.01), ..Default::default() };
    let run = |engine: &Engine| {
        let mut memory = vec![PairMemory::default(); world.pairs.len()];
        let mut out = Contacts::new();
        for frame in &frames {
            let asked = (&settings, Coherence::recycle(&mut memory));
            frame.coherent_contacts(engine, Basis::Unit, asked, &mut out);
        }
        (all(&out), memory)
    };
    let engine = Engine::new();
    let alone = run(&engine.clone().sequential());
    for threads in [1, 2, 4, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(|| run(&engine)) == alone, "{threads} threads");
    }
}

/// The promises to a manifold that hold with memory too: names of points may stay a little longer
/// than their corners do, and of two faces equally aligned with an edge's normal last frame's is
/// clipped, whose candidates are others.
fn broken_promises(
    frame: &World,
    contacts: &Contacts,
    settings: &ContactSettings<'_>,
    margin: f32,
) -> Vec<String> {
    let mut broken = Vec::new();
    for (number, &pair) in frame.pairs.iter().enumerate() {
        let row = contacts.manifolds()[number];
        if row.status.is_recycled() {
            continue;
        }
        let judged = PairReference::new(frame, Basis::Unit, pair).judged();
        let report = manifold_report(&judged, contacts, number, settings, margin);
        for complaint in report.complaints {
            let allowed = match complaint.fault {
                ManifoldFault::PointOffFeature => true,
                ManifoldFault::CandidateMissing => row.status.kind() == ContactKind::Edge,
                _ => false,
            };
            if !allowed {
                broken.push(format!("{} {number}: {complaint} {row:?}", frame.name));
            }
        }
    }
    broken
}

#[test]
fn steady_manifolds_keep_the_promises() {
    let margin = 0.02;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let mut kept = 0;
    for world in standard_worlds(600, 35) {
        for mode in MODES {
            let mut memory = vec![PairMemory::default(); world.pairs.len()];
            let mut out = Contacts::new();
            for frame in frames(&world, 11) {
                let asked = (&settings, mode.coherence(&mut memory));
                frame.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
                let broken = broken_promises(&frame, &out, &settings, margin);
                assert!(
                    broken.is_empty(),
                    "{mode:?} {}: {}",
                    broken.len(),
                    broken[..broken.len().min(8)].join("\n")
                );
                kept += out.manifolds().iter().filter(|row| row.status.is_axis_kept()).count();
            }
        }
    }
    assert!(kept > 20, "{kept} axes were kept");
}

#[test]
fn recycled_manifolds_follow_the_motion() {
    let margin = 0.02;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let mut recycled = 0;
    for world in standard_worlds(600, 36) {
        let mut memory = vec![PairMemory::default(); world.pairs.len()];
        let mut out = Contacts::new();
        let asked = (&settings, Coherence::recycle(&mut memory));
        world.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
        let remembered = memory.clone();
        let frame = world.jittered(13, 3e-4, 1e-4);
        let asked = (&settings, Coherence::recycle(&mut memory));
        frame.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
        for (number, &pair) in frame.pairs.iter().enumerate() {
            let row = out.manifolds()[number];
            if !row.status.is_recycled() {
                continue;
            }
            recycled += 1;
            assert_eq!(memory[number], remembered[number], "the pose it was computed for stays");
            assert!(matches!(row.status.kind(), ContactKind::Face | ContactKind::Edge));
            let judged = PairReference::new(&frame, Basis::Unit, pair).judged();
            let boxes = pair.map(|index| frame.store.get(index).unwrap());
            let sizes = boxes.map(|b| b.half_extents);
            let smallest = sizes.as_flattened().iter().fold(f32::MAX, |least, &h| least.min(h));
            let normal = row.normal.map(f64::from);
            let along = judged.separation_along(normal) + f64::from(row.depth);
            assert!(along.abs() <= 2.0 * judged.band(), "{}: {along:e} {row:?}", world.name);
            let far = boxes
                .map(|b| b.pose.center)
                .as_flattened()
                .iter()
                .fold(0_f32, |most, c| most.max(c.abs()));
            let slack = 0.01 * smallest + 1e-6 * far;
            for point in out.of(number) {
                let deeper = f64::from(point.depth - row.depth);
                assert!(deeper <= 4.0 * judged.band(), "{row:?} {point:?}");
                assert!(point.depth >= -margin);
                for (b, _) in boxes.iter().zip(0..) {
                    let outside = distance_outside(b, point.position);
                    let reach = f64::from(0.5 * point.depth.abs() + 2.0 * slack);
                    assert!(outside <= reach, "{}: {outside} {reach} {row:?}", world.name);
                }
            }
        }
    }
    assert!(recycled > 500, "{recycled} manifolds were recycled");
}

/// Metres by which a point is outside a box.
fn distance_outside(b: &OrientedBox, point: [f32; 3]) -> f64 {
    let offset: [f64; 3] =
        std::array::from_fn(|k| f64::from(point[k]) - f64::from(b.pose.center[k]));
    let axes = octosat_tests::columns(b.pose.rotation.map(f64::from));
    let beyond: [f64; 3] = std::array::from_fn(|k| {
        let along: f64 = (0..3).map(|i| axes[k][i] * offset[i]).sum();
        (along.abs() - f64::from(b.half_extents[k])).max(0.0)
    });
    beyond.iter().map(|c| c * c).sum::<f64>().sqrt()
}

/// Two boxes, the second at a pose of each frame: what was found in each.
fn follow(
    half_extents: [[f32; 3]; 2],
    poses: &[BoxPose],
    mode: Option<Mode>,
) -> Vec<(Contacts, PairMemory)> {
    let mut memory = [PairMemory::default()];
    poses
        .iter()
        .map(|pose| {
            let boxes = [
                OrientedBox::new([0.0; 3], UPRIGHT, half_extents[0]),
                OrientedBox::new(pose.center, pose.rotation, half_extents[1]),
            ];
            let world = World::of_neighbours("two", &boxes);
            let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
            let coherence = mode.map_or(Coherence::Off, |mode| mode.coherence(&mut memory));
            let mut out = Contacts::new();
            world.coherent_contacts(&Engine::new(), Basis::Unit, (&settings, coherence), &mut out);
            (out, memory[0])
        })
        .collect()
}

/// How often an answer differs from that of the frame before.
fn flips<T: PartialEq>(answers: &[T]) -> usize {
    answers.windows(2).filter(|two| two[0] != two[1]).count()
}

/// Noise that a solver leaves: 20 frames, metres.
fn noise(amplitude: f64) -> impl Iterator<Item = [f32; 3]> {
    let mut random = octosat_scenes::generate::Random::new(41);
    (0..20).map(move |_| narrow(random.vector(-amplitude, amplitude)))
}

#[test]
fn noise_does_not_turn_the_normal() {
    // Equally deep along x and y.
    let poses: Vec<_> = noise(5e-4)
        .map(|[x, y, z]| BoxPose { center: [0.95 + x, 0.95 + y, 0.1 + z], rotation: UPRIGHT })
        .collect();
    let axes = |mode| -> Vec<_> {
        let found = follow([[0.5; 3]; 2], &poses, mode);
        found.iter().map(|(contacts, _)| contacts.manifolds()[0].axis).collect()
    };
    assert!(flips(&axes(None)) > 3, "without memory: {:?}", axes(None));
    assert_eq!(flips(&axes(Some(Mode::On))), 0);
    let kept = follow([[0.5; 3]; 2], &poses, Some(Mode::On));
    assert!(kept.iter().any(|(contacts, _)| contacts.manifolds()[0].status.is_axis_kept()));
    // Where the other axis is much better, it wins all the same.
    let away = [
        poses[0],
        BoxPose { center: [0.99, 0.80, 0.0], rotation: UPRIGHT },
        BoxPose { center: [0.80, 0.99, 0.0], rotation: UPRIGHT },
    ];
    let found = follow([[0.5; 3]; 2], &away, Some(Mode::On));
    let axes: Vec<_> =
        found.iter().map(|(contacts, _)| contacts.manifolds()[0].axis.code() % 3).collect();
    assert_eq!(axes[1..], [0, 1]);
}

fn features(contacts: &Contacts) -> Vec<Feature> {
    let mut features: Vec<_> = contacts.of(0).iter().map(|point| point.feature).collect();
    features.sort_unstable();
    features
}

#[test]
fn noise_does_not_rename_points_of_equal_boxes() {
    // Corners of one box nearly on the corners of the other: each point has three names.
    let poses: Vec<_> = noise(1e-4)
        .map(|[x, y, z]| BoxPose {
            center: [x, 0.999 + 0.1 * y, z],
            rotation: narrow(turn([0.0, 1.0, 0.0], f64::from(x))),
        })
        .collect();
    let names = |mode| -> Vec<_> {
        let found = follow([[0.5; 3]; 2], &poses, mode);
        found.iter().map(|(contacts, _)| features(contacts)).collect()
    };
    assert!(flips(&names(None)) > 10);
    assert_eq!(flips(&names(Some(Mode::On))), 0);
    assert!(names(Some(Mode::On)).iter().all(|names| names.len() == 4));
}

#[test]
fn noise_does_not_change_which_of_eight_points_are_kept() {
    // A tilt by noise makes another of the eight corners the deepest.
    let eighth = turn([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_4);
    let poses: Vec<_> = noise(1e-5)
        .map(|[x, y, z]| {
            let tilt = turn([f64::from(x), 0.0, f64::from(z)], 1e-5);
            BoxPose { center: [x, 0.999 + y, z], rotation: narrow(product(tilt, eighth)) }
        })
        .collect();
    let names = |mode| -> Vec<_> {
        let found = follow([[0.5; 3]; 2], &poses, mode);
        found.iter().map(|(contacts, _)| features(contacts)).collect()
    };
    assert!(flips(&names(None)) > 3, "{:?}", names(None));
    assert_eq!(flips(&names(Some(Mode::On))), 0);
}

#[test]
fn a_pair_still_apart_is_dismissed_by_its_axis() {
    // Apart along x by 0.5, later more along y; x still separates, so x is what is reported.
    let poses = [[1.5, 0.0, 0.0], [1.4, 2.5, 0.0], [0.9, 2.5, 0.0], [0.9, 2.5, 0.0]]
        .map(|center| BoxPose { center, rotation: UPRIGHT });
    for mode in MODES {
        let found = follow([[0.5; 3]; 2], &poses, Some(mode));
        let codes: Vec<_> = found.iter().map(|(c, _)| c.manifolds()[0].axis.code()).collect();
        assert_eq!(codes, [0, 0, 1, 1]);
        assert!((found[1].0.manifolds()[0].depth + 0.4).abs() < 1e-6);
        assert_eq!(found[1].1.axis().map(|axis| axis.code()), Some(0));
        assert!(!found[1].1.had_contacts());
    }
}

#[test]
fn only_small_motion_of_the_same_boxes_is_recycled() {
    let at = |center| BoxPose { center, rotation: UPRIGHT };
    let start = at([0.1, 0.995, 0.0]);
    let status = |half_extents, next: BoxPose| {
        let found = follow(half_extents, &[start, next], Some(Mode::Recycle(0.01)));
        found[1].0.manifolds()[0].status
    };
    let cubes = [[0.5; 3]; 2];
    assert!(status(cubes, start).is_recycled());
    assert!(status(cubes, at([0.1049, 0.995, 0.0])).is_recycled());
    assert!(!status(cubes, at([0.1052, 0.995, 0.0])).is_recycled());
    // Turning moves corners: 0.5 · √2 · 0.004 is within, 0.02 beyond.
    let turned = |angle: f64| BoxPose { rotation: narrow(turn([0.0, 1.0, 0.0], angle)), ..start };
    assert!(status(cubes, turned(0.004)).is_recycled());
    assert!(!status(cubes, turned(0.02)).is_recycled());
    // A thin box has a smaller limit, one without thickness none at all.
    assert!(!status([[0.5, 0.495, 0.5], [0.5, 0.5, 0.05]], at([0.102, 0.995, 0.0])).is_recycled());
    assert!(!status([[0.5; 3], [0.5, 0.5, 0.0]], start).is_recycled());
}

#[test]
fn other_extents_or_margins_are_not_recycled() {
    let settings =
        |margin| ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let of = |half: f32| {
        let lower = OrientedBox::new([0.0; 3], UPRIGHT, [1.0, 0.5, 1.0]);
        World::of_neighbours(
            "two",
            &[lower, OrientedBox::new([0.0, 0.99, 0.0], UPRIGHT, [half, 0.5, 0.5])],
        )
    };
    let mut out = Contacts::new();
    let mut ask = |world: &World, margin: f32, memory: &mut [PairMemory]| {
        let settings = settings(margin);
        world.coherent_contacts(
            &Engine::new(),
            Basis::Unit,
            (&settings, Coherence::recycle(memory)),
            &mut out,
        );
        out.manifolds()[0].status.is_recycled()
    };
    let mut memory = [PairMemory::default()];
    assert!(!ask(&of(0.5), 0.02, &mut memory));
    assert!(ask(&of(0.5), 0.02, &mut memory));
    assert!(ask(&of(0.5), 0.0, &mut memory), "a smaller margin only drops points");
    assert!(!ask(&of(0.5), 0.2, &mut memory), "a larger one may have more");
    assert!(ask(&of(0.5), 0.2, &mut memory));
    assert!(!ask(&of(0.4), 0.2, &mut memory), "another shape");
}

#[test]
fn a_query_that_is_refused_writes_nothing() {
    let world = &standard_worlds(100, 37)[0];
    let mut out = Contacts::new();
    let settings = ContactSettings::default();
    let mut memory = vec![PairMemory::default(); world.pairs.len() - 1];
    let pairs = &world.pairs;
    let error = Engine::new()
        .coherent_contacts(&world.store, pairs, &settings, Coherence::On(&mut memory), &mut out)
        .unwrap_err();
    assert_eq!(error, QueryError::MemoryLength { expected: pairs.len(), found: pairs.len() - 1 });
    memory.push(PairMemory::default());
    for motion in [-0.1, f32::NAN, f32::INFINITY] {
        let coherence = Coherence::Recycle { memory: &mut memory, motion };
        let refused =
            Engine::new().coherent_contacts(&world.store, pairs, &settings, coherence, &mut out);
        assert!(matches!(refused, Err(QueryError::RecycledMotion { .. })), "{motion}");
    }
    let broken: Vec<_> = pairs.iter().map(|&[a, _]| [a, u32::MAX]).collect();
    let coherence = Coherence::recycle(&mut memory);
    let refused =
        Engine::new().coherent_contacts(&world.store, &broken, &settings, coherence, &mut out);
    assert!(matches!(refused, Err(QueryError::PairOutOfBounds(_))));
    assert!(out.manifolds().is_empty() && memory.iter().all(|m| *m == PairMemory::default()));
}

/// A box that was healthy when its pairs were remembered, and is not any more.
#[test]
fn a_box_that_turns_sick_is_reported_and_its_neighbours_keep_their_bits() {
    let world = &standard_worlds(200, 39)[1];
    let pairs = &world.pairs[..35];
    let settings = ContactSettings { margin: Margin::Uniform(0.05), ..Default::default() };
    let healthy = [world.store.centers(), world.store.rotations(), world.store.half_extents()];
    for engine in engines() {
        for mode in MODES {
            let ask = |columns: &[Vec<Row>], memory: &mut [PairMemory]| {
                let view = BoxView::unchecked(&columns[0], &columns[1], &columns[2]).unwrap();
                let mut out = Contacts::new();
                let coherence = mode.coherence(memory);
                engine.coherent_contacts(view, pairs, &settings, coherence, &mut out).unwrap();
                out
            };
            let columns = healthy.map(<[Row]>::to_vec);
            let mut remembered = vec![PairMemory::default(); pairs.len()];
            ask(&columns, &mut remembered);
            let expected = all(&ask(&columns, &mut remembered.clone()));
            for place in 0..3 * pairs.len() {
                let poison = [f32::NAN, f32::INFINITY][place % 2];
                let sick = pairs[place % pairs.len()][place / 2 % 2];
                let mut columns = columns.clone();
                columns[place % 3][sick as usize].0[place % 3] = poison;
                let mut memory = remembered.clone();
                let found = ask(&columns, &mut memory);
                for (number, pair) in pairs.iter().enumerate() {
                    if pair.contains(&sick) {
                        let row = found.manifolds()[number];
                        assert_eq!(row.status.kind(), ContactKind::NonFinite, "{row:?}");
                        assert_eq!(memory[number].axis(), None, "nothing is remembered");
                    } else {
                        assert_eq!(of_pair(&found, number), expected[number]);
                    }
                }
            }
        }
    }
}

#[test]
fn memory_of_anything_does_no_harm() {
    // Plain data can hold any bits; results may then be those of another pair, but nothing panics,
    // and every backend still gives the same.
    let world = &standard_worlds(600, 38)[1];
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    let mut random = octosat_scenes::generate::Random::new(5);
    let mut sound = vec![PairMemory::default(); world.pairs.len()];
    let mut out = Contacts::new();
    let asked = (&settings, Coherence::recycle(&mut sound));
    world.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
    let mut spoilt = sound.clone();
    for memory in &mut spoilt {
        // One number of 32, or all of them.
        let numbers: &mut [u32] = bytemuck::cast_slice_mut(std::slice::from_mut(memory));
        let (start, count) = if random.below(8) == 0 { (0, 32) } else { (random.below(32), 1) };
        for number in &mut numbers[start..start + count] {
            let values = [
                u32::try_from(random.next_u64() >> 32).unwrap(),
                0x7fc0_0000,
                0xff80_0000,
                0x4f00_0000,
                0,
            ];
            *number = values[random.below(values.len())];
        }
    }
    let mut answers = Vec::new();
    for engine in engines().iter().filter(|engine| engine.rounding() == Arithmetic::Exact) {
        for mode in MODES {
            let mut memory = spoilt.clone();
            let asked = (&settings, mode.coherence(&mut memory));
            world.coherent_contacts(engine, Basis::Unit, asked, &mut out);
            assert_numbered(&out);
            answers.push((format!("{mode:?}"), all(&out)));
        }
    }
    for (mode, answer) in &answers {
        let first = answers.iter().find(|(other, _)| other == mode).unwrap();
        assert!(*answer == first.1, "{mode}");
    }
}

/// Rows number their points one pair behind the other.
fn assert_numbered(contacts: &Contacts) {
    let mut next = 0;
    for row in contacts.manifolds() {
        assert_eq!(row.first, next, "{row:?}");
        next += u32::from(row.len);
    }
    assert_eq!(next as usize, contacts.points().len());
}

#[test]
fn rows_are_numbered_when_every_contact_is_recycled() {
    let boxes = [
        OrientedBox::new([0.0; 3], UPRIGHT, [0.5; 3]),
        OrientedBox::new([0.0, 0.99, 0.0], UPRIGHT, [0.5; 3]),
        OrientedBox::new([9.0, 0.0, 0.0], UPRIGHT, [0.5; 3]),
    ];
    let mut world = World::of_neighbours("three", &[&boxes[..], &boxes[2..]].concat());
    world.pairs = vec![[0, 2], [0, 1], [1, 2], [0, 1], [0, 2], [0, 1], [0, 1], [0, 1], [0, 2]];
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    for engine in engines() {
        let mut memory = vec![PairMemory::default(); world.pairs.len()];
        let mut out = Contacts::new();
        for frame in 0..2 {
            let asked = (&settings, Coherence::recycle(&mut memory));
            world.coherent_contacts(&engine, Basis::Unit, asked, &mut out);
            assert_numbered(&out);
            let recycled = out.manifolds().iter().filter(|row| row.status.is_recycled()).count();
            assert_eq!(recycled, 5 * frame);
        }
    }
}

#[test]
fn a_large_ground_neither_lends_names_nor_hides_a_gap() {
    let ground = [100.0, 0.5, 100.0];
    let cube = [0.5; 3];
    // Tilted one way, then the other: other corners touch, and have other names.
    let poses = [0.02, -0.02].map(|angle| BoxPose {
        center: [0.0, 1.008, 0.0],
        rotation: narrow(turn([0.0, 0.0, 1.0], angle)),
    });
    let names = |mode| -> Vec<_> {
        let mut memory = [PairMemory::default()];
        poses
            .map(|pose| {
                let boxes = [
                    OrientedBox::new([0.0; 3], UPRIGHT, ground),
                    OrientedBox::new(pose.center, pose.rotation, cube),
                ];
                let world = World::of_neighbours("tilted", &boxes);
                let coherence = if mode { Coherence::On(&mut memory) } else { Coherence::Off };
                let mut out = Contacts::new();
                let settings = ContactSettings::default();
                world.coherent_contacts(
                    &Engine::new(),
                    Basis::Unit,
                    (&settings, coherence),
                    &mut out,
                );
                features(&out)
            })
            .to_vec()
    };
    assert_eq!(names(false)[0].len(), 2);
    assert_eq!(names(true), names(false));
    // Beyond the rim by 3 mm, where it was deep along y before.
    let ground = [1000.0, 0.5, 1000.0];
    let at = |center| BoxPose { center, rotation: UPRIGHT };
    let poses = [at([1000.4, 0.999, 0.0]), at([1000.503, 0.999, 0.0])];
    let found = follow([ground, cube], &poses, Some(Mode::On));
    assert_eq!(found[0].0.manifolds()[0].axis.code() % 3, 1);
    assert!((found[1].0.manifolds()[0].depth + 0.003).abs() < 1e-4, "{:?}", found[1].0.manifolds());
}

#[test]
fn another_extent_of_a_small_box_on_a_large_one_is_seen() {
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    let mut memory = [PairMemory::default()];
    let mut out = Contacts::new();
    let mut recycled = Vec::new();
    for half in [0.5, 0.5, 0.51] {
        let boxes = [
            OrientedBox::new([0.0; 3], UPRIGHT, [1e6, 0.5, 1e6]),
            OrientedBox::new([0.0, 0.99, 0.0], UPRIGHT, [half, 0.5, 0.5]),
        ];
        let world = World::of_neighbours("grown", &boxes);
        let asked = (&settings, Coherence::recycle(&mut memory));
        world.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
        recycled.push(out.manifolds()[0].status.is_recycled());
    }
    assert_eq!(recycled, [false, true, false]);
}
