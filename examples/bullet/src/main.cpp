// Simulates scenes with Bullet's own narrow phase and with octosat, side by side, and prints a table.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "measure.h"
#include "options.h"
#include "picture.h"
#include "replay.h"

namespace octosat_bullet {

namespace {

// Contenders take turns of so many steps: long enough for caches, short enough to share the noise of the machine.
constexpr int STEPS_PER_TURN = 10;

struct Contender {
    std::string name;
    std::unique_ptr<Run> run;
};

std::vector<Contender> contenders_of(const Scene& scene, const Options& options) {
    const int warm_up = options.steps / 2;
    std::vector<Contender> contenders;
    contenders.push_back({"Bullet", std::make_unique<Run>(scene, std::nullopt, options.can_sleep, warm_up)});
    for (bool has_cache : options.caches) {
        for (OctosatBackend backend : options.backends) {
            const Settings settings{options.margin > 0 ? options.margin : margin_of(scene), has_cache, backend};
            std::string name = has_cache ? "octosat, cache" : "octosat";
            if (backend != OCTOSAT_BACKEND_AUTO) {
                name += std::string(" ") + name_of_backend(backend);
            }
            contenders.push_back({name, std::make_unique<Run>(scene, settings, options.can_sleep, warm_up)});
        }
    }
    return contenders;
}

void print_head() {
    std::printf(
        "| narrow phase by         | narrow |  ratio |   step |  ratio | touching |  points | deepest |    kinetic | "
        "median |    99 %% |   creep | bits             |\n"
        "|                         |     ms |        |     ms |        |    pairs |         |      mm |   energy J | "
        "  mm/s |   mm/s |      mm |                  |\n"
        "|-------------------------|-------:|-------:|-------:|-------:|---------:|--------:|--------:|-----------:|-"
        "------:|-------:|--------:|------------------|\n");
}

void print(const Contender& contender, const Measured& measured, const Measured& bullet) {
    const State& state = measured.state;
    std::printf(
        "| %-23s | %6.2f | %6.2f | %6.2f | %6.2f | %8d | %7d | %7.2f | %10.4g | %6.1f | %6.1f | %7.2f | %016" PRIx64
        " |\n",
        contender.name.c_str(), measured.times.narrow, bullet.times.narrow / measured.times.narrow, measured.times.step,
        bullet.times.step / measured.times.step, state.touching, state.points, state.deepest * 1e3,
        state.kinetic_energy, state.median_speed * 1e3, state.high_speed * 1e3, measured.mean_creep * 1e3, state.hash);
}

// All backends must end in the same bits, with a cache and without.
void compare_bits(const std::vector<Measured>& measured, const Options& options) {
    const size_t backends = options.backends.size();
    for (size_t i = 1; i < measured.size(); i++) {
        const size_t first = 1 + (i - 1) / backends * backends;
        if (measured[i].state.hash != measured[first].state.hash) {
            throw std::runtime_error("backends end in different bits");
        }
    }
}

std::string picture_file(const std::string& file, const std::string& scene) {
    const size_t dot = file.rfind('.');
    return dot == std::string::npos ? file + "-" + scene : file.substr(0, dot) + "-" + scene + file.substr(dot);
}

void compare(const Scene& scene, const Options& options) {
    const std::vector<Contender> contenders = contenders_of(scene, options);
    for (int done = 0; done < options.steps; done += STEPS_PER_TURN) {
        for (const Contender& contender : contenders) {
            contender.run->advance(std::min(STEPS_PER_TURN, options.steps - done));
        }
    }
    std::vector<Measured> measured;
    std::vector<Pictured> pictured;
    for (const Contender& contender : contenders) {
        measured.push_back(contender.run->measured());
        pictured.push_back({contender.run->world(), contender.name});
    }
    std::printf("\n%s of %d boxes, %d steps, %d pairs with Bullet\n\n", name_of(scene.kind), scene.boxes, options.steps,
                measured[0].state.pairs);
    print_head();
    for (size_t i = 0; i < measured.size(); i++) {
        print(contenders[i], measured[i], measured[0]);
    }
    std::fflush(stdout);
    if (!options.picture.empty()) {
        draw(pictured,
             options.scenes.size() > 1 ? picture_file(options.picture, name_of(scene.kind)) : options.picture);
    }
    compare_bits(measured, options);
}

// Prints a row per recording.
int time_frames(const std::vector<std::string>& files) {
    // As many as `octosat-benches parry` has, whose times stand next to these.
    constexpr int ROUNDS = 25;
    std::printf(
        "nanoseconds per pair, least of %d rounds, of one thread, without waiting; share of differing pairs\n\n",
        ROUNDS);
    std::printf("| recording | with contacts | Bullet | median | differing |\n|---|---|---|---|---|\n");
    for (const std::string& name : files) {
        std::ifstream file(name, std::ios::binary);
        if (!file) {
            throw std::runtime_error(name + ": the file cannot be opened");
        }
        try {
            const Replayed measured = replay(read_frames(file), ROUNDS);
            const double pairs = static_cast<double>(measured.pairs);
            std::printf("| %s | %.0f %% | %.1f | %.1f | %.2f %% |\n", std::filesystem::path(name).stem().c_str(),
                        100 * static_cast<double>(measured.touching) / pairs, measured.least, measured.median,
                        100 * static_cast<double>(measured.differing) / pairs);
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(name + ": " + error.what());
        }
        std::fflush(stdout);
    }
    return 0;
}

int run(const Options& options) {
    if (options.shows_help) {
        std::fputs(USAGE, stdout);
        return 0;
    }
    if (!options.frames.empty()) {
        return time_frames(options.frames);
    }
    std::printf("octosat %s; times are medians of the second half of the steps, of one thread, without waiting\n",
                octosat_version());
    for (SceneKind kind : options.scenes) {
        compare({kind, options.boxes}, options);
    }
    return 0;
}

}  // namespace

}  // namespace octosat_bullet

int main(int count, char** values) {
    try {
        return octosat_bullet::run(octosat_bullet::parse({values + 1, values + count}));
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "error: %s\n\n%s", error.what(), octosat_bullet::USAGE);
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
}
