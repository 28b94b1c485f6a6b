//! `draw`: what is in a picture.

use std::path::Path;

use serde_json::Value;

use crate::crafted::{Array, archive, good_arrays, upright};
use crate::{Folder, count, has_fields, items};

const FIELDS: &str = "name file frame frames boxes pairs contacts penetrating speculative deepest margin distances \
     view out";

/// The report of a picture that is well formed and has a dot for each contact.
fn drawn(folder: &Folder, options: &str) -> Value {
    let report = folder.json(&format!("draw --out picture.svg {options}"));
    has_fields(&report, FIELDS);
    let svg = String::from_utf8(folder.read("picture.svg")).expect("a picture is text");
    assert_well_formed(&svg);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{svg:.80}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "a coordinate is not finite");
    // A dot per contact, and one at each end of a distance.
    let ends = 2 * items(&report["distances"]).len();
    assert_eq!(svg.matches("<circle ").count(), count(&report["contacts"]) + ends, "{report}");
    let kinds = ["penetrating", "speculative"].map(|kind| count(&report[kind]));
    assert_eq!(kinds[0] + kinds[1], count(&report["contacts"]), "{report}");
    report
}

/// Asserts that tags nest, that attributes are quoted and that text has no bare `&`.
pub(crate) fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert!(tag.matches('"').count().is_multiple_of(2) && !text.contains('>'), "{piece:?}");
        let is_entity =
            |rest: &str| ["amp;", "lt;", "gt;"].iter().any(|name| rest.starts_with(name));
        assert!(text.split('&').skip(1).all(is_entity), "{piece:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "a tag is closed that was not opened");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a tag has a name"));
        }
        assert!(!open.is_empty() || text.trim().is_empty(), "text outside: {piece:?}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_embedded_recording_is_drawn_as_in_the_book() {
    let folder = Folder::new("draw-embedded");
    let run = &folder.json("run")["recordings"][0];
    let report = drawn(&folder, "");
    assert_eq!([&report["boxes"], &report["frames"]], [&run["boxes"], &run["frames"]]);
    assert_eq!(count(&report["frame"]), count(&run["frames"]) - 1, "the last by default");
    assert_eq!((&report["view"]["up"], &report["file"]), (&"z".into(), &Value::Null));
    assert!(count(&report["contacts"]) > 1000, "{report}");
    let part = "--zoom -1,-1,1,2 --view -60,30";
    let [none, some] =
        ["0", "0.02"].map(|margin| drawn(&folder, &format!("{part} --margin {margin}")));
    assert!(count(&none["speculative"]) == 0 && count(&some["speculative"]) > 0, "{some}");
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/pictures");
    for (name, options) in [("pile.svg", part), ("plate.svg", "--around 1434 --margin 0.02")] {
        drawn(&folder, options);
        let kept = std::fs::read(book.join(name)).expect(name);
        assert!(folder.read("picture.svg") == kept, "{name} is not what `octosat draw` draws now");
    }
    assert_eq!(folder.names(), ["picture.svg"]);
}

#[test]
fn dots_of_many_contacts_leave_the_boxes_visible() {
    let folder = Folder::new("draw-dots");
    let report = drawn(&folder, "");
    assert!(count(&report["contacts"]) > 4000, "{report}");
    let svg = String::from_utf8(folder.read("picture.svg")).expect("a picture is text");
    let numbers = |name: &str| -> Vec<f64> {
        let start = format!(" {name}=\"");
        let after = svg.split(&start).skip(1);
        after.filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
    };
    let radii = numbers("r");
    let covered: f64 = radii.iter().map(|radius| std::f64::consts::PI * radius * radius).sum();
    let sheet = numbers("width")[0] * numbers("height")[0];
    assert!(covered < 0.05 * sheet, "dots cover {covered} of {sheet} square pixels");
    // The deepest, painted last, are few and easy to see.
    assert!(radii[0] < 1.0 && radii[radii.len() - 1] >= 4.0, "{} {:?}", radii[0], radii.last());
}

