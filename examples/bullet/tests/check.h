// What the tests have in common.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure.h"

namespace octosat_bullet {

// Throws `std::runtime_error` with the text if the condition does not hold.
void expect(bool condition, const std::string& text);

// A narrow phase under test.
struct Contender {
    std::string name;
    // None for Bullet's own.
    std::optional<Settings> settings;
};

// Without and with a contact cache.
std::vector<Contender> octosat_contenders();
// Bullet's own, then octosat's.
std::vector<Contender> all_contenders();

btTransform at(btScalar x, btScalar y, btScalar z);

// The tests of each file.
void test_walls();
void test_calmness();
void test_bodies();
void test_sleep();
void test_callbacks();
void test_plane();
void test_other_shapes();
void test_single_pair();
void test_backends();
void test_frames();
void test_bad_frames();
void test_queries();

}  // namespace octosat_bullet
