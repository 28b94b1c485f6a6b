//! What is asked, checked and described goes over one list: the queries of the checker, and the methods that they name.

use std::collections::BTreeSet;

use octosat_check::queries::ALL;

use crate::common::read;
use crate::heads::rows_of;
use crate::languages::{quoted, rows};
use crate::wrong_outputs::REJECTED;

/// Where Python is asked about each query, next to what `NumPy` computes or to other queries; or why it is not.
const IN_PYTHON: [(&str, &str); 26] = [
    ("pairs", "test_pairs.py"),
    ("contacts-cached", "test_cache.py"),
    ("covered", "test_covered.py"),
    ("verdicts", "test_certain.py"),
    ("casts", "test_motion.py"),
    ("distances", "test_distances.py"),
    ("intersections", "test_intersections.py"),
    ("all-pairs", "test_products.py"),
    ("groups", "test_groups.py"),
    ("products", "test_groups.py"),
    ("impacts", "test_impacts.py"),
    ("moved", "test_moved.py"),
    ("half-space", "test_shapes.py"),
    ("spheres", "test_shapes.py"),
    ("capsules", "test_capsules.py"),
    ("aabbs", "test_shapes.py"),
    ("frustum", "test_frusta.py"),
    ("segments", "test_shapes.py test_capsules.py"),
    ("round-pairs", "test_round.py"),
    ("shape-casts", "test_round.py"),
    ("rectangles", "test_rectangles.py test_intersections.py"),
    ("configurations", "test_chains.py"),
    ("joint-motions", "test_chains.py"),
    ("link-pairs", "test_link_pairs.py"),
    ("own-points", "test_own_points.py"),
    ("boxes-among", "test_boxes_among.py"),
];

/// The methods that queries of the checker ask, and what about.
fn asked() -> BTreeSet<(String, String)> {
    let verbs = ALL.iter().flat_map(|query| query.facts().verbs);
    verbs.map(|verb| (verb.method.to_owned(), verb.about.to_owned())).collect()
}

/// Those of the table by language, which another test compares with the methods of `Engine`.
fn listed() -> BTreeSet<(String, String)> {
    let of_row = |[method, about, ..]: [String; 4]| (method.trim_matches('`').to_owned(), about);
    rows().into_iter().map(of_row).collect()
}

#[test]
fn every_method_of_the_engine_is_asked_by_a_query_of_the_checker() {
    assert_eq!(asked(), listed());
}

/// It takes lists alone, and its output has any length: it rejects only lists that are longer than indices can count.
const REJECTS_NOTHING: &str = "overlapping_pairs";

#[test]
fn every_method_is_rejected_by_name() {
    let rejected =
        REJECTED.iter().map(|(method, about, _)| (method.to_string(), about.to_string()));
    let asked = asked().into_iter().filter(|(method, _)| method != REJECTS_NOTHING);
    assert_eq!(rejected.collect::<BTreeSet<_>>(), asked.collect());
}

#[test]
fn every_query_is_asked_in_python_or_has_a_reason() {
    let table = rows();
    for query in ALL {
        let facts = query.facts();
        let (_, file) = IN_PYTHON.iter().find(|(name, _)| *name == facts.name).expect(facts.name);
        if file.starts_with("none: ") {
            continue;
        }
        let text: String =
            file.split(' ').map(|file| read(&format!("python/tests/{file}"))).collect();
        for verb in facts.verbs {
            let is_own = |row: &&[String; 4]| {
                row[0].trim_matches('`') == verb.method && row[1] == verb.about
            };
            let [.., python] = table.iter().find(is_own).expect(verb.method);
            for call in quoted(python) {
                let (function, _) = call.split_once('(').expect("a call");
                let method = function.rsplit('.').next().unwrap_or_default();
                let calls = [format!(".{method}("), format!(".{method},"), format!(".{method})")];
                let is_called = calls.iter().any(|call| text.contains(call));
                assert!(is_called, "{file} never calls {function}, for {}", facts.name);
            }
        }
    }
    assert_eq!(IN_PYTHON.len(), ALL.len());
}

