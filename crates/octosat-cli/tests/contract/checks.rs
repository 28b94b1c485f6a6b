//! The main job, `verify`, `fuzz`, `bench` and every query: fields of the JSON and what they say.

use std::collections::BTreeSet;

use octosat_check::{Basis, Facts, available_backends, queries, usual_thread_counts};
use octosat_scenes::generate;
use serde_json::Value;

use crate::drawing::assert_well_formed;
use crate::{Folder, count, has_fields, items, number};

const RECORDING: &str = "name boxes frames pairs overlapping contacts seconds ns_per_pair";
const HOW: &str = "backend basis threads";
const COMBINATION: &str = "backend basis threads bit_mismatches outside_tolerance worst_error";
const ROW: &str = "part scene query backend basis threads boxes pairs ns_per_pair spread \
                   pairs_per_second rounds speedup_over_scalar speedup_over_one_thread";

/// The different texts in a field of some rows.
fn names<'a>(rows: impl IntoIterator<Item = &'a Value>, field: &str) -> BTreeSet<&'a str> {
    rows.into_iter().map(|row| row[field].as_str().expect("a name")).collect()
}

/// The names that the help of a command lists for `--query`.
fn listed(folder: &Folder, command: &str) -> Vec<String> {
    let help = folder.words(&format!("{command} --help"));
    let (_, list) = help.split_once("--query").expect("the option");
    let (_, list) = list.split_once("Possible values:\n").expect("its values");
    let lines = list.lines().map_while(|line| line.trim().strip_prefix("- "));
    lines.map(|line| line.split(':').next().expect("a name").to_owned()).collect()
}

/// Asserts that a report of `verify` found nothing.
fn held(report: &Value) {
    has_fields(report, "pairs skipped skipped_bases differences");
    for one in items(&report["combinations"]).iter().chain([report]) {
        assert_eq!([&one["bit_mismatches"], &one["outside_tolerance"]], [0, 0], "{one}");
        assert!((0.0..=1.0).contains(&number(&one["worst_error"])), "{one}");
    }
    items(&report["combinations"]).iter().for_each(|one| has_fields(one, COMBINATION));
}

/// Asserts that rows of `bench` were measured, and that ratios are there unless the machine was busy.
fn measured(report: &Value) -> &[Value] {
    assert!(items(&report["differences"]).is_empty(), "{report}");
    has_fields(report, "cpu skipped skipped_bases");
    for row in items(&report["rows"]) {
        has_fields(row, ROW);
        assert!(number(&row["ns_per_pair"]) > 0.0 && number(&row["spread"]) >= 0.0, "{row}");
        for ratio in ["speedup_over_scalar", "speedup_over_one_thread", "speedup_over_stateless"] {
            let ratio = row.get(ratio).and_then(|ratio| ratio.as_f64());
            assert!(ratio.is_none_or(|ratio| ratio > 0.0), "{row}");
        }
    }
    items(&report["rows"])
}

#[test]
fn the_main_job_checks_itself() {
    let folder = Folder::new("main");
    let report = folder.json("");
    has_fields(&report, HOW);
    assert_eq!([&report["check"]["bit_mismatches"], &report["check"]["outside_tolerance"]], [0, 0]);
    assert_eq!(report["check"]["pairs"], report["recordings"][0]["pairs"]);
    assert!(number(&report["speed"]["engine_ns_per_pair"]) > 0.0, "{report}");
    assert!(folder.words("").contains("cross-check held"));
}

#[test]
fn run_reports_every_recording_and_the_settings() {
    let folder = Folder::with_small("run");
    folder.write("second one.npz", &folder.read("small.npz"));
    let report = folder.started(&["run", "--json", "small.npz", "second one.npz"]).json();
    has_fields(&report, HOW);
    for (recording, name) in items(&report["recordings"]).iter().zip(["small", "second one"]) {
        has_fields(recording, RECORDING);
        let counts = ["boxes", "frames", "pairs", "overlapping", "contacts"];
        assert_eq!(counts.map(|name| count(&recording[name])), [3, 2, 4, 3, 12], "{recording}");
        assert!(recording["name"] == name && number(&recording["ns_per_pair"]) > 0.0);
    }
    assert_eq!(folder.json("run")["recordings"][0]["name"], "embedded");
    for setting in ["backend scalar", "backend portable", "backend reference", "basis prescaled"] {
        let (option, value) = setting.split_once(' ').expect("two words");
        assert_eq!(folder.json(&format!("run small.npz --{setting}"))[option], value);
    }
    assert_eq!(folder.json("run small.npz --threads 3")["threads"], 3);
    assert!(folder.words("run small.npz").starts_with("recording  boxes  frames"));
}

