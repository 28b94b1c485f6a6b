//! Stores of pre-scaled axes: rejected values, changes of boxes, and conversion to and from unit quaternions.

use octosat::{
    BoxStore, Contacts, Manifolds, OrientedBox, PointLimit, Query, ScaledBox, ScaledBoxStore,
};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Boxes, MANY, along, columns, length, named, on_one_thread_and_split, sentence, store_of, wide,
};

use crate::common::{answers, boxed, boxes_of, cases, standard_frames};

/// All numbers of a store.
fn bits(store: &ScaledBoxStore) -> Vec<u32> {
    let columns = [store.centers(), store.axes(0), store.axes(1), store.axes(2)];
    columns.iter().flat_map(|rows| rows.as_flattened()).map(|number| number.to_bits()).collect()
}

/// The boxes of a store.
fn all(store: &ScaledBoxStore) -> impl Iterator<Item = ScaledBox> {
    (0..).map_while(|index| store.get(index))
}

#[test]
fn either_layout_of_boxes_makes_the_other() {
    for count in [0, 1, 3000, MANY] {
        let plain = Boxes::new(count).store();
        let mut one_by_one = ScaledBoxStore::new();
        for item in plain.iter() {
            one_by_one.insert(ScaledBox::from_oriented(item).unwrap()).unwrap();
        }
        let expected = bits(&one_by_one);
        on_one_thread_and_split(|| {
            let mut scaled = ScaledBoxStore::from_boxes(&plain).unwrap();
            assert_eq!(bits(&scaled), expected);
            scaled.copy_from_boxes(&plain).unwrap();
            assert_eq!(bits(&scaled), expected);
            let back = scaled.to_boxes();
            assert_eq!(back.centers(), plain.centers());
            assert_eq!(back.half_extents(), plain.half_extents());
            for (found, given) in back.rotations().iter().zip(plain.rotations()) {
                let dot: f64 = (0..4).map(|k| f64::from(found[k]) * f64::from(given[k])).sum();
                assert!((dot.abs() - 1.0).abs() < 3e-7, "{found:?} {given:?}");
            }
            let mut again = BoxStore::new();
            again.extend_from_boxes(&back.iter().collect::<Vec<_>>()).unwrap();
            assert_eq!(again, back);
        });
    }
}

/// A pre-scaled box has no rotation and no size to look up: a copy follows changes of either.
#[test]
fn scaled_axes_follow_every_change_of_pose_and_size() {
    let mut random = Random::new(63);
    let mut boxes = || -> Vec<OrientedBox> {
        let one = |_| boxed(random.vector(-5.0, 5.0), random.rotation(), random.vector(0.1, 2.0));
        (0..40).map(one).collect()
    };
    let (old, new) = (boxes(), boxes());
    let mut store = store_of(&old);
    let mut scaled = ScaledBoxStore::from_boxes(&store).unwrap();
    let mut expected = old.clone();
    for (index, (changed, given)) in (0..).zip(expected.iter_mut().zip(&new)).step_by(3) {
        *changed = *given;
        store.set_half_extents(index, given.half_extents).unwrap();
        store.set_pose(index, given.pose).unwrap();
    }
    let converted = |boxes: &[OrientedBox]| ScaledBoxStore::from_boxes(&store_of(boxes)).unwrap();
    assert_eq!(scaled, converted(&old));
    scaled.copy_from_boxes(&store).unwrap();
    assert_eq!(scaled, converted(&expected));
    let far = BoxStore::from_slices(&[[2e9, 0.0, 0.0]], &[[0.0, 0.0, 0.0, 1.0]], &[[1.0; 3]]);
    assert!(scaled.copy_from_boxes(&far.unwrap()).is_err());
    assert_eq!(scaled, converted(&expected));
}

