// Bodies come and go, fall asleep and wake.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <set>

#include "check.h"

namespace octosat_bullet {

namespace {

constexpr btScalar TOLERANCE = btScalar(1e-4);

const btVector3 UNIT(btScalar(0.5), btScalar(0.5), btScalar(0.5));

// A point belongs to the surface of its body, or to its inside where boxes overlap.
void check_point_on(const btCollisionObject& body, const btVector3& local, const btVector3& world,
                    const Contender& contender) {
    const btVector3 expected = body.getWorldTransform() * local;
    expect((expected - world).length() < TOLERANCE, "the two forms of a point differ with " + contender.name);
    if (body.getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE) {
        const btVector3 half = static_cast<const btBoxShape&>(*body.getCollisionShape()).getHalfExtentsWithMargin();
        for (int axis = 0; axis < 3; axis++) {
            expect(std::abs(local[axis]) <= half[axis] + TOLERANCE,
                   "a point is outside of its box with " + contender.name);
        }
    }
}

// Every manifold is about two bodies of the world, and its points are where the bodies are.
void check_manifolds(World& world, const Contender& contender) {
    std::set<const btCollisionObject*> alive;
    for (const auto& body : world.bodies()) {
        alive.insert(body.get());
    }
    for (int i = 0; i < world.dispatcher().getNumManifolds(); i++) {
        const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(i);
        const btCollisionObject& a = *manifold.getBody0();
        const btCollisionObject& b = *manifold.getBody1();
        expect(alive.count(&a) == 1 && alive.count(&b) == 1,
               "a manifold is about a body that is gone with " + contender.name);
        for (int k = 0; k < manifold.getNumContacts(); k++) {
            const btManifoldPoint& point = manifold.getContactPoint(k);
            check_point_on(a, point.m_localPointA, point.m_positionWorldOnA, contender);
            check_point_on(b, point.m_localPointB, point.m_positionWorldOnB, contender);
            const btScalar along = (point.m_positionWorldOnA - point.m_positionWorldOnB).dot(point.m_normalWorldOnB);
            expect(std::abs(along - point.m_distance1) < TOLERANCE,
                   "a distance is not that of its points with " + contender.name);
        }
    }
}

bool have_contact(World& world, const btCollisionObject& a, const btCollisionObject& b) {
    for (int i = 0; i < world.dispatcher().getNumManifolds(); i++) {
        const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(i);
        const bool is_theirs = (manifold.getBody0() == &a && manifold.getBody1() == &b) ||
                               (manifold.getBody0() == &b && manifold.getBody1() == &a);
        if (is_theirs && manifold.getNumContacts() > 0) {
            return true;
        }
    }
    return false;
}

// Boxes whose centers are nearer than their inscribed spheres allow surely have contact.
void check_sure_contacts(World& world, const std::string& name) {
    const auto& bodies = world.bodies();
    for (size_t i = 0; i < bodies.size(); i++) {
        for (size_t j = 0; j < i; j++) {
            if (bodies[i]->isStaticObject() || bodies[j]->isStaticObject()) {
                continue;
            }
            const auto inner = [](const btRigidBody& body) {
                const btVector3 half =
                    static_cast<const btBoxShape&>(*body.getCollisionShape()).getHalfExtentsWithMargin();
                return std::min({half.x(), half.y(), half.z()});
            };
            const btScalar distance =
                (bodies[i]->getWorldTransform().getOrigin() - bodies[j]->getWorldTransform().getOrigin()).length();
            if (distance < inner(*bodies[i]) + inner(*bodies[j])) {
                expect(have_contact(world, *bodies[i], *bodies[j]), "boxes that overlap have no contact with " + name);
            }
        }
    }
}

void add_ground(World& world) {
    world.add(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0)), at(0, 0, 0), 0);
}

// Three boxes on each other; returns them from the lowest to the highest.
std::vector<btRigidBody*> add_stack(World& world) {
    std::vector<btRigidBody*> stack;
    for (int i = 0; i < 3; i++) {
        stack.push_back(&world.add_box(UNIT, at(0, btScalar(0.5) + static_cast<btScalar>(i), 0), 1000));
    }
    return stack;
}

// Counts the points that began in the last step.
int new_points(World& world) {
    int count = 0;
    for (int i = 0; i < world.dispatcher().getNumManifolds(); i++) {
        const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); k++) {
            count += manifold.getContactPoint(k).getLifeTime() == 1 ? 1 : 0;
        }
    }
    return count;
}

