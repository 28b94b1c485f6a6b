//! How long contacts on floors take with and without covered faces, and how long the search for covered faces takes.

use std::time::{Duration, Instant};

use octosat::{
    BoxPose, BoxStore, Contacts, CoveredFaces, Engine, EngineOptions, Manifolds, OrientedBox,
    Query, covered_faces,
};
use octosat_scenes::generate::{Random, sweep};

use super::tiles::{TOLERANCE, between};
use crate::{Quat, Vec3};

/// The times of a floor.
#[derive(Clone, Copy, Debug)]
pub struct FloorTimes {
    /// The pairs of a box of the floor and a box on it, or of two boxes on it.
    pub pairs: usize,
    /// The pairs in contact, without covered faces and with them.
    pub touching: [usize; 2],
    /// Nanoseconds per pair on one thread, without covered faces and with them: the least of many calls in turn.
    pub nanoseconds: [f64; 2],
}

/// Times the contacts of columns of boxes at rest on a floor of `side` × `side` tiles of this half side, by this many
/// calls.
///
/// # Errors
/// If a box or a query is rejected; the message is one line.
pub fn floor_times(
    [side, columns, height]: [u16; 3],
    half: f32,
    calls: u32,
) -> Result<FloorTimes, String> {
    let mut all = tile_boxes(side, half);
    let mut masks = covered(&all)?.masks().to_vec();
    let mut random = Random::new(3);
    let reach = f32::from(side) * half - 1.0;
    for _ in 0..columns {
        let mut place = || between(&mut random, -reach, reach);
        let [x, z] = [place(), place()];
        for level in 0..height {
            let center = Vec3::new(x, 0.2499 + 0.4999 * f32::from(level), z);
            let rotation = Quat::from_rotation_y(between(&mut random, 0.0, 3.0));
            all.push(OrientedBox::new(center.to_array(), rotation.to_array(), [0.25; 3]));
        }
    }
    masks.resize(all.len(), 0);
    let faces = CoveredFaces::of_masks(&masks).map_err(|error| error.to_string())?;
    let store = store_of(&all)?;
    let rows: [Vec<[f32; 3]>; 2] =
        [|b: &OrientedBox| b.half_extents, |b: &OrientedBox| b.pose.center]
            .map(|part| all.iter().map(part).collect());
    let rotations: Vec<[f32; 4]> = all.iter().map(|b| b.pose.rotation).collect();
    let fixed = usize::from(side) * usize::from(side);
    let mut pairs = sweep(&rows[0], &rows[1], &rotations, 0.02);
    pairs.retain(|[_, b]| *b as usize >= fixed);
    let engine = Engine::with(EngineOptions::new().threads(1));
    let engine = engine.map_err(|error| error.to_string())?;
    let contacts = Contacts::new(Query::new(&store, &pairs).within(0.02));
    let both = [contacts, contacts.covered(&faces)];
    let mut times = [Duration::MAX; 2];
    let mut touching = [0; 2];
    let mut out = [Manifolds::new(), Manifolds::new()];
    for _ in 0..calls {
        for (number, contacts) in both.into_iter().enumerate() {
            let start = Instant::now();
            engine.manifolds(contacts, &mut out[number]).map_err(|error| error.to_string())?;
            times[number] = times[number].min(start.elapsed());
            touching[number] = out[number].touching_rows().len();
        }
    }
    let per_pair = |time: Duration| time.as_secs_f64() * 1e9 / pairs.len() as f64;
    Ok(FloorTimes { pairs: pairs.len(), touching, nanoseconds: times.map(per_pair) })
}

/// Times the search for the covered faces of `side` × `side` tiles, turned about an axis or not.
///
/// # Errors
/// If a box is rejected, or a tile inside does not have four covered sides; the message is one line.
pub fn search_time(side: u16, turned: bool) -> Result<Duration, String> {
    let mut tiles = tile_boxes(side, 0.5);
    if turned {
        let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, -0.5).normalize(), 0.83);
        for tile in &mut tiles {
            let center = turn.as_dquat() * Vec3::from_array(tile.pose.center).as_dvec3();
            tile.pose = BoxPose::new(center.as_vec3().to_array(), turn.to_array());
        }
    }
    let store = store_of(&tiles)?;
    let start = Instant::now();
    let found = covered_faces(&store, TOLERANCE).map_err(|error| error.to_string())?;
    let time = start.elapsed();
    let inner = usize::from(side - 2).pow(2);
    let four = found.masks().iter().filter(|&&mask| mask == 0b11_00_11).count();
    if four == inner { Ok(time) } else { Err(format!("{four} tiles of {inner} are inside")) }
}

fn tile_boxes(side: u16, half: f32) -> Vec<OrientedBox> {
    let at = |place: u16| half * (2.0 * f32::from(place) - f32::from(side - 1));
    let tile = |x, z| OrientedBox::new([at(x), -half, at(z)], [0.0, 0.0, 0.0, 1.0], [half; 3]);
    (0..side).flat_map(|x| (0..side).map(move |z| tile(x, z))).collect()
}

fn covered(boxes: &[OrientedBox]) -> Result<CoveredFaces, String> {
    covered_faces(&store_of(boxes)?, TOLERANCE).map_err(|error| error.to_string())
}

fn store_of(boxes: &[OrientedBox]) -> Result<BoxStore, String> {
    let mut store = BoxStore::new();
    store.extend_from_boxes(boxes).map_err(|error| error.to_string())?;
    Ok(store)
}
