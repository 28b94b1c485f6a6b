// SPDX-License-Identifier: MIT OR Apache-2.0
#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace octosat_bullet {

namespace {

constexpr btScalar DENSITY = 1000;
constexpr int WALL_ROWS = 8;
// Sizes of bricks and of the boxes of piles, in meters: half extents.
const btVector3 BRICK(btScalar(0.5), btScalar(0.25), btScalar(0.25));
constexpr btScalar BRICK_GAP = btScalar(0.01);
constexpr btScalar PILE_LEAST = btScalar(0.25);
constexpr btScalar PILE_MOST = btScalar(0.5);
// How many different shapes a pile has.
constexpr int PILE_SHAPES = 16;
// From one box of a pile to the next at the start: more than a diagonal.
constexpr btScalar PILE_SPACING = btScalar(1.3);
constexpr btScalar PADDLE_TURNS_PER_SECOND = btScalar(0.15);

btTransform at(const btVector3& place, const btQuaternion& turn = btQuaternion::getIdentity()) {
    return btTransform(turn, place);
}

btScalar mass_of(const btVector3& half_extents) {
    return 8 * half_extents.x() * half_extents.y() * half_extents.z() * DENSITY;
}

void add_ground(World& world) {
    world.add(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0)), at(btVector3(0, 0, 0)), 0);
}

// The same numbers with every standard library, which distributions of the library are not.
class Random {
public:
    btScalar between(btScalar low, btScalar high) {
        return low + (high - low) * static_cast<btScalar>(engine_() >> 8) / static_cast<btScalar>(1 << 24);
    }
    btQuaternion rotation() {
        btQuaternion q(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1));
        return q.length2() < btScalar(0.01) ? btQuaternion::getIdentity() : q.normalized();
    }

private:
    std::mt19937 engine_{20261123};
};

// The columns of boxes along one side of a pit.
int pit_columns(int boxes) {
    return std::max(3, static_cast<int>(std::lround(std::cbrt(static_cast<double>(boxes) * 2))));
}

btScalar pit_half_width(int boxes) { return btScalar(0.5) * PILE_SPACING * static_cast<btScalar>(pit_columns(boxes)); }

void add_pit(World& world, int boxes) {
    const btScalar inner = pit_half_width(boxes);
    const btScalar height = inner * 2;
    for (int side = 0; side < 4; side++) {
        const btQuaternion turn(btVector3(0, 1, 0), btScalar(side) * SIMD_HALF_PI);
        const btVector3 outward = quatRotate(turn, btVector3(1, 0, 0));
        const btVector3 place = outward * (inner + 1) + btVector3(0, height, 0);
        world.add_box(btVector3(1, height, inner + 2), at(place, turn), 0);
    }
}

void add_loose_boxes(World& world, int boxes) {
    Random random;
    btVector3 shapes[PILE_SHAPES];
    for (btVector3& shape : shapes) {
        shape = btVector3(random.between(PILE_LEAST, PILE_MOST), random.between(PILE_LEAST, PILE_MOST),
                          random.between(PILE_LEAST, PILE_MOST));
    }
    const int columns = pit_columns(boxes);
    for (int i = 0; i < boxes; i++) {
        const int layer = i / (columns * columns);
        const int in_layer = i % (columns * columns);
        const btScalar middle = btScalar(0.5) * static_cast<btScalar>(columns - 1);
        const btVector3 place((static_cast<btScalar>(in_layer % columns) - middle) * PILE_SPACING,
                              (static_cast<btScalar>(layer) + btScalar(0.7)) * PILE_SPACING,
                              (static_cast<btScalar>(in_layer / columns) - middle) * PILE_SPACING);
        const btVector3& shape = shapes[i % PILE_SHAPES];
        world.add_box(shape, at(place, random.rotation()), mass_of(shape));
    }
}