#[test]
fn verify_checks_every_combination() {
    let folder = Folder::with_small("verify");
    let cloud = generate::cloud(40, 150, 5).into_recording().expect("it is sound");
    cloud.write_path(&folder.path("cloud.npz")).expect("the build folder can be written to");
    let report = folder.json("verify small.npz cloud.npz");
    held(&report);
    // Pairs in both bases, contacts with a cache in one.
    let ways = 3 * available_backends().len() * usual_thread_counts().len();
    let combinations = items(&report["combinations"]);
    let different: BTreeSet<String> = combinations
        .iter()
        .map(|one| {
            ["query", "backend", "basis", "threads"].map(|name| one[name].to_string()).join(" ")
        })
        .collect();
    assert_eq!([combinations.len(), different.len()], [ways; 2], "{report}");
    assert_eq!(names(combinations, "query"), ["contacts-cached", "pairs"].into());
    assert_eq!(names(combinations, "basis"), ["prescaled", "unit"].into());
    assert_eq!(available_backends().len() + items(&report["skipped"]).len(), 4, "{report}");
    assert!(count(&report["pairs"]) > 100 && number(&report["worst_error"]) > 0.0, "{report}");
    for (options, queries) in [
        ("--cache off", &["pairs"][..]),
        ("--coherence on --basis unit", &["contacts-cached", "pairs"]),
        ("--basis prescaled", &["pairs"]),
    ] {
        let report = folder.json(&format!("verify small.npz --margin 0.1 {options}"));
        held(&report);
        assert!(names(items(&report["combinations"]), "query").iter().eq(queries), "{options}");
    }
    assert!(folder.words("verify small.npz --query distances").contains("0 bit mismatches"));
}

/// The calls of queries with a cache are not timed alone.
#[test]
fn queries_are_offered_to_the_commands_that_take_them() {
    let folder = Folder::new("offered");
    let all = listed(&folder, "verify");
    assert_eq!(listed(&folder, "fuzz"), all);
    let remembers =
        |name: &&String| queries::by_name(name).is_some_and(|query| query.facts().remembers);
    let timed: Vec<_> = all.iter().filter(|name| !remembers(name)).cloned().collect();
    for command in ["run", "bench"] {
        assert_eq!(listed(&folder, command), timed);
        for name in all.iter().filter(remembers) {
            let done = folder.octosat(&format!("{command} --query {name}"));
            assert!(done.status == Some(2) && done.stderr.contains(&**name), "{command}: {done:?}");
        }
    }
}

#[test]
fn every_query_is_run_verified_searched_and_measured() {
    let folder = &Folder::with_small("queries");
    let all = listed(folder, "verify");
    assert!(all.len() >= 9, "{all:?}");
    let mut verified = Vec::new();
    std::thread::scope(|scope| {
        for name in &all {
            let query = queries::by_name(name).expect("it is there");
            // What the command does depends on these facts alone, and each takes long lists for several threads. The
            // tests of octosat-check verify every query.
            let Facts { bases, takes_margin, rows, remembers, .. } = *query.facts();
            let kind = (bases, takes_margin, rows, remembers);
            let is_verified = !verified.contains(&kind);
            verified.push(kind);
            scope.spawn(move || {
                check_query(folder, query.facts());
                if is_verified {
                    verify_query(folder, query.facts());
                }
            });
        }
    });
    assert_eq!(folder.names(), ["small.npz"]);
}

/// Verifies a query.
fn verify_query(folder: &Folder, facts: &Facts) {
    let margin = if facts.takes_margin { "--margin 0.1" } else { "" };
    let Facts { name, .. } = facts;
    let report = folder.json(&format!("verify small.npz --shape-seed 7 {margin} --query {name}"));
    held(&report);
    assert_eq!(names(items(&report["combinations"]), "query"), [*name].into());
    let bases = facts.bases.iter().map(|basis| basis.name()).collect();
    assert_eq!(names(items(&report["combinations"]), "basis"), bases, "{name}");
    assert!(count(&report["pairs"]) >= 4, "{report}");
}

