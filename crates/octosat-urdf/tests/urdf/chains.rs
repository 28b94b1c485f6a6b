//! Joints: types, axes, limits and mimic joints.

use octosat::{Chain, Joint};

use crate::{chain, joint, links, why};

/// The chain of two links that a joint of that type connects.
fn two(kind: &str, rest: &str) -> Chain {
    chain(&(links(&["a", "b"]) + &joint("j", kind, ["a", "b"], rest)))
}

/// Why such a chain is rejected.
fn why_two(kind: &str, rest: &str) -> String {
    why(&(links(&["a", "b"]) + &joint("j", kind, ["a", "b"], rest)))
}

/// What the chain of one joint looks like.
fn shown(joint: Joint) -> String {
    let mut chain = Chain::new("a");
    chain.add_link("b", 0, joint).expect("a joint");
    format!("{chain:?}")
}

#[test]
fn revolute_and_prismatic_joints_have_limits() {
    let limit = "<limit lower='-0.5' upper='1.5'/>";
    let turned = Joint::revolute("j", [1.0, 0.0, 0.0]).limits(-0.5, 1.5);
    assert_eq!(format!("{:?}", two("revolute", limit)), shown(turned));
    let slid = Joint::prismatic("j", [1.0, 0.0, 0.0]).limits(-0.5, 1.5);
    assert_eq!(format!("{:?}", two("prismatic", limit)), shown(slid));
    assert_eq!(
        why_two("revolute", ""),
        "line 4: joint `j`: there is no element `limit`, which revolute joints need"
    );
}

#[test]
fn missing_limits_are_zero_as_the_specification_says() {
    assert!(two("revolute", "<limit upper='2'/>").joint_limits().eq([[0.0, 2.0]]));
    assert!(two("revolute", "<limit lower='-2'/>").joint_limits().eq([[-2.0, 0.0]]));
}

#[test]
fn limits_must_ascend() {
    assert_eq!(
        why_two("revolute", "<limit lower='1' upper='-1'/>"),
        "line 4: joint `j`: the limits of joint `j` are 1.0 and -1.0, but must ascend"
    );
}

#[test]
fn continuous_joints_have_no_limits() {
    let free = two("continuous", "<axis xyz='0 0 1'/><limit lower='-1' upper='1'/>");
    assert_eq!(format!("{free:?}"), shown(Joint::revolute("j", [0.0, 0.0, 1.0])));
    assert!(free.joint_limits().eq([[f64::NEG_INFINITY, f64::INFINITY]]));
}

#[test]
fn fixed_joints_need_neither_axis_nor_limits_and_have_no_value() {
    let fixed = two("fixed", "<axis xyz='0 0 0'/><limit lower='1' upper='0'/><mimic joint='?'/>");
    assert_eq!(fixed.values(), 0);
    assert!(fixed.link_names().eq(["a", "b"]));
}

#[test]
fn axes_are_scaled_to_length_one() {
    for axis in ["0 -3 4", "0 -3e-200 4e-200", "0 -3e200 4e200"] {
        let chain = two("continuous", &format!("<axis xyz='{axis}'/>"));
        assert_eq!(format!("{chain:?}"), shown(Joint::revolute("j", [0.0, -0.6, 0.8])));
    }
    assert_eq!(
        why_two("continuous", "<axis xyz='0 -0 0'/>"),
        "line 4: joint `j`: `xyz` of `axis` has length 0"
    );
    assert_eq!(
        why_two("continuous", "<axis/>"),
        "line 4: joint `j`: the element `axis` has no attribute `xyz`"
    );
}

#[test]
fn planar_and_floating_joints_are_rejected_with_what_to_write_instead() {
    assert_eq!(
        why_two("planar", ""),
        "line 4: joint `j`: joints of type `planar` are not read; write two prismatic joints and a continuous one"
    );
    assert_eq!(
        why_two("floating", ""),
        "line 4: joint `j`: joints of type `floating` are not read; write a fixed joint, or three prismatic joints \
         and three continuous ones"
    );
    assert_eq!(
        why_two("hinge", ""),
        "line 4: joint `j`: joints of type `hinge` are not read; the types are fixed, revolute, continuous and prismatic"
    );
}

