//! Pictures of a frame: what is in them, and what is refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Done, Folder, count, has_fields, octosat, on_files};
use crate::crafted::{Array, archive, floats, good_arrays, longs, words};

const FIELDS: [&str; 12] = [
    "name",
    "file",
    "frame",
    "frames",
    "boxes",
    "pairs",
    "contacts",
    "penetrating",
    "speculative",
    "deepest",
    "margin",
    "out",
];

/// Runs `draw` with `--json`, `--out` a file and these arguments.
fn draw(out: &Path, arguments: &[&str]) -> Done {
    let out = out.to_str().expect("the build folder's name is text");
    octosat([&["draw", "--json", "--out", out], arguments].concat())
}

/// The number of contacts drawn, once the picture is known to be well formed.
fn dots(picture: &Path) -> usize {
    let svg = fs::read_to_string(picture).expect("the picture is there");
    assert_well_formed(&svg);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{:.80}", svg);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "a coordinate is not finite");
    svg.matches("<circle ").count()
}

/// Asserts that tags nest, that attributes are quoted and that text has no bare `&`.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text:?}");
        assert!(!open.is_empty() || text.trim().is_empty(), "text outside: {text:?}");
        for entity in text.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;"].iter().any(|name| entity.starts_with(name));
            assert!(known, "{text:?}");
        }
        let (tag, after) = after.split_once('>').expect("a tag ends");
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "a tag is closed that was not opened");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a tag has a name"));
        }
        rest = after;
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest:?}");
}

fn good_file(folder: &Folder) -> String {
    let file = folder.write("good & small.npz", &archive(&good_arrays()));
    file.to_str().expect("the build folder's name is text").to_owned()
}

#[test]
fn every_contact_of_the_embedded_recording_is_a_dot() {
    let folder = Folder::new("draw-embedded");
    let out = folder.path("picture.svg");
    let whole = octosat(["run", "--json"]).json(0);
    let recording = &whole["recordings"][0];
    let report = draw(&out, &[]).json(0);
    has_fields(&report, &FIELDS);
    assert_eq!(report["file"], Value::Null);
    assert_eq!(report["boxes"], recording["boxes"]);
    assert_eq!(report["frames"], recording["frames"]);
    assert_eq!(count(&report["frame"]), count(&recording["frames"]) - 1, "the last by default");
    assert!(count(&report["contacts"]) > 1000, "{report}");
    assert_eq!(dots(&out), count(&report["contacts"]));
    assert_eq!(report["view"]["up"], "z", "against the recorded gravity");
    assert_eq!(folder.names(), ["picture.svg"]);
}

/// The pictures of the book and of the README are what the commands beside them draw.
#[test]
fn the_pictures_of_the_book_are_drawn_anew() {
    let folder = Folder::new("draw-book");
    let out = folder.path("picture.svg");
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/pictures");
    for (name, arguments) in [
        ("pile.svg", &["--zoom=-1,-1,1,2"][..]),
        ("plate.svg", &["--around", "1434", "--margin", "0.02"]),
    ] {
        draw(&out, arguments).json(0);
        let [drawn, kept] = [&out, &book.join(name)].map(|path| fs::read(path).expect(name));
        assert!(drawn == kept, "{name} is not what `octosat draw` draws now");
    }
}

#[test]
fn a_margin_adds_speculative_contacts() {
    let folder = Folder::new("draw-margin");
    let out = folder.path("picture.svg");
    let part = ["--zoom", "-1,-1,1,2", "--margin"];
    let report = |margin| {
        let report = draw(&out, &[part.as_slice(), &[margin]].concat()).json(0);
        assert_eq!(dots(&out), count(&report["contacts"]));
        let sum = count(&report["penetrating"]) + count(&report["speculative"]);
        assert_eq!(sum, count(&report["contacts"]));
        report
    };
    let [without, with] = [report("0"), report("0.02")];
    assert_eq!(without["speculative"], 0);
    assert!(count(&with["speculative"]) > 0, "{with}");
    assert_eq!(without["boxes"], with["boxes"]);
}

#[test]
fn frames_and_parts_of_a_small_recording() {
    let folder = Folder::new("draw-small");
    let file = good_file(&folder);
    let out = folder.path("picture.svg");
    let report = |arguments: &[&str]| {
        let report = draw(&out, &[&[file.as_str()], arguments].concat()).json(0);
        assert_eq!(dots(&out), count(&report["contacts"]));
        report
    };
    // Half a metre deep along x; then a second face that touches.
    let first = report(&["--frame", "0"]);
    assert_eq!([&first["boxes"], &first["pairs"], &first["contacts"]], [3, 2, 4]);
    assert_eq!(first["deepest"], 0.5);
    assert_eq!(first["view"]["up"], "y");
    let last = report(&[]);
    assert_eq!([&last["frame"], &last["boxes"], &last["contacts"]], [1, 3, 8]);
    let around = report(&["--around", "2"]);
    assert_eq!([&around["boxes"], &around["pairs"], &around["contacts"]], [2, 1, 4]);
    let zoomed = report(&["--frame", "0", "--zoom", "0,4,0,1", "--up", "x", "--view", "-20,-90"]);
    assert_eq!([&zoomed["boxes"], &zoomed["pairs"], &zoomed["contacts"]], [1, 0, 0]);
    assert_eq!(zoomed["deepest"], Value::Null);
    assert_eq!(zoomed["view"]["up"], "x");
}