// The paddle is the body that is built last.
void turn_paddle(World& world, int step) {
    const btScalar angle = SIMD_2_PI * PADDLE_TURNS_PER_SECOND * STEP_SECONDS * static_cast<btScalar>(step);
    btRigidBody& paddle = *world.bodies().back();
    btTransform pose = paddle.getWorldTransform();
    pose.setRotation(btQuaternion(btVector3(0, 1, 0), angle));
    paddle.saveKinematicState(STEP_SECONDS);
    paddle.setWorldTransform(pose);
}

void add_paddle(World& world, int boxes) {
    const btScalar inner = pit_half_width(boxes);
    btRigidBody& paddle = world.add_box(btVector3(inner * btScalar(0.8), btScalar(1.5), btScalar(0.5)),
                                        at(btVector3(0, btScalar(1.6), 0)), 0);
    // A body changes its kind outside of the world only.
    world.bullet().removeRigidBody(&paddle);
    paddle.setCollisionFlags((paddle.getCollisionFlags() & ~btCollisionObject::CF_STATIC_OBJECT) |
                             btCollisionObject::CF_KINEMATIC_OBJECT);
    paddle.setActivationState(DISABLE_DEACTIVATION);
    world.bullet().addRigidBody(&paddle);
    world.before_step = turn_paddle;
}

// In every second row, half bricks at both ends shift the bricks between them by half.
void add_wall(World& world, int boxes) {
    const int columns = std::max(2, (boxes - WALL_ROWS / 2) / WALL_ROWS);
    const btScalar pitch = 2 * BRICK.x() + BRICK_GAP;
    const btScalar left = btScalar(-0.5) * pitch * static_cast<btScalar>(columns);
    const btVector3 half_brick((BRICK.x() - BRICK_GAP / 2) / 2, BRICK.y(), BRICK.z());
    for (int row = 0; row < WALL_ROWS; row++) {
        const btScalar height = BRICK.y() * static_cast<btScalar>(2 * row + 1);
        const bool is_shifted = row % 2 == 1;
        for (int i = 0; i < (is_shifted ? columns - 1 : columns); i++) {
            const btScalar along = left + (static_cast<btScalar>(i) + (is_shifted ? 1 : btScalar(0.5))) * pitch;
            world.add_box(BRICK, at(btVector3(along, height, 0)), mass_of(BRICK));
        }
        for (const btScalar side : {btScalar(-1), btScalar(1)}) {
            if (is_shifted) {
                const btScalar along = side * (-left - BRICK_GAP / 2 - half_brick.x());
                world.add_box(half_brick, at(btVector3(along, height, 0)), mass_of(half_brick));
            }
        }
    }
}

}  // namespace

const char* name_of(SceneKind kind) {
    switch (kind) {
        case SceneKind::PILE:
            return "pile";
        case SceneKind::WALL:
            return "wall";
        case SceneKind::HEAP:
            return "heap";
    }
    return "";
}

std::optional<SceneKind> scene_kind(const std::string& name) {
    for (SceneKind kind : {SceneKind::PILE, SceneKind::WALL, SceneKind::HEAP}) {
        if (name == name_of(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

float margin_of(const Scene& scene) {
    const btScalar smallest = scene.kind == SceneKind::WALL ? BRICK.y() : PILE_LEAST;
    return static_cast<float>(btScalar(0.01) * 2 * smallest);
}

void build(const Scene& scene, World& world, bool can_sleep) {
    add_ground(world);
    if (scene.kind == SceneKind::WALL) {
        add_wall(world, scene.boxes);
    } else {
        add_pit(world, scene.boxes);
        add_loose_boxes(world, scene.boxes);
    }
    if (scene.kind == SceneKind::HEAP) {
        add_paddle(world, scene.boxes);
    }
    if (!can_sleep) {
        for (const auto& body : world.bodies()) {
            if (!body->isStaticObject()) {
                body->setActivationState(DISABLE_DEACTIVATION);
            }
        }
    }
}

}  // namespace octosat_bullet
