// The options of the command.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "dispatcher.h"
#include "scenes.h"

namespace octosat_bullet {

struct Options {
    std::vector<SceneKind> scenes{SceneKind::PILE, SceneKind::WALL, SceneKind::HEAP};
    int boxes = 2000;
    int steps = 300;
    // Without and with a contact cache.
    std::vector<bool> caches{false};
    // The first is measured; the others must end in the same bits.
    std::vector<OctosatBackend> backends{OCTOSAT_BACKEND_AUTO};
    // In meters; 0 stands for what fits the scene.
    float margin = 0;
    bool can_sleep = false;
    std::string picture;
    // Files of frames; if there are any, these are measured and no scene.
    std::vector<std::string> frames;
    bool shows_help = false;
};

extern const char* const USAGE;

const char* name_of_backend(OctosatBackend backend);
// Those that the processor has, without the one that is only for checking.
std::vector<OctosatBackend> available_backends();

// Throws `std::invalid_argument` with a text that names what is wrong.
Options parse(const std::vector<std::string>& arguments);

}  // namespace octosat_bullet
