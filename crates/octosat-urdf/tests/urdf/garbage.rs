//! Text of whatever kind is read or rejected, and nothing else happens.

use std::fmt::Write;

use octosat_urdf::{allow_from_srdf, read};

use crate::{ARM, body, joint, links, robot, why};

/// Numbers that look random, the same on every run.
struct Random(u64);

impl Random {
    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("below the limit")
    }

    /// One of the texts.
    fn one<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

/// Pieces that replace a part of a text.
const PIECES: [&str; 24] = [
    "",
    " ",
    "<",
    "/>",
    "\"",
    "&amp;",
    "&#0;",
    "0",
    "-1",
    "NaN",
    "1e999",
    "-1e-320",
    "1e12",
    "0 0 0",
    "base",
    "elbow",
    "fixed",
    "prismatic",
    "<link name=\"base\"/>",
    "<mimic joint=\"elbow\"/>",
    "${x}",
    "\u{e9}",
    "]]>",
    "<!--",
];

/// The arm with some parts replaced by pieces: most begin or end as names, numbers and tags do.
fn mutated(random: &mut Random) -> String {
    let mut text = ARM.as_bytes().to_vec();
    let is_end = |byte: &u8| b"\"<> ".contains(byte);
    for _ in 0..=random.below(4) {
        let ends: Vec<usize> = (0..text.len()).filter(|&at| is_end(&text[at])).collect();
        let any = random.below(text.len());
        let start = if random.below(3) == 0 { any } else { ends[random.below(ends.len())] };
        let next = text[start + 1..].iter().position(is_end);
        let next = next.map_or(text.len(), |len| start + 1 + len);
        let end = [start, start + 1, next][random.below(3)];
        text.splice(start..end, random.one(&PIECES).bytes());
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn mutated_descriptions_are_read_or_rejected() {
    let count = std::env::var("OCTOSAT_ROWS").map_or(3_000, |rows| rows.parse().expect("a number"));
    let mut random = Random(47);
    let (mut accepted, mut rejected) = (0, std::collections::BTreeSet::new());
    for _ in 0..count {
        match read(&mutated(&mut random), &[]) {
            Ok(chain) => accepted += usize::from(chain.link_names().len() > 1),
            Err(error) => drop(rejected.insert(error.to_string())),
        }
    }
    assert!(accepted > count / 50, "only {accepted} were accepted");
    assert!(rejected.len() > count / 50, "only {} errors", rejected.len());
}

#[test]
fn truncated_descriptions_are_rejected() {
    let end = ARM.rfind("</robot>").expect("an end");
    for len in (0..end).step_by(2).filter(|&len| ARM.is_char_boundary(len)) {
        let error = read(&ARM[..len], &[]).expect_err("no whole robot");
        assert!(error.to_string().contains("not XML"), "{error}");
    }
}

#[test]
fn deep_nesting_is_read_or_rejected() {
    let depth = 200_000;
    let (open, close) = ("<a>".repeat(depth), "</a>".repeat(depth));
    let nested = robot(&(links(&["a"]) + &open + &close));
    assert!(read(&nested, &[]).is_ok());
    assert!(read(&robot(&open), &[]).is_err());
    let geometry =
        format!("<link name='b'><collision><geometry>{open}{close}</geometry></collision></link>");
    assert!(read(&robot(&geometry), &[]).is_err());
    let mut chain = read(ARM, &[]).expect("an arm");
    assert!(allow_from_srdf(&mut chain, &nested).is_ok());
}

/// Text with as many pieces, which differ by their numbers.
fn repeated(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

#[test]
fn what_a_parser_takes_long_for_is_rejected_with_its_number() {
    let nested = |depth| {
        let open = repeated(depth, |level| format!("<n{level}:x xmlns:n{level}='u{level}'>"));
        let close = repeated(depth, |level| format!("</n{}:x>", depth - 1 - level));
        robot(&(body("<sphere radius='1'/>") + &open + &close))
    };
    assert!(read(&nested(64), &[]).is_ok());
    let error = read(&nested(4_000), &[]).expect_err("150 KB").to_string();
    let text = "line 3: robot: an element and those around it declare 65 namespaces, but at most 64 are read";
    assert_eq!(error, text);
    let attributes = |count| {
        let all = repeated(count, |number| format!(" a{number}='>'"));
        robot(&format!("<link name='a'/>\n<x{all}/>"))
    };
    assert!(read(&attributes(256), &[]).is_ok());
    let error = read(&attributes(20_000), &[]).expect_err("an error").to_string();
    let text = "line 3: robot: an element has 20000 attributes, but at most 256 are read";
    assert_eq!(error, text);
    let name = why(&format!("<x xmlns='{}'/>", "u".repeat(1025)));
    assert!(name.ends_with("has 1025 bytes, but may have at most 1024"), "{name}");
}

#[test]
fn declarations_that_are_none_or_stand_side_by_side_do_not_count() {
    let siblings = repeated(1_000, |number| format!("<a:x b = \"/>'\" xmlns:a='u{number}' />"));
    let none = "<x xmlns=''>".repeat(100);
    let hidden = format!("<!--{none}--><x><![CDATA[{none}]]></x><?x {none}?><y z='xmlns:a'/>");
    let text = robot(&(links(&["a"]) + &siblings + &hidden.repeat(100)));
    assert!(read(&text, &[]).is_ok());
}

#[test]
fn ten_thousand_links_with_solids_are_rejected_with_the_number_of_pairs() {
    let link = |number| body("<sphere radius='1'/>").replace("body", &format!("link{number}"));
    for is_star in [false, true] {
        let joint = |number: usize| {
            let ends =
                [if is_star { 0 } else { number }, number + 1].map(|end| format!("link{end}"));
            joint(&format!("joint{number}"), "continuous", [&ends[0], &ends[1]], "")
        };
        let message = why(&(repeated(10_000, link) + &repeated(9_999, joint)));
        let text = "line 1451: link `link1449`: with this solid, 1049076 pairs of solids would be looked at, but at most 1048576 may be";
        assert_eq!(message, text);
    }
}

#[test]
fn long_chains_are_read_in_any_order() {
    let names: Vec<String> = (0..10_000).map(|number| format!("link{number}")).collect();
    let mut elements = String::new();
    for name in &names {
        writeln!(elements, "<link name='{name}'/>").expect("text");
    }
    for number in (1..names.len()).rev() {
        let ends = [names[number - 1].as_str(), &names[number]];
        elements += &joint(&format!("joint{number}"), "continuous", ends, "");
    }
    let chain = read(&robot(&elements), &[]).expect("a robot");
    assert!(chain.link_names().eq(names.iter().map(String::as_str)));
}
