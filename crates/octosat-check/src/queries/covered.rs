//! Contacts of pairs of boxes with covered faces.

use bytemuck::{Pod, Zeroable, bytes_of};
use octosat::{
    ContactKind, Contacts, CoveredFaces, CoveredRectangle, Engine, Face, Manifolds, PointLimit,
    PointOrigin, covered_faces,
};
use octosat_reference::float64::{
    CoveredAnswer, CoveredBox, CoveredFault, CoveredPair, CoveredPart,
};
use octosat_reference::plain::{self, PlainCover, PlainRectangle, PlainSettings};
use octosat_scenes::generate::{Random, narrow};
use proptest::prelude::BoxedStrategy;

use crate::boxes::lent;
use crate::manifolds::{ManifoldRow, check_places, contacts, of_report};
use crate::{
    Asked, Basis, Call, Case, Count, Facts, Failure, Finding, Query, Round, SPECULATIVE_MARGIN,
    Setting, Verb, map_rows, short, strategies,
};

/// Contacts of pairs of boxes some of whose faces are covered.
#[derive(Clone, Copy, Debug)]
pub struct Covered;

/// The number of settings of contacts.
const SETTINGS: usize = 2;

/// Rounds between those about pairs of any kind; the others are about floors.
const ROUNDS_OF_FLOORS: u64 = 3;

/// Meters: the tolerance of the search for covered faces.
const TOLERANCE: f32 = 1e-4;

/// One of this number of faces of a box is covered at random.
const COVERED: usize = 3;

/// One of this number of worlds has faces that are covered at random.
const RANDOM_WORLDS: u64 = 3;

/// All answers about a pair.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct CoveredRow {
    /// One for each of `covered_settings`; the second is of the pair in the other order.
    pub manifolds: [ManifoldRow; SETTINGS],
}

/// The settings of contacts: as the frame says, and for all points, relative to the center of a.
pub fn covered_settings(setting: &Setting) -> [Setting; SETTINGS] {
    let (limit, origin) = (PointLimit::Eight, PointOrigin::CenterOfA);
    [*setting, Setting { limit, origin, surfaces: false, ..*setting }]
}

/// The covered faces of the boxes of a frame, as the engine and as the references take them.
#[derive(Clone, Debug, Default)]
pub struct CoveredWorld {
    faces: CoveredFaces,
    plain: Vec<PlainCover>,
    parts: Vec<Vec<CoveredPart>>,
}

