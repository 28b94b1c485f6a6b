// The scenes that both contenders simulate.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "world.h"

namespace octosat_bullet {

enum class SceneKind {
    // Boxes of many sizes that fall into a pit and come to rest.
    PILE,
    // Bricks in eight rows, which stand.
    WALL,
    // Boxes in a pit, stirred for ever.
    HEAP,
};

struct Scene {
    SceneKind kind;
    int boxes;
};

const char* name_of(SceneKind kind);
std::optional<SceneKind> scene_kind(const std::string& name);

// The margin that fits a scene: a hundredth of the smallest extent.
float margin_of(const Scene& scene);

// Builds the scene in an empty world. Nothing sleeps unless `can_sleep`.
void build(const Scene& scene, World& world, bool can_sleep);

}  // namespace octosat_bullet
