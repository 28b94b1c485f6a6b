//! How near others may come to the links of a chain, for the engine and for float64 alike.

use octosat::Configurations;
use octosat_scenes::generate::{Random, narrow};

use super::checked::CheckedChain;

/// Lengths that obstacles, points and other links keep from links, in meters.
#[derive(Clone, Debug, Default)]
pub struct GivenPadding {
    /// That of all links.
    pub uniform: f32,
    /// That of each link instead, if it is not empty.
    pub per_link: Vec<f32>,
    /// That of pairs of links, if it is not the larger one of both.
    pub between: Option<f32>,
}

/// Paddings in sizes of links at most, and the decades below.
const PADDING: f64 = 2.0;
const PADDINGS: usize = 4;

/// Of how many paddings one is zero, and of how many worlds one has a padding per link, and one between links.
const PADDINGS_PER_NONE: usize = 4;
const WORLDS_PER_LIST: usize = 2;
const WORLDS_PER_BETWEEN: usize = 3;

impl GivenPadding {
    /// Draws paddings for a chain.
    pub(crate) fn new(random: &mut Random, checked: &CheckedChain) -> Self {
        let padding = |random: &mut Random| match random.one_in(PADDINGS_PER_NONE) {
            true => 0.0,
            false => narrow(PADDING * checked.size * random.decades(PADDINGS)),
        };
        let uniform = padding(random);
        let mut per_link: Vec<f32> = (0..checked.links()).map(|_| padding(random)).collect();
        if !random.one_in(WORLDS_PER_LIST) {
            per_link.clear();
        }
        let between = random.one_in(WORLDS_PER_BETWEEN).then(|| padding(random));
        Self { uniform, per_link, between }
    }

    /// Configurations with this padding.
    pub fn of<'a>(&'a self, configurations: Configurations<'a>) -> Configurations<'a> {
        let padded = if self.per_link.is_empty() {
            configurations.within(self.uniform)
        } else {
            configurations.within_per_link(&self.per_link)
        };
        self.between.map_or(padded, |between| padded.between_links(between))
    }

    /// How near obstacles and points may come to a link, in meters.
    pub fn of_link(&self, link: usize) -> f64 {
        self.per_link.get(link).copied().unwrap_or(self.uniform).into()
    }

    /// How near two links may come to each other, in meters.
    pub fn of_links(&self, links: [usize; 2]) -> f64 {
        let [a, b] = links.map(|link| self.of_link(link));
        self.between.map_or(a.max(b), f64::from)
    }
}
