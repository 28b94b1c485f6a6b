//! The chapter about loops shows the code that the tests run.

const CHAPTER: &str = include_str!("../../../docs/src/loops.md");

/// The part of a source from a line on that begins like this.
fn from(source: &str, beginning: &str) -> String {
    let at = source.find(beginning).unwrap_or_else(|| panic!("no {beginning}"));
    source[at..].trim_end().to_owned()
}

#[test]
fn the_chapter_shows_the_loops_as_they_are() {
    let steps = include_str!("../../src/moving/steps.rs");
    let walks = include_str!("../../src/moving/walks.rs");
    for (source, beginning) in [(steps, "/// More meters"), (walks, "/// More meters")] {
        assert!(CHAPTER.contains(&from(source, beginning)), "the chapter has other code");
    }
}
