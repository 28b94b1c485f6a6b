//! Engines and frames that several test binaries use.

use octosat::OrientedBox;
use octosat_check::{Frame, Setting};
use octosat_scenes::generate;
use octosat_scenes::{ReadOptions, embedded};

use crate::boxes::{neighbors, upright};

/// Boxes of which each two that follow each other are a pair.
#[must_use]
pub fn frame_of(boxes: &[OrientedBox], margin: f32) -> Frame {
    Frame {
        half_extents: boxes.iter().map(|given| given.half_extents).collect(),
        position: boxes.iter().map(|given| given.pose.center).collect(),
        rotation: boxes.iter().map(|given| given.pose.rotation).collect(),
        pairs: neighbors(boxes.len()),
        setting: Setting::new(margin, 1),
        changes: Vec::new(),
    }
}

/// Everyday scenes, every adversarial one, and two frames of the embedded recording, of about this number of pairs
/// each.
///
/// # Panics
/// If the embedded recording is damaged.
#[must_use]
pub fn standard_frames(pairs: usize, seed: u64) -> Vec<(String, Frame)> {
    let boxes = (pairs / 5).max(20);
    let mut scenes = vec![
        generate::cloud(boxes, pairs, seed),
        generate::wall(boxes / 2, seed),
        generate::pile(boxes / 2, seed),
    ];
    scenes.extend(generate::adversarial(pairs, seed));
    let setting = Setting::new(0.0, seed);
    let frames = scenes.iter().map(|scene| (scene.name.clone(), Frame::of_scene(scene, setting)));
    let mut frames: Vec<_> = frames.collect();
    let recording = embedded(ReadOptions::default()).expect("the embedded recording is valid");
    for number in [recording.frames() / 2, recording.frames() - 1] {
        let mut frame = Frame::of_recording(&recording, number, Setting::new(0.0, 1));
        let step = (frame.pairs.len() / pairs).max(1);
        frame.pairs = frame.pairs.into_iter().step_by(step).collect();
        frames.push((format!("recording frame {number}"), frame));
    }
    frames
}

/// Cubes turned by 45 degrees on cubes, whose edges pass the corners below them by nothing to twice the slack of
/// clipping: one corner, or all four at once. Each pair has up to eight points.
#[must_use]
pub fn octagon_boxes() -> Vec<OrientedBox> {
    let (sine, cosine) = 22.5_f32.to_radians().sin_cos();
    let turned = [0.0, sine, 0.0, cosine];
    let diagonal = core::f32::consts::SQRT_2;
    // A millionth of the distance of the centers and the half extents of the smaller box.
    let slack = 5.2e-6;
    let mut boxes = Vec::new();
    for step in 0..200_u16 {
        let passed = f32::from(step) / 100.0 * slack;
        let along = (diagonal + passed - 1.2) / diagonal;
        for (center, half) in [([along, 1.99, along], 1.2), ([0.0, 1.99, 0.0], diagonal + passed)] {
            boxes.push(upright([0.0; 3], [1.0; 3]));
            boxes.push(OrientedBox::new(center, turned, [half, 1.0, half]));
        }
    }
    boxes
}
