//! How near obstacles, points and other links may come to the links of a chain.

use super::model::{Chain, SolidPair};
use crate::error::{Error, ErrorKind};
use crate::tolerances::MAX_LENGTH;

/// How near obstacles and points may come to each link, and other links, in meters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Padding<'a> {
    pub(super) links: LinkPadding<'a>,
    /// Of pairs of links; none: the larger one of both.
    pub(super) between: Option<f32>,
}

/// How near obstacles and points may come, in meters.
#[derive(Clone, Copy, Debug)]
pub(super) enum LinkPadding<'a> {
    Uniform(f32),
    PerLink(&'a [f32]),
}

impl Padding<'_> {
    pub(super) const NONE: Self = Self { links: LinkPadding::Uniform(0.0), between: None };

    /// Rejects lengths that are not usable, and another number of them than that of links.
    pub(super) fn check(&self, chain: &Chain) -> Result<(), Error> {
        let of_all = match self.links {
            LinkPadding::Uniform(within) => check_length("within", within),
            LinkPadding::PerLink(all) => check_each(chain, all),
        };
        let of_pairs =
            self.between.map_or(Ok(()), |between| check_length("between_links", between));
        of_all.and(of_pairs)
    }

    /// Whether any length is positive.
    pub(super) fn is_given(&self) -> bool {
        let is_positive = |&length: &f32| length > 0.0;
        let of_links = match &self.links {
            LinkPadding::Uniform(within) => is_positive(within),
            LinkPadding::PerLink(all) => all.iter().any(is_positive),
        };
        of_links || self.between.as_ref().is_some_and(is_positive)
    }

    /// How near obstacles and points may come to a link, in meters.
    pub(super) fn of_link(&self, link: usize) -> f32 {
        match self.links {
            LinkPadding::Uniform(within) => within,
            LinkPadding::PerLink(all) => all[link],
        }
    }

    /// How near obstacles may come to a solid of a chain, in meters.
    pub(super) fn of_solid(&self, chain: &Chain, solid: usize) -> f32 {
        self.of_link(chain.solids[solid].link)
    }

    /// How near the solids of a pair may come to each other, in meters.
    pub(super) fn of_pair(&self, chain: &Chain, pair: &SolidPair) -> f32 {
        match (self.between, self.links) {
            (Some(between), _) => between,
            (None, LinkPadding::Uniform(within)) => within,
            (None, LinkPadding::PerLink(_)) => {
                let [a, b] = pair.solids;
                self.of_solid(chain, a).max(self.of_solid(chain, b))
            }
        }
    }
}

/// What a length must be.
const RULE: &str = "a length of 0 to 1e12 m";

fn is_length(length: f32) -> bool {
    (0.0..=MAX_LENGTH).contains(&length)
}

fn check_length(field: &'static str, length: f32) -> Result<(), Error> {
    if is_length(length) {
        return Ok(());
    }
    let why = format_args!("{field} is {length}, but must be {RULE}");
    Err(Error::new(ErrorKind::Setting, why).of_field(field).of_value(length))
}

fn check_each(chain: &Chain, all: &[f32]) -> Result<(), Error> {
    let (found, links) = (all.len(), chain.links.len());
    if found != links {
        let why = format_args!(
            "the number of lengths within is {found}, but must be that of links: {links}"
        );
        return Err(Error::new(ErrorKind::Length, why).of_field("within"));
    }
    let Some(link) = all.iter().position(|&length| !is_length(length)) else { return Ok(()) };
    let (length, name) = (all[link], chain.link_name(link));
    let why = format_args!("within[{link}], of link `{name}`, is {length}, but must be {RULE}");
    let error = Error::new(ErrorKind::Setting, why).of_field("within").of_value(length);
    Err(error.in_list("within", link).of_link(name))
}
