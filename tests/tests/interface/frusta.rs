//! Frusta give the bits of the Rust interface, and reject what it rejects.

use std::ptr::{null, null_mut};

use octosat::{Containment, DepthRange, Engine, Frustum, PerspectiveView};
use octosat_c::*;
use octosat_scenes::generate::Scene;

use crate::common::{Handle, boxes_of, engine, no_error, scenes, store, text};

type Frusta = Handle<OctosatFrusta>;

fn no_frusta() -> Frusta {
    Handle::new(octosat_frusta_create(), octosat_frusta_destroy)
}

/// A view from a point to the origin.
fn view(eye: [f32; 3]) -> OctosatPerspectiveView {
    OctosatPerspectiveView {
        eye,
        target: [0.0; 3],
        up: [0.0, 0.0, 1.0],
        vertical_angle: 0.6,
        aspect: 1.5,
        near_distance: 0.5,
        far_distance: 20.0,
    }
}

/// The engine's frustum of a view.
fn of_engine(view: &OctosatPerspectiveView) -> Frustum {
    let OctosatPerspectiveView { eye, target, up, vertical_angle, aspect, .. } = *view;
    let (near, far) = (view.near_distance, view.far_distance);
    Frustum::perspective(&PerspectiveView { eye, target, up, vertical_angle, aspect, near, far })
        .unwrap()
}

/// The planes of a cube around the origin.
fn cube(size: f32) -> [[f32; 4]; 6] {
    let mut planes = [[0.0, 0.0, 0.0, size]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    }
    planes
}

/// A projection without perspective: the box from -size to size.
fn columns(size: f32) -> [[f32; 4]; 4] {
    let mut columns = [[0.0; 4]; 4];
    for k in 0..3 {
        columns[k][k] = 1.0 / size;
    }
    columns[3][3] = 1.0;
    columns
}

/// What both queries of the interface report.
fn found(frusta: &Frusta, boxes: *const OctosatBoxes, rows: usize) -> [Vec<u8>; 2] {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let [mut culled, mut classified] = [vec![9_u8; rows], vec![9_u8; rows]];
    let [first, second] = [culled.as_mut_ptr(), classified.as_mut_ptr()];
    // SAFETY: handles, and buffers of as many rows.
    let statuses = unsafe {
        [
            octosat_cull(engine.raw, boxes, frusta.raw, first, rows, null_mut()),
            octosat_classify(engine.raw, boxes, frusta.raw, second, rows, null_mut()),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_OK; 2]);
    [culled, classified]
}

#[test]
fn frusta_of_planes_matrices_and_views_are_those_of_the_engine() {
    let planes = [cube(1.0), cube(2.5)];
    let matrices = [columns(1.5), columns(3.0)];
    let views = [view([6.0, 0.0, 0.0]), view([0.0, -9.0, 1.0])];
    let range = DepthRange::MinusOneToOne;
    let expected = [
        planes.map(|planes| Frustum::from_planes(planes).unwrap()),
        matrices.map(|columns| Frustum::from_view_projection(columns, range).unwrap()),
        views.map(|view| of_engine(&view)),
    ];
    let frusta = no_frusta();
    let assigned = [0, 1, 2].map(|source| {
        // SAFETY: a handle, and two frusta in each list.
        let status = unsafe {
            match source {
                0 => {
                    octosat_frusta_assign_planes(frusta.raw, planes.as_ptr().cast(), 2, null_mut())
                }
                1 => octosat_frusta_assign_matrices(
                    frusta.raw,
                    matrices.as_ptr().cast(),
                    2,
                    OCTOSAT_DEPTH_MINUS_ONE_TO_ONE,
                    null_mut(),
                ),
                _ => octosat_frusta_assign_views(frusta.raw, views.as_ptr(), 2, null_mut()),
            }
        };
        assert_eq!(status, OCTOSAT_OK);
        let mut corners = [[[0.0_f32; 3]; 8]; 2];
        // SAFETY: a handle, and corners of two frusta.
        unsafe {
            assert_eq!(octosat_frusta_count(frusta.raw), 2);
            let out = corners.as_mut_ptr().cast();
            assert_eq!(octosat_frusta_corners(frusta.raw, out, 2, null_mut()), OCTOSAT_OK);
        }
        let found = |scene: Scene| {
            let boxes = boxes_of(&scene);
            found(&frusta, boxes.raw, 2 * scene.position.len())
        };
        (corners, scenes().into_iter().map(found).collect::<Vec<_>>())
    });
    let mut seen = [false; 3];
    for (expected, (corners, rows)) in expected.iter().zip(&assigned) {
        assert_eq!(*corners, expected.map(|frustum| frustum.corners()));
        for (scene, [culled, classified]) in scenes().iter().zip(rows) {
            let store = store(scene);
            let mut out = vec![Containment::default(); 2 * store.len()];
            let codes =
                |rows: &[Containment]| rows.iter().map(|&row| row as u8).collect::<Vec<_>>();
            Engine::new().cull(&store, expected, &mut out).unwrap();
            assert_eq!(*culled, codes(&out));
            Engine::new().classify(&store, expected, &mut out).unwrap();
            assert_eq!(*classified, codes(&out));
            out.iter().for_each(|&row| seen[row as usize] = true);
        }
    }
    assert_eq!(seen, [true; 3]);
}

