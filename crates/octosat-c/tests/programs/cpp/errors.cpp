// Errors: thrown, or written to an `OctosatError`; also without exceptions. Owners that were moved from.
#include "check.hpp"

#include <cstring>
#include <string>

namespace {

#if defined(__cpp_exceptions)

template <typename F>
octosat::Error thrown(F call) {
    try {
        call();
    } catch (const octosat::Error &error) {
        return error;
    }
    std::puts("nothing was thrown");
    std::exit(1);
}

void errors_are_thrown() {
    const std::vector<Body> bodies = floor_and_block();
    const octosat::Boxes boxes = boxes_of(bodies);
    const octosat::Engine engine;
    const octosat::Pair pairs[] = {{0, 1}, {0, 7}};
    octosat::Query query;
    query.boxes = &boxes;
    query.pairs = pairs;
    std::vector<std::uint8_t> out;
    const octosat::Error error = thrown([&] { engine.overlaps(query, out); });
    CHECK(error.status() == OCTOSAT_OUT_OF_RANGE && error.place() == 1);
    CHECK(std::string(error.what()) == "pairs[1][1] is 7, but the number of boxes is 2");
    query.within = -1.0f;
    const octosat::Error of_within = thrown([&] { engine.overlaps(query, out); });
    CHECK(of_within.status() == OCTOSAT_BAD_SETTING && of_within.value() == -1.0f);
    CHECK(of_within.place() == OCTOSAT_NO_PLACE);

    octosat::EngineOptions options;
    options.backend = 99;
    CHECK(thrown([&] { octosat::Engine unknown(options); }).status() == OCTOSAT_BAD_ARGUMENT);
    CHECK(thrown([&] { octosat::Chain::from_urdf("<robot"); }).status() == OCTOSAT_BAD_CHAIN);
    const octosat::Solid bad[] = {{OCTOSAT_SOLID_BOX, {0, 0, 0}, {0, 0, 0, 1}, {-1, 0, 0}}};
    CHECK(thrown([&] { octosat::World world(bad); }).status() == OCTOSAT_BAD_BOX);
    const octosat::Solid round[] = {{OCTOSAT_SOLID_CAPSULE, {0, 0, 0}, {0, 0, 0, 1}, {-1, 0, 0}}};
    CHECK(thrown([&] { octosat::World world(round); }).status() == OCTOSAT_BAD_SHAPE);
}

#endif

void errors_are_written() {
    const std::vector<Body> bodies = floor_and_block();
    octosat::Boxes boxes = boxes_of(bodies);
    const octosat::Engine engine;
    OctosatError error = {};
    error.status = OCTOSAT_PANIC;
    const octosat::Pair pairs[] = {{0, 1}};
    octosat::Query query;
    query.boxes = &boxes;
    query.pairs = pairs;
    std::vector<std::uint8_t> out;
    CHECK(engine.overlaps(query, out, &error) && error.status == OCTOSAT_OK && out.size() == 1 && out[0] == 1);

    // A list that cannot change its size must have the right one.
    std::array<std::uint8_t, 2> two = {5, 5};
    CHECK(!engine.overlaps(query, two, &error) && error.status == OCTOSAT_BAD_LENGTH && two[0] == 5);
    std::uint8_t one[1];
    CHECK(engine.overlaps(query, one, &error) && one[0] == 1);
    CHECK(engine.overlaps(query, octosat::Rows<std::uint8_t>(one, 1), &error));

    // A container that can change its size is as it was after a failure.
    const octosat::Pair beyond[] = {{0, 1}, {0, 9}};
    query.pairs = beyond;
    std::vector<std::uint8_t> longer = {7, 8, 9}, shorter = {7};
    CHECK(!engine.overlaps(query, longer, &error) && longer == (std::vector<std::uint8_t>{7, 8, 9}));
    CHECK(!engine.overlaps(query, shorter, &error) && shorter == (std::vector<std::uint8_t>{7}));
    CHECK(boxes.insert({}, &error) == UINT32_MAX && error.status == OCTOSAT_BAD_BOX && boxes.size() == 2);
    query.pairs = pairs;
    CHECK(engine.overlaps(query, longer, &error) && longer == (std::vector<std::uint8_t>{1}));

    // Lengths that C cannot check.
    const std::vector<float> lengths(2);
    query.within = lengths;
    CHECK(!engine.overlaps(query, out, &error) && error.status == OCTOSAT_BAD_LENGTH);
    CHECK(std::strcmp(error.text, "the length of query.within is not the number of pairs") == 0);
    CHECK(error.place == OCTOSAT_NO_PLACE && error.value != error.value);
    octosat::Contacts contacts;
    contacts.query = query;
    octosat::Manifolds manifolds(&error);
    CHECK(manifolds && error.status == OCTOSAT_OK);
    CHECK(engine.manifolds(contacts, manifolds, &error).pairs.empty() && error.status == OCTOSAT_BAD_LENGTH);
    query.within = {};
    query.grown = lengths;
    CHECK(!engine.verdicts(query, out, &error) && error.status == OCTOSAT_BAD_LENGTH);
    octosat::Poses poses = poses_of(bodies);
    poses.rotations.size = 1;
    const octosat::Column sizes = octosat::column(bodies, &Body::half_extents);
    CHECK(!boxes.assign(poses, sizes, &error) && error.status == OCTOSAT_BAD_LENGTH);
    CHECK(std::string(error.text) == "the length of rotations is 1, but that of half_extents is 2");
    CHECK(!boxes.set_poses(poses, &error) && error.status == OCTOSAT_BAD_LENGTH);
    CHECK(std::string(error.text) == "the length of rotations is 1, but that of centers is 2");
    const std::uint32_t indices[] = {1};
    CHECK(!boxes.set_poses_of(indices, poses, &error) && error.status == OCTOSAT_BAD_LENGTH);
    CHECK(boxes.size() == 2);
    CHECK(!boxes.lend(poses, sizes, &error) && error.status == OCTOSAT_BAD_LENGTH);
    CHECK(!boxes.lend({octosat::column(bodies, &Body::position)}, sizes, &error) && error.status == OCTOSAT_NULL);
    octosat::Poses far = poses_of(bodies);
    far.origin = {1.0, 0.0, 0.0};
    CHECK(boxes.lend(poses_of(bodies), sizes) && boxes.size() == 2);
    CHECK(!boxes.lend(far, sizes, &error) && error.status == OCTOSAT_BAD_ARGUMENT);
    // What was lent before may be gone, so the handle has no boxes, and queries of all of them fail.
    std::vector<octosat::Aabb> bounds;
    CHECK(boxes.size() == 0 && !engine.aabbs(boxes, bounds, &error) && error.status == OCTOSAT_BAD_ARGUMENT);

    CHECK(boxes.assign(poses_of(bodies), sizes));
    CHECK(boxes.at(9, &error).half_extents[0] == 0.0f && error.status == OCTOSAT_OUT_OF_RANGE && error.place == 9);
    CHECK(!octosat::Chain::from_urdf("<robot", {}, &error) && error.status == OCTOSAT_BAD_CHAIN);
    octosat::EngineOptions options;
    options.backend = 7;
    CHECK(!octosat::Engine(options, &error) && error.status == OCTOSAT_BAD_ARGUMENT);
    octosat::ManifoldList parts;
    parts.pairs = pairs;
    CHECK(!octosat::ContactCache::from_parts(parts, &error) && error.status == OCTOSAT_BAD_LENGTH);
}

void owners_that_were_moved_from_are_null() {
    const std::vector<Body> bodies = floor_and_block();
    octosat::Boxes boxes = boxes_of(bodies);
    octosat::Boxes moved = std::move(boxes);
    CHECK(moved && moved.size() == 2 && !boxes && boxes.get() == nullptr && boxes.size() == 0);
    OctosatError error;
    CHECK(!boxes.swap_remove(0, &error) && error.status == OCTOSAT_NULL);
    octosat::Engine engine, other;
    other = std::move(engine);
    std::vector<octosat::Aabb> out;
    CHECK(!engine.aabbs(moved, out, &error) && error.status == OCTOSAT_NULL);
    CHECK(!other.aabbs(boxes, out, &error) && error.status == OCTOSAT_NULL);
    CHECK(other.aabbs(moved, out, &error) && out.size() == 2);
    octosat::ContactCache cache;
    octosat::ContactCache taken = std::move(cache);
    std::vector<std::uint32_t> places;
    CHECK(!cache.fill_predecessors(places, &error) && error.status == OCTOSAT_NULL);
    CHECK(cache.began(&error).empty() && error.status == OCTOSAT_NULL && taken.next_frame());
    octosat::Query query;
    std::vector<std::uint8_t> bytes;
    CHECK(!other.overlaps(query, bytes, &error) && error.status == OCTOSAT_NULL);
    query.boxes = &boxes;
    CHECK(!other.overlaps(query, bytes, &error) && error.status == OCTOSAT_NULL);
}

} // namespace

int main() {
#if defined(__cpp_exceptions)
    errors_are_thrown();
#endif
    errors_are_written();
    owners_that_were_moved_from_are_null();
}
