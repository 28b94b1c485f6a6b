//! Many obstacles, in bundles of sixteen below a tree.

use alloc::vec::Vec;

use octosat_lanes::{Column, Isa, Lanes, Mask, Row};

use super::solid::Solid;
use crate::near::bounds::{Bounds, Contents};
use crate::near::order::{Place, order};
use crate::near::probe::Probe;
use crate::near::tree::{Block, MISSING, Tree, WIDE, load};

/// Many obstacles in a tree. Neighbors in space are neighbors here.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    pub(super) tree: Tree,
    /// The index of its first obstacle in the world.
    first: u32,
    /// The number of the obstacle at each place, within the list that the crowd is made of.
    pub(super) order: Vec<u32>,
    pub(super) members: Members,
}

/// What a crowd consists of.
#[derive(Clone, Debug)]
pub(super) enum Members {
    /// Any solids: of each bundle the bounds, a bit for each box that is no point, and rows of boxes.
    Solids { bounds: Vec<Block>, boxes: Vec<u16>, rows: Vec<[Row; 3]> },
    /// Solids of one shape that are not turned: the centers of each bundle.
    Alike { centers: Vec<[[f32; WIDE]; 3]>, shape: Solid },
}

impl Crowd {
    /// The solids of a list.
    pub(super) fn of_solids(given: &[Solid]) -> Self {
        let places = places(given.iter().map(|solid| solid.pose().center));
        let solids = || places.iter().map(|place| &given[place.index as usize]);
        let bounds: Vec<Bounds> = solids().map(Solid::bounds).collect();
        let is_aligned = |solid: &Solid| solid.is_box() && solid.pose().rotation[..3] == [0.0; 3];
        let contents = if solids().all(is_aligned) { Contents::Aligned } else { Contents::Turned };
        let bits = |part: &[Place]| {
            let bits = part.iter().enumerate();
            bits.map(|(at, place)| u16::from(given[place.index as usize].is_box_of_size()) << at)
                .sum()
        };
        let mut rows: Vec<[Row; 3]> = solids().map(Solid::rows).collect();
        let last = rows.last().copied().unwrap_or_default();
        rows.resize(rows.len().next_multiple_of(WIDE), last);
        let members = Members::Solids {
            boxes: places.chunks(WIDE).map(bits).collect(),
            bounds: bounds.chunks(WIDE).map(Block::new).collect(),
            rows,
        };
        let bundles = bounds.chunks(WIDE).map(|part| Bounds::around(part.iter().copied()));
        let tree = Tree::new(bundles.collect(), contents);
        Self { tree, first: 0, order: numbers(&places), members }
    }

    /// Solids of one shape at some centers.
    pub(super) fn of_alike(shape: Solid, first: u32, given: &Column<'_, 3>) -> Self {
        // Negative zeros become positive ones, as in a store.
        let centers =
            given.range(0..given.len()).map(|center| center.map(|component| component + 0.0));
        let places = places(centers);
        let half_extents = shape.half_extents();
        let contents = if shape.is_box() { Contents::Aligned } else { Contents::Balls };
        let bundles = places.chunks(WIDE).map(|part| {
            let rotation = shape.pose().rotation;
            let bounds = |place: &Place| Bounds::of_box(place.center, rotation, half_extents);
            Bounds::around(part.iter().map(bounds))
        });
        let tree = Tree::new(bundles.collect(), contents);
        let centers = places.chunks(WIDE).map(|part| {
            let mut centers = [[MISSING; WIDE]; 3];
            for (at, place) in part.iter().enumerate() {
                for k in 0..3 {
                    centers[k][at] = place.center[k];
                }
            }
            centers
        });
        let members = Members::Alike { centers: centers.collect(), shape };
        Self { tree, first, order: numbers(&places), members }
    }

    /// How many obstacles there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The index in the world of the obstacle at a place.
    #[inline(always)]
    pub(super) fn index(&self, place: usize) -> u32 {
        self.first + self.order[place]
    }

    /// Numbers below the clearances of a box and the solids of a bundle, from one on.
    #[inline(always)]
    pub(super) fn gaps<I: Isa>(
        &self,
        isa: I,
        probe: &Probe<I>,
        (bundle, from): (usize, usize),
        limit: f32,
    ) -> I::Real {
        let bounds = match &self.members {
            Members::Solids { bounds, .. } => bounds[bundle].load(isa, from),
            Members::Alike { centers, shape } => {
                let [x, y, z] = shape.half_extents();
                [load(isa, &centers[bundle], from), [isa.splat(x), isa.splat(y), isa.splat(z)]]
            }
        };
        probe.gaps(isa, bounds, limit)
    }

    /// The solids of a bundle that a box may be near: a bit each.
    #[inline(always)]
    pub(super) fn near<I: Isa>(&self, isa: I, probe: &Probe<I>, bundle: usize) -> u32 {
        let mut near = 0;
        for from in (0..WIDE).step_by(I::LANES) {
            let gaps = self.gaps(isa, probe, (bundle, from), 0.0);
            near |= gaps.at_most(isa.splat(0.0)).bits() << from;
        }
        near
    }
}

/// Centers in the order of a tree.
fn places(centers: impl Iterator<Item = [f32; 3]>) -> Vec<Place> {
    let mut places: Vec<Place> =
        (0..).zip(centers).map(|(index, center)| Place { center, index }).collect();
    order(&mut places);
    places
}

fn numbers(places: &[Place]) -> Vec<u32> {
    places.iter().map(|place| place.index).collect()
}