/// The commands name queries in a table of their own, or the head of a page names the search for mistakes.
#[test]
fn the_command_line_or_a_page_describes_every_query() {
    let page = read("crates/octosat-cli/README.md");
    let described: BTreeSet<&str> =
        page.lines().filter(|line| line.starts_with("| `")).flat_map(quoted).collect();
    let promises = rows_of("promise of");
    for query in ALL {
        let name = query.facts().name;
        let is_searched = promises.iter().any(|row| {
            let mut words = row.cells[5].split(|c: char| !c.is_alphanumeric() && c != '-');
            words.any(|word| word == name)
        });
        assert!(described.contains(name) || is_searched, "{name} is not described");
    }
}

/// What the first cell of a row of the README's table of what is supported says of each query, and what a row of the table
/// of the crate's documentation says; none: it is of another crate, or asks another query.
const IN_TABLES: [(&str, Option<&str>, Option<&str>); 26] = [
    ("pairs", Some("overlap, penetration, contact manifolds"), Some("[`Engine::overlaps`]")),
    ("contacts-cached", Some("contact cache"), Some("[`ContactCache`]")),
    ("covered", Some("covered.md"), Some("`covered_faces`")),
    ("verdicts", Some("certain.md"), Some("`Engine::verdicts`")),
    ("casts", Some("[casts]"), Some("`Engine::casts` for motion")),
    ("distances", Some("distances.md"), Some("`Engine::clearances`")),
    ("intersections", Some("intersections.md"), Some("`Engine::intersections`")),
    ("all-pairs", Some("intersections.md"), Some("`Engine::iou_matrix`")),
    ("groups", Some("groups.md"), Some("`Groups`")),
    ("products", Some("groups.md"), Some("`Groups`")),
    ("impacts", Some("times of impact"), Some("`Engine::impacts`")),
    ("moved", None, None),
    ("half-space", Some("half-space"), Some("planes")),
    ("spheres", Some("sphere"), Some("spheres")),
    ("capsules", Some("capsule"), Some("capsules")),
    ("aabbs", Some("axis-aligned box"), Some("`Query::each`")),
    ("frustum", Some("frustum"), Some("frusta")),
    ("segments", Some("ray and segment"), Some("rays")),
    ("round-pairs", Some("round shapes"), Some("each other")),
    ("shape-casts", Some("spheres and capsules"), Some("of spheres and capsules")),
    ("rectangles", Some("rectangles in the plane"), Some("`RectangleStore`")),
    ("configurations", Some("robots.md"), Some("`Configurations`")),
    ("joint-motions", Some("certified joint motions"), Some("`JointMotions`")),
    ("link-pairs", Some("robots.md"), Some("`Configurations`")),
    ("own-points", Some("own points"), Some("`OwnPoints`")),
    ("boxes-among", Some("boxes among a prepared world"), Some("`BoxesAmong`")),
];

#[test]
fn the_first_pages_describe_every_query() {
    let table = |page: &str, head: &str| {
        let text = read(page);
        let rows = text.split_once(head).expect("the table").1.lines();
        let rows = rows.take_while(|line| line.trim_start_matches("//! ").starts_with('|'));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let readme = table("README.md", "| supported | not supported |\n");
    let crate_page = table("crates/octosat/src/lib.rs", "//! | I want | it is in |\n");
    for query in ALL {
        let name = query.facts().name;
        let row = IN_TABLES.iter().find(|(query, ..)| *query == name).expect(name);
        if let Some(words) = row.1 {
            let supported = |line: &String| line.split('|').nth(1).expect("a cell").contains(words);
            assert!(readme.iter().any(supported), "README.md does not say {words:?} of {name}");
        }
        if let Some(words) = row.2 {
            let says = crate_page.iter().any(|line| line.contains(words));
            assert!(says, "lib.rs does not say {words:?} of {name}");
        }
    }
    assert_eq!(IN_TABLES.len(), ALL.len());
}
