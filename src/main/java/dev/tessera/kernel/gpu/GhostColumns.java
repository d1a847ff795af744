package dev.tessera.kernel.gpu;

import java.util.ArrayList;
import java.util.List;

/// The columns of each direction in the index arrays of ghost buffers. For each direction a tile has one read entry per
/// combination of axes that a value crosses, in the order of their bits, and one write entry per axis.
///
/// @param links of the lattice, by direction
public record GhostColumns(List<Link> links) {
    public GhostColumns {
        links = List.copyOf(links);
    }

    /// The axes (0 x, 1 y, 2 z) that a direction moves along.
    public static List<Integer> axes(Link link) {
        List<Integer> axes = new ArrayList<>();
        if (link.x() != 0) {
            axes.add(0);
        }
        if (link.y() != 0) {
            axes.add(1);
        }
        if (link.z() != 0) {
            axes.add(2);
        }
        return axes;
    }

    /// The number of axes that a direction moves along; called for every table entry.
    private static int moves(Link link) {
        return (link.x() == 0 ? 0 : 1) + (link.y() == 0 ? 0 : 1) + (link.z() == 0 ? 0 : 1);
    }

    /// Entries that a tile reads: 16 for D2Q9, 42 for D3Q19, 98 for D3Q27.
    public int reads() {
        return firstRead(links.size());
    }

    /// Entries that a tile writes: 12, 30, 54.
    public int writes() {
        return firstWrite(links.size());
    }

    /// The first read entry of a direction: for the first of its axes only.
    public int firstRead(int direction) {
        int first = 0;
        for (int before = 0; before < direction; before++) {
            first += (1 << moves(links.get(before))) - 1;
        }
        return first;
    }

    /// The first write entry of a direction: for the first of its axes.
    public int firstWrite(int direction) {
        int first = 0;
        for (int before = 0; before < direction; before++) {
            first += moves(links.get(before));
        }
        return first;
    }
}
