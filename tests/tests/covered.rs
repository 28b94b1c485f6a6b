//! Covered faces: which are found, which are rejected, and what contacts do with them on every backend.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use bytemuck::bytes_of;
use octosat::{
    BoxPose, BoxStore, BoxView, ContactCache, ContactKind, Contacts, CoveredFaces,
    CoveredRectangle, Engine, ErrorKind, Face, Manifolds, OrientedBox, PointLimit, Query,
    covered_faces,
};
use octosat_check::{engines, fastest};
use octosat_scenes::generate::sweep;
use octosat_tests::{UPRIGHT, named, of_bits, store_of, upright};
use rayon::ThreadPoolBuilder;

const TOLERANCE: f32 = 1e-4;

/// `side` × `side` cubes of a meter.
fn cubes(side: u8) -> Vec<OrientedBox> {
    let cube = |x: u8, z: u8| upright([x.into(), 0.0, z.into()], [0.5; 3]);
    (0..side).flat_map(|x| (0..side).map(move |z| cube(x, z))).collect()
}

/// A half turn of this many eighths about y, as a quaternion.
fn about_y(eighths: f32) -> [f32; 4] {
    let (sine, cosine) = (eighths * std::f32::consts::FRAC_PI_8).sin_cos();
    [0.0, sine, 0.0, cosine]
}

fn masks(boxes: &[OrientedBox]) -> Vec<u8> {
    covered_faces(&store_of(boxes), TOLERANCE).unwrap().masks().to_vec()
}

#[test]
fn cubes_of_a_floor_cover_each_other() {
    let found = masks(&cubes(3));
    // Bits 0 and 1 along x, 4 and 5 along z.
    assert_eq!(found[..3], [0b10_00_10, 0b11_00_10, 0b01_00_10]);
    assert_eq!(found[3..6], [0b10_00_11, 0b11_00_11, 0b01_00_11]);
    assert_eq!(found[6..], [0b10_00_01, 0b11_00_01, 0b01_00_01]);
}

#[test]
fn a_face_can_be_covered_by_several_boxes() {
    // Two halves of different thickness next to a cube; the second reaches through the plane of its face.
    let halves = [
        upright([1.0, -0.25, 0.0], [0.5, 0.25, 0.5]),
        upright([0.95, 0.25, 0.0], [0.5, 0.25, 0.5]),
    ];
    let cube = upright([0.0; 3], [0.5; 3]);
    assert_eq!(masks(&[cube, halves[0], halves[1]])[0], 0b00_00_10);
    let found = covered_faces(&store_of([cube, halves[0]]), TOLERANCE).unwrap();
    assert_eq!(found.masks(), [0, 0b00_00_01]);
    let [part] = found.rectangles() else { panic!("{found:?}") };
    // Of the face along x, the coordinates are y and z.
    assert_eq!((part.index, part.face, part.center), (0, Face::positive(0), [-0.25, 0.0]));
    assert!((part.half_extents[0].min(part.half_extents[1]) - 0.2501).abs() < 1e-6);
}

#[test]
fn neighbors_may_be_turned_in_the_plane_of_the_face() {
    // A larger box on a cube, turned about the normal of the common face.
    for eighths in [0.0, 1.0, 1.7, 4.0] {
        let pose = BoxPose::new([0.0, 1.0, 0.0], about_y(eighths));
        let lid = OrientedBox { pose, ..upright([0.0; 3], [0.75, 0.5, 0.75]) };
        let found =
            covered_faces(&store_of([upright([0.0; 3], [0.5; 3]), lid]), TOLERANCE).unwrap();
        assert_eq!(found.masks(), [0b00_10_00, 0], "{eighths}");
        assert_eq!(found.rectangles().len(), 1);
    }
    // A square that is turned by an eighth of a turn leaves the corners open.
    let pose = BoxPose::new([0.0, 1.0, 0.0], about_y(1.0));
    let lid = OrientedBox { pose, ..upright([0.0; 3], [0.5; 3]) };
    let found = covered_faces(&store_of([upright([0.0; 3], [0.5; 3]), lid]), TOLERANCE).unwrap();
    assert_eq!(found.masks(), [0, 0]);
    assert_eq!(found.rectangles().len(), 2);
}

