// A stack of boxes that falls on the ground and comes to rest, as in stack.c: contacts from frame to frame, with warm
// starting. The boxes cannot turn, and there is no friction.
//     c++ -std=c++17 stack.cpp -loctosat_c
#include <octosat.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using octosat::column;

constexpr float FRAME = 1.0f / 60.0f; // seconds
constexpr float GRAVITY = 9.81f;      // meters per second, squared
constexpr float WITHIN = 0.01f;       // meters: about 1 % of the smallest extent
constexpr float SLOP = 0.002f;        // meters of overlap that are left alone
constexpr std::uint32_t BOXES = 6;

// A body of an engine: octosat reads its fields where they are.
struct Body {
    float position[3];
    float velocity;
    float rotation[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    float half_extents[3] = {0.5f, 0.5f, 0.5f};
};

// A contact as the solver sees it, with its impulse of the last frame. Box a is below: the ground if it is BOXES.
struct Contact {
    std::uint32_t a, b;
    float normal_z, depth, *impulse;
};

// Impulses along the normals until the approach stops; each contact keeps its sum, which is never a pull.
void solve(std::vector<Body> &bodies, const std::vector<Contact> &contacts) {
    Body ground = {};
    const auto body = [&](std::uint32_t index) -> Body & { return index < BOXES ? bodies[index] : ground; };
    const auto push = [&](const Contact &contact, float impulse) {
        body(contact.b).velocity += contact.normal_z * impulse;
        body(contact.a).velocity -= contact.normal_z * impulse;
        ground.velocity = 0.0f;
    };
    for (const Contact &contact : contacts) push(contact, *contact.impulse);
    for (int iteration = 0; iteration < 30; ++iteration) {
        for (const Contact &contact : contacts) {
            // A gap may close within the frame; overlap beyond the slop is pushed out slowly.
            const float gap = -contact.depth;
            const float target = gap > 0.0f ? -gap / FRAME : 0.1f * std::max(-gap - SLOP, 0.0f) / FRAME;
            const float approach = contact.normal_z * (body(contact.b).velocity - body(contact.a).velocity);
            const float mass = contact.a < BOXES ? 0.5f : 1.0f;
            const float sum = std::max(*contact.impulse + mass * (target - approach), 0.0f);
            push(contact, sum - *contact.impulse);
            *contact.impulse = sum;
        }
    }
}

int main() {
    std::vector<Body> bodies(BOXES);
    std::vector<octosat::Pair> pairs;
    for (std::uint32_t k = 0; k < BOXES; ++k) bodies[k].position[2] = 0.6f + 1.05f * static_cast<float>(k);
    for (std::uint32_t k = 1; k < BOXES; ++k) pairs.push_back({k - 1, k});
    const octosat::HalfSpace ground[] = {{{0.0f, 0.0f, 1.0f}, 0.0f}};

    const octosat::Engine engine;
    octosat::Boxes boxes;
    octosat::ContactCache cache;
    octosat::Contacts between_boxes;
    between_boxes.query.boxes = &boxes;
    between_boxes.query.pairs = pairs;
    between_boxes.query.within = WITHIN;
    octosat::ShapeQuery<octosat::HalfSpace> on_ground;
    on_ground.first = &boxes;
    on_ground.shapes = ground;
    on_ground.each = true;
    on_ground.within = WITHIN;

    // Impulses at the places of the points of two frames, and of the corners of each box on the ground.
    std::vector<float> impulses, last_impulses;
    std::array<std::array<float, 8>, BOXES> corner_impulses = {};
    std::vector<std::uint32_t> predecessors;
    std::vector<octosat::HalfSpaceManifold> ground_manifolds;
    std::size_t continued = 0;
    for (int frame = 0; frame < 300; ++frame) {
        boxes.lend({column(bodies, &Body::position), column(bodies, &Body::rotation)},
                   column(bodies, &Body::half_extents));
        cache.next_frame();
        const octosat::ManifoldList list = engine.manifolds_cached(between_boxes, cache);
        cache.fill_predecessors(predecessors);
        engine.manifolds(on_ground, ground_manifolds);

        std::vector<Contact> contacts;
        impulses.assign(list.points.size(), 0.0f);
        for (const std::uint32_t row : list.touching_rows) {
            const octosat::Manifold &manifold = list.manifolds[row];
            for (std::uint32_t place = manifold.first; place < manifold.first + manifold.len; ++place) {
                const std::uint32_t before = predecessors[place];
                if (before != OCTOSAT_NEW_POINT) impulses[place] = last_impulses[before], ++continued;
                contacts.push_back({pairs[row].a, pairs[row].b, manifold.normal[2], list.points[place].depth,
                                    &impulses[place]});
            }
        }
        for (std::uint32_t k = 0; k < BOXES; ++k) {
            std::array<float, 8> last = {};
            std::swap(last, corner_impulses[k]);
            for (std::uint32_t point = 0; point < ground_manifolds[k].len; ++point) {
                const octosat::ContactPoint &found = ground_manifolds[k].points[point];
                corner_impulses[k][found.feature] = last[found.feature];
                contacts.push_back({BOXES, k, 1.0f, found.depth, &corner_impulses[k][found.feature]});
            }
        }

        for (Body &body : bodies) body.velocity -= GRAVITY * FRAME;
        solve(bodies, contacts);
        for (Body &body : bodies) body.position[2] += body.velocity * FRAME;
        impulses.swap(last_impulses);
    }

    float fastest = 0.0f;
    for (const Body &body : bodies) fastest = std::max(fastest, std::fabs(body.velocity));
    const float top = bodies.back().position[2];
    std::printf("octosat %s: %u boxes, the top at %.3f m, the fastest at %.4f m/s, %zu points continued: %s\n",
                octosat::version(), BOXES, double(top), double(fastest), continued,
                fastest < 0.001f ? "at rest" : "still moving");
    return fastest < 0.001f && std::fabs(top - 5.5f) < 0.05f ? 0 : 1;
}
