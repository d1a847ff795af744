package dev.tessera.kernel.reduce;

import java.util.List;

/// The values of observed quantities at listed nodes, `[quantity][entry of the list]`.
public final class NodeValues implements Reduction<double[][]> {
    private final NodeList nodes;
    private final List<String> quantities;

    public NodeValues(NodeList nodes, List<String> quantities) {
        this.nodes = nodes;
        this.quantities = List.copyOf(quantities);
    }

    public NodeList nodes() {
        return nodes;
    }

    @Override
    public List<String> quantities() {
        return quantities;
    }

    @Override
    public double[][] empty() {
        return new double[quantities.size()][nodes.size()];
    }
}
