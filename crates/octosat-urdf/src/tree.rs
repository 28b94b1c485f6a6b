//! The order in which links enter a chain: each after its parent.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::error::UrdfError;
use crate::joint::UrdfJoint;
use crate::link::Links;

/// The links as a tree.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The link that stands still.
    pub(crate) base: usize,
    /// The joints in the order in which they enter the chain.
    pub(crate) joints: Vec<usize>,
}

impl Tree {
    /// Finds the base, and the order of joints.
    ///
    /// Next is always the first joint of the document whose parent link and followed joint are there already.
    pub(crate) fn of(links: &Links<'_>, joints: &[UrdfJoint<'_>]) -> Result<Self, UrdfError> {
        let moved_by = moved_by(links, joints)?;
        let needs = |joint: &UrdfJoint<'_>| Needs {
            parent: moved_by[joint.parent],
            followed: joint.follows,
        };
        let needs: Vec<Needs> = joints.iter().map(needs).collect();
        let order = sorted(&needs);
        if order.len() < joints.len() {
            return Err(not_sorted(joints, &needs, &order));
        }
        let is_moved = |link: &usize| moved_by[*link].is_some();
        let mut bases = (0..links.all.len()).filter(|link| !is_moved(link));
        let Some(base) = bases.next() else {
            return Err(links.robot.error("there are no links"));
        };
        match bases.next() {
            None => Ok(Self { base, joints: order }),
            Some(other) => Err(links.all[other].element.error(format!(
                "neither this link nor link `{}` is the child of a joint; all links but one must be",
                links.all[base].name
            ))),
        }
    }
}

/// The joints that must enter a chain before a joint.
#[derive(Clone, Copy, Debug)]
struct Needs {
    /// The joint that moves its parent link.
    parent: Option<usize>,
    /// The joint that it follows.
    followed: Option<usize>,
}

/// The joint that moves each link, if there is one.
fn moved_by(links: &Links<'_>, joints: &[UrdfJoint<'_>]) -> Result<Vec<Option<usize>>, UrdfError> {
    let mut moved_by: Vec<Option<usize>> = vec![None; links.all.len()];
    for (number, joint) in joints.iter().enumerate() {
        if let Some(other) = moved_by[joint.child].replace(number) {
            let (link, other) = (links.all[joint.child].name, joints[other].joint.name());
            return Err(joint.element.error(format!(
                "link `{link}` is the child of joint `{other}`, too; loops of links are not read"
            )));
        }
    }
    Ok(moved_by)
}

/// The joints, each after those that it needs, else in their order. Those that need each other are left out.
fn sorted(needs: &[Needs]) -> Vec<usize> {
    let mut missing = vec![0; needs.len()];
    let mut needed_by = vec![Vec::new(); needs.len()];
    for (joint, Needs { parent, followed }) in needs.iter().enumerate() {
        for need in parent.iter().chain(followed) {
            missing[joint] += 1;
            needed_by[*need].push(joint);
        }
    }
    let mut ready: BinaryHeap<_> =
        (0..needs.len()).filter(|&joint| missing[joint] == 0).map(Reverse).collect();
    let mut order = Vec::new();
    while let Some(Reverse(joint)) = ready.pop() {
        order.push(joint);
        for &next in &needed_by[joint] {
            missing[next] -= 1;
            if missing[next] == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    order
}

/// The error about joints that need each other, given the order of all others.
fn not_sorted(joints: &[UrdfJoint<'_>], needs: &[Needs], order: &[usize]) -> UrdfError {
    let mut is_missing = vec![true; joints.len()];
    for &joint in order {
        is_missing[joint] = false;
    }
    let parent = |joint: usize| needs[joint].parent.filter(|&parent| is_missing[parent]);
    let before = |joint: usize| parent(joint).or(needs[joint].followed).unwrap_or(joint);
    let mut joint = is_missing.iter().position(|&is_missing| is_missing).unwrap_or(0);
    // So many steps end among the joints that need each other, and as many pass all of these.
    for _ in 0..joints.len() {
        joint = before(joint);
    }
    for _ in 0..joints.len() {
        if parent(joint).is_none() {
            let of = joints[before(joint)].joint.name();
            return joints[joint].element.error(format!(
                "it follows joint `{of}`, which needs this joint first: it follows it, or is on a link that it moves"
            ));
        }
        joint = before(joint);
    }
    joints[joint]
        .element
        .error("its links are a loop that no base holds; loops of links are not read")
}
