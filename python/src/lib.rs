//! The extension module of the Python package `octosat`: NumPy arrays in, NumPy arrays out.
//!
//! Rust code refers to no memory that another Python thread can write. NumPy first copies every array of the caller
//! into an array that no other code can access (`arrays`). Results are written to arrays that Python code cannot access
//! yet. Therefore the engine can run without the GIL, and checked indices cannot change.
//!
//! `arrays`: copies of the caller's arrays. `leading`: arrays with leading axes. `results`: results of the engine as
//! NumPy arrays. `errors`: exceptions. `engine`: backend and threads, also after a fork. `boxes`, `rectangles`,
//! `shapes`: the classes of boxes and other shapes. `shaped`: what boxes and rectangles have in common. `given`,
//! `rounding`: boxes of the caller's arrays, and how float32 moves them. `selection`: indexing and joining of boxes.
//! `argument`: the boxes of a query. `covered`: covered faces. `moved`: boxes at times of their motion. `joint`,
//! `hulls`, `solids`, `urdf`, `chains`, `worlds`: the classes of robots and of their worlds. `made`, `changes`,
//! `stored`: chains that change and are pickled. `listed`: what they have. `configurations`, `own_points`: their queries. `first`, `question`: the common arguments of queries. `displacements`: the argument `motions`.
//! `verbs`: the methods of the engine about shapes. `queries`, `certain`, `motion`, `lines`, `frusta`, `plane`: the
//! functions of the module. `intersections`: how much boxes share. `products`: all boxes of a list with all of another.
//! `groups`: one answer per group of pairs. `contacts`: manifolds as packed arrays. `cache`: the contact cache.
//! `drawing`: pictures. `layouts`: the layouts of rows.

mod again;
mod among;
mod argument;
mod arrays;
mod boxes;
mod cache;
mod certain;
mod chains;
mod changes;
mod configurations;
mod contacts;
mod covered;
mod displacements;
mod drawing;
mod engine;
mod errors;
mod first;
mod frusta;
mod given;
mod groups;
mod hulls;
mod intersections;
mod joint;
mod layouts;
mod leading;
mod lines;
mod listed;
mod made;
mod motion;
mod moved;
mod own_points;
mod padding;
mod plane;
mod products;
mod queries;
mod question;
mod rectangles;
mod results;
mod rounding;
mod selection;
mod shaped;
mod shapes;
mod solids;
mod stored;
mod urdf;
mod worlds;

use pyo3::prelude::*;

/// Adds classes to a module.
macro_rules! classes {
    ($module:ident: $($class:path),*) => {
        $($module.add_class::<$class>()?;)*
    };
}

/// Adds functions to a module.
macro_rules! functions {
    ($module:ident: $($function:path),*) => {
        $($module.add_function(wrap_pyfunction!($function, $module)?)?;)*
    };
}

/// The compiled part of `octosat`; import `octosat` instead.
#[pymodule]
fn _octosat(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NEW_POINT", octosat::Links::NEW_POINT)?;
    classes! { module:
        engine::Engine, boxes::Boxes, cache::ContactCache, covered::CoveredFaces, moved::Moved, shapes::HalfSpaces,
        shapes::Spheres, shapes::Capsules, shapes::AxisAlignedBoxes, shapes::Rays, shapes::Segments, frusta::Frusta,
        rectangles::Rectangles, joint::Joint, worlds::World, chains::Chain
    }
    functions! { module:
        engine::available_backends, engine::_note_fork, selection::concatenate, covered::covered_faces,
        queries::overlaps, groups::any_overlap, groups::least_clearances, groups::least_distances,
        queries::penetrations, queries::manifolds, intersections::intersections, intersections::iou, products::iou_above, products::overlapping_pairs, products::suppress, certain::distances, certain::verdicts, certain::overlaps_exact,
        certain::clearances, motion::casts, motion::impacts, moved::axis_normals, lines::hits, lines::closest_points,
        queries::aabbs, frusta::cull, frusta::classify, made::_chain_of_calls, hulls::_outer_hull,
        queries::_time_overlaps, drawing::_svg, layouts::_layouts, layouts::_rows, layouts::_states
    }
    Ok(())
}
