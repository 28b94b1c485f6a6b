//! The groups of some rows, as calls take them.

use octosat::{BoxView, Groups, Length, Product, Query, Sides};

use super::Grouped;
use super::members::{Plan, listed};
use crate::Case;

/// The groups of some rows.
#[derive(Clone, Debug)]
pub(super) enum Made {
    /// Pairs, and where the groups end.
    Lists(Vec<[u32; 2]>, Vec<usize>),
    /// One per row.
    Products(Vec<Product>),
}

impl Made {
    /// The groups of these rows of a case.
    pub(super) fn of(kind: Grouped, case: &Case, plan: &Plan, rows: &[[u32; 2]]) -> Self {
        if kind == Grouped::Products {
            return Self::Products(rows.iter().map(|&row| plan.product(case, row)).collect());
        }
        let (mut pairs, mut bounds) = (Vec::new(), Vec::new());
        for &row in rows {
            pairs.extend(listed(case, row));
            bounds.push(pairs.len());
        }
        Self::Lists(pairs, bounds)
    }

    /// The groups of boxes, up to some distance.
    pub(super) fn near<'a>(&'a self, boxes: Sides<BoxView<'a>>, within: Length<'a>) -> Groups<'a> {
        match (self, within) {
            (Self::Lists(pairs, bounds), _) => {
                Groups::new(Query::new(boxes, pairs).within(within), bounds)
            }
            (Self::Products(products), Length::Uniform(within)) => {
                Groups::of_products(boxes, products).within(within)
            }
            (Self::Products(products), _) => Groups::of_products(boxes, products),
        }
    }

    /// The groups of boxes that are grown.
    pub(super) fn grown<'a>(&'a self, boxes: Sides<BoxView<'a>>, grown: Length<'a>) -> Groups<'a> {
        match (self, grown) {
            (Self::Lists(pairs, bounds), _) => {
                Groups::new(Query::new(boxes, pairs).grown(grown), bounds)
            }
            (Self::Products(products), Length::Uniform(grown)) => {
                Groups::of_products(boxes, products).grown(grown)
            }
            (Self::Products(products), _) => Groups::of_products(boxes, products),
        }
    }

    /// Lengths of groups as lengths of their pairs.
    pub(super) fn spread<'a>(&self, of_groups: Length<'a>, own: &'a mut Vec<f32>) -> Length<'a> {
        let (Self::Lists(_, bounds), Length::PerPair(of_groups)) = (self, of_groups) else {
            return of_groups;
        };
        for (&bound, &length) in bounds.iter().zip(of_groups) {
            own.resize(bound, length);
        }
        Length::PerPair(own)
    }
}
