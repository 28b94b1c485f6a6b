// A small engine: bodies in the engine's own types, a broad phase, contacts with friction and warm starting, removal of
// bodies, bullets and picking. `main` plays a scene and checks it.
//     c++ -std=c++17 engine.cpp -loctosat_c
#include <octosat.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

struct Vec3 { float x, y, z; };
struct Quat { float x, y, z, w; };
template <> struct octosat::Format<Vec3> { static constexpr OctosatFormat value = OCTOSAT_F32X3; };
template <> struct octosat::Format<Quat> { static constexpr OctosatFormat value = OCTOSAT_F32X4; };

Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 operator*(float s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
Vec3 operator-(Vec3 a, Vec3 b) { return a + -1.0f * b; }
float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
float length(Vec3 a) { return std::sqrt(dot(a, a)); }
Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Vec3 turn(Quat q, Vec3 v) {
    const Vec3 axis = {q.x, q.y, q.z}, twice = 2.0f * cross(axis, v);
    return v + q.w * twice + cross(axis, twice);
}

constexpr float FRAME = 1.0f / 60.0f;          // seconds
constexpr Vec3 GRAVITY = {0.0f, 0.0f, -9.81f}; // meters per second, squared
constexpr Vec3 UP = {0.0f, 0.0f, 1.0f};
constexpr float WITHIN = 0.01f; // meters: about 1 % of the smallest body that is stacked
constexpr float SLOP = 0.002f;  // meters of overlap that are left alone
constexpr float AT_REST = 0.01f; // meters per second: a part of what gravity adds in a frame
constexpr float FRICTION = 0.5f;
constexpr int ITERATIONS = 20;

// Impulses of a contact point along its normal and two tangents.
using Impulse = std::array<float, 3>;

// The engine reads position, rotation and half extents where they are. A body without mass does not move.
struct Body {
    std::uint32_t id; // stays when the index changes
    Vec3 position, half_extents;
    float inverse_mass;
    Vec3 velocity = {}, spin = {};
    Quat rotation = {0.0f, 0.0f, 0.0f, 1.0f};
    std::array<Impulse, 8> ground = {}; // of each vertex

    Vec3 velocity_at(Vec3 arm) const { return velocity + cross(spin, arm); }
    // The change of spin by a change of angular momentum.
    Vec3 spin_of(Vec3 momentum) const {
        const Vec3 m = turn({-rotation.x, -rotation.y, -rotation.z, rotation.w}, momentum);
        const Vec3 h = half_extents;
        const float x = h.x * h.x, y = h.y * h.y, z = h.z * h.z;
        return turn(rotation, 3.0f * inverse_mass * Vec3{m.x / (y + z), m.y / (z + x), m.z / (x + y)});
    }
    void push(Vec3 arm, Vec3 impulse) {
        velocity = velocity + inverse_mass * impulse;
        spin = spin + spin_of(cross(arm, impulse));
    }
    // Fast bodies stop at their first hit: within a frame they could pass through others.
    bool is_bullet() const {
        return FRAME * length(velocity) > std::min({half_extents.x, half_extents.y, half_extents.z});
    }
    // All corners of a bullet that face what it hits are contacts: past one alone, its center would go on.
    float within() const { return WITHIN + (is_bullet() ? 2.0f * length(half_extents) : 0.0f); }
};

// A point as the solver sees it. Directions: the normal from a to b, and two tangents.
struct Contact {
    Body *a, *b;
    Vec3 arm_a, arm_b;
    std::array<Vec3, 3> directions;
    float depth;
    Impulse *impulse;

    Contact(Body *body_a, Body *body_b, Vec3 normal, const octosat::ContactPoint &point, Impulse *impulses)
        : a(body_a), b(body_b), depth(point.depth), impulse(impulses) {
        const Vec3 position = octosat::Vector(point.position);
        arm_a = position - a->position;
        arm_b = position - b->position;
        const Vec3 other = std::fabs(normal.x) < 0.6f ? Vec3{1.0f, 0.0f, 0.0f} : Vec3{0.0f, 1.0f, 0.0f};
        const Vec3 tangent = cross(normal, other);
        directions = {normal, 1.0f / length(tangent) * tangent, 1.0f / length(tangent) * cross(normal, tangent)};
        for (std::size_t k = 0; k < 3; ++k) apply((*impulse)[k], directions[k]);
    }
    void apply(float size, Vec3 direction) { a->push(arm_a, -size * direction), b->push(arm_b, size * direction); }
    // The velocity that an impulse of 1 along a direction changes.
    float response(Vec3 direction) const {
        const Vec3 turn_a = a->spin_of(cross(arm_a, direction)), turn_b = b->spin_of(cross(arm_b, direction));
        return a->inverse_mass + b->inverse_mass + dot(cross(turn_a, arm_a) + cross(turn_b, arm_b), direction);
    }
    void solve() {
        for (const std::size_t k : {1u, 2u, 0u}) {
            // A gap may close within the frame; overlap beyond the slop is pushed out slowly.
            const float target = k ? 0.0f : depth < 0.0f ? depth / FRAME : 0.1f * std::max(depth - SLOP, 0.0f) / FRAME;
            const float speed = dot(b->velocity_at(arm_b) - a->velocity_at(arm_a), directions[k]);
            const float most = FRICTION * (*impulse)[0], before = (*impulse)[k];
            const float sum = before + (target - speed) / response(directions[k]);
            (*impulse)[k] = k ? std::clamp(sum, -most, most) : std::max(sum, 0.0f);
            apply((*impulse)[k] - before, directions[k]);
        }
    }
};

// A query about each body and one shape.
template <typename S>
octosat::ShapeQuery<S> each_of(const octosat::Boxes &boxes, const S (&shape)[1], float within = 0.0f) {
    octosat::ShapeQuery<S> query;
    query.first = &boxes;
    query.shapes = shape;
    query.each = true;
    query.within = within;
    return query;
}

struct Engine {
    std::vector<Body> bodies;
    std::size_t points = 0, warm_points = 0; // between bodies, in the last frame

    octosat::Engine octosat = octosat::Engine::with_threads(1);
    octosat::Boxes boxes;
    octosat::ContactCache cache;
    std::vector<octosat::Aabb> aabbs;
    std::vector<octosat::Pair> pairs;
    std::vector<std::uint32_t> predecessors;
    std::vector<octosat::HalfSpaceManifold> ground_manifolds;
    std::vector<Impulse> impulses, last_impulses; // parallel to the places of points
    std::vector<Contact> contacts;

    void lend() {
        using octosat::column;
        boxes.lend({column(bodies, &Body::position), column(bodies, &Body::rotation)},
                   column(bodies, &Body::half_extents));
    }

    // Sweep and prune along x. The AABB of a bullet has its path, too.
    void find_pairs() {
        octosat.aabbs(boxes, aabbs);
        std::vector<std::uint32_t> order(bodies.size());
        for (std::uint32_t k = 0; k < order.size(); ++k) {
            order[k] = k;
            const octosat::Vector path = bodies[k].is_bullet() ? FRAME * bodies[k].velocity : Vec3{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                aabbs[k].min[axis] += std::min(path[axis], 0.0f) - WITHIN;
                aabbs[k].max[axis] += std::max(path[axis], 0.0f) + WITHIN;
            }
        }
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return aabbs[a].min[0] < aabbs[b].min[0]; });
        pairs.clear();
        for (auto first = order.begin(); first != order.end(); ++first) {
            const octosat::Aabb &a = aabbs[*first];
            for (auto next = first + 1; next != order.end() && aabbs[*next].min[0] <= a.max[0]; ++next) {
                const octosat::Aabb &b = aabbs[*next];
                if (a.max[1] < b.min[1] || b.max[1] < a.min[1] || a.max[2] < b.min[2] || b.max[2] < a.min[2]) continue;
                if (bodies[*first].inverse_mass + bodies[*next].inverse_mass == 0.0f) continue;
                // Which body is a must not change: ids stay, indices do not.
                const bool is_ordered = bodies[*first].id < bodies[*next].id;
                pairs.push_back(is_ordered ? octosat::Pair{*first, *next} : octosat::Pair{*next, *first});
            }
        }
    }

    void find_contacts() {
        contacts.clear();
        std::vector<float> withins;
        for (const octosat::Pair &p : pairs) withins.push_back(std::max(bodies[p.a].within(), bodies[p.b].within()));
        octosat::Contacts between_bodies;
        between_bodies.query.boxes = &boxes;
        between_bodies.query.pairs = pairs;
        between_bodies.query.within = withins;
        cache.next_frame();
        const octosat::ManifoldList list = octosat.manifolds_cached(between_bodies, cache);
        cache.fill_predecessors(predecessors);
        impulses.assign(list.points.size(), {});
        points = warm_points = 0;
        for (const std::uint32_t row : list.touching_rows) {
            const octosat::Manifold &manifold = list.manifolds[row];
            for (auto place = manifold.first; place < manifold.first + manifold.len; ++place, ++points) {
                const std::uint32_t before = predecessors[place];
                if (before != OCTOSAT_NEW_POINT) impulses[place] = last_impulses[before], ++warm_points;
                contacts.emplace_back(&bodies[pairs[row].a], &bodies[pairs[row].b], octosat::Vector(manifold.normal),
                                      list.points[place], &impulses[place]);
            }
        }
        impulses.swap(last_impulses); // the arrays change names, so pointers into them stay
    }

    void find_ground_contacts() {
        static Body ground = {0, {}, {1.0f, 1.0f, 1.0f}, 0.0f};
        const octosat::HalfSpace plane[] = {{UP, 0.0f}};
        octosat.manifolds(each_of(boxes, plane, WITHIN), ground_manifolds);
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            const auto last = std::exchange(bodies[k].ground, {});
            if (bodies[k].inverse_mass == 0.0f) continue;
            for (std::uint32_t point = 0; point < ground_manifolds[k].len; ++point) {
                const octosat::ContactPoint &found = ground_manifolds[k].points[point];
                bodies[k].ground[found.feature] = last[found.feature];
                contacts.emplace_back(&ground, &bodies[k], UP, found, &bodies[k].ground[found.feature]);
            }
        }
    }

    // Turns all bodies and moves them, bullets until they hit.
    void move() {
        std::vector<Vec3> paths;
        std::vector<float> times(bodies.size(), 1.0f);
        for (const Body &body : bodies) paths.push_back(FRAME * body.velocity);
        const auto is_slow = [&](octosat::Pair p) { return !bodies[p.a].is_bullet() && !bodies[p.b].is_bullet(); };
        pairs.erase(std::remove_if(pairs.begin(), pairs.end(), is_slow), pairs.end());
        octosat::Casts casts;
        casts.query.boxes = &boxes;
        casts.query.pairs = pairs;
        casts.motions = octosat::Motions::per_box(paths);
        std::vector<octosat::Cast> hits;
        octosat.casts(casts, hits);
        for (std::size_t row = 0; row < hits.size(); ++row) {
            if (hits[row].state != OCTOSAT_CAST_HIT) continue;
            for (const std::uint32_t k : {pairs[row].a, pairs[row].b}) times[k] = std::min(times[k], hits[row].time);
        }
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            Body &body = bodies[k];
            body.position = body.position + times[k] * paths[k];
            // Turns go on: a corner that touches may turn back while the center moves in.
            const Vec3 half = 0.5f * FRAME * body.spin;
            const Vec3 old = {body.rotation.x, body.rotation.y, body.rotation.z};
            const Vec3 v = old + body.rotation.w * half + cross(half, old);
            const float w = body.rotation.w - dot(half, old), scale = 1.0f / std::sqrt(w * w + dot(v, v));
            body.rotation = {scale * v.x, scale * v.y, scale * v.z, scale * w};
        }
    }

    void step() {
        lend();
        for (Body &body : bodies) {
            if (body.inverse_mass > 0.0f) body.velocity = body.velocity + FRAME * GRAVITY;
        }
        find_pairs();
        find_contacts();
        find_ground_contacts();
        for (int iteration = 0; iteration < ITERATIONS; ++iteration) {
            for (Contact &contact : contacts) contact.solve();
        }
        move();
    }

    // The last body gets the index, in the bodies and in the cache.
    void remove(std::uint32_t index) {
        cache.swap_remove(OCTOSAT_SIDE_BOTH, index, std::uint32_t(bodies.size() - 1));
        bodies[index] = bodies.back();
        bodies.pop_back();
    }

    // The id of the first body that a ray hits.
    std::optional<std::uint32_t> pick(Vec3 origin, Vec3 direction) {
        lend();
        const octosat::Ray ray[] = {{origin, direction}};
        std::vector<octosat::RayHit> hits;
        octosat.hits(each_of(boxes, ray), hits);
        const auto first = std::min_element(hits.begin(), hits.end(), [](const auto &a, const auto &b) {
            return a.face != OCTOSAT_FACE_MISS && (b.face == OCTOSAT_FACE_MISS || a.entry < b.entry);
        });
        if (first == hits.end() || first->face == OCTOSAT_FACE_MISS) return std::nullopt;
        return bodies[std::size_t(first - hits.begin())].id;
    }
};

