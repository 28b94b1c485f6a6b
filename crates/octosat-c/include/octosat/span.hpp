// Lists of the caller: arrays, vectors, `std::span` and every other container with `data` and `size`.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_SPAN_HPP
#define OCTOSAT_SPAN_HPP

#include "../octosat.h"
#include "mode.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#if __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif

namespace octosat {
inline namespace OCTOSAT_MODE {
namespace detail {

/// The type of the values of a container.
template <typename C>
using Element = std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>;

/// Whether a container has values that a span of `T` can refer to.
template <typename C, typename T, typename = void>
struct IsList : std::false_type {};

template <typename C, typename T>
struct IsList<C, T, std::void_t<Element<C>, decltype(std::size(std::declval<C &>()))>>
    : std::is_convertible<Element<C> (*)[], T (*)[]> {};

/// Whether a container can change its size.
template <typename C, typename = void>
struct IsResizable : std::false_type {};

template <typename C>
struct IsResizable<C, std::void_t<decltype(std::declval<C &>().resize(std::size_t()))>> : std::true_type {};

/// Whether a list belongs to somebody else: it may be a temporary.
template <typename C>
struct IsView : std::false_type {};

/// Whether a container would be gone before a span of it is used, if it is a temporary one.
template <typename C, typename T>
using IsOwner = std::conjunction<IsList<const C, const T>, std::negation<IsView<C>>>;

}  // namespace detail

/// Values one after the other, which belong to somebody else: `std::span` for C++17.
template <typename T>
class Span {
  public:
    constexpr Span() noexcept = default;
    constexpr Span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}

    /// The values of an array or a container. Not of a temporary one: the span would outlive its values.
    template <typename C, typename = std::enable_if_t<detail::IsList<C, T>::value>>
    constexpr Span(C &list) : data_(std::data(list)), size_(std::size(list)) {}
    template <typename C, typename = std::enable_if_t<detail::IsOwner<C, T>::value>>
    Span(const C &&list) = delete;

    /// Neither of a list in braces, which ends with the statement, nor of one value or pair: name the list.
    Span(std::initializer_list<std::remove_const_t<T>> list) = delete;
    Span(const T &value) = delete;
    Span(int a, std::size_t b) = delete;

    /// A span of constant values from one of values.
    template <typename U, typename = std::enable_if_t<std::is_convertible<U (*)[], T (*)[]>::value>>
    constexpr Span(const Span<U> &list) noexcept : data_(list.data()), size_(list.size()) {}

#if defined(__cpp_lib_span)
    /// The values of a `std::span`, also of a temporary one.
    template <typename U, std::size_t N, typename = std::enable_if_t<std::is_convertible<U (*)[], T (*)[]>::value>>
    constexpr Span(const std::span<U, N> &list) noexcept : data_(list.data()), size_(list.size()) {}
#endif

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const { return data_[index]; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {

template <typename T>
struct IsView<Span<T>> : std::true_type {};

#if defined(__cpp_lib_span)
template <typename T, std::size_t N>
struct IsView<std::span<T, N>> : std::true_type {};
#endif

}  // namespace detail

/// Where a call writes its rows. A container with `resize`, such as a vector, gets the number of rows; any other list
/// must have it.
template <typename T>
class Rows {
  public:
    Rows(T *data, std::size_t size) noexcept : rows_(data, size) {}
    Rows(Span<T> rows) noexcept : rows_(rows) {}

    /// Not one row: a call writes a list.
    Rows(T &row) = delete;

    template <typename C, typename = std::enable_if_t<detail::IsList<C, T>::value>>
    Rows(C &list) : rows_(list) {
        if constexpr (detail::IsResizable<C>::value) {
            container_ = &list;
            resize_ = [](void *container, std::size_t rows) {
                auto &resized = *static_cast<C *>(container);
                if (resized.size() != rows) resized.resize(rows);
                return Span<T>(resized);
            };
        }
    }

#if defined(__cpp_lib_span)
    template <std::size_t N>
    Rows(const std::span<T, N> &rows) noexcept : rows_(rows) {}
#endif

    /// Calls a function with room for this number of rows, if the size can change. After a failure the list is as it was.
    template <typename Function>
    OctosatStatus fill(std::size_t rows, Function function) const {
        if (!resize_) return function(rows_);
        const Span<T> room = resize_(container_, std::max(rows, rows_.size()));
        const OctosatStatus status = function(Span<T>(room.data(), rows));
        resize_(container_, status == OCTOSAT_OK ? rows : rows_.size());
        return status;
    }

  private:
    Span<T> rows_;
    void *container_ = nullptr;
    Span<T> (*resize_)(void *, std::size_t) = nullptr;
};

}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
