// SPDX-License-Identifier: MIT OR Apache-2.0
#include "options.h"

#include <stdexcept>

namespace octosat_bullet {

namespace {

struct NamedBackend {
    const char* name;
    OctosatBackend backend;
};

constexpr NamedBackend BACKENDS[] = {{"auto", OCTOSAT_BACKEND_AUTO},
                                     {"portable", OCTOSAT_BACKEND_PORTABLE},
                                     {"avx2", OCTOSAT_BACKEND_AVX2},
                                     {"avx512", OCTOSAT_BACKEND_AVX512}};

int whole_number(const std::string& option, const std::string& text) {
    size_t end = 0;
    int number = 0;
    try {
        number = std::stoi(text, &end);
    } catch (const std::exception&) {
        end = 0;
    }
    if (end != text.size() || text.empty() || number < 1 || number > 1'000'000) {
        throw std::invalid_argument(option + " takes a number from 1 to 1000000, not " + text);
    }
    return number;
}

float meters(const std::string& option, const std::string& text) {
    size_t end = 0;
    float value = -1;
    try {
        value = std::stof(text, &end);
    } catch (const std::exception&) {
        end = 0;
    }
    if (end != text.size() || text.empty() || !(value >= 0 && value <= 1)) {
        throw std::invalid_argument(option + " takes meters from 0 to 1, not " + text);
    }
    return value;
}

std::vector<SceneKind> scenes(const std::string& name) {
    if (name == "all") {
        return Options().scenes;
    }
    if (const auto kind = scene_kind(name)) {
        return {*kind};
    }
    throw std::invalid_argument("--scene takes pile, wall, heap or all, not " + name);
}

std::vector<bool> caches(const std::string& name) {
    if (name == "all") {
        return {false, true};
    }
    if (name == "off" || name == "on") {
        return {name == "on"};
    }
    throw std::invalid_argument("--cache takes off, on or all, not " + name);
}

std::vector<OctosatBackend> backends(const std::string& name) {
    if (name == "all") {
        return available_backends();
    }
    for (const NamedBackend& named : BACKENDS) {
        if (name == named.name) {
            return {named.backend};
        }
    }
    throw std::invalid_argument("--backend takes auto, portable, avx2, avx512 or all, not " + name);
}

}  // namespace

const char* const USAGE =
    "usage: octosat-bullet [options]\n"
    "\n"
    "Simulates scenes with Bullet's own narrow phase and with octosat, and compares them.\n"
    "\n"
    "  --scene pile|wall|heap|all           what to simulate (all)\n"
    "  --boxes N                            how many boxes (2000)\n"
    "  --steps N                            how many steps of 1/60 s; the second half is measured (300)\n"
    "  --cache off|on|all                   whether octosat keeps the contacts of the frame before (off)\n"
    "  --backend auto|portable|avx2|avx512|all   octosat's kernels; all: the ends must be the same bits (auto)\n"
    "  --margin METERS                      from where on octosat reports contacts (a hundredth of the smallest "
    "extent)\n"
    "  --sleep                              bodies may fall asleep\n"
    "  --picture FILE.svg                   draws the end, seen from the side; the scene's name goes before the dot\n"
    "  --frames FILE...                     times Bullet's own narrow phase on recorded frames instead\n";

const char* name_of_backend(OctosatBackend backend) {
    for (const NamedBackend& named : BACKENDS) {
        if (named.backend == backend) {
            return named.name;
        }
    }
    return "scalar";
}

std::vector<OctosatBackend> available_backends() {
    std::vector<OctosatBackend> available;
    for (const NamedBackend& named : BACKENDS) {
        OctosatEngineOptions options = OCTOSAT_ENGINE_OPTIONS_DEFAULTS;
        options.backend = named.backend;
        OctosatEngine* engine = octosat_engine_create(&options, nullptr);
        if (engine != nullptr && named.backend != OCTOSAT_BACKEND_AUTO) {
            // The fastest comes last in the table, and is the one to measure.
            available.insert(available.begin(), named.backend);
        }
        octosat_engine_destroy(engine);
    }
    return available;
}

Options parse(const std::vector<std::string>& arguments) {
    Options options;
    for (size_t i = 0; i < arguments.size(); i++) {
        const std::string& option = arguments[i];
        if (option == "--help" || option == "-h") {
            options.shows_help = true;
            continue;
        }
        if (option == "--sleep") {
            options.can_sleep = true;
            continue;
        }
        if (i + 1 == arguments.size()) {
            throw std::invalid_argument("there is no option " + option + ", or it lacks its value");
        }
        const std::string& value = arguments[++i];
        if (option == "--scene") {
            options.scenes = scenes(value);
        } else if (option == "--boxes") {
            options.boxes = whole_number(option, value);
        } else if (option == "--steps") {
            options.steps = whole_number(option, value);
        } else if (option == "--cache") {
            options.caches = caches(value);
        } else if (option == "--backend") {
            options.backends = backends(value);
        } else if (option == "--margin") {
            options.margin = meters(option, value);
        } else if (option == "--picture") {
            options.picture = value;
        } else if (option == "--frames") {
            options.frames.push_back(value);
            while (i + 1 < arguments.size() && arguments[i + 1].rfind("--", 0) != 0) {
                options.frames.push_back(arguments[++i]);
            }
        } else {
            throw std::invalid_argument("there is no option " + option);
        }
    }
    return options;
}

}  // namespace octosat_bullet
