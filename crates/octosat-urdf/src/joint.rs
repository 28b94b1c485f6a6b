//! Joints of a robot description.

use std::collections::HashMap;

use octosat::Joint;

use crate::element::Element;
use crate::error::UrdfError;
use crate::link::Links;
use crate::pose::{Pose, unit};

/// A joint of the description. Links and joints are given by their numbers in the document.
#[derive(Clone, Debug)]
pub(crate) struct UrdfJoint<'a> {
    pub(crate) element: Element<'a>,
    pub(crate) joint: Joint,
    pub(crate) parent: usize,
    pub(crate) child: usize,
    /// The joint whose value it follows.
    pub(crate) follows: Option<usize>,
    pub(crate) is_fixed: bool,
}

/// Reads all joints, in the order of the document.
pub(crate) fn read<'a>(
    robot: Element<'a>,
    links: &Links<'a>,
) -> Result<Vec<UrdfJoint<'a>>, UrdfError> {
    let mut joints: Vec<UrdfJoint<'a>> = Vec::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for element in robot.children("joint") {
        let name = element.required_attribute("name")?;
        if let Some(before) = by_name.insert(name, joints.len()) {
            let line = joints[before].element.line();
            return Err(
                element.error(format!("there is another joint of this name in line {line}"))
            );
        }
        joints.push(one(element, name, links)?);
    }
    for at in 0..joints.len() {
        if !joints[at].is_fixed {
            follow(&mut joints, at, &by_name)?;
        }
    }
    Ok(joints)
}

/// Reads a joint, except for what it follows.
fn one<'a>(
    element: Element<'a>,
    name: &str,
    links: &Links<'_>,
) -> Result<UrdfJoint<'a>, UrdfError> {
    let kind = element.required_attribute("type")?;
    let joint = match kind {
        "fixed" => Joint::fixed(name),
        "revolute" | "continuous" => Joint::revolute(name, axis(element)?),
        "prismatic" => Joint::prismatic(name, axis(element)?),
        _ => return Err(element.error(other_kind(kind))),
    };
    let Pose { translation, rotation } = Pose::of(element)?;
    let mut joint = joint.at(translation).rotated(rotation);
    if ["revolute", "prismatic"].contains(&kind) {
        let Some(limit) = element.child("limit")? else {
            return Err(
                element.error(format!("there is no element `limit`, which {kind} joints need"))
            );
        };
        let [lower] = limit.numbers("lower")?.unwrap_or_default();
        let [upper] = limit.numbers("upper")?.unwrap_or_default();
        joint = joint.limits(lower, upper);
    }
    let parent = links.find(element.required_child("parent")?)?;
    let child = links.find(element.required_child("child")?)?;
    Ok(UrdfJoint { element, joint, parent, child, follows: None, is_fixed: kind == "fixed" })
}

/// Why a joint of that type is not read, and what to write instead.
fn other_kind(kind: &str) -> String {
    let instead = match kind {
        "planar" => "write two prismatic joints and a continuous one",
        "floating" => "write a fixed joint, or three prismatic joints and three continuous ones",
        _ => "the types are fixed, revolute, continuous and prismatic",
    };
    format!("joints of type `{kind}` are not read; {instead}")
}

/// The axis of a joint as a unit vector.
fn axis(element: Element<'_>) -> Result<[f64; 3], UrdfError> {
    let Some(axis) = element.child("axis")? else { return Ok([1.0, 0.0, 0.0]) };
    axis.required_attribute("xyz")?;
    let unit = axis.numbers("xyz")?.and_then(unit);
    unit.ok_or_else(|| axis.error("`xyz` of `axis` has length 0"))
}

/// Reads what a joint follows.
fn follow(
    joints: &mut [UrdfJoint<'_>],
    at: usize,
    by_name: &HashMap<&str, usize>,
) -> Result<(), UrdfError> {
    let Some(mimic) = joints[at].element.child("mimic")? else { return Ok(()) };
    let of = mimic.required_attribute("joint")?;
    let Some(&followed) = by_name.get(of) else {
        return Err(mimic.error(format!("it follows joint `{of}`, which does not exist")));
    };
    if joints[followed].is_fixed {
        return Err(
            mimic.error(format!("it follows joint `{of}`, which is fixed and has no value"))
        );
    }
    let [ratio] = mimic.numbers("multiplier")?.unwrap_or([1.0]);
    let [offset] = mimic.numbers("offset")?.unwrap_or_default();
    let joint = &mut joints[at];
    joint.joint = joint.joint.clone().mimic(of, ratio, offset);
    joint.follows = Some(followed);
    Ok(())
}
