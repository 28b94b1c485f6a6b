// SPDX-License-Identifier: MIT OR Apache-2.0
#include "measure.h"

#include <algorithm>
#include <cstring>

namespace octosat_bullet {

namespace {

constexpr uint64_t FNV_START = 0xcbf29ce484222325;
constexpr uint64_t FNV_PRIME = 0x100000001b3;

// The hash FNV-1a.
void add_to_hash(uint64_t& hash, const btVector3& vector) {
    const btScalar values[3] = {vector.x(), vector.y(), vector.z()};
    unsigned char bytes[sizeof(values)];
    std::memcpy(bytes, values, sizeof(values));
    for (unsigned char byte : bytes) {
        hash = (hash ^ byte) * FNV_PRIME;
    }
}

double kinetic_energy_of(const btRigidBody& body) {
    if (body.getInvMass() == 0) {
        return 0;
    }
    const btVector3 spin = body.getWorldTransform().getBasis().transpose() * body.getAngularVelocity();
    const btVector3& inverse = body.getInvInertiaDiagLocal();
    const double turning =
        spin.x() * spin.x() / inverse.x() + spin.y() * spin.y() / inverse.y() + spin.z() * spin.z() / inverse.z();
    return 0.5 * (body.getLinearVelocity().length2() / body.getInvMass() + turning);
}

// The value that a part of all values are below.
double quantile(std::vector<double> values, double part) {
    if (values.empty()) {
        return 0;
    }
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size()));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

}  // namespace

State state_of(World& world) {
    State state;
    state.pairs = world.bullet().getPairCache()->getNumOverlappingPairs();
    for (int i = 0; i < world.dispatcher().getNumManifolds(); i++) {
        const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(i);
        state.touching += manifold.getNumContacts() > 0 ? 1 : 0;
        state.points += manifold.getNumContacts();
        for (int point = 0; point < manifold.getNumContacts(); point++) {
            state.deepest =
                std::max(state.deepest, -static_cast<double>(manifold.getContactPoint(point).getDistance()));
        }
    }
    state.hash = FNV_START;
    std::vector<double> speeds;
    for (const auto& body : world.bodies()) {
        if (!body->isStaticOrKinematicObject()) {
            speeds.push_back(static_cast<double>(body->getLinearVelocity().length()));
        }
        state.kinetic_energy += kinetic_energy_of(*body);
        add_to_hash(state.hash, body->getWorldTransform().getOrigin());
        for (int row = 0; row < 3; row++) {
            add_to_hash(state.hash, body->getWorldTransform().getBasis()[row]);
        }
        add_to_hash(state.hash, body->getLinearVelocity());
        add_to_hash(state.hash, body->getAngularVelocity());
    }
    state.median_speed = quantile(speeds, 0.5);
    state.high_speed = quantile(speeds, 0.99);
    return state;
}

Run::Run(const Scene& scene, const std::optional<Settings>& settings, bool can_sleep, int warm_up)
    : world_(settings), warm_up_(warm_up) {
    build(scene, world_, can_sleep);
}

void Run::advance(int steps) {
    for (int i = 0; i < steps; i++, done_++) {
        if (done_ == warm_up_) {
            for (const auto& body : world_.bodies()) {
                places_.push_back(body->getWorldTransform().getOrigin());
            }
        }
        const double narrow_before = world_.bullet().narrow_seconds();
        const double start = thread_seconds();
        world_.step();
        const double seconds = thread_seconds() - start;
        if (done_ >= warm_up_) {
            step_times_.push_back(seconds * 1e3);
            narrow_times_.push_back((world_.bullet().narrow_seconds() - narrow_before) * 1e3);
        }
    }
}

Measured Run::measured() {
    Measured measured;
    measured.state = state_of(world_);
    measured.times = {quantile(narrow_times_, 0.5), quantile(step_times_, 0.5)};
    for (size_t i = 0; i < places_.size(); i++) {
        const double creep = (world_.bodies()[i]->getWorldTransform().getOrigin() - places_[i]).length();
        measured.mean_creep += creep / static_cast<double>(places_.size());
        measured.largest_creep = std::max(measured.largest_creep, creep);
    }
    return measured;
}

}  // namespace octosat_bullet
