"""Reads VTK XML or VTKHDF files with VTK itself and prints what is in them, a line a fact, tab-separated.

Each line of the input names a file, then places in metres (FILE X Y Z X Y Z ...), at which values are printed. After the
facts of each file follows a line "answered", or "failed" after an error.
"""

import hashlib
import os
import sys
import traceback

from vtkmodules.vtkCommonDataModel import vtkStaticCellLocator
from vtkmodules.vtkIOXML import (
    vtkXMLImageDataReader,
    vtkXMLPImageDataReader,
    vtkXMLPolyDataReader,
    vtkXMLPUnstructuredGridReader,
    vtkXMLUnstructuredGridReader,
)
from vtkmodules.vtkIOXMLParser import vtkXMLDataParser


def say(*words):
    print(*[repr(w).replace("nan", "NaN") if isinstance(w, float) else w for w in words], sep="\t")


def corners(grid):
    """Edges of the cells' boxes, and how many cells do not list their corners as VTK wants them."""
    smallest, largest, wrong = [1e300] * 3, [-1e300] * 3, 0
    for c in range(grid.GetNumberOfCells()):
        cell = grid.GetCell(c)
        b = cell.GetBounds()
        for axis in range(3):
            edge = b[2 * axis + 1] - b[2 * axis]
            smallest[axis] = min(smallest[axis], edge)
            largest[axis] = max(largest[axis], edge)
        for k in range(cell.GetNumberOfPoints()):
            at = cell.GetPoints().GetPoint(k)
            if any(at[axis] != b[2 * axis + (k >> axis & 1)] for axis in range(3)):
                wrong += 1
                break
    say("smallest-edges", *smallest)
    say("largest-edges", *largest)
    say("wrong-corners", wrong)
    say("cell-types", *sorted({grid.GetCellType(c) for c in range(grid.GetNumberOfCells())}))


def triangles(surface):
    """The area, the integrals of the arrays on cells, and the ranges of those on points."""
    areas = [surface.GetCell(c).ComputeArea() for c in range(surface.GetNumberOfCells())]
    say("area", sum(areas))
    say("cell-types", *sorted({surface.GetCellType(c) for c in range(surface.GetNumberOfCells())}))
    for k in range(surface.GetCellData().GetNumberOfArrays()):
        array = surface.GetCellData().GetArray(k)
        values = [array.GetTuple(c) for c in range(len(areas))]
        sums = [sum(v[i] * a for v, a in zip(values, areas)) for i in range(array.GetNumberOfComponents())]
        say("integral", array.GetName(), *sums)
    for k in range(surface.GetPointData().GetNumberOfArrays()):
        array = surface.GetPointData().GetArray(k)
        ends = [array.GetRange(c) for c in range(array.GetNumberOfComponents())]
        say("on-points", array.GetName(), *sum(ends, ()))


def holds(grid, cell, place):
    """Whether a place is in the box of a cell; locators find flat cells for places beside their plane."""
    bounds = grid.GetCell(cell).GetBounds()
    return all(bounds[2 * a] - 1e-9 <= place[a] <= bounds[2 * a + 1] + 1e-9 for a in range(3))


def cells_around(grid, places):
    """The cell that holds each place: -1 outside."""
    if not places:
        return []
    locator = vtkStaticCellLocator()
    locator.SetDataSet(grid)
    locator.BuildLocator()
    return [cell_around(grid, locator.FindCell(place), place) for place in places]


def cell_around(grid, found, place):
    if found < 0 or holds(grid, found, place):
        return found
    others = (cell for cell in range(grid.GetNumberOfCells()) if holds(grid, cell, place))
    return next(others, -1)


