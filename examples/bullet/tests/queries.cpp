// Bullet's queries about boxes next to octosat's: signs, frames and units of the chapter on migrating.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>

#include "BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h"
#include "BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h"
#include "BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h"
#include "check.h"

namespace octosat_bullet {

namespace {

constexpr size_t PAIRS = 1000;
// Meters by which the places of hits differ at most: Bullet's rays and casts end early.
constexpr float SAME_PLACE = 0.02f;
// Meters by which depths differ at most.
constexpr float SAME_DEPTH = 1e-4f;
// The part of the pairs about which Bullet may answer otherwise: another axis, a hit that one of both does not have.
constexpr size_t ONE_MAY_DIFFER_IN = 10;

void check(OctosatStatus status) { expect(status == OCTOSAT_OK, "octosat fails"); }

template <class Handle>
std::shared_ptr<Handle> own(Handle* handle, void (*destroy)(Handle*)) {
    return std::shared_ptr<Handle>(handle, destroy);
}

// Pairs of boxes near each other, box 2p and 2p + 1, and how far the second of each moves.
struct Pairs {
    std::vector<OctosatBox> boxes;
    std::vector<OctosatPair> pairs;
    std::vector<btVector3> motions;
    std::vector<btQuaternion> turns;
    std::shared_ptr<OctosatBoxes> stored = own(octosat_boxes_create(), octosat_boxes_destroy);
    std::shared_ptr<OctosatEngine> engine = own(octosat_engine_create(nullptr, nullptr), octosat_engine_destroy);
    OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;

    Pairs() {
        std::mt19937 random(49);
        const auto number = [&random](float low, float high) {
            return low + (high - low) * static_cast<float>(random()) / 4294967296.0f;
        };
        const auto vector = [&number](float reach) {
            return btVector3(number(-reach, reach), number(-reach, reach), number(-reach, reach));
        };
        for (size_t pair = 0; pair < PAIRS; pair++) {
            const btVector3 center = vector(5);
            for (const btVector3& at : {center, center + vector(2)}) {
                btQuaternion turn(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1));
                turn.normalize();
                const float half = number(0.1f, 1);
                boxes.push_back({{at.x(), at.y(), at.z()},
                                 {turn.x(), turn.y(), turn.z(), turn.w()},
                                 {half, number(0.1f, 1), number(0.1f, 1)}});
                check(octosat_boxes_insert(stored.get(), &boxes.back(), nullptr, nullptr));
            }
            const uint32_t first = static_cast<uint32_t>(2 * pair);
            pairs.push_back({first, first + 1});
            const btVector3 towards = pose(first).getOrigin() - pose(first + 1).getOrigin();
            motions.push_back(btScalar(1.5) * towards + vector(1));
            turns.push_back(btQuaternion(vector(1).normalized(), number(0, btScalar(0.3))));
        }
        query.boxes = stored.get();
        query.pairs = pairs.data();
        query.pair_count = PAIRS;
    }

    btTransform pose(size_t box) const {
        const OctosatBox& of = boxes[box];
        const btQuaternion turn(of.rotation[0], of.rotation[1], of.rotation[2], of.rotation[3]);
        return btTransform(turn, btVector3(of.center[0], of.center[1], of.center[2]));
    }

    // Bullet's boxes have half extents, too. Its queries round their edges and corners by the margin.
    btBoxShape shape(size_t box) const {
        const float* half = boxes[box].half_extents;
        btBoxShape shape(btVector3(half[0], half[1], half[2]));
        shape.setMargin(0);
        return shape;
    }
};

btVector3 vector_of(const float* numbers) { return btVector3(numbers[0], numbers[1], numbers[2]); }

// How many pairs have an answer, and about how many Bullet answers otherwise.
struct Count {
    size_t all = 0;
    size_t other = 0;

    void add(bool has_answer, bool is_other) {
        all += has_answer;
        other += is_other;
    }