#[test]
fn a_scaled_box_that_is_rejected_changes_nothing() {
    let good = ScaledBox::from_oriented(Boxes::new(4).items()[1]).unwrap();
    let mut store = ScaledBoxStore::new();
    store.insert(good).unwrap();
    let before = store.clone();
    let spoilt = |spoil: fn(&mut ScaledBox)| {
        let mut spoilt = good;
        spoil(&mut spoilt);
        spoilt
    };
    for (item, field) in [
        (spoilt(|it| it.center[1] = f32::INFINITY), "center"),
        (spoilt(|it| it.axes[1][3] = -1e-30), "axis 1"),
        (spoilt(|it| it.axes[0] = it.axes[2]), "axis 0"),
    ] {
        let error = store.insert(item).unwrap_err();
        assert_eq!(named(&error), ("box", 1, field));
    }
    assert_eq!((store.len(), store.get(1)), (1, None));
    assert_eq!(store, before);
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
    for given in [mirrored, rod] {
        store.insert(given).unwrap();
    }
    let mirrored = "box 2: transform is left-handed (mirrored), not a rotation";
    assert_eq!(sentence(store.insert(tiny)), mirrored);
    let tiny = ScaledBox { axes: [row(0), [-1e-10, 2.0, -0.0, 2.0], row(2)], ..rod };
    assert_eq!(store.insert(tiny), Ok(2));
    assert_eq!(store.axes(1)[2].map(f32::to_bits), [0.0, 2.0, 0.0, 2.0].map(f32::to_bits));
    assert!(ScaledBox::from_half_axes([1.0; 3], [axes[0], [3.0, 1.0, 0.0], axes[2]]).is_err());
}

/// How far the corners of a box are from those of another, at most, in parts of its size.
fn distance_of_corners(scaled: &ScaledBox, other: &OrientedBox) -> f64 {
    let columns = columns(wide(other.pose.rotation));
    let size: f64 = wide(scaled.half_extents()).iter().sum();
    let apart = |corner: usize| {
        let apart = (0..3).fold([0.0; 3], |apart, k| {
            let sign = if corner >> k & 1 == 1 { 1.0 } else { -1.0 };
            let [x, y, z, half] = scaled.axes[k];
            let there = along(apart, if half > 0.0 { sign } else { 0.0 }, wide([x, y, z]));
            along(there, -sign * f64::from(other.half_extents[k]), columns[k])
        });
        length(apart)
    };
    let farthest = (0..8).map(apart).fold(0.0, f64::max);
    if size > 0.0 { farthest / size } else { farthest }
}

/// A conversion moves no corner by more than a few roundings, so depths are those of the scaled axes except for as
/// much, and a store that is converted has the manifolds of boxes that are converted one by one.
#[test]
fn converting_moves_a_corner_by_roundings_only() {
    let mut converted = 0;
    for (name, mut frame) in standard_frames(1_003, 97) {
        frame.setting.margin = 0.02;
        let plain = store_of(boxes_of(&frame));
        let Ok(scaled) = ScaledBoxStore::from_boxes(&plain) else { continue };
        converted += 1;
        let store = scaled.to_boxes();
        let each: Vec<_> = all(&scaled).map(|item| item.to_oriented().unwrap()).collect();
        assert_eq!(store, store_of(&each));
        for (scaled, given) in all(&scaled).zip(&each) {
            assert_eq!(given.pose.center.map(f32::to_bits), scaled.center.map(f32::to_bits));
            let apart = distance_of_corners(&scaled, given);
            assert!(apart < 5e-7, "{name}: by {apart:e}, {scaled:?}");
        }
        let [unit, scaled] = &cases(&frame)[..] else { unreachable!("both bases take it") };
        for engine in engines() {
            for limit in [PointLimit::Four, PointLimit::Eight] {
                let [all, one_by_one] = [&store, &store_of(&each)].map(|store| {
                    let mut out = Manifolds::new();
                    let query = Query::new(store, &frame.pairs).within(0.02);
                    engine.manifolds(Contacts::new(query).limit(limit), &mut out).unwrap();
                    out
                });
                // New buffers have zeros where there is no point.
                let same = all.points() == one_by_one.points();
                assert!(same && all.manifolds() == one_by_one.manifolds(), "{name}, {engine:?}");
            }
            let rows = answers(&engine, scaled).into_iter().zip(answers(&engine, unit));
            for (pair, (row, found)) in frame.pairs.iter().zip(rows) {
                let sizes = pair.map(|index| frame.half_extents[index as usize]);
                let size: f32 = sizes.as_flattened().iter().sum();
                let [row, found] = [row, found].map(|row| row.penetration.depth);
                let deep = row > -0.02 && found > -0.02;
                let close = (row - found).abs() <= 1e-5 * size + 0.05 * row.abs();
                assert!(!deep || close, "{row:?} {found:?}");
            }
        }
    }
    assert!(converted > 5, "{converted} worlds");
}
