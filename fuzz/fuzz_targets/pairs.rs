//! Bytes become boxes and pairs of them, and a query is checked about these: every backend must have the scalar
//! backend's bits, these those of the plain reference, and the float64 references must agree.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use octosat::{PointLimit, PointOrigin};
use octosat_check::queries::ALL;
use octosat_check::{Case, Frame, Plan, Sequence, Setting, Workers, short};

/// Most boxes of one input; their pairs, twice as many, fill three batches of the widest backend and leave a rest.
const MOST: usize = 25;

/// The number of a query, a margin in 64ths of a meter, a seed of shapes, ways to ask for points, and boxes.
#[derive(Arbitrary, Debug)]
struct Input {
    query: u8,
    margin: u8,
    shape_seed: u64,
    all_points: bool,
    relative: bool,
    poses: Vec<Pose>,
}

/// A box and two others that it is paired with, so that every byte of an input matters.
#[derive(Arbitrary, Debug)]
struct Pose {
    /// Whole steps of a 64th of the size's unit, so that touching and coincident boxes are common.
    center: [i16; 3],
    /// Normalized before use; small numbers give cube symmetries.
    rotation: [i8; 4],
    half_extents: [u8; 3],
    /// The power of two of the size's unit, so that sizes in a pair differ by up to 10⁷ and more.
    exponent: u8,
    partners: [u8; 2],
    /// Hundredths of a 64th until the next frame, squared: small motions are as common as large ones.
    motion: [i8; 3],
}

/// The boxes before or after their motion.
fn frame(input: &Input, moves: f32) -> Frame {
    let mut setting = Setting::new(f32::from(input.margin) / 64.0, input.shape_seed);
    setting.limit = if input.all_points { PointLimit::Eight } else { PointLimit::Four };
    setting.origin = if input.relative { PointOrigin::CenterOfA } else { PointOrigin::World };
    let (half_extents, position, rotation) = Default::default();
    let (pairs, changes) = Default::default();
    let mut frame =
        Frame { half_extents, position, rotation, pairs, setting, changes };
    let poses = input.poses.iter().filter(|pose| pose.rotation != [0; 4]).take(MOST);
    let count = short(poses.clone().count());
    for (index, pose) in (0..count).zip(poses) {
        let step = 2.0_f32.powi(i32::from(pose.exponent % 24) - 12);
        let quaternion = pose.rotation.map(f64::from);
        let length = quaternion.iter().map(|part| part * part).sum::<f64>().sqrt();
        let way = pose.motion.map(|part| moves * f32::from(part) * f32::from(part).abs() / 100.0);
        let place = |k: usize| (f32::from(pose.center[k]) + way[k]) * (step / 64.0);
        frame.rotation.push(quaternion.map(|part| (part / length) as f32));
        frame.position.push([0, 1, 2].map(place));
        frame.half_extents.push(pose.half_extents.map(|half| f32::from(half) * step));
        frame.pairs.extend(pose.partners.map(|partner| [index, u32::from(partner) % count]));
    }
    frame
}

fuzz_target!(|input: Input| {
    let query = ALL[usize::from(input.query) % ALL.len()];
    // At rest, moved, and that with fewer pairs in another order.
    let mut frames = vec![frame(&input, 0.0), frame(&input, 0.0), frame(&input, 1.0)];
    let mut fewer = frames[2].clone();
    fewer.pairs.rotate_left(fewer.position.len());
    fewer.pairs.pop();
    frames.push(fewer);
    frames.truncate(if query.facts().remembers { frames.len() } else { 1 });
    let workers = Workers::all(&[1]).expect("no thread is started");
    let plan = Plan { workers, is_thorough: true };
    let sequence = Sequence::new(frames.iter().map(|frame| &frame.pairs[..]), query.facts());
    for &basis in query.facts().bases {
        let mut checker = query.checker(basis, &plan).expect("engines of this machine");
        for frame in &frames {
            let case = Case::new(basis, frame).expect("boxes of usual size are accepted");
            if let Err(failure) = checker.check(&case.of_sequence(sequence)) {
                assert_eq!(query.facts().name, "convex", "only polyhedra need volume: {failure}");
            }
        }
        assert_eq!(checker.report().faults(), 0, "{:#?}", checker.report().differences);
    }
});
