//! Numbers: how many, and which ones.

use octosat_urdf::read;

use crate::{body, joint, links, robot, why};

/// Why a joint with this origin is rejected.
fn why_origin(attribute: &str) -> String {
    why(&(links(&["a", "b"]) + &joint("j", "fixed", ["a", "b"], &format!("<origin {attribute}/>"))))
}

#[test]
fn text_that_is_not_a_number_is_rejected() {
    for text in ["a 0 0", "0 0,5 1", "1;2;3", "0x1 0 0", "1e 0 0", "0 0 --1", "1_0 0 0"] {
        assert_eq!(
            why_origin(&format!("xyz='{text}'")),
            format!(
                "line 4: joint `j`: `xyz` of `origin` is `{text}`, but must be 3 finite numbers"
            )
        );
    }
}

#[test]
fn numbers_that_are_not_finite_are_rejected() {
    for text in ["NaN", "nan", "inf", "-inf", "1e999", "-infinity"] {
        assert_eq!(
            why_origin(&format!("rpy='0 {text} 0'")),
            format!(
                "line 4: joint `j`: `rpy` of `origin` is `0 {text} 0`, but must be 3 finite numbers"
            )
        );
        assert_eq!(
            why(&body(&format!("<sphere radius='{text}'/>"))),
            format!(
                "line 2: link `body`: `radius` of `sphere` is `{text}`, but must be a finite number"
            )
        );
    }
}

#[test]
fn a_wrong_number_of_components_is_rejected() {
    for text in ["", "0", "0 0", "0 0 0 0"] {
        assert_eq!(
            why_origin(&format!("xyz='{text}'")),
            format!(
                "line 4: joint `j`: `xyz` of `origin` is `{text}`, but must be 3 finite numbers"
            )
        );
    }
    assert_eq!(
        why(&body("<sphere radius='1 2'/>")),
        "line 2: link `body`: `radius` of `sphere` is `1 2`, but must be a finite number"
    );
}

#[test]
fn negative_sizes_are_rejected() {
    for (shape, attribute, text) in [
        ("<box size='1 -1 1'/>", "size` of `box", "1 -1 1"),
        ("<sphere radius='-1'/>", "radius` of `sphere", "-1"),
        ("<cylinder radius='1' length='-2'/>", "length` of `cylinder", "-2"),
        ("<capsule radius='-1e-9' length='2'/>", "radius` of `capsule", "-1e-9"),
    ] {
        assert_eq!(
            why(&body(shape)),
            format!("line 2: link `body`: `{attribute}` is `{text}`, but must not be negative")
        );
    }
}

#[test]
fn lengths_that_are_too_large_are_rejected() {
    for (shape, name) in [
        ("<box size='1 1e13 1'/>", "box"),
        ("<sphere radius='1e30'/>", "capsule"),
        ("<sphere radius='1e300'/>", "capsule"),
    ] {
        let message = why(&body(shape));
        assert!(message.starts_with(&format!("line 2: link `body`: {name} 0: ")), "{message}");
    }
    let message = why_origin("xyz='0 1e13 0'");
    assert_eq!(
        message,
        "line 4: joint `j`: the translation of joint `j` has a component 10000000000000.0, but must be finite and at \
         most 1e12"
    );
}

#[test]
fn numbers_are_separated_by_any_white_space() {
    let origin = "<origin xyz=' 1.0\t+2e0\n  .5 ' rpy='-0 0. 00'/>";
    let same = "<origin xyz='1 2 0.5'/>";
    let chain = |origin: &str| {
        let elements = links(&["a", "b"]) + &joint("j", "continuous", ["a", "b"], origin);
        format!("{:?}", read(&robot(&elements), &[]).expect("a robot"))
    };
    assert_eq!(chain(origin).replace("-0.0", "0.0"), chain(same).replace("-0.0", "0.0"));
}
