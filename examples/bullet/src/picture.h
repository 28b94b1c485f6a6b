// A picture of a world from the side, as SVG.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "world.h"

namespace octosat_bullet {

// A world and the name below its picture.
struct Pictured {
    const World& world;
    std::string name;
};

// Draws the dynamic boxes of each world, one world next to the other. Throws `std::runtime_error` if the file cannot
// be written.
void draw(const std::vector<Pictured>& worlds, const std::string& file);

}  // namespace octosat_bullet
