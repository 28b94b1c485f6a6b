// The owner of a handle of the C interface.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_HANDLE_HPP
#define OCTOSAT_HANDLE_HPP

#include "mode.hpp"

#include <memory>

namespace octosat {
inline namespace OCTOSAT_MODE {
namespace detail {

/// Owns a handle, and destroys it at its end. Can be moved, not copied. Calls with an owner that was moved from fail
/// with `OCTOSAT_NULL`.
template <typename T, void (*destroy)(T *)>
class Handle {
  public:
    /// Whether it owns a handle: not after a move, nor after an error of the constructor.
    explicit operator bool() const noexcept { return static_cast<bool>(handle_); }

    /// The handle, for calls of the C interface.
    T *get() noexcept { return handle_.get(); }
    const T *get() const noexcept { return handle_.get(); }

  protected:
    explicit Handle(T *handle) noexcept : handle_(handle) {}

  private:
    struct Destroy {
        void operator()(T *handle) const noexcept { destroy(handle); }
    };

    std::unique_ptr<T, Destroy> handle_;
};

/// The handle of an owner, or null.
template <typename H>
auto handle_of(const H *owner) noexcept -> decltype(owner->get()) {
    return owner ? owner->get() : nullptr;
}

}  // namespace detail
}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