#[test]
fn what_only_touches_a_border_or_tilts_covers_nothing() {
    let cube = upright([0.0; 3], [0.5; 3]);
    // Edge to edge, and one that lies on the same plane next to the cube: a step.
    assert_eq!(masks(&[cube, upright([1.0, 1.0, 0.0], [0.5; 3])]), [0, 0]);
    assert!(
        covered_faces(&store_of([cube, upright([1.0, 1.0, 0.0], [0.5; 3])]), TOLERANCE)
            .unwrap()
            .rectangles()
            .is_empty()
    );
    let tilted = OrientedBox::new([1.0, 0.0, 0.0], [0.0, 0.0, 0.001, 1.0], [0.5; 3]);
    assert_eq!(masks(&[cube, tilted]), [0, 0]);
    // A gap of more than the tolerance, and one of less.
    assert_eq!(masks(&[cube, upright([1.0002, 0.0, 0.0], [0.5; 3])]), [0, 0]);
    assert_eq!(masks(&[cube, upright([1.00005, 0.0, 0.0], [0.5; 3])]), [2, 1]);
    // A plate has faces on both sides, and none without area.
    let plate = upright([0.0, 0.5, 0.0], [0.5, 0.0, 0.5]);
    assert_eq!(masks(&[cube, plate])[1], 0b00_01_00);
    // The same box twice.
    assert_eq!(masks(&[cube, cube]), [0, 0]);
}

#[test]
fn the_result_depends_on_no_order_and_no_number_of_threads() {
    let mut boxes = cubes(50);
    for (number, cube) in boxes.iter_mut().enumerate().skip(1).step_by(7) {
        cube.half_extents[1] = if number % 2 == 0 { 0.25 } else { 0.4 };
    }
    let alone = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let four = ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let found = [alone, four]
        .map(|pool| pool.install(|| covered_faces(&store_of(&boxes), TOLERANCE).unwrap()));
    assert_eq!(found[0], found[1]);
    assert!(!found[0].rectangles().is_empty());
    boxes.reverse();
    let reversed = covered_faces(&store_of(&boxes), TOLERANCE).unwrap();
    assert!(reversed.masks().iter().rev().eq(found[0].masks()));
    assert_eq!(reversed.rectangles().len(), found[0].rectangles().len());
}

