//! Groups and products of garbage.

use bytemuck::Pod;
use octosat::{Distance, Groups, Least, Product, Query};

use super::ask::{Found, booleans};
use super::{Answers, Ask};
use crate::queries::answers::filled;
use crate::{Failure, short};

/// Groups of a list, of three pairs each.
pub(super) fn groups(ask: &Ask<'_>) -> Found {
    let count = short(ask.world.boxes.len());
    let near = |&[a, b]: &[u32; 2]| vec![[a, b], [b, a], [a, (b + 1) % count]];
    let (pairs, bounds) = listed(ask.rows.iter().map(near));
    answers(ask, Groups::new(Query::new(ask.view(), &pairs), &bounds))
}

/// Products of up to five boxes and up to nine, which must have the answers of the lists of their pairs: no bound may
/// leave out a pair whose numbers are not finite.
pub(super) fn products(ask: &Ask<'_>) -> Found {
    let count = short(ask.world.boxes.len());
    let range = |start: u32, taken: u32| start..count.min(start + taken);
    let product = |&[a, b]: &[u32; 2]| Product::new(range(a, 1 + b % 5), range(b, 1 + a % 9));
    let products: Vec<Product> = ask.rows.iter().map(product).collect();
    let of_product = |Product { a, b }: &Product| {
        a.clone().flat_map(|a| b.clone().map(move |b| [a, b])).collect()
    };
    let (pairs, bounds) = listed(products.iter().map(of_product));
    let found = answers(ask, Groups::of_products(ask.view(), &products))?;
    let of_lists = answers(ask, Groups::new(Query::new(ask.view(), &pairs), &bounds))?;
    match found.iter().zip(&of_lists).position(|(found, listed)| found.bytes != listed.bytes) {
        Some(call) => Err(Failure::new(format!("call {call}: {products:?} differ from lists"))),
        None => Ok(found),
    }
}

/// The IoU of each row, of all pairs; and whether it is listed.
pub(super) fn all_pairs(ask: &Ask<'_>) -> Found {
    let view = ask.view();
    let ious: Vec<f32> =
        filled(view.len() * view.len(), |out| ask.engine.iou_matrix([&view, &view], out))?;
    let mut pairs = Vec::new();
    ask.engine.overlapping_pairs([&view, &view], &mut pairs)?;
    let of_rows = ask.rows.iter().map(|&[a, b]| ious[a as usize * view.len() + b as usize]);
    let listed: Vec<bool> = ask.rows.iter().map(|row| pairs.binary_search(row).is_ok()).collect();
    Ok(vec![Answers::of(&of_rows.collect::<Vec<_>>()), booleans(&listed)])
}

/// The pairs of groups one after the other, and where groups end.
fn listed(groups: impl Iterator<Item = Vec<[u32; 2]>>) -> (Vec<[u32; 2]>, Vec<usize>) {
    let (mut pairs, mut bounds) = (Vec::new(), Vec::new());
    for group in groups {
        pairs.extend(group);
        bounds.push(pairs.len());
    }
    (pairs, bounds)
}

/// One answer per group.
fn answers(ask: &Ask<'_>, groups: Groups<'_>) -> Found {
    let (count, margin) = (ask.rows.len(), ask.world.margin);
    let mut any = vec![false; count];
    ask.engine.any_overlap(groups.within(margin), &mut any)?;
    let mut clearances = vec![Least::<f32>::default(); count];
    ask.engine.least_clearances(groups.grown(ask.world.growth), &mut clearances)?;
    let mut distances = vec![Least::<Distance>::default(); count];
    ask.engine.least_distances(groups.within(margin), &mut distances)?;
    Ok(vec![booleans(&any), least(&clearances), least(&distances)])
}

/// Least rows, and their pairs, as plain bytes.
fn least<R: Pod>(rows: &[Least<R>]) -> Answers {
    let bytes = |least: &Least<R>| {
        [bytemuck::bytes_of(&least.pair), bytemuck::bytes_of(&least.row)].concat()
    };
    let bytes = rows.iter().flat_map(bytes).collect();
    Answers { bytes, size: size_of::<[u32; 2]>() + size_of::<R>() }
}
