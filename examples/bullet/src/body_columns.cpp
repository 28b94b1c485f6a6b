// SPDX-License-Identifier: MIT OR Apache-2.0
#include "body_columns.h"

#include <cmath>
#include <unordered_map>

#include "box_pair.h"

namespace octosat_bullet {

namespace {

// Bodies are single objects on the heap, so the next ones are asked for early.
constexpr int PREFETCH_DISTANCE = 4;
constexpr int BODY_BYTES_READ = 384;

void prefetch(const btCollisionObject* object) {
    for (int offset = 0; offset < BODY_BYTES_READ; offset += 64) {
        __builtin_prefetch(reinterpret_cast<const char*>(object) + offset);
    }
}

std::array<float, 4> row_of(const btVector3& vector) {
    return {static_cast<float>(vector.x()), static_cast<float>(vector.y()), static_cast<float>(vector.z()), 0};
}

// Bullet's rotations are matrices, of unit length up to rounding only.
std::array<float, 4> unit_quaternion(const btMatrix3x3& matrix) {
    btQuaternion q;
    matrix.getRotation(q);
    const btScalar scale = 1 / std::sqrt(q.length2());
    return {static_cast<float>(q.x() * scale), static_cast<float>(q.y() * scale), static_cast<float>(q.z() * scale),
            static_cast<float>(q.w() * scale)};
}

Material material_of(const btCollisionObject& object) {
    return {object.getFriction(),      object.getRollingFriction(),  object.getSpinningFriction(),
            object.getRestitution(),   object.getContactStiffness(), object.getContactDamping(),
            object.getCollisionFlags()};
}

}  // namespace

bool BodyColumns::gather(const btCollisionObjectArray& objects) {
    identities_.swap(last_identities_);
    resize(static_cast<size_t>(objects.size()));
    planes_.clear();
    plane_rows_.clear();
    bool has_new_numbers = last_identities_.size() > identities_.size();
    for (int row = 0; row < objects.size(); row++) {
        if (row + PREFETCH_DISTANCE < objects.size()) {
            prefetch(objects[row + PREFETCH_DISTANCE]);
        }
        const size_t place = static_cast<size_t>(row);
        gather_body(place, *objects[row]);
        has_new_numbers |= place < last_identities_.size() && !(identities_[place] == last_identities_[place]);
    }
    if (has_new_numbers) {
        find_new_numbers();
    }
    return has_new_numbers;
}

void BodyColumns::resize(size_t count) {
    for (auto* column : {&centers_, &rotations_, &half_extents_}) {
        column->resize(count, Row{0, 0, 0, 1});
    }
    flags_.resize(count);
    materials_.resize(count);
    identities_.resize(count);
    plane_numbers_.resize(count);
}

BodyColumns::Identity BodyColumns::identity_of(const btCollisionObject& object) {
    const btBroadphaseProxy* proxy = object.getBroadphaseHandle();
    return {&object, proxy != nullptr ? proxy->getUid() : 0};
}

void BodyColumns::find_new_numbers() {
    std::unordered_map<const btCollisionObject*, uint32_t> rows;
    for (size_t row = 0; row < identities_.size(); row++) {
        rows.emplace(identities_[row].object, static_cast<uint32_t>(row));
    }
    new_numbers_.assign(last_identities_.size(), UINT32_MAX);
    for (size_t old = 0; old < last_identities_.size(); old++) {
        const auto found = rows.find(last_identities_[old].object);
        if (found != rows.end() && identities_[found->second] == last_identities_[old]) {
            new_numbers_[old] = found->second;
        }
    }
}

void BodyColumns::gather_body(size_t row, const btCollisionObject& object) {
    gather_shape(row, object);
    identities_[row] = identity_of(object);
    const Material material = material_of(object);
    const bool is_known =
        row < last_identities_.size() && identities_[row] == last_identities_[row] && material == materials_[row];
    const bool asks = (material.flags & btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK) != 0;
    flags_[row] = static_cast<uint8_t>((object.isActive() ? IS_ACTIVE : 0) |
                                       (object.getNumObjectsWithoutCollision() > 0 ? HAS_IGNORED_BODIES : 0) |
                                       (!is_known || asks ? HAS_NEW_MATERIAL : 0));
    materials_[row] = material;
}

void BodyColumns::gather_shape(size_t row, const btCollisionObject& object) {
    const btCollisionShape& shape = *object.getCollisionShape();
    // Other shapes keep a row, which no pair of ours names.
    if (shape.getShapeType() == BOX_SHAPE_PROXYTYPE) {
        centers_[row] = row_of(object.getWorldTransform().getOrigin());
        rotations_[row] = unit_quaternion(object.getWorldTransform().getBasis());
        half_extents_[row] = row_of(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin());
    } else if (shape.getShapeType() == STATIC_PLANE_PROXYTYPE) {
        gather_plane(row, object);
    }
}

void BodyColumns::gather_plane(size_t row, const btCollisionObject& object) {
    const auto& plane = static_cast<const btStaticPlaneShape&>(*object.getCollisionShape());
    const btVector3 normal = (object.getWorldTransform().getBasis() * plane.getPlaneNormal()).normalized();
    const btScalar offset = plane.getPlaneConstant() + normal.dot(object.getWorldTransform().getOrigin());
    plane_numbers_[row] = static_cast<uint32_t>(planes_.size());
    plane_rows_.push_back(static_cast<uint32_t>(row));
    const Row unit = row_of(normal);
    planes_.push_back({{unit[0], unit[1], unit[2]}, static_cast<float>(offset)});
}

OctosatPair BodyColumns::numbers_of(const BoxPair& pair) const {
    const uint32_t box = static_cast<uint32_t>(pair.bodies().box->getWorldArrayIndex());
    const uint32_t other = static_cast<uint32_t>(pair.bodies().other->getWorldArrayIndex());
    return {box, pair.bodies().other_is_plane ? plane_numbers_[other] : other};
}

OctosatBoxColumns BodyColumns::columns() const {
    const auto column = [](const std::vector<Row>& rows) {
        return OctosatColumn{rows.data(), sizeof(Row), OCTOSAT_F32X4};
    };
    return {column(centers_), column(rotations_), column(half_extents_)};
}

}  // namespace octosat_bullet
