//! Results are plain data with a documented layout, without undefined bytes.

use std::fmt::Debug;
use std::mem::offset_of;

use bytemuck::Pod;
use octosat::{
    Axis, AxisAlignedBox, Cast, CastState, ClosestPoints, ContactKind, ContactPoint, Containment,
    Distance, DistanceState, Engine, Feature, HalfSpaceContacts, Intersection, IouPair, LinkPair,
    Manifold, Manifolds, Penetration, Query, RayHit, RectangleIntersection, RectangleManifold,
    RectanglePenetration, SphereContact,
};
use octosat_check::engines;

use crate::common::World;

/// Size and alignment; and what is zero is the default.
fn assert_layout<T: Pod + Default + PartialEq + Debug>(size: usize, align: usize) {
    assert_eq!((size_of::<T>(), align_of::<T>()), (size, align));
    assert_eq!(T::zeroed(), T::default());
}

/// The offsets of fields of a type.
macro_rules! offsets {
    ($row:ty: $($field:ident),+) => { [$(offset_of!($row, $field)),+] };
}

#[test]
fn rows_have_the_sizes_and_offsets_that_are_documented() {
    assert_layout::<Penetration>(20, 4);
    assert_layout::<Manifold>(24, 4);
    assert_layout::<ContactPoint>(20, 4);
    assert_layout::<Axis>(1, 1);
    assert_layout::<Distance>(32, 4);
    assert_layout::<DistanceState>(1, 1);
    assert_layout::<Intersection>(8, 4);
    assert_layout::<IouPair>(12, 4);
    assert_eq!((size_of::<LinkPair>(), align_of::<LinkPair>()), (20, 4));
    assert_layout::<Cast>(12, 4);
    assert_layout::<CastState>(1, 1);
    assert_layout::<Feature>(4, 4);
    assert_layout::<AxisAlignedBox>(32, 16);
    assert_layout::<HalfSpaceContacts>(64, 16);
    assert_layout::<SphereContact>(32, 4);
    assert_layout::<ClosestPoints>(36, 4);
    assert_layout::<RectanglePenetration>(16, 4);
    assert_layout::<RectangleIntersection>(8, 4);
    assert_layout::<RectangleManifold>(48, 4);
    assert_eq!((size_of::<RayHit>(), align_of::<RayHit>()), (12, 4));
    assert_eq!(offsets!(Penetration: normal, depth, axis, reserved), [0, 12, 16, 17]);
    let of_manifold = offsets!(Manifold: normal, depth, first, len, axis, size_exponent);
    assert_eq!(of_manifold, [0, 12, 16, 20, 21, 23]);
    assert_eq!(offsets!(ContactPoint: position, depth, feature), [0, 12, 16]);
    assert_eq!(offsets!(Cast: time, leave, axis, state, reserved), [0, 4, 8, 9, 10]);
    let of_distance = offsets!(Distance: on_a, distance, normal, state, reserved);
    assert_eq!(of_distance, [0, 12, 16, 28, 29]);
    assert_eq!(offsets!(SphereContact: normal, depth, point, distance), [0, 12, 16, 28]);
    assert_eq!(offsets!(RayHit: entry, exit, face, reserved), [0, 4, 8, 9]);
    assert_eq!(offsets!(ClosestPoints: on_a, at_a, on_b, at_b, distance), [0, 12, 16, 28, 32]);
    assert_eq!(offsets!(Intersection: volume, iou), [0, 4]);
    assert_eq!(offsets!(IouPair: a, b, iou), [0, 4, 8]);
    assert_eq!(offsets!(LinkPair: links, samples, hits, clearance), [0, 8, 12, 16]);
    assert_eq!(offsets!(RectangleIntersection: area, iou), [0, 4]);
    assert_eq!(offsets!(RectanglePenetration: normal, depth, axis), [0, 8, 12]);
    let of_manifold = offsets!(RectangleManifold: normal, depth, axis, len, points);
    assert_eq!(of_manifold, [0, 8, 12, 14, 16]);
}

/// A byte that is none of three is no row; every row is a byte.
#[test]
fn containments_are_bytes_that_are_checked() {
    let rows = [Containment::Outside, Containment::Intersecting, Containment::Inside];
    let bytes: &[u8] = bytemuck::cast_slice(&rows);
    assert_eq!(bytes, [0, 1, 2]);
    assert_eq!(bytemuck::checked::try_cast_slice::<u8, Containment>(bytes), Ok(&rows[..]));
    assert!(bytemuck::checked::try_cast_slice::<u8, Containment>(&[3]).is_err());
}

/// Byte 22 of a row of contacts holds the kind in its low bits, and a flag above; the next one holds the exponent of the
/// smaller box's half extents, if there are points. What is reserved is zero in every row that is written, whatever
/// stood there before.
#[test]
fn the_kind_is_in_the_status_byte_and_reserved_bytes_are_zero() {
    let world = World::new(1_000, 95);
    let stale = Penetration { reserved: [7; 3], ..Penetration::default() };
    let mut manifolds = Manifolds::new();
    for margin in [0.0, 0.1] {
        let query = Query::new(&world.store, &world.pairs).within(margin);
        for engine in engines() {
            let mut rows = vec![stale; world.pairs.len()];
            engine.penetrations(query, &mut rows).unwrap();
            assert!(rows.iter().all(|row| row.reserved == [0; 3]), "{engine:?}");
            engine.manifolds(query, &mut manifolds).unwrap();
            for (row, pair) in manifolds.manifolds().iter().zip(&world.pairs) {
                let sums = pair.map(|index| {
                    let [x, y, z] = world.store.get(index).unwrap().half_extents;
                    x + y + z
                });
                let expected = if row.len > 0 { sums[0].min(sums[1]).to_bits() >> 23 } else { 0 };
                assert_eq!(u32::from(bytemuck::bytes_of(row)[23]), expected, "{row:?} {engine:?}");
            }
        }
    }
    let kinds = [ContactKind::Separated, ContactKind::Face, ContactKind::Edge];
    for (number, kind) in (0..).zip(kinds) {
        let rows = manifolds.manifolds().iter().filter(|row| row.kind() == kind);
        let bytes: Vec<u8> = rows.map(|row| bytemuck::bytes_of(row)[22] & 0b1011_1111).collect();
        assert!(!bytes.is_empty() && bytes.iter().all(|byte| *byte == number), "{kind:?}");
    }
}

fn through_bytes<T: Pod>(rows: &[T]) -> Vec<T> {
    let bytes: &[u8] = bytemuck::cast_slice(rows);
    bytes.chunks(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
}

/// A row is its bytes, and bytes are a row.
#[test]
fn rows_go_through_bytes_and_back() {
    let world = World::new(200, 96);
    let mut manifolds = Manifolds::new();
    let query = Query::new(&world.store, &world.pairs).within(0.1);
    Engine::new().manifolds(query, &mut manifolds).unwrap();
    assert_eq!(through_bytes(manifolds.manifolds()), manifolds.manifolds());
    assert_eq!(through_bytes(manifolds.points()), manifolds.points());
    // Numbers that no query writes are no undefined behavior: an axis without meaning says so.
    let axis: Axis = bytemuck::cast(77_u8);
    assert_eq!((axis.face_of_a(), axis.face_of_b(), axis.edges()), (None, None, None));
}
