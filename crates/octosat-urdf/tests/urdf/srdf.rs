//! Pairs of links that may touch.

use octosat::{Chain, OrientedBox};
use octosat_urdf::{allow_from_srdf, read};

use crate::ARM;

/// The arm, and what a semantic description of these elements does to it.
fn allowed(elements: &str) -> (Chain, Result<Vec<String>, String>) {
    let mut chain = read(ARM, &[]).expect("an arm");
    let xml = format!("<robot name='arm'>\n{elements}</robot>");
    let result = allow_from_srdf(&mut chain, &xml).map_err(|error| error.to_string());
    (chain, result)
}

#[test]
fn listed_links_have_no_pairs() {
    let (before, _) = allowed("");
    let (after, result) = allowed(
        "<group name='all'><chain base_link='base' tip_link='tip'/></group>\
         <disable_collisions link1='right_finger' link2='left_finger' reason='Default'/>\
         <disable_collisions link1='base' link2='knuckle' reason='Never'/>",
    );
    assert_eq!(result, Ok(Vec::new()));
    let links = |chain: &Chain, pair: [usize; 2]| {
        let names: Vec<String> = chain.link_names().map(str::to_owned).collect();
        let of: Vec<usize> = chain.solids().map(|(link, _)| link).collect();
        pair.map(|solid| names[of[solid]].clone())
    };
    let gone: Vec<_> =
        before.pairs().filter(|pair| after.pairs().all(|other| other != *pair)).collect();
    let mut names: Vec<_> = gone.iter().map(|&pair| links(&before, pair)).collect();
    names.dedup();
    let pair = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
    assert_eq!(names, [pair("base", "knuckle"), pair("left_finger", "right_finger")]);
    // Both solids of the base and both of the knuckle, and one of each finger.
    assert_eq!(gone.len(), 4 + 1);
}

#[test]
fn names_that_are_no_links_are_returned_and_the_other_pairs_are_allowed() {
    let (before, _) = allowed("");
    let (after, result) = allowed(
        "<disable_collisions link1='thumb' link2='base'/>\
         <disable_collisions link1='left_finger' link2='right_finger'/>\
         <disable_collisions link1='base' link2='palm'/>\
         <disable_collisions link1='palm' link2='thumb'/>",
    );
    assert_eq!(result, Ok(vec!["thumb".to_owned(), "palm".to_owned()]));
    assert_eq!(after.pairs().len(), before.pairs().len() - 1);
}

#[test]
fn nothing_is_allowed_on_an_error() {
    let (before, _) = allowed("");
    let first = "<disable_collisions link1='base' link2='knuckle'/>\n";
    let why = |last: &str| {
        let (chain, result) = allowed(&format!("{first}{last}"));
        assert!(chain.pairs().eq(before.pairs()));
        result.expect_err("an error")
    };
    assert_eq!(
        why("<disable_collisions link2='base'/>"),
        "line 3: robot `arm`: the element `disable_collisions` has no attribute `link1`"
    );
    assert_eq!(
        why("<disable_collisions link1='hand' link2='hand'/>"),
        "line 3: robot `arm`: `link1` and `link2` are the same link"
    );
    for tag in ["disable_default_collisions", "enable_collisions"] {
        assert_eq!(
            why(&format!("<{tag} link='base'/>")),
            format!(
                "line 3: robot `arm`: the element `{tag}` is not read; write `disable_collisions` for each pair of links"
            )
        );
    }
    assert!(why("<group>").contains("this is not XML"));
}

#[test]
fn pairs_do_not_depend_on_whether_links_or_grasped_solids_came_first() {
    let elements = "<disable_collisions link1='hand' link2='base'/>\
                    <disable_collisions link1='base' link2='hand'/>";
    let [(mut first, _), (mut last, _)] = [allowed(elements), allowed("")];
    let before: Vec<_> = first.pairs().collect();
    let hand = first.link("hand").expect("a hand");
    let grasped = OrientedBox::new([0.0, 0.0, 0.1], [0.0, 0.0, 0.0, 1.0], [0.01, 0.02, 0.03]);
    let solid = first.attach(hand, grasped).expect("a solid");
    last.attach(hand, grasped).expect("a solid");
    let base = last.link("base").expect("a base");
    last.allow(base, hand).expect("links");
    assert!(first.pairs().eq(last.pairs()) && first.pairs().len() > before.len());
    first.truncate(solid);
    assert!(first.pairs().eq(before));
}
