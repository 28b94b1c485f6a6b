//! The functions of stores: for one box or many, on one thread or several; and what a store of rectangles keeps of it.

use octosat::order::{Permutation, morton_order};
use octosat::{
    BoxPose, BoxStore, BoxView, ErrorKind, Rectangle, RectanglePose, RectangleStore, RectangleView,
    ScaledBoxStore, ScaledBoxView,
};
use octosat_tests::{Boxes, MANY, named, on_one_thread_and_split, store_bits};

#[test]
fn storing_what_get_returned_keeps_every_bit() {
    let store = Boxes::new(500).store();
    let mut again = BoxStore::default();
    for item in store.iter() {
        again.insert(item).unwrap();
    }
    assert_eq!(store_bits(&store), store_bits(&again));
    assert_eq!(store.iter().len(), 500);
    assert_eq!(store, again);
}

#[test]
fn what_is_rejected_changes_nothing() {
    let good = Boxes::new(20);
    let mut store = good.store();
    let before = store.clone();
    for field in ["center", "rotation", "half extents"] {
        let mut spoilt = good.clone();
        spoilt.spoil(3, field);
        let (item, pose) = (spoilt.items()[3], spoilt.pose(3));
        let error = store.insert(item).unwrap_err();
        assert_eq!(named(&error), ("box", 20, field));
        let listed = store.extend_from_boxes(&[good.items()[1], item]).unwrap_err();
        assert_eq!(named(&listed), ("given box", 1, field));
        let same = error.to_string().replace("box 20:", "given box 1:");
        assert_eq!(listed.to_string(), same);
        if field == "half extents" {
            let error = store.set_half_extents(3, spoilt.half_extents[3]).unwrap_err();
            assert_eq!(named(&error), ("box", 3, field));
            continue;
        }
        let error = store.set_pose(3, pose).unwrap_err();
        assert_eq!(named(&error), ("box", 3, field));
        let error = store.set_poses_of(&[9, 3, 7], [good.pose(0), pose, pose]).unwrap_err();
        assert_eq!(named(&error), ("given box", 1, field));
        let error = store.set_poses_from_iter(spoilt.poses()).unwrap_err();
        assert_eq!(named(&error), ("given box", 3, field));
    }
    let mut far = good.clone();
    far.centers[3][0] = 3e12;
    far.rotations[4][0] = f32::NEG_INFINITY;
    assert_eq!(store.set_pose(3, far.pose(3)).unwrap_err().field(), Some("center"));
    assert_eq!(store.set_pose(4, far.pose(4)).unwrap_err().field(), Some("rotation"));
    for index in [20, 21, u32::MAX] {
        let words = format!("{} {index}: index {index} is out of range of 20 rows", "box");
        for error in [
            store.set_pose(index, good.pose(0)).unwrap_err(),
            store.set_half_extents(index, good.half_extents[0]).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::OutOfRange);
            assert_eq!(named(&error), ("box", index as usize, "index"));
            assert_eq!(error.to_string(), words);
        }
        let gone = [store.get(index), store.remove(index), store.swap_remove(index)];
        assert_eq!(gone, [None; 3]);
    }
    assert_eq!(store, before);
}

#[test]
fn setting_changes_one_box() {
    let mut boxes = Boxes::new(4);
    let mut store = boxes.store();
    let before = store.clone();
    (boxes.centers[2], boxes.rotations[2]) = (boxes.centers[1], boxes.rotations[1]);
    store.set_pose(2, boxes.pose(1)).unwrap();
    assert_eq!(store_bits(&store), store_bits(&boxes.store()));
    store.set_half_extents(2, [-0.0, 1.0, 2.0]).unwrap();
    let resized = store.get(2).unwrap().half_extents;
    assert_eq!(resized.map(f32::to_bits), [0.0, 1.0, 2.0].map(f32::to_bits));
    assert_eq!([store.get(1), store.get(3)], [before.get(1), before.get(3)]);
    assert_eq!(store.get(4), None);
}

#[test]
fn removal_with_and_without_order() {
    let mut ordered = Boxes::new(5).store();
    let mut swapped = ordered.clone();
    let all: Vec<_> = ordered.iter().collect();
    assert_eq!(ordered.remove(1), Some(all[1]));
    assert_eq!(ordered.iter().collect::<Vec<_>>(), [all[0], all[2], all[3], all[4]]);
    assert_eq!(swapped.swap_remove(1), Some(all[1]));
    assert_eq!(swapped.iter().collect::<Vec<_>>(), [all[0], all[4], all[2], all[3]]);
    assert!(store_bits(&swapped).iter().all(|column| column.len() == 4 * 4));
    swapped.clear();
    assert!(swapped.is_empty() && store_bits(&swapped).iter().all(Vec::is_empty));
}

