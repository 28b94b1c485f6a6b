//! The scenes: bodies at the start of a run.

mod cards;
mod drum;
mod heap;
mod plates;
mod scene;
mod stacks;
mod tipping;

pub use heap::crowd;
pub use scene::{Expected, Scene};
pub use stacks::{single_cube, slope};

use clap::ValueEnum;

/// The available scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SceneChoice {
    /// A wall of ten rows of ten staggered bricks.
    Wall,
    /// A pyramid of twenty rows.
    Pyramid,
    /// A house of cards a meter tall: leaning plates of 4 mm in pairs, with plates across them.
    Cards,
    /// The same house with edges and vertices exactly on one another. Rounding decides these ties.
    CardsPlain,
    /// A tower of eighteen layers of three wooden blocks, crossed.
    Jenga,
    /// Boxes on a slope of 20 degrees.
    Slope,
    /// A light box under a stack of boxes fifty times as heavy.
    MassRatio,
    /// Boxes of many sizes, dropped on a heap.
    Pile,
    /// Boxes in a drum that turns.
    Drum,
    /// Fast plates in a room of thin walls, with a bar that spins.
    Plates,
    /// Boxes without friction that tip from an edge onto fixed cubes.
    Tipping,
}

impl SceneChoice {
    /// The name the command line uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Pyramid => "pyramid",
            Self::Cards => "cards",
            Self::CardsPlain => "cards-plain",
            Self::Jenga => "jenga",
            Self::Slope => "slope",
            Self::MassRatio => "mass-ratio",
            Self::Pile => "pile",
            Self::Drum => "drum",
            Self::Plates => "plates",
            Self::Tipping => "tipping",
        }
    }

    /// Builds the scene; the number of boxes counts for a pile only.
    #[must_use]
    pub fn build(self, boxes: usize) -> Scene {
        match self {
            Self::Wall => stacks::wall(),
            Self::Pyramid => stacks::pyramid(20),
            Self::Cards => cards::house(),
            Self::CardsPlain => cards::plain_house(),
            Self::Jenga => stacks::jenga(),
            Self::Slope => slope(20.0, 0.6),
            Self::MassRatio => stacks::mass_ratio(50.0),
            Self::Pile => heap::pile(boxes, 1, heap::LOOSE),
            Self::Drum => drum::drum(),
            Self::Plates => plates::plates(),
            Self::Tipping => tipping::tipping(),
        }
    }
}
