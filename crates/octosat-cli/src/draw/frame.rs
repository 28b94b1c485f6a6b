//! What is drawn of a frame of a recording: its boxes, its contacts, and the distances that the options name.

use glam::{DQuat, DVec3};
use octosat::{BoxView, Engine, Manifolds, Query};
use octosat_check::{Basis, short, uniform};
use octosat_draw::{Contact, Distance, Frame, Pair, Solid};
use octosat_reference::OrientedBox;
use octosat_scenes::Recording;

use super::options::{DrawOptions, Shown};
use crate::failure::Failure;
use crate::input::{Source, meta};

/// The boxes of a frame, the contacts of its pairs, and distances.
pub(super) fn frame(
    source: &Source,
    recording: &Recording,
    number: usize,
    options: &DrawOptions,
) -> Result<Frame, Failure> {
    let poses = recording.frame(number);
    let boxes = source.boxes(recording, number, Basis::Unit)?;
    let engine = Engine::new();
    let mut contacts = Manifolds::new();
    let query = Query::new(boxes.unit(), poses.pairs).within(uniform(options.margin));
    engine.manifolds(query, &mut contacts)?;
    let solid = |index: u32| {
        let OrientedBox { center, rotation, half_extents } = boxes.oriented(index);
        let [center, half_extents] = [center, half_extents].map(vector);
        let rotation = DQuat::from_array(rotation.map(f64::from));
        Solid { center, rotation, half_extents }
    };
    let pair = |(row, pair): (usize, &[u32; 2])| {
        let normal = vector(contacts.manifolds()[row].normal);
        let found = contacts.of(row).iter().map(|contact| Contact {
            point: vector(contact.position),
            normal,
            depth: f64::from(contact.depth),
        });
        Pair { boxes: pair.map(|index| index as usize), contacts: found.collect() }
    };
    let distances = options.distance.iter().map(|shown| {
        let pairs = match shown {
            Shown::Least => poses.pairs,
            Shown::Of(pair) => std::slice::from_ref(pair),
        };
        check_boxes(source, pairs, boxes.len())?;
        let none = || source.reject(&format!("frame {number}: there is no pair with a distance"));
        least(&engine, boxes.unit(), pairs)?.ok_or_else(none)
    });
    Ok(Frame {
        distances: distances.collect::<Result<_, _>>()?,
        boxes: (0..short(boxes.len())).map(solid).collect(),
        pairs: poses.pairs.iter().enumerate().map(pair).collect(),
        links: links(source, recording, boxes.len())?,
    })
}

fn vector(row: [f32; 3]) -> DVec3 {
    DVec3::from(row.map(f64::from))
}

/// Rejects pairs of boxes that do not exist.
fn check_boxes(source: &Source, pairs: &[[u32; 2]], boxes: usize) -> Result<(), Failure> {
    let absent = pairs.iter().flatten().find(|&&index| index as usize >= boxes);
    absent.map_or(Ok(()), |&index| Err(no_box(source, index as usize, boxes)))
}

/// A box that an option names and that does not exist.
pub(super) fn no_box(source: &Source, index: usize, boxes: usize) -> Failure {
    source.reject(&format!("box {index} does not exist, the number of boxes is {boxes}"))
}

/// The least of the distances of some pairs.
fn least(
    engine: &Engine,
    boxes: BoxView<'_>,
    pairs: &[[u32; 2]],
) -> Result<Option<Distance>, Failure> {
    let mut rows = vec![octosat::Distance::default(); pairs.len()];
    engine.distances(Query::new(boxes, pairs), &mut rows)?;
    let all = rows.iter().zip(pairs);
    let least = all.min_by(|(a, _), (b, _)| a.distance.total_cmp(&b.distance));
    Ok(least.map(|(row, pair)| Distance {
        boxes: pair.map(|index| index as usize),
        points: [row.on_a, row.on_b()].map(vector),
        length: f64::from(row.distance),
    }))
}

/// The name of the link of each box by the recording's `meta`, or none.
fn links(
    source: &Source,
    recording: &Recording,
    boxes: usize,
) -> Result<Vec<Option<String>>, Failure> {
    let meta = meta(recording);
    let Some(links) = meta.get("links") else { return Ok(Vec::new()) };
    let names: Option<Vec<Option<String>>> = serde_json::from_value(links.clone()).ok();
    names.filter(|names| names.len() == boxes).ok_or_else(|| {
        source.reject(&format!("meta: links must be {boxes} names or null, one per box"))
    })
}
