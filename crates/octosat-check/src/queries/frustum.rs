//! Boxes against views: by the planes, and by all axes.

use bytemuck::{Pod, Zeroable};
use glam::{DQuat, DVec3};
use octosat::{Containment, DepthRange, Frustum, PerspectiveView};
use octosat_reference::float64::{Camera, FrustumSeparations, ReferenceFrustum};
use octosat_scenes::generate::around::{Maker, Place};
use octosat_scenes::generate::{Random, narrow};

use super::shapes::{Given, Shapes, THREADED_ROWS};
use crate::boxes::Basis;
use crate::case::Case;
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::query::{Asked, Call};

/// Boxes against views.
#[derive(Clone, Copy, Debug)]
pub struct Views;

/// All answers about a box and a view: the numbers of a [`Containment`].
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct ViewRow {
    culled: u8,
    classified: u8,
}

/// How deep a view is, in parts of the summed half extents of the box that it is made around.
const DEPTH: [f64; 2] = [2.0, 40.0];

/// The near plane of a view, in parts of its depth; taken at random below one of them.
const NEAR: [f64; 3] = [0.3, 0.03, 0.003];

/// How far each plane of a leaning volume leans, radians, at most.
const LEAN: f64 = 0.3;

/// How often random planes may bound nothing.
const TRIES: usize = 8;

impl Shapes for Views {
    type Shape = Frustum;
    type Row = ViewRow;

    // One of each kind, and a camera more.
    const COUNT: u64 = 8;

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "frustum",
            about: "boxes against views: by the planes, and by all axes",
            bases: &Basis::ALL,
            takes_margin: false,
            usual_margin: 0.0,
            smallest_length: 1e-30,
            rows: "boxes and shapes",
            has_rows_of_boxes: true,
            fewest_threaded: THREADED_ROWS,
            remembers: false,
        }
    }

    /// Cameras, the matrices of cameras in both ranges of depth, boxes straight and slanted, and leaning planes.
    fn shape(&self, maker: &mut Maker<'_>) -> Option<Frustum> {
        let (eye, target) = (maker.place(), maker.place());
        let number = maker.number;
        let random = &mut maker.random;
        let [near, far] = DEPTH;
        let depth = eye.size * random.range(near, far);
        let mut make = || match number % 7 {
            1 => hexahedron(random, &eye, 0.0),
            2 => hexahedron(random, &eye, LEAN),
            3 => orthographic(random, &eye, depth),
            4 => of_matrix(&camera(random, [&eye, &target], depth), DepthRange::ZeroToOne),
            5 => of_matrix(&camera(random, [&eye, &target], depth), DepthRange::MinusOneToOne),
            6 => own_box(&eye),
            _ => Frustum::perspective(&camera(random, [&eye, &target], depth)).ok(),
        };
        (0..TRIES).find_map(|_| make())
    }

    fn ask(&self, asked: &Asked<'_, Vec<Frustum>>) -> Result<Vec<ViewRow>, Failure> {
        let (boxes, count) = (asked.case.boxes.unit(), asked.case.boxes.len());
        let views = match asked.alone {
            Some(view) => &asked.world[view as usize..=view as usize],
            None => &asked.world[..],
        };
        let mut culled = vec![Containment::default(); views.len() * count];
        asked.engine.cull(boxes, views, &mut culled)?;
        let mut classified = vec![Containment::default(); views.len() * count];
        asked.engine.classify(boxes, views, &mut classified)?;
        let row = |&[index, view]: &[u32; 2]| {
            let view = if asked.alone.is_some() { 0 } else { view as usize };
            let place = view * count + index as usize;
            ViewRow { culled: culled[place] as u8, classified: classified[place] as u8 }
        };
        Ok(asked.rows.iter().map(row).collect())
    }

    fn check(&self, given: &Given<'_, Frustum>, row: &ViewRow) -> Finding {
        let view = given.shape();
        let truth = ReferenceFrustum::new(view.origin(), view.planes()).separations(&given.of_box);
        let FrustumSeparations { separation, plane_separation, protrusion, error_bound, .. } =
            truth;
        let [outside, inside] = [Containment::Outside, Containment::Inside].map(|one| one as u8);
        let mut finding = Finding::default();
        for (answer, separation) in [(row.culled, plane_separation), (row.classified, separation)] {
            // Outside and inside are certain; what lies between may stand for either within the error bound.
            finding.holds(answer <= inside, "no such containment");
            finding.holds(answer != outside || separation > 0.0, "outside, and it is not");
            finding.holds(answer != inside || protrusion <= 0.0, "inside, and it is not");
            let kept = if answer == outside { 0.0 } else { separation };
            finding.not_over(kept, error_bound, "not outside, though it is");
            let held = if answer == inside { 0.0 } else { -protrusion };
            finding.not_over(held, error_bound, "not inside, though it is");
        }
        finding.about(|| format!(" ({row:?}, {truth:?})"))
    }

    fn calls<'a>(&self, case: &'a Case, shapes: &'a [Frustum]) -> Vec<Call<'a>> {
        let (boxes, room) = (case.boxes.unit(), vec![Containment::default(); case.boxes.len()]);
        let seen = |one: &Containment| *one != Containment::Outside;
        vec![
            Call::new(
                "cull",
                room.clone(),
                move |engine, out| Ok(engine.cull(boxes, &shapes[..1], out)?),
                seen,
            ),
            Call::new(
                "classify",
                room,
                move |engine, out| Ok(engine.classify(boxes, &shapes[..1], out)?),
                seen,
            ),
        ]
    }
}

