//! Values that stores and constructors reject, in unchecked views and casts. They spoil their own rows alone, in the same
//! way on every backend. The NaNs in these rows are one constant, since IEEE 754 leaves the sign of a computed NaN to the
//! platform.

use bytemuck::{Pod, bytes_of};
use octosat::{
    AxisAlignedBox, BoxView, CastState, ClosestPoints, ContactKind, DistanceState, Engine,
    HalfSpace, HalfSpaceContacts, Ray, RayHit, Segment, Verdict,
};
use octosat_check::manifolds::ManifoldRow;
use octosat_check::queries::pairs::{PairRow, Pairs, difference_from_plain};
use octosat_check::queries::{
    aabbs, capsules, casts, distances, half_space, lines, spheres, verdicts,
};
use octosat_check::{Asked, Basis, Boxes, Case, Frame, Query, Setting, engines, short};
use octosat_reference::OrientedBox;
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

use crate::common::{answers, boxed, cases, frame_of, manifolds};

/// A whole batch of every backend, and some more.
const BOXES: usize = 21;

/// The pairs of a chunk of the engine.
const MAX_CHUNK: usize = 512;

/// The lane of shapes that is spoilt.
const BAD: usize = 5;

/// Values that no store takes. NaNs of both signs, because either may be what a platform computes.
fn bad_values() -> [f32; 4] {
    [f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(0x7fc0_0123), f32::from_bits(0xffc0_0000)]
}

/// Rows of four in which one number, or all, are bad.
fn bad_rows(good: [f32; 4]) -> impl Iterator<Item = [f32; 4]> {
    bad_values().into_iter().flat_map(move |value| {
        let one = (0..4).map(move |component| {
            std::array::from_fn(|k| if k == component { value } else { good[k] })
        });
        one.chain([[value; 4]])
    })
}

/// Boxes, each of which is a pair with the next; every other one upright: zeros times infinity are what makes a NaN of
/// an infinite center.
fn ring() -> Frame {
    let mut random = Random::new(301);
    let boxes: Vec<_> = (0..BOXES)
        .map(|number| {
            let turned = random.rotation();
            let rotation = if number % 2 == 1 { [0.0, 0.0, 0.0, 1.0] } else { turned };
            boxed(random.vector(-2.0, 2.0), rotation, random.vector(0.5, 1.5))
        })
        .collect();
    let pairs = (0..BOXES).map(|index| [short(index), short((index + 1) % BOXES)]).collect();
    Frame { pairs, ..frame_of(&boxes, 0.05) }
}

fn assert_constant_nans(words: &[u8], what: &str) {
    for word in bytemuck::cast_slice::<u8, [u8; 4]>(words) {
        let word = u32::from_ne_bytes(*word);
        let constant = !f32::from_bits(word).is_nan() || word == f32::NAN.to_bits();
        assert!(constant, "{word:#x}, {what}");
    }
}

/// Spoils one box after the other by each kind of bad row in each of its columns.
fn check_bad_boxes<Q: Query>(query: Q, look: impl Fn(&Engine, &Case, &[Q::Row])) {
    for case in cases(&ring()).iter().filter(|c| query.facts().bases.contains(&c.boxes.basis())) {
        let world = query.world(case).unwrap();
        let rows = query.rows(case, &world);
        for engine in engines() {
            let ask = |case: &Case| {
                query.ask(&Asked::list(&engine, case, &world, &rows), &mut query.memory(0)).unwrap()
            };
            let clean = ask(case);
            let mut bad = 0;
            for column in 0..case.boxes.clone().columns_mut().len() {
                let good = case.boxes.clone().columns_mut()[column].clone();
                for number in 0..bad_rows([0.0; 4]).count() {
                    bad = (bad + 8) % BOXES;
                    let row = bad_rows(good[bad]).nth(number).unwrap();
                    let mut spoilt = case.clone();
                    spoilt.boxes.columns_mut()[column][bad] = row;
                    let found = ask(&spoilt);
                    let what = format!("{row:?} in column {column}, {engine:?}");
                    for (place, (found, clean)) in found.iter().zip(&clean).enumerate() {
                        let depends = query.depends_on(case, rows[place], short(bad));
                        let same = bytes_of(found) == bytes_of(clean);
                        assert!(depends || same, "row {place}, {what}: {found:?}, not {clean:?}");
                        assert_constant_nans(bytes_of(found), &what);
                    }
                    look(&engine, &spoilt, &found);
                }
            }
        }
    }
}

/// The plain reference says what the rows of a bad box are.
#[test]
fn bad_boxes_spoil_their_pairs_alone() {
    check_bad_boxes(Pairs, |engine, case, found| {
        for (row, &pair) in found.iter().zip(&case.pairs) {
            let difference = difference_from_plain(case, pair, row);
            assert_eq!(difference, None, "{engine:?}");
            assert_no_contact_of_nan(row);
        }
    });
}

