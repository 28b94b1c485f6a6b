//! Pairs swapped, and pairs turned together and put near the origin: their manifolds must be the same ones.

use glam::{DQuat, DVec3};
use octosat::tolerances::MAX_LENGTH;
use octosat::{Engine, Manifolds, PointLimit, PointOrigin};
use octosat_reference::float64::{MovedAnswer, ReferencePair, compare_moved, compare_swapped};

use crate::manifolds::{ManifoldRow, contacts, of_report};
use crate::{Basis, Boxes, Case, Failure, Finding, Setting, short};

/// The unit quaternion by which pairs are turned: about no axis in particular.
const ROTATION: DQuat = DQuat::from_xyzw(0.5, -0.1, 0.7, 0.5);

/// Where the center of a is put, as a part of the pair's size: not at the origin, and near enough to it that rounding
/// moves the boxes by less than the error bound.
const PLACE: DVec3 = DVec3::new(0.3, -0.5, 0.7);

/// The answers of an engine about the images of pairs.
#[derive(Debug)]
pub(super) struct Images {
    moved_boxes: MovedBoxes,
    swapped: Manifolds,
    moved: Manifolds,
}

/// The boxes of pairs after their motion: those of pair k are 2k and 2k + 1.
#[derive(Debug)]
struct MovedBoxes {
    boxes: Boxes,
    /// Whether the pair was moved: it is not if a box would leave the range of coordinates.
    is_moved: Vec<bool>,
}

impl Images {
    /// All points, relative to a's center.
    pub(super) fn setting(setting: &Setting) -> Setting {
        Setting { limit: PointLimit::Eight, origin: PointOrigin::CenterOfA, ..*setting }
    }

    /// Asks about the images of pairs.
    pub(super) fn ask(engine: &Engine, case: &Case, pairs: &[[u32; 2]]) -> Result<Self, Failure> {
        let (setting, margins) = (Self::setting(&case.setting), case.margins(pairs));
        let moved_boxes = MovedBoxes::new(&case.boxes, pairs)?;
        let moved_case = Case { boxes: moved_boxes.boxes.clone(), ..case.clone() };
        let swapped: Vec<[u32; 2]> = pairs.iter().map(|&[a, b]| [b, a]).collect();
        let doubled: Vec<[u32; 2]> =
            (0..short(pairs.len())).map(|pair| [2 * pair, 2 * pair + 1]).collect();
        let ask = |case: &Case, pairs: &[[u32; 2]]| {
            let mut out = Manifolds::new();
            let query = contacts(case, pairs, &setting).within(case.margins_of(&margins));
            engine.manifolds(setting.options().of(query), &mut out)?;
            Ok::<_, Failure>(out)
        };
        Ok(Self { swapped: ask(case, &swapped)?, moved: ask(&moved_case, &doubled)?, moved_boxes })
    }

    /// What differs between the manifold of the pair of this index and those of its images.
    pub(super) fn finding(
        &self,
        place: usize,
        given: &ManifoldRow,
        reference: &ReferencePair,
        setting: &Setting,
    ) -> Finding {
        let of = |manifolds| ManifoldRow::new(manifolds, place);
        let rows = [*given, of(&self.swapped), of(&self.moved)];
        if rows.iter().all(|row| row.points().is_empty()) {
            return Finding::default();
        }
        let points = rows.map(|row| row.point_answers());
        let [given, swapped, moved] =
            std::array::from_fn(|image| rows[image].answer(&points[image], setting));
        let mut finding = of_report(&compare_swapped(reference, &given, &swapped))
            .about(|| ", boxes swapped".to_owned());
        let MovedBoxes { boxes, is_moved } = &self.moved_boxes;
        if is_moved[place] {
            let pair = &boxes.contact_reference([0, 1].map(|side| short(2 * place + side)));
            let moved = MovedAnswer { pair, answer: &moved, rotation: ROTATION.to_array() };
            let of_moved = of_report(&compare_moved(reference, &given, moved));
            finding = finding.and(of_moved.about(|| ", boxes moved".to_owned()));
        }
        finding.about(|| format!(", as given, swapped and moved {rows:?}"))
    }
}

impl MovedBoxes {
    /// The boxes of pairs, as contacts take them.
    fn new(boxes: &Boxes, pairs: &[[u32; 2]]) -> Result<Self, Failure> {
        let (mut half_extents, mut positions, mut rotations) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_moved = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let both = pair.map(|index| boxes.oriented(index));
            let [a, b] = both.map(|given| DVec3::from_array(given.center.map(f64::from)));
            let extents: f64 =
                both.iter().flat_map(|given| given.half_extents.map(f64::from)).sum();
            let place = PLACE * (extents + (b - a).length());
            let places = [place, place + ROTATION * (b - a)];
            let fits = places.iter().all(|at| at.abs().max_element() <= f64::from(MAX_LENGTH));
            for (given, place) in both.iter().zip(places) {
                let rotation = ROTATION * DQuat::from_array(given.rotation.map(f64::from));
                positions.push(if fits { place.as_vec3().to_array() } else { given.center });
                rotations.push(rotation.as_quat().to_array());
                half_extents.push(given.half_extents);
            }
            is_moved.push(fits);
        }
        let boxes = Boxes::new(Basis::Unit, &half_extents, &positions, &rotations)?;
        Ok(Self { boxes, is_moved })
    }
}
