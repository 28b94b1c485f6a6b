// SPDX-License-Identifier: MIT OR Apache-2.0
#include "replay.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace octosat_bullet {

namespace {

// One pair in this many may differ: a point of the last frame may overlap along its old normal only.
constexpr size_t ONE_MAY_DIFFER_IN = 100;

// Pairs that are less deep or less apart, in meters, are not compared: Bullet adds 1e-5 to the entries of rotations, so
// it also has contacts of boxes that are barely apart.
constexpr float CLEAR_DEPTH = 0.001f;

bool is_before(const OctosatPair& one, const OctosatPair& other) {
    return one.a != other.a ? one.a < other.a : one.b < other.b;
}

void check(OctosatStatus status, const OctosatError& error) {
    if (status != OCTOSAT_OK) {
        throw std::runtime_error(error.text);
    }
}

template <class Row>
OctosatColumn column(const std::vector<Row>& rows, OctosatFormat format) {
    return {rows.data(), 0, format};
}

// The depths of all pairs of a frame by octosat.
std::vector<OctosatPenetration> depths(const Recording& recording, const Frame& frame) {
    OctosatError error{};
    const std::unique_ptr<OctosatEngine, decltype(&octosat_engine_destroy)> engine(
        octosat_engine_create(nullptr, &error), octosat_engine_destroy);
    const std::unique_ptr<OctosatBoxes, decltype(&octosat_boxes_destroy)> boxes(octosat_boxes_create(),
                                                                                octosat_boxes_destroy);
    const OctosatPoses poses{column(frame.centers, OCTOSAT_F32X3), column(frame.rotations, OCTOSAT_F32X4), {}};
    check(octosat_boxes_assign(boxes.get(), frame.centers.size(), &poses, column(recording.half_extents, OCTOSAT_F32X3),
                               &error),
          error);
    OctosatQuery query = OCTOSAT_QUERY_DEFAULTS;
    query.boxes = boxes.get();
    query.pairs = frame.pairs.data();
    query.pair_count = frame.pairs.size();
    std::vector<OctosatPenetration> found(frame.pairs.size());
    check(octosat_penetrations(engine.get(), &query, found.data(), found.size(), &error), error);
    return found;
}

// Compares the frame that was shown last.
void compare(const Recording& recording, const Frame& frame, Replay& replay, Replayed& counts) {
    const std::vector<OctosatPenetration> found = depths(recording, frame);
    counts.pairs += found.size();
    for (size_t i = 0; i < found.size(); i++) {
        const Replay::Points points = replay.points(frame.pairs[i]);
        counts.touching += points.overlapping + points.apart > 0 ? 1 : 0;
        const bool differs = found[i].depth > 0 ? points.overlapping + points.apart == 0 : points.overlapping > 0;
        counts.differing += differs && std::abs(found[i].depth) > CLEAR_DEPTH ? 1 : 0;
    }
}

}  // namespace

Replay::Replay(const Recording& recording)
    : recording_(recording), configuration_(large_configuration()), dispatcher_(configuration_.get()) {
    const size_t count = recording.half_extents.size();
    proxies_.reserve(count);
    for (size_t i = 0; i < count; i++) {
        const auto& [x, y, z] = recording.half_extents[i];
        shapes_.push_back(std::make_unique<btBoxShape>(btVector3(x, y, z)));
        objects_.push_back(std::make_unique<btCollisionObject>());
        objects_[i]->setCollisionShape(shapes_[i].get());
        const btVector3 origin(0, 0, 0);
        proxies_.emplace_back(origin, origin, objects_[i].get(), btBroadphaseProxy::DefaultFilter,
                              btBroadphaseProxy::AllFilter);
        proxies_[i].m_uniqueId = static_cast<int>(i);
        objects_[i]->setBroadphaseHandle(&proxies_[i]);
    }
}

void Replay::clear() { change_pairs({}); }

// Pairs that both frames have keep their place, as with Bullet's broad phases.
void Replay::change_pairs(const std::vector<OctosatPair>& pairs) {
    std::vector<OctosatPair> sorted = pairs;
    std::sort(sorted.begin(), sorted.end(), is_before);
    std::vector<OctosatPair> ended;
    std::set_difference(sorted_.begin(), sorted_.end(), sorted.begin(), sorted.end(), std::back_inserter(ended),
                        is_before);
    for (const OctosatPair& pair : ended) {
        pairs_.removeOverlappingPair(&proxies_[pair.a], &proxies_[pair.b], &dispatcher_);
    }
    for (const OctosatPair& pair : pairs) {
        pairs_.addOverlappingPair(&proxies_[pair.a], &proxies_[pair.b]);
    }
    if (static_cast<size_t>(pairs_.getNumOverlappingPairs()) != pairs.size()) {
        throw std::runtime_error("a frame has a pair twice");
    }
    sorted_ = std::move(sorted);
}

double Replay::show(size_t number) {
    const Frame& frame = recording_.frames[number];
    for (size_t i = 0; i < objects_.size(); i++) {
        const auto& [x, y, z, w] = frame.rotations[i];
        const auto& center = frame.centers[i];
        objects_[i]->setWorldTransform(
            btTransform(btQuaternion(x, y, z, w), btVector3(center[0], center[1], center[2])));
    }
    change_pairs(frame.pairs);
    const double start = thread_seconds();
    dispatcher_.dispatchAllCollisionPairs(&pairs_, info_, &dispatcher_);
    return thread_seconds() - start;
}

Replay::Points Replay::points(const OctosatPair& pair) {
    btManifoldArray manifolds;
    pairs_.findPair(&proxies_[pair.a], &proxies_[pair.b])->m_algorithm->getAllContactManifolds(manifolds);
    Points points;
    for (int i = 0; i < manifolds.size(); i++) {
        for (int j = 0; j < manifolds[i]->getNumContacts(); j++) {
            (manifolds[i]->getContactPoint(j).getDistance() <= 0 ? points.overlapping : points.apart)++;
        }
    }
    return points;
}

Replayed replay(const Recording& recording, int rounds) {
    Replay replay(recording);
    Replayed measured;
    for (size_t number = 0; number < recording.frames.size(); number++) {
        replay.show(number);
        if (number > 0) {
            compare(recording, recording.frames[number], replay, measured);
        }
    }
    if (measured.pairs == 0) {
        throw std::runtime_error("there are no pairs after the first frame");
    }
    if (measured.differing * ONE_MAY_DIFFER_IN > measured.pairs) {
        throw std::runtime_error("Bullet and octosat differ on " + std::to_string(measured.differing) + " of " +
                                 std::to_string(measured.pairs) + " pairs");
    }
    std::vector<double> times;
    for (int round = 0; round < rounds; round++) {
        replay.clear();
        replay.show(0);
        double seconds = 0;
        for (size_t number = 1; number < recording.frames.size(); number++) {
            seconds += replay.show(number);
        }
        times.push_back(seconds * 1e9 / static_cast<double>(measured.pairs));
    }
    std::sort(times.begin(), times.end());
    measured.least = times.front();
    measured.median = times[times.size() / 2];
    return measured;
}

}  // namespace octosat_bullet