impl Query for Covered {
    type Row = CoveredRow;
    type World = CoveredWorld;
    type Memory = [Manifolds; SETTINGS];
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "covered",
            about: "contacts of pairs of boxes whose covered faces no normal leaves, with a margin",
            verbs: const { &[Verb::of("manifolds", "boxes")] },
            bases: &[Basis::Unit],
            usual_margin: SPECULATIVE_MARGIN,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        if number.is_multiple_of(ROUNDS_OF_FLOORS) {
            let (name, world) = strategies::worlds(number / ROUNDS_OF_FLOORS);
            return strategies::usual(self.facts(), name, world);
        }
        strategies::usual(self.facts(), "floor-of-boxes", strategies::floors())
    }

    /// The faces of boxes that are never box b of a pair, which cover each other; or, of some worlds, random faces of
    /// all boxes.
    fn world(&self, case: &Case) -> Result<CoveredWorld, Failure> {
        let faces = if case.setting.shape_seed.is_multiple_of(RANDOM_WORLDS) {
            random_faces(case)
        } else {
            faces_of_floor(case)
        };
        let faces = faces.map_err(|error| Failure::new(error.to_string()))?;
        Ok(CoveredWorld::new(faces))
    }

    fn ask(
        &self,
        asked: &Asked<'_, CoveredWorld>,
        memory: &mut Self::Memory,
    ) -> Result<Vec<CoveredRow>, Failure> {
        let Asked { engine, case, world, rows, margin, .. } = *asked;
        let swapped: Vec<[u32; 2]> = rows.iter().map(|&[a, b]| [b, a]).collect();
        let lists = [rows, &swapped];
        let settings = covered_settings(&case.setting);
        for ((out, setting), rows) in memory.iter_mut().zip(&settings).zip(lists) {
            let options = setting.options();
            let contacts = options.of(contacts(case, rows, setting).within(margin));
            engine.manifolds(contacts.covered(&world.faces), out)?;
            check_places(out, rows, options)?;
        }
        let row = |pair: usize| CoveredRow {
            manifolds: memory.each_ref().map(|manifolds| ManifoldRow::new(manifolds, pair)),
        };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, CoveredWorld>,
        answers: &[CoveredRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { engine, case, world, rows, margin, .. } = *asked;
        let mut usual = Manifolds::default();
        let query = contacts(case, rows, &case.setting).within(margin);
        engine.manifolds(case.setting.options().of(query), &mut usual)?;
        Ok(map_rows(rows.len(), |row| {
            let (pair, answer) = (rows[row], &answers[row]);
            let setting = case.setting_of(pair);
            let own = ManifoldRow::new(&usual, row);
            let mut finding = world.float64_finding(case, pair, answer, &setting);
            let is_same = bytes_of(&own) == bytes_of(&answer.manifolds[0]);
            let has_covered = world.has_covered(pair);
            finding.holds(is_same || has_covered, "a pair without covered faces has other bits");
            finding.mismatch = world.difference(case, pair, answer);
            finding
        }))
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a CoveredWorld) -> Vec<Call<'a>> {
        let (pairs, rows) = (&case.pairs, case.pairs.len());
        let setting = Setting { surfaces: false, ..case.setting };
        let call = |name, faces: Option<&'a CoveredFaces>| {
            let mut manifolds = Manifolds::default();
            let run = move |engine: &Engine, count| {
                let contacts = setting.options().of(contacts(case, pairs, &setting));
                let contacts = faces.into_iter().fold(contacts, Contacts::covered);
                engine.manifolds(contacts, &mut manifolds)?;
                let touching = || manifolds.touching_rows().len();
                Ok((count == Count::Touching).then(touching))
            };
            Call { name, rows, run: Box::new(run) }
        };
        vec![call("contacts-without", None), call("contacts-covered", Some(&world.faces))]
    }
}

/// The faces that boxes that are never box b of a pair cover of each other.
fn faces_of_floor(case: &Case) -> Result<CoveredFaces, octosat::Error> {
    let mut is_fixed = vec![true; case.boxes.len()];
    case.pairs.iter().for_each(|[_, b]| is_fixed[*b as usize] = false);
    let fixed: Vec<usize> = (0..case.boxes.len()).filter(|&index| is_fixed[index]).collect();
    let column = |rows: &[[f32; 4]]| fixed.iter().map(|&index| rows[index]).collect::<Vec<_>>();
    let boxes = &case.boxes;
    let [centers, rotations, half_extents] =
        [&boxes.centers, &boxes.rotations, &boxes.half_extents].map(|rows| column(rows));
    let view = lent(&centers, &rotations, &half_extents).expect("of one length");
    let found = covered_faces(view, TOLERANCE)?;
    let mut masks = vec![0; boxes.len()];
    fixed.iter().zip(found.masks()).for_each(|(&index, &mask)| masks[index] = mask);
    let of_world = |rectangle: &CoveredRectangle| CoveredRectangle {
        index: short(fixed[rectangle.index as usize]),
        ..*rectangle
    };
    let rectangles: Vec<_> = found.rectangles().iter().map(of_world).collect();
    CoveredFaces::of_parts(&masks, &rectangles)
}

