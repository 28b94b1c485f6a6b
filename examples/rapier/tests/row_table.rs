//! Compares the table of rows with a search through the list.

use octosat_rapier::row_table::{RowTable, hash};

#[test]
fn every_row_is_found_and_no_other() {
    let mut table = RowTable::default();
    assert_eq!(table.find(0, |_| true), None, "nothing is filed");
    for count in [0_u32, 1, 2, 3, 100, 5000, 7] {
        let keys: Vec<[u32; 2]> = (0..count).map(|index| [index / 50, index % 50]).collect();
        table.file(keys.iter().map(|&key| hash(key)));
        for a in 0..101 {
            for b in 0..51 {
                let expected = keys.iter().position(|&key| key == [a, b]);
                assert_eq!(table.find(hash([a, b]), |row| keys[row] == [a, b]), expected);
            }
        }
    }
}

#[test]
fn rows_with_one_hash_are_distinguished() {
    let mut table = RowTable::default();
    table.file([9, 9, 9].into_iter());
    assert_eq!(
        (0..3).map(|wanted| table.find(9, |row| row == wanted)).collect::<Vec<_>>(),
        [Some(0), Some(1), Some(2)]
    );
    assert_eq!(table.find(9, |_| false), None);
}