/// Runs, searches and measures a query, and gives what it does not take.
fn check_query(folder: &Folder, facts: &Facts) {
    let name = facts.name;
    let ask = |words: &str| folder.json(&format!("{words} --query {name}"));
    let [one_lane, fastest] = ["scalar --threads 1", "auto"].map(|backend| {
        if facts.remembers {
            return Vec::new();
        }
        let report = ask(&format!("run --frames ..2 --backend {backend}"));
        has_fields(&report, HOW);
        assert_eq!(report["query"], name);
        let rows = items(&report["recordings"]);
        rows.iter().for_each(|row| has_fields(row, "name boxes frames pairs seconds ns_per_pair"));
        rows.iter().map(|row| row["overlapping"].clone()).collect::<Vec<_>>()
    });
    assert_eq!(one_lane, fastest, "{name}");
    let touch = one_lane.iter().any(|count| count.as_u64() > Some(0));
    assert!(touch || facts.remembers, "{name} {one_lane:?}");

    for command in if facts.remembers { &["verify"][..] } else { &["run", "verify"] } {
        if !facts.bases.contains(&Basis::PreScaled) {
            let words = format!("{command} --query {name} --basis prescaled");
            folder.rejects(&words, &["prescaled", name]);
        }
        let words = format!("{command} small.npz --query {name} --margin 0.1");
        if !facts.takes_margin {
            folder.rejects(&words, &["--margin", name]);
        } else if *command == "run" {
            folder.words(&words);
        }
    }

    // The first round has long lists for several threads.
    let search = [(); 2].map(|()| ask("fuzz --cases 1 --first-round 1"));
    for report in &search {
        has_fields(report, "queries seconds skipped");
        assert!(count(&report["cases"]) >= 1, "{report}");
        assert!(items(&report["failures"]).is_empty(), "{report}");
    }
    for field in ["cases", "rounds", "worst_error"] {
        assert_eq!(search[0][field], search[1][field], "{name}: {field}");
    }

    if facts.remembers {
        return;
    }
    let report = ask("bench small.npz --rounds 1 --part combinations,threads");
    assert_eq!(names(measured(&report), "part"), ["combinations", "threads"].into(), "{name}");
}

#[test]
fn fuzz_searches_pairs_and_caches_until_the_cases_are_reached() {
    let folder = Folder::new("fuzz");
    let report = folder.json("fuzz --cases 1 --cache on --out-dir new/folder");
    assert!(items(&report["queries"]).iter().eq(["pairs", "contacts-cached"]), "{report}");
    let [fewer, more, later] = ["--cases 1", "--cases 4000", "--cases 1 --first-round 2"]
        .map(|options| folder.json(&format!("fuzz --cache off {options}")));
    assert!(count(&more["cases"]) >= 4000 && count(&more["rounds"]) > 1, "{more}");
    assert_eq!((&fewer["rounds"], &later["rounds"]), (&1.into(), &1.into()));
    assert!(fewer["worst_error"] != later["worst_error"], "another round: {later}");
    assert!(folder.words("fuzz --seconds 0").contains("0 failures"));
    // Behind the largest round follows the first.
    let last = folder.json("fuzz --cases 4000 --query aabbs --first-round 18446744073709551615");
    assert!(count(&last["rounds"]) > 1, "{last}");
    let one = "fuzz --query distances --cases 1 --seed 7 --first-round 3";
    let [round, climbed] = ["", " --climb 40"].map(|climb| folder.json(&format!("{one}{climb}")));
    let [before, after] = [&round, &climbed].map(|report| report["worst_error"].as_f64().unwrap());
    assert!(after >= before && before > 0.0, "{round} {climbed}");
    assert!(count(&climbed["cases"]) > count(&round["cases"]), "{round} {climbed}");
    assert_eq!(folder.names(), ["new"]);
}