int youngest_point(World& world) {
    int youngest = 1 << 30;
    for (int i = 0; i < world.dispatcher().getNumManifolds(); i++) {
        const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); k++) {
            youngest = std::min(youngest, manifold.getContactPoint(k).getLifeTime());
        }
    }
    return youngest;
}

void check_coming_and_going(const Contender& contender) {
    World world(contender.settings);
    build({SceneKind::PILE, 150}, world, false);
    for (int step = 0; step < 150; step++) {
        world.step();
        if (step % 5 == 4) {
            // The first five bodies are the ground and the pit.
            world.remove(*world.bodies()[5 + static_cast<size_t>(step * 7) % (world.bodies().size() - 5)]);
            world.remove(*world.bodies().back());
            world.add_box(UNIT * btScalar(0.7), at(0, 8 + btScalar(0.1) * static_cast<btScalar>(step), 0), 500)
                .setActivationState(DISABLE_DEACTIVATION);
            world.bullet().performDiscreteCollisionDetection();
            check_manifolds(world, contender);
            check_sure_contacts(world, contender.name);
        }
    }
}

// Removing a body gives another one its number; points keep their age, and so their impulses.
void check_renumbering(const Contender& contender) {
    World world(contender.settings);
    add_ground(world);
    btRigidBody& early = world.add_box(UNIT, at(50, 5, 0), 1000);
    add_stack(world);
    for (int step = 0; step < 30; step++) {
        world.step();
    }
    world.remove(early);
    world.step();
    // Without a cache, points where vertices meet are exchanged now and then.
    expect(new_points(world) <= (contender.settings->has_cache ? 0 : 4),
           "points do not last when bodies are renumbered with " + contender.name);
}

void check_fall_after_removal(const Contender& contender) {
    World world(contender.settings);
    add_ground(world);
    const std::vector<btRigidBody*> stack = add_stack(world);
    for (int step = 0; step < 30; step++) {
        world.step();
    }
    world.remove(*stack[0]);
    for (int step = 0; step < 120; step++) {
        world.step();
    }
    expect(std::abs(stack[1]->getWorldTransform().getOrigin().y() - btScalar(0.5)) < btScalar(0.02) &&
               std::abs(stack[2]->getWorldTransform().getOrigin().y() - btScalar(1.5)) < btScalar(0.03),
           "a stack does not come down by a box with " + contender.name);
}

void check_sleep(const Contender& contender) {
    World world(contender.settings);
    add_ground(world);
    const std::vector<btRigidBody*> stack = add_stack(world);
    for (int step = 0; step < 300; step++) {
        world.step();
    }
    for (const btRigidBody* body : stack) {
        expect(body->getActivationState() == ISLAND_SLEEPING, "a stack does not fall asleep with " + contender.name);
    }
    const int points = state_of(world).points;
    const int age = youngest_point(world);
    for (int step = 0; step < 50; step++) {
        world.step();
    }
    expect(state_of(world).points == points && points == 12, "a sleeping stack loses points with " + contender.name);
    expect(youngest_point(world) == age, "points of a sleeping stack are written with " + contender.name);

    // Awake for other reasons: the points go on where they were.
    stack[2]->activate();
    world.step();
    world.step();
    expect(youngest_point(world) > age, "points of a stack that wakes start again with " + contender.name);

    for (int step = 0; step < 300; step++) {
        world.step();
    }
    expect(!stack[0]->isActive(), "a stack does not fall asleep again with " + contender.name);
    world.add_box(UNIT, at(0, 5, 0), 1000);
    bool was_awake = false;
    for (int step = 0; step < 400; step++) {
        world.step();
        was_awake |= stack[0]->isActive();
    }
    expect(was_awake, "a box that falls on a stack does not wake it with " + contender.name);
    expect(state_of(world).points == 16, "the box does not lie on the stack with " + contender.name);
}

}  // namespace

void test_bodies() {
    for (const Contender& contender : octosat_contenders()) {
        check_coming_and_going(contender);
        check_renumbering(contender);
    }
    for (const Contender& contender : all_contenders()) {
        check_fall_after_removal(contender);
    }
}

void test_sleep() {
    for (const Contender& contender : octosat_contenders()) {
        check_sleep(contender);
    }
}

}  // namespace octosat_bullet