/// A hand of two fingers: the first one mimics the second, which comes later.
fn hand(mimic: &str) -> String {
    links(&["hand", "one", "other"])
        + &joint("first", "continuous", ["hand", "one"], mimic)
        + &joint("second", "continuous", ["hand", "other"], "")
}

#[test]
fn joints_follow_a_joint_that_comes_later() {
    let chain = chain(&hand("<mimic joint='second' multiplier='-1.5' offset='0.5'/>"));
    let mut same = Chain::new("hand");
    let x = [1.0, 0.0, 0.0];
    same.add_link("other", 0, Joint::revolute("second", x)).expect("a joint");
    let first = Joint::revolute("first", x).mimic("second", -1.5, 0.5);
    same.add_link("one", 0, first).expect("a joint");
    assert_eq!(format!("{chain:?}"), format!("{same:?}"));
    assert!(chain.joint_names().eq(["second"]));
}

#[test]
fn mimic_joints_do_exactly_what_the_other_does_if_nothing_is_said() {
    let said = chain(&hand("<mimic joint='second' multiplier='1' offset='0'/>"));
    let unsaid = chain(&hand("<mimic joint='second'/>"));
    assert_eq!(format!("{said:?}"), format!("{unsaid:?}"));
}

#[test]
fn joints_follow_joints_that_follow_others() {
    let elements = links(&["a", "b", "c", "d"])
        + &joint("one", "continuous", ["a", "b"], "<mimic joint='two' multiplier='1.5'/>")
        + &joint("two", "continuous", ["a", "c"], "<mimic joint='three' offset='1'/>")
        + &joint("three", "continuous", ["a", "d"], "");
    let chain = chain(&elements);
    assert!(chain.joint_names().eq(["three"]));
    assert!(chain.link_names().eq(["a", "d", "c", "b"]));
}

#[test]
fn a_joint_cannot_follow_one_that_does_not_exist_or_is_fixed() {
    assert_eq!(
        why(&hand("<mimic joint='thumb'/>")),
        "line 5: joint `first`: it follows joint `thumb`, which does not exist"
    );
    assert_eq!(
        why(&hand("<mimic/>")),
        "line 5: joint `first`: the element `mimic` has no attribute `joint`"
    );
    let fixed = links(&["a", "b", "c"])
        + &joint("weld", "fixed", ["a", "b"], "")
        + &joint("turn", "continuous", ["a", "c"], "<mimic joint='weld'/>");
    assert_eq!(
        why(&fixed),
        "line 6: joint `turn`: it follows joint `weld`, which is fixed and has no value"
    );
}

#[test]
fn joints_do_not_follow_each_other() {
    let elements = links(&["a", "b", "c", "d"])
        + &joint("late", "continuous", ["b", "d"], "")
        + &joint("one", "continuous", ["a", "b"], "<mimic joint='two'/>")
        + &joint("two", "continuous", ["a", "c"], "<mimic joint='one'/>");
    let message = why(&elements);
    let expected = "joint `one`: it follows joint `two`, which needs this joint first: it follows it, or is on a link that \
                    it moves";
    assert!(message.ends_with(expected), "{message}");
    let own = why_two("continuous", "<mimic joint='j'/>");
    assert!(
        own.starts_with("line 4: joint `j`: it follows joint `j`, which needs this joint first"),
        "{own}"
    );
}

#[test]
fn a_joint_does_not_follow_one_that_it_moves() {
    let elements = links(&["a", "b", "c"])
        + &joint("inner", "continuous", ["a", "b"], "<mimic joint='outer'/>")
        + &joint("outer", "continuous", ["b", "c"], "");
    let message = why(&elements);
    let expected = "line 5: joint `inner`: it follows joint `outer`, which needs this joint first";
    assert!(message.starts_with(expected), "{message}");
}
