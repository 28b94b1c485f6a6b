// A Bullet world with one of the two narrow phases, which measures its own time.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "btBulletDynamicsCommon.h"
#include "dispatcher.h"

namespace octosat_bullet {

// The seconds that this thread has worked. Where it waits for the processor, others' work is not measured.
double thread_seconds();

// Pools that hold every pair of the largest scene: Bullet's default is 4,096.
std::unique_ptr<btDefaultCollisionConfiguration> large_configuration();

// The length of a step in all scenes.
constexpr btScalar STEP_SECONDS = btScalar(1) / 60;

// Bullet's world, which adds up the seconds that the narrow phase takes.
class TimedWorld final : public btDiscreteDynamicsWorld {
public:
    using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;

    void performDiscreteCollisionDetection() override;
    double narrow_seconds() const { return narrow_seconds_; }

private:
    double narrow_seconds_ = 0;
};

// A world and all that it needs. The members are destroyed in reverse order: bodies outlive their world's last use.
class World {
public:
    // Without settings the narrow phase is Bullet's own.
    explicit World(const std::optional<Settings>& settings);
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // Adds a box; one without mass is static. Its shape is shared by boxes of the same half extents.
    btRigidBody& add_box(const btVector3& half_extents, const btTransform& pose, btScalar mass);
    // Adds a body of any shape, which the world owns from then on.
    btRigidBody& add(std::unique_ptr<btCollisionShape> shape, const btTransform& pose, btScalar mass);
    void remove(btRigidBody& body);
    // Advances by `STEP_SECONDS`.
    void step();

    TimedWorld& bullet() { return *world_; }
    btDispatcher& dispatcher() { return *dispatcher_; }
    const std::vector<std::unique_ptr<btRigidBody>>& bodies() const { return bodies_; }
    // Called before each step with its number.
    void (*before_step)(World& world, int step) = nullptr;

private:
    btRigidBody& add_body(btCollisionShape& shape, const btTransform& pose, btScalar mass);

    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::unique_ptr<btDefaultCollisionConfiguration> configuration_;
    std::unique_ptr<btCollisionDispatcher> dispatcher_;
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    std::unique_ptr<TimedWorld> world_;
    int steps_ = 0;
};

}  // namespace octosat_bullet
