//! Pairs of links that may touch, as SRDF lists them.

use std::collections::BTreeSet;

use octosat::Chain;

use crate::element::{Element, parse};
use crate::error::UrdfError;

/// Says that pairs of links of a chain may touch, as the semantic description (SRDF) of the robot lists them.
///
/// Its elements `disable_collisions` are read, which name two links each: [`Chain::allow`]. All others, such as groups
/// and named states, are skipped.
///
/// Returns the names that are no links of the chain, each once, in the order of the text: such as those of a hand that the
/// robot description leaves out. Pairs with them are skipped.
///
/// # Errors
/// Text that is not XML, a root element other than `robot`, a missing attribute, a link that is named twice, or elements
/// `disable_default_collisions` and `enable_collisions`, which mean pairs that they do not name. Nothing is allowed then.
///
/// # Example
/// ```
/// let mut chain = octosat_urdf::read(&std::fs::read_to_string("robots/arm.urdf")?, &[])?;
/// let pairs = chain.pairs().len();
/// let srdf = r#"<robot name="arm">
///     <disable_collisions link1="left_finger" link2="right_finger" reason="Never"/>
///     <disable_collisions link1="left_finger" link2="thumb" reason="Never"/>
/// </robot>"#;
/// let unknown = octosat_urdf::allow_from_srdf(&mut chain, srdf)?;
/// assert_eq!((chain.pairs().len(), unknown), (pairs - 1, vec!["thumb".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn allow_from_srdf(chain: &mut Chain, srdf: &str) -> Result<Vec<String>, UrdfError> {
    let document = parse(srdf)?;
    let robot = Element::robot(&document)?;
    let (mut pairs, mut unknown) = (Vec::new(), Vec::new());
    for element in robot.elements() {
        match element.tag() {
            "disable_collisions" => {
                let names =
                    [element.required_attribute("link1")?, element.required_attribute("link2")?];
                if names[0] == names[1] {
                    return Err(element.error("`link1` and `link2` are the same link"));
                }
                if let [Some(link), Some(other)] = names.map(|name| chain.link(name)) {
                    pairs.push([link, other]);
                }
                unknown.extend(names.into_iter().filter(|name| chain.link(name).is_none()));
            }
            tag @ ("disable_default_collisions" | "enable_collisions") => {
                return Err(element.error(format!(
                    "the element `{tag}` is not read; write `disable_collisions` for each pair of links"
                )));
            }
            _ => {}
        }
    }
    chain.allow_all(&pairs).map_err(|error| robot.error(error.to_string()))?;
    let mut seen = BTreeSet::new();
    unknown.retain(|&name| seen.insert(name));
    Ok(unknown.into_iter().map(str::to_owned).collect())
}
