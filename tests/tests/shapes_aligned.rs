//! Boxes against axis-aligned boxes: the same bits everywhere, and what float64 says.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{AxisAlignedBox, BoxView, Engine, OrientedBox, ShapeQuery};
use octosat_reference::float64::Agreement;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Against, Limit, ShapeTest, World, both_forms, check_backends, check_lengths,
    check_lonely_lanes, check_threads, extreme_world, fastest_engines, narrow, reference_box,
    standard_worlds, wide,
};

/// Both forms of the query at once, with one margin or one a row.
struct Regions {
    limit: Limit,
}

impl ShapeTest for Regions {
    type Shape = AxisAlignedBox;
    type Row = bool;

    fn ask(
        &self,
        engine: &Engine,
        boxes: BoxView<'_>,
        against: Against<'_, AxisAlignedBox>,
    ) -> Vec<bool> {
        let query = against.query(boxes);
        let limit = self.limit.repeated(query.rows());
        both_forms(engine, query.margin(limit.margin()), query.rows())
    }
}

/// A region for each box: at its corners, around it, within it, beside it, flat and not.
fn regions(world: &World, seed: u64) -> Vec<AxisAlignedBox> {
    let mut random = Random::new(seed);
    let mut bounds = vec![AxisAlignedBox::default(); world.store.len()];
    Engine::new().aabbs(&world.store, &mut bounds).unwrap();
    let limit = |value: f64| value.clamp(-1e12, 1e12);
    bounds
        .iter()
        .map(|own| {
            let [mut min, mut max] = [wide(own.min()), wide(own.max())];
            for k in 0..3 {
                let size = max[k] - min[k];
                let [low, high] = match random.below(5) {
                    0 => [0.0, 1.0],
                    1 => [random.range(0.85, 1.1), 1.2],
                    2 => [-0.3, random.range(-0.1, 0.15)],
                    3 => [0.4, 0.4],
                    _ => [random.range(-0.5, 0.5), random.range(0.5, 1.5)],
                };
                let start = min[k];
                min[k] = limit(start + low * size);
                max[k] = limit(start + high * size);
            }
            AxisAlignedBox::new(narrow(min), narrow(max)).unwrap()
        })
        .collect()
}

fn worlds() -> Vec<World> {
    let mut worlds = standard_worlds(1_500, 101);
    worlds.extend([extreme_world(3_001, true, 102), extreme_world(3_001, false, 103)]);
    worlds
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    for (number, world) in worlds().into_iter().enumerate() {
        let regions = regions(&world, 104);
        let limit = if number % 2 == 0 { Limit::None } else { Limit::Uniform(0.25) };
        check_backends(&Regions { limit }, &world, &regions[..5]);
    }
}

#[test]
fn any_number_of_boxes_and_of_threads() {
    let world = extreme_world(9_001, false, 105);
    let regions = regions(&world, 106);
    let boxes: Vec<_> = world.store.iter().take(40).collect();
    for limit in [Limit::None, Limit::PerPair(vec![0.0, 1e-6, 0.3, 2.0, 1e5])] {
        let query = Regions { limit };
        check_lengths(&query, &boxes, &regions);
        check_threads(&query, &world, &regions);
    }
}

#[test]
fn nan_is_alone_and_overlaps_nothing() {
    let world = extreme_world(100, false, 107);
    let regions = regions(&world, 108);
    for limit in [Limit::None, Limit::Uniform(1e3)] {
        let query = Regions { limit };
        let bad = bytemuck::cast([f32::NAN; 8]);
        check_lonely_lanes(&query, &world, &regions, Some(bad));
        let rows = query.ask_world(&Engine::new(), &world, Against::One(&bad));
        assert!(rows.iter().all(|overlaps| !overlaps));
    }
}

#[test]
fn the_reference_agrees() {
    let [mut touching, mut all, mut in_band] = [0, 0, 0];
    for world in worlds() {
        let regions = regions(&world, 109);
        let pairs: Vec<[u32; 2]> =
            (0..u32::try_from(world.store.len()).unwrap()).map(|index| [index, index]).collect();
        for margin in [None, Some(0.0), Some(0.1)] {
            for engine in fastest_engines() {
                let query = Regions { limit: margin.map_or(Limit::None, Limit::Uniform) };
                let against = Against::Pairs { shapes: &regions, pairs: &pairs };
                let rows = query.ask_world(&engine, &world, against);
                for (index, (&overlaps, region)) in (0..).zip(rows.iter().zip(&regions)) {
                    let reference = reference_box(&world, index);
                    let reference = reference.with_aligned(region.min(), region.max());
                    let agreement = reference.agreement(overlaps, margin.unwrap_or(0.0));
                    let what = (&world.name, margin, world.store.get(index));
                    assert_ne!(agreement, Agreement::Contradicts, "{what:?}, {region:?}");
                    in_band += usize::from(agreement == Agreement::InsideBand);
                    touching += usize::from(overlaps);
                    all += 1;
                }
            }
        }
    }
    assert!(touching > all / 10 && touching < all * 9 / 10, "{touching} of {all} touch");
    assert!(in_band < all / 20, "{in_band} of {all} lie within the band");
}

/// A region is an oriented box too, and both queries must say the same away from touching.
#[test]
fn the_judge_of_a_region_is_the_reference_of_a_pair() {
    let mut random = Random::new(110);
    for _ in 0..500 {
        let center = narrow(random.vector(-2.0, 2.0));
        let half = narrow(random.vector(0.25, 1.0));
        let given = octosat_reference::OrientedBox {
            center,
            rotation: narrow(random.rotation()),
            half_extents: half,
        };
        // Whole halves of coordinates, so that the region's centre is no matter of rounding.
        let upright = octosat_reference::OrientedBox {
            center: [0.5, -1.0, 0.25],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: [1.0, 0.5, 0.75],
        };
        let region = AxisAlignedBox::new([-0.5, -1.5, -0.5], [1.5, -0.5, 1.0]).unwrap();
        let pair = octosat_reference::float64::ReferencePair::oriented(&upright, &given);
        let reference = octosat_reference::float64::ReferenceBox::oriented(&given)
            .with_aligned(region.min(), region.max());
        let [one, other] = [pair, reference].map(|reference| reference.separations().separation);
        assert!((one - other).abs() < 1e-12, "{one} {other}");
    }
}

/// Far from the origin a region and a box are as near to each other as anywhere.
#[test]
fn regions_far_from_the_origin_lose_nothing() {
    let far = 1_048_576.0;
    let mut boxes = octosat::BoxStore::new();
    for off in [0.0, 0.125, 0.25] {
        let center = [far + 1.5 + off, far, -far];
        boxes.insert(OrientedBox::new(center, [0.0, 0.0, 0.0, 1.0], [0.5; 3])).unwrap();
    }
    let region = AxisAlignedBox::new([far, far, -far], [far + 1.125, far + 1.0, 1.0 - far]);
    let mut hits = [false; 3];
    let region = region.unwrap();
    Engine::new().overlaps(ShapeQuery::each(&boxes, &region), &mut hits).unwrap();
    assert_eq!(hits, [true, true, false]);
}
