//! Rectangles give the bits of the Rust interface, and reject what it rejects.

use std::ptr::{null, null_mut};

use bytemuck::{Pod, cast_slice};
use octosat::{
    Engine, Query, Rectangle, RectangleIntersection, RectangleManifold, RectanglePenetration,
    RectangleStore,
};
use octosat_c::*;

use crate::common::{Handle, column, engine, no_error, pairs_of, poses, text};

pub(crate) type Rectangles = Handle<OctosatRectangles>;

fn no_rectangles() -> Rectangles {
    Handle::new(octosat_rectangles_create(), octosat_rectangles_destroy)
}

/// Rectangles as a caller keeps them.
pub(crate) struct Given {
    centers: Vec<[f32; 2]>,
    rotations: Vec<[f32; 2]>,
    half_extents: Vec<[f32; 2]>,
}

impl Given {
    /// The rectangles of a store.
    pub(crate) fn of(store: &RectangleStore) -> Self {
        Self {
            centers: store.poses().iter().map(|&[x, y, _, _]| [x, y]).collect(),
            rotations: store.poses().iter().map(|&[_, _, cosine, sine]| [cosine, sine]).collect(),
            half_extents: store.half_extents().iter().map(|&[h, k, ..]| [h, k]).collect(),
        }
    }

    /// Rectangles in a square, of which many overlap.
    pub(crate) fn new(count: usize) -> Self {
        let at = |k: usize| ((k * 7919 + 13) % 1024) as f32 / 256.0;
        let rotation = |k: usize| [(0.37 * k as f32).cos(), (0.37 * k as f32).sin()];
        Self {
            centers: (0..count).map(|k| [at(2 * k), at(2 * k + 1)]).collect(),
            rotations: (0..count).map(rotation).collect(),
            half_extents: (0..count).map(|k| [0.1 + 0.05 * (k % 7) as f32, 0.3]).collect(),
        }
    }

    fn poses(&self) -> OctosatPoses {
        poses(column(&self.centers, OCTOSAT_F32X2), column(&self.rotations, OCTOSAT_F32X2))
    }

    fn half_extents(&self) -> OctosatColumn {
        column(&self.half_extents, OCTOSAT_F32X2)
    }