#[test]
fn boxes_that_are_not_finite_cover_nothing() {
    let centers = [[0.0; 3], [f32::NAN, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let halves = [[0.5; 3]; 3];
    let view = BoxView::unchecked(&centers, &[UPRIGHT; 3], &halves).unwrap();
    assert_eq!(covered_faces(view, TOLERANCE).unwrap().masks(), [2, 0, 1]);
    let none = covered_faces(&BoxStore::new(), TOLERANCE).unwrap();
    assert!(none.is_empty() && none.rectangles().is_empty());
}

#[test]
fn wrong_values_are_named() {
    let boxes = store_of(cubes(2));
    for tolerance in [-1.0, f32::NAN, f32::INFINITY] {
        let error = covered_faces(&boxes, tolerance).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Setting);
        let words = format!("the tolerance is {tolerance}, but must be finite and at least zero");
        assert_eq!(error.to_string(), words);
    }
    let error = CoveredFaces::of_masks(&[0, 0b0100_0000]).unwrap_err();
    assert_eq!(named(&error), ("masks", 1, ""));
    assert_eq!(error.to_string(), "masks[1] is 0b01000000, but a box has six faces");
    let good = CoveredRectangle {
        direction: [1.0, 0.0],
        half_extents: [1.0; 2],
        ..CoveredRectangle::default()
    };
    let bad = [
        (CoveredRectangle { index: 2, ..good }, "a box that does not exist"),
        (CoveredRectangle { face: Face::STARTS_INSIDE, ..good }, "a face that does not exist"),
        (CoveredRectangle { center: [f32::NAN, 0.0], ..good }, "a center that is not finite"),
        (CoveredRectangle { direction: [0.5; 2], ..good }, "not of unit length"),
        (CoveredRectangle { half_extents: [1.0, -1.0], ..good }, "a half extent"),
    ];
    for (rectangle, what) in bad {
        let error = CoveredFaces::of_parts(&[0; 2], &[good, rectangle]).unwrap_err().to_string();
        assert!(error.starts_with("rectangles[1] ") && error.contains(what), "{error}");
    }
    let unsorted = [CoveredRectangle { index: 1, ..good }, good];
    let error = CoveredFaces::of_parts(&[0; 2], &unsorted).unwrap_err();
    assert_eq!(error.to_string(), "rectangles[1] is out of order");

    // A query with covered faces of other boxes writes nothing.
    let faces = CoveredFaces::of_masks(&[0; 3]).unwrap();
    let mut out = Manifolds::new();
    let error = fastest()
        .manifolds(Contacts::new(Query::new(&boxes, &[[0, 1]])).covered(&faces), &mut out)
        .unwrap_err();
    let words = "the covered faces are of 3 boxes, but the number of boxes is 4";
    assert_eq!(error.to_string(), words);
    assert!(out.manifolds().is_empty());
}

/// A floor of cubes with a box on it that reaches over several of them, in either order of the pairs.
fn crate_on_cubes() -> (BoxStore, CoveredFaces, Vec<[u32; 2]>) {
    let mut boxes = cubes(3);
    let mut masks = masks(&boxes);
    boxes.push(OrientedBox::new([1.001, 0.8, 0.999], about_y(0.3), [0.501, 0.5, 0.501]));
    masks.push(0);
    let pairs = (0..9).map(|cube| if cube % 2 == 0 { [cube, 9] } else { [9, cube] }).collect();
    (store_of(&boxes), CoveredFaces::of_masks(&masks).unwrap(), pairs)
}

#[test]
fn no_normal_leaves_a_covered_face_on_any_backend() {
    let (boxes, faces, pairs) = crate_on_cubes();
    for engine in engines() {
        let mut cache = ContactCache::new();
        let query = Query::new(&boxes, &pairs).within(0.02);
        let mut usual = Manifolds::new();
        engine.manifolds(query, &mut usual).unwrap();
        let is_upright = |normal: [f32; 3]| normal[1].abs() > 0.999_999;
        assert!(usual.touching().any(|touching| !is_upright(touching.manifold.normal)));
        for limit in [PointLimit::Four, PointLimit::Eight] {
            let contacts = Contacts::new(query).limit(limit).covered(&faces);
            let mut out = Manifolds::new();
            engine.manifolds(contacts, &mut out).unwrap();
            assert!(out.touching().len() >= 4);
            for touching in out.touching() {
                let up = if touching.pair[1] == 9 { 1.0 } else { -1.0 };
                assert!(is_upright(touching.manifold.normal), "{touching:?}");
                assert!(up * touching.manifold.normal[1] > 0.0, "{touching:?}");
            }
            if limit == PointLimit::Four {
                cache.next_frame();
                let cached = engine.manifolds_cached(contacts, &mut cache).unwrap();
                assert_eq!(cached.manifolds(), out.manifolds());
            }
        }
    }
}

#[test]
fn faces_that_cover_nothing_change_no_bit() {
    let (boxes, _, pairs) = crate_on_cubes();
    let none = CoveredFaces::of_masks(&[0; 10]).unwrap();
    let engine = fastest();
    let query = Query::new(&boxes, &pairs).within(0.02);
    let [mut bare, mut with] = [Manifolds::new(), Manifolds::new()];
    engine.manifolds(query, &mut bare).unwrap();
    engine.manifolds(Contacts::new(query).covered(&none), &mut with).unwrap();
    assert_eq!(bare.manifolds(), with.manifolds());
}

#[test]
fn a_row_says_when_every_contact_would_leave_a_covered_face() {
    let (boxes, _, pairs) = crate_on_cubes();
    let all = CoveredFaces::of_masks(&[63; 10]).unwrap();
    let engine = fastest();
    let mut out = Manifolds::new();
    engine.manifolds(Contacts::new(Query::new(&boxes, &pairs)).covered(&all), &mut out).unwrap();
    assert_eq!(out.touching().len(), 0);
    let kinds: Vec<_> = out.manifolds().iter().map(octosat::Manifold::kind).collect();
    assert_eq!(kinds[4], ContactKind::Covered, "{kinds:?}");
    let covered = out.manifolds()[4];
    assert!(
        covered.depth > 0.0
            && covered.normal.iter().all(|&component| component.abs() <= 0.0)
            && covered.len == 0
    );
}

/// A cube that reaches through a carpet, a little into the floor below: the carpet holds it, and the floor does not push it
/// out at its rim.
#[test]
fn a_floor_below_a_thin_layer_pushes_nothing_to_its_rim() {
    for (half, layer) in [(5.0, 0.005), (5.0, 0.001), (1.0, 0.05)] {
        let floor = upright([0.0, -1.0, 0.0], [half, 1.0, half]);
        let carpet = upright([0.0, layer, 0.0], [half, layer, half]);
        let found = covered_faces(&store_of([floor, carpet]), TOLERANCE).unwrap();
        let mut masks = found.masks().to_vec();
        masks.push(0);
        let covered = CoveredFaces::of_parts(&masks, found.rectangles()).unwrap();
        for x in [-0.5, 0.0, 0.3] {
            let cube = upright([x, 0.198, -0.3], [0.2; 3]);
            let boxes = store_of([floor, carpet, cube]);
            let pairs = [[0, 2], [1, 2], [2, 0]];
            let contacts = Contacts::new(Query::new(&boxes, &pairs).within(0.02)).covered(&covered);
            for engine in engines() {
                let mut out = Manifolds::new();
                engine.manifolds(contacts, &mut out).unwrap();
                let [of_floor, of_carpet, swapped] = out.manifolds() else { panic!() };
                assert_eq!(of_floor.kind(), ContactKind::Covered, "{of_floor:?}");
                assert_eq!(swapped.kind(), ContactKind::Covered, "{swapped:?}");
                assert!(of_carpet.normal[1] >= 1.0, "{of_carpet:?}");
            }
        }
    }
}

#[test]
fn parts_of_faces_count_if_all_points_lie_there() {
    // A cube whose face along x is covered in its lower half, and a box that reaches into that half or into both.
    let boxes = |height: f32| {
        store_of([upright([0.0; 3], [0.5; 3]), upright([0.899, height, 0.0], [0.4, 0.2, 0.2])])
    };
    let part = CoveredRectangle {
        index: 0,
        face: Face::positive(0),
        reserved: [0; 3],
        center: [-0.25, 0.0],
        direction: [1.0, 0.0],
        half_extents: [0.25, 0.5],
    };
    let faces = CoveredFaces::of_parts(&[0, 0], &[part]).unwrap();
    for engine in engines() {
        for (height, pair, normal) in [
            (-0.25, [0, 1], None),
            (-0.25, [1, 0], None),
            (0.0, [0, 1], Some([1.0, 0.0, 0.0])),
            (0.0, [1, 0], Some([-1.0, 0.0, 0.0])),
        ] {
            let boxes = boxes(height);
            let mut out = Manifolds::new();
            let query = Query::new(&boxes, std::slice::from_ref(&pair));
            engine.manifolds(Contacts::new(query).covered(&faces), &mut out).unwrap();
            let row = out.manifolds()[0];
            match normal {
                Some(normal) => assert_eq!(row.normal.map(f32::to_bits), normal.map(f32::to_bits)),
                None => assert!(row.normal[0].abs() < 1e-6, "{row:?}"),
            }
        }
    }
}

#[test]
fn many_boxes_on_a_floor_have_no_bumps() {
    // Several chunks, so that dense and sparse ones follow each other.
    let mut boxes = cubes(30);
    let mut masks = masks(&boxes);
    for number in 0..400_u16 {
        let [x, z] = [number % 20, number / 20].map(|place| 1.37 * f32::from(place) + 0.9);
        let turn = about_y(0.01 * f32::from(number));
        let sunk = if number.is_multiple_of(3) { 1e-3 } else { -1e-3 };
        boxes.push(OrientedBox::new([x, 0.8 - sunk, z], turn, [0.3; 3]));
        masks.push(0);
    }
    let store = store_of(&boxes);
    let [centers, halves] = [
        boxes.iter().map(|given| given.pose.center).collect::<Vec<_>>(),
        boxes.iter().map(|given| given.half_extents).collect(),
    ];
    let rotations: Vec<_> = boxes.iter().map(|given| given.pose.rotation).collect();
    let mut pairs = sweep(&halves, &centers, &rotations, 0.05);
    pairs.retain(|[_, b]| *b >= 900);
    let faces = CoveredFaces::of_masks(&masks).unwrap();
    for engine in engines() {
        let mut out = Manifolds::new();
        let contacts = Contacts::new(Query::new(&store, &pairs).within(0.05)).covered(&faces);
        engine.manifolds(contacts, &mut out).unwrap();
        let inside = |pair: [u32; 2]| masks[pair[0] as usize] == 0b11_00_11;
        let mut count = 0;
        for touching in out.touching().filter(|touching| inside(touching.pair)) {
            assert!(touching.manifold.normal[1] > 0.999_999, "{touching:?}");
            count += 1;
        }
        assert!(count > 400, "{count}");
    }
}

/// The contacts of boxes that no store accepts, on one engine.
fn contacts_of(
    engine: &Engine,
    boxes: &[OrientedBox],
    pairs: &[[u32; 2]],
    (faces, margin): (&CoveredFaces, f32),
) -> Manifolds {
    let centers: Vec<_> = boxes.iter().map(|given| given.pose.center).collect();
    let rotations: Vec<_> = boxes.iter().map(|given| given.pose.rotation).collect();
    let halves: Vec<_> = boxes.iter().map(|given| given.half_extents).collect();
    let view = BoxView::unchecked(&centers, &rotations, &halves).unwrap();
    let mut out = Manifolds::new();
    let query = Query::new(view, pairs).within(margin);
    engine.manifolds(Contacts::new(query).covered(faces), &mut out).unwrap();
    out
}

#[test]
fn the_search_for_another_axis_ends_for_rotations_that_are_not_of_unit_length() {
    let boxes = [
        of_bits([0; 3], [0, 0, 0, 0x3f80_000d], [0x3f80_0000; 3]),
        OrientedBox::new(
            [-0.375, -0.375, -1.5],
            [0x3f35_0505, 0, 0x3f35_0505, 0].map(f32::from_bits),
            [0.5; 3],
        ),
    ];
    let part = CoveredRectangle {
        index: 1,
        face: Face::negative(2),
        reserved: [0; 3],
        center: [0.0; 2],
        direction: [1.0, 0.0],
        half_extents: [5.0; 2],
    };
    let faces = CoveredFaces::of_parts(&[0, 0], &[part]).unwrap();
    let pairs = [[0, 1], [1, 0]];
    let first = contacts_of(&engines()[0], &boxes, &pairs, (&faces, 0.0));
    for engine in &engines() {
        let out = contacts_of(engine, &boxes, &pairs, (&faces, 0.0));
        assert_eq!(out.manifolds(), first.manifolds());
    }
}

#[test]
fn a_row_without_points_does_not_depend_on_its_neighbors() {
    let one = |center, rotation| OrientedBox::new(center, rotation, [0.5; 3]);
    let boxes = [
        one([0.0; 3], UPRIGHT),
        one([0.0, 0.0, 1.0], [0.299_838_57, 0.068_368_68, -0.926_666_26, 0.216_130_05]),
        one([1.0, 0.0, 2.0], UPRIGHT),
        one([-0.362_960_4, 1.0, 1.740_295_5], UPRIGHT),
        one([0.0; 3], UPRIGHT),
        one([1.0, 0.0, 1.0], [0.0, 0.0, -1.266_611_8e13, 1.0]),
    ];
    let faces = CoveredFaces::of_masks(&[2, 28, 63, 0, 0, 0]).unwrap();
    let pairs = [[1, 3], [5, 2]];
    for engine in engines() {
        for margin in [0.0, 0.02, 1.0] {
            let out = contacts_of(&engine, &boxes, &pairs, (&faces, margin));
            let alone = contacts_of(&engine, &boxes, &pairs[1..], (&faces, margin));
            assert_eq!(out.manifolds()[1].kind(), ContactKind::NonFinite);
            assert_eq!(bytes_of(&out.manifolds()[1]), bytes_of(&alone.manifolds()[0]));
            Manifolds::from_parts(out.pairs(), out.manifolds(), out.points(), &[]).unwrap();
        }
    }
}

/// Contacts whose usual normal leaves no covered face: of centers in one plane, whose normal has either sign, and of closest
/// points, whose direction is no axis.
#[test]
fn a_contact_whose_usual_normal_leaves_no_covered_face_is_kept() {
    let level = [
        of_bits(
            [0xbf55_56c8, 0x3e9f_15cb, 0xbeb2_5727],
            [0x3e8c_7af6, 0, 0xbf76_2ce6, 0],
            [0x4005_e1fe, 0x3d9e_720e, 0x3fbd_47ba],
        ),
        of_bits(
            [0xbf71_c1e2, 0x3e9f_15cb, 0xbddc_e30c],
            [0, 0, 0, 0x3f80_0000],
            [0x3f31_72e0, 0x3e34_ede4, 0x3f3d_839e],
        ),
    ];
    let closest = [
        of_bits(
            [0x3e44_fbd8, 0xbf00_0000, 0x3ee6_f7c1],
            [0, 0, 0, 0x3f80_0000],
            [0x3e75_9af2, 0x3e00_0000, 0x3f66_33de],
        ),
        of_bits(
            [0x3f5c_1bba, 0xbd26_da4c, 0x3f60_0000],
            [0xbb0d_9868, 0xbaf8_09b4, 0x3990_1783, 0x3f7f_ffba],
            [0x3e17_3863, 0x3ea0_0000, 0x3ec0_0000],
        ),
    ];
    let none = CoveredFaces::of_masks(&[0, 0]).unwrap();
    for (boxes, mask, margin, kind) in [
        (level, 0b10_01_10, 0.0, ContactKind::Face),
        (closest, 0b00_10_00, 0.3, ContactKind::Closest),
    ] {
        let faces = CoveredFaces::of_masks(&[0, mask]).unwrap();
        for engine in engines() {
            let usual = contacts_of(&engine, &boxes, &[[0, 1]], (&none, margin));
            let covered = contacts_of(&engine, &boxes, &[[0, 1]], (&faces, margin));
            assert_eq!(covered.manifolds()[0].kind(), kind);
            assert_eq!(
                covered.manifolds()[0].normal.map(f32::to_bits),
                usual.manifolds()[0].normal.map(f32::to_bits)
            );
        }
    }
}

/// A box with a corner next to an edge of a cube, above its face along y: both faces show points above the face alone, and
/// all of these lie on a covered part. The closest points, a corner and a point of the edge, are the contact unless the part
/// reaches as far as that point, too.
#[test]
fn closest_points_off_a_covered_part_are_a_contact() {
    let third = (1.0_f32 / 3.0).sqrt();
    let boxes = [
        upright([0.0; 3], [1.0; 3]),
        OrientedBox::new([-1.5, 3.5, -2.75], [-third, 0.0, third, third], [0.5, 3.0, 2.5]),
    ];
    // Along z and x.
    let part = CoveredRectangle {
        index: 0,
        face: Face::positive(1),
        reserved: [0; 3],
        center: [-0.25, -0.5],
        direction: [1.0, 0.0],
        half_extents: [1.0, 1.25],
    };
    let whole = CoveredRectangle { half_extents: [2.0; 2], ..part };
    let [open, in_part, all] =
        [&[][..], &[part], &[whole]].map(|parts| CoveredFaces::of_parts(&[0; 2], parts).unwrap());
    let pairs = [[0, 1], [1, 0]];
    for engine in engines() {
        let usual = contacts_of(&engine, &boxes, &pairs, (&open, 1.75));
        let covered = contacts_of(&engine, &boxes, &pairs, (&in_part, 1.75));
        assert!(usual.manifolds().iter().all(|row| row.kind() == ContactKind::Closest));
        assert_eq!(covered.manifolds(), usual.manifolds());
        let found = [&covered, &usual].map(|of| of.touching().map(|pair| pair.points[0]));
        let [covered, usual] = found.map(Vec::from_iter);
        assert_eq!(covered, usual);
        let none = contacts_of(&engine, &boxes, &pairs, (&all, 1.75));
        assert!(none.manifolds().iter().all(|row| row.kind() == ContactKind::Separated));
    }
}

/// A cube that leans by less than a normal may, a few micrometers deep in a tile: in every frame the normal is the tile's.
#[test]
fn a_box_that_leans_by_a_hair_has_the_normal_of_the_floor() {
    let mut boxes = cubes(3);
    let mut masks = masks(&boxes);
    masks.push(0);
    let faces = CoveredFaces::of_masks(&masks).unwrap();
    let pairs: Vec<[u32; 2]> = (0..9).map(|tile| [tile, 9]).collect();
    for depth in [1e-6, 2e-6, 5e-6, 1e-5, 2e-5] {
        for lean in [1e-6, 3e-6, 6e-6, 9e-6, 1e-5] {
            for [x, z] in [[1.0, 0.0], [0.0, 1.0], [-0.7, 0.7], [-0.8, -0.6]] {
                let rotation = [0.5 * lean * z, 0.0, 0.5 * lean * x, 1.0];
                boxes.push(OrientedBox::new([1.1, 0.75 - depth, 0.9], rotation, [0.25; 3]));
                let query = store_of(&boxes);
                for engine in engines() {
                    let mut out = Manifolds::new();
                    let contacts =
                        Contacts::new(Query::new(&query, &pairs).within(0.02)).covered(&faces);
                    engine.manifolds(contacts, &mut out).unwrap();
                    assert_eq!(out.touching().len(), 1);
                    for touching in out.touching() {
                        assert_eq!(
                            touching.manifold.normal.map(f32::to_bits),
                            [0.0_f32, 1.0, 0.0].map(f32::to_bits)
                        );
                    }
                }
                boxes.pop();
            }
        }
    }
}