#[test]
fn a_bulk_load_is_insertion_one_by_one() {
    for count in [0, 1, 5000, MANY] {
        let boxes = Boxes::new(count);
        let items = boxes.items();
        let (few, rest) = items.split_at(count.min(3));
        let expected = store_bits(&boxes.store());
        on_one_thread_and_split(|| {
            let mut store = BoxStore::new();
            store.extend_from_boxes(few).unwrap();
            store.extend_from_boxes(rest).unwrap();
            assert_eq!(store_bits(&store), expected);
            store.clear();
            store
                .extend_from_slices(&boxes.centers, &boxes.rotations, &boxes.half_extents)
                .unwrap();
            store
                .extend_from_slices(&boxes.centers, &boxes.rotations, &boxes.half_extents)
                .unwrap();
            for (found, expected) in store_bits(&store).iter().zip(&expected) {
                assert_eq!(*found, expected.repeat(2));
            }
        });
    }
}

#[test]
fn moving_every_box_is_moving_one_by_one() {
    for count in [50, MANY] {
        let mut boxes = Boxes::new(count);
        let before = boxes.store();
        boxes.centers.reverse();
        boxes.rotations.reverse();
        let expected = store_bits(&boxes.store());
        on_one_thread_and_split(|| {
            let memory = |store: &BoxStore| store.centers().as_ptr();
            let mut store = before.clone();
            let old = memory(&store);
            store.set_poses(&boxes.centers, &boxes.rotations).unwrap();
            assert_eq!((store_bits(&store), memory(&store)), (expected.clone(), old));
            store = before.clone();
            store.set_poses_from_iter(boxes.poses()).unwrap();
            assert_eq!(store_bits(&store), expected);
            store = before.clone();
            let indices: Vec<_> = (0..u32::try_from(count).unwrap()).rev().collect();
            // Of an index that occurs twice, the last pose counts.
            let wrong_first = [&indices[..1], &indices].concat();
            let poses = boxes.poses().take(1).chain(boxes.poses().rev());
            store.set_poses_of(&wrong_first, poses).unwrap();
            assert_eq!(store_bits(&store), expected);
        });
    }
}

#[test]
fn errors_name_the_first_offender_and_change_nothing() {
    for count in [50, MANY] {
        let boxes = Boxes::new(count);
        let before = boxes.store();
        let late = count - 7;
        for field in ["center", "rotation", "half extents"] {
            let mut bad = boxes.clone();
            bad.spoil(late, field);
            bad.spoil(count - 1, field);
            on_one_thread_and_split(|| {
                let mut store = before.clone();
                let error = store
                    .extend_from_slices(&bad.centers, &bad.rotations, &bad.half_extents)
                    .unwrap_err();
                assert_eq!(named(&error), ("given box", late, field));
                let expected = error;
                let error = store.extend_from_boxes(&bad.items()).unwrap_err();
                assert_eq!(error.to_string(), expected.to_string());
                if field != "half extents" {
                    let error = store.set_poses(&bad.centers, &bad.rotations).unwrap_err();
                    assert_eq!(named(&error), ("given box", late, field));
                }
                assert_eq!(store, before);
            });
        }
    }
}

#[test]
fn every_box_is_displaced_or_none() {
    for count in [50, MANY] {
        let before = Boxes::new(count).store();
        let late = count - 2;
        on_one_thread_and_split(|| {
            let mut store = before.clone();
            let mut steps = vec![[0.5, -1.0, 0.25]; count];
            store.translate(&steps).unwrap();
            let rows = |store: &BoxStore| {
                [store.centers(), store.rotations(), store.half_extents()].map(<[_]>::to_vec)
            };
            let mut expected = rows(&before);
            for row in &mut expected[0] {
                for (component, by) in row.iter_mut().zip(steps[0]) {
                    *component += by;
                }
            }
            assert_eq!(rows(&store), expected);
            let mut rejected = |step| {
                steps[late][1] = step;
                let error = store.translate(&steps).unwrap_err();
                assert_eq!(named(&error), ("box", late, "center"));
                error.to_string()
            };
            let words = format!("box {late}: center component 1 is NaN, which is not finite");
            assert_eq!(rejected(f32::NAN), words);
            let words = format!("box {late}: center component 1 is 3e12, beyond 1e12");
            assert_eq!(rejected(3e12), words);
            let error = store.translate(&steps[..late]).unwrap_err();
            assert_eq!(named(&error), ("given box", late, "center"));
            assert_eq!(rows(&store), expected);
        });
    }
}