    /// The rectangles in a handle.
    pub(crate) fn assigned(&self) -> Rectangles {
        let (rectangles, poses) = (no_rectangles(), self.poses());
        let (count, extents) = (self.centers.len(), self.half_extents());
        // SAFETY: columns of as many rows.
        let status = unsafe {
            octosat_rectangles_assign(rectangles.raw, count, &raw const poses, extents, null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
        rectangles
    }

    /// The rectangles in a store of the engine.
    pub(crate) fn store(&self) -> RectangleStore {
        let mut store = RectangleStore::new();
        for (k, &center) in self.centers.iter().enumerate() {
            store.insert(Rectangle::new(center, self.rotations[k], self.half_extents[k])).unwrap();
        }
        store
    }
}

/// A query with no settings; the pairs must outlive it.
fn query(rectangles: &Rectangles, pairs: &[OctosatPair]) -> OctosatRectangleQuery {
    OctosatRectangleQuery {
        rectangles: rectangles.raw,
        pairs: pairs.as_ptr(),
        pair_count: pairs.len(),
        ..OctosatRectangleQuery::default()
    }
}

/// The bytes of the three results.
fn found(asked: &OctosatRectangleQuery) -> [Vec<u8>; 3] {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let len = asked.pair_count;
    let mut overlaps = vec![9_u8; len];
    let mut penetrations: Vec<OctosatRectanglePenetration> = bytemuck::zeroed_vec(len);
    let mut manifolds: Vec<OctosatRectangleManifold> = bytemuck::zeroed_vec(len);
    let (bytes, depths) = (overlaps.as_mut_ptr(), penetrations.as_mut_ptr());
    let contacts = manifolds.as_mut_ptr();
    // SAFETY: handles, and buffers of as many rows.
    let statuses = unsafe {
        [
            octosat_rectangle_overlaps(engine.raw, asked, bytes, len, null_mut()),
            octosat_rectangle_penetrations(engine.raw, asked, depths, len, null_mut()),
            octosat_rectangle_manifolds(engine.raw, asked, contacts, len, null_mut()),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_OK; 3]);
    [overlaps, bytes_of(&penetrations), bytes_of(&manifolds)]
}

fn bytes_of<T: Pod>(rows: &[T]) -> Vec<u8> {
    cast_slice(rows).to_vec()
}

/// The bytes of the engine's results.
fn expected(
    query: Query<'_, octosat::Sides<octosat::RectangleView<'_>>>,
    len: usize,
) -> [Vec<u8>; 3] {
    let mut overlaps = vec![false; len];
    Engine::new().overlaps(query, overlaps.as_mut_slice()).unwrap();
    let mut penetrations = vec![RectanglePenetration::default(); len];
    Engine::new().penetrations(query, &mut penetrations).unwrap();
    let mut manifolds = vec![RectangleManifold::default(); len];
    Engine::new().manifolds(query, manifolds.as_mut_slice()).unwrap();
    assert!(overlaps.contains(&true) && overlaps.contains(&false));
    assert!(manifolds.iter().any(|row| row.len == 2));
    [cast_slice(&overlaps).to_vec(), bytes_of(&penetrations), bytes_of(&manifolds)]
}

#[test]
fn rectangles_are_those_of_the_engine() {
    let (given, others) = (Given::new(60), Given::new(21));
    let (rectangles, store) = (given.assigned(), given.store());
    let (other_rectangles, other_store) = (others.assigned(), others.store());
    // SAFETY: a handle.
    assert_eq!(unsafe { octosat_rectangles_count(rectangles.raw) }, 60);
    let list: Vec<_> = (0..600).map(|k| [k % 60, (k * 7 + 1) % 21]).collect();
    let pairs = pairs_of(&list);
    let margins: Vec<_> = (0..600).map(|k| 0.001 * k as f32).collect();
    let asked = query(&rectangles, &pairs);
    let of_engine = Query::new(&store, &list);
    assert_eq!(found(&asked), expected(of_engine, list.len()));
    let with_margin = OctosatRectangleQuery { within: 0.25, ..asked };
    assert_eq!(found(&with_margin), expected(of_engine.within(0.25), list.len()));
    let with_margins = OctosatRectangleQuery { within_per_pair: margins.as_ptr(), ..asked };
    assert_eq!(found(&with_margins), expected(of_engine.within(&margins), list.len()));
    let between = OctosatRectangleQuery { others: other_rectangles.raw, ..asked };
    assert_eq!(found(&between), expected(Query::new([&store, &other_store], &list), list.len()));
}

#[test]
fn intersections_of_rectangles_are_those_of_the_engine() {
    let (engine, given) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), Given::new(60));
    let (rectangles, store) = (given.assigned(), given.store());
    let list: Vec<_> = (0..600).map(|k| [k % 60, (k * 7 + 1) % 60]).collect();
    let (pairs, len) = (pairs_of(&list), list.len());
    let mut found: Vec<OctosatRectangleIntersection> = bytemuck::zeroed_vec(len);
    let (asked, out) = (query(&rectangles, &pairs), found.as_mut_ptr());
    // SAFETY: handles, and buffers of as many rows.
    let status = unsafe {
        octosat_rectangle_intersections(engine.raw, &raw const asked, out, len, null_mut())
    };
    let mut rows = vec![RectangleIntersection::default(); len];
    Engine::new().intersections(Query::new(&store, &list), &mut rows).unwrap();
    assert!(rows.iter().any(|row| row.area > 0.0));
    assert_eq!((status, bytes_of(&found)), (OCTOSAT_OK, bytes_of(&rows)));
    let with_margin = OctosatRectangleQuery { within: 0.25, ..asked };
    let before = found.clone();
    let out = found.as_mut_ptr();
    // SAFETY: as above.
    let status = unsafe {
        octosat_rectangle_intersections(engine.raw, &raw const with_margin, out, len, null_mut())
    };
    assert_eq!((status, bytes_of(&found)), (OCTOSAT_BAD_ARGUMENT, bytes_of(&before)));
}

