//! No file of the engine imports one that imports it, directly or over others, and no folder does; folders import those
//! alone that the page on architecture lists above them.
//!
//! A path through a file that exports the name of another is an import of that other file. To export a name is no import,
//! unless the file has another use for it. Tests end a file, and are left out. What a file gives another name, such as the
//! root, is followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::{read, root};

/// The names of modules that begin a path.
const PARENTS: [&str; 3] = ["crate", "self", "super"];

/// Whether a character may be in a name.
fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The names, double colons and other characters of a text, without comments and tests.
fn tokens(text: &str) -> Vec<String> {
    let code = text.split("mod tests {").next().unwrap_or_default();
    let mut tokens: Vec<String> = Vec::new();
    for line in code.lines().filter_map(|line| line.split("//").next()) {
        let mut last = ' ';
        for letter in line.chars() {
            let goes_on = (is_of_name(last) && is_of_name(letter)) || [last, letter] == [':', ':'];
            match tokens.last_mut() {
                Some(token) if goes_on => token.push(letter),
                _ if letter == ' ' => {}
                _ => tokens.push(letter.into()),
            }
            last = letter;
        }
    }
    // So that two tokens follow each name.
    tokens.extend([";", ";"].map(String::from));
    tokens
}

/// A path in a file, such as `super::frame::dot`, and the name that it has in the file.
#[derive(Clone)]
struct Named {
    path: Vec<String>,
    name: String,
}

/// Adds all paths of a tree of names that begins at a token, each after the names before it, and returns where it ends.
fn add_tree(tokens: &[String], mut at: usize, mut path: Vec<String>, to: &mut Vec<Named>) -> usize {
    while tokens[at] != "{" {
        path.push(tokens[at].clone());
        let next = &tokens[at + 2];
        let goes_on =
            tokens[at + 1] == "::" && (next == "{" || next == "*" || next.chars().all(is_of_name));
        if !goes_on {
            let alias = (tokens[at + 1] == "as").then_some(next);
            let name = alias.or(path.iter().rfind(|name| *name != "self")).expect("a name").clone();
            to.push(Named { path, name });
            return if alias.is_some() { at + 3 } else { at + 1 };
        }
        at += 2;
    }
    at += 1;
    while tokens[at] != "}" {
        at = add_tree(tokens, at, path.clone(), to);
        at += usize::from(tokens[at] == ",");
    }
    at + 1
}

/// What a file names of other files, and which of the names it exports.
#[derive(Default)]
struct Names {
    used: Vec<Named>,
    exported: Vec<Named>,
}

/// The files of a library by their modules, such as `axes/basis/scaled`; the root's is empty.
struct Library {
    files: BTreeMap<String, Vec<String>>,
    names: BTreeMap<String, Names>,
}

/// Who imports whom.
type Arrows = BTreeMap<String, BTreeSet<String>>;

fn parent(module: &str) -> &str {
    module.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn child(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}/{name}") }
}

