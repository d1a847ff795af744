package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Component;
import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntPredicate;

/// The connected parts of the fluid, with the data that decide whether fluid can flow through them: the surfaces
/// that each part touches, and the periods after which it meets itself.
///
/// A part percolates along a periodic axis where a path in it leads from a node to the same node one or more
/// periods further on. That the part touches both ends of the box does not suffice: it may be blocked in the
/// middle. The parts within the box are found first; they are then joined across periodic sides by a union-find
/// that stores for each part the periods between it and its root. Two paths between the same parts with different
/// periods make a loop.
///
/// Source: Newman & Ziff, Phys. Rev. E 64, 016706 (2001), section II.D.
public final class FluidParts {
    /// One part.
    ///
    /// @param surfaces ids of the surfaces that cut its links
    /// @param loops periods along x, y, z after which it meets itself, `[3]` each; at most three, none a
    ///        combination of the others; empty where it percolates along no axis
    public record Part(Component component, BitSet surfaces, List<int[]> loops) {
        /// Whether it meets itself one or more periods further along an axis.
        public boolean percolates(int axis) {
            return loops.stream().anyMatch(loop -> loop[axis] != 0);
        }
    }

    private final FluidComponents components;
    private final List<Part> parts;

    private FluidParts(FluidComponents components, List<Part> parts) {
        this.components = components;
        this.parts = List.copyOf(parts);
    }

    /// Parts without surfaces.
    /// @param slab of whose stored box the fluid is; collective
    public static FluidParts of(FluidNodes fluid, Connectivity connectivity, Slab slab, ForkJoinPool workers) {
        CutLinks none = new CutLinks(new long[0], new int[1], new byte[0], new byte[0], null, null);
        return of(fluid, none, connectivity, slab, workers);
    }

    /// The parts of one process's fluid.
    public static FluidParts of(FluidNodes fluid, CutLinks links, Connectivity connectivity, ForkJoinPool workers) {
        return of(fluid, links, connectivity, Slab.whole(fluid.box()), workers);
    }

    /// The parts of the fluid of all slabs. Collective.
    /// @param fluid of the slab's stored box
    /// @param links of its own nodes
    public static FluidParts of(
            FluidNodes fluid, CutLinks links, Connectivity connectivity, Slab slab, ForkJoinPool workers) {
        FluidRuns runs = FluidRuns.of(fluid, workers);
        SlabComponents found = SlabComponents.of(runs, union(runs, connectivity, workers), slab, Slab.GHOST);
        FluidComponents components = found.components();
        BitSet[] surfaces = components.surfaces(fluid, links, workers);
        slab.unite(surfaces);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < surfaces.length; i++) {
            parts.add(
                    new Part(components.component(i), surfaces[i], found.loops().get(i)));
        }
        return new FluidParts(components, parts);
    }

    /// Joins neighbouring runs within a box and across its periodic sides.
    static PeriodicUnion union(FluidRuns runs, Connectivity connectivity, ForkJoinPool workers) {
        PeriodicUnion union = new PeriodicUnion(RunUnion.rootsInside(runs, connectivity, workers));
        RunUnion.acrossSides(runs, connectivity, union);
        return union;
    }

    /// The largest first.
    public List<Part> all() {
        return parts;
    }

    /// The number of the part that holds a node of the stored box, or -1 where it is not fluid.
    public int partOf(long boxIndex) {
        return components.componentOf(boxIndex);
    }

    /// The part whose first node this is, in the box's order; -1 where there is none.
    /// @param wholeIndex box index in the whole
    public int beginningAt(long wholeIndex) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).component().firstNode() == wholeIndex) {
                return i;
            }
        }
        return -1;
    }

    /// The fluid of some parts only.
    /// @param kept by number of the part
    public FluidNodes only(IntPredicate kept, ForkJoinPool workers) {
        return components.only(kept, workers);
    }
}
