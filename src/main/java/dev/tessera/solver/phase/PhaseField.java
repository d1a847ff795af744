package dev.tessera.solver.phase;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A number at each fluid node that is positive in one phase and negative in the others, such as the order parameter
/// of a free-energy mixture. The interface is where it is zero, by linear interpolation between neighbours.
public final class PhaseField {
    /// Bytes of a field for each node of the box.
    public static final int BYTES_PER_NODE = Double.BYTES;

    /// The nodes of the largest box, solid ones included: all values are in one array.
    public static final int MOST_NODES = Integer.MAX_VALUE - 16;

    private final Box box;
    private final double[] values; // [node of the box]; NaN where the node is not fluid

    private PhaseField(Box box, double[] values) {
        this.box = box;
        this.values = values;
    }

    /// @param values by fluid node, of any unit
    public static PhaseField of(NodeMap nodes, double[] values) {
        double[] ofBox = new double[Math.toIntExact(nodes.box().size())];
        Arrays.fill(ofBox, Double.NaN);
        var places = nodes.fluid().ascending();
        for (int n = 0; n < values.length; n++) {
            ofBox[(int) places.boxIndex(n)] = values[n];
        }
        return new PhaseField(nodes.box(), ofBox);
    }

    /// Where a component is denser than all others: `(rho - rho') / (rho + rho')`, rho' the density of the densest of
    /// the others.
    /// @param densities two or more, `[component][fluid node]`
    /// @param component whose phase is positive
    public static PhaseField ofDensest(NodeMap nodes, List<double[]> densities, int component) {
        double[] own = densities.get(component);
        double[] difference = new double[own.length];
        for (int n = 0; n < own.length; n++) {
            double other = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < densities.size(); k++) {
                other = k == component ? other : Math.max(other, densities.get(k)[n]);
            }
            double sum = own[n] + other;
            difference[n] = sum == 0 ? 0 : (own[n] - other) / sum;
        }
        return of(nodes, difference);
    }

    Box box() {
        return box;
    }

    int dimensions() {
        return box.is2d() ? 2 : 3;
    }

    /// NaN where there is no fluid. Periodic axes repeat.
    double at(int x, int y, int z) {
        int px = box.periodicX() ? Math.floorMod(x, box.nx()) : x;
        int py = box.periodicY() ? Math.floorMod(y, box.ny()) : y;
        int pz = box.periodicZ() ? Math.floorMod(z, box.nz()) : z;
        boolean isInside = px >= 0 && py >= 0 && pz >= 0 && px < box.nx() && py < box.ny() && pz < box.nz();
        return isInside ? values[(int) box.index(px, py, pz)] : Double.NaN;
    }

    double at(int[] node) {
        return at(node[0], node[1], node[2]);
    }

    /// Where an interface crosses the link between two nodes.
    ///
    /// @param node the lower node, `[3]`; along periodic axes also outside the box
    /// @param axis along which the other node is the next
    /// @param fraction of the way from the lower node to the other, in [0, 1]
    /// @param isPositiveAbove whether the field is positive at the other node
    record Crossing(int[] node, int axis, double fraction, boolean isPositiveAbove) {
        /// In spacings from node 0, with as many coordinates as the box has dimensions.
        double[] place(int dimensions) {
            double[] place = new double[dimensions];
            for (int k = 0; k < dimensions; k++) {
                place[k] = node[k] + (k == axis ? fraction : 0);
            }
            return place;
        }
    }

    /// Adds the crossing of the link from a node along an axis, where there is one.
    void addCrossing(int[] node, int axis, List<Crossing> crossings) {
        double here = at(node);
        double there = at(node[0] + (axis == 0 ? 1 : 0), node[1] + (axis == 1 ? 1 : 0), node[2] + (axis == 2 ? 1 : 0));
        if (!Double.isNaN(here + there) && here > 0 != there > 0) {
            crossings.add(new Crossing(node.clone(), axis, here / (here - there), there > 0));
        }
    }

    /// Points of all interfaces, one for each link along an axis that an interface crosses; in spacings from node 0,
    /// two coordinates in 2D.
    public List<double[]> interfacePoints() {
        List<Crossing> crossings = new ArrayList<>();
        for (int z = 0; z < box.nz(); z++) {
            for (int y = 0; y < box.ny(); y++) {
                for (int x = 0; x < box.nx(); x++) {
                    for (int axis = 0; axis < dimensions(); axis++) {
                        addCrossing(new int[] {x, y, z}, axis, crossings);
                    }
                }
            }
        }
        return crossings.stream().map(crossing -> crossing.place(dimensions())).toList();
    }

    /// Where interfaces cross a line of nodes along an axis, ascending; in spacings from node 0, within the box.
    /// @param through a node of the line
    public double[] positions(int axis, int[] through) {
        List<Crossing> crossings = new ArrayList<>();
        int[] node = through.clone();
        for (int k = 0; k < box.nodes(axis); k++) {
            node[axis] = k;
            addCrossing(node, axis, crossings);
        }
        double end = box.nodes(axis) - 0.5;
        return crossings.stream()
                .mapToDouble(crossing -> crossing.node()[axis] + crossing.fraction())
                .map(place -> place >= end ? place - box.nodes(axis) : place)
                .sorted()
                .toArray();
    }
}
