package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.Surface;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.util.ArrayList;
import java.util.List;

/// The force on a wall that is interpolated at its distances. Nodes observe the momentum that they pass to all such
/// walls; a node that touches several gives each a part in proportion to its number of links.
final class InterpolatedForce implements WallForce {
    private final Surface surface;
    private final List<String> quantities;
    private final Totals alone; // nodes that touch no other interpolated wall
    private final NodeValues shared;
    private final double[] parts; // by shared node

    /// @param boundaryNodes indices into the cut links, of nodes that the surface cuts
    /// @param incoming by the code of a link
    InterpolatedForce(Simulation simulation, Surface surface, int[] boundaryNodes, int[] incoming) {
        this.surface = surface;
        this.quantities = Quantities.wallForce(simulation.theCase().model().lattice());
        CutLinks links = simulation.nodes().links();
        List<Integer> own = new ArrayList<>();
        List<Integer> several = new ArrayList<>();
        List<Double> partsOfSeveral = new ArrayList<>();
        for (int b : boundaryNodes) {
            int here = 0;
            int all = 0;
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                if (incoming[links.code(link)] >= 0 && simulation.boundaries().isInterpolated(links.surface(link))) {
                    all++;
                    here += links.surface(link) == surface.id() ? 1 : 0;
                }
            }
            if (here == all) {
                own.add(b);
            } else {
                several.add(b);
                partsOfSeveral.add((double) here / all);
            }
        }
        this.alone = Totals.over(list(links, own), quantities, List.of());
        this.shared = new NodeValues(list(links, several), quantities);
        this.parts = partsOfSeveral.stream().mapToDouble(part -> part).toArray();
    }

    private static NodeList list(CutLinks links, List<Integer> boundaryNodes) {
        return NodeList.of(boundaryNodes.size(), k -> links.node(boundaryNodes.get(k)));
    }

    @Override
    public Surface surface() {
        return surface;
    }

    @Override
    public List<Reduction<?>> wanted() {
        return parts.length == 0 ? List.of(alone) : List.of(alone, shared);
    }

    @Override
    public double[] of(Reduced flow) {
        double[] force = new double[3];
        for (int axis = 0; axis < quantities.size(); axis++) {
            force[axis] = flow.of(alone).sum(quantities.get(axis));
            for (int k = 0; k < parts.length; k++) {
                force[axis] += parts[k] * flow.of(shared)[axis][k];
            }
        }
        return force;
    }
}
