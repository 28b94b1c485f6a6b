//! Recordings that one basis or query takes and another does not.

use serde_json::Value;

use crate::crafted::{Array, HALF_EXTENTS, POSITION, archive, changed, upright};
use crate::{Folder, count, items};

/// Boxes too thin, too large or, in the second frame, too far away for the pre-scaled basis, and where.
fn beyond() -> [(&'static str, Vec<Array>, &'static str); 3] {
    let [thin, large] =
        [1e-7, 2e6].map(|extent| changed(HALF_EXTENTS, |array| array.put(5, extent)));
    let far = changed(POSITION, |array| array.put(9, 2e9));
    [
        ("thin", thin, "array half_extents: box 1"),
        ("large", large, "array half_extents: box 1"),
        ("far", far, "array position: frame 1, box 0"),
    ]
}

/// Asserts that a command skips the basis and says so in one line on standard error and in its JSON.
fn skips(folder: &Folder, words: &str, [name, place]: [&str; 2]) -> Value {
    let done = folder.octosat(words);
    let report = done.json();
    let line = done.stderr.strip_suffix('\n').expect("a line ends");
    assert!(!line.contains('\n'), "{line}");
    assert!([name, "prescaled", place].iter().all(|part| line.contains(part)), "{line}");
    let [skipped] = items(&report["skipped_bases"]) else { panic!("{report}") };
    assert_eq!([&skipped["recording"], &skipped["basis"]], [name, "prescaled"]);
    assert!(skipped["why"].as_str().is_some_and(|why| why.starts_with(place)), "{skipped}");
    report
}

#[test]
fn verify_and_bench_skip_the_basis_and_say_so() {
    let folder = Folder::with_small("beyond");
    for (name, arrays, place) in beyond() {
        folder.write(&format!("{name}.npz"), &archive(&arrays));
        for (words, rows) in [
            (format!("verify --query spheres {name}.npz"), "combinations"),
            (format!("bench --rounds 1 --threads 1 --part combinations,frames {name}.npz"), "rows"),
        ] {
            let report = skips(&folder, &format!("{words} --json"), [name, place]);
            let mut bases = items(&report[rows]).iter().map(|row| &row["basis"]);
            assert!(bases.all(|basis| basis == "unit" || basis == "matrix"), "{report}");
            assert!(!items(&report[rows]).is_empty());
        }
        for command in ["verify --json", "run --json"] {
            folder.rejects(&format!("{command} --basis prescaled {name}.npz"), &[place, name]);
        }
        folder.json(&format!("run --basis unit {name}.npz"));
    }
    let thin = "--query spheres thin.npz";
    let place = "array half_extents: box 1";
    let mixed = skips(&folder, &format!("verify --json {thin} small.npz"), ["thin", place]);
    let mut bases = items(&mixed["combinations"]).iter().map(|one| &one["basis"]);
    assert!(bases.any(|basis| basis == "prescaled"), "other recordings keep the basis");
    for command in ["verify", "bench --rounds 1 --threads 1 --part combinations"] {
        let words = folder.words(&format!("{command} {thin}"));
        let line = words.lines().find(|line| line.contains("skipped in the prescaled basis"));
        assert!(line.is_some_and(|line| line.contains(place)), "{words}");
    }
}

#[test]
fn sizes_below_the_documented_ones_are_not_verified() {
    let folder = Folder::new("tiny");
    let cubes = |half_extent: f32| {
        let half_extents = [[half_extent; 3], [0.0; 3]];
        upright(&half_extents, &[vec![[0.0; 3]; 2]], &[vec![[0, 1]]])
    };
    for (name, half_extent) in [("1e-40.npz", 1e-40), ("1e-20.npz", 1e-20)] {
        folder.write(name, &archive(&cubes(half_extent)));
    }
    let below = ["half_extents: box 0", "is below", "the check of"];
    for query in octosat_check::queries::ALL {
        let name = query.facts().name;
        if query.facts().smallest_length == 0.0 {
            // What is certain holds for all sizes.
            assert_eq!(folder.json(&format!("verify 1e-40.npz --query {name}"))["pairs"], 1);
            continue;
        }
        folder.rejects(
            &format!("verify 1e-40.npz --query {name}"),
            &[&below[..], &["1e-40", name]].concat(),
        );
    }
    for words in ["verify 1e-20.npz", "verify 1e-20.npz --query pairs --json"] {
        folder.rejects(words, &[&below[..], &["1e-20.npz", "pairs"]].concat());
    }
    // Boxes without any extent are points, and are checked.
    let report = folder.json("verify 1e-20.npz --query spheres --basis unit");
    assert!(count(&report["pairs"]) > 0, "{report}");
}
