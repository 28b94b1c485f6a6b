//! The model of a cache by hand.

use octosat_reference::links::{ContactFrame, LinkedContact, LinkedPoint, predecessor_fault};

/// Boxes of two meters: points within 1/64 of that are at the same place.
const SIZE: u8 = 128;

fn contact(pair: [u32; 2], points: &[(f32, u32)]) -> LinkedContact {
    let point = |&(x, feature): &(f32, u32)| LinkedPoint { position: [x, 0.0, 0.0], feature };
    LinkedContact { pair, size: SIZE, points: points.iter().map(point).collect() }
}

fn frame(pairs: &[[u32; 2]]) -> ContactFrame {
    ContactFrame::new(pairs.iter().map(|&pair| contact(pair, &[(0.0, 1)])).collect())
}

#[test]
fn the_kth_of_equal_pairs_continues_the_kth() {
    let last = frame(&[[5, 6], [1, 2], [5, 6], [3, 4]]);
    let now = frame(&[[1, 2], [5, 6], [7, 8], [5, 6], [5, 6]]);
    let links = now.links(&last);
    assert_eq!(links.last, [Some(1), Some(0), None, Some(2), None]);
    assert_eq!(links.began, [2, 4]);
    assert_eq!(links.ended, [3]);
    assert_eq!(now.links(&ContactFrame::default()).began.len(), 5);
}

#[test]
fn forgotten_contacts_end_and_begin() {
    let now = frame(&[[1, 2], [3, 4], [5, 6]]);
    let mut last = now.clone();
    last.forget_box([false, true], 1);
    last.forget_box([true, false], 1);
    last.forget_pair([5, 6]);
    let links = now.links(&last);
    assert_eq!(links.last, [None, Some(1), None]);
    assert_eq!((links.began, links.ended), (vec![0, 2], vec![0, 2]));
}

#[test]
fn renumbered_boxes_keep_their_contacts() {
    let mut last = frame(&[[0, 1], [1, 2], [2, 9]]);
    last.renumber_boxes([true; 2], &[u32::MAX, 7, 8]);
    let links = frame(&[[7, 8], [0, 1]]).links(&last);
    assert_eq!((links.last, links.ended), (vec![Some(0), None], vec![]));
    last.renumber_boxes([false, true], &[0, 1, 2, 3, 4, 5, 6, 7, 3]);
    assert_eq!(last.contacts(), frame(&[[7, 3]]).contacts());

    let mut last = frame(&[[0, 1], [1, 3], [2, 3]]);
    last.swap_remove([true; 2], 1, 3);
    assert_eq!(last.contacts(), frame(&[[2, 1]]).contacts());
    let mut last = frame(&[[0, 1], [1, 3], [2, 3], [4, 0]]);
    last.swap_remove([true, false], 1, 2);
    assert_eq!(last.contacts(), frame(&[[0, 1], [1, 3]]).contacts());
}

#[test]
fn features_come_first_and_then_the_nearest() {
    let last = contact([1, 2], &[(0.0, 10), (1.0, 11), (1.01, 12)]);
    let now = contact([1, 2], &[(1.0, 10), (1.006, 20), (1.001, 21), (0.02, 22)]);
    let is_right =
        |reported: [Option<usize>; 4]| predecessor_fault(&now, Some(&last), &reported).is_none();
    assert!(is_right([Some(0), Some(2), Some(1), None]));
    for wrong in [
        [Some(1), Some(2), Some(1), None],
        [Some(0), Some(1), Some(2), None],
        [Some(0), Some(2), None, None],
        [Some(0), Some(2), Some(2), None],
        [Some(0), Some(2), Some(1), Some(0)],
        [None, Some(2), Some(1), None],
    ] {
        assert!(!is_right(wrong), "{wrong:?}");
    }
    assert!(predecessor_fault(&now, None, &[None; 4]).is_none());
    assert!(predecessor_fault(&now, None, &[None, Some(0), None, None]).is_some());
    assert!(predecessor_fault(&now, Some(&last), &[Some(0)]).is_some());
}

/// The second candidate is farther than 1/64 of the size: by a thousandth of that, and not.
#[test]
fn only_near_points_are_continued() {
    let last = contact([1, 2], &[(0.0, 10)]);
    for (x, is_near) in [(0.031_24, true), (0.031_26, false)] {
        let now = contact([1, 2], &[(x, 20)]);
        let fault = |reported| predecessor_fault(&now, Some(&last), &[reported]);
        assert_eq!((fault(Some(0)).is_none(), fault(None).is_none()), (is_near, !is_near), "{x}");
    }
}
