// Boxes against other shapes, shapes against each other, lines and frusta.
#include "check.hpp"

#include <cmath>
#include <string>

namespace {

const octosat::Engine engine;

template <typename S>
octosat::ShapeQuery<S> each_of(const octosat::Boxes &boxes, octosat::Span<const S> shapes) {
    octosat::ShapeQuery<S> query;
    query.first = &boxes;
    query.shapes = shapes;
    query.each = true;
    return query;
}

void boxes_and_shapes_touch() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    std::vector<std::uint8_t> bytes;
    const octosat::HalfSpace ground[] = {{{0.0f, 1.0f, 0.0f}, 0.0f}};
    const auto on_ground = each_of<octosat::HalfSpace>(boxes, ground);
    CHECK(engine.overlaps(on_ground, bytes) && bytes == std::vector<std::uint8_t>({1, 0}));
    std::vector<float> depths;
    CHECK(engine.penetrations(on_ground, depths) && depths[0] == 1.0f && depths[1] == -0.875f);
    std::vector<octosat::HalfSpaceManifold> of_ground;
    CHECK(engine.manifolds(on_ground, of_ground) && of_ground[0].len == 4 && of_ground[1].len == 0);

    const std::vector<octosat::Sphere> balls = {{{1.0f, 2.0f, 0.0f}, 0.25f}};
    const auto on_ball = each_of<octosat::Sphere>(boxes, balls);
    CHECK(engine.overlaps(on_ball, bytes) && bytes == std::vector<std::uint8_t>({0, 1}));
    std::vector<octosat::SphereContact> of_ball;
    CHECK(engine.manifolds(on_ball, of_ball) && std::fabs(of_ball[1].depth - 0.125f) < 1e-6f);

    const octosat::Capsule rods[] = {{{1.0f, 2.0f, 0.0f}, {1.0f, 9.0f, 0.0f}, 0.25f}};
    const auto on_rod = each_of<octosat::Capsule>(boxes, rods);
    CHECK(engine.overlaps(on_rod, bytes) && bytes[1] == 1);
    std::vector<octosat::CapsuleManifold> of_rod;
    CHECK(engine.manifolds(on_rod, of_rod) && of_rod[1].len == 1);

    std::vector<octosat::Aabb> aabbs;
    CHECK(engine.aabbs(boxes, aabbs) && aabbs[1].min[1] <= 0.875f && aabbs[1].max[1] >= 1.875f);
    octosat::ShapeQuery<octosat::Aabb> with_aabbs;
    const octosat::Pair pairs[] = {{0, 1}};
    with_aabbs.first = &boxes;
    with_aabbs.shapes = aabbs;
    with_aabbs.pairs = pairs;
    CHECK(engine.overlaps(with_aabbs, bytes) && bytes == std::vector<std::uint8_t>({1}));

    octosat::ShapeCasts<octosat::Sphere> casts;
    casts.query = on_ball;
    casts.motions = octosat::Motions::uniform({0.0f, -2.0f, 0.0f});
    std::vector<octosat::ShapeCast> hits;
    CHECK(engine.casts(casts, hits) && hits[0].state == OCTOSAT_CAST_HIT && hits[1].state == OCTOSAT_CAST_OVERLAPPING);
    octosat::ShapeCasts<octosat::Capsule> of_capsules;
    of_capsules.query = on_rod;
    of_capsules.motions = casts.motions;
    CHECK(engine.casts(of_capsules, hits) && hits[0].state == OCTOSAT_CAST_HIT);
}

