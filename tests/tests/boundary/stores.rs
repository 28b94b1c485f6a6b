//! The functions that stores of all layouts have: for one box or many, on one thread or several.

use octosat::order::{Permutation, morton_order};
use octosat::{
    BoxField, BoxProblem, BoxView, Plane, PreScaled, RectangleView, ScaledBoxView, Store, Unit,
};
use octosat_tests::{Boxes, MANY, StoredSample, on_one_thread_and_split, store_bits};

/// All that is true of a store of any layout.
fn every_promise_holds<L: StoredSample>() {
    storing_what_get_returned_keeps_every_bit::<L>();
    what_is_rejected_changes_nothing::<L>();
    setting_changes_one_box::<L>();
    removal_with_and_without_order::<L>();
    for count in [0, 1, 5000, MANY] {
        a_bulk_load_is_insertion_one_by_one::<L>(count);
    }
    for count in [50, MANY] {
        moving_every_box_is_moving_one_by_one::<L>(count);
        errors_name_the_first_offender_and_change_nothing::<L>(count);
        every_box_is_displaced_or_none::<L>(count);
        reordering_goes_there_and_back::<L>(count);
    }
    lists_have_one_length::<L>();
}

#[test]
fn every_promise_holds_of_unit_boxes() {
    every_promise_holds::<Unit>();
}

#[test]
fn every_promise_holds_of_scaled_boxes() {
    every_promise_holds::<PreScaled>();
}

#[test]
fn every_promise_holds_of_rectangles() {
    every_promise_holds::<Plane>();
}

fn storing_what_get_returned_keeps_every_bit<L: StoredSample>() {
    let store = Boxes::<L>::new(500).store();
    let mut again = Store::default();
    for item in store.iter() {
        again.insert(item).unwrap();
    }
    assert_eq!(store_bits(&store), store_bits(&again));
    assert_eq!(store.iter().len(), 500);
    assert_eq!(store, again);
}

fn what_is_rejected_changes_nothing<L: StoredSample>() {
    let good = Boxes::<L>::new(20);
    let mut store = good.store();
    let before = store.clone();
    for field in [BoxField::Center, BoxField::Rotation, BoxField::HalfExtents] {
        let mut spoilt = good.clone();
        spoilt.spoil(3, field);
        let (item, pose) = (spoilt.items()[3], spoilt.pose(3));
        let error = store.insert(item).unwrap_err();
        assert_eq!((error.list, error.index), (L::NAME, 20));
        let listed = store.extend_from_boxes(&[good.items()[1], item]).unwrap_err();
        assert_eq!((listed.list, listed.index), (L::GIVEN, 1));
        // As text, because an error that shows a NaN equals nothing.
        let mut same = listed;
        (same.list, same.index) = (L::NAME, 20);
        assert_eq!(same.to_string(), error.to_string());
        if field == BoxField::HalfExtents {
            let error = store.set_half_extents(3, spoilt.half_extents[3]).unwrap_err();
            assert_eq!((error.list, error.index, error.field), (L::NAME, 3, field));
            continue;
        }
        let error = store.set_pose(3, pose).unwrap_err();
        assert_eq!((error.list, error.index, error.field), (L::NAME, 3, field));
        let error = store.set_poses_of(&[9, 3, 7], [good.pose(0), pose, pose]).unwrap_err();
        assert_eq!((error.list, error.index, error.field), (L::GIVEN, 1, field));
        let error = store.set_poses_from_iter(spoilt.poses()).unwrap_err();
        assert_eq!((error.list, error.index, error.field), (L::GIVEN, 3, field));
    }
    let mut far = good.clone();
    far.centers[3].as_mut()[0] = 3e12;
    far.rotations[4].as_mut()[0] = f32::NEG_INFINITY;
    assert_eq!(store.set_pose(3, far.pose(3)).unwrap_err().field, BoxField::Center);
    assert_eq!(store.set_pose(4, far.pose(4)).unwrap_err().field, BoxField::Rotation);
    for index in [20, 21, u32::MAX] {
        let words = format!("{} {index}: index {index} is out of range of 20 rows", L::NAME);
        for error in [
            store.set_pose(index, good.pose(0)).unwrap_err(),
            store.set_half_extents(index, good.half_extents[0]).unwrap_err(),
        ] {
            let problem = BoxProblem::OutOfRange { index, len: 20 };
            assert_eq!(
                (error.index, error.field, error.problem),
                (index as usize, BoxField::Index, problem)
            );
            assert_eq!(error.to_string(), words);
        }
        let gone = [store.get(index), store.remove(index), store.swap_remove(index)];
        assert_eq!(gone, [None; 3]);
    }
    assert_eq!(store, before);
}

