// All backends end in the same bits.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "check.h"
#include "options.h"

namespace octosat_bullet {

namespace {

uint64_t hash_after(const Scene& scene, const Settings& settings) {
    constexpr int STEPS = 300;
    Run run(scene, settings, false, 0);
    run.advance(STEPS);
    return run.measured().state.hash;
}

}  // namespace

void test_backends() {
    for (const SceneKind kind : {SceneKind::PILE, SceneKind::WALL, SceneKind::HEAP}) {
        const Scene scene{kind, 80};
        for (const Contender& contender : octosat_contenders()) {
            Settings settings = *contender.settings;
            const uint64_t hash = hash_after(scene, settings);
            for (OctosatBackend backend : available_backends()) {
                settings.backend = backend;
                expect(hash_after(scene, settings) == hash, std::string("the ") + name_of(kind) +
                                                                " ends in other bits with " + name_of_backend(backend) +
                                                                " and " + contender.name);
            }
            settings.margin *= 1.5f;
            expect(kind == SceneKind::WALL || hash_after(scene, settings) != hash,
                   "the hash does not see a difference");
        }
    }
}

}  // namespace octosat_bullet