/// Random covered faces, some in part.
fn random_faces(case: &Case) -> Result<CoveredFaces, octosat::Error> {
    let mut random = Random::new(case.setting.shape_seed);
    let (mut masks, mut rectangles) = (Vec::new(), Vec::new());
    for (index, extents) in case.boxes.half_extents.iter().enumerate() {
        let mut mask = 0;
        // The golden numbers are of draws in this order.
        for face in [1, 0, 3, 2, 5, 4] {
            let axis = usize::from(face / 2);
            let half = [extents[(axis + 1) % 3], extents[(axis + 2) % 3]];
            match random.below(2 * COVERED) {
                0 | 1 => mask |= 1 << face,
                2 => {
                    let [x, y, _] = random.direction();
                    // Not `hypot`, whose last digit depends on the platform.
                    let length = (x * x + y * y).sqrt().max(f64::MIN_POSITIVE);
                    let mut part = |half: f32, reach: f64| {
                        narrow(f64::from(half) * random.range(-reach, reach))
                    };
                    rectangles.push(CoveredRectangle {
                        index: short(index),
                        face: Face::from_code(face),
                        reserved: [0; 3],
                        center: half.map(|half| part(half, 0.5)),
                        direction: [narrow(x / length), narrow(y / length)],
                        half_extents: half.map(|half| part(half, 2.0).abs()),
                    });
                }
                _ => {}
            }
        }
        masks.push(mask);
    }
    rectangles.sort_by_key(|rectangle| (rectangle.index, rectangle.face));
    CoveredFaces::of_parts(&masks, &rectangles)
}

impl CoveredWorld {
    fn new(faces: CoveredFaces) -> Self {
        let cover = |&mask| PlainCover { mask, rectangles: Vec::new() };
        let mut plain: Vec<PlainCover> = faces.masks().iter().map(cover).collect();
        let mut parts = vec![Vec::new(); plain.len()];
        for rectangle in faces.rectangles() {
            let CoveredRectangle { index, face, center, direction, half_extents, .. } = *rectangle;
            let face = face.code();
            let own = PlainRectangle { face, center, direction, half_extents };
            plain[index as usize].rectangles.push(own);
            let [center, direction, half_extents] =
                [center, direction, half_extents].map(|pair| pair.map(f64::from));
            parts[index as usize].push(CoveredPart { face, center, direction, half_extents });
        }
        Self { faces, plain, parts }
    }

    /// The covered faces.
    pub fn faces(&self) -> &CoveredFaces {
        &self.faces
    }

    fn has_covered(&self, pair: [u32; 2]) -> bool {
        let has_any = |index: u32| self.plain[index as usize] != PlainCover::default();
        pair.into_iter().any(has_any)
    }

    /// What the float64 reference finds in the manifold of all points, of the pair in the other order.
    fn float64_finding(
        &self,
        case: &Case,
        [first, second]: [u32; 2],
        answer: &CoveredRow,
        setting: &Setting,
    ) -> Finding {
        let pair = [second, first];
        let [_, setting] = covered_settings(setting);
        let reference = case.boxes.contact_reference(pair);
        let boxes = pair.map(|index| CoveredBox {
            mask: self.plain[index as usize].mask,
            parts: &self.parts[index as usize],
        });
        let covered = CoveredPair::new(&reference, boxes);
        let row = &answer.manifolds[1];
        let points = row.point_answers();
        let manifold = row.answer(&points, &setting);
        let is_covered = row.row.kind() == ContactKind::Covered;
        let answer = CoveredAnswer { manifold, is_covered };
        let mut finding = of_report(&covered.manifold_report(&answer));
        let faults = covered.faults(&answer);
        finding.holds(faults.is_empty(), &words(&faults));
        finding.about(|| format!(" ({row:?}, {boxes:?}, {setting:?})"))
    }

    /// The difference between an answer and the bits of the plain reference, if there is one.
    fn difference(&self, case: &Case, pair: [u32; 2], answer: &CoveredRow) -> Option<String> {
        let settings = covered_settings(&case.setting_of(pair));
        let pairs = [pair, [pair[1], pair[0]]];
        let mut manifolds = answer.manifolds.iter().zip(settings).zip(pairs);
        manifolds.find_map(|((own, Setting { margin, limit, origin, .. }), pair)| {
            let [a, b] = pair.map(|index| case.boxes.oriented(index));
            let covers = pair.map(|index| &self.plain[index as usize]);
            let relative = origin == PointOrigin::CenterOfA;
            let settings = PlainSettings { within: margin, limit: limit.points(), relative };
            let plain = plain::covered_contacts(&a, &b, settings, covers);
            (!own.is_plain(&plain))
                .then(|| format!("{own:?} instead of {plain:?}, covered {covers:?}"))
        })
    }
}

fn words(faults: &[CoveredFault]) -> String {
    let words: Vec<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
    words.join(", ")
}
