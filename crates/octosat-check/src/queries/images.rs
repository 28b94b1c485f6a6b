//! The same pairs swapped, and turned together and put near the origin: their manifolds must be the same ones.

use glam::{DQuat, DVec3};
use octosat::{Engine, Manifolds, PointLimit, PointOrigin};
use octosat_reference::float64::{MovedAnswer, ReferencePair, compare_moved, compare_swapped};

use crate::boxes::{Basis, Boxes};
use crate::case::{Case, Setting, short};
use crate::failure::Failure;
use crate::finding::Finding;
use crate::manifolds::{ManifoldRow, contacts, of_report};

/// The unit quaternion by which pairs are turned: about no axis in particular.
const ROTATION: DQuat = DQuat::from_xyzw(0.5, -0.1, 0.7, 0.5);

/// Where the center of a is put, in parts of the pair's size: not at the origin, and near enough to it that rounding
/// moves the boxes by less than the error bound.
const PLACE: DVec3 = DVec3::new(0.3, -0.5, 0.7);

/// What an engine says about pairs and their images.
#[derive(Debug)]
pub(super) struct Images {
    setting: Setting,
    /// The moved boxes of pair k are 2k and 2k + 1.
    moved: Boxes,
    as_given: Manifolds,
    swapped: Manifolds,
    of_moved: Manifolds,
}

impl Images {
    /// All points, relative to a's center.
    pub(super) fn setting(setting: &Setting) -> Setting {
        Setting { limit: PointLimit::Eight, origin: PointOrigin::CenterOfA, ..*setting }
    }

    /// Asks about pairs and their images.
    pub(super) fn ask(engine: &Engine, case: &Case, pairs: &[[u32; 2]]) -> Result<Self, Failure> {
        let setting = Self::setting(&case.setting);
        let boxes = moved(&case.boxes, pairs)?;
        let moved_case = Case { boxes, ..case.clone() };
        let swapped: Vec<[u32; 2]> = pairs.iter().map(|&[a, b]| [b, a]).collect();
        let doubled: Vec<[u32; 2]> =
            (0..short(pairs.len())).map(|pair| [2 * pair, 2 * pair + 1]).collect();
        let ask = |case: &Case, pairs: &[[u32; 2]]| {
            let mut out = Manifolds::new();
            engine.manifolds(contacts(case, pairs, &setting), &mut out)?;
            Ok::<_, Failure>(out)
        };
        Ok(Self {
            setting,
            as_given: ask(case, pairs)?,
            swapped: ask(case, &swapped)?,
            of_moved: ask(&moved_case, &doubled)?,
            moved: moved_case.boxes,
        })
    }

    /// What differs about a pair, which has this reference.
    pub(super) fn finding(&self, pair: usize, reference: &ReferencePair) -> Finding {
        let all = [&self.as_given, &self.swapped, &self.of_moved];
        let rows = all.map(|manifolds| ManifoldRow::new(manifolds, pair));
        if rows.iter().all(|row| row.points().is_empty()) {
            return Finding::default();
        }
        let points = rows.map(|row| row.point_answers());
        let [given, swapped, moved] =
            std::array::from_fn(|image| rows[image].answer(&points[image], &self.setting));
        let first = short(2 * pair);
        let moved_reference = self.moved.contact_reference([first, first + 1]);
        let moved =
            MovedAnswer { pair: &moved_reference, answer: &moved, rotation: ROTATION.to_array() };
        let of_swapped = compare_swapped(reference, &given, &swapped);
        let of_moved = compare_moved(reference, &given, moved);
        let finding = |report, name: &str| {
            of_report(report)
                .about(|| format!(", boxes {name}, as given, swapped and moved {rows:?}"))
        };
        finding(&of_swapped, "swapped").and(finding(&of_moved, "moved"))
    }
}

/// The boxes of each pair moved, as contacts take them.
fn moved(boxes: &Boxes, pairs: &[[u32; 2]]) -> Result<Boxes, Failure> {
    let mut half_extents = Vec::with_capacity(2 * pairs.len());
    let mut positions = Vec::with_capacity(2 * pairs.len());
    let mut rotations = Vec::with_capacity(2 * pairs.len());
    for pair in pairs {
        let both = pair.map(|index| boxes.oriented(index));
        let [a, b] = both.map(|given| DVec3::from_array(given.center.map(f64::from)));
        let extents: f64 = both.iter().flat_map(|given| given.half_extents.map(f64::from)).sum();
        let place = PLACE * (extents + (b - a).length());
        positions
            .extend([place, place + ROTATION * (b - a)].map(|center| center.as_vec3().to_array()));
        for given in both {
            let rotation = DQuat::from_array(given.rotation.map(f64::from));
            rotations.push((ROTATION * rotation).as_quat().to_array());
            half_extents.push(given.half_extents);
        }
    }
    Ok(Boxes::new(Basis::Unit, &half_extents, &positions, &rotations)?)
}
