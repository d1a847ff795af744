package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Sums of quantities over the volume of the fluid: nodes on symmetry sides count as far as they are inside.
final class FluidSums {
    private static final int MOST_SIDES = 3;

    private final Totals all;
    private final List<Totals> atMirrors; // nodes on one side, on two, on three
    private final double volume;

    /// @param sums quantities to be summed
    /// @param extremes quantities whose smallest and largest value is wanted
    FluidSums(NodeMap nodes, SymmetrySides symmetry, List<String> sums, List<String> extremes) {
        this.all = Totals.overAll(sums, extremes);
        this.volume = symmetry.volume(nodes);
        this.atMirrors = new ArrayList<>();
        for (int sides = 1; sides <= MOST_SIDES && !symmetry.isEmpty(); sides++) {
            int[] found = nodesOn(nodes, symmetry, sides);
            CutLinks links = nodes.links();
            atMirrors.add(Totals.over(NodeList.of(found.length, k -> links.node(found[k])), sums, List.of()));
        }
    }

    private static int[] nodesOn(NodeMap nodes, SymmetrySides symmetry, int sides) {
        return IntStream.range(0, nodes.links().boundaryNodes())
                .filter(b -> symmetry.at(nodes.fluid().boxIndex(nodes.links().node(b)))
                                .size()
                        == sides)
                .toArray();
    }

    /// What the device has to reduce.
    List<Reduction<?>> wanted() {
        List<Reduction<?>> wanted = new ArrayList<>(List.of(all));
        wanted.addAll(atMirrors);
        return wanted;
    }

    /// Over all nodes.
    Totals all() {
        return all;
    }

    /// In nodes.
    double volume() {
        return volume;
    }

    /// @param reduced contains [#wanted]
    double sum(Reduced reduced, String quantity) {
        double sum = reduced.of(all).sum(quantity);
        for (int k = 0; k < atMirrors.size(); k++) {
            sum -= (1 - Math.scalb(1.0, -k - 1)) * reduced.of(atMirrors.get(k)).sum(quantity);
        }
        return sum;
    }

    double mean(Reduced reduced, String quantity) {
        return sum(reduced, quantity) / volume;
    }
}
