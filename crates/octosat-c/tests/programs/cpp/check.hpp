// What the test programs of octosat.hpp share: conditions that must hold, and a floor with a block on it.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <octosat.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Ends the program unless a condition holds.
#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);   \
            std::exit(1);                                                           \
        }                                                                           \
    } while (false)

// A body of an engine.
struct Body {
    float position[3];
    float mass;
    std::array<float, 4> rotation;
    float half_extents[3];
};

// A floor whose top is at y = 1, and a block that is 0.125 m inside.
inline std::vector<Body> floor_and_block() {
    return {
        {{0.0f, 0.0f, 0.0f}, 0.0f, {0.0f, 0.0f, 0.0f, 1.0f}, {5.0f, 1.0f, 5.0f}},
        {{1.0f, 1.375f, 0.0f}, 1.0f, {0.0f, 0.0f, 0.0f, 1.0f}, {0.5f, 0.5f, 0.5f}},
    };
}

inline octosat::Poses poses_of(const std::vector<Body> &bodies) {
    return {octosat::column(bodies, &Body::position), octosat::column(bodies, &Body::rotation)};
}

inline octosat::Boxes boxes_of(const std::vector<Body> &bodies) {
    octosat::Boxes boxes;
    boxes.assign(poses_of(bodies), octosat::column(bodies, &Body::half_extents));
    return boxes;
}

#endif