fn setting_changes_one_box<L: StoredSample>() {
    let mut boxes = Boxes::<L>::new(4);
    let mut store = boxes.store();
    let before = store.clone();
    (boxes.centers[2], boxes.rotations[2]) = (boxes.centers[1], boxes.rotations[1]);
    store.set_pose(2, boxes.pose(1)).unwrap();
    assert_eq!(store_bits(&store), store_bits(&boxes.store()));
    store.set_half_extents(2, L::vector([-0.0, 1.0, 2.0])).unwrap();
    let resized = L::half_extents(&store.get(2).unwrap());
    assert_eq!([0, 1].map(|k| resized.as_ref()[k].to_bits()), [0, 1.0_f32.to_bits()]);
    assert_eq!([store.get(1), store.get(3)], [before.get(1), before.get(3)]);
    assert_eq!(store.get(4), None);
}

fn removal_with_and_without_order<L: StoredSample>() {
    let mut ordered = Boxes::<L>::new(5).store();
    let mut swapped = ordered.clone();
    let all: Vec<_> = ordered.iter().collect();
    assert_eq!(ordered.remove(1), Some(all[1]));
    assert_eq!(ordered.iter().collect::<Vec<_>>(), [all[0], all[2], all[3], all[4]]);
    assert_eq!(swapped.swap_remove(1), Some(all[1]));
    assert_eq!(swapped.iter().collect::<Vec<_>>(), [all[0], all[4], all[2], all[3]]);
    assert!(L::columns(&swapped).iter().all(|column| column.len() == 4));
    swapped.clear();
    assert!(swapped.is_empty() && L::columns(&swapped).iter().all(|column| column.is_empty()));
}

fn a_bulk_load_is_insertion_one_by_one<L: StoredSample>(count: usize) {
    let boxes = Boxes::<L>::new(count);
    let items = boxes.items();
    let (few, rest) = items.split_at(count.min(3));
    let expected = store_bits(&boxes.store());
    on_one_thread_and_split(|| {
        let mut store = Store::new();
        store.extend_from_boxes(few).unwrap();
        store.extend_from_boxes(rest).unwrap();
        assert_eq!(store_bits(&store), expected);
        store.clear();
        L::extend(&mut store, &boxes).unwrap();
        L::extend(&mut store, &boxes).unwrap();
        for (found, expected) in store_bits(&store).iter().zip(&expected) {
            assert_eq!(*found, expected.repeat(2));
        }
    });
}

