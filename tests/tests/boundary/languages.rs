//! Every query of the engine can be called from C and Python: the table of the book names all queries, all functions of
//! the header that take an engine, and all functions of the Python package that take one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{read, root};

/// The methods of `Engine` that are no queries.
const NO_QUERIES: [&str; 5] = ["new", "with", "backend", "rounding", "threads"];

/// The methods that take questions of several kinds, and what they are called as verbs of these.
const VERBS: [(&str, &str); 8] = [
    ("Casts", "casts"),
    ("Overlaps", "overlaps"),
    ("Penetrations", "penetrations"),
    ("Manifolds", "manifolds"),
    ("Intersections", "intersections"),
    ("Hits", "hits"),
    ("AnyOverlap", "any_overlap"),
    ("LeastClearances", "least_clearances"),
];

/// The text of every Rust file of a folder.
pub(crate) fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text += &fs::read_to_string(&path).unwrap();
        }
    }
    text
}

/// The letters, digits and underscores at the start of a text.
fn name(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The name of the public function that a line declares, with whatever words between `pub` and `fn`.
fn verb(line: &str) -> Option<&str> {
    let (words, rest) = line.strip_prefix("pub ")?.split_once("fn ")?;
    let is_word = |word: &str| {
        let is_quoted = word.starts_with('"') && word.ends_with('"');
        is_quoted || ["const", "async", "unsafe", "extern"].contains(&word)
    };
    words.split_whitespace().all(is_word).then(|| name(rest))
}

/// The queries in a source: methods of `Engine`, and what they are about if they take several kinds of shapes.
pub(crate) fn queries(source: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for block in source.split("\nimpl Engine {").skip(1) {
        let block = block.split("\n}").next().unwrap_or_default();
        let methods = block.lines().filter_map(|line| verb(line.strip_prefix("    ")?));
        for method in methods.filter(|method| !NO_QUERIES.contains(method)) {
            if VERBS.iter().all(|(_, taken)| taken != &method) {
                found.insert((method.to_owned(), String::new()));
            }
        }
    }
    for line in source.lines().map(str::trim_start) {
        let Some((verb, about)) = question(line) else { continue };
        let Some((_, method)) = VERBS.iter().find(|(name, _)| *name == verb) else { continue };
        found.extend(kinds(method, about).into_iter().map(|about| ((*method).to_owned(), about)));
    }
    found
}

/// The verb of a question, and what it is about, of a line of an implementation or of a table of kinds.
fn question(line: &str) -> Option<(&str, &str)> {
    if let Some(about) = line.strip_prefix("impl Question<verbs::") {
        return about.split_once("> for ").filter(|(_, about)| !about.contains('$'));
    }
    let (verb, about) = line.split_once(" => ").filter(|(_, about)| about.contains(", by "))?;
    Some((name(verb), about)).filter(|_| !about.contains("$b"))
}

/// What questions are about, in the words of the table.
fn kinds(method: &str, about: &str) -> Vec<String> {
    let one = |text: &str| vec![text.to_owned()];
    match about.trim_end_matches(" {") {
        "Query<'_>" | "Contacts<'_>" | "Casts<'_>" => return one("boxes"),
        "Query<'_, Sides<RectangleView<'_>>>" => return one("rectangles"),
        "Query<'_, Sides<ScaledBoxView<'_>>>" => return one("pre-scaled boxes"),
        "Query<'_, Against<'_, BoxView<'_>, AxisAlignedBox>>" => {
            return one("boxes, `AxisAlignedBox`");
        }
        "Groups<'_>" => return one("groups of pairs of boxes"),
        "Configurations<'_>" => return one("configurations of a chain"),
        "OwnPoints<'_>" => return one("a chain, points"),
        "BoxesAmong<'_>" => return one("boxes among a world"),
        _ => {}
    }
    let (first, second) = about.split_once(", by ").expect("two kinds");
    let firsts = match first {
        "$a" => &["boxes", "shapes"][..],
        "BoxView<'_>" => &["boxes"],
        _ => &["shapes"],
    };
    let of = |first: &&str| match (method, *first) {
        ("casts", _) => format!("{first}, round shapes"),
        ("hits", "shapes") => format!("{first}, lines"),
        _ => format!("{first}, `{}`", name(second)),
    };
    firsts.iter().map(of).collect()
}

/// The functions of a header that take an engine and an output.
fn functions(header: &str) -> BTreeSet<String> {
    let calls = header.split("(const struct OctosatEngine *engine,");
    let mut names: Vec<_> =
        calls.map(|before| before.rsplit([' ', '\n']).next().unwrap()).collect();
    // The text after the last function is none.
    names.pop();
    names.into_iter().map(str::to_owned).collect()
}

/// The functions and methods of the stubs of Python that take an engine.
fn stubs(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut class = "";
    let mut parts = text.split('\n').peekable();
    while let Some(line) = parts.next() {
        if let Some(rest) = line.strip_prefix("class ") {
            class = name(rest);
        }
        let Some(rest) = line.trim_start().strip_prefix("def ") else { continue };
        if !line.starts_with(' ') {
            class = "";
        }
        let mut signature = rest.to_owned();
        while !signature.contains(") -> ") && parts.peek().is_some() {
            signature += parts.next().unwrap_or_default();
        }
        let is_query = signature.contains("engine: Engine | None") && !rest.starts_with('_');
        match (is_query, class) {
            (true, "") => found.insert(name(rest).to_owned()),
            (true, class) => found.insert(format!("{class}.{}", name(rest))),
            _ => false,
        };
    }
    found
}

/// The pieces of a text between backticks.
pub(crate) fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The cells of the rows of the table.
pub(crate) fn rows() -> Vec<[String; 4]> {
    let chapter = read("docs/src/languages.md");
    let rows = chapter.lines().filter(|line| line.starts_with("| `") && !line.contains("`Engine`"));
    let cells = |row: &str| {
        let cells: Vec<_> =
            row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        cells.try_into().expect("four cells")
    };
    rows.map(cells).collect()
}

#[test]
fn the_table_names_all_queries_of_rust() {
    let mut listed = BTreeSet::new();
    for [method, about, ..] in rows() {
        let method = quoted(&method).next().expect("a method").to_owned();
        let of_several = VERBS.iter().any(|(_, taken)| *taken == method);
        let about = if of_several { about } else { String::new() };
        assert!(listed.insert((method.clone(), about.clone())), "{method} of {about} twice");
    }
    let found = queries(&sources(&root().join("crates/octosat/src")));
    assert!(found.len() > 30, "only {} queries", found.len());
    assert_eq!(found, listed);
}

#[test]
fn the_table_names_all_queries_of_c_and_python() {
    let [mut of_c, mut of_python] = [BTreeSet::new(), BTreeSet::new()];
    let stub = read("python/package/octosat/_octosat.pyi");
    for [method, about, c, python] in rows() {
        for cell in [&c, &python] {
            let is_reason = cell.len() > "none: ".len() && cell.starts_with("none: ");
            assert!(cell.contains('`') || is_reason, "{method} of {about}: {cell:?} has no reason");
        }
        of_c.extend(quoted(&c).map(str::to_owned));
        for call in quoted(&python) {
            let (function, arguments) = call.split_once('(').expect("a call");
            of_python.insert(function.to_owned());
            for class in arguments.split(|c: char| !c.is_alphanumeric()) {
                let is_class = class.starts_with(char::is_uppercase);
                assert!(!is_class || stub.contains(&format!("class {class}:")), "no {class}");
            }
        }
    }
    assert_eq!(functions(&read("crates/octosat-c/include/octosat.h")), of_c);
    assert_eq!(stubs(&stub), of_python);
}

/// A check that finds nothing would be none.
#[test]
fn queries_and_functions_are_found_in_text() {
    let source = "\nimpl Engine {\n    pub fn with(options: u8) {\n    }\n\n    pub fn sweeps(&self) {\n    }\n}\n\
                  \npub fn free() {}\n\nimpl Question<verbs::Overlaps> for Query<'_> {\n}\n\
                  \n    Hits, \"hits\", None => BoxView<'_>, by Cone: Hits, RayHit;\n\
                  \n        Overlaps => $a, by Cone: ConeOverlap;\n    Casts => &[Cone], by Sphere;\n\
                  \n        impl Question<verbs::Casts> for Casts<'_, Against<'_, $a, $b>> {\n";
    let pair = |method: &str, about: &str| (method.to_owned(), about.to_owned());
    assert_eq!(
        queries(source),
        BTreeSet::from([
            pair("sweeps", ""),
            pair("hits", "boxes, `Cone`"),
            pair("overlaps", "boxes"),
            pair("overlaps", "boxes, `Cone`"),
            pair("overlaps", "shapes, `Cone`"),
            pair("casts", "shapes, round shapes"),
        ])
    );
    let header = "int octosat_old(const struct OctosatEngine *engine);\n\
                  int octosat_new(const struct OctosatEngine *engine,\n    int count);\n";
    assert_eq!(functions(header), BTreeSet::from(["octosat_new".to_owned()]));
    let stub = "class Boxes:\n    def sweeps(self, engine: Engine | None) -> None: ...\n\
                def hits(\n    engine: Engine | None = None,\n) -> None: ...\n\
                def _time(engine: Engine | None) -> None: ...\ndef other() -> None: ...\n";
    assert_eq!(stubs(stub), BTreeSet::from(["Boxes.sweeps".to_owned(), "hits".to_owned()]));
}

#[test]
fn a_verb_is_found_whatever_words_its_declaration_has() {
    for words in ["", "const ", "unsafe ", "const unsafe ", "async ", "unsafe extern \"C\" "] {
        let source = format!("\nimpl Engine {{\n    pub {words}fn sweeps(&self) {{}}\n}}\n");
        assert_eq!(queries(&source), [("sweeps".to_owned(), String::new())].into(), "{words}");
    }
    assert!(queries("\nimpl Engine {\n    pub(crate) const fn own(&self) {}\n}\n").is_empty());
}
