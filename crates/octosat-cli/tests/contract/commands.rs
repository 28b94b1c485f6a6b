//! Every command on the embedded recording or a small one, and the fields of its JSON.

use serde_json::Value;

use crate::common::{Folder, count, has_fields, has_fused, items, octosat, on_files};
use crate::crafted::{archive, good_arrays};

const RECORDING_FIELDS: [&str; 7] =
    ["name", "boxes", "frames", "pairs", "overlapping", "contacts", "seconds"];

const QUERIES: [&str; 3] = ["overlap", "penetration", "contacts"];

#[test]
fn the_main_job_checks_itself() {
    let report = octosat(["--json"]).json(0);
    has_fields(&report, &["recordings", "backend", "basis", "arithmetic", "threads"]);
    let done = octosat::<&str>([]);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert!(done.stdout.contains("cross-check held"), "{done:?}");
}

#[test]
fn run_reports_every_recording() {
    let report = octosat(["run", "--json"]).json(0);
    has_fields(&report, &["recordings", "backend", "basis", "arithmetic", "threads"]);
    let [recording] = items(&report["recordings"]) else { panic!("{report}") };
    has_fields(recording, &RECORDING_FIELDS);
    assert_eq!(recording["name"], "embedded");
    assert!(count(&recording["pairs"]) > count(&recording["overlapping"]));
    assert!(count(&recording["overlapping"]) > 0);
    assert!(recording["ns_per_pair"].as_f64().is_some_and(|ns| ns > 0.0), "{recording}");
    assert_eq!(report["basis"], "unit");
    assert_eq!(report["arithmetic"], "exact");
}

#[test]
fn run_takes_several_files() {
    let folder = Folder::new("several");
    let first = folder.write("first.npz", &archive(&good_arrays()));
    let second = folder.write("second one.npz", &archive(&good_arrays()));
    let report = on_files(&["run", "--json"], &[&first, &second]).json(0);
    let names: Vec<_> = items(&report["recordings"]).iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["first", "second one"]);
    for recording in items(&report["recordings"]) {
        assert_eq!(recording["boxes"], 3);
        assert_eq!(recording["frames"], 2);
        assert_eq!(recording["pairs"], 4);
        assert_eq!(recording["overlapping"], 3, "touching counts");
    }
}

#[test]
fn settings_are_reported_as_asked() {
    for (option, value) in [
        ("backend", "scalar"),
        ("backend", "portable"),
        ("backend", "reference"),
        ("basis", "prescaled"),
        ("arithmetic", "fused"),
    ] {
        let report = octosat(["run", "--json", &format!("--{option}"), value]).json(0);
        assert_eq!(report[option], value, "{report}");
    }
    let report = octosat(["run", "--json", "--threads", "3"]).json(0);
    assert_eq!(report["threads"], 3);
}

#[test]
fn verify_finds_nothing_in_the_embedded_recording() {
    let report = octosat(["verify", "--json"]).json(0);
    has_fields(&report, &["pairs", "skipped"]);
    assert_eq!(report["bit_mismatches"], 0, "{report}");
    assert_eq!(report["outside_tolerance"], 0, "{report}");
    let combinations = items(&report["combinations"]);
    for combination in combinations {
        has_fields(combination, &["backend", "basis", "arithmetic", "threads", "worst_error"]);
        assert_eq!(combination["bit_mismatches"], 0, "{combination}");
        assert_eq!(combination["outside_tolerance"], 0, "{combination}");
        assert!(count(&combination["manifolds"]) > 0, "{combination}");
        for error in ["worst_error", "worst_manifold_error"] {
            let error = combination[error].as_f64().expect("a number");
            assert!(error > 0.0 && error <= 1.0, "{combination}");
        }
    }
    for basis in ["unit", "prescaled"] {
        for arithmetic in ["exact", "fused"] {
            for backend in ["scalar", "portable"] {
                let found = combinations.iter().any(|one| {
                    one["backend"] == backend
                        && one["basis"] == basis
                        && one["arithmetic"] == arithmetic
                });
                let exists = arithmetic == "exact" || has_fused(backend);
                assert_eq!(found, exists, "{backend}, {basis}, {arithmetic} in {report}");
            }
        }
    }
}

#[test]
fn verify_checks_manifolds() {
    let folder = Folder::new("manifolds");
    let file = folder.write("small.npz", &archive(&good_arrays()));
    let report = on_files(&["verify", "--json"], &[&file]).json(0);
    for combination in items(&report["combinations"]) {
        // Three pairs touch, and contacts are asked for in three ways, and with each of two caches.
        assert_eq!(combination["manifolds"], 15, "{combination}");
        let error = combination["worst_manifold_error"].as_f64().expect("a number");
        assert!(error <= 1.0, "{combination}");
    }
}

#[test]
fn verify_speaks_in_words_too() {
    let folder = Folder::new("words");
    let file = folder.write("small.npz", &archive(&good_arrays()));
    let done = on_files(&["verify"], &[&file]);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert!(done.stdout.contains("0 bit mismatches"), "{done:?}");
}

