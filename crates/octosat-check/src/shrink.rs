//! Frames as few and as small as they can be.

use crate::case::Frame;

/// Checks that shrinking takes at most; each is one of a whole round's, or less.
const MOST_CHECKS: usize = 400;

/// Takes frames away from the front and boxes from everywhere for as long as the rest still fails: halves, quarters,
/// and so on down to one.
///
/// What is left fails, and is as small as these cuts and checks make it.
pub(crate) fn smallest(frames: &[Frame], fails: impl Fn(&[Frame]) -> bool) -> Vec<Frame> {
    let first = (1..frames.len()).rev().find(|&first| fails(&frames[first..])).unwrap_or(0);
    let frames = &frames[first..];
    let Some(count) = frames.iter().map(|frame| frame.position.len()).min() else {
        return Vec::new();
    };
    let of_boxes =
        |boxes: &[usize]| frames.iter().map(|frame| frame.of_boxes(boxes)).collect::<Vec<_>>();
    let mut left: Vec<usize> = (0..count).collect();
    let (mut checks, mut part) = (0, count / 2);
    while part > 0 {
        let mut start = 0;
        while start < left.len() && left.len() > 1 && checks < MOST_CHECKS {
            let end = left.len().min(start + part);
            let fewer = [&left[..start], &left[end..]].concat();
            checks += 1;
            if !fewer.is_empty() && fails(&of_boxes(&fewer)) {
                left = fewer;
            } else {
                start = end;
            }
        }
        part /= 2;
    }
    of_boxes(&left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Setting;
    use octosat_scenes::generate;

    #[test]
    fn what_fails_by_a_pair_in_a_frame_is_left_with_it() {
        let scene = generate::cloud(150, 300, 1);
        let frame = Frame::of_scene(&scene, Setting::new(0.0, 1));
        let moved = |shift: f32| {
            let position = frame.position.iter().map(|&[x, y, z]| [x + shift, y, z]).collect();
            Frame { position, ..frame.clone() }
        };
        let frames = [moved(0.0), moved(1.0), moved(2.0)];
        let wanted = scene.pairs[40].map(|index| frames[1].position[index as usize]);
        let small = smallest(&frames, |frames| {
            let has = |frame: &Frame, pair: &[u32; 2]| {
                pair.map(|index| frame.position[index as usize]) == wanted
            };
            frames.iter().any(|frame| frame.pairs.iter().any(|pair| has(frame, pair)))
        });
        assert_eq!(small.len(), 2, "the first frame is not needed, the last one follows");
        assert_eq!((&small[0].position[..], &small[0].pairs[..]), (&wanted[..], &[[0, 1]][..]));
    }

    #[test]
    fn what_needs_all_boxes_keeps_them() {
        let scene = generate::cloud(20, 40, 1);
        let frames = [Frame::of_scene(&scene, Setting::new(0.0, 1))];
        assert_eq!(smallest(&frames, |frames| frames[0].position.len() == 20), frames);
    }
}
