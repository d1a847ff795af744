package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The layers of raised viscosity before pressure openings: their nodes, and the depth of each node in its layer.
final class SpongeLayers {
    /// Radius of a layer around the opening's axis, in radii of the opening.
    private static final double REACH = 1.5;

    private final long[] nodes; // ascending
    private final double[] depth;
    private final double[] factor;

    private SpongeLayers(long[] nodes, double[] depth, double[] factor) {
        this.nodes = nodes;
        this.depth = depth;
        this.factor = factor;
    }

    private record Layer(Opening opening, Boundary.Sponge sponge) {
        /// 0 outside; grows to 1 at the opening.
        double depth(double[] pointM, double spacingM) {
            double along = 0;
            double square = 0;
            for (int axis = 0; axis < 3; axis++) {
                double d = pointM[axis] - opening.centreM()[axis];
                along += d * opening.normal()[axis];
                square += d * d;
            }
            double reach = REACH * opening.radiusM() + spacingM;
            boolean inside = along > -sponge.lengthM() && square - along * along < reach * reach;
            return inside ? Math.min(1, 1 + along / sponge.lengthM()) : 0;
        }
    }

    static SpongeLayers of(Case theCase, NodeMap map) {
        List<Layer> layers = new ArrayList<>();
        for (Opening opening : map.openings()) {
            if (theCase.boundaries().get(opening.name()) instanceof Boundary.Opening given) {
                given.spongeLayer().ifPresent(sponge -> layers.add(new Layer(opening, sponge)));
            }
        }
        List<Long> numbers = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        if (!layers.isEmpty()) {
            NodePositions.forEach(map, (n, point) -> {
                for (Layer layer : layers) {
                    double depth = layer.depth(point, map.spacingM());
                    if (depth > 0) {
                        numbers.add((long) n);
                        values.add(new double[] {depth, layer.sponge().factor()});
                        return;
                    }
                }
            });
        }
        return new SpongeLayers(
                numbers.stream().mapToLong(Long::longValue).toArray(),
                values.stream().mapToDouble(v -> v[0]).toArray(),
                values.stream().mapToDouble(v -> v[1]).toArray());
    }

    boolean any() {
        return nodes.length > 0;
    }

    /// Fluid numbers of the nodes in any layer, ascending.
    long[] nodes() {
        return nodes;
    }

    /// 0 for nodes in no layer.
    double depthAt(long fluidNumber) {
        int k = Arrays.binarySearch(nodes, fluidNumber);
        return k < 0 ? 0 : depth[k];
    }

    double factorAt(long fluidNumber) {
        int k = Arrays.binarySearch(nodes, fluidNumber);
        return k < 0 ? 1 : factor[k];
    }
}