#[test]
fn flat_and_enormous_boxes_are_drawn() {
    let folder = Folder::new("draw-degenerate");
    let rotation = [0.0, 0.0, 0.0, 1.0].repeat(4);
    let half_extents = [0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 2.0, 0.0, 9e11, 9e11, 9e11];
    let position = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -9e11, 0.0];
    let arrays = [
        Array::new("half_extents", "<f4", "(4, 3)", floats(&half_extents)),
        Array::new("position", "<f4", "(1, 4, 3)", floats(&position)),
        Array::new("rotation", "<f4", "(1, 4, 4)", floats(&rotation)),
        Array::new("pair_offsets", "<u8", "(2,)", longs(&[0, 3])),
        Array::new("pairs", "<u4", "(3, 2)", words(&[0, 1, 1, 2, 1, 3])),
    ];
    let file = folder.write("flat.npz", &archive(&arrays));
    let file = file.to_str().expect("the build folder's name is text");
    let out = folder.path("picture.svg");
    for view in ["0,0", "30,30", "90,90", "-45,-10"] {
        for around in ["0", "1", "2", "3"] {
            let part = ["--view", view, "--around", around];
            let report = draw(&out, &[&[file], part.as_slice()].concat()).json(0);
            assert_eq!(dots(&out), count(&report["contacts"]));
        }
        let report = draw(&out, &[file, "--view", view]).json(0);
        assert_eq!(dots(&out), count(&report["contacts"]));
    }
}

#[test]
fn words_name_the_picture() {
    let folder = Folder::new("draw-words");
    let out = folder.path("picture.svg");
    let file = good_file(&folder);
    let done = on_files(&["draw", &file, "--out"], &[&out]);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert!(done.stdout.contains("8 contacts"), "{done:?}");
    assert!(done.stdout.contains("picture.svg"), "{done:?}");
}

#[test]
fn what_cannot_be_drawn_is_refused_in_one_line() {
    let folder = Folder::new("draw-refused");
    let file = good_file(&folder);
    let out = folder.path("picture.svg");
    let refused: [(&[&str], &str); 6] = [
        (&["--frame", "2"], "frame 2 asked for, there are 2"),
        (&["--frame", "18446744073709551615"], "there are 2"),
        (&["--around", "3"], "box 3 asked for, there are 3"),
        (&["--zoom", "90,90,90,1"], "no box to draw"),
        (&["--out", "picture.png"], "must end in .svg"),
        (&["--out", "no/such/folder/picture.svg"], "no file can be written there"),
    ];
    for (arguments, part) in refused {
        let mut all = vec!["draw", "--json", &file];
        if !arguments.contains(&"--out") {
            all.extend(["--out", out.to_str().expect("the build folder's name is text")]);
        }
        let done = octosat(all.iter().chain(arguments));
        assert!(done.refusal().contains(part), "{arguments:?}: {done:?}");
    }
    let folder_out = folder.path("folder.svg");
    fs::create_dir(&folder_out).expect("the build folder can be written to");
    assert!(draw(&folder_out, &[&file]).refusal().contains("no file can be written there"));
    let missing = folder.path("missing.npz");
    let missing = missing.to_str().expect("the build folder's name is text");
    assert!(draw(&out, &[missing]).refusal().contains("missing.npz"));
    let own = folder.write("own.svg", &archive(&good_arrays()));
    let text = own.to_str().expect("the build folder's name is text");
    assert!(draw(&own, &[text]).refusal().contains("recording itself"));
    assert_eq!(fs::read(&own).expect("it is kept"), archive(&good_arrays()));
    assert_eq!(folder.names(), ["folder.svg", "good & small.npz", "own.svg"]);
}

#[test]
fn an_older_picture_is_replaced_or_kept_whole() {
    let folder = Folder::new("draw-replaced");
    let out = folder.write("picture.svg", b"older");
    let file = good_file(&folder);
    draw(&out, &[&file, "--frame", "7"]).refusal();
    assert_eq!(fs::read(&out).expect("it is kept"), b"older");
    draw(&out, &[&file]).json(0);
    assert_eq!(dots(&out), 8);
    assert_eq!(folder.names().len(), 2);
}

#[test]
fn an_empty_recording_has_no_picture() {
    let folder = Folder::new("draw-empty");
    let arrays = |frames: usize| {
        let offsets = longs(&vec![0; frames + 1]);
        [
            Array::new("half_extents", "<f4", "(0, 3)", Vec::new()),
            Array::new("position", "<f4", &format!("({frames}, 0, 3)"), Vec::new()),
            Array::new("rotation", "<f4", &format!("({frames}, 0, 4)"), Vec::new()),
            Array::new("pair_offsets", "<u8", &format!("({},)", frames + 1), offsets),
            Array::new("pairs", "<u4", "(0, 2)", Vec::new()),
        ]
    };
    let out = folder.path("picture.svg");
    for (frames, part) in [(0, "no frame"), (1, "no box")] {
        let file = folder.write("empty.npz", &archive(&arrays(frames)));
        let file = file.to_str().expect("the build folder's name is text");
        assert!(draw(&out, &[file]).refusal().contains(part), "{frames}");
    }
    assert_eq!(folder.names(), ["empty.npz"]);
}
