// The bodies of a world as columns of numbers, which octosat reads in place.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <octosat.h>

#include <array>
#include <cstdint>
#include <vector>

#include "btBulletCollisionCommon.h"

namespace octosat_bullet {

class BoxPair;

// What contact points get from their bodies. Points are given it again when it changes.
struct Material {
    btScalar friction, rolling_friction, spinning_friction, restitution, stiffness, damping;
    int flags;

    bool operator==(const Material& other) const {
        return friction == other.friction && rolling_friction == other.rolling_friction &&
               spinning_friction == other.spinning_friction && restitution == other.restitution &&
               stiffness == other.stiffness && damping == other.damping && flags == other.flags;
    }
};

// The row of a body is its index in the world's array.
class BodyColumns {
public:
    // Bits of `flags()`.
    enum Flag : uint8_t {
        // The body is not asleep.
        IS_ACTIVE = 1,
        // The body has a list of others that it does not collide with.
        HAS_IGNORED_BODIES = 2,
        // The body's material is not that of the last frame, or a callback decides about each point.
        HAS_NEW_MATERIAL = 4,
    };

    // Reads all bodies. Returns whether bodies have other rows than in the last frame.
    bool gather(const btCollisionObjectArray& objects);

    // After `gather` returned true: the new row of each old one, `UINT32_MAX` for bodies that are gone.
    const std::vector<uint32_t>& new_numbers() const { return new_numbers_; }

    size_t size() const { return flags_.size(); }
    uint8_t flags(uint32_t number) const { return flags_[number]; }
    // The row of the body that is plane `number`.
    uint32_t row_of_plane(uint32_t number) const { return plane_rows_[number]; }
    OctosatPair numbers_of(const BoxPair& pair) const;
    // The numbers of planes count from zero.
    const std::vector<OctosatHalfSpace>& planes() const { return planes_; }
    OctosatBoxColumns columns() const;
    btVector3 half_extents(uint32_t number) const {
        const Row& row = half_extents_[number];
        return btVector3(row[0], row[1], row[2]);
    }

private:
    using Row = std::array<float, 4>;

    // A body: another may get the same address later, but not the same number in the broad phase.
    struct Identity {
        const btCollisionObject* object = nullptr;
        int proxy = 0;
        bool operator==(const Identity& other) const { return object == other.object && proxy == other.proxy; }
    };

    static Identity identity_of(const btCollisionObject& object);
    void resize(size_t count);
    void find_new_numbers();
    void gather_body(size_t row, const btCollisionObject& object);
    void gather_shape(size_t row, const btCollisionObject& object);
    void gather_plane(size_t row, const btCollisionObject& object);

    std::vector<Row> centers_, rotations_, half_extents_;
    std::vector<uint8_t> flags_;
    std::vector<Material> materials_;
    std::vector<Identity> identities_, last_identities_;
    std::vector<OctosatHalfSpace> planes_;
    std::vector<uint32_t> plane_rows_;
    // For bodies that are planes, where they are in `planes_`.
    std::vector<uint32_t> plane_numbers_;
    std::vector<uint32_t> new_numbers_;
};

}  // namespace octosat_bullet
