//! Reads the queries that are published with Tight Inclusion.

use std::path::{Path, PathBuf};
use std::{env, fs};

use octosat_scenes::generate::edges::{Known, MovingEdges};

/// Lines of a query: the ends of both edges at the start and at the end.
const LINES: usize = 8;

/// All queries about edges in the folder of the environment: none without.
pub(crate) fn queries() -> Vec<MovingEdges> {
    let Ok(folder) = env::var("OCTOSAT_QUERIES") else { return Vec::new() };
    let mut found = Vec::new();
    for scene in files(Path::new(&folder)) {
        let edges = scene.join("edge-edge");
        for file in if edges.is_dir() { files(&edges) } else { Vec::new() } {
            found.extend(parsed(&fs::read_to_string(&file).unwrap()));
        }
    }
    assert!(!found.is_empty(), "no queries in {folder}");
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// The queries of a file: per line the numerators and denominators of x, y and z, and whether the edges meet.
fn parsed(text: &str) -> Vec<MovingEdges> {
    let lines: Vec<[f64; 7]> = text.lines().map(numbers).collect();
    assert_eq!(lines.len() % LINES, 0);
    let point = |line: &[f64; 7]| [line[0] / line[1], line[2] / line[3], line[4] / line[5]];
    let query = |lines: &[[f64; 7]]| {
        let edges =
            |first: usize| [0, 2].map(|side| [0, 1].map(|at| point(&lines[first + side + at])));
        // When they meet is not published.
        let known = if lines[0][6] > 0.0 { Known::Meet(1.0) } else { Known::Apart(0.0) };
        MovingEdges { start: edges(0), end: edges(4), known }
    };
    lines.chunks(LINES).map(query).collect()
}

fn numbers(line: &str) -> [f64; 7] {
    let numbers: Vec<f64> = line.split(',').map(|number| number.trim().parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// What the parser makes of a query in the published form.
#[test]
fn a_published_query_is_read_point_by_point() {
    let line = |x: i32| format!("{x},2,-1,4,0,1,1\n");
    let text: String = (0..8).map(line).collect();
    let [query] = parsed(&text)[..] else { panic!("one query") };
    assert_eq!(query.known, Known::Meet(1.0));
    assert_eq!(query.start[1], [[1.0, -0.25, 0.0], [1.5, -0.25, 0.0]]);
    assert_eq!(query.end[0], [[2.0, -0.25, 0.0], [2.5, -0.25, 0.0]]);
}