#[test]
fn frames_and_parts_of_small_recordings() {
    let folder = Folder::with_small("draw-small");
    folder.write("good & small.npz", &folder.read("small.npz"));
    let done = folder.started(&["draw", "good & small.npz", "--out", "picture.svg"]);
    assert!(done.status == Some(0) && done.stdout.contains("8 contacts"), "{done:?}");
    assert!(done.stdout.contains("picture in picture.svg"), "{done:?}");
    assert_well_formed(&String::from_utf8(folder.read("picture.svg")).expect("text"));
    // Half a meter deep along x; then a second face that touches.
    for (options, frame, boxes, pairs, contacts, deepest, up) in [
        ("--frame 0", 0, 3, 2, 4, 0.5.into(), "y"),
        ("", 1, 3, 2, 8, 0.5.into(), "y"),
        ("--around 2", 1, 2, 1, 4, 0.0.into(), "y"),
        ("--frame 0 --zoom 0,4,0,1 --up x --view -20,-90", 0, 1, 0, 0, Value::Null, "x"),
    ] {
        let report = drawn(&folder, &format!("small.npz {options}"));
        assert_eq!([&report["frame"], &report["boxes"]], [frame, boxes], "{options}");
        assert_eq!([&report["pairs"], &report["contacts"]], [pairs, contacts], "{options}");
        assert_eq!((&report["deepest"], &report["view"]["up"]), (&deepest, &up.into()));
    }
    let flat = [[0.0; 3], [1.0, 0.0, 1.0], [0.0, 2.0, 0.0], [9e11; 3]];
    let position = vec![[0.0; 3], [0.0; 3], [0.0; 3], [0.0, -9e11, 0.0]];
    let pairs = vec![[0, 1], [1, 2], [1, 3]];
    folder.write("flat.npz", &archive(&upright(&flat, &[position], &[pairs])));
    for view in ["0,0", "30,30", "90,90", "-45,-10"] {
        for part in ["", "--around 0", "--around 1", "--around 2", "--around 3"] {
            drawn(&folder, &format!("flat.npz --view {view} {part}"));
        }
    }
    for (frames, part) in [(0, "no frame"), (1, "no box")] {
        let none = upright(&[], &vec![vec![]; frames], &vec![vec![]; frames]);
        folder.write("empty.npz", &archive(&none));
        folder.rejects("draw empty.npz --out none.svg", &[part]);
    }
}

/// The array `meta` with this text.
fn meta(text: &str) -> Array {
    let characters: Vec<u32> = text.chars().map(u32::from).collect();
    Array::new("meta", &format!("<U{}", characters.len()), "()", &characters)
}

#[test]
fn distances_of_pairs_are_lines_with_their_lengths() {
    let folder = Folder::with_small("draw-distances");
    // 2 stands 3 m above 0 and 1, which overlap by 0.5 m.
    let report = drawn(&folder, "small.npz --frame 0 --distance 2,1 --distance least");
    let [apart, least] = [0, 1].map(|place| &items(&report["distances"])[place]);
    assert_eq!((&apart["boxes"], &apart["distance"]), (&vec![2, 1].into(), &3.0.into()));
    assert_eq!((&least["boxes"], &least["distance"]), (&vec![0, 1].into(), &(-0.5).into()));
    let svg = String::from_utf8(folder.read("picture.svg")).expect("a picture is text");
    assert!(
        svg.contains(">3 m</text>") && svg.contains(">distances, least -500 mm</text>"),
        "{svg}"
    );
    let words = folder.words("draw small.npz --frame 0 --distance 2,1 --out picture.svg");
    assert!(words.contains("boxes 2 and 1: distance 3 m\n"), "{words}");
    // The boxes of a distance are drawn in each part.
    assert_eq!(drawn(&folder, "small.npz --around 0 --frame 0 --distance 0,2")["boxes"], 3);
    let pairless = upright(&[[0.5; 3]; 2], &[vec![[0.0; 3], [3.0; 3]]], &[vec![]]);
    folder.write("pairless.npz", &archive(&pairless));
    assert_eq!(drawn(&folder, "pairless.npz --distance 0,1")["pairs"], 0);
    folder.rejects("draw pairless.npz --out a.svg --distance least", &["no pair with a distance"]);
}

#[test]
fn links_that_the_meta_names_have_colors() {
    let folder = Folder::new("draw-links");
    let named = |text: &str| {
        let arrays = [good_arrays(), vec![meta(text)]].concat();
        folder.write("robot.npz", &archive(&arrays));
    };
    named(r#"{"links": ["upper <arm>", null, "hand"]}"#);
    drawn(&folder, "robot.npz");
    let svg = String::from_utf8(folder.read("picture.svg")).expect("a picture is text");
    let [arm, hand] =
        ["upper &lt;arm&gt;", "hand"].map(|name| svg.find(&format!(">{name}</text>")));
    assert!(arm.is_some() && arm < hand, "links are not named in the order of the boxes: {svg}");
    assert!(svg.contains("opacity=\".6\""), "the obstacle is not transparent: {svg}");
    for wrong in [r#"["arm", "hand"]"#, r#"["arm", "hand", 3]"#, r#""arm""#] {
        named(&format!(r#"{{"links": {wrong}}}"#));
        folder.rejects("draw robot.npz --out a.svg", &["meta: links must be 3 names or null"]);
    }
}
