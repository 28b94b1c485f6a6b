// Bullet's contact callbacks are called when Bullet's own algorithms would call them.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "BulletCollision/CollisionDispatch/btManifoldResult.h"
#include "check.h"

namespace octosat_bullet {

namespace {

// How often each callback was called: they are plain functions, so this is a global.
struct Calls {
    int added = 0, processed = 0, destroyed = 0, started = 0, ended = 0, attached = 0;
} calls;

constexpr btScalar SET_FRICTION = btScalar(0.125);
int user_data = 0;

bool on_added(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int, const btCollisionObjectWrapper*, int,
              int) {
    calls.added++;
    point.m_combinedFriction = SET_FRICTION;
    return true;
}

bool on_processed(btManifoldPoint& point, void* first, void* second) {
    calls.processed++;
    expect(first != nullptr && second != nullptr, "a callback gets no bodies");
    if (point.m_userPersistentData == nullptr) {
        point.m_userPersistentData = &user_data;
        calls.attached++;
    }
    return true;
}

bool on_destroyed(void* data) {
    calls.destroyed++;
    expect(data == &user_data, "a callback gets other data");
    return true;
}

void on_started(btPersistentManifold* const& manifold) {
    calls.started++;
    expect(manifold->getNumContacts() > 0, "a contact starts without points");
}

void on_ended(btPersistentManifold* const&) { calls.ended++; }

// Sets the callbacks for as long as it lives.
struct Callbacks {
    Callbacks() {
        calls = {};
        gContactAddedCallback = on_added;
        gContactProcessedCallback = on_processed;
        gContactDestroyedCallback = on_destroyed;
        gContactStartedCallback = on_started;
        gContactEndedCallback = on_ended;
    }
    ~Callbacks() {
        gContactAddedCallback = nullptr;
        gContactProcessedCallback = nullptr;
        gContactDestroyedCallback = nullptr;
        gContactStartedCallback = nullptr;
        gContactEndedCallback = nullptr;
    }
};

bool asks(const btPersistentManifold& manifold) {
    const int flags = manifold.getBody0()->getCollisionFlags() | manifold.getBody1()->getCollisionFlags();
    return (flags & btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK) != 0;
}

void check_frictions(World& world, const std::string& name) {
    for (int i = 0; i < world.dispatcher().getNumManifolds(); i++) {
        const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); k++) {
            const bool is_set = manifold.getContactPoint(k).m_combinedFriction == SET_FRICTION;
            expect(is_set == asks(manifold), "the callback's friction is not where it belongs with " + name);
        }
    }
}

// A pile that falls, every third body with a material callback; then all bodies leave.
void check_pile(const Contender& contender) {
    World world(contender.settings);
    build({SceneKind::PILE, 60}, world, false);
    for (size_t i = 5; i < world.bodies().size(); i += 3) {
        world.bodies()[i]->setCollisionFlags(world.bodies()[i]->getCollisionFlags() |
                                             btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    }
    for (int step = 0; step < 200; step++) {
        const Calls before = calls;
        world.step();
        const State state = state_of(world);
        expect(calls.started - calls.ended == state.touching, "contacts start or end unnoticed with " + contender.name);
        expect(calls.processed - before.processed == state.points,
               "points are not all processed with " + contender.name);
        expect(calls.attached - calls.destroyed == state.points, "points are lost unnoticed with " + contender.name);
        check_frictions(world, contender.name);
    }
    expect(calls.started > 60 && calls.ended > 10 && calls.added > 1000,
           "the pile called too little with " + contender.name);
    while (world.bodies().size() > 5) {
        world.remove(*world.bodies().back());
    }
    expect(calls.started == calls.ended, "contacts of removed bodies do not end with " + contender.name);
    expect(calls.attached == calls.destroyed, "data of removed bodies is not given back with " + contender.name);
}

// A material that changes while bodies touch is that of the next step.
void check_changed_material(const Contender& contender) {
    World world(contender.settings);
    btRigidBody& ground = world.add_box(btVector3(5, 1, 5), at(0, -1, 0), 0);
    btRigidBody& box =
        world.add_box(btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5)), at(0, btScalar(0.5), 0), 1);
    for (int step = 0; step < 10; step++) {
        world.step();
    }
    ground.setFriction(btScalar(0.25));
    box.setFriction(btScalar(0.5));
    world.step();
    const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(0);
    expect(manifold.getNumContacts() == 4, "the box does not lie on four points with " + contender.name);
    expect(manifold.getContactPoint(3).m_combinedFriction == btScalar(0.125),
           "a changed friction is not seen with " + contender.name);
}

}  // namespace

void test_callbacks() {
    for (const Contender& contender : octosat_contenders()) {
        const Callbacks callbacks;
        check_pile(contender);
    }
    for (const Contender& contender : octosat_contenders()) {
        check_changed_material(contender);
    }
}

}  // namespace octosat_bullet
