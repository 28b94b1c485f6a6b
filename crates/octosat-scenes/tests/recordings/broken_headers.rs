//! Headers that describe no plain array: each is an error of one line, whatever its bytes are.

use octosat_scenes::{Problem, generate};

use crate::headers::{good, header, with_header, with_text};

/// Magic string, version 1.0 and the length of the text, in bytes.
const BYTES_BEFORE_TEXT: usize = 10;

/// Asserts that the text is rejected for what it says, in one short line with this part.
fn rejected(text: &str, part: &str) {
    let start: String = text.chars().take(100).collect();
    let error = with_text(text).expect_err(&start);
    assert!(matches!(error.problem(), Problem::Header(_)), "{error} for {start}");
    let line = error.to_string();
    assert!(line.contains("half_extents: bad header: "), "{line} for {start}");
    assert!(line.contains(part) && line.len() < 150 && !line.contains('\n'), "{line} for {start}");
}

#[test]
fn keys_that_are_missing_unknown_or_there_twice() {
    let keys = ["'descr': '<f4'", "'fortran_order': False", "'shape': (3, 3)"];
    for (index, key) in keys.into_iter().enumerate() {
        let name = key.split('\'').nth(1).expect("it has quotes");
        let others: Vec<_> = keys.into_iter().filter(|&other| other != key).collect();
        rejected(&format!("{{{}}}\n", others.join(", ")), &format!("key {name} is missing"));
        for place in 0..=keys.len() {
            let mut twice = keys.to_vec();
            twice.insert(place, keys[index]);
            rejected(&format!("{{{}}}\n", twice.join(", ")), &format!("two keys {name}"));
        }
    }
    let long = format!("'{}': 0", "k".repeat(9_000));
    for other in ["'x': 1", "'': ''", "'Descr': '<f4'", "'shape ': (3, 3)", "'désc': 1", &long] {
        let part = "none of descr, fortran_order and shape";
        rejected(&format!("{{{}, {other}}}\n", keys.join(", ")), part);
        rejected(&format!("{{{other}, {}}}\n", keys.join(", ")), part);
    }
    for other in ["1: 2", "None: 1", "b'x': 1", "(): 1", "descr: '<f4'", ", ", "'x", "\"x'"] {
        rejected(&format!("{{{}, {other}}}\n", keys.join(", ")), "expected a key at byte 5");
    }
}

#[test]
fn values_of_another_form() {
    let text = |descr: &str, fortran: &str, shape: &str| {
        format!("{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n")
    };
    let long = format!("'<f{}'", "4".repeat(9_000));
    let types = "[('x', '<f4')];[('é', '<f4', (3,))];'<M8[ns]';'=f4';'f4';'float32';'<f';'<';'';'<ff4';\
        '<f4 ';'<f+4';'<f4,<f4';'\\x3cf4';'<é4';'|O8';b'<f4';'''<f4''';'<' 'f4';4;None;";
    for descr in types.split(';').chain([long.as_str()]) {
        rejected(&text(descr, "False", "(3, 3)"), "");
    }
    for fortran in ["0", "1", "None", "'False'", "false", "not True", "Falsely", "False True", ""] {
        rejected(&text("'<f4'", fortran, "(3, 3)"), "expected ");
    }
    let shapes = "3;(3);[3, 3];(3 3);(3,, 3);(, 3);(,);(3, 3;3, 3);(3, 3));((3, 3));(3, (3));{3, 3};\
        (3, 3.);(3, +3);(3, -3);(3, 3L);(3, 0x3);(3, 3e0);(3, 1_0);(3, '3');(3, None);(3, True);\
        (3, 2+1);(3, ٣);None;";
    for shape in shapes.split(';') {
        rejected(&text("'<f4'", "False", shape), "");
    }
}

#[test]
fn text_around_the_dictionary() {
    let good = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }";
    for text in [
        format!("{good}\n\n"),
        format!("\n{good}\n"),
        format!("{good}\n "),
        format!("{good}\r\n"),
        format!("\t{good}"),
        format!("{good}\0"),
        format!("{good} # plain"),
        format!("{good}{good}"),
        format!("({good})"),
        format!("[{good}]"),
        format!("{good},"),
        good.replace(' ', "\n"),
        good.replace(' ', "\u{A0}"),
        good.replace('{', "dict("),
    ] {
        rejected(&text, "");
    }
    let latin = header(&[good.as_bytes(), b"\xE9\n"].concat());
    assert!(with_header("half_extents", &latin).is_err());
}