bool is_failed = false;

void check(bool condition, const char *what) {
    std::printf("%s: %s\n", condition ? "yes" : "NO", what);
    is_failed |= !condition;
}

int main() {
    // A box of its own, and a stack of six.
    const Vec3 half = {0.5f, 0.5f, 0.5f};
    Engine engine;
    engine.bodies = {{2, {5.0f, 0.0f, 0.6f}, half, 1.0f}};
    for (std::uint32_t k = 0; k < 6; ++k) {
        engine.bodies.push_back({10 + k, {0.0f, 0.0f, 0.6f + 1.05f * float(k)}, half, 1.0f});
    }
    for (int frame = 0; frame < 300; ++frame) engine.step();
    float fastest = 0.0f;
    for (const Body &body : engine.bodies) fastest = std::max(fastest, length(body.velocity));
    const float top = engine.bodies.back().position.z;
    std::printf("the top at %.4f m, the fastest at %.5f m/s, %zu of %zu points warm\n", double(top), double(fastest),
                engine.warm_points, engine.points);
    check(std::fabs(top - 5.5f) < 0.02f && fastest < AT_REST, "the stack is at rest");
    check(engine.points == 20 && engine.warm_points == 20, "all points between bodies are warm");

    check(engine.pick({5.0f, 0.0f, 9.0f}, GRAVITY) == 2u, "a ray finds the box of its own");
    engine.remove(0); // The top of the stack has index 0 now.
    engine.step();
    check(engine.points == 20 && engine.warm_points == 20, "all points are warm after the removal");
    check(!engine.pick({5.0f, 0.0f, 9.0f}, GRAVITY), "a ray does not find the removed box");
    check(engine.pick({0.0f, 0.0f, 9.0f}, GRAVITY) == 15u, "a ray finds the top of the stack");

    // Bullets of 10 cm, each tilted in another way, at a plate of 4 cm: 1.5 m to 8 m per frame.
    int passed = 0, hanging = 0;
    for (int k = 0; k < 20; ++k) {
        const float x = 0.1f * float(k), w = 1.0f / std::sqrt(x * x + 1.05f);
        Engine range;
        range.bodies = {{1, {0.0f, 0.0f, 4.0f}, {0.02f, 2.0f, 4.0f}, 0.0f},
                        {2, {-3.3f, 0.0f, 2.0f}, {0.05f, 0.05f, 0.05f}, 10.0f, {90.0f + 20.0f * float(k), 0.0f, 0.0f},
                         {}, {w * x, w * 0.2f, w * 0.1f, w}}};
        for (int frame = 0; frame < 240; ++frame) range.step();
        const Vec3 end = range.bodies[1].position;
        passed += end.x > 0.0f;
        hanging += end.z > 1.0f;
    }
    std::printf("%d of 20 bullets passed the plate, %d hang in the air\n", passed, hanging);
    check(passed == 0 && hanging == 0, "the plate stops all bullets, and they fall to the ground");
    return is_failed ? 1 : 0;
}