#[test]
fn reordering_goes_there_and_back() {
    for count in [50, MANY] {
        let before = Boxes::new(count).store();
        on_one_thread_and_split(|| {
            let mut store = before.clone();
            let order = store.sort_spatially();
            assert_eq!(store.get(5), before.get(order.old_indices()[5]));
            assert_eq!(store.sort_spatially(), Permutation::identity(count));
            store.reorder(&order.inverse()).unwrap();
            assert_eq!(store, before);
        });
    }
}

#[test]
fn lists_have_one_length() {
    let Boxes { centers, rotations, .. } = Boxes::new(40);
    let mut store = Boxes::new(40).store();
    let before = store.clone();
    let pose = BoxPose::new(centers[0], rotations[0]);
    for (result, list, expected, found) in [
        (store.set_poses(&centers[1..], &rotations), "center", 40, 39),
        (store.set_poses(&centers, &rotations[..9]), "rotation", 40, 9),
        (store.set_poses_from_iter([pose; 9]), "pose", 40, 9),
        (store.set_poses_from_iter(core::iter::repeat(pose)), "pose", 40, 41),
        (store.set_poses_of(&[1, 2, 3], [pose; 2]), "pose", 3, 2),
        (store.set_poses_of(&[1, 2, 3], [pose; 4]), "pose", 3, 4),
        (store.reorder(&Permutation::identity(39)), "index", 40, 39),
    ] {
        let at = expected.min(found);
        let words =
            format!("{} {at}: {list} list has {found} entries instead of {expected}", "given box");
        assert_eq!(result.unwrap_err().to_string(), words);
    }
    let error = store.set_poses_of(&[1, 50, 3], [pose; 3]).unwrap_err();
    let words = format!("{} 1: index 50 is out of range of 40 rows", "given box");
    assert_eq!(error.to_string(), words);
    store.set_poses_of(&[], []).unwrap();
    assert_eq!(store, before);
}

#[test]
fn stores_are_sorted_along_a_morton_curve() {
    let store = Boxes::new(500).store();
    assert_eq!(store.clone().sort_spatially(), morton_order::<3>(store.centers()));
    let rectangles = rectangles(500);
    let order = morton_order::<2>(rectangles.poses());
    assert_ne!(order, Permutation::identity(500));
}

#[test]
fn a_view_accepts_what_a_store_keeps() {
    let store = Boxes::new(500).store();
    let view = BoxView::new(store.centers(), store.rotations(), store.half_extents());
    assert_eq!(view.unwrap().len(), 500);
    let scaled = ScaledBoxStore::from_boxes(&store).unwrap();
    let axes = [0, 1, 2].map(|axis| scaled.axes(axis));
    assert_eq!(ScaledBoxView::new(scaled.centers(), axes).unwrap().len(), 500);
    let store = rectangles(500);
    assert_eq!(RectangleView::new(store.poses(), store.half_extents()).unwrap().len(), 500);
}

/// The parts of rectangles, with different values everywhere; rotations are off unit length, by what is accepted.
struct Parts {
    centers: Vec<[f32; 2]>,
    rotations: Vec<[f32; 2]>,
    half_extents: Vec<[f32; 2]>,
}

impl Parts {
    fn new(count: u16) -> Self {
        let numbers = || (0..count).map(f32::from);
        let rotation = |x: f32| RectanglePose::at_angle([0.0; 2], 0.3 * x).rotation;
        Self {
            centers: numbers().map(|x| [x, 40.0 - 2.0 * x]).collect(),
            rotations: numbers().map(|x| rotation(x).map(|part| 1.0003 * part)).collect(),
            half_extents: numbers().map(|x| [x * 0.25, 0.0]).collect(),
        }
    }

    fn items(&self) -> Vec<Rectangle> {
        let item =
            |k: usize| Rectangle::new(self.centers[k], self.rotations[k], self.half_extents[k]);
        (0..self.centers.len()).map(item).collect()
    }

    fn store(&self) -> RectangleStore {
        RectangleStore::from_slices(&self.centers, &self.rotations, &self.half_extents).unwrap()
    }
}

