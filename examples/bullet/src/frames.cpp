// SPDX-License-Identifier: MIT OR Apache-2.0
#include "frames.h"

#include <cmath>
#include <istream>
#include <stdexcept>
#include <string>

namespace octosat_bullet {

namespace {

const std::string START = "oframes1";
// More is taken for a damaged file, before memory is allocated for it.
constexpr uint32_t MOST_ROWS = 10'000'000;
// By how much the squared length of a quaternion may differ from 1: what octosat accepts.
constexpr float LENGTH_MAY_DIFFER = 1e-3f;

void expect(bool condition, const std::string& text) {
    if (!condition) {
        throw std::runtime_error(text);
    }
}

// Bytes are read as they are, so on a big-endian machine counts are out of range.
void read(std::istream& file, void* bytes, size_t count, const std::string& part) {
    file.read(static_cast<char*>(bytes), static_cast<std::streamsize>(count));
    expect(static_cast<size_t>(file.gcount()) == count, "the file ends within " + part);
}

uint32_t read_count(std::istream& file, const std::string& part) {
    uint32_t count = 0;
    read(file, &count, sizeof(count), part);
    expect(count <= MOST_ROWS, part + ": " + std::to_string(count) + " rows are too many");
    return count;
}

template <class Row>
std::vector<Row> read_rows(std::istream& file, size_t count, const std::string& part) {
    std::vector<Row> rows(count);
    read(file, rows.data(), count * sizeof(Row), part);
    return rows;
}

template <size_t N>
void check_finite(const std::vector<std::array<float, N>>& rows, const std::string& part) {
    for (const auto& row : rows) {
        for (float value : row) {
            expect(std::isfinite(value), part + ": a value is not finite");
        }
    }
}

Frame read_frame(std::istream& file, size_t boxes, const std::string& part) {
    Frame frame;
    frame.centers = read_rows<std::array<float, 3>>(file, boxes, part);
    frame.rotations = read_rows<std::array<float, 4>>(file, boxes, part);
    frame.pairs = read_rows<OctosatPair>(file, read_count(file, part), part);
    check_finite(frame.centers, part);
    for (const auto& [x, y, z, w] : frame.rotations) {
        // A value that is not finite fails, too.
        expect(std::abs(x * x + y * y + z * z + w * w - 1) <= LENGTH_MAY_DIFFER, part + ": a rotation is no unit");
    }
    for (const OctosatPair& pair : frame.pairs) {
        expect(pair.a < boxes && pair.b < boxes && pair.a != pair.b, part + ": a pair is not of two boxes");
    }
    return frame;
}

}  // namespace

Recording read_frames(std::istream& file) {
    std::string start(START.size(), '\0');
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    expect(start == START, "the file has no frames: it does not begin with " + START);
    const uint32_t boxes = read_count(file, "the number of boxes");
    const uint32_t frames = read_count(file, "the number of frames");
    Recording recording;
    recording.half_extents = read_rows<std::array<float, 3>>(file, boxes, "the half extents");
    check_finite(recording.half_extents, "the half extents");
    for (uint32_t number = 0; number < frames; number++) {
        recording.frames.push_back(read_frame(file, boxes, "frame " + std::to_string(number)));
    }
    expect(file.peek() == std::istream::traits_type::eof(), "the file goes on after its last frame");
    return recording;
}

}  // namespace octosat_bullet