    void check(const std::string& name) const {
        const bool is_right = all > PAIRS / 10 && other * ONE_MAY_DIFFER_IN < all;
        expect(is_right, name + ": " + std::to_string(other) + " of " + std::to_string(all) + " differ");
    }
};

// A world of Bullet that is only asked.
struct Asked {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
};

// The deepest point, as octosat has it: positive for overlap, from the first to the second.
struct Deepest : btCollisionWorld::ContactResultCallback {
    const btCollisionObject* first = nullptr;
    btScalar depth = -BT_LARGE_FLOAT;
    btVector3 normal{0, 0, 0};

    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* a, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        if (-point.m_distance1 > depth) {
            depth = -point.m_distance1;
            normal = a->getCollisionObject() == first ? -point.m_normalWorldOnB : point.m_normalWorldOnB;
        }
        return 0;
    }
};

void check_contact_pairs(const Pairs& given) {
    std::vector<OctosatPenetration> rows(PAIRS);
    check(octosat_penetrations(given.engine.get(), &given.query, rows.data(), PAIRS, nullptr));
    Asked asked;
    Count count;
    for (size_t pair = 0; pair < PAIRS; pair++) {
        btBoxShape shapes[] = {given.shape(2 * pair), given.shape(2 * pair + 1)};
        btCollisionObject objects[2];
        for (size_t side = 0; side < 2; side++) {
            objects[side].setCollisionShape(&shapes[side]);
            objects[side].setWorldTransform(given.pose(2 * pair + side));
        }
        Deepest deepest;
        deepest.first = &objects[0];
        asked.world.contactPairTest(&objects[0], &objects[1], deepest);
        if (rows[pair].depth < SAME_DEPTH) {
            continue;
        }
        const bool is_same = std::abs(deepest.depth - rows[pair].depth) < SAME_DEPTH &&
                             deepest.normal.dot(vector_of(rows[pair].normal)) > btScalar(0.999);
        count.add(true, !is_same);
    }
    count.check("contacts");
}

// One box in Bullet's world, the first of each pair, and what a callback of Bullet finds on the way of the second.
template <class Ask>
void in_world(const Pairs& given, size_t pair, Ask ask) {
    Asked asked;
    btBoxShape shape = given.shape(2 * pair);
    btCollisionObject object;
    object.setCollisionShape(&shape);
    object.setWorldTransform(given.pose(2 * pair));
    asked.world.addCollisionObject(&object);
    ask(asked.world);
    asked.world.removeCollisionObject(&object);
}

void check_rays(const Pairs& given) {
    std::vector<OctosatSegment> segments(PAIRS);
    std::vector<OctosatPair> pairs(PAIRS);
    for (size_t pair = 0; pair < PAIRS; pair++) {
        const btVector3 start = given.pose(2 * pair + 1).getOrigin(), end = start + given.motions[pair];
        segments[pair] = {{start.x(), start.y(), start.z()}, {end.x(), end.y(), end.z()}};
        pairs[pair] = {static_cast<uint32_t>(2 * pair), static_cast<uint32_t>(pair)};
    }
    OctosatShapeQuery query = OCTOSAT_SHAPE_QUERY_DEFAULTS;
    query.boxes = given.stored.get();
    query.pairs = pairs.data();
    query.pair_count = PAIRS;
    std::vector<OctosatRayHit> rows(PAIRS);
    check(octosat_segment_hits(given.engine.get(), &query, {segments.data(), PAIRS}, rows.data(), PAIRS, nullptr));
    Count count;
    for (size_t pair = 0; pair < PAIRS; pair++) {
        const OctosatRayHit& row = rows[pair];
        if (row.face == OCTOSAT_FACE_STARTS_INSIDE) {
            continue;
        }
        const btVector3 start = vector_of(segments[pair].start), end = vector_of(segments[pair].end);
        btCollisionWorld::ClosestRayResultCallback found(start, end);
        in_world(given, pair, [&](btCollisionWorld& world) { world.rayTest(start, end, found); });
        const bool hits = row.entry <= row.exit;
        const btScalar off = std::abs(found.m_closestHitFraction - row.entry) * (end - start).length();
        count.add(hits, found.hasHit() != hits || (hits && off > SAME_PLACE));
    }
    count.check("rays");
}

