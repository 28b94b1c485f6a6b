// Boxes on planes, shapes that Bullet looks after, and pairs that are asked about alone.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cmath>

#include "BulletCollision/CollisionDispatch/btGhostObject.h"
#include "check.h"

namespace octosat_bullet {

namespace {

constexpr btScalar HALF = btScalar(0.5);
const btVector3 UNIT(HALF, HALF, HALF);

void add_ground(World& world) {
    world.add(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0)), at(0, 0, 0), 0);
}

void step(World& world, int steps) {
    for (int i = 0; i < steps; i++) {
        world.step();
    }
}

bool is_near(btScalar value, btScalar expected, btScalar tolerance) { return std::abs(value - expected) < tolerance; }

const btPersistentManifold& only_manifold(World& world, const std::string& name) {
    expect(world.dispatcher().getNumManifolds() == 1, "there is not one manifold with " + name);
    return *world.dispatcher().getManifoldByIndexInternal(0);
}

// A plane that is turned and moved with its body, and a box that sinks into it by 5 cm on four corners.
void check_tilted_plane(const Contender& contender) {
    World world(contender.settings);
    const btTransform pose(btQuaternion(btVector3(1, 2, 3).normalized(), btScalar(0.8)), btVector3(3, -2, 1));
    const btVector3 normal = btVector3(btScalar(0.6), 0, btScalar(0.8));
    world.add(std::make_unique<btStaticPlaneShape>(normal, btScalar(2)), pose, 0);
    const btTransform upright(shortestArcQuat(btVector3(0, 1, 0), normal), normal * btScalar(2.45));
    btRigidBody& box = world.add_box(UNIT, pose * upright, 1);
    world.bullet().performDiscreteCollisionDetection();
    const btPersistentManifold& manifold = only_manifold(world, contender.name);
    expect(manifold.getBody0() == &box && manifold.getNumContacts() == 4, "not four corners in a plane");
    for (int i = 0; i < 4; i++) {
        const btManifoldPoint& point = manifold.getContactPoint(i);
        expect(is_near(point.m_distance1, btScalar(-0.05), btScalar(1e-5)), "a corner is not 5 cm deep");
        expect((point.m_normalWorldOnB - pose.getBasis() * normal).length() < btScalar(1e-5), "not the plane's normal");
        expect((box.getWorldTransform() * point.m_localPointA - point.m_positionWorldOnA).length() < btScalar(1e-5),
               "the corner is not where the box has it");
        expect(is_near(normal.dot(point.m_localPointB), 2, btScalar(1e-5)), "the point is not on the plane");
    }
}

void check_box_on_plane(const Contender& contender) {
    World world(contender.settings);
    add_ground(world);
    btRigidBody& box = world.add_box(UNIT, at(0, 2, 0), 1);
    step(world, 180);
    expect(is_near(box.getWorldTransform().getOrigin().y(), HALF, btScalar(0.01)), "a box does not lie on the plane");
    expect(only_manifold(world, contender.name).getNumContacts() == 4, "a box does not lie on four corners");
}

// A sphere, a capsule and a compound of boxes, each on a box that lies on the plane.
void check_mixture(const Contender& contender) {
    World world(contender.settings);
    add_ground(world);
    std::vector<btRigidBody*> above;
    btBoxShape part(btVector3(HALF, btScalar(0.1), HALF));
    auto compound = std::make_unique<btCompoundShape>();
    compound->addChildShape(at(btScalar(-0.4), 0, 0), &part);
    compound->addChildShape(at(btScalar(0.4), 0, 0), &part);
    for (int i = 0; i < 3; i++) {
        world.add_box(UNIT, at(static_cast<btScalar>(4 * i), HALF, 0), 100);
    }
    above.push_back(&world.add(std::make_unique<btSphereShape>(HALF), at(0, btScalar(1.6), 0), 1));
    above.push_back(
        &world.add(std::make_unique<btCapsuleShape>(btScalar(0.2), btScalar(0.4)), at(4, btScalar(1.5), 0), 1));
    above.push_back(&world.add(std::move(compound), at(8, btScalar(1.2), 0), 1));
    // Upright, and at rest on a point: no turning.
    above[0]->setAngularFactor(0);
    above[1]->setAngularFactor(0);
    step(world, 180);
    const btScalar expected[] = {btScalar(1.5), btScalar(1.4), btScalar(1.1)};
    for (size_t i = 0; i < above.size(); i++) {
        expect(is_near(above[i]->getWorldTransform().getOrigin().y(), expected[i], btScalar(0.03)),
               "shape " + std::to_string(i) + " does not lie on its box with " + contender.name + ", but at " +
                   std::to_string(above[i]->getWorldTransform().getOrigin().y()));
    }
    world.remove(*above[2]);
}

