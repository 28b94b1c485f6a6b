//! What covered faces cost: contacts of columns of boxes at rest on floors of tiles, without them and with them, and the
//! search for the covered faces of a million tiles. Argument: `[CALLS]`.

use std::ffi::OsString;

use octosat::{
    BoxStore, Contacts, CoveredFaces, Engine, Manifolds, OrientedBox, Query, covered_faces,
};
use octosat_scenes::generate::{Random, narrow, sweep};

use crate::turns::{Turns, nanoseconds};
use crate::{Outcome, fastest_engines};

/// Meters, of the search for covered faces.
const TOLERANCE: f32 = 1e-4;

/// Meters up to which contacts are found.
const WITHIN: f32 = 0.02;

/// Columns on a floor.
const COLUMNS: u16 = 2_000;

/// A square floor of cubes, and the columns on it.
struct Floor {
    name: &'static str,
    /// Tiles along a side, and half their width in meters.
    side: u16,
    half: f32,
    /// Cubes of half a meter in a column.
    height: u8,
}

impl Floor {
    fn tiles(&self) -> Vec<OrientedBox> {
        let Self { side, half, .. } = *self;
        let at = |place: u16| half * (2.0 * f32::from(place) - f32::from(side - 1));
        let tile = |x, z| OrientedBox::new([at(x), -half, at(z)], [0.0, 0.0, 0.0, 1.0], [half; 3]);
        (0..side).flat_map(|x| (0..side).map(move |z| tile(x, z))).collect()
    }

    fn columns(&self) -> Vec<OrientedBox> {
        let mut random = Random::new(3);
        let reach = f64::from(self.side) * f64::from(self.half) - 1.0;
        let mut columns = Vec::new();
        for _ in 0..COLUMNS {
            let [x, z] = [(); 2].map(|()| narrow(random.range(-reach, reach)));
            for level in 0..self.height {
                // A tenth of a millimeter deep.
                let center = [x, 0.2499 + 0.4999 * f32::from(level), z];
                let (sine, cosine) = random.range(0.0, 1.5).sin_cos();
                let rotation = [0.0, narrow(sine), 0.0, narrow(cosine)];
                columns.push(OrientedBox::new(center, rotation, [0.25; 3]));
            }
        }
        columns
    }

    /// Prints a row of the table.
    fn row(&self, engine: &Engine, calls: usize) -> Outcome {
        let (mut all, columns) = (self.tiles(), self.columns());
        let fixed = all.len();
        let mut masks = covered_faces(&stored(&all)?, TOLERANCE)?.masks().to_vec();
        all.extend(columns);
        masks.resize(all.len(), 0);
        let (faces, store) = (CoveredFaces::of_masks(&masks)?, stored(&all)?);
        let [half_extents, centers] =
            [|b: &OrientedBox| b.half_extents, |b: &OrientedBox| b.pose.center]
                .map(|part| all.iter().map(part).collect::<Vec<_>>());
        let rotations: Vec<_> = all.iter().map(|b| b.pose.rotation).collect();
        let mut pairs = sweep(&half_extents, &centers, &rotations, WITHIN);
        pairs.retain(|[_, b]| *b as usize >= fixed);
        let contacts = Contacts::new(Query::new(&store, &pairs).within(WITHIN));
        let both = [contacts, contacts.covered(&faces)];
        let mut out = Manifolds::new();
        let turns = Turns::of_calls(calls, pairs.len(), &[1; 2], |contender| {
            Ok(engine.manifolds(both[contender], &mut out)?)
        })?;
        let [without, with] = [turns.least(0), turns.least(1)];
        let Self { name, .. } = self;
        println!("| {name} | {} | {without:.1} | {with:.1} | {:.2} |", pairs.len(), with / without);
        Ok(())
    }
}

fn stored(boxes: &[OrientedBox]) -> Outcome<BoxStore> {
    let mut store = BoxStore::new();
    store.extend_from_boxes(boxes)?;
    Ok(store)
}

/// Prints the table.
pub(crate) fn measure(arguments: &[OsString]) -> Outcome {
    let calls = match arguments.first().and_then(|given| given.to_str()) {
        Some(given) => given.parse()?,
        None => 400,
    };
    let floors = [
        Floor { name: "tiles of 1 m, 2,000 cubes", side: 100, half: 0.5, height: 1 },
        Floor {
            name: "tiles of 1 m, 2,000 columns of four cubes",
            side: 100,
            half: 0.5,
            height: 4,
        },
        Floor { name: "voxels of 10 cm, 2,000 cubes", side: 300, half: 0.05, height: 1 },
    ];
    let engines = fastest_engines()?;
    let engine = engines.last().ok_or("no backend has lanes")?;
    println!("| floor | pairs | without covered faces, ns | with covered faces, ns | ratio |");
    println!("|---|--:|--:|--:|--:|");
    for floor in floors {
        floor.row(engine, calls)?;
    }
    let tiles = stored(&Floor { name: "", side: 1_000, half: 0.5, height: 0 }.tiles())?;
    let time = nanoseconds(|| {
        let found = covered_faces(&tiles, TOLERANCE)?;
        let inner = found.masks().iter().filter(|&&mask| mask == 0b11_00_11).count();
        if inner == 998 * 998 { Ok(()) } else { Err("tiles have open sides".into()) }
    })?;
    println!("\nSearch, a million tiles: {:.2} s of this thread", 1e-9 * time);
    Ok(())
}
