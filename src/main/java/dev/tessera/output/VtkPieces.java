package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.OutputRegion.Range;
import dev.tessera.solver.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A type of VTK files that can be divided into pieces.
interface VtkPieces {
    /// The ending of a piece's file, such as `vtu`; that of the file that lists them has a `p` before it.
    String ending();

    /// What to divide equally: how much of it is in the nodes before a place in the order of the box.
    /// @param boxIndex up to the number of nodes
    long before(NodeMap whole, long boxIndex);

    /// Writes one piece.
    /// @param place of the piece in the whole
    /// @return the attributes of its arrays of cells
    List<String> writePiece(Path file, Snapshot piece, Range place, NodeMap whole) throws IOException;

    /// The name and attributes of the element that lists the pieces.
    String listElement(NodeMap whole);

    /// What the list has after the arrays of cells.
    String pointsElement();

    /// The attributes of a piece in the list, except for its file.
    String pieceAttributes(Range place);
}