/// Behind a chunk of pairs in contact, all stages of a batch run at once, whatever its lanes hold.
#[test]
fn bad_boxes_spoil_their_pairs_alone_behind_touching_pairs() {
    let clean = Case::new(Basis::Unit, &ring()).unwrap();
    for engine in engines() {
        let touches = |row: &PairRow| manifolds(row).iter().all(|found| found.row.len > 0);
        let rows = answers(&engine, &clean);
        for (number, row) in bad_rows([1.0; 4]).enumerate() {
            let bad = (number * 8 + 3) % BOXES;
            let mut spoilt = clean.clone();
            spoilt.boxes.columns_mut()[number % 3][bad] = row;
            let alone = answers(&engine, &spoilt);
            let good =
                |&(pair, row): &(&[u32; 2], &PairRow)| touches(row) && !pair.contains(&short(bad));
            let touching = clean.pairs.iter().zip(&rows).filter(good).map(|(&pair, _)| pair);
            let chunk: Vec<_> = touching.cycle().take(MAX_CHUNK).collect();
            assert_eq!(chunk.len(), MAX_CHUNK, "no pair touches");
            for length in [1, 7, 8, 9, 15, 16, 17, BOXES] {
                let pairs = [&chunk[..], &clean.pairs[..length]].concat();
                let found = answers(&engine, &Case { pairs, ..spoilt.clone() });
                let same = bytemuck::cast_slice::<_, u8>(&found[MAX_CHUNK..])
                    == bytemuck::cast_slice::<_, u8>(&alone[..length]);
                assert!(same, "{row:?}, {length} pairs, {engine:?}");
            }
        }
    }
}

/// A distance with a bad box has no number but a NaN; any other row is finite.
#[test]
fn bad_boxes_spoil_their_distances_alone() {
    check_bad_boxes(distances::Distances, |_, _, found| {
        for row in found.iter().flat_map(distances::DistanceRow::answers) {
            let numbers = [row.on_a, row.normal];
            if row.state == DistanceState::NON_FINITE {
                assert!(row.distance.is_nan() && numbers == [[0.0; 3]; 2], "{row:?}");
            } else {
                assert!(row.distance.is_finite(), "{row:?}");
                assert!(numbers.as_flattened().iter().all(|number| number.is_finite()), "{row:?}");
            }
        }
    });
}

/// Whether all numbers of both boxes are finite.
fn are_finite(case: &Case, pair: [u32; 2]) -> bool {
    pair.into_iter().all(|index| {
        let OrientedBox { center, rotation, half_extents } = case.boxes.oriented(index);
        center.iter().chain(&rotation).chain(&half_extents).all(|number| number.is_finite())
    })
}

/// A cast with a bad box has no time, no axis and a state that says so.
#[test]
fn bad_boxes_spoil_their_casts_alone() {
    check_bad_boxes(casts::Casts, |_, case, found| {
        for (row, &pair) in found.iter().zip(&case.pairs) {
            for cast in [row.per_pair, row.per_box] {
                let is_finite = are_finite(case, pair);
                assert_eq!(cast.state != CastState::NON_FINITE, is_finite, "{cast:?}");
                let has_no_times = cast.time.is_nan() && cast.leave.is_nan();
                let is_none = has_no_times && !cast.touches() && cast.axis.code() == 255;
                assert!(is_finite || is_none, "{cast:?}");
            }
        }
    });
}

/// A pair with a bad box of a view is undecided, has no clearance, and does not overlap.
#[test]
fn bad_boxes_spoil_their_verdicts_alone() {
    check_bad_boxes(verdicts::Verdicts, |_, case, found| {
        for (row, &pair) in found.iter().zip(&case.pairs) {
            let is_undecided = row.verdicts[1] == Verdict::UNDECIDED && row.overlaps[1] == 0;
            assert!(
                are_finite(case, pair) || is_undecided && row.clearances[1].is_nan(),
                "{row:?}"
            );
        }
    });
}

#[test]
fn bad_boxes_spoil_their_rows_about_shapes_alone() {
    check_bad_boxes(half_space::HalfSpaces, |_, _, _| {});
    check_bad_boxes(spheres::Spheres, |_, _, _| {});
    check_bad_boxes(capsules::Capsules, |_, _, _| {});
    check_bad_boxes(aabbs::Aabbs, |_, _, _| {});
    check_bad_boxes(lines::LinesOfSight, |_, _, _| {});
}

