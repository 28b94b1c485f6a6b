// SPDX-License-Identifier: MIT OR Apache-2.0
#include "contact_writer.h"

#include "BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h"
#include "BulletCollision/CollisionDispatch/btManifoldResult.h"

namespace octosat_bullet {

namespace {

void write_geometry(btManifoldPoint& point, const NewContact& contact, const btVector3& normal_on_b) {
    point.m_localPointA = contact.local_a;
    point.m_localPointB = contact.local_b;
    point.m_positionWorldOnA = contact.on_a;
    point.m_positionWorldOnB = contact.on_b;
    point.m_normalWorldOnB = normal_on_b;
    point.m_distance1 = contact.distance;
    point.m_lifeTime++;
}

// What `btManifoldResult::addContactPoint` gives to a point.
void write_material(btManifoldPoint& point, const btCollisionObject& a, const btCollisionObject& b) {
    const int flags = a.getCollisionFlags() | b.getCollisionFlags();
    point.m_combinedFriction = btManifoldResult::calculateCombinedFriction(&a, &b);
    point.m_combinedRestitution = btManifoldResult::calculateCombinedRestitution(&a, &b);
    point.m_combinedRollingFriction = btManifoldResult::calculateCombinedRollingFriction(&a, &b);
    point.m_combinedSpinningFriction = btManifoldResult::calculateCombinedSpinningFriction(&a, &b);
    if ((flags & btCollisionObject::CF_HAS_CONTACT_STIFFNESS_DAMPING) != 0) {
        point.m_combinedContactDamping1 = btManifoldResult::calculateCombinedContactDamping(&a, &b);
        point.m_combinedContactStiffness1 = btManifoldResult::calculateCombinedContactStiffness(&a, &b);
        point.m_contactPointFlags |= BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING;
    }
    if ((flags & btCollisionObject::CF_HAS_FRICTION_ANCHOR) != 0) {
        point.m_contactPointFlags |= BT_CONTACT_FLAG_FRICTION_ANCHOR;
    }
}

btManifoldPoint new_point(const btVector3& normal_on_b) {
    const btVector3 zero(0, 0, 0);
    btManifoldPoint point(zero, zero, normal_on_b, 0);
    btPlaneSpace1(normal_on_b, point.m_lateralFrictionDir1, point.m_lateralFrictionDir2);
    return point;
}

// Puts each point at its successor's place, with its impulses and the user's data.
void rearrange(btPersistentManifold& manifold, const NewContacts& contacts) {
    const int old_count = manifold.getNumContacts();
    std::array<btManifoldPoint, MANIFOLD_CACHE_SIZE> old;
    for (int i = 0; i < old_count; i++) {
        old[static_cast<size_t>(i)] = manifold.getContactPoint(i);
    }
    std::array<bool, MANIFOLD_CACHE_SIZE> is_continued{};
    manifold.setNumContacts(contacts.count);
    for (int i = 0; i < contacts.count; i++) {
        const int predecessor = contacts.contacts[static_cast<size_t>(i)].predecessor;
        btManifoldPoint& point = manifold.getContactPoint(i);
        if (predecessor == NO_PREDECESSOR) {
            point = new_point(contacts.normal_on_b);
            write_material(point, *manifold.getBody0(), *manifold.getBody1());
        } else {
            point = old[static_cast<size_t>(predecessor)];
            is_continued[static_cast<size_t>(predecessor)] = true;
        }
    }
    for (int i = 0; i < old_count; i++) {
        if (!is_continued[static_cast<size_t>(i)]) {
            // Calls `gContactDestroyedCallback` if the point has data of the user's.
            manifold.clearUserCache(old[static_cast<size_t>(i)]);
        }
    }
}

// Bullet gives each point its material again in every step, and then asks the callback.
void refresh_materials(btPersistentManifold& manifold) {
    const btCollisionObject& a = *manifold.getBody0();
    const btCollisionObject& b = *manifold.getBody1();
    const int flags = a.getCollisionFlags() | b.getCollisionFlags();
    const bool asks = (flags & btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK) != 0 && gContactAddedCallback != nullptr;
    const btCollisionObjectWrapper wrapper_a(nullptr, a.getCollisionShape(), &a, a.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper wrapper_b(nullptr, b.getCollisionShape(), &b, b.getWorldTransform(), -1, -1);
    for (int i = 0; i < manifold.getNumContacts(); i++) {
        btManifoldPoint& point = manifold.getContactPoint(i);
        // Bits of the user's, such as friction directions that are set, must be set again, as in Bullet.
        point.m_contactPointFlags = 0;
        write_material(point, a, b);
        if (asks) {
            gContactAddedCallback(point, &wrapper_a, -1, -1, &wrapper_b, -1, -1);
        }
    }
}

}  // namespace

void write_contacts(btPersistentManifold& manifold, const NewContacts& contacts) {
    const bool is_new = manifold.getNumContacts() == 0;
    if (!contacts.are_same) {
        rearrange(manifold, contacts);
    }
    for (int i = 0; i < contacts.count; i++) {
        write_geometry(manifold.getContactPoint(i), contacts.contacts[static_cast<size_t>(i)], contacts.normal_on_b);
    }
    if (contacts.has_new_material) {
        refresh_materials(manifold);
    }
    if (is_new && gContactStartedCallback != nullptr) {
        btPersistentManifold* started = &manifold;
        gContactStartedCallback(started);
    }
    if (gContactProcessedCallback != nullptr) {
        for (int i = 0; i < manifold.getNumContacts(); i++) {
            gContactProcessedCallback(manifold.getContactPoint(i), const_cast<btCollisionObject*>(manifold.getBody0()),
                                      const_cast<btCollisionObject*>(manifold.getBody1()));
        }
    }
}

}  // namespace octosat_bullet
