//! Every query about garbage, as the example `garbage` asks for longer.

use octosat_check::garbage::GARBAGE_QUERIES;
use octosat_check::queries::ALL;

const ROWS: usize = 10_000;

#[test]
fn every_query_ends_on_garbage_with_the_rows_of_each_row_alone_and_one_nan() {
    for query in GARBAGE_QUERIES {
        let report = query.search(ROWS, 44).expect("nothing is rejected");
        assert!(report.rows >= ROWS && report.faults == 0, "{report}: {:?}", report.example);
    }
}

#[test]
fn every_query_is_asked_about_garbage() {
    for query in ALL {
        let name = query.facts().name;
        assert!(GARBAGE_QUERIES.iter().any(|query| query.of == name), "{name}");
    }
}