fn camera(random: &mut Random, [eye, target]: [&Place; 2], depth: f64) -> PerspectiveView {
    let near = random.choose(&NEAR) * random.range(0.3, 1.0);
    PerspectiveView {
        eye: eye.point.as_vec3().into(),
        target: target.point.as_vec3().into(),
        up: random.direction().map(narrow),
        vertical_angle: narrow(random.range(0.2, 2.4)),
        aspect: narrow(random.range(0.4, 2.5)),
        near: narrow(depth * near),
        far: narrow(depth * random.range(1.0, 2.0)),
    }
}

/// The axes of a random rotation.
fn random_axes(random: &mut Random) -> [DVec3; 3] {
    let rotation = DQuat::from_array(random.rotation());
    [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| rotation * axis)
}

/// A plane as a row: the unit normal outward, and its offset.
fn plane(normal: DVec3, offset: f64) -> [f32; 4] {
    normal.extend(offset).as_vec4().to_array()
}

/// A turned box whose planes each lean by up to `lean` radians.
fn hexahedron(random: &mut Random, place: &Place, lean: f64) -> Option<Frustum> {
    let axes = random_axes(random);
    let planes = std::array::from_fn(|number| {
        let outward = [-1.0, 1.0][number % 2] * axes[number / 2];
        let normal = outward + lean * random.unit() * DVec3::from(random.direction());
        let normal = normal.normalize();
        plane(normal, normal.dot(place.point) + place.size * random.range(0.2, 3.0))
    });
    Frustum::from_planes(planes).ok()
}

/// The box itself: every face of it lies in a plane.
fn own_box(place: &Place) -> Option<Frustum> {
    let planes = std::array::from_fn(|number| {
        let normal = [-1.0, 1.0][number % 2] * place.axes[number / 2];
        plane(normal, normal.dot(place.center) + place.half_extents[number / 2])
    });
    Frustum::from_planes(planes).ok()
}

/// The matrix of a view without perspective.
fn orthographic(random: &mut Random, place: &Place, depth: f64) -> Option<Frustum> {
    let axes = random_axes(random);
    let rows = axes.map(|axis| {
        let row = axis / (depth * random.range(0.1, 1.0));
        row.extend(-row.dot(place.point)).as_vec4().to_array()
    });
    let rows = [rows[0], rows[1], rows[2], [0.0, 0.0, 0.0, 1.0]];
    let columns = std::array::from_fn(|column| rows.map(|row| row[column]));
    Frustum::from_view_projection(columns, DepthRange::MinusOneToOne).ok()
}

/// The volume of a camera's matrix, as an engine would hand it over.
fn of_matrix(view: &PerspectiveView, range: DepthRange) -> Option<Frustum> {
    let camera = Camera {
        eye: view.eye.map(f64::from),
        target: view.target.map(f64::from),
        up: view.up.map(f64::from),
        vertical_angle: f64::from(view.vertical_angle),
        aspect: f64::from(view.aspect),
        near: f64::from(view.near),
        far: f64::from(view.far),
    };
    let nearest = match range {
        DepthRange::ZeroToOne => 0.0,
        DepthRange::MinusOneToOne => -1.0,
    };
    Frustum::from_view_projection(camera.view_projection(nearest), range).ok()
}
