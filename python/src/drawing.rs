//! Pictures of boxes as SVG text.

use glam::{DQuat, DVec3};
use octosat_draw::{Caption, Contact, Distance, Frame, Pair, Part, Scene, Solid, View};
use pyo3::prelude::*;

type Vector = [f64; 3];

/// Center, rotation and half extents of a box.
type SolidRow = (Vector, [f64; 4], Vector);

/// The row of the pair, point, normal and depth of a contact.
type ContactRow = (usize, Vector, Vector, f64);

/// Two boxes, the closest point of each, and their distance.
type DistanceRow = ([usize; 2], Vector, Vector, f64);

/// The SVG of boxes, the links that they belong to, the contacts of pairs, and distances.
///
/// view: azimuth, elevation and the index of the upward axis. `octosat.pictures.write_svg` checks the arguments.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the columns of a picture")]
pub(crate) fn _svg(
    boxes: Vec<SolidRow>,
    links: Vec<Option<String>>,
    pairs: Vec<[usize; 2]>,
    contacts: Vec<ContactRow>,
    distances: Vec<DistanceRow>,
    view: (f64, f64, usize),
    title: String,
) -> String {
    let solid = |(center, rotation, half_extents): SolidRow| Solid {
        center: DVec3::from(center),
        rotation: DQuat::from_array(rotation),
        half_extents: DVec3::from(half_extents),
    };
    let mut pairs: Vec<Pair> =
        pairs.into_iter().map(|boxes| Pair { boxes, contacts: Vec::new() }).collect();
    for (row, point, normal, depth) in contacts {
        let [point, normal] = [point, normal].map(DVec3::from);
        pairs[row].contacts.push(Contact { point, normal, depth });
    }
    let distance = |(boxes, on_a, on_b, length): DistanceRow| Distance {
        boxes,
        points: [on_a, on_b].map(DVec3::from),
        length,
    };
    let frame = Frame {
        boxes: boxes.into_iter().map(solid).collect(),
        pairs,
        links,
        distances: distances.into_iter().map(distance).collect(),
    };
    let (azimuth, elevation, up) = view;
    let view = View { azimuth, elevation, up: DVec3::AXES[up] };
    Scene::new(&frame, Part::Whole).svg(&view, &Caption { title, lines: Vec::new() })
}
