//! All pairs of the boxes of a frame, of its rectangles, and of its boxes and their centers; and suppression.

use std::fmt::Debug;
use std::ptr::{null, null_mut};

use bytemuck::{Pod, cast_slice};
use octosat::{IouPair, RectangleStore, RectangleView, Sides, Sphere, Suppression};
use octosat_c::*;
use octosat_check::queries::all_pairs::AllPairs;
use octosat_check::stale;

use super::InC;
use super::contest::Contest;
use crate::common::assert_rows;
use crate::rectangles::Given;

/// The least IoU of pairs that are listed, and the most of those that are kept.
const SHARES: [f32; 3] = [0.0, 0.1, 0.5];

impl InC for AllPairs {
    const TWO_LISTS: bool = true;

    fn compare(&self, frames: &[Contest<'_, RectangleStore>]) {
        for frame in frames {
            compare_boxes(frame);
            compare_spheres(frame);
            compare_rectangles(frame);
        }
    }
}

/// Compares a list with what a call writes, which gets a buffer, its length, and where the number of rows goes. The buffer has
/// room for one row more, and for one row less.
fn same_list<R: Pod + Debug>(
    expected: &[R],
    ask: impl Fn(*mut R, usize, *mut usize) -> OctosatStatus,
) {
    for room in [expected.len() + 1, expected.len().saturating_sub(1)] {
        let mut rows = stale::<R>(room + 1);
        let mut found = 0;
        let status = ask(rows.as_mut_ptr(), room, &raw mut found);
        assert_eq!((status, found), (OCTOSAT_OK, expected.len()));
        let written = found.min(room);
        assert_rows(&[], &expected[..written], &rows[..written]);
        assert_rows(&[], &stale(room + 1 - written), &rows[written..]);
    }
}

/// Compares the matrix of a call, which gets a buffer and its length.
fn same_matrix(expected: &[f32], ask: impl Fn(*mut f32, usize) -> OctosatStatus) {
    let mut found = stale::<f32>(expected.len());
    assert_eq!(ask(found.as_mut_ptr(), expected.len()), OCTOSAT_OK);
    assert_rows(&[], expected, &found);
}

/// Scores, of which many are equal, and classes.
fn scores(len: usize) -> (Vec<f32>, Vec<u32>) {
    ((0..len).map(|k| (k * 5 % 7) as f32).collect(), (0..len as u32).map(|k| k * 3 % 4).collect())
}

/// Boxes with boxes, and their suppression.
fn compare_boxes(frame: &Contest<'_, RectangleStore>) {
    let (lists, view, own) = (frame.sides(), frame.case.boxes.unit(), &frame.own);
    let (engine, boxes) = (frame.engine.raw, frame.boxes.raw.cast_const());
    let others = if frame.has_two_lists() { boxes } else { null() };
    let asked = OctosatAllPairs { boxes, others, ..OctosatAllPairs::default() };
    let mut ious = stale::<f32>(view.len() * view.len());
    own.iou_matrix(lists, &mut ious).unwrap();
    // SAFETY: handles of our own, and a buffer of as many rows; as below.
    same_matrix(&ious, |out, count| unsafe {
        octosat_iou_matrix(engine, &raw const asked, out, count, null_mut())
    });
    let mut overlapping = Vec::new();
    own.overlapping_pairs(lists, &mut overlapping).unwrap();
    // SAFETY: as above.
    same_list::<OctosatPair>(cast_slice(&overlapping), |out, room, found| unsafe {
        octosat_overlapping_pairs(engine, &raw const asked, out, room, found, null_mut())
    });
    let (scores, classes) = scores(view.len());
    for (share, classes) in SHARES.into_iter().zip([None, Some(&classes[..]), None]) {
        let asked = OctosatAllPairs { least: share, ..asked };
        let mut above = Vec::<IouPair>::new();
        own.iou_above(lists, share, &mut above).unwrap();
        // SAFETY: as above.
        same_list(&above, |out, room, found| unsafe {
            octosat_iou_above(engine, &raw const asked, out, room, found, null_mut())
        });
        let asked = OctosatSuppression {
            most: share,
            boxes,
            scores: scores.as_ptr(),
            classes: classes.map_or(null(), <[_]>::as_ptr),
            count: scores.len(),
            ..OctosatSuppression::default()
        };
        let question = Suppression::new(view, &scores, share);
        let mut kept = Vec::new();
        own.suppress(classes.map_or(question, |of| question.classes(of)), &mut kept).unwrap();
        // SAFETY: as above.
        same_list(&kept, |out, room, found| unsafe {
            octosat_suppress(engine, &raw const asked, out, room, found, null_mut())
        });
    }
}

/// Boxes with spheres around their centers, of which some are points.
fn compare_spheres(frame: &Contest<'_, RectangleStore>) {
    let boxes = &frame.case.boxes;
    let sphere = |(k, &[x, y, z, _]): (usize, &[f32; 4])| OctosatSphere {
        center: [x, y, z],
        radius: 0.1 * (k % 3) as f32,
    };
    let given: Vec<_> = boxes.centers.iter().enumerate().map(sphere).collect();
    let spheres: Vec<_> =
        given.iter().map(|of| Sphere::new(of.center, of.radius).unwrap()).collect();
    let mut overlapping = Vec::new();
    frame.own.overlapping_pairs((&boxes.unit(), &spheres), &mut overlapping).unwrap();
    let (engine, boxes) = (frame.engine.raw, frame.boxes.raw);
    let spheres = OctosatSpheres { data: given.as_ptr(), count: given.len() };
    // SAFETY: handles and lists of our own, and a buffer of as many rows.
    same_list::<OctosatPair>(cast_slice(&overlapping), |out, room, found| unsafe {
        octosat_sphere_overlapping_pairs(engine, boxes, spheres, out, room, found, null_mut())
    });
}

/// Rectangles with rectangles, and their suppression.
fn compare_rectangles(frame: &Contest<'_, RectangleStore>) {
    let (given, own, engine) = (Given::of(frame.world), &frame.own, frame.engine.raw);
    let (handle, store) = (given.assigned(), given.store());
    let rectangles = handle.raw.cast_const();
    let is_two = frame.has_two_lists();
    let lists: Sides<RectangleView<'_>> = if is_two { [&store; 2].into() } else { (&store).into() };
    let others = if is_two { rectangles } else { null() };
    let asked =
        OctosatRectangleAllPairs { rectangles, others, ..OctosatRectangleAllPairs::default() };
    let mut ious = stale::<f32>(store.len() * store.len());
    own.iou_matrix(lists, &mut ious).unwrap();
    // SAFETY: handles of our own, and a buffer of as many rows; as below.
    same_matrix(&ious, |out, count| unsafe {
        octosat_rectangle_iou_matrix(engine, &raw const asked, out, count, null_mut())
    });
    let mut overlapping = Vec::new();
    own.overlapping_pairs(lists, &mut overlapping).unwrap();
    // SAFETY: as above.
    same_list::<OctosatPair>(cast_slice(&overlapping), |out, room, found| unsafe {
        octosat_rectangle_overlapping_pairs(engine, &raw const asked, out, room, found, null_mut())
    });
    let (scores, classes) = scores(store.len());
    for (share, classes) in SHARES.into_iter().zip([None, Some(&classes[..]), None]) {
        let asked = OctosatRectangleAllPairs { least: share, ..asked };
        let mut above = Vec::<IouPair>::new();
        own.iou_above(lists, share, &mut above).unwrap();
        // SAFETY: as above.
        same_list(&above, |out, room, found| unsafe {
            octosat_rectangle_iou_above(engine, &raw const asked, out, room, found, null_mut())
        });
        let asked = OctosatRectangleSuppression {
            most: share,
            rectangles,
            scores: scores.as_ptr(),
            classes: classes.map_or(null(), <[_]>::as_ptr),
            count: scores.len(),
            ..OctosatRectangleSuppression::default()
        };
        let question = Suppression::new(&store, &scores, share);
        let mut kept = Vec::new();
        own.suppress(classes.map_or(question, |of| question.classes(of)), &mut kept).unwrap();
        // SAFETY: as above.
        same_list(&kept, |out, room, found| unsafe {
            octosat_rectangle_suppress(engine, &raw const asked, out, room, found, null_mut())
        });
    }
}
