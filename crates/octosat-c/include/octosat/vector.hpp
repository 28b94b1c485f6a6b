// Vectors and rotations of a call: values of every type that has a format.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_VECTOR_HPP
#define OCTOSAT_VECTOR_HPP

#include "column.hpp"

#include <cstring>

namespace octosat {
inline namespace OCTOSAT_MODE {
namespace detail {

/// Whether a quaternion of this format has w first.
constexpr bool has_w_first(OctosatFormat format) { return format == OCTOSAT_F32_WXYZ || format == OCTOSAT_F64_WXYZ; }

/// Whether rows of a format are vectors (three numbers, and perhaps a fourth) or rotations (four).
constexpr bool has_numbers(OctosatFormat format, std::size_t numbers) {
    const std::size_t found = row_size(format) / number_size(format);
    return found == 4 ? numbers == 4 || !has_w_first(format) : found == 3 && numbers == 3;
}

/// Whether values of a type can be read as this many numbers.
template <typename T, std::size_t N, typename = void>
struct IsNumbers : std::false_type {};

template <typename T, std::size_t N>
struct IsNumbers<T, N, std::enable_if_t<HasFormat<T>::value>>
    : std::bool_constant<has_numbers(Format<std::remove_cv_t<T>>::value, N)> {};

}  // namespace detail

/// Three or four numbers of type `T`: `Vector` is x, y, z, and `Rotation` a quaternion x, y, z, w. Values of every type
/// with a `Format` convert to it and from it.
template <typename T, std::size_t N>
class Numbers {
  public:
    constexpr Numbers() noexcept = default;

    template <std::size_t M = N, typename = std::enable_if_t<M == 3>>
    constexpr Numbers(T x, T y, T z) noexcept : numbers_{x, y, z} {}

    template <std::size_t M = N, typename = std::enable_if_t<M == 4>>
    constexpr Numbers(T x, T y, T z, T w) noexcept : numbers_{x, y, z, w} {}

    template <typename V, typename = std::enable_if_t<detail::IsNumbers<V, N>::value>>
    Numbers(const V &value) noexcept {
        InFormat<V> found[N];
        std::memcpy(found, std::addressof(value), sizeof found);
        for (std::size_t k = 0; k < N; ++k) numbers_[k] = static_cast<T>(found[(k + first<V>()) % N]);
    }

    template <typename V, typename = std::enable_if_t<detail::IsNumbers<V, N>::value>>
    operator V() const {
        InFormat<V> written[N];
        for (std::size_t k = 0; k < N; ++k) written[(k + first<V>()) % N] = static_cast<InFormat<V>>(numbers_[k]);
        V value = {};
        std::memcpy(static_cast<void *>(std::addressof(value)), written, sizeof written);
        return value;
    }

    constexpr T operator[](std::size_t index) const { return numbers_[index]; }

    /// The numbers, for calls of the C interface.
    constexpr const T (&get() const noexcept)[N] { return numbers_; }

  private:
    /// The type of the numbers of a format.
    template <typename V>
    using InFormat =
        std::conditional_t<detail::number_size(Format<std::remove_cv_t<V>>::value) == sizeof(double), double, float>;

    /// Where the first number is in a value.
    template <typename V>
    static constexpr std::size_t first() {
        constexpr OctosatFormat format = Format<std::remove_cv_t<V>>::value;
        static_assert(detail::fits_format<V, format>(), "the type is smaller than its format");
        return detail::has_w_first(format) ? 1 : 0;
    }

    T numbers_[N] = {};
};

using Vector = Numbers<float, 3>;
using Rotation = Numbers<float, 4>;
using DoubleVector = Numbers<double, 3>;
using DoubleRotation = Numbers<double, 4>;

}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