impl Library {
    fn new<'t>(files: impl IntoIterator<Item = (String, &'t str)>) -> Self {
        let files = files.into_iter().map(|(module, text)| (module, tokens(text))).collect();
        let mut library = Self { files, names: BTreeMap::new() };
        library.names =
            library.files.keys().map(|module| (module.clone(), library.names_in(module))).collect();
        library
    }

    /// Reads a folder of sources.
    fn read(folder: &Path) -> Self {
        let mut texts = BTreeMap::new();
        let mut folders = vec![(String::new(), folder.to_owned())];
        while let Some((module, folder)) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                let module = if ["lib", "mod"].contains(&name) {
                    module.clone()
                } else {
                    child(&module, name)
                };
                if path.is_dir() {
                    folders.push((module, path));
                } else if name != "tests" {
                    texts.insert(module, fs::read_to_string(path).unwrap());
                }
            }
        }
        Self::new(texts.iter().map(|(module, text)| (module.clone(), &text[..])))
    }

    /// Whether there is a file or a folder.
    fn has(&self, module: &str) -> bool {
        self.files.keys().any(|file| {
            file.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Whether a path in a file that begins with a name is one of the library.
    fn is_own(&self, module: &str, name: &str) -> bool {
        PARENTS.contains(&name) || self.has(&child(module, name))
    }

    fn names_in(&self, module: &str) -> Names {
        let tokens = &self.files[module];
        let mut names = Names::default();
        let mut renamed: Vec<Named> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let before = |steps: usize| at.checked_sub(steps).map_or("", |at| &tokens[at]);
            let follows = tokens.get(at + 1).map_or("", String::as_str);
            let is_begin = follows == "::" || (follows == "as" && before(1) == "use");
            // `pub(in crate::motion)` imports nothing.
            let is_import = is_begin && before(1) != "::" && [before(2), before(1)] != ["(", "in"];
            let alias = renamed.iter().rfind(|named| named.name == tokens[at]).cloned();
            if !is_import || (alias.is_none() && !self.is_own(module, &tokens[at])) {
                at += 1;
                continue;
            }
            let is_export = before(1) == "use" && ["pub", ")"].contains(&before(2));
            let is_use = before(1) == "use";
            let mut found = Vec::new();
            at = add_tree(tokens, at, Vec::new(), &mut found);
            for named in &mut found {
                if let Some(alias) = &alias {
                    named.path.splice(..1, alias.path.iter().cloned());
                }
                if is_use && named.path.last() != Some(&named.name) {
                    renamed.push(named.clone());
                }
            }
            let to = if is_export { &mut names.exported } else { &mut names.used };
            to.extend(found);
        }
        // To name the root or a folder imports nothing of it; what is named through it does.
        names.used.retain(|named| named.path.iter().any(|name| !PARENTS.contains(&&name[..])));
        names
    }

    /// The files that define what a path in a file names: all that a module exports if it names the module, and several
    /// if features decide which one.
    fn targets(&self, from: &str, path: &[String]) -> Vec<String> {
        let mut module = from.to_owned();
        let mut rest = path;
        while let [name, behind @ ..] = rest {
            match &name[..] {
                "crate" => module.clear(),
                "self" => {}
                "super" => module = parent(&module).to_owned(),
                name if self.has(&child(&module, name)) => module = child(&module, name),
                _ => break,
            }
            rest = behind;
        }
        let exported = self.names.get(&module).map_or(&[][..], |names| &names.exported);
        let is_named =
            |export: &&Named| rest.first().is_none_or(|name| *name == export.name || name == "*");
        let of_export = |export: &Named| self.targets(&module, &export.path);
        let mut targets: Vec<_> = exported.iter().filter(is_named).flat_map(of_export).collect();
        if rest.is_empty() || targets.is_empty() {
            targets.push(module);
        }
        targets
    }

    fn arrows(&self) -> Arrows {
        let of_file = |(module, names): (&String, &Names)| {
            let tokens = &self.files[module];
            let is_used =
                |named: &&Named| tokens.iter().filter(|token| **token == named.name).count() > 1;
            let mut targets = BTreeSet::new();
            for named in names.used.iter().chain(names.exported.iter().filter(is_used)) {
                targets.extend(self.targets(module, &named.path));
            }
            targets.remove(module);
            (module.clone(), targets)
        };
        self.names.iter().map(of_file).collect()
    }
}

/// The part of a folder that a file is in: a file of the folder, a folder in it, or the folder's own file.
fn part_of(folder: &str, file: &str) -> Option<String> {
    let inner = if folder.is_empty() { Some(file) } else { file.strip_prefix(folder) }?;
    match inner.strip_prefix('/').unwrap_or(inner) {
        "" => Some(folder.to_owned()),
        rest if folder.is_empty() || inner.starts_with('/') => {
            Some(child(folder, rest.split('/').next()?))
        }
        _ => None,
    }
}

/// The arrows between the parts of a folder.
fn between_parts(folder: &str, arrows: &Arrows) -> Arrows {
    let mut parts = Arrows::new();
    for (from, targets) in arrows {
        let Some(part) = part_of(folder, from) else { continue };
        let others = targets.iter().filter_map(|to| part_of(folder, to)).filter(|to| *to != part);
        parts.entry(part.clone()).or_default().extend(others);
    }
    parts
}

/// Whatever a file imports, directly or over others.
fn reached<'a>(arrows: &'a Arrows, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        next.extend(arrows[file].iter().map(String::as_str).filter(|to| reached.insert(*to)));
    }
    reached
}

/// Each group of files that import each other, directly or over others.
fn circles(arrows: &Arrows) -> BTreeSet<Vec<String>> {
    let reached: BTreeMap<_, _> =
        arrows.keys().map(|file| (file.as_str(), reached(arrows, file))).collect();
    let circle = |(file, reaches): (&&str, &BTreeSet<&str>)| -> Vec<String> {
        let others = reaches.iter().filter(|other| reached[**other].contains(file));
        others.map(|other| (*other).to_owned()).collect()
    };
    reached.iter().map(circle).filter(|circle| !circle.is_empty()).collect()
}