#[test]
fn shapes_that_overflow() {
    for shape in [
        "(18446744073709551615,)",
        "(18446744073709551616,)",
        "(18446744073709551617, 3)",
        "(99999999999999999999999999999999999999999, 0)",
        "(00000000000000000003, 3)",
    ] {
        let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}\n");
        rejected(&text, "no number or too large");
    }
    let many = format!("({})", "2, ".repeat(64));
    let hidden = format!("({}0)", "65536, ".repeat(4));
    for shape in [
        "(4294967296, 4294967296)",
        "(4294967296, 4294967296, 0)",
        "(0, 9223372036854775807, 3)",
        "(9999999999999999999, 2)",
        &many,
        &hidden,
    ] {
        let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}\n");
        rejected(&text, "more elements than can be counted");
    }
    for shape in ["(6148914691236517205, 3)", "(0, 3)", "(1000000, 3)"] {
        let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}\n");
        rejected(&text, "does not fill its bytes");
    }
}

#[test]
fn nesting_of_any_depth() {
    const DEPTH: usize = 9_900;
    for bracket in ["(", "[", "{", "{'descr':", "{'shape':(", "'", "\"", "-", "1,", "'descr':"] {
        let nested = bracket.repeat(DEPTH / bracket.len());
        rejected(&nested, "");
        rejected(&format!("{{{nested}"), "");
        rejected(&format!("{{'shape': {nested}"), "");
        rejected(&format!("{{'descr': {nested}"), "");
        rejected(&format!("{{'shape': ({nested}"), "");
    }
}

#[test]
fn starts_of_another_kind() {
    let text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }\n";
    let sound = header(text);
    for place in 0..BYTES_BEFORE_TEXT {
        for value in 0..=u8::MAX {
            let mut changed = sound.clone();
            changed[place] = value;
            match with_header("half_extents", &changed) {
                Ok(recording) => assert_eq!(recording, good(), "byte {place}: {value}"),
                Err(error) => assert!(error.to_string().contains("half_extents"), "{error}"),
            }
            assert!(value == sound[place] || with_header("half_extents", &changed).is_err());
        }
    }
    for version in [[0, 0], [1, 1], [2, 1], [3, 1], [4, 0], [255, 255]] {
        let mut changed = sound.clone();
        changed[6..8].copy_from_slice(&version);
        let line = with_header("half_extents", &changed).unwrap_err().to_string();
        assert!(line.contains("not an npy array of a known version"), "{line}");
    }
}

/// Every byte of a text changed to every other, left out, or there twice: an error, or the recording that it was.
#[test]
fn any_changed_text() {
    let text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }  \n";
    let check = |text: &[u8], what: &str| match with_header("half_extents", &header(text)) {
        Ok(recording) => assert_eq!(recording, good(), "{what}"),
        Err(error) => assert!(error.to_string().contains("half_extents: "), "{what}: {error}"),
    };
    for place in 0..text.len() {
        for value in 0..=u8::MAX {
            let mut changed = text.to_vec();
            changed[place] = value;
            check(&changed, &format!("byte {place} is {value}"));
        }
        check(&[&text[..place], &text[place + 1..]].concat(), &format!("no byte {place}"));
        check(&[&text[..=place], &text[place..]].concat(), &format!("byte {place} twice"));
        check(&text[..place], &format!("cut to {place} bytes"));
    }
}

/// Pieces of dictionaries in any order.
#[test]
fn random_pieces() {
    let pieces = "{|}|(|)|[|]|,|:| |\n|'|\"|'descr'|'shape'|'fortran_order'|'<f4'|False|True|None|3|0|\
        18446744073709551616|(3, 3)|é|\\|\0|_|-";
    let pieces: Vec<&str> = pieces.split('|').collect();
    let mut random = generate::Random::new(17);
    for _ in 0..20_000 {
        let count = random.below(16);
        let text: String = (0..count).map(|_| pieces[random.below(pieces.len())]).collect();
        let line = with_text(&text).expect_err(&text).to_string();
        assert!(line.contains("half_extents") && line.len() < 150, "{line} for {text}");
    }
}