// Bodies on each other's list do not collide; nor do groups that are filtered, which the broad phase knows.
void check_ignored_bodies(const Contender& contender) {
    World world(contender.settings);
    add_ground(world);
    btRigidBody& lower = world.add_box(UNIT, at(0, HALF, 0), 1);
    btRigidBody& upper = world.add_box(UNIT, at(0, btScalar(1.6), 0), 1);
    upper.setIgnoreCollisionCheck(&lower, true);
    step(world, 120);
    expect(is_near(upper.getWorldTransform().getOrigin().y(), HALF, btScalar(0.02)),
           "a box does not fall through one it ignores with " + contender.name);
}

// A ghost has pairs of its own in addition to those of the world.
void check_ghost(const Contender& contender) {
    World world(contender.settings);
    add_ground(world);
    btGhostPairCallback ghost_pairs;
    world.bullet().getPairCache()->setInternalGhostPairCallback(&ghost_pairs);
    btBoxShape shape(UNIT);
    btPairCachingGhostObject ghost;
    ghost.setCollisionShape(&shape);
    ghost.setWorldTransform(at(0, 1, 0));
    ghost.setCollisionFlags(ghost.getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
    world.bullet().addCollisionObject(&ghost);
    btRigidBody& box = world.add_box(UNIT, at(btScalar(0.2), btScalar(0.6), 0), 1);
    step(world, 60);
    expect(ghost.getNumOverlappingObjects() >= 1, "a ghost overlaps nothing with " + contender.name);
    expect(is_near(box.getWorldTransform().getOrigin().y(), HALF, btScalar(0.02)),
           "a ghost pushes with " + contender.name);
    // What a character controller does: the pairs of the ghost alone.
    btHashedOverlappingPairCache& pairs = *ghost.getOverlappingPairCache();
    world.dispatcher().dispatchAllCollisionPairs(&pairs, world.bullet().getDispatchInfo(), &world.dispatcher());
    int points = 0;
    for (int i = 0; i < pairs.getNumOverlappingPairs(); i++) {
        btManifoldArray manifolds;
        if (btCollisionAlgorithm* algorithm = pairs.getOverlappingPairArray()[i].m_algorithm) {
            algorithm->getAllContactManifolds(manifolds);
        }
        for (int k = 0; k < manifolds.size(); k++) {
            points += manifolds[k]->getNumContacts();
        }
    }
    expect(points > 0, "the pairs of a ghost have no points with " + contender.name);
    step(world, 5);
    world.bullet().removeCollisionObject(&ghost);
    world.bullet().getPairCache()->setInternalGhostPairCallback(nullptr);
}

}  // namespace

void test_plane() {
    for (const Contender& contender : octosat_contenders()) {
        check_tilted_plane(contender);
        check_box_on_plane(contender);
    }
}

void test_other_shapes() {
    for (const Contender& contender : all_contenders()) {
        check_mixture(contender);
        check_ignored_bodies(contender);
        check_ghost(contender);
    }
}

// Asks about pairs by their algorithm objects after a body was moved, without the dispatcher.
void test_single_pair() {
    for (const Contender& contender : octosat_contenders()) {
        World world(contender.settings);
        add_ground(world);
        btRigidBody& lower = world.add_box(UNIT, at(0, HALF, 0), 1);
        btRigidBody& upper = world.add_box(UNIT, at(0, btScalar(1.5), 0), 1);
        step(world, 3);
        lower.setWorldTransform(at(0, btScalar(0.45), 0));
        upper.setWorldTransform(at(0, btScalar(1.35), 0));
        btBroadphasePairArray& pairs = world.bullet().getPairCache()->getOverlappingPairArray();
        btManifoldArray manifolds;
        for (int i = 0; i < pairs.size(); i++) {
            pairs[i].m_algorithm->processCollision(nullptr, nullptr, world.bullet().getDispatchInfo(), nullptr);
            pairs[i].m_algorithm->getAllContactManifolds(manifolds);
        }
        expect(manifolds.size() == 2, "not two manifolds with " + contender.name);
        for (int i = 0; i < manifolds.size(); i++) {
            const bool are_boxes =
                manifolds[i]->getBody0()->getCollisionShape() == manifolds[i]->getBody1()->getCollisionShape();
            const btScalar expected = are_boxes ? btScalar(-0.1) : btScalar(-0.05);
            expect(manifolds[i]->getNumContacts() == 4 &&
                       is_near(manifolds[i]->getContactPoint(0).m_distance1, expected, btScalar(1e-4)),
                   "a pair that is asked alone is not as deep as it is with " + contender.name);
        }
        step(world, 3);
    }
}

}  // namespace octosat_bullet
