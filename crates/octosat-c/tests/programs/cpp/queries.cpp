// Every query about pairs of boxes, groups of them, boxes that move, and rectangles.
#include "check.hpp"

#include <cmath>
#include <cstring>

namespace {

const octosat::Engine engine;

// A time of a hit is early, never late: here by less than this, as a part of the step and in meters.
constexpr float EARLY = 1e-4f;

void pairs_are_answered() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    const octosat::Pair pairs[] = {{0, 1}, {1, 0}};
    octosat::Query query;
    query.boxes = &boxes;
    query.pairs = pairs;
    std::vector<std::uint8_t> bytes;
    CHECK(engine.overlaps(query, bytes) && bytes == std::vector<std::uint8_t>({1, 1}));
    CHECK(engine.overlaps_exact(query, bytes) && bytes[1] == 1);
    std::vector<octosat::Verdict> verdicts;
    CHECK(engine.verdicts(query, verdicts) && verdicts[0] == OCTOSAT_VERDICT_OVERLAPPING);
    std::vector<octosat::Penetration> penetrations;
    CHECK(engine.penetrations(query, penetrations) && penetrations[0].depth == 0.125f);
    CHECK(penetrations[0].normal[1] == 1.0f && penetrations[1].normal[1] == -1.0f);
    std::vector<octosat::Distance> distances;
    CHECK(engine.distances(query, distances) && distances[0].distance == -0.125f);
    std::vector<octosat::Intersection> intersections;
    CHECK(engine.intersections(query, intersections) && intersections[0].volume > 0.0f);
    CHECK(intersections[0].iou > 0.0f && intersections[0].iou < 1.0f);
    std::vector<float> clearances;
    CHECK(engine.clearances(query, clearances) && clearances[0] <= -0.125f);
    // One length for all rows, and one per row.
    query.grown = -0.25f;
    CHECK(engine.verdicts(query, verdicts) && verdicts[0] == OCTOSAT_VERDICT_SEPARATED);
    const std::vector<float> lengths = {-0.25f, 0.25f};
    query.grown = lengths;
    CHECK(engine.verdicts(query, verdicts) && verdicts[0] == OCTOSAT_VERDICT_SEPARATED);
    CHECK(verdicts[1] == OCTOSAT_VERDICT_OVERLAPPING);
    // The boxes b of another list.
    octosat::Query between;
    const octosat::Pair pair[] = {{1, 1}};
    between.boxes = between.others = &boxes;
    between.pairs = pair;
    CHECK(engine.overlaps(between, bytes) && bytes == std::vector<std::uint8_t>({1}));
#if __cplusplus >= 202002L
    CHECK(engine.overlaps(octosat::Query{.boxes = &boxes, .pairs = pairs, .within = 0.5f}, bytes) && bytes[1] == 1);
#endif
}

void groups_are_answered() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    const octosat::Pair pairs[] = {{0, 1}, {1, 1}};
    const std::size_t bounds[] = {0, 2};
    octosat::Groups groups;
    groups.query.boxes = &boxes;
    groups.query.pairs = pairs;
    groups.bounds = bounds;
    std::vector<std::uint8_t> any;
    CHECK(engine.any_overlap(groups, any) && any == std::vector<std::uint8_t>({0, 1}));
    std::vector<octosat::LeastClearance> clearances;
    CHECK(engine.least_clearances(groups, clearances) && clearances.size() == 2);
    CHECK(std::isinf(clearances[0].clearance) && clearances[1].pair.a == 1 && clearances[1].clearance < -0.125f);
    octosat::Groups products;
    const octosat::Product product[] = {{0, 1, 1, 2}};
    products.query.boxes = &boxes;
    products.products = product;
    std::vector<octosat::LeastDistance> distances;
    CHECK(engine.least_distances(products, distances) && distances.size() == 1);
    CHECK(distances[0].row.distance == -0.125f && distances[0].pair.b == 1);
}

