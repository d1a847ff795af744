package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;

/// Only fluid nodes are stored, in a list; every node has the indices of its neighbours (CM): 4 bytes per direction
/// except rest, or, as in some older codes, per direction. Independent of porosity.
/// Source: as a baseline in Tomczak & Szafran, arXiv:1703.08015 (2018); Bernaschi, Fatica, Melchionna, Succi,
/// Kaxiras, Concurrency Computat.: Pract. Exper. 22, 1 (2010).
///
/// @param neighbours which indices are stored
public record ConnectivityMatrix(NodeOrder order, Neighbours neighbours) implements Addressing {
    /// In the order of the box, q - 1 indices per node.
    public ConnectivityMatrix() {
        this(NodeOrder.ofBox(), Neighbours.LISTED_WHERE_MOVING);
    }

    public ConnectivityMatrix {
        if (neighbours == Neighbours.FOUND_BY_PLACE) {
            throw new IllegalArgumentException(
                    "a connectivity matrix needs neighbour indices; use compact-tiles to avoid them");
        }
    }

    @Override
    public String key() {
        return "connectivity-matrix";
    }

    @Override
    public Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing) {
        SlotArrays arrays = SlotArrays.of(fluid.count(), lattice.size(), copies, spacing);
        return order.place(fluid, arrays, "connectivity matrix");
    }

    @Override
    public String toString() {
        return "connectivity matrix %s, %s"
                .formatted(order, neighbours == Neighbours.LISTED ? "q indices per node" : "q - 1 indices per node");
    }
}
