//! Contact manifolds of cuboids.

use octosat::{Engine, Manifolds, PointLimit, Query};
use octosat_check::Setting;
use octosat_check::manifolds::ManifoldRow;
use parry3d::glamx::{DVec3, Vec3};
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};

use super::scene::{Pair, scene, wide};
use super::tally::{SAME_LENGTH, SAME_NORMAL, SAME_POINT, Tally};

/// Meters, the prediction.
const WITHIN: f32 = 0.02;

/// The part of the depth by which a manifold of octosat may be deeper than another axis allows (dimensionless): it
/// prefers faces.
const PREFERENCE: f64 = 0.055;

type Parry = ContactManifold<(), ()>;

/// The manifold of parry, from scratch; none without points within the prediction.
fn of_parry(pair: &Pair) -> Option<Parry> {
    let ([pose_a, pose_b], [a, b]) = (&pair.poses, &pair.cuboids);
    let (mut manifolds, mut workspace) = (Vec::new(), None);
    DefaultQueryDispatcher
        .contact_manifolds(&pose_a.inv_mul(pose_b), a, b, WITHIN, &mut manifolds, &mut workspace)
        .unwrap();
    let mut manifold = manifolds.pop()?;
    // Parry also keeps points of the clipped faces beyond the prediction.
    manifold.points.retain(|point| point.dist <= WITHIN);
    (!manifold.points.is_empty()).then_some(manifold)
}

/// Whether a point of parry is one of octosat's, on both boxes.
fn is_listed(row: &ManifoldRow, [in_a, in_b]: [Vec3; 2], allowed: f64) -> bool {
    row.surfaces().iter().any(|points| {
        let near = |own: [f32; 3], other: Vec3| {
            f64::from(Vec3::from_array(own).distance(other)) <= allowed
        };
        near(points.in_a, in_a) && near(points.in_b, in_b)
    })
}

#[test]
fn contact_manifolds_are_manifolds_with_up_to_eight_points() {
    let scene = scene();
    let query = Query::new(&scene.store, &scene.pairs).within(WITHIN);
    let setting = Setting { limit: PointLimit::Eight, ..Setting::new(WITHIN, 0) };
    let mut found = Manifolds::new();
    Engine::new().manifolds(setting.options().of(query), &mut found).unwrap();
    let mut tally = Tally::default();
    for (number, pair) in scene.all.iter().enumerate() {
        let row = ManifoldRow::new(&found, number);
        let finding = row.finding(&pair.exact, &setting);
        assert!(finding.fault.is_none(), "{finding:?}");
        let allowed = SAME_LENGTH * pair.size();
        let Some(parry) = of_parry(pair) else {
            tally.count(!row.points().is_empty(), "missing");
            continue;
        };
        if row.points().is_empty() {
            tally.count(true, "beyond the prediction");
            continue;
        }
        let deepest = parry.points.iter().map(|point| -point.dist).fold(f32::MIN, f32::max);
        let off = f64::from(row.row.depth - deepest).abs();
        tally.count(off > PREFERENCE * f64::from(deepest.abs()) + allowed, "depth");
        let [of_a, of_b] = pair.poses.map(|pose| pose.rotation);
        let own = DVec3::from(row.row.normal.map(f64::from));
        let along = |normal: Vec3| DVec3::from(wide(normal)).dot(own);
        let (cosine, of_other) = (along(of_a * parry.local_n1), along(of_b * parry.local_n2));
        tally.count((cosine + of_other).abs() > 1.0 - SAME_NORMAL, "normals of both boxes");
        if cosine < SAME_NORMAL {
            tally.count(true, "normal of another axis");
            continue;
        }
        tally.count(true, "same normal");
        tally.count(parry.points.len() != row.points().len(), "number of points");
        let mut points = parry.points.iter().map(|point| [point.local_p1, point.local_p2]);
        tally
            .count(!points.all(|point| is_listed(&row, point, SAME_POINT * pair.size())), "points");
    }
    tally.assert(&[
        ("same normal", 4_482),
        ("depth", 2),
        ("missing", 1),
        ("normal of another axis", 70),
        ("points", 9),
        ("number of points", 1),
    ]);
}