#[test]
fn rectangles_move_and_are_read_in_other_formats() {
    let (given, moved) = (Given::new(40), Given::new(61));
    let rectangles = given.assigned();
    // Doubles relative to an origin, and floats of which a third is not read.
    let origin = [1024.0, -512.0, 0.0];
    let shift = |k: usize| [0, 1].map(|c| f64::from(moved.centers[k][c]) + origin[c]);
    let centers: Vec<[f64; 2]> = (0..40).map(shift).collect();
    let doubles: Vec<_> = moved.rotations.iter().map(|row| row.map(f64::from)).collect();
    let far = OctosatPoses {
        origin,
        ..poses(column(&centers, OCTOSAT_F64X2), column(&doubles, OCTOSAT_F64X2))
    };
    // SAFETY: columns of as many rows.
    let status =
        unsafe { octosat_rectangles_set_poses(rectangles.raw, 40, &raw const far, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    let list: Vec<_> = (0..200).map(|k| [k % 40, (k * 7 + 1) % 40]).collect();
    let pairs = pairs_of(&list);
    let mut there = Given::new(40);
    (there.centers, there.rotations) =
        (moved.centers[..40].to_vec(), moved.rotations[..40].to_vec());
    let store = there.store();
    assert_eq!(found(&query(&rectangles, &pairs)), expected(Query::new(&store, &list), list.len()));
}

#[test]
fn wrong_rectangles_leave_the_list_as_it_was() {
    let given = Given::new(8);
    let (rectangles, poses, extents) = (given.assigned(), given.poses(), given.half_extents());
    let mut bad = Given::new(8);
    bad.half_extents[5][1] = -1.0;
    bad.rotations[3] = [0.5, 0.5];
    let triples = [[0.0_f32; 3]; 8];
    let quaternions = OctosatPoses { rotations: column(&triples, OCTOSAT_F32X3), ..poses };
    let endless = OctosatPoses { origin: [0.0, f64::INFINITY, 0.0], ..poses };
    let wrong = OctosatColumn { format: OCTOSAT_F32_WXYZ, stride: 16, ..extents };
    let bad_poses = OctosatPoses { rotations: bad.poses().rotations, ..poses };
    for (poses, extents, status, place, expected) in [
        (poses, bad.half_extents(), OCTOSAT_BAD_BOX, 5, "given rectangle 5"),
        (bad_poses, extents, OCTOSAT_BAD_BOX, 3, "given rectangle 3: rotation"),
        (quaternions, extents, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, "two numbers"),
        (endless, extents, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, "poses.origin"),
        (poses, wrong, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, "vectors of 2 numbers"),
    ] {
        let mut error = no_error();
        let (poses, reported) = (&raw const poses, &raw mut error);
        // SAFETY: columns of as many rows.
        let found =
            unsafe { octosat_rectangles_assign(rectangles.raw, 8, poses, extents, reported) };
        assert_eq!((found, error.place), (status, place), "{}", text(&error));
        assert!(text(&error).contains(expected), "{}", text(&error));
    }
    // SAFETY: columns of as many rows.
    unsafe {
        let (bad, good) = (&raw const bad_poses, &raw const poses);
        let moved = octosat_rectangles_set_poses(rectangles.raw, 8, bad, null_mut());
        assert_eq!(moved, OCTOSAT_BAD_BOX);
        let moved = octosat_rectangles_set_poses(rectangles.raw, 7, good, null_mut());
        assert_eq!(moved, OCTOSAT_BAD_LENGTH);
        assert_eq!(octosat_rectangles_count(null()), 0);
        octosat_rectangles_destroy(null_mut());
    }
    let list: Vec<_> = (0..64).map(|k| [k % 8, k / 8]).collect();
    let (pairs, store) = (pairs_of(&list), given.store());
    assert_eq!(found(&query(&rectangles, &pairs)), expected(Query::new(&store, &list), list.len()));
}

#[test]
fn rejected_queries_write_nothing() {
    let rectangles = Given::new(8).assigned();
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let (good, bad) = (pairs_of(&[[0, 1], [2, 3]]), pairs_of(&[[0, 1], [2, 8]]));
    let (asked, outside) = (query(&rectangles, &good), query(&rectangles, &bad));
    let negative = OctosatRectangleQuery { within: -1.0, ..asked };
    let nothing = OctosatRectangleQuery { rectangles: null(), ..asked };
    let mut out = [9_u8; 2];
    for (asked, count, status, expected) in [
        (outside, 2, OCTOSAT_OUT_OF_RANGE, "pairs[1][1] is 8, but the number of rectangles is 8"),
        (negative, 2, OCTOSAT_BAD_SETTING, "`within` is -1"),
        (nothing, 2, OCTOSAT_NULL, "query.rectangles is null"),
        (asked, 1, OCTOSAT_BAD_LENGTH, "must be 2"),
    ] {
        let mut error = no_error();
        let (asked, first, reported) = (&raw const asked, out.as_mut_ptr(), &raw mut error);
        // SAFETY: handles, and a buffer of as many rows.
        let found =
            unsafe { octosat_rectangle_overlaps(engine.raw, asked, first, count, reported) };
        assert_eq!(found, status);
        assert!(text(&error).contains(expected), "{}", text(&error));
    }
    assert_eq!(out, [9; 2]);
}
