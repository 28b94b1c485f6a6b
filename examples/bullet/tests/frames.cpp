// Recorded frames are read as they were written, and Bullet's contacts on them are those of octosat. Damaged files are
// rejected.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "frames.h"

#include <sstream>

#include "check.h"
#include "replay.h"

namespace octosat_bullet {

namespace {

constexpr int BOXES = 80;
constexpr uint32_t FRAMES = 20;

template <class Value>
void write(std::ostream& file, const Value& value) {
    file.write(reinterpret_cast<const char*>(&value), sizeof(Value));
}

void write_frame(std::ostream& file, World& world) {
    for (const auto& body : world.bodies()) {
        const btVector3& center = body->getWorldTransform().getOrigin();
        write(file, std::array<float, 3>{center.x(), center.y(), center.z()});
    }
    for (const auto& body : world.bodies()) {
        const btQuaternion turn = body->getOrientation();
        write(file, std::array<float, 4>{turn.x(), turn.y(), turn.z(), turn.w()});
    }
    std::vector<OctosatPair> pairs;
    const btBroadphasePairArray& found = world.bullet().getPairCache()->getOverlappingPairArray();
    for (int i = 0; i < found.size(); i++) {
        const auto number = [](const btBroadphaseProxy* proxy) {
            return static_cast<uint32_t>(static_cast<btCollisionObject*>(proxy->m_clientObject)->getUserIndex());
        };
        pairs.push_back({number(found[i].m_pProxy0), number(found[i].m_pProxy1)});
    }
    write(file, static_cast<uint32_t>(pairs.size()));
    for (const OctosatPair& pair : pairs) {
        write(file, pair);
    }
}

// Boxes that fall on a large box, while they land.
std::string recorded() {
    World world(std::nullopt);
    world.add_box(btVector3(5, 1, 5), at(0, -1, 0), 0);
    for (int i = 0; i < BOXES; i++) {
        const btVector3 half_extents(btScalar(0.25), btScalar(0.25) + btScalar(i % 5) * btScalar(0.05), btScalar(0.4));
        btTransform pose = at(btScalar(i % 4), btScalar(1 + i / 16), btScalar(i / 4 % 4));
        pose.setRotation(btQuaternion(btVector3(1, btScalar(i % 3), 2).normalized(), btScalar(i)));
        world.add_box(half_extents, pose, 1);
    }
    std::ostringstream file;
    file << "oframes1";
    write(file, static_cast<uint32_t>(world.bodies().size()));
    write(file, FRAMES);
    for (size_t i = 0; i < world.bodies().size(); i++) {
        btRigidBody& body = *world.bodies()[i];
        body.setUserIndex(static_cast<int>(i));
        const btVector3 half = static_cast<const btBoxShape*>(body.getCollisionShape())->getHalfExtentsWithMargin();
        write(file, std::array<float, 3>{half.x(), half.y(), half.z()});
    }
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        world.step();
        write_frame(file, world);
    }
    return file.str();
}

void expect_rejected(const std::string& bytes, const std::string& text) {
    std::istringstream file(bytes);
    try {
        read_frames(file);
    } catch (const std::runtime_error& error) {
        expect(std::string(error.what()).find(text) != std::string::npos,
               "the error is \"" + std::string(error.what()) + "\" and does not say \"" + text + "\"");
        return;
    }
    throw std::runtime_error("a file is not rejected: " + text);
}

std::string with(std::string bytes, size_t place, const std::string& other) {
    return bytes.replace(place, other.size(), other);
}

}  // namespace

void test_frames() {
    std::istringstream file(recorded());
    const Recording recording = read_frames(file);
    expect(recording.half_extents.size() == BOXES + 1 && recording.frames.size() == FRAMES, "frames are missing");
    const Replayed measured = replay(recording, 1);
    expect(measured.pairs > 1000 && measured.touching > 200, "there are few contacts");
    expect(measured.differing * 100 <= measured.pairs,
           "Bullet and octosat differ on " + std::to_string(measured.differing) + " pairs");
}

void test_bad_frames() {
    const std::string good = recorded();
    // Bytes: the start, the numbers of boxes and frames, and the half extents.
    constexpr size_t HEAD = 16 + 12 * (BOXES + 1);
    constexpr size_t POSES = 28 * (BOXES + 1);
    const std::string not_a_number("\x00\x00\xc0\x7f", 4);
    const std::string many(4, '\xff');
    expect_rejected("", "does not begin with oframes1");
    expect_rejected(with(good, 0, "PK"), "does not begin with oframes1");
    expect_rejected(good.substr(0, HEAD - 1), "ends within the half extents");
    expect_rejected(good.substr(0, good.size() - 1), "ends within frame 19");
    expect_rejected(good + "x", "goes on");
    expect_rejected(with(good, 8, many), "the number of boxes: 4294967295 rows are too many");
    expect_rejected(with(good, 16, not_a_number), "the half extents: a value is not finite");
    expect_rejected(with(good, HEAD, not_a_number), "frame 0: a value is not finite");
    expect_rejected(with(good, HEAD + POSES - 4, not_a_number), "frame 0: a rotation is no unit");
    expect_rejected(with(good, HEAD + POSES, many), "frame 0: 4294967295 rows");
    expect_rejected(with(good, HEAD + POSES + 4, many), "frame 0: a pair is not of two boxes");
}

}  // namespace octosat_bullet