#[test]
fn wrong_frusta_leave_the_list_as_it_was() {
    let frusta = no_frusta();
    let (good, mut bad) = (cube(1.0), [cube(1.0), cube(2.0)]);
    bad[1][3][1] = f32::NAN;
    let mut empty = [columns(1.0), columns(1.0)];
    empty[1][3][3] = 0.0;
    let views = [view([1.0, 0.0, 0.0]), view([0.0; 3])];
    // SAFETY: a handle, and frusta in each list.
    unsafe {
        let status = octosat_frusta_assign_planes(frusta.raw, good.as_ptr().cast(), 1, null_mut());
        assert_eq!(status, OCTOSAT_OK);
        let mut error = no_error();
        let reported = &raw mut error;
        let raw = frusta.raw;
        let status = octosat_frusta_assign_planes(raw, bad.as_ptr().cast(), 2, reported);
        assert_eq!((status, error.place), (OCTOSAT_BAD_SHAPE, 1));
        assert!(error.value.is_nan() && text(&error).contains("top plane, component 1"));
        let status = octosat_frusta_assign_matrices(raw, empty.as_ptr().cast(), 2, 0, reported);
        assert_eq!((status, error.place), (OCTOSAT_BAD_SHAPE, 1));
        let status = octosat_frusta_assign_matrices(raw, empty.as_ptr().cast(), 1, 2, reported);
        assert_eq!((status, error.place), (OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE));
        let status = octosat_frusta_assign_views(raw, views.as_ptr(), 2, reported);
        assert_eq!((status, error.place), (OCTOSAT_BAD_SHAPE, 1));
        assert!(text(&error).contains("shape 1: frustum: the target is at the eye"));
        assert_eq!(octosat_frusta_assign_planes(raw, null(), 1, reported), OCTOSAT_NULL);
        assert_eq!(octosat_frusta_count(frusta.raw), 1);
        assert_eq!(octosat_frusta_count(null()), 0);
        octosat_frusta_destroy(null_mut());
    }
}

#[test]
fn rejected_calls_write_nothing() {
    let scene = &scenes()[0];
    let (boxes, frusta) = (boxes_of(scene), no_frusta());
    let (engine, planes) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), [cube(1.0), cube(2.0)]);
    let rows = 2 * scene.position.len();
    let mut out = vec![9_u8; rows];
    let first = out.as_mut_ptr();
    // SAFETY: handles or null, two frusta, and a buffer of as many rows.
    let statuses = unsafe {
        octosat_frusta_assign_planes(frusta.raw, planes.as_ptr().cast(), 2, null_mut());
        [
            octosat_cull(engine.raw, boxes.raw, frusta.raw, first, rows - 1, null_mut()),
            octosat_classify(engine.raw, boxes.raw, frusta.raw, first, rows / 2, null_mut()),
            octosat_cull(engine.raw, null(), frusta.raw, first, rows, null_mut()),
            octosat_classify(engine.raw, boxes.raw, null(), first, rows, null_mut()),
            octosat_frusta_corners(frusta.raw, null_mut(), 2, null_mut()),
        ]
    };
    let (length, null) = (OCTOSAT_BAD_LENGTH, OCTOSAT_NULL);
    assert_eq!(statuses, [length, length, null, null, null]);
    assert!(out.iter().all(|&byte| byte == 9));
}