void check_sweeps(const Pairs& given) {
    std::vector<std::array<float, 3>> motions(PAIRS);
    for (size_t pair = 0; pair < PAIRS; pair++) {
        motions[pair] = {given.motions[pair].x(), given.motions[pair].y(), given.motions[pair].z()};
    }
    OctosatCasts casts = OCTOSAT_CASTS_DEFAULTS;
    casts.query = &given.query;
    casts.motions = reinterpret_cast<const float(*)[3]>(motions.data());
    casts.motion_count = PAIRS;
    std::vector<OctosatCast> rows(PAIRS);
    check(octosat_casts(given.engine.get(), &casts, rows.data(), PAIRS, nullptr));
    Count count;
    for (size_t pair = 0; pair < PAIRS; pair++) {
        if (rows[pair].state == OCTOSAT_CAST_OVERLAPPING) {
            continue;
        }
        const btTransform from = given.pose(2 * pair + 1);
        const btTransform to(from.getBasis(), from.getOrigin() + given.motions[pair]);
        btBoxShape shape = given.shape(2 * pair + 1);
        btCollisionWorld::ClosestConvexResultCallback found(from.getOrigin(), to.getOrigin());
        in_world(given, pair, [&](btCollisionWorld& world) { world.convexSweepTest(&shape, from, to, found); });
        const bool hits = rows[pair].state == OCTOSAT_CAST_HIT;
        const btScalar off = std::abs(found.m_closestHitFraction - rows[pair].time) * given.motions[pair].length();
        count.add(hits, found.hasHit() != hits || (hits && off > SAME_PLACE));
    }
    count.check("sweeps");
}

void check_impacts(const Pairs& given) {
    const auto ends = own(octosat_boxes_create(), octosat_boxes_destroy);
    for (size_t box = 0; box < 2 * PAIRS; box++) {
        OctosatBox end = given.boxes[box];
        if (box % 2 == 1) {
            const btVector3 center = given.pose(box).getOrigin() + given.motions[box / 2];
            btQuaternion turn = given.turns[box / 2] * given.pose(box).getRotation();
            turn.normalize();
            end = {{center.x(), center.y(), center.z()}, {turn.x(), turn.y(), turn.z(), turn.w()}, {}};
            std::copy_n(given.boxes[box].half_extents, 3, end.half_extents);
        }
        check(octosat_boxes_insert(ends.get(), &end, nullptr, nullptr));
    }
    OctosatImpacts impacts = OCTOSAT_IMPACTS_DEFAULTS;
    impacts.query = &given.query;
    impacts.ends = ends.get();
    std::vector<OctosatImpact> rows(PAIRS);
    check(octosat_impacts(given.engine.get(), &impacts, rows.data(), PAIRS, nullptr));
    Count count;
    for (size_t pair = 0; pair < PAIRS; pair++) {
        if (rows[pair].state != OCTOSAT_IMPACT_HIT && rows[pair].state != OCTOSAT_IMPACT_FREE) {
            continue;
        }
        const btTransform still = given.pose(2 * pair), from = given.pose(2 * pair + 1);
        const btTransform to(given.turns[pair] * from.getRotation(), from.getOrigin() + given.motions[pair]);
        btBoxShape a = given.shape(2 * pair), b = given.shape(2 * pair + 1);
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depths;
        btContinuousConvexCollision bullet(&a, &b, &simplex, &depths);
        btConvexCast::CastResult result;
        result.m_fraction = 1;
        result.m_allowedPenetration = 0;
        const bool found = bullet.calcTimeOfImpact(still, still, from, to, result);
        const bool hits = rows[pair].state == OCTOSAT_IMPACT_HIT;
        const btScalar off = std::abs(result.m_fraction - rows[pair].time) * given.motions[pair].length();
        count.add(hits, found != hits || (hits && off > SAME_PLACE));
    }
    count.check("impacts");
}

}  // namespace

void test_queries() {
    const Pairs given;
    check_contact_pairs(given);
    check_rays(given);
    check_sweeps(given);
    check_impacts(given);
}

}  // namespace octosat_bullet
