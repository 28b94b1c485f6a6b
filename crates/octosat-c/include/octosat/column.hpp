// Columns: centers, rotations and half extents in the caller's own structures, described by member pointers.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_COLUMN_HPP
#define OCTOSAT_COLUMN_HPP

#include "error.hpp"
#include "span.hpp"

#include <array>
#include <memory>

namespace octosat {
inline namespace OCTOSAT_MODE {

/// The format of a type. Specialize it for the vectors and quaternions of a math library:
///
///     template <> struct octosat::Format<glm::vec3> { static constexpr OctosatFormat value = OCTOSAT_F32X3; };
template <typename T>
struct Format {};

template <> struct Format<float[2]> { static constexpr OctosatFormat value = OCTOSAT_F32X2; };
template <> struct Format<float[3]> { static constexpr OctosatFormat value = OCTOSAT_F32X3; };
template <> struct Format<float[4]> { static constexpr OctosatFormat value = OCTOSAT_F32X4; };
template <> struct Format<double[2]> { static constexpr OctosatFormat value = OCTOSAT_F64X2; };
template <> struct Format<double[3]> { static constexpr OctosatFormat value = OCTOSAT_F64X3; };
template <> struct Format<double[4]> { static constexpr OctosatFormat value = OCTOSAT_F64X4; };

template <typename T, std::size_t N>
struct Format<std::array<T, N>> : Format<T[N]> {};

namespace detail {

template <typename T, typename = void>
struct HasFormat : std::false_type {};

template <typename T>
struct HasFormat<T, std::void_t<decltype(Format<std::remove_cv_t<T>>::value)>> : std::true_type {};

/// The size of a number of a format, in bytes.
constexpr std::size_t number_size(OctosatFormat format) {
    switch (format) {
    case OCTOSAT_F64X2:
    case OCTOSAT_F64X3:
    case OCTOSAT_F64X4:
    case OCTOSAT_F64_WXYZ:
        return sizeof(double);
    default:
        return sizeof(float);
    }
}

/// The size of a row of a format, in bytes.
constexpr std::size_t row_size(OctosatFormat format) {
    switch (format) {
    case OCTOSAT_F32X2:
    case OCTOSAT_F64X2:
        return 2 * number_size(format);
    case OCTOSAT_F32X3:
    case OCTOSAT_F64X3:
        return 3 * number_size(format);
    case OCTOSAT_F32X4:
    case OCTOSAT_F64X4:
    case OCTOSAT_F32_WXYZ:
    case OCTOSAT_F64_WXYZ:
        return 4 * number_size(format);
    case OCTOSAT_F32_ROWS_3X4:
    case OCTOSAT_F32_COLUMNS_4X3:
    case OCTOSAT_F32_BASIS_3X3:
        return 12 * number_size(format);
    default:
        return 16 * number_size(format);
    }
}

/// Whether values of a type can be rows of a format: large enough, and aligned like its numbers.
template <typename T, OctosatFormat format>
constexpr bool fits_format() {
    constexpr std::size_t alignment = number_size(format) == sizeof(double) ? alignof(double) : alignof(float);
    return sizeof(T) >= row_size(format) && alignof(T) % alignment == 0;
}

template <typename T>
const T &member(const T &row) noexcept {
    return row;
}

/// The member of a row that member pointers lead to.
template <typename T, typename M, typename Owner, typename... Further>
const auto &member(const T &row, M Owner::*pointer, Further... further) noexcept {
    return member(row.*pointer, further...);
}

}  // namespace detail

/// One row per box in memory of the caller. `column` makes it.
struct Column {
    const void *data = nullptr;
    /// The number of rows.
    std::size_t size = 0;
    /// The number of bytes from one row to the next.
    std::size_t stride = 0;
    OctosatFormat format = OCTOSAT_F32X3;

    OctosatColumn in_c() const noexcept { return {data, stride, format}; }
};

/// The column of a member of each value of a container, in a format that its type does not state:
/// `column<OCTOSAT_F32_WXYZ>(bodies, &Body::rotation)`.
template <OctosatFormat format, typename C, typename... Members>
Column column(const C &values, Members... members) {
    using Value = std::remove_reference_t<decltype(*std::data(values))>;
    using Row = std::remove_reference_t<decltype(detail::member(std::declval<const Value &>(), members...))>;
    static_assert(detail::fits_format<Row, format>(), "the member is no row of this format");
    if (std::size(values) == 0) return {nullptr, 0, sizeof(Value), format};
    return {std::addressof(detail::member(*std::data(values), members...)), std::size(values), sizeof(Value), format};
}

/// No column of a container that is gone before the call that reads it.
template <OctosatFormat format, typename C, typename... Members>
std::enable_if_t<!detail::IsView<C>::value, Column> column(const C &&values, Members... members) = delete;

/// The column of a member of each value of a container: `column(bodies, &Body::position)`. Several member pointers lead
/// to a member of a member; without one, the values are the rows.
template <typename C, typename... Members>
Column column(const C &values, Members... members) {
    using Value = std::remove_reference_t<decltype(*std::data(values))>;
    using Row = std::remove_reference_t<decltype(detail::member(std::declval<const Value &>(), members...))>;
    static_assert(detail::HasFormat<Row>::value,
                  "name the format: column<OCTOSAT_...>(...), or specialize octosat::Format for the type");
    return column<Format<std::remove_cv_t<Row>>::value>(values, members...);
}

template <typename C, typename... Members>
std::enable_if_t<!detail::IsView<C>::value, Column> column(const C &&values, Members... members) = delete;

/// A list of vectors x, y, z: containers of any type with the format `OCTOSAT_F32X3` and 12 bytes.
class Vectors {
  public:
    Vectors() noexcept = default;
    Vectors(const float (*data)[3], std::size_t size) noexcept : data_(data), size_(size) {}

    template <typename C, typename = std::enable_if_t<detail::HasFormat<detail::Element<C>>::value>>
    Vectors(C &list) : data_(reinterpret_cast<const float(*)[3]>(std::data(list))), size_(std::size(list)) {
        using Row = std::remove_cv_t<detail::Element<C>>;
        static_assert(Format<Row>::value == OCTOSAT_F32X3 && sizeof(Row) == sizeof(float[3]),
                      "the rows are not three floats without a gap");
    }

    const float (*data() const noexcept)[3] { return data_; }
    std::size_t size() const noexcept { return size_; }

  private:
    const float (*data_)[3] = nullptr;
    std::size_t size_ = 0;
};

}  // namespace OCTOSAT_MODE
}  // namespace octosat

#endif
