//! Tests of the reader of robot descriptions.

use octosat::{Chain, Solid};
use octosat_urdf::read;

mod arm;
mod chains;
mod garbage;
mod meshes;
mod numbers;
mod poses;
mod rejected;
mod solids;
mod srdf;
mod trees;

/// The arm of the crate.
const ARM: &str = include_str!("../../robots/arm.urdf");

/// A joint between two links; `rest` has further elements.
fn joint(name: &str, kind: &str, [parent, child]: [&str; 2], rest: &str) -> String {
    format!(
        "<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>{rest}</joint>\n"
    )
}

/// Links without geometry, one per line.
fn links(names: &[&str]) -> String {
    names.iter().map(|name| format!("<link name='{name}'/>\n")).collect()
}

/// A robot of these elements, from line 2 on.
fn robot(elements: &str) -> String {
    format!("<robot name='test'>\n{elements}</robot>")
}

/// The chain of a robot of these elements.
fn chain(elements: &str) -> Chain {
    read(&robot(elements), &[]).expect("a robot")
}

/// Why a robot of these elements is rejected.
fn why(elements: &str) -> String {
    read(&robot(elements), &[]).expect_err("no robot").to_string()
}

/// The solids of a robot of one link with these elements.
fn solids(elements: &str) -> Vec<Solid> {
    let chain = chain(&format!("<link name='body'>{elements}</link>"));
    chain.solids().map(|(_, solid)| solid.clone()).collect()
}

/// A link `body` with a collision of that shape.
fn body(shape: &str) -> String {
    format!("<link name='body'><collision><geometry>{shape}</geometry></collision></link>\n")
}
