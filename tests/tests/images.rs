//! The pair swapped and the pair moved have the manifold of the pair; and what differs is found.
#![forbid(unsafe_code)]

use octosat::{Engine, OrientedBox};
use octosat_reference::float64::ManifoldFault;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Asked, Images, Motion, OwnedAnswer, cube_rotations, fastest_engines, narrow, product, turn,
};

/// Pairs that are looked at.
const PAIRS: usize = 3_000;

/// Two boxes that overlap or nearly do: in any pose, face to face but for a tilt, or aligned.
fn boxes(number: usize, random: &mut Random) -> [OrientedBox; 2] {
    let base = random.rotation();
    let second = match number % 3 {
        0 => random.rotation(),
        1 => product(base, turn(random.direction(), 10.0_f64.powf(random.range(-7.0, -1.0)))),
        _ => product(base, cube_rotations()[random.below(24)]),
    };
    [([0.0; 3], base), (random.vector(-1.0, 1.0), second)].map(|(center, rotation)| {
        OrientedBox::new(narrow(center), narrow(rotation), narrow(random.vector(0.2, 1.0)))
    })
}

/// What an engine says about pairs and their images.
fn all_images(engine: &Engine) -> Vec<Images> {
    let mut random = Random::new(71);
    let images = (0..PAIRS).map(|number| {
        let boxes = boxes(number, &mut random);
        let motion = Motion { rotation: random.rotation(), place: random.vector(-0.5, 0.5) };
        Images::ask(boxes, engine, &Asked { margin: 0.02, motion })
    });
    images.collect()
}

#[test]
fn swapped_and_moved_pairs_have_the_same_manifolds() {
    for engine in fastest_engines() {
        for images in all_images(&engine) {
            for report in images.differences() {
                assert!(report.faults.is_empty(), "{:?} {images:?}", report.faults);
            }
        }
    }
}

/// Centres that are level along the best face: its normal leads either way, by rounding, and edges nearly parallel to
/// it yield to it all the same. A long search found the pair.
#[test]
fn edges_yield_to_a_face_whichever_way_it_leads() {
    let boxes = [
        OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.0, 0.5, 0.5]),
        OrientedBox::new(
            [0.0, -0.125, 0.0],
            [-0.078_627_36, -0.263_828_07, 0.614_130_2, 0.739_632_7],
            [0.581_255_9, 0.435_179_83, 0.0],
        ),
    ];
    let mut random = Random::new(83);
    for engine in fastest_engines() {
        for _ in 0..100 {
            let motion = Motion { rotation: random.rotation(), place: random.vector(-0.5, 0.5) };
            let images = Images::ask(boxes, &engine, &Asked { margin: 0.0, motion });
            for report in images.differences() {
                assert!(report.faults.is_empty(), "{:?} {images:?}", report.faults);
            }
        }
    }
}

/// A point beyond the margin by less than rounding is within it in one image and not in the other:
/// no fault of either, and the reference must see that. A long search found the pair.
#[test]
fn a_point_at_the_margin_may_be_missing_from_an_image() {
    let boxes = [
        OrientedBox::new(
            [-0.267_551_1, -0.215_770_75, 0.623_479_84],
            [-0.861_102_8, -0.100_491_12, 0.435_708, -0.241_995_8],
            [0.119_721_115, 0.690_340_64, 0.753_507_8],
        ),
        OrientedBox::new(
            [0.002_196_088_4, -1.994_083_9, 0.747_943],
            [0.577_832_04, -0.041_778_088, 0.383_605_27, 0.719_174_3],
            [0.431_416_03, 0.589_945_85, 0.987_864_8],
        ),
    ];
    let mut random = Random::new(73);
    let mut lengths = [0; 5];
    for engine in fastest_engines() {
        for _ in 0..400 {
            let motion = Motion { rotation: random.rotation(), place: random.vector(-0.5, 0.5) };
            let asked = Asked { margin: 8.585_575e-4, motion };
            let images = Images::ask(boxes, &engine, &asked);
            for report in images.differences() {
                assert!(report.faults.is_empty(), "{:?} {images:?}", report.faults);
            }
            lengths[images.answers[2].points.len()] += 1;
        }
    }
    assert!(lengths[3] > 10 && lengths[4] > 10, "the point was at the margin: {lengths:?}");
}

/// A change of an image's answer, and what is to be said about it.
struct Change {
    make: fn(&mut OwnedAnswer),
    fault: ManifoldFault,
    /// The least share of changed answers in which it must be found: the rest are near ties.
    share: f64,
}

/// One change for everything that is compared.
fn changes() -> [Change; 8] {
    [
        Change {
            make: |owned| owned.points.clear(),
            fault: ManifoldFault::ImageMissing,
            share: 0.99,
        },
        Change {
            make: |owned| owned.answer.closest ^= true,
            fault: ManifoldFault::ImageOfOtherKind,
            share: 0.7,
        },
        Change {
            make: |owned| owned.answer.axis = (owned.answer.axis + 7) % 15,
            fault: ManifoldFault::ImageOnOtherAxis,
            share: 0.4,
        },
        Change {
            make: |owned| owned.answer.depth += 0.001,
            fault: ManifoldFault::ImageOfOtherDepth,
            share: 0.7,
        },
        Change {
            make: |owned| owned.answer.normal.rotate_left(1),
            fault: ManifoldFault::ImageTurned,
            share: 0.7,
        },
        Change {
            make: |owned| owned.points.iter_mut().for_each(|point| point.position[0] += 0.005),
            fault: ManifoldFault::ImagePointMoved,
            share: 0.7,
        },
        Change {
            make: |owned| owned.points.iter_mut().for_each(|point| point.feature ^= 1),
            fault: ManifoldFault::ImageRenamed,
            share: 0.7,
        },
        Change {
            make: |owned| owned.points.truncate(owned.points.len() - 1),
            fault: ManifoldFault::ImageOfOtherLength,
            share: 0.6,
        },
    ]
}

#[test]
fn whatever_is_changed_in_an_image_is_found() {
    let engine = Engine::new();
    let all = all_images(&engine);
    let touching: Vec<&Images> =
        all.iter().filter(|images| images.answers[0].points.len() > 1).collect();
    assert!(touching.len() > PAIRS / 4, "{}", touching.len());
    for Change { make, fault, share } in changes() {
        for image in [1, 2] {
            let found = touching.iter().filter(|images| {
                let mut changed = (**images).clone();
                make(&mut changed.answers[image]);
                let report = &changed.differences()[image - 1];
                report.faults.iter().any(|found| found.fault == fault)
            });
            let found = found.count();
            eprintln!("{fault:?} of image {image}: {found} of {}", touching.len());
            #[expect(clippy::cast_precision_loss, reason = "there are few")]
            let part = found as f64 / touching.len() as f64;
            assert!(part >= share, "{fault:?} of image {image}: {part}");
        }
    }
}