void shapes_touch_each_other() {
    const std::vector<octosat::Sphere> balls = {{{0.0f, 0.0f, 0.0f}, 1.0f}, {{1.5f, 0.0f, 0.0f}, 1.0f}};
    const octosat::Capsule rods[] = {{{0.0f, -1.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.5f}};
    const octosat::HalfSpace ground[] = {{{0.0f, 1.0f, 0.0f}, 0.0f}};
    const octosat::Pair pairs[] = {{0, 1}};
    octosat::ShapeQuery<octosat::Sphere> query;
    query.first = balls;
    query.shapes = balls;
    query.pairs = pairs;
    std::vector<octosat::SphereContact> contacts;
    CHECK(engine.manifolds(query, contacts) && contacts[0].depth == 0.5f);
    query.first = rods;
    CHECK(engine.manifolds(query, contacts) && contacts[0].depth == 0.0f);
    query.first = ground;
    CHECK(engine.manifolds(query, contacts) && contacts[0].depth == 1.0f);
    query.pairs = {};
    query.first = balls;
    query.shapes = octosat::Span<const octosat::Sphere>(balls.data(), 1);
    query.each = true;
    CHECK(engine.manifolds(query, contacts) && contacts.size() == 2);
    OctosatError error;
    query.pairs = pairs;
    CHECK(!engine.manifolds(query, contacts, &error) && error.status == OCTOSAT_BAD_LENGTH);
    const std::string text = error.text;
    CHECK(text.find("query.each is 1, but query.pair_count is 1, not 0") != std::string::npos);
    query.pairs = {};
    const std::vector<float> lengths(3);
    query.within = lengths;
    CHECK(!engine.manifolds(query, contacts, &error) && error.status == OCTOSAT_BAD_LENGTH);
    // Neither pairs nor each: forgotten, unless the list of pairs is set and empty.
    query.within = {};
    query.each = false;
    CHECK(!engine.manifolds(query, contacts, &error) && error.status == OCTOSAT_BAD_LENGTH && contacts.size() == 2);
    const std::vector<octosat::Pair> none;
    query.pairs = none;
    CHECK(engine.manifolds(query, contacts, &error) && contacts.empty());
}

void lines_enter_and_approach() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    const octosat::Ray rays[] = {{{1.0f, 9.0f, 0.0f}, {0.0f, -1.0f, 0.0f}}};
    std::vector<octosat::RayHit> hits;
    CHECK(engine.hits(each_of<octosat::Ray>(boxes, rays), hits) && hits[0].entry == 8.0f && hits[1].entry == 7.125f);
    const octosat::Segment segments[] = {{{0.0f, 9.0f, 0.0f}, {0.0f, 5.0f, 0.0f}},
                                         {{1.0f, 9.0f, 1.0f}, {1.0f, 9.0f, -1.0f}}};
    const octosat::Span<const octosat::Segment> first(segments, 1);
    CHECK(engine.hits(each_of<octosat::Segment>(boxes, first), hits) && hits[0].face == OCTOSAT_FACE_MISS);
    const octosat::Pair pairs[] = {{0, 1}};
    std::vector<octosat::ClosestPoints> closest;
    CHECK(engine.closest_points(segments, segments, pairs, closest) && closest[0].distance == 1.0f);
}

void boxes_are_culled() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    const octosat::PerspectiveView views[] = {
        {{1.0f, 1.5f, 9.0f}, {1.0f, 1.5f, 0.0f}, {0.0f, 1.0f, 0.0f}, 1.0f, 1.0f, 0.1f, 100.0f},
        {{1.0f, 1.5f, 9.0f}, {1.0f, 1.5f, 18.0f}, {0.0f, 1.0f, 0.0f}, 1.0f, 1.0f, 0.1f, 100.0f}};
    octosat::Frusta frusta;
    CHECK(frusta.assign_views(views) && frusta.size() == 2);
    std::vector<std::uint8_t> found;
    CHECK(engine.cull(boxes, frusta, found) && found.size() == 4);
    CHECK(found[1] == OCTOSAT_CONTAINMENT_INSIDE && found[3] == OCTOSAT_CONTAINMENT_OUTSIDE);
    CHECK(engine.classify(boxes, frusta, found) && found[2] == OCTOSAT_CONTAINMENT_OUTSIDE);
    std::vector<std::array<float, 24>> corners;
    CHECK(frusta.corners(corners) && corners.size() == 2 && std::fabs(corners[0][2] - 8.9f) < 1e-5f);

    // The cube from -1 to 1: by planes, and by the matrix of clip coordinates.
    const std::vector<std::array<float, 24>> planes = {{-1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 0, 1,
                                                        0, 1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1}};
    CHECK(frusta.assign_planes(planes) && frusta.size() == 1 && frusta.corners(corners));
    const std::array<float, 16> matrix[] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}};
    std::vector<std::array<float, 24>> same;
    CHECK(frusta.assign_matrices(matrix, OCTOSAT_DEPTH_MINUS_ONE_TO_ONE) && frusta.corners(same) && same == corners);
    CHECK(engine.classify(boxes, frusta, found) && found[1] == OCTOSAT_CONTAINMENT_INTERSECTING);
}

} // namespace

int main() {
    boxes_and_shapes_touch();
    shapes_touch_each_other();
    lines_enter_and_approach();
    boxes_are_culled();
}
