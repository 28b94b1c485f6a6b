// Errors of octosat.hpp: thrown, or written to an `OctosatError` of the caller.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_ERROR_HPP
#define OCTOSAT_ERROR_HPP

#include "../octosat.h"
#include "mode.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace octosat {
inline namespace OCTOSAT_MODE {

/// The error that calls throw unless they get a pointer to an `OctosatError`.
class Error : public std::runtime_error {
  public:
    explicit Error(const OctosatError &error)
        : std::runtime_error(error.text), status_(error.status), value_(error.value), place_(error.place) {}

    /// The reason, such as `OCTOSAT_BAD_BOX`.
    OctosatStatus status() const noexcept { return status_; }
    /// The rejected value, or NaN.
    float value() const noexcept { return value_; }
    /// The index in the list that was passed, or `OCTOSAT_NO_PLACE`.
    std::uint64_t place() const noexcept { return place_; }

  private:
    OctosatStatus status_;
    float value_;
    std::uint64_t place_;
};

namespace detail {

/// Throws an error. Without exceptions, writes its text to standard error and ends the program.
[[noreturn]] inline void raise(const OctosatError &error) {
#if OCTOSAT_HAS_EXCEPTIONS
    throw Error(error);
#else
    std::fprintf(stderr, "octosat: %s\n", error.text);
    std::abort();
#endif
}

/// The error of one call of the C interface.
class Call {
  public:
    /// `wanted` is the caller's `OctosatError`; null for errors that are thrown.
    explicit Call(OctosatError *wanted) noexcept : error_(wanted ? wanted : &own_), is_thrown_(!wanted) {}
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;

    /// Where the call writes its error.
    OctosatError *error() noexcept { return error_; }

    /// Ends a call: true if it succeeded.
    bool done(OctosatStatus status) {
        if (status == OCTOSAT_OK) {
            error_->status = OCTOSAT_OK;
            return true;
        }
        if (is_thrown_) raise(*error_);
        return false;
    }

    /// Ends a call that returns a handle, which is null after an error.
    template <typename T>
    T *made(T *handle) {
        done(handle ? OCTOSAT_OK : error_->status);
        return handle;
    }

    /// Ends a call that was not made, because two of its columns have different lengths.
    bool fail_lengths(const char *name, std::size_t size, const char *other_name, std::size_t other_size) {
        char problem[OCTOSAT_TEXT_SIZE];
        std::snprintf(problem, sizeof problem, "the length of %s is %zu, but that of %s is %zu", name, size, other_name,
                      other_size);
        return fail(OCTOSAT_BAD_LENGTH, problem);
    }

    /// Ends a call that was not made, because its arguments do not fit together.
    bool fail(OctosatStatus status, const char *problem) {
        error_->status = status;
        error_->value = std::numeric_limits<float>::quiet_NaN();
        error_->place = OCTOSAT_NO_PLACE;
        std::snprintf(error_->text, sizeof error_->text, "%s", problem);
        return done(status);
    }

  private:
    OctosatError own_;
    OctosatError *error_;
    bool is_thrown_;
};

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