def cell_of_image(image, place):
    """The cell that holds a place: -1 outside."""
    origin, spacing, size = image.GetOrigin(), image.GetSpacing(), image.GetDimensions()
    at = [int((place[a] - origin[a]) // spacing[a]) if size[a] > 1 else 0 for a in range(3)]
    if any(at[a] < 0 or at[a] >= max(1, size[a] - 1) for a in range(3)):
        return -1
    return image.ComputeCellId(at)


def hdf_reader():
    from vtkmodules.vtkIOHDF import vtkHDFReader  # since VTK 9.1

    return vtkHDFReader()


def data_of(file):
    readers = {
        ".vti": vtkXMLImageDataReader,
        ".vtu": vtkXMLUnstructuredGridReader,
        ".vtp": vtkXMLPolyDataReader,
        ".pvti": vtkXMLPImageDataReader,
        ".pvtu": vtkXMLPUnstructuredGridReader,
        ".vtkhdf": hdf_reader,
    }
    reader = readers[os.path.splitext(file)[1]]()
    reader.SetFileName(file)
    reader.Update()
    return reader.GetOutputDataObject(0)


def digest(what, array):
    """A checksum of all values, whatever their type is."""
    values = [array.GetTuple(n) for n in range(array.GetNumberOfTuples())]
    say("digest", what, hashlib.sha256(repr(values).encode()).hexdigest())


def digests(grid):
    digest("points", grid.GetPoints().GetData())
    digest("connectivity", grid.GetCells().GetConnectivityArray())
    digest("offsets", grid.GetCells().GetOffsetsArray())
    digest("types", grid.GetCellTypesArray())
    for k in range(grid.GetCellData().GetNumberOfArrays()):
        digest(grid.GetCellData().GetArray(k).GetName(), grid.GetCellData().GetArray(k))


def series(file):
    """The times of a collection, and how many cells the file of each holds (-1 where the file says another time)."""
    parser = vtkXMLDataParser()
    parser.SetFileName(file)
    if not parser.Parse() or parser.GetRootElement().GetAttribute("type") != "Collection":
        raise ValueError(file + " is no collection")
    collection = parser.GetRootElement().FindNestedElementWithName("Collection")
    times, cells = [], []
    for k in range(collection.GetNumberOfNestedElements()):
        entry = collection.GetNestedElement(k)
        times.append(float(entry.GetAttribute("timestep")))
        data = data_of(os.path.join(os.path.dirname(file), entry.GetAttribute("file")))
        same = data.GetFieldData().GetArray("TimeValue").GetValue(0) == times[-1]
        cells.append(data.GetNumberOfCells() if same else -1)
    say("series", *times)
    say("series-cells", *cells)


def main(file, numbers):
    if file.endswith(".pvd"):
        series(file)
        return
    image = file.endswith("vti")
    data = data_of(file)
    say("points", data.GetNumberOfPoints())
    say("cells", data.GetNumberOfCells())
    say("time", data.GetFieldData().GetArray("TimeValue").GetValue(0))
    if image:
        say("origin", *data.GetOrigin())
        say("spacing", *data.GetSpacing())
        say("dimensions", *data.GetDimensions())
    elif file.endswith(".vtp"):
        triangles(data)
    elif data.GetNumberOfCells() < 1000:
        corners(data)
        digests(data)
    say("arrays-on-points", data.GetPointData().GetNumberOfArrays())
    values = data.GetCellData()
    for k in range(values.GetNumberOfArrays()):
        array = values.GetArray(k)
        ends = [array.GetRange(c) for c in range(array.GetNumberOfComponents())]
        say("array", array.GetName(), array.GetDataTypeAsString(), array.GetNumberOfTuples(), *sum(ends, ()))
    places = [numbers[p : p + 3] for p in range(0, len(numbers), 3)]
    cells = [cell_of_image(data, place) for place in places] if image else cells_around(data, places)
    for p, at in enumerate(cells):
        for k in range(values.GetNumberOfArrays()):
            array = values.GetArray(k)
            say("at", p, array.GetName(), *(array.GetTuple(at) if at >= 0 else ()))


for request in sys.stdin:
    words = request.rstrip("\n").split("\t")
    try:
        main(words[0], [float(a) for a in words[1:]])
        print("answered", flush=True)
    except Exception:
        traceback.print_exc(file=sys.stdout)
        print("failed", flush=True)
