//! Stores of scaled axes: what they take and refuse, and that either layout of boxes makes the other.
#![forbid(unsafe_code)]

use octosat::{
    BoxField, BoxPose, BoxProblem, BoxStore, OrientedBox, PreScaled, ScaledBox, ScaledBoxStore,
    Stored, Unit,
};
use octosat_tests::{Boxes, MANY, normalized, on_one_thread_and_split, store_bits, wide};

#[test]
fn either_layout_of_boxes_makes_the_other() {
    for count in [0, 1, 3000, MANY] {
        let plain = Boxes::<Unit>::new(count).store();
        let expected = store_bits(&Boxes::<PreScaled>::new(count).store());
        on_one_thread_and_split(|| {
            let mut scaled = ScaledBoxStore::from_boxes(&plain).unwrap();
            assert_eq!(store_bits(&scaled), expected);
            scaled.copy_from_boxes(&plain).unwrap();
            assert_eq!(store_bits(&scaled), expected);
            let back = scaled.to_boxes();
            assert_eq!(back.centers(), plain.centers());
            assert_eq!(back.half_extents(), plain.half_extents());
            for (found, given) in back.rotations().iter().zip(plain.rotations()) {
                let dot: f64 = (0..4).map(|k| f64::from(found[k]) * f64::from(given[k])).sum();
                assert!((dot.abs() - 1.0).abs() < 3e-7, "{found:?} {given:?}");
            }
            assert!(back.iter().all(|item| Unit::check(0, &item).is_ok()));
        });
    }
}

#[test]
fn boxes_beyond_the_scaled_layout_are_refused() {
    let mut store = Boxes::<PreScaled>::new(40).store();
    let before = store.clone();
    let refused = |change: fn(&mut ScaledBox)| {
        let mut bad = Boxes::<PreScaled>::new(40).items();
        change(&mut bad[30]);
        change(&mut bad[35]);
        let error = ScaledBoxStore::new().extend_from_boxes(&bad).unwrap_err();
        assert_eq!(error.index, 30);
        error
    };
    assert_eq!(refused(|item| item.center[0] = 2e9).field, BoxField::Center);
    assert_eq!(refused(|item| item.axes[1][0] = f32::NAN).field, BoxField::Axis(1));
    assert_eq!(refused(|item| item.axes[2][3] *= 2.0).field, BoxField::Axis(2));
    let error = refused(|item| item.axes[2] = item.axes[0]);
    assert!(matches!(error.problem, BoxProblem::Sheared { .. }));
    assert_eq!(refused(|item| item.axes.swap(0, 2)).problem, BoxProblem::Mirrored);
    assert!(store.extend_from_slices(&[[0.0; 3]], [&[], &[], &[]]).is_err());
    assert_eq!(store.set_pose(1, BoxPose::new([2e9; 3], [0.0; 4])).unwrap_err().index, 1);
    let thin = OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1e-7, 1.0, 1.0]);
    let mut boxes = BoxStore::new();
    boxes.insert(thin).unwrap();
    let error = store.copy_from_boxes(&boxes).unwrap_err();
    assert!(matches!(error.problem, BoxProblem::TooSmall { component: 0, .. }));
    assert_eq!(store, before);
}

#[test]
fn scaled_poses_and_sizes_change_apart_from_each_other() {
    let mut store = Boxes::<PreScaled>::new(4).store();
    let turned = Boxes::<Unit>::new(2).items()[1];
    store.set_pose(2, turned.pose).unwrap();
    for size in [0.0, 3.0, 0.1, 0.0, 7.0] {
        store.set_half_extents(2, [size, 1.0, size]).unwrap();
        assert!(PreScaled::check(2, &store.get(2).unwrap()).is_ok());
        assert!((store.get(2).unwrap().half_extents()[0] - size).abs() < 1e-9);
    }
    let back = store.get(2).unwrap().to_oriented().unwrap();
    let expected = normalized(wide(turned.pose.rotation));
    let dot: f64 = (0..4).map(|k| f64::from(back.pose.rotation[k]) * expected[k]).sum();
    assert!(dot.abs() > 1.0 - 1e-6);
}

#[test]
fn half_axes_may_be_mirrored_or_zero_but_not_sheared() {
    let row = |k: usize| {
        let mut row = [0.0, 0.0, 0.0, 1.0];
        row[k] = 1.0;
        row
    };
    let axes = [[0.0, 2.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 4.0]];
    let mirrored = ScaledBox::from_half_axes([1.0; 3], axes).unwrap();
    assert_eq!(mirrored.axes[2].map(f32::to_bits), [0.0, 0.0, -4.0_f32, 4.0].map(f32::to_bits));
    let rod = ScaledBox::from_half_axes([1.0; 3], [[0.0; 3], [0.0, 0.0, 4.0], [0.0; 3]]).unwrap();
    assert_eq!(rod.half_extents().map(f32::to_bits), [0.0, 4.0_f32, 0.0].map(f32::to_bits));
    let tiny = ScaledBox { axes: [[1e-10, 1.0, 0.0, 1.0], row(0), row(2)], ..rod };
    let mut store = ScaledBoxStore::new();
    store.extend_from_boxes(&[mirrored, rod]).unwrap();
    assert_eq!(store.insert(tiny).unwrap_err().problem, BoxProblem::Mirrored);
    let tiny = ScaledBox { axes: [row(0), [-1e-10, 2.0, -0.0, 2.0], row(2)], ..rod };
    assert_eq!(store.insert(tiny), Ok(2));
    assert_eq!(store.axes(1)[2].map(f32::to_bits), [0.0, 2.0, 0.0, 2.0].map(f32::to_bits));
    assert!(ScaledBox::from_half_axes([1.0; 3], [axes[0], [3.0, 1.0, 0.0], axes[2]]).is_err());
}
