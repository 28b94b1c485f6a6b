//! Pairs of links that may touch, as SRDF lists them.

use octosat::Chain;

use crate::element::{Element, parse};
use crate::error::UrdfError;

/// Says that pairs of links of a chain may touch, as the semantic description (SRDF) of the robot lists them.
///
/// Its elements `disable_collisions` are read, which name two links each: [`Chain::allow`]. All others, such as groups
/// and named states, are skipped.
///
/// # Errors
/// Text that is not XML, a root element other than `robot`, a missing attribute, a link that the chain does not have or
/// that is named twice, or elements `disable_default_collisions` and `enable_collisions`, which mean pairs that they do not name. Nothing is
/// allowed then.
///
/// # Example
/// ```
/// let mut chain = octosat_urdf::read(&std::fs::read_to_string("robots/arm.urdf")?, &[])?;
/// let pairs = chain.pairs().len();
/// let srdf = r#"<robot name="arm">
///     <disable_collisions link1="left_finger" link2="right_finger" reason="Never"/>
/// </robot>"#;
/// octosat_urdf::allow_from_srdf(&mut chain, srdf)?;
/// assert_eq!(chain.pairs().len(), pairs - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn allow_from_srdf(chain: &mut Chain, srdf: &str) -> Result<(), UrdfError> {
    let document = parse(srdf)?;
    let robot = Element::robot(&document)?;
    let mut pairs = Vec::new();
    for element in robot.elements() {
        match element.tag() {
            "disable_collisions" => {
                let links = [link(chain, element, "link1")?, link(chain, element, "link2")?];
                if links[0] == links[1] {
                    return Err(element.error("`link1` and `link2` are the same link"));
                }
                pairs.push(links);
            }
            tag @ ("disable_default_collisions" | "enable_collisions") => {
                return Err(element.error(format!(
                    "the element `{tag}` is not read; write `disable_collisions` for each pair of links"
                )));
            }
            _ => {}
        }
    }
    chain.allow_all(&pairs).map_err(|error| robot.error(error.to_string()))
}

/// The index of the link that an attribute names.
fn link(chain: &Chain, element: Element<'_>, attribute: &str) -> Result<usize, UrdfError> {
    let name = element.required_attribute(attribute)?;
    let found = chain.link(name);
    found.ok_or_else(|| {
        element.error(format!("`{attribute}` is link `{name}`, which does not exist"))
    })
}
