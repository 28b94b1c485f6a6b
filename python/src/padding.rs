//! How near others may come to the links of a chain: the arguments `within` and `between_links`.

use octosat::Configurations;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Private, text_of};
use crate::chains::Chain;
use crate::leading::{Items, Target};

/// Lengths that others keep from links, and links from each other, in meters.
pub(crate) struct Padding<'py> {
    links: LinkPadding<'py>,
    between: Option<f32>,
}

enum LinkPadding<'py> {
    Uniform(f32),
    PerLink(Private<'py, f32>),
}

impl<'py> Padding<'py> {
    pub(crate) const NONE: Self = Self { links: LinkPadding::Uniform(0.0), between: None };

    /// Reads a length for the whole chain or one per link, and that between links.
    pub(crate) fn of(
        within: Option<&Bound<'py, PyAny>>,
        between: Option<f32>,
        chain: &Chain,
    ) -> PyResult<Self> {
        let Some(within) = within else { return Ok(Self { between, ..Self::NONE }) };
        let lengths = Items::numbers("within", within)?;
        let links = chain.read(within.py()).chain.link_names().len();
        let links = match *lengths.shape() {
            [] => LinkPadding::Uniform(within.extract()?),
            [found] if found == links => {
                LinkPadding::PerLink(lengths.copy(Target { shape: &[links], of: "the links" })?)
            }
            _ => {
                let found = text_of(lengths.shape());
                let text = format!(
                    "within must be a number or have shape ({links},), one per link, not {found}"
                );
                return Err(PyValueError::new_err(text));
            }
        };
        Ok(Self { links, between })
    }

    /// Configurations with this padding.
    pub(crate) fn pad<'a>(&'a self, configurations: Configurations<'a>) -> Configurations<'a> {
        let padded = match &self.links {
            LinkPadding::Uniform(within) => configurations.within(*within),
            LinkPadding::PerLink(all) => configurations.within_per_link(all.rows()),
        };
        self.between.map_or(padded, |between| padded.between_links(between))
    }
}
