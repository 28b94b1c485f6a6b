// Runs all tests, or those named on the command line.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "check.h"

namespace octosat_bullet {

void expect(bool condition, const std::string& text) {
    if (!condition) {
        throw std::runtime_error(text);
    }
}

std::vector<Contender> octosat_contenders() {
    Settings with_cache;
    with_cache.has_cache = true;
    return {{"octosat", Settings()}, {"octosat with a cache", with_cache}};
}

std::vector<Contender> all_contenders() {
    std::vector<Contender> contenders = octosat_contenders();
    contenders.insert(contenders.begin(), {"Bullet", std::nullopt});
    return contenders;
}

btTransform at(btScalar x, btScalar y, btScalar z) {
    return btTransform(btQuaternion::getIdentity(), btVector3(x, y, z));
}

namespace {

struct Test {
    const char* name;
    void (*run)();
};

constexpr Test TESTS[] = {{"walls", test_walls},
                          {"calmness", test_calmness},
                          {"bodies", test_bodies},
                          {"sleep", test_sleep},
                          {"callbacks", test_callbacks},
                          {"plane", test_plane},
                          {"other shapes", test_other_shapes},
                          {"single pair", test_single_pair},
                          {"backends", test_backends},
                          {"frames", test_frames},
                          {"bad frames", test_bad_frames},
                          {"queries", test_queries}};

bool is_wanted(const Test& test, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (name == test.name) {
            return true;
        }
    }
    return names.empty();
}

int run(const std::vector<std::string>& names) {
    int run = 0;
    int failed = 0;
    for (const Test& test : TESTS) {
        if (!is_wanted(test, names)) {
            continue;
        }
        run++;
        try {
            test.run();
            std::printf("%s: passed\n", test.name);
        } catch (const std::exception& error) {
            failed++;
            std::printf("%s: FAILED: %s\n", test.name, error.what());
        }
    }
    if (run == 0) {
        std::printf("no test has such a name\n");
    }
    return failed == 0 && run > 0 ? 0 : 1;
}

}  // namespace

}  // namespace octosat_bullet

int main(int count, char** values) { return octosat_bullet::run({values + 1, values + count}); }
