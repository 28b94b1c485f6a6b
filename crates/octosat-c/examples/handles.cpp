// Ten lines of C++17: handles that destroy themselves, and the contacts of a block on a floor.
//     c++ -std=c++17 handles.cpp -loctosat_c
#include <octosat.h>

#include <cstdio>
#include <memory>
#include <vector>

// The functions that destroy handles, as a deleter of `std::unique_ptr`.
struct Destroy {
    void operator()(OctosatEngine *engine) const { octosat_engine_destroy(engine); }
    void operator()(OctosatBoxes *boxes) const { octosat_boxes_destroy(boxes); }
    void operator()(OctosatManifolds *manifolds) const { octosat_manifolds_destroy(manifolds); }
};

template <typename T>
using Handle = std::unique_ptr<T, Destroy>;

// A body of an engine: its fields are lent where they are.
struct Body {
    float position[3];
    float mass;
    float rotation[4];
    float half_extents[3];
};

int main() {
    const std::vector<Body> bodies = {
        {{0.0f, 0.0f, 0.0f}, 0.0f, {0.0f, 0.0f, 0.0f, 1.0f}, {5.0f, 1.0f, 5.0f}},
        {{1.0f, 1.375f, 0.0f}, 1.0f, {0.0f, 0.0f, 0.0f, 1.0f}, {0.5f, 0.5f, 0.5f}},
    };
    const OctosatBoxColumns columns = {
        {bodies[0].position, sizeof(Body), OCTOSAT_F32X3},
        {bodies[0].rotation, sizeof(Body), OCTOSAT_F32X4},
        {bodies[0].half_extents, sizeof(Body), OCTOSAT_F32X3},
    };
    const OctosatPair pairs[] = {{0, 1}};

    const Handle<OctosatEngine> engine(octosat_engine_create(nullptr, nullptr));
    const Handle<OctosatBoxes> boxes(octosat_boxes_create());
    OctosatManifoldOptions options = OCTOSAT_MANIFOLD_OPTIONS_DEFAULTS;
    options.surfaces = 1;
    const Handle<OctosatManifolds> manifolds(octosat_manifolds_create(&options, nullptr));
    OctosatError error;
    if (octosat_boxes_lend(boxes.get(), bodies.size(), &columns, 0, &error) != OCTOSAT_OK) {
        std::fprintf(stderr, "octosat: %s\n", error.text);
        return 1;
    }

    OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
    query.boxes = boxes.get();
    query.pairs = pairs;
    query.pair_count = 1;
    query.within = 0.01f;
    OctosatManifoldList list;
    if (octosat_manifolds(engine.get(), &query, manifolds.get(), &list, &error) != OCTOSAT_OK) {
        std::fprintf(stderr, "octosat: %s\n", error.text);
        return 1;
    }
    const OctosatManifold &manifold = list.manifolds[0];
    std::printf("%d contact points, %.3f m deep\n", manifold.len, double(manifold.depth));
    for (std::size_t point = manifold.first; point < manifold.first + manifold.len; ++point) {
        const float *on_b = list.surfaces[point].on_b;
        std::printf("  on the block at %5.2f %5.2f %5.2f, in its frame\n", double(on_b[0]), double(on_b[1]), double(on_b[2]));
    }
    return manifold.len == 4 ? 0 : 1;
}