fn rectangles(count: u16) -> RectangleStore {
    Parts::new(count).store()
}

#[test]
fn rectangles_are_stored_and_moved_alike_one_by_one_and_at_once() {
    let mut parts = Parts::new(300);
    let store = parts.store();
    let mut one_by_one = RectangleStore::new();
    for (index, item) in (0..).zip(parts.items()) {
        assert_eq!(one_by_one.insert(item), Ok(index));
    }
    let mut listed = RectangleStore::with_capacity(300);
    listed.extend_from_rectangles(&parts.items()).unwrap();
    let again: Vec<Rectangle> = store.iter().collect();
    let mut stored_again = RectangleStore::new();
    stored_again.extend_from_rectangles(&again).unwrap();
    for other in [one_by_one.clone(), listed, stored_again] {
        assert_eq!(other, store);
    }
    parts.centers.reverse();
    parts.rotations.reverse();
    let poses = parts.items().into_iter().map(|item| item.pose);
    for (index, pose) in (0..).zip(poses.clone()) {
        one_by_one.set_pose(index, pose).unwrap();
    }
    let [mut at_once, mut from_iter] = [store.clone(), store];
    at_once.set_poses(&parts.centers, &parts.rotations).unwrap();
    from_iter.set_poses_from_iter(poses).unwrap();
    assert_eq!((&at_once, &from_iter), (&one_by_one, &one_by_one));
    assert_eq!(at_once, parts.store());
    at_once.set_half_extents(3, [-0.0, 7.0]).unwrap();
    assert_eq!(at_once.get(3).unwrap().half_extents.map(f32::to_bits), [0, 7.0_f32.to_bits()]);
    let [third, last] = [at_once.get(3), at_once.get(299)];
    assert_eq!((at_once.swap_remove(3), at_once.get(3), at_once.len()), (third, last, 299));
    at_once.clear();
    assert!(at_once.is_empty());
}

#[test]
fn a_rectangle_that_is_rejected_is_named_and_changes_nothing() {
    let parts = Parts::new(20);
    let (mut store, before) = (parts.store(), parts.store());
    let bad = |field| {
        let mut item = parts.items()[3];
        match field {
            "center" => item.pose.center[1] = f32::INFINITY,
            "rotation" => item.pose.rotation = [0.9; 2],
            _ => item.half_extents[1] = -1e-30,
        }
        item
    };
    for field in ["center", "rotation", "half extents"] {
        let item = bad(field);
        assert_eq!(named(&store.insert(item).unwrap_err()), ("rectangle", 20, field));
        let error = store.extend_from_rectangles(&[parts.items()[1], item]).unwrap_err();
        assert_eq!(named(&error), ("given rectangle", 1, field));
        if field == "half extents" {
            let error = store.set_half_extents(3, item.half_extents).unwrap_err();
            assert_eq!(named(&error), ("rectangle", 3, field));
            continue;
        }
        assert_eq!(named(&store.set_pose(3, item.pose).unwrap_err()), ("rectangle", 3, field));
        let mut poses: Vec<_> = store.iter().map(|item| item.pose).collect();
        poses[3] = item.pose;
        let [centers, rotations] = [0, 1].map(|part| {
            poses.iter().map(|pose| [pose.center, pose.rotation][part]).collect::<Vec<_>>()
        });
        let error = store.set_poses(&centers, &rotations).unwrap_err();
        assert_eq!(named(&error), ("given rectangle", 3, field));
        let error = store.set_poses_from_iter(poses).unwrap_err();
        assert_eq!(named(&error), ("given rectangle", 3, field));
    }
    for (result, list, found) in [
        (store.set_poses(&parts.centers[1..], &parts.rotations), "center", 19),
        (store.set_poses(&parts.centers, &parts.rotations[..9]), "rotation", 9),
        (store.set_poses_from_iter([parts.items()[0].pose; 9]), "pose", 9),
        (store.set_poses_from_iter([parts.items()[0].pose; 30]), "pose", 21),
    ] {
        let at = found.min(20);
        let words = format!("given rectangle {at}: {list} list has {found} entries instead of 20");
        assert_eq!(result.unwrap_err().to_string(), words);
    }
    let error = store.set_pose(20, parts.items()[0].pose).unwrap_err();
    assert_eq!(error.to_string(), "rectangle 20: index 20 is out of range of 20 rows");
    assert_eq!((store.get(20), store.swap_remove(20)), (None, None));
    assert_eq!(store, before);
}
