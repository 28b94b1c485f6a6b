// Frames of a recording: poses of boxes, and the pairs of a broad phase. `octosat-benches frames` writes
// them as a file, and describes its layout.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <octosat.h>

#include <array>
#include <iosfwd>
#include <vector>

namespace octosat_bullet {

struct Frame {
    std::vector<std::array<float, 3>> centers;
    // Unit quaternions x, y, z, w.
    std::vector<std::array<float, 4>> rotations;
    std::vector<OctosatPair> pairs;
};

struct Recording {
    std::vector<std::array<float, 3>> half_extents;
    std::vector<Frame> frames;
};

// Throws `std::runtime_error` with a text that says what is wrong with the file.
Recording read_frames(std::istream& file);

}  // namespace octosat_bullet
