// octosat for C++17 and later: the functions of octosat.h with handles that own, lists as spans, columns from member
// pointers, and errors as exceptions.
//
//     octosat::Engine engine;
//     octosat::Boxes boxes;
//     boxes.assign({octosat::column(bodies, &Body::position), octosat::column(bodies, &Body::rotation)},
//                  octosat::column(bodies, &Body::half_extents));
//     octosat::Query query;
//     query.boxes = &boxes;
//     query.pairs = pairs; // a vector or an array of octosat::Pair
//     std::vector<octosat::Distance> distances;
//     engine.distances(query, distances);
//
// A call that fails throws `octosat::Error`. With a pointer to an `OctosatError` as its last argument it does not
// throw: it fills the error, whose status is `OCTOSAT_OK` after a call that succeeds, and returns false, or an empty
// value. So the header also serves files without exceptions, where other errors end the program.
//
// Queries refer to lists and handles; keep these until the call ends. The comments of octosat.h hold here, too.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef OCTOSAT_HPP
#define OCTOSAT_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "octosat.hpp needs C++17 or later"
#endif

#include "octosat/boxes.hpp"
#include "octosat/chains.hpp"
#include "octosat/contacts.hpp"
#include "octosat/engine.hpp"
#include "octosat/products.hpp"
#include "octosat/rows.hpp"
#include "octosat/shapes.hpp"

#endif
