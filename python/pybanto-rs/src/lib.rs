//! banto as a module of Python: `pybanto._pybanto`, on which the package `pybanto` stands.
//!
//! In: texts, names and numbers. Out: tuples and dictionaries, of which the package makes its values, and the classes of
//! states, which are too many for that. The interpreter is released while anything searches. It is made of what any user
//! of the library has.

mod batch;
mod planning;
mod questions;
mod results;
mod searches;
mod sokoban;
mod states;
mod texts;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The command, with its arguments, the first of which is the file that starts it. Returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| banto::program::main_within(arguments))
}

#[pymodule]
fn _pybanto(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(texts::check, module)?)?;
    module.add_function(wrap_pyfunction!(texts::format, module)?)?;
    module.add_function(wrap_pyfunction!(questions::validate, module)?)?;
    module.add_function(wrap_pyfunction!(questions::why, module)?)?;
    module.add_function(wrap_pyfunction!(planning::plan, module)?)?;
    module.add_function(wrap_pyfunction!(searches::search, module)?)?;
    module.add_function(wrap_pyfunction!(sokoban::read, module)?)?;
    module.add_function(wrap_pyfunction!(sokoban::make, module)?)?;
    module.add_class::<sokoban::Level>()?;
    module.add_class::<sokoban::Boards>()?;
    module.add_class::<planning::Plans>()?;
    module.add_class::<batch::StateSpace>()?;
    module.add_class::<states::Task>()?;
    module.add_class::<states::State>()?;
    module.add_class::<states::Operator>()?;
    module.add_class::<states::Heuristic>()
}
