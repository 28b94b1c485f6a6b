//! Columns at any stride, of fields and behind pointers.

use alloc::boxed::Box;

use super::*;

#[test]
fn as_many_rows_as_fit() {
    let floats = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    for (stride, length, rows, width) in
        [(3, 2, 0, 4), (3, 3, 1, 3), (3, 4, 1, 4), (3, 5, 1, 4), (3, 9, 3, 3), (7, 10, 2, 3)]
    {
        let column = Column::<3>::strided(&floats[..length], stride).unwrap();
        assert_eq!((column.len(), column.width()), (rows, width), "{length} by {stride}");
        assert_eq!(column.is_empty(), rows == 0);
        assert_eq!(column.get(rows), None);
        assert_eq!(column.row(rows), None);
        for row in 0..rows {
            let from = floats[row * stride];
            assert_eq!(column.get(row), Some([from, from + 1.0, from + 2.0]));
        }
        let all: Vec<_> = column.range(0..rows).collect();
        assert_eq!(all.last().copied(), rows.checked_sub(1).and_then(|last| column.get(last)));
    }
    assert!(Column::<3>::strided(&floats, 2).is_none());
    let last = Column::<3>::strided(&floats, 7).unwrap().row(1);
    assert_eq!(last, Some(Row([7.0, 8.0, 9.0, 0.0])));
}

#[test]
fn a_field_is_at_one_place_of_every_item() {
    let items = [([1.0_f32, 2.0, 3.0], 0_u16), ([4.0, 5.0, 6.0], 7)];
    let column = Column::field(&items, |item| &item.0).unwrap();
    assert_eq!([column.get(0), column.get(1)], [Some([1.0, 2.0, 3.0]), Some([4.0, 5.0, 6.0])]);
    assert_eq!(column.row(1), Some(Row([4.0, 5.0, 6.0, 0.0])));
    assert!(Column::field(&items[..0], |item| &item.0).unwrap().is_empty());
    // Neither a reference outside the items, nor to different places of them.
    assert!(Column::field(&items, |_| &[0.0; 3]).is_none());
    let two = [[[1.0_f32; 2]; 2]; 3];
    assert!(Column::field(&two, |item| &item[usize::from(item[0][0] > 0.0)]).is_some());
    let mixed = [[[1.0_f32; 2], [2.0; 2]], [[-1.0; 2]; 2]];
    assert!(Column::field(&mixed, |item| &item[usize::from(item[0][0] > 0.0)]).is_none());
    let boxed = [Box::new([1.0_f32; 3]), Box::new([1.0; 3])];
    assert!(Column::field(&boxed, |item| &**item).is_none());
    assert!(Column::field(&[(), ()], |()| &[0.0_f32; 3]).is_none());
}

#[test]
fn rows_behind_a_pointer() {
    let floats = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    let raw = |rows, stride, width| {
        // SAFETY: three rows at a stride of at most 8 bytes, and one of at most 28, lie within the array.
        unsafe { Column::<3>::from_raw(floats.as_ptr(), rows, stride, width) }
    };
    let column = raw(3, 8, 4).unwrap();
    assert_eq!((column.len(), column.stride(), column.width()), (3, 2, 4));
    assert_eq!(column.row(2), Some(Row([4.0, 5.0, 6.0, 7.0])));
    assert_eq!(raw(3, 0, 3).unwrap().get(2), Some([0.0, 1.0, 2.0]));
    assert!(
        [(3, 6, 3), (1, 12, 2), (1, 12, 5)]
            .iter()
            .all(|&(rows, stride, width)| raw(rows, stride, width).is_none())
    );
    let odd = floats.as_ptr().wrapping_byte_add(2);
    // SAFETY: one row of three floats from two bytes into the array on.
    assert!(unsafe { Column::<3>::from_raw(odd, 1, 12, 3) }.is_none());
    // SAFETY: no row.
    assert!(unsafe { Column::<3>::from_raw(core::ptr::null(), 0, 12, 3) }.is_some());
}

#[test]
#[should_panic(expected = "past the last row")]
fn a_range_past_the_end_is_rejected() {
    let _ = Column::<4>::from(&[[0.0; 4]; 3]).range(1..4);
}