#[test]
fn bench_tells_the_least_time_of_contenders_in_turn_and_alone() {
    for alone in [&[][..], &["--alone"]] {
        let smallest = ["bench", "--json", "--scene", "wall", "--pairs", "300", "--repeats", "3"];
        let report = on_files(&[&smallest, alone].concat(), &[]).json(0);
        let rows = items(&report["rows"]);
        assert!(!rows.is_empty());
        for row in rows {
            let [least, median] =
                ["least_ns_per_pair", "ns_per_pair"].map(|name| row[name].as_f64().unwrap());
            assert!(least > 0.0 && least <= median, "{row}");
        }
        // The shortest of three laps is not the middle one but by chance.
        assert!(rows.iter().any(|row| row["least_ns_per_pair"] != row["ns_per_pair"]));
    }
    for query in ["spheres", "convex"] {
        let asked = ["bench", "--json", "--quick", "--alone", "--query", query, "--repeats", "3"];
        let report = on_files(&asked, &[]).json(0);
        for row in items(&report["rows"]) {
            let [least, median] =
                ["least_ns_per_pair", "ns_per_pair"].map(|name| row[name].as_f64().unwrap());
            assert!(least > 0.0 && least <= median, "{row}");
        }
        assert!(!items(&report["rows"]).is_empty());
    }
}

#[test]
fn bench_reports_rows_and_draws_a_plot() {
    let folder = Folder::new("bench");
    let plot = folder.path("plot.svg");
    let smallest =
        ["bench", "--json", "--scene", "cloud", "--pairs", "1000", "--repeats", "1", "--plot"];
    let report = on_files(&smallest, &[&plot]).json(0);
    let rows = items(&report["rows"]);
    assert!(!rows.is_empty());
    for row in rows {
        has_fields(row, &["query", "backend", "basis", "arithmetic", "threads", "boxes", "pairs"]);
        has_fields(row, &["ns_per_pair", "pairs_per_second", "speedup_over_scalar"]);
    }
    for query in QUERIES {
        for backend in ["scalar", "portable"] {
            let found = rows.iter().any(|row| row["query"] == query && row["backend"] == backend);
            assert!(found, "{query}, {backend}");
        }
    }
    for row in rows.iter().filter(|row| row["query"] == "contacts" && row["backend"] == "scalar") {
        // It is its own baseline.
        assert!(row["arithmetic"] != "exact" || row["speedup_over_scalar"] == 1.0, "{row}");
    }
    let svg = std::fs::read_to_string(&plot).expect("the plot is there");
    assert!(svg.contains("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(folder.names(), ["plot.svg"]);
}

#[test]
fn bench_without_files_begins_with_the_embedded_recording() {
    let report =
        octosat(["bench", "--json", "--quick", "--repeats", "1", "--threads", "1"]).json(0);
    let rows = items(&report["rows"]);
    let recorded = rows.iter().take_while(|row| row["scene"] == "embedded").count();
    assert!(recorded > 0 && recorded < rows.len(), "{report}");
    for (number, row) in rows.iter().enumerate() {
        let order = if number < recorded { "recorded" } else { "random" };
        assert_eq!(row["order"], order, "{row}");
    }
    let whole = octosat(["run", "--json"]).json(0);
    for field in ["boxes", "pairs"] {
        assert_eq!(rows[0][field], whole["recordings"][0][field], "{report}");
    }
    for basis in ["unit", "prescaled"] {
        for query in QUERIES {
            let found = |row: &Value| row["query"] == query && row["basis"] == basis;
            assert!(rows[..recorded].iter().any(found), "{query}, {basis}");
        }
    }
}

#[test]
fn bench_of_a_scene_or_a_file_measures_nothing_else() {
    let folder = Folder::new("bench-choice");
    let file = folder.write("small.npz", &archive(&good_arrays()));
    let scene = ["bench", "--json", "--scene", "wall", "--pairs", "300", "--repeats", "1"];
    let of_file = on_files(&["bench", "--json", "--quick", "--repeats", "1"], &[&file]);
    for (report, name) in [(octosat(scene).json(0), "wall"), (of_file.json(0), "small")] {
        let rows = items(&report["rows"]);
        assert!(!rows.is_empty() && rows.iter().all(|row| row["scene"] == name), "{report}");
    }
}

#[test]
fn fuzz_repeats_itself_for_a_seed() {
    let folder = Folder::new("fuzz");
    let arguments = ["fuzz", "--json", "--cases", "300", "--seed", "1", "--out-dir"];
    let report = on_files(&arguments, &[&folder.path("")]).json(0);
    assert_eq!(report["cases"], 300);
    assert!(items(&report["failures"]).is_empty(), "{report}");
    let again = on_files(&arguments, &[&folder.path("")]).json(0);
    assert_eq!(report["rounds"], again["rounds"]);
    assert!(folder.names().is_empty());
}
