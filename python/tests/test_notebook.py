"""The notebook of `examples/`, executed as Jupyter does, where that is installed."""

from pathlib import Path

import pytest

pytest.importorskip("pybanto._pybanto", reason="no wheel of pybanto is installed")
nbformat = pytest.importorskip("nbformat", reason="Jupyter is not installed")
nbclient = pytest.importorskip("nbclient", reason="Jupyter is not installed")
pytest.importorskip("ipykernel", reason="Jupyter is not installed")

ROOT = Path(__file__).resolve().parents[2]


def test_the_notebook_runs():
    """No cell fails; levels, results and states are shown as pictures and tables."""
    book = nbformat.read(ROOT / "examples/sokoban.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(ROOT)}}).execute()
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = [kind for output in outputs if output.output_type == "execute_result" for kind in output.data]
    assert kinds.count("image/svg+xml") == 1 and kinds.count("text/html") >= 1
    table = "".join(output.text for output in outputs if output.output_type == "stream")
    assert len(table.splitlines()) == 5 and "optimal" in table
