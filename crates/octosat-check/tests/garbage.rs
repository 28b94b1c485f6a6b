//! Every query about garbage, as the example `garbage` asks for longer.

use octosat_check::garbage::GARBAGE_QUERIES;

const ROWS: usize = 10_000;

/// Of pairs with covered faces, some calls do not end; products leave out pairs whose rows overflow.
const LEFT_OUT: [&str; 2] = ["covered", "products"];

#[test]
fn every_query_ends_on_garbage_with_the_rows_of_each_row_alone_and_one_nan() {
    for query in GARBAGE_QUERIES.iter().filter(|query| !LEFT_OUT.contains(&query.name)) {
        let report = query.search(ROWS, 44).expect("nothing is rejected");
        assert!(report.rows >= ROWS && report.faults == 0, "{report}: {:?}", report.example);
    }
}
