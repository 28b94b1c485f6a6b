//! The chapter about loops shows the code that the tests run.

const CHAPTER: &str = include_str!("../../../docs/src/moving.md");

/// The part of a source from a line on that begins like this.
fn from(source: &str, beginning: &str) -> String {
    let at = source.find(beginning).unwrap_or_else(|| panic!("no {beginning}"));
    source[at..].trim_end().to_owned()
}

#[test]
fn the_chapter_shows_the_loop_as_it_is() {
    let steps = include_str!("../../src/moving/steps.rs");
    assert!(CHAPTER.contains(&from(steps, "/// More meters")), "the chapter has other code");
}
