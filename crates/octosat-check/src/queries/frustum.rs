//! Boxes against views: by the planes, and by all axes.

use bytemuck::{Pod, Zeroable};
use octosat::{Containment, DepthRange, Engine, Frustum, PerspectiveView};
use octosat_reference::float64::{Camera, FrustumSeparations, ReferenceFrustum};
use octosat_scenes::generate::around::Maker;
use octosat_scenes::generate::shapes::{self, View};

use super::shapes::{Given, Shapes};
use crate::{Asked, Call, Case, Facts, Failure, Finding, Verb};

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

/// How often random planes may bound nothing.
const TRIES: usize = 8;

impl Shapes for Views {
    type Shape = Frustum;
    type Row = ViewRow;

    // One of each kind, and a camera more.
    const COUNT: u64 = 8;

    const FACTS: Facts = Facts {
        name: "frustum",
        about: "boxes against views: by the planes, and by all axes",
        verbs: const { &[Verb::of("cull", "boxes, frusta"), Verb::of("classify", "boxes, frusta")] },
        takes_margin: false,
        ..Facts::OF_SHAPES
    };

    fn shape(&self, maker: &mut Maker<'_>) -> Option<Frustum> {
        let (eye, target) = (maker.place(), maker.place());
        let [near, far] = DEPTH;
        let depth = eye.size * maker.random.range(near, far);
        (0..TRIES).find_map(|_| frustum(&shapes::view(maker, [&eye, &target], depth)))
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
        let cull =
            move |engine: &Engine, out: &mut [_]| Ok(engine.cull(boxes, &shapes[..1], out)?);
        let classify =
            move |engine: &Engine, out: &mut [_]| Ok(engine.classify(boxes, &shapes[..1], out)?);
        let seen = |one: &Containment| *one != Containment::Outside;
        vec![
            Call::new("cull", room.clone(), cull, seen),
            Call::new("classify", room, classify, seen),
        ]
    }
}

/// The frustum of a view.
fn frustum(view: &View) -> Option<Frustum> {
    match view {
        View::Perspective(camera) => {
            let shapes::Camera { eye, target, up, vertical_angle, aspect, near, far } = *camera;
            let view = PerspectiveView { eye, target, up, vertical_angle, aspect, near, far };
            Frustum::perspective(&view).ok()
        }
        View::Projection(camera, true) => of_matrix(camera, DepthRange::ZeroToOne, 0.0),
        View::Projection(camera, false) => of_matrix(camera, DepthRange::MinusOneToOne, -1.0),
        View::Orthographic(rows) => {
            let columns = std::array::from_fn(|column| rows.map(|row| row[column]));
            Frustum::from_view_projection(columns, DepthRange::MinusOneToOne).ok()
        }
        View::Planes(planes) => Frustum::from_planes(*planes).ok(),
    }
}

/// The volume of a camera's matrix, as an engine would hand it over, whose depth begins with this number.
fn of_matrix(camera: &shapes::Camera, range: DepthRange, nearest: f64) -> Option<Frustum> {
    let wide = |vector: [f32; 3]| vector.map(f64::from);
    let camera = Camera {
        eye: wide(camera.eye),
        target: wide(camera.target),
        up: wide(camera.up),
        vertical_angle: f64::from(camera.vertical_angle),
        aspect: f64::from(camera.aspect),
        near: f64::from(camera.near),
        far: f64::from(camera.far),
    };
    Frustum::from_view_projection(camera.view_projection(nearest), range).ok()
}