#[test]
fn bench_measures_every_part_of_a_recording_and_draws_a_plot() {
    let folder = Folder::with_small("bench");
    let report = folder.json("bench small.npz --rounds 5 --threads 2 --plot plot.svg");
    let rows = measured(&report);
    assert_eq!(names(rows, "scene"), ["pile", "small"].into());
    let (worlds, rows): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["scene"] == "pile");
    let of = |part: &'static str| rows.iter().copied().filter(move |row| row["part"] == part);
    let usual: BTreeSet<&str> = ["contacts", "overlap", "penetration"].into();
    let backends = available_backends().into_iter().map(|backend| backend.name());
    let ways = names(of("combinations"), "backend");
    assert!(ways.into_iter().eq(backends.chain(["textbook"]).collect::<BTreeSet<_>>()));
    for (basis, count) in [("unit", 3), ("prescaled", 2), ("matrix", 1)] {
        let own = of("combinations").filter(|row| row["basis"] == basis);
        assert_eq!(names(own, "query").len(), count, "{basis}");
    }
    let is_scalar = |row: &&Value| row["backend"] == "scalar";
    for row in of("combinations").filter(is_scalar).filter(|row| row["query"] == "contacts") {
        assert_eq!(row["speedup_over_scalar"], 1.0, "it is its own baseline: {row}");
    }
    for threads in [1, 2] {
        assert_eq!(names(of("threads").filter(|row| row["threads"] == threads), "query"), usual);
        for order in ["recorded", "shuffled"] {
            let is_own = |row: &&Value| row["threads"] == threads && row["order"] == order;
            let contacts = of("frames").filter(is_own).filter(|row| row["query"] == "contacts");
            assert_eq!(names(contacts, "cache"), ["off", "on", "predecessors"].into());
        }
    }
    assert_eq!(names(of("frames"), "query"), usual);
    for row in of("frames") {
        assert_eq!([&row["recording"], &row["motion"]], ["small", "recorded"], "{row}");
        assert!(row["frames"] == 1 && number(&row["stateless_ns_per_pair"]) > 0.0, "{row}");
        assert!(row["cache"] == "off" || row["query"] == "contacts", "{row}");
        // Ratios of several threads are left out if other programs have the cores.
        let is_own_baseline = row["cache"] == "off" && row["threads"] == 1;
        assert!(!is_own_baseline || row["speedup_over_stateless"] == 1.0, "{row}");
    }
    let lengths: BTreeSet<usize> = of("small").map(|row| count(&row["pairs"])).collect();
    let expected = [1, 8, 64, 200, 1_000, 5_000, 10_000, 20_000, 50_000];
    assert!(lengths == expected.into() && of("small").count() == 9 * 2 * 3, "{lengths:?}");
    assert_eq!(names(of("small"), "engine"), ["default", "sequential"].into());
    assert_eq!(names(of("small"), "query"), usual);
    for row in of("small") {
        let expected = number(&row["ns_per_pair"]) * number(&row["pairs"]);
        assert!((number(&row["ns_per_call"]) / expected - 1.0).abs() < 1e-9, "{row}");
        assert!(row["engine"] != "sequential" || row["threads"] == 1, "{row}");
    }
    assert_eq!(names(worlds.iter().copied(), "cache"), ["off", "on", "predecessors"].into());
    for row in &worlds {
        assert!(row["part"] == "small" && row["boxes"] == 20_000 && row["pairs"] == 512, "{row}");
    }
    let svg = String::from_utf8(folder.read("plot.svg")).expect("a plot is text");
    assert_well_formed(&svg);
    for words in ["Lists on one thread", "Whole frames", "Short lists", "contacts: small"] {
        assert!(svg.contains(words), "{words}");
    }
    assert_eq!(folder.names(), ["plot.svg", "small.npz"]);
}

#[test]
fn a_plot_of_one_part_is_a_picture() {
    let folder = Folder::with_small("plots");
    for (part, title) in
        [("combinations", "Lists"), ("threads", "threads"), ("small", "Short"), ("frames", "Whole")]
    {
        let how = format!("--part {part} --rounds 1 --threads 1");
        folder.words(&format!("bench small.npz {how} --plot plot.SVG"));
        let svg = String::from_utf8(folder.read("plot.SVG")).expect("a plot is text");
        assert_well_formed(&svg);
        assert!(svg.contains(title) && svg.contains("<rect") && !svg.contains("NaN"), "{part}");
    }
}

#[test]
fn bench_measures_the_embedded_recording_and_scenes() {
    let folder = Folder::new("bench-scenes");
    let report = folder.json("bench --quick --part threads,growth --rounds 1 --threads 1");
    let rows = measured(&report);
    let run = &folder.json("run")["recordings"][0];
    assert_eq!((&rows[0]["scene"], &rows[0]["order"]), (&"embedded".into(), &"recorded".into()));
    assert_eq!([&rows[0]["boxes"], &rows[0]["pairs"]], [&run["boxes"], &run["pairs"]]);
    let growth = rows.iter().filter(|row| row["part"] == "growth");
    let sizes: BTreeSet<usize> = growth.clone().map(|row| count(&row["pairs"])).collect();
    assert!(sizes.len() >= 4 && names(growth, "scene") == ["cloud"].into(), "{sizes:?}");
    let how = "--cache on --threads 1 --repeats 1";
    let report = folder.json(&format!("bench --scene pile --pairs 300 --part frames {how}"));
    assert_eq!(names(measured(&report), "motion"), ["creep", "none"].into());
    for row in items(&report["rows"]).iter().filter(|row| row["query"] == "contacts") {
        assert_ne!(row["cache"], "off", "{row}");
        assert_eq!(row["speedup_over_stateless"], Value::Null, "one round shows no ratio");
    }
    let words = folder.words(&format!("bench --scene wall --pairs 300 --part combinations {how}"));
    assert!(words.contains("wall (random order)") && words.contains("spread"), "{words}");
    assert!(words.contains("checked before they were timed"), "{words}");
    assert!(!words.contains("not checked"), "{words}");
    assert!(words.contains("Fewer than 5 rounds show no ratios"), "{words}");
    let words = folder.words("bench --scene wall --pairs 300 --part small --rounds 1");
    assert!(words.contains("Answers were not checked: small of wall"), "{words}");
    assert!(!words.contains("checked before"), "{words}");
}
