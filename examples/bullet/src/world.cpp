// SPDX-License-Identifier: MIT OR Apache-2.0
#include "world.h"

#include <algorithm>
#include <ctime>

namespace octosat_bullet {

std::unique_ptr<btDefaultCollisionConfiguration> large_configuration() {
    constexpr int POOL_SIZE = 1 << 16;
    btDefaultCollisionConstructionInfo info;
    info.m_defaultMaxPersistentManifoldPoolSize = POOL_SIZE;
    info.m_defaultMaxCollisionAlgorithmPoolSize = POOL_SIZE;
    return std::make_unique<btDefaultCollisionConfiguration>(info);
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void TimedWorld::performDiscreteCollisionDetection() {
    // What Bullet's own function does.
    updateAabbs();
    computeOverlappingPairs();
    const double start = thread_seconds();
    getDispatcher()->dispatchAllCollisionPairs(getBroadphase()->getOverlappingPairCache(), getDispatchInfo(),
                                               getDispatcher());
    narrow_seconds_ += thread_seconds() - start;
}

World::World(const std::optional<Settings>& settings) : configuration_(large_configuration()) {
    if (settings) {
        auto dispatcher = std::make_unique<OctosatDispatcher>(configuration_.get(), *settings);
        OctosatDispatcher& octosat = *dispatcher;
        dispatcher_ = std::move(dispatcher);
        world_ = std::make_unique<TimedWorld>(dispatcher_.get(), &broadphase_, &solver_, configuration_.get());
        octosat.attach(*world_);
    } else {
        dispatcher_ = std::make_unique<btCollisionDispatcher>(configuration_.get());
        world_ = std::make_unique<TimedWorld>(dispatcher_.get(), &broadphase_, &solver_, configuration_.get());
    }
    world_->setGravity(btVector3(0, btScalar(-9.81), 0));
    // AABBs of bodies that sleep do not change.
    world_->setForceUpdateAllAabbs(false);
}

World::~World() {
    for (const auto& body : bodies_) {
        world_->removeRigidBody(body.get());
    }
}

btRigidBody& World::add_box(const btVector3& half_extents, const btTransform& pose, btScalar mass) {
    for (const auto& shape : shapes_) {
        if (shape->getShapeType() == BOX_SHAPE_PROXYTYPE &&
            static_cast<const btBoxShape&>(*shape).getHalfExtentsWithMargin() == half_extents) {
            return add_body(*shape, pose, mass);
        }
    }
    return add(std::make_unique<btBoxShape>(half_extents), pose, mass);
}

btRigidBody& World::add(std::unique_ptr<btCollisionShape> shape, const btTransform& pose, btScalar mass) {
    shapes_.push_back(std::move(shape));
    return add_body(*shapes_.back(), pose, mass);
}

btRigidBody& World::add_body(btCollisionShape& shape, const btTransform& pose, btScalar mass) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) {
        shape.calculateLocalInertia(mass, inertia);
    }
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_startWorldTransform = pose;
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    world_->addRigidBody(bodies_.back().get());
    return *bodies_.back();
}

void World::remove(btRigidBody& body) {
    world_->removeRigidBody(&body);
    const auto found = std::find_if(bodies_.begin(), bodies_.end(),
                                    [&](const std::unique_ptr<btRigidBody>& owned) { return owned.get() == &body; });
    bodies_.erase(found);
}

void World::step() {
    if (before_step != nullptr) {
        before_step(*this, steps_);
    }
    world_->stepSimulation(STEP_SECONDS, 0);
    steps_++;
}

}  // namespace octosat_bullet
