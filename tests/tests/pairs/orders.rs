//! Orders of centers and of pairs: neighbors in order are near in space, and every order has an inverse.

use octosat::order::{Permutation, morton_order, renumber_pairs, sort_pairs};
use octosat_tests::narrow;

#[test]
fn only_permutations_are_accepted() {
    assert!(Permutation::from_old_indices(vec![1, 0, 2]).is_some());
    assert!(Permutation::from_old_indices(vec![1, 1, 2]).is_none());
    assert!(Permutation::from_old_indices(vec![0, 3, 1]).is_none());
    assert_eq!(Permutation::from_old_indices(vec![0, 1, 2]), Some(Permutation::identity(3)));
    assert!(Permutation::identity(0).is_empty());
}

#[test]
fn pairs_are_sorted_stably_and_go_back() {
    let before = [[7, 2], [2, 7], [0, 9], [2, 3], [7, 2]];
    let mut pairs = before;
    let order = sort_pairs(&mut pairs);
    assert_eq!(pairs, [[0, 9], [2, 3], [7, 2], [2, 7], [7, 2]]);
    assert_eq!(order.old_indices(), [2, 3, 0, 1, 4]);
    assert_eq!(order.inverse().apply(&pairs), before);
}

#[test]
fn renumbering_follows_the_boxes_or_changes_nothing() {
    let order = Permutation::from_old_indices(vec![2, 0, 1]).unwrap();
    let mut pairs = [[0, 1], [2, 0]];
    renumber_pairs(&mut pairs, &order.inverse()).unwrap();
    assert_eq!(pairs, [[1, 2], [0, 1]]);
    let mut pairs = [[0, 1], [3, 0]];
    let error = renumber_pairs(&mut pairs, &order.inverse()).unwrap_err();
    assert_eq!(error.to_string(), "pairs[1][0] is 3, but the number of boxes is 3");
    assert_eq!(pairs, [[0, 1], [3, 0]]);
}

fn scattered(count: u32) -> Vec<[f32; 4]> {
    let coordinate = |number: u32, factor: u32| {
        f64::from(number.wrapping_mul(factor) >> 12) / f64::from(1 << 14)
    };
    (0..count)
        .map(|number| {
            let factors = [0x9e37_79b9, 0x85eb_ca6b, 0xc2b2_ae35];
            let center = narrow(factors.map(|factor| coordinate(number, factor)));
            [center[0], center[1], center[2], 0.0]
        })
        .collect()
}

fn path_length<const AXES: usize>(centers: &[[f32; 4]]) -> f32 {
    let step =
        |two: &[[f32; 4]]| (0..AXES).map(|k| (two[0][k] - two[1][k]).powi(2)).sum::<f32>().sqrt();
    centers.windows(2).map(step).sum()
}

#[test]
fn neighbors_in_order_are_near_in_space() {
    let centers = scattered(70_000);
    let order = morton_order::<3>(&centers);
    let sorted = order.apply(&centers);
    assert!(path_length::<3>(&sorted) * 10.0 < path_length::<3>(&centers));
    assert_eq!(order.inverse().apply(&sorted), centers);
    assert!(Permutation::from_old_indices(order.old_indices().to_vec()).is_some());
    assert_eq!(order, morton_order::<3>(&centers));
}

#[test]
fn neighbors_in_order_are_near_in_the_plane() {
    let centers = scattered(70_000);
    let order = morton_order::<2>(&centers);
    let sorted = order.apply(&centers);
    // In the plane there is more room to be near: the way is shorter by more than in space.
    assert!(path_length::<2>(&sorted) * 50.0 < path_length::<2>(&centers));
    let in_space = morton_order::<3>(&centers).apply(&centers);
    assert!(path_length::<2>(&sorted) * 2.0 < path_length::<2>(&in_space));
    assert!(Permutation::from_old_indices(order.old_indices().to_vec()).is_some());
    assert_eq!(order, morton_order::<2>(&centers));
}

#[test]
fn ties_keep_their_order_and_bad_centers_come_last() {
    let mut centers = vec![[1.0; 4]; 5];
    for order in [morton_order::<3>, morton_order::<2>] {
        assert_eq!(order(&centers), Permutation::identity(5));
    }
    centers[1] = [f32::NAN, 0.0, 0.0, 0.0];
    centers[2] = [0.0, f32::INFINITY, 0.0, 0.0];
    centers[4] = [f32::MAX, -f32::MAX, 0.0, f32::NAN];
    for order in [morton_order::<3>, morton_order::<2>] {
        assert_eq!(order(&centers).old_indices(), [4, 0, 3, 1, 2]);
        assert!(order(&[]).is_empty());
    }
    // A rotation stands where a height would, and is no part of the place.
    centers[0][2] = f32::NAN;
    assert_eq!(morton_order::<3>(&centers).old_indices(), [4, 3, 0, 1, 2]);
    assert_eq!(morton_order::<2>(&centers).old_indices(), [4, 0, 3, 1, 2]);
}