/// No point has a NaN, and a depth is one exactly where nothing could be found.
fn assert_no_contact_of_nan(row: &PairRow) {
    for manifold in &row.manifolds {
        let is_rejected = manifold.row.kind() == ContactKind::NonFinite;
        assert_eq!(manifold.row.depth.is_nan(), is_rejected, "{manifold:?}");
        assert!(!is_rejected || manifold.points().is_empty(), "{manifold:?}");
        let numbers = |row: &ManifoldRow| {
            let points = row.points().to_vec();
            points.into_iter().flat_map(|point| [point.depth].into_iter().chain(point.position))
        };
        assert!(numbers(manifold).all(|number| !number.is_nan()), "{manifold:?}");
    }
}

/// Finite values that no store takes: pairs that nearly touch, of which one box has a value that is not legal.
fn garbage(pairs: usize, seed: u64) -> Case {
    let mut random = Random::new(seed);
    let (mut centers, mut rotations, mut half_extents) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..2 * pairs {
        let mut rotation = narrow(random.rotation());
        let [mut half, mut center] = [(0.1, 2.0), (-1.5, 1.5)].map(|(low, high)| {
            let [x, y, z] = narrow(random.vector(low, high));
            [x, y, z, 0.0]
        });
        if number % 2 == 1 {
            let component = random.below(3);
            let [huge] = narrow([10_f64.powf(random.range(3.0, 38.0))]);
            match number / 2 % 4 {
                0 | 1 => rotation[component] = huge,
                2 => half[component] = -half[component],
                _ => (half[component], center[component]) = (huge, -huge),
            }
        }
        centers.push(center);
        rotations.push(rotation);
        half_extents.push(half);
    }
    let boxes = boxed([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
    let case = Case::new(Basis::Unit, &frame_of(&vec![boxes; 2 * pairs], 0.0)).unwrap();
    Case { boxes: Boxes { centers, rotations, half_extents, axes: None }, ..case }
}

#[test]
fn finite_garbage_gives_the_same_bits_on_every_backend() {
    for seed in 0..2 {
        for margin in [0.0, 0.02, 1e12] {
            let case = garbage(8_000, 300 + seed);
            let case = Case { setting: Setting { margin, ..case.setting }, ..case };
            let mut first: Option<Vec<PairRow>> = None;
            for engine in engines() {
                let found = answers(&engine, &case);
                let bytes = bytemuck::cast_slice::<PairRow, u8>(&found);
                if let Some(first) = &first {
                    assert!(bytes == bytemuck::cast_slice::<_, u8>(first), "{engine:?} {margin}");
                    continue;
                }
                assert_constant_nans(bytes, "garbage");
                found.iter().for_each(assert_no_contact_of_nan);
                first = Some(found);
            }
        }
    }
}

/// Spoils each number of a shape by each kind of bad value.
fn check_bad_shapes<S: Pod, Q: Query<World = Vec<S>>>(query: Q) {
    let case = Case::new(Basis::Unit, &ring()).unwrap();
    let good = query.world(&case).unwrap();
    let rows = query.rows(&case, &good);
    assert!(rows.iter().any(|row| row[1] == short(BAD)));
    for engine in engines() {
        let ask = |world: &Vec<S>| {
            query.ask(&Asked::list(&engine, &case, world, &rows), &mut query.memory(0)).unwrap()
        };
        let clean = ask(&good);
        for (place, value) in places_and_values(size_of::<S>() / 4) {
            let mut world = good.clone();
            bytemuck::cast_slice_mut::<S, f32>(&mut world[BAD..=BAD])[place] = value;
            for ((found, clean), row) in ask(&world).iter().zip(&clean).zip(&rows) {
                let what = format!("{row:?}, number {place} is {value}, {engine:?}");
                let same = bytes_of(found) == bytes_of(clean);
                assert!(row[1] == short(BAD) || same, "{what}: {found:?}, not {clean:?}");
                assert_constant_nans(bytes_of(found), &what);
            }
        }
    }
}

/// Each number of a shape with each bad value.
fn places_and_values(numbers: usize) -> impl Iterator<Item = (usize, f32)> {
    (0..numbers).flat_map(|place| bad_values().map(|value| (place, value)))
}

#[test]
fn bad_shapes_spoil_their_rows_alone() {
    check_bad_shapes(half_space::HalfSpaces);
    check_bad_shapes(spheres::Spheres);
    check_bad_shapes(capsules::Capsules);
    check_bad_shapes(aabbs::Aabbs);
}

/// The bytes of the rows of each box with its own ray and segment, and of each segment with another one.
fn line_answers(engine: &Engine, boxes: BoxView<'_>, lines: (&[Ray], &[Segment])) -> [Vec<u8>; 3] {
    let own: Vec<[u32; 2]> = (0..short(BOXES)).map(|index| [index, index]).collect();
    // What is bad is a once and b once.
    let others: Vec<[u32; 2]> = own.iter().map(|&[a, _]| [a, short(BOXES - 1) - a]).collect();
    let mut hits = [vec![RayHit::MISS; BOXES], vec![RayHit::MISS; BOXES]];
    engine.hits(octosat::Query::new((boxes, lines.0), &own), &mut hits[0]).unwrap();
    engine.hits(octosat::Query::new((boxes, lines.1), &own), &mut hits[1]).unwrap();
    let mut closest = vec![ClosestPoints::default(); BOXES];
    engine.closest_points(octosat::Query::new(lines.1, &others), &mut closest).unwrap();
    let [of_rays, of_segments] = hits.map(|hits| bytemuck::cast_slice(&hits).to_vec());
    [of_rays, of_segments, bytemuck::cast_slice(&closest).to_vec()]
}

#[test]
fn bad_lines_spoil_their_rows_alone() {
    let case = Case::new(Basis::Unit, &ring()).unwrap();
    let mut random = Random::new(302);
    let (mut rays, mut segments) = (Vec::new(), Vec::new());
    for _ in 0..BOXES {
        let [start, end, way] = [(); 3].map(|()| narrow(random.vector(-2.0, 2.0)));
        rays.push(Ray::new(start, way).unwrap());
        segments.push(Segment::new(start, end).unwrap());
    }
    for engine in engines() {
        let clean = line_answers(&engine, case.boxes.unit(), (&rays, &segments));
        for (place, value) in places_and_values(8) {
            let (mut rays, mut segments) = (rays.clone(), segments.clone());
            bytemuck::cast_slice_mut::<Ray, f32>(&mut rays[BAD..=BAD])[place] = value;
            bytemuck::cast_slice_mut::<Segment, f32>(&mut segments[BAD..=BAD])[place] = value;
            let found = line_answers(&engine, case.boxes.unit(), (&rays, &segments));
            for (kind, (found, clean)) in found.iter().zip(&clean).enumerate() {
                let rows = found.chunks(found.len() / BOXES).zip(clean.chunks(clean.len() / BOXES));
                for (row, (found, clean)) in rows.enumerate() {
                    let what =
                        format!("row {row} of {kind}, number {place} is {value}, {engine:?}");
                    let of_other = kind == 2 && row == BOXES - 1 - BAD;
                    assert!(row == BAD || of_other || found == clean, "{what}");
                    assert_constant_nans(found, &what);
                }
            }
        }
    }
}

/// A rotation as long as `f32` allows, whose products overflow only in the normal.
#[test]
fn a_normal_that_overflows_makes_a_row_of_constants() {
    let centers = [[1.0, 0.0, 0.0]; 2];
    let rotations = [[0.0, f32::MIN, 0.0, 0.0], [0.0; 4]];
    let view =
        BoxView::unchecked(&centers, &rotations, &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.5]]).unwrap();
    for engine in engines() {
        let mut rows = [octosat::Penetration::default()];
        engine.penetrations(octosat::Query::new(view, &[[0, 1]]), &mut rows).unwrap();
        let octosat::Penetration { normal, depth, axis, .. } = rows[0];
        assert_eq!((normal.map(f32::to_bits), depth.to_bits()), ([0; 3], f32::NAN.to_bits()));
        assert_eq!(axis, octosat::Axis::NON_FINITE);
    }
}