fn moving_every_box_is_moving_one_by_one<L: StoredSample>(count: usize) {
    let mut boxes = Boxes::<L>::new(count);
    let before = boxes.store();
    boxes.centers.reverse();
    boxes.rotations.reverse();
    let expected = store_bits(&boxes.store());
    on_one_thread_and_split(|| {
        let memory = |store: &Store<L>| L::columns(store)[0].as_ptr();
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

fn errors_name_the_first_offender_and_change_nothing<L: StoredSample>(count: usize) {
    let boxes = Boxes::<L>::new(count);
    let before = boxes.store();
    let late = count - 7;
    for field in [BoxField::Center, BoxField::Rotation, BoxField::HalfExtents] {
        let mut bad = boxes.clone();
        bad.spoil(late, field);
        bad.spoil(count - 1, field);
        on_one_thread_and_split(|| {
            let mut store = before.clone();
            let error = L::extend(&mut store, &bad).unwrap_err();
            let mut expected = L::check(late, &bad.items()[late]).unwrap_err();
            expected.list = L::GIVEN;
            assert_eq!(error.to_string(), expected.to_string());
            let error = store.extend_from_boxes(&bad.items()).unwrap_err();
            assert_eq!(error.to_string(), expected.to_string());
            if field != BoxField::HalfExtents {
                let error = store.set_poses(&bad.centers, &bad.rotations).unwrap_err();
                assert_eq!((error.list, error.index, error.field), (L::GIVEN, late, field));
            }
            assert_eq!(store, before);
        });
    }
}

fn every_box_is_displaced_or_none<L: StoredSample>(count: usize) {
    let before = Boxes::<L>::new(count).store();
    let late = count - 2;
    on_one_thread_and_split(|| {
        let mut store = before.clone();
        let mut steps = vec![L::vector([0.5, -1.0, 0.25]); count];
        store.translate(&steps).unwrap();
        let rows =
            |store: &Store<L>| L::columns(store).into_iter().map(<[[f32; 4]]>::to_vec).collect();
        let mut expected: Vec<Vec<[f32; 4]>> = rows(&before);
        for row in &mut expected[0] {
            for (component, by) in row.iter_mut().zip(steps[0].as_ref()) {
                *component += by;
            }
        }
        assert_eq!(rows(&store), expected);
        let mut rejected = |step| {
            steps[late].as_mut()[1] = step;
            let error = store.translate(&steps).unwrap_err();
            assert_eq!((error.index, error.field), (late, BoxField::Center));
            error.problem
        };
        assert!(matches!(rejected(f32::NAN), BoxProblem::NotFinite { component: 1, .. }));
        assert!(matches!(rejected(3e12), BoxProblem::TooLarge { component: 1, .. }));
        let error = store.translate(&steps[..late]).unwrap_err();
        assert_eq!((error.index, error.field), (late, BoxField::Center));
        assert_eq!(rows(&store), expected);
    });
}

fn reordering_goes_there_and_back<L: StoredSample>(count: usize) {
    let before = Boxes::<L>::new(count).store();
    on_one_thread_and_split(|| {
        let mut store = before.clone();
        let order = store.sort_spatially();
        assert_eq!(store.get(5), before.get(order.old_indices()[5]));
        assert_eq!(store.sort_spatially(), Permutation::identity(count));
        store.reorder(&order.inverse()).unwrap();
        assert_eq!(store, before);
    });
}

fn lists_have_one_length<L: StoredSample>() {
    let Boxes { centers, rotations, .. } = Boxes::<L>::new(40);
    let mut store = Boxes::<L>::new(40).store();
    let before = store.clone();
    let pose = L::pose(centers[0], rotations[0]);
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
            format!("{} {at}: {list} list has {found} entries instead of {expected}", L::GIVEN);
        assert_eq!(result.unwrap_err().to_string(), words);
    }
    let error = store.set_poses_of(&[1, 50, 3], [pose; 3]).unwrap_err();
    let words = format!("{} 1: index 50 is out of range of 40 rows", L::GIVEN);
    assert_eq!(error.to_string(), words);
    store.set_poses_of(&[], []).unwrap();
    assert_eq!(store, before);
}

#[test]
fn stores_are_sorted_along_a_morton_curve() {
    let store = Boxes::<Unit>::new(500).store();
    assert_eq!(store.clone().sort_spatially(), morton_order::<3>(store.centers()));
    let store = Boxes::<PreScaled>::new(500).store();
    assert_eq!(store.clone().sort_spatially(), morton_order::<3>(store.centers()));
    let store = Boxes::<Plane>::new(500).store();
    assert_eq!(store.clone().sort_spatially(), morton_order::<2>(store.poses()));
}

#[test]
fn a_view_accepts_what_a_store_keeps() {
    let store = Boxes::<Unit>::new(500).store();
    let view = BoxView::new(store.centers(), store.rotations(), store.half_extents());
    assert_eq!(view.unwrap().len(), 500);
    let store = Boxes::<PreScaled>::new(500).store();
    let axes = [0, 1, 2].map(|axis| store.axes(axis));
    assert_eq!(ScaledBoxView::new(store.centers(), axes).unwrap().len(), 500);
    let store = Boxes::<Plane>::new(500).store();
    assert_eq!(RectangleView::new(store.poses(), store.half_extents()).unwrap().len(), 500);
}
