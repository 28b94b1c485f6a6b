//! Links as a tree: in any order, with one base, and without loops.

use crate::{chain, joint, links, why};

/// A fixed joint.
fn weld(name: &str, ends: [&str; 2]) -> String {
    joint(name, "fixed", ends, "")
}

#[test]
fn parents_come_before_children_in_any_order_of_the_document() {
    let turn = |name, ends| joint(name, "continuous", ends, "");
    let elements = turn("third", ["c", "d"])
        + &turn("second", ["b", "c"])
        + &links(&["d", "c", "b", "a", "e"])
        + &turn("branch", ["a", "e"])
        + &turn("first", ["a", "b"]);
    let chain = chain(&elements);
    assert!(chain.link_names().eq(["a", "e", "b", "c", "d"]));
    assert!(chain.joint_names().eq(["branch", "first", "second", "third"]));
}

#[test]
fn joint_values_are_in_the_order_of_the_document_if_parents_come_first() {
    let turn = |name, ends| joint(name, "continuous", ends, "");
    let elements = links(&["z", "y", "x", "w"])
        + &turn("left", ["z", "y"])
        + &turn("right", ["z", "x"])
        + &turn("left tip", ["y", "w"]);
    assert!(chain(&elements).joint_names().eq(["left", "right", "left tip"]));
}

#[test]
fn a_link_alone_is_a_chain_without_joints() {
    let chain = chain(&links(&["rock"]));
    assert!(chain.link_names().eq(["rock"]));
    assert_eq!(chain.values(), 0);
}

#[test]
fn a_robot_has_a_link() {
    assert_eq!(why(""), "line 1: robot `test`: there are no links");
}

#[test]
fn a_robot_has_one_base() {
    let elements = links(&["a", "b", "c"]) + &weld("j", ["a", "b"]);
    assert_eq!(
        why(&elements),
        "line 4: link `c`: neither this link nor link `a` is the child of a joint; all links but one must be"
    );
}

#[test]
fn a_link_is_the_child_of_one_joint() {
    let elements = links(&["a", "b"]) + &weld("one", ["a", "b"]) + &weld("two", ["a", "b"]);
    assert_eq!(
        why(&elements),
        "line 5: joint `two`: link `b` is the child of joint `one`, too; loops of links are not read"
    );
}

#[test]
fn links_are_not_a_loop() {
    let expected = "its links are a loop that no base holds; loops of links are not read";
    let own = links(&["a"]) + &weld("one", ["a", "a"]);
    assert_eq!(why(&own), format!("line 3: joint `one`: {expected}"));
    let two = links(&["a", "b", "tail"])
        + &weld("hang", ["b", "tail"])
        + &weld("one", ["a", "b"])
        + &weld("two", ["b", "a"]);
    let message = why(&two);
    assert!(message.ends_with(expected) && !message.contains("hang"), "{message}");
    // A loop next to a base.
    let apart = links(&["base", "a", "b"]) + &weld("one", ["a", "b"]) + &weld("two", ["b", "a"]);
    assert!(why(&apart).ends_with(expected));
}

#[test]
fn links_and_joints_have_names_of_their_own() {
    assert_eq!(
        why(&links(&["a", "b", "a"])),
        "line 4: link `a`: there is another link of this name in line 2"
    );
    let elements = links(&["a", "b", "c"]) + &weld("j", ["a", "b"]) + &weld("j", ["a", "c"]);
    assert_eq!(why(&elements), "line 6: joint `j`: there is another joint of this name in line 5");
    // A link and a joint may share one.
    assert!(chain(&(links(&["a", "b"]) + &weld("a", ["a", "b"]))).link_names().eq(["a", "b"]));
}

#[test]
fn joints_connect_links_that_exist() {
    assert_eq!(
        why(&(links(&["a"]) + &weld("j", ["a", "b"]))),
        "line 3: joint `j`: the child is link `b`, which does not exist"
    );
    assert_eq!(
        why(&(links(&["b"]) + &weld("j", ["a", "b"]))),
        "line 3: joint `j`: the parent is link `a`, which does not exist"
    );
}

/// Links with a ball each, and links without solids between them.
#[test]
fn links_that_a_mount_connects_are_neighbors_across_one_joint_that_moves() {
    let with_solid = |name: &str| {
        let ball = "<collision><geometry><sphere radius='0.1'/></geometry></collision>";
        format!("<link name='{name}'>{ball}</link>")
    };
    let solids: String = ["base", "lift", "arm", "far", "side"].map(with_solid).concat();
    let moving = "<axis xyz='0 0 1'/><limit lower='0' upper='1'/>";
    let joints = [
        joint("a", "fixed", ["base", "mount"], ""),
        joint("b", "fixed", ["mount", "rail"], ""),
        joint("c", "prismatic", ["rail", "sledge"], moving),
        joint("d", "fixed", ["sledge", "lift"], ""),
        joint("e", "prismatic", ["sledge", "arm"], moving),
        joint("f", "prismatic", ["lift", "elbow"], moving),
        joint("g", "prismatic", ["elbow", "far"], moving),
        joint("h", "fixed", ["rail", "side"], ""),
    ];
    let empty = links(&["mount", "rail", "sledge", "elbow"]);
    let text = format!("<robot name='r'>{solids}{empty}{}</robot>", joints.concat());
    let chain = octosat_urdf::read(&text, &[]).expect("a robot");
    let names: Vec<_> = chain.link_names().collect();
    let solids: Vec<_> = chain.solids().map(|(link, _)| names[link]).collect();
    let mut pairs: Vec<_> = chain
        .pairs()
        .map(|pair| {
            let mut pair = pair.map(|solid| solids[solid]);
            pair.sort_unstable();
            pair
        })
        .collect();
    pairs.sort_unstable();
    // One joint that moves is between lift and arm; base and side stand still.
    let expected = [
        ["arm", "base"],
        ["arm", "far"],
        ["arm", "side"],
        ["base", "far"],
        ["base", "lift"],
        ["far", "lift"],
        ["far", "side"],
        ["lift", "side"],
    ];
    assert_eq!(pairs, expected);
}