/// The circles of files, and those of the parts of each folder but the root.
fn all_circles(arrows: &Arrows) -> BTreeSet<Vec<String>> {
    let mut found = circles(arrows);
    let folders: BTreeSet<&str> = arrows.keys().map(|file| parent(file)).collect();
    for folder in folders.into_iter().filter(|folder| !folder.is_empty()) {
        found.extend(circles(&between_parts(folder, arrows)));
    }
    found
}

fn engine() -> Arrows {
    Library::read(&root().join("crates/octosat/src")).arrows()
}

#[test]
fn files_and_folders_of_the_engine_are_in_no_circle() {
    let arrows = engine();
    assert!(arrows.len() > 150 && arrows.values().map(BTreeSet::len).sum::<usize>() > 800);
    assert_eq!(all_circles(&arrows), BTreeSet::new());
}

#[test]
fn folders_of_the_engine_import_those_above_them_on_the_page() {
    let page = read("docs/src/architecture.md");
    let block = page.split("```text\n").find(|block| block.starts_with("tolerances")).unwrap();
    let rows: Vec<Vec<&str>> = block
        .lines()
        .take_while(|line| *line != "```")
        .map(|line| line.split_whitespace().collect())
        .collect();
    let row_of = |name: &String| {
        let row = rows.iter().position(|row| row.contains(&&name[..]));
        row.unwrap_or_else(|| panic!("the page does not draw {name}"))
    };
    let arrows = between_parts("", &engine());
    let folders = || arrows.iter().filter(|(folder, _)| !folder.is_empty());
    let drawn: BTreeSet<&str> = rows.concat().into_iter().collect();
    assert_eq!(folders().map(|(folder, _)| &folder[..]).collect::<BTreeSet<_>>(), drawn);
    let mut upwards = BTreeSet::new();
    for (from, targets) in folders() {
        // The root has one closed trait, and no import.
        for to in targets.iter().filter(|to| !to.is_empty() && row_of(to) >= row_of(from)) {
            upwards.insert([from.as_str(), to]);
        }
    }
    assert_eq!(upwards, BTreeSet::new());
}

/// The circles of a library of files by their modules.
fn circles_of(files: [(&str, &str); 6]) -> Vec<String> {
    let arrows = Library::new(files.map(|(module, text)| (module.to_owned(), text))).arrows();
    all_circles(&arrows).iter().map(|circle| circle.join(" ")).collect()
}

#[test]
fn circles_that_were_made_on_purpose_are_found() {
    let files = [
        ("", "mod a;\npub use a::first::{First, Other as Alias};"),
        ("a", "mod deep;\npub(crate) use deep::{inner::{self, In as Renamed}, outer};"),
        ("a/first", "use core::fmt;\nmod tests {\nuse super::deep::inner::In;"),
        ("a/deep", "pub(in crate::a) mod inner;\n// use crate::Alias;"),
        ("a/deep/inner", "use crate::{Alias, a::deep::Own};"),
        ("a/deep/outer", "fn f() -> super::inner::In {}"),
    ];
    assert_eq!(circles_of(files), [""; 0]);
    let with = |place: usize, text| {
        let mut files = files;
        files[place].1 = text;
        circles_of(files)
    };
    // Through an export, with another name, and in code.
    let circle = ["a/deep a/first", "a/deep/inner a/first"];
    for text in [
        "use super::Renamed;",
        "use super::{deep::{inner::In as _}};",
        "fn f() { super::inner::f() }",
        "use crate as root;\nfn f() { root::a::deep::inner::f() }",
        "use crate::{self as root};\nuse root::a::deep as d;\nuse d::inner::In;",
        "use super as c;\nuse c::inner::In;",
    ] {
        assert_eq!(with(2, text), circle, "{text}");
    }
    // Over a third file; a star names whatever a file exports.
    let longer = ["a/deep a/first", "a/deep/inner a/deep/outer a/first"];
    assert_eq!(with(2, "use super::outer::Out;"), longer);
    assert_eq!(with(2, "use super::*;"), longer);
    // Of folders alone, and of a file that uses what it exports.
    assert_eq!(with(2, "use super::deep::Own;"), ["a/deep a/first"]);
    assert_eq!(with(3, "pub use self::inner::In;\nstruct Own(In);"), ["a/deep a/deep/inner"]);
}
