// Contacts: manifolds, the cache from frame to frame, and covered faces.
#include "check.hpp"

#include <cstring>

namespace {

const octosat::Engine engine;
const octosat::Pair PAIRS[] = {{0, 1}};

octosat::Contacts contacts_of(const octosat::Boxes &boxes) {
    octosat::Contacts contacts;
    contacts.query.boxes = &boxes;
    contacts.query.pairs = PAIRS;
    contacts.query.within = 0.01f;
    contacts.surfaces = true;
    return contacts;
}

void manifolds_are_found() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    octosat::Manifolds manifolds;
    const octosat::ManifoldList list = engine.manifolds(contacts_of(boxes), manifolds);
    CHECK(list.pairs.size() == 1 && list.manifolds[0].len == 4 && list.manifolds[0].depth == 0.125f);
    CHECK(list.touching_rows.size() == 1 && list.points.size() == 4 && list.surfaces.size() == 4);
    for (const octosat::ContactPoint &point : list.points_of(0)) CHECK(point.depth == 0.125f);
    CHECK(list.surfaces[0].in_b[1] == -0.5f);
    octosat::Manifolds moved = std::move(manifolds);
    CHECK(list.manifolds[0].len == 4 && moved);
}

void the_cache_links_frames() {
    const octosat::Boxes boxes = boxes_of(floor_and_block());
    const octosat::Contacts contacts = contacts_of(boxes);
    octosat::ContactCache cache;
    CHECK(engine.manifolds_cached(contacts, cache).manifolds[0].len == 4);
    CHECK(cache.began().size() == 1 && cache.began()[0].pair.b == 1 && cache.ended().empty());
    OctosatError error;
    CHECK(engine.manifolds_cached(contacts, cache, &error).pairs.empty());
    CHECK(error.status == OCTOSAT_FRAME_HAS_CONTACTS);

    CHECK(cache.next_frame());
    engine.manifolds_cached(contacts, cache);
    std::vector<std::uint32_t> predecessors, last_rows;
    CHECK(cache.fill_predecessors(predecessors) && predecessors == std::vector<std::uint32_t>({0, 1, 2, 3}));
    CHECK(cache.fill_last_rows(last_rows) && last_rows == std::vector<std::uint32_t>({0}));
    CHECK(cache.began().empty() && cache.last_manifolds().points.size() == 4);

    // A copy, and a cache of stored contacts, go on alike.
    octosat::ContactCache copy = cache.copy();
    octosat::ContactCache stored = octosat::ContactCache::from_parts(cache.manifolds());
    for (octosat::ContactCache *of : {&copy, &stored}) {
        CHECK(of->next_frame());
        engine.manifolds_cached(contacts, *of);
        CHECK(of->fill_predecessors(predecessors) && predecessors[3] == 3);
    }
    CHECK(copy.clear() && copy.manifolds().pairs.empty());

    // Numbers of boxes change.
    CHECK(cache.forget_box(OCTOSAT_SIDE_BOTH, 1) && cache.forget_pair({0, 1}));
    CHECK(cache.next_frame());
    engine.manifolds_cached(contacts, cache);
    CHECK(cache.fill_predecessors(predecessors) && predecessors[0] == OCTOSAT_NEW_POINT && cache.began().size() == 1);
    const std::uint32_t swapped[] = {1, 0};
    CHECK(cache.renumber_boxes(OCTOSAT_SIDE_BOTH, swapped) && cache.manifolds().pairs[0].a == 1);
    CHECK(!cache.forget_box(OCTOSAT_SIDE_A, 0, &error) && error.status == OCTOSAT_BAD_ARGUMENT);
    CHECK(cache.swap_remove(OCTOSAT_SIDE_BOTH, 1, 1) && cache.manifolds().pairs.empty());
}

void covered_faces_have_no_contacts() {
    std::vector<Body> bodies = floor_and_block();
    bodies[1].position[1] = 1.5f;
    const octosat::Boxes boxes = boxes_of(bodies);
    octosat::CoveredFaces covered;
    CHECK(covered.find(boxes, 1e-4f) && covered.masks().size() == 2);
    CHECK(covered.masks()[1] == 1u << 2 && covered.rectangles().size() == 1 && covered.rectangles()[0].index == 0);
    octosat::Contacts contacts = contacts_of(boxes);
    contacts.covered = &covered;
    octosat::Manifolds manifolds;
    CHECK(engine.manifolds(contacts, manifolds).manifolds[0].len == 0);
    const std::uint8_t none[] = {0, 0};
    CHECK(covered.set_parts(none, {}) && covered.masks()[1] == 0 && covered.rectangles().empty());
    CHECK(engine.manifolds(contacts, manifolds).manifolds[0].len == 4);
}

} // namespace

int main() {
    manifolds_are_found();
    the_cache_links_frames();
    covered_faces_have_no_contacts();
}
