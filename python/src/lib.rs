//! The extension module of the Python package `octosat`: NumPy arrays in, NumPy arrays out.
//!
//! Rust code refers to no memory that another Python thread can write. NumPy first copies every array of the caller
//! into an array that no other code can access (`arrays`). Results are written to arrays that Python code cannot access
//! yet. Therefore the engine can run without the GIL, and checked indices cannot change.
//!
//! `arrays`: copies of the caller's arrays. `results`: results of the engine as NumPy arrays. `errors`: exceptions.
//! `engine`: backend and threads, also after a fork. `boxes`, `shapes`: the classes of boxes and other shapes.
//! `covered`: covered faces. `question`: the common arguments of queries. `queries`, `certain`, `motion`, `lines`,
//! `frusta`, `rectangles`: the functions of the module. `groups`: one answer per group of pairs. `contacts`: manifolds as
//! packed arrays. `cache`: the contact cache. `layouts`: the layouts of rows.

mod arrays;
mod boxes;
mod cache;
mod certain;
mod contacts;
mod covered;
mod engine;
mod errors;
mod frusta;
mod groups;
mod layouts;
mod lines;
mod motion;
mod queries;
mod question;
mod rectangles;
mod results;
mod shapes;

use pyo3::prelude::*;

/// The compiled part of `octosat`; import `octosat` instead.
#[pymodule]
fn _octosat(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NEW_POINT", octosat::NEW_POINT)?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<boxes::Boxes>()?;
    module.add_class::<cache::ContactCache>()?;
    module.add_class::<covered::CoveredFaces>()?;
    module.add_class::<shapes::HalfSpaces>()?;
    module.add_class::<shapes::Spheres>()?;
    module.add_class::<shapes::Capsules>()?;
    module.add_class::<shapes::AxisAlignedBoxes>()?;
    module.add_class::<shapes::Rays>()?;
    module.add_class::<shapes::Segments>()?;
    module.add_class::<frusta::Frusta>()?;
    module.add_class::<rectangles::Rectangles>()?;
    module.add_function(wrap_pyfunction!(engine::available_backends, module)?)?;
    module.add_function(wrap_pyfunction!(engine::_note_fork, module)?)?;
    module.add_function(wrap_pyfunction!(covered::covered_faces, module)?)?;
    module.add_function(wrap_pyfunction!(queries::overlaps, module)?)?;
    module.add_function(wrap_pyfunction!(groups::any_overlap, module)?)?;
    module.add_function(wrap_pyfunction!(groups::least_clearances, module)?)?;
    module.add_function(wrap_pyfunction!(groups::least_distances, module)?)?;
    module.add_function(wrap_pyfunction!(queries::penetrations, module)?)?;
    module.add_function(wrap_pyfunction!(queries::manifolds, module)?)?;
    module.add_function(wrap_pyfunction!(certain::distances, module)?)?;
    module.add_function(wrap_pyfunction!(certain::verdicts, module)?)?;
    module.add_function(wrap_pyfunction!(certain::overlaps_exact, module)?)?;
    module.add_function(wrap_pyfunction!(certain::clearances, module)?)?;
    module.add_function(wrap_pyfunction!(motion::casts, module)?)?;
    module.add_function(wrap_pyfunction!(motion::impacts, module)?)?;
    module.add_function(wrap_pyfunction!(lines::hits, module)?)?;
    module.add_function(wrap_pyfunction!(lines::closest_points, module)?)?;
    module.add_function(wrap_pyfunction!(queries::aabbs, module)?)?;
    module.add_function(wrap_pyfunction!(frusta::cull, module)?)?;
    module.add_function(wrap_pyfunction!(frusta::classify, module)?)?;
    module.add_function(wrap_pyfunction!(queries::_time_overlaps, module)?)?;
    module.add_function(wrap_pyfunction!(layouts::_layouts, module)?)?;
    module.add_function(wrap_pyfunction!(layouts::_rows, module)?)?;
    module.add_function(wrap_pyfunction!(layouts::_states, module)?)?;
    Ok(())
}
