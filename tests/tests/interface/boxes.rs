//! Boxes arrive as they were given, in every format, copied or lent.

use core::ffi::c_void;
use std::ptr::{null, null_mut};

use crate::common::{
    Boxes, boxes_of, column, engine, no_boxes, no_error, pairs_of, poses, query, store, text,
};
use octosat::{BoxPose, BoxStore};
use octosat_c::*;
use octosat_scenes::generate::{Scene, cloud};

fn read(boxes: &Boxes, index: u32) -> OctosatBox {
    let mut found = OctosatBox { center: [7.0; 3], rotation: [7.0; 4], half_extents: [7.0; 3] };
    // SAFETY: a handle and a box of our own.
    let status = unsafe { octosat_boxes_get(boxes.raw, index, &raw mut found, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    found
}

fn assert_boxes(boxes: &Boxes, store: &BoxStore) {
    // SAFETY: a handle.
    assert_eq!(unsafe { octosat_boxes_count(boxes.raw) }, store.len());
    for (index, expected) in (0..).zip(store.iter()) {
        let found = read(boxes, index);
        let expected = (expected.pose.center, expected.pose.rotation, expected.half_extents);
        assert_eq!((found.center, found.rotation, found.half_extents), expected);
    }
}

fn assign(boxes: &Boxes, count: usize, poses: &OctosatPoses, half_extents: OctosatColumn) {
    let mut error = no_error();
    // SAFETY: columns of as many rows.
    let status =
        unsafe { octosat_boxes_assign(boxes.raw, count, poses, half_extents, &raw mut error) };
    assert_eq!(status, OCTOSAT_OK, "{}", text(&error));
}

/// The rows with a number behind each value, at an odd address and an odd stride.
fn odd<const N: usize, T: bytemuck::Pod>(rows: &[[T; N]]) -> Vec<u8> {
    let mut bytes = vec![0xFF];
    for row in rows {
        bytes.extend_from_slice(bytemuck::bytes_of(row));
        bytes.extend_from_slice(&[0xFF; 3]);
    }
    bytes
}

fn odd_column(bytes: &[u8], stride: usize, format: OctosatFormat) -> OctosatColumn {
    OctosatColumn { data: bytes[1..].as_ptr().cast::<c_void>(), stride, format }
}

fn doubles<const N: usize>(rows: &[[f32; N]]) -> Vec<[f64; N]> {
    rows.iter().map(|row| row.map(f64::from)).collect()
}

fn four(rows: &[[f32; 3]]) -> Vec<[f32; 4]> {
    rows.iter().map(|&[x, y, z]| [x, y, z, f32::NAN]).collect()
}

#[test]
fn vectors_of_every_format_are_the_same_boxes() {
    let scene = cloud(50, 10, 1);
    let Scene { position, rotation, half_extents, .. } = &scene;
    let store = BoxStore::from_slices(position, rotation, half_extents).unwrap();
    let (position4, extents4) = (four(position), four(half_extents));
    let (position_f64, rotation_f64) = (doubles(position), doubles(rotation));
    let (extents_f64, position4_f64) = (doubles(half_extents), doubles(&position4));
    let real_first = rotation.iter().map(|&[x, y, z, w]| [w, x, y, z]).collect::<Vec<_>>();
    let real_first_f64 = doubles(&real_first);
    let (odd_position, odd_rotation) = (odd(position), odd(&rotation_f64));
    let odd_extents = odd(half_extents);
    let boxes = no_boxes();
    for (centers, rotations, half_extents) in [
        (
            column(position, OCTOSAT_F32X3),
            column(rotation, OCTOSAT_F32X4),
            column(half_extents, OCTOSAT_F32X3),
        ),
        (
            column(&position4, OCTOSAT_F32X4),
            column(&rotation_f64, OCTOSAT_F64X4),
            column(&extents4, OCTOSAT_F32X4),
        ),
        (
            column(&position_f64, OCTOSAT_F64X3),
            column(rotation, OCTOSAT_F32X4),
            column(&extents_f64, OCTOSAT_F64X3),
        ),
        (
            column(&position4_f64, OCTOSAT_F64X4),
            column(rotation, OCTOSAT_F32X4),
            column(half_extents, OCTOSAT_F32X3),
        ),
        (
            column(position, OCTOSAT_F32X3),
            column(&real_first, OCTOSAT_F32_WXYZ),
            column(half_extents, OCTOSAT_F32X3),
        ),
        (
            column(position, OCTOSAT_F32X3),
            column(&real_first_f64, OCTOSAT_F64_WXYZ),
            column(half_extents, OCTOSAT_F32X3),
        ),
        (
            odd_column(&odd_position, 15, OCTOSAT_F32X3),
            odd_column(&odd_rotation, 35, OCTOSAT_F64X4),
            odd_column(&odd_extents, 15, OCTOSAT_F32X3),
        ),
    ] {
        assign(&boxes, position.len(), &poses(centers, rotations), half_extents);
        assert_boxes(&boxes, &store);
        // A stride of zero is that of packed rows.
        if centers.stride != 15 {
            let packed = |column| OctosatColumn { stride: 0, ..column };
            let poses = poses(packed(centers), packed(rotations));
            assign(&boxes, position.len(), &poses, packed(half_extents));
            assert_boxes(&boxes, &store);
        }
    }
}

#[test]
fn matrices_in_either_order_are_the_same_boxes() {
    let scene = cloud(50, 10, 2);
    let poses_of = scene.position.iter().zip(&scene.rotation);
    let matrices: Vec<_> = poses_of
        .map(|(&center, &rotation)| {
            (center, BoxPose::new(center, rotation).rotation_matrix().unwrap())
        })
        .collect();
    let mut rows: Vec<[f32; 12]> = Vec::new();
    let mut columns: Vec<[f32; 12]> = Vec::new();
    let mut squares: Vec<[f32; 16]> = Vec::new();
    let mut four_rows: Vec<[f32; 16]> = Vec::new();
    let mut bases: Vec<[f32; 12]> = Vec::new();
    let mut padded_bases: Vec<[f32; 16]> = Vec::new();
    for &(center, axes) in &matrices {
        let column = |c: usize| if c < 3 { axes[c] } else { center };
        let last = |k: usize| f32::from(u8::from(k == 15));
        rows.push(core::array::from_fn(|k| column(k % 4)[k / 4]));
        four_rows
            .push(core::array::from_fn(|k| if k < 12 { column(k % 4)[k / 4] } else { last(k) }));
        columns.push(core::array::from_fn(|k| column(k / 3)[k % 3]));
        squares
            .push(core::array::from_fn(|k| if k % 4 < 3 { column(k / 4)[k % 4] } else { last(k) }));
        bases
            .push(core::array::from_fn(|k| if k < 9 { axes[k % 3][k / 3] } else { center[k - 9] }));
        padded_bases.push(core::array::from_fn(|k| match (k / 4, k % 4) {
            (_, 3) => f32::NAN,
            (3, component) => center[component],
            (row, column) => axes[column][row],
        }));
    }
    let mut store =
        BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents).unwrap();
    store.set_poses_from_column_major(bytemuck::cast_slice::<_, [[f32; 4]; 4]>(&squares)).unwrap();

    let half_extents = column(&scene.half_extents, OCTOSAT_F32X3);
    let none = OctosatColumn { data: null(), stride: 0, format: 0 };
    let boxes = no_boxes();
    for matrices in [
        column(&rows, OCTOSAT_F32_ROWS_3X4),
        column(&four_rows, OCTOSAT_F32_ROWS_4X4),
        column(&bases, OCTOSAT_F32_BASIS_3X3),
        column(&padded_bases, OCTOSAT_F32_BASIS_3X4),
        column(&columns, OCTOSAT_F32_COLUMNS_4X3),
        column(&squares, OCTOSAT_F32_COLUMNS_4X4),
    ] {
        assign(&boxes, scene.position.len(), &poses(matrices, none), half_extents);
        assert_boxes(&boxes, &store);
    }
    squares[3][7] = 0.5;
    let given = poses(column(&squares, OCTOSAT_F32_COLUMNS_4X4), none);
    let mut error = no_error();
    // SAFETY: columns of as many rows.
    let status = unsafe {
        octosat_boxes_set_poses(boxes.raw, scene.position.len(), &raw const given, &raw mut error)
    };
    assert_eq!((status, error.place), (OCTOSAT_BAD_BOX, 3), "{}", text(&error));
    assert_boxes(&boxes, &store);
}

#[test]
fn an_origin_is_subtracted_before_rounding() {
    let boxes = boxes_of(&cloud(1, 0, 3));
    let centers = [[6.4e6 + 0.1, 1.0, 2.0]];
    let given = OctosatPoses {
        origin: [6.4e6, 0.0, 0.5],
        ..poses(column(&centers, OCTOSAT_F64X3), column(&[[0.0_f32, 0.0, 0.0, 1.0]], OCTOSAT_F32X4))
    };
    // SAFETY: columns of one row.
    let status = unsafe { octosat_boxes_set_poses(boxes.raw, 1, &raw const given, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    let expected = [0.1_f32, 1.0, 1.5].map(f32::to_bits);
    assert_eq!(read(&boxes, 0).center.map(f32::to_bits), expected);
}

#[test]
fn boxes_come_and_go_and_move() {
    let scene = cloud(9, 0, 4);
    let boxes = boxes_of(&scene);
    let mut store =
        BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents).unwrap();
    let added = OctosatBox {
        center: [1.0, 2.0, 3.0],
        rotation: [0.0, 0.6, 0.0, 0.8],
        half_extents: [0.5; 3],
    };
    let added_to_store =
        octosat::OrientedBox::new(added.center, added.rotation, added.half_extents);
    let (mut index, extents) = (0, [0.25_f32, 0.5, 1.0]);
    let (indices, centers) = ([2_u32, 5], [[9.0_f32, 0.0, 0.0], [8.0, 0.0, 0.0]]);
    let given = poses(
        column(&centers, OCTOSAT_F32X3),
        column(&[[0.0_f32, 0.0, 0.0, 1.0]; 2], OCTOSAT_F32X4),
    );
    // SAFETY: handles, and pointers to values of our own.
    let statuses = unsafe {
        [
            octosat_boxes_insert(boxes.raw, &raw const added, &raw mut index, null_mut()),
            octosat_boxes_swap_remove(boxes.raw, 4, null_mut()),
            octosat_boxes_set_half_extents(boxes.raw, 0, extents.as_ptr(), null_mut()),
            octosat_boxes_set_poses_of(
                boxes.raw,
                indices.as_ptr(),
                2,
                &raw const given,
                null_mut(),
            ),
        ]
    };
    assert_eq!((statuses, index), ([OCTOSAT_OK; 4], 9));
    assert_eq!(store.insert(added_to_store), Ok(9));
    store.swap_remove(4);
    store.set_half_extents(0, extents).unwrap();
    store
        .set_poses_of(&indices, centers.map(|center| BoxPose::new(center, [0.0, 0.0, 0.0, 1.0])))
        .unwrap();
    assert_boxes(&boxes, &store);
}

/// A body of an engine that lends its fields.
#[repr(C)]
struct Body {
    mass: f32,
    position: [f32; 3],
    rotation: [f32; 4],
    half_extents: [f32; 3],
}

/// The bodies of a store: rotations are normalized, as those that are lent must be.
fn bodies_of(store: &BoxStore) -> Vec<Body> {
    let body = |item: octosat::OrientedBox| Body {
        mass: f32::NAN,
        position: item.pose.center,
        rotation: item.pose.rotation,
        half_extents: item.half_extents,
    };
    store.iter().map(body).collect()
}

fn lend(boxes: &Boxes, bodies: &[Body], unchecked: u32, error: *mut OctosatError) -> OctosatStatus {
    let field = |first: *const f32, format| OctosatColumn {
        data: first.cast(),
        stride: size_of::<Body>(),
        format,
    };
    let columns = OctosatBoxColumns {
        centers: field(bodies[0].position.as_ptr(), OCTOSAT_F32X3),
        rotations: field(bodies[0].rotation.as_ptr(), OCTOSAT_F32X4),
        half_extents: field(bodies[0].half_extents.as_ptr(), OCTOSAT_F32X3),
    };
    // SAFETY: columns of as many rows, which outlive their use.
    unsafe { octosat_boxes_lend(boxes.raw, bodies.len(), &raw const columns, unchecked, error) }
}

#[test]
fn lent_arrays_are_read_in_place() {
    let scene = cloud(30, 200, 5);
    let mut bodies = bodies_of(&store(&scene));
    let (pairs, engine) = (pairs_of(&scene.pairs), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let overlaps = |boxes: &Boxes| {
        let (asked, mut out) = (query(boxes, &pairs), vec![9_u8; pairs.len()]);
        // SAFETY: handles, and a buffer of as many rows.
        let status = unsafe {
            octosat_overlaps(engine.raw, &raw const asked, out.as_mut_ptr(), out.len(), null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
        out
    };
    let boxes = no_boxes();
    for unchecked in [0, 1] {
        assert_eq!(lend(&boxes, &bodies, unchecked, null_mut()), OCTOSAT_OK);
        assert_eq!(overlaps(&boxes), overlaps(&boxes_of(&scene)));
        assert_boxes(&boxes, &store(&scene));
    }
    // Moved far away, in place: the next call sees it.
    bodies.iter_mut().enumerate().for_each(|(index, body)| body.position[0] = 100.0 * index as f32);
    assert!(overlaps(&boxes).iter().all(|&overlap| overlap == 0));
    // What is not a box is found when it is lent, and lent boxes are not changed.
    bodies[7].half_extents[1] = -1.0;
    let mut error = no_error();
    assert_eq!(lend(&boxes, &bodies, 1, null_mut()), OCTOSAT_OK);
    // SAFETY: a handle.
    let removed = unsafe { octosat_boxes_swap_remove(boxes.raw, 0, null_mut()) };
    assert_eq!(removed, OCTOSAT_BAD_ARGUMENT);
    assert_eq!(lend(&boxes, &bodies, 0, &raw mut error), OCTOSAT_BAD_BOX);
    assert_eq!((error.place, error.value.to_bits()), (7, (-1.0_f32).to_bits()));
    // The arrays that were lent before are not read any more, and a query of all boxes does not find that there is none.
    let status = || {
        // SAFETY: handles, and no rows.
        unsafe { octosat_aabbs(engine.raw, boxes.raw, null_mut(), 0, null_mut()) }
    };
    // SAFETY: a handle.
    assert_eq!((unsafe { octosat_boxes_count(boxes.raw) }, status()), (0, OCTOSAT_BAD_ARGUMENT));
    assert_eq!(bodies[0].mass.to_bits(), f32::NAN.to_bits());
}