void boxes_move() {
    std::vector<Body> bodies = floor_and_block();
    bodies[1].position[1] = 3.5f;
    const octosat::Boxes boxes = boxes_of(bodies);
    bodies[1].position[1] = -0.5f;
    const octosat::Boxes ends = boxes_of(bodies);
    const octosat::Pair pairs[] = {{0, 1}};
    octosat::Casts casts;
    casts.query.boxes = &boxes;
    casts.query.pairs = pairs;
    casts.motions = octosat::Motions::uniform({0.0f, -4.0f, 0.0f});
    std::vector<octosat::Cast> uniform, per_pair, per_box;
    CHECK(engine.casts(casts, uniform) && uniform[0].state == OCTOSAT_CAST_HIT);
    CHECK(std::fabs(uniform[0].time - 0.5f) < EARLY);
    const float motions[][3] = {{0.0f, -4.0f, 0.0f}};
    casts.motions = octosat::Motions::per_pair(motions);
    CHECK(engine.casts(casts, per_pair) && std::memcmp(&per_pair[0], &uniform[0], sizeof uniform[0]) == 0);
    const std::vector<std::array<float, 3>> of_boxes = {{0.0f, 0.0f, 0.0f}, {0.0f, -4.0f, 0.0f}};
    casts.motions = octosat::Motions::per_box(of_boxes);
    CHECK(engine.casts(casts, per_box) && per_box[0].time == uniform[0].time);
    // Two lists: only box b moves.
    const std::vector<std::array<float, 3>> rest(2);
    casts.query.others = &boxes;
    casts.motions = octosat::Motions::per_box(rest, of_boxes);
    casts.stored_poses = true;
    CHECK(engine.casts(casts, per_box) && per_box[0].state == OCTOSAT_CAST_HIT);
    CHECK(per_box[0].time <= uniform[0].time);

    octosat::Impacts impacts;
    impacts.query.boxes = &boxes;
    impacts.query.pairs = pairs;
    impacts.ends = &ends;
    std::vector<octosat::Impact> found;
    CHECK(engine.impacts(impacts, found) && found[0].state == OCTOSAT_IMPACT_HIT && found[0].time <= 0.5f);

    // At the time of the hit, by motions and by ends.
    const std::vector<float> times = {uniform[0].time};
    octosat::Moved moved;
    moved.times = times;
    moved.motions = octosat::Motions::per_pair(motions);
    octosat::Query query = impacts.query;
    query.moved = &moved;
    std::vector<octosat::Distance> distances;
    CHECK(engine.distances(query, distances) && std::fabs(distances[0].distance) < EARLY);
    moved.motions = {};
    moved.ends = &ends;
    CHECK(engine.distances(query, distances) && std::fabs(distances[0].distance) < EARLY);

    const float rotation[4] = {0.0f, 0.0f, 0.0f, 1.0f}, toward[3] = {0.0f, 4.0f, 0.0f};
    const octosat::Vector normal = octosat::axis_normal(uniform[0].axis, rotation, rotation, toward);
    CHECK(normal[0] == 0.0f && normal[1] == 1.0f);
}

void rectangles_are_answered() {
    const float centers[][2] = {{0.0f, 0.0f}, {1.5f, 0.0f}}, rotations[][2] = {{1.0f, 0.0f}, {1.0f, 0.0f}};
    const float sizes[][2] = {{1.0f, 1.0f}, {1.0f, 1.0f}};
    octosat::Rectangles rectangles;
    rectangles.assign({octosat::column(centers), octosat::column(rotations)}, octosat::column(sizes));
    const octosat::Pair pairs[] = {{0, 1}};
    octosat::RectangleQuery query;
    query.rectangles = &rectangles;
    query.others = &rectangles;
    query.pairs = pairs;
    std::vector<std::uint8_t> bytes;
    CHECK(engine.overlaps(query, bytes) && bytes[0] == 1);
    std::vector<octosat::RectanglePenetration> penetrations;
    CHECK(engine.penetrations(query, penetrations) && penetrations[0].depth == 0.5f);
    std::vector<octosat::RectangleManifold> manifolds;
    CHECK(engine.manifolds(query, manifolds) && manifolds[0].len == 2);
    std::vector<octosat::RectangleIntersection> intersections;
    CHECK(engine.intersections(query, intersections) && intersections[0].area == 1.0f);
    const std::vector<float> lengths(2);
    query.within = lengths;
    OctosatError error;
    CHECK(!engine.overlaps(query, bytes, &error) && error.status == OCTOSAT_BAD_LENGTH);
}

} // namespace

int main() {
    pairs_are_answered();
    groups_are_answered();
    boxes_move();
    rectangles_are_answered();
    CHECK(engine.backend() != OCTOSAT_BACKEND_AUTO && octosat::Engine::with_threads(1).backend() == engine.backend());
    CHECK(octosat::is_compatible() && octosat::version()[0] == '0');
}