/// A box that is not finite has a row of constants and no contacts, in every query.
#[test]
fn infinite_boxes_have_no_bounds_and_no_contacts() {
    let mut case = cases(&ring()).swap_remove(0);
    case.boxes.columns_mut()[0][BAD] = [f32::INFINITY, 0.0, 0.0, 0.0];
    let view = case.boxes.unit();
    let plane = HalfSpace::new([0.0, 0.0, 1.0], 0.5).unwrap();
    for engine in engines() {
        let mut bounds = vec![AxisAlignedBox::default(); BOXES];
        engine.aabbs(view, &mut bounds).unwrap();
        let [min, max] = [bounds[BAD].min(), bounds[BAD].max()];
        assert!(min.iter().chain(&max).all(|coordinate| coordinate.is_nan()), "{:?}", bounds[BAD]);
        let ground = octosat::Query::each(view, &plane);
        let mut contacts = vec![HalfSpaceContacts::default(); BOXES];
        engine.manifolds(ground.within(9.0), &mut contacts[..]).unwrap();
        let mut depths = vec![0.0; BOXES];
        engine.penetrations(ground, &mut depths).unwrap();
        // Infinity times the zeros of the upright normal.
        assert!(depths[BAD].is_nan() && contacts[BAD].is_empty(), "{}", depths[BAD]);
    }
}
