// Whether files are compiled with exceptions. Types and functions of files with and without have different names, so one
// program may have both.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_MODE_HPP
#define OCTOSAT_MODE_HPP

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define OCTOSAT_HAS_EXCEPTIONS 1
#define OCTOSAT_MODE throwing
#else
#define OCTOSAT_HAS_EXCEPTIONS 0
#define OCTOSAT_MODE without_exceptions
#endif

#endif
