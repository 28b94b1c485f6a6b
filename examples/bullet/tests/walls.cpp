// Walls that stand with Bullet stand with octosat, and creep no more; piles are as calm.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>

#include "check.h"

namespace octosat_bullet {

namespace {

constexpr int BRICKS = 64;
constexpr int DIRECTIONS = 6;
constexpr int SETTLING_STEPS = 200;
constexpr int STEPS = 500;
// Creep comes from Bullet's solver, and depends on the direction of the wall: between directions it differs by four
// times. So the mean over directions counts, and may be more by this factor.
constexpr double CREEP_FACTOR = 1.25;
// A brick that has moved by more, in meters, has left its place.
constexpr double LARGEST_MOTION = 0.1;

struct WallMotion {
    double mean_creep = 0;
    double largest = 0;
};

void turn_about_up(World& world, btScalar angle) {
    const btTransform turn(btQuaternion(btVector3(0, 1, 0), angle));
    for (const auto& body : world.bodies()) {
        if (!body->isStaticObject()) {
            body->setWorldTransform(turn * body->getWorldTransform());
            body->setInterpolationWorldTransform(body->getWorldTransform());
        }
    }
}

WallMotion motion_of_walls(const Contender& contender) {
    WallMotion motion;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Run run({SceneKind::WALL, BRICKS}, contender.settings, false, SETTLING_STEPS);
        turn_about_up(run.world(), SIMD_2_PI * static_cast<btScalar>(direction) / DIRECTIONS);
        run.advance(STEPS);
        const Measured measured = run.measured();
        motion.mean_creep += measured.mean_creep / DIRECTIONS;
        motion.largest = std::max(motion.largest, measured.largest_creep);
    }
    return motion;
}

// Gives the bodies of one world the motion of another's.
void copy_motion(const World& from, World& to) {
    for (size_t i = 0; i < from.bodies().size(); i++) {
        const btRigidBody& source = *from.bodies()[i];
        btRigidBody& target = *to.bodies()[i];
        target.setWorldTransform(source.getWorldTransform());
        target.setInterpolationWorldTransform(source.getWorldTransform());
        target.setLinearVelocity(source.getLinearVelocity());
        target.setAngularVelocity(source.getAngularVelocity());
    }
}

double mean_median_speed(World& world, int steps) {
    double sum = 0;
    for (int i = 0; i < steps; i++) {
        world.step();
        sum += state_of(world).median_speed;
    }
    return sum / steps;
}

}  // namespace

void test_walls() {
    const WallMotion bullet = motion_of_walls({"Bullet", std::nullopt});
    expect(bullet.largest < LARGEST_MOTION, "a wall does not stand with Bullet");
    for (const Contender& contender : octosat_contenders()) {
        const WallMotion motion = motion_of_walls(contender);
        expect(motion.largest < LARGEST_MOTION, "a wall does not stand with " + contender.name);
        expect(motion.mean_creep <= CREEP_FACTOR * bullet.mean_creep,
               "walls creep by " + std::to_string(motion.mean_creep) + " m with " + contender.name + " and by " +
                   std::to_string(bullet.mean_creep) + " m with Bullet");
    }
}

// Each starts from a pile that has settled with Bullet: how calm it is must not depend on how it has fallen.
void test_calmness() {
    constexpr int BOXES = 200;
    constexpr int MEASURED_STEPS = 200;
    constexpr double SPEED_FACTOR = 1.25;
    const Scene scene{SceneKind::PILE, BOXES};
    World bullet(std::nullopt);
    build(scene, bullet, false);
    for (int i = 0; i < 600; i++) {
        bullet.step();
    }
    std::vector<std::unique_ptr<World>> worlds;
    for (const Contender& contender : octosat_contenders()) {
        worlds.push_back(std::make_unique<World>(contender.settings));
        build(scene, *worlds.back(), false);
        copy_motion(bullet, *worlds.back());
    }
    const double bullets_speed = mean_median_speed(bullet, MEASURED_STEPS);
    for (const auto& world : worlds) {
        const double speed = mean_median_speed(*world, MEASURED_STEPS);
        expect(speed <= SPEED_FACTOR * bullets_speed, "a pile moves at " + std::to_string(speed) +
                                                          " m/s, with Bullet at " + std::to_string(bullets_speed) +
                                                          " m/s");
    }
}

}  // namespace octosat_bullet
