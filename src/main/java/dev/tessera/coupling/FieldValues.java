package dev.tessera.coupling;

import java.nio.DoubleBuffer;
import java.util.List;

/// Macroscopic values of the present populations of a domain.
final class FieldValues {
    static final String DENSITY = "density";
    static final String VELOCITY = "velocity";

    private FieldValues() {}

    /// The stored quantities of a field.
    /// @throws CouplingException if the field is unknown; lists the known ones
    static List<String> quantities(Domain domain, String field) {
        return switch (field) {
            case DENSITY -> List.of(DENSITY);
            case VELOCITY -> domain.model().velocities(domain.size());
            default ->
                throw CouplingException.badArgument(
                        "field '%s' is unknown; known are %s, %s".formatted(field, DENSITY, VELOCITY));
        };
    }

    /// Values of the nodes of a box, shape `[node][component]` in lattice units; solid nodes and those whose
    /// populations do not change have density 1 and velocity 0, nodes in full-way walls those of the wall.
    static double[] of(Domain domain, String field, NodeBox box) {
        List<String> quantities = quantities(domain, field);
        double[][] observed = domain.execution().observe(quantities);
        overrideInWalls(domain, field, observed);
        double atRest = field.equals(DENSITY) ? 1 : 0;
        double[] values = new double[Math.toIntExact(box.nodes() * quantities.size())];
        DoubleBuffer next = DoubleBuffer.wrap(values);
        box.forEachRun(domain.size(), (index, length) -> {
            for (long n = index; n < index + length; n++) {
                long number = domain.nodes().fluid().number(n);
                for (double[] component : observed) {
                    next.put(number < 0 ? atRest : component[Math.toIntExact(number)]);
                }
            }
        });
        return values;
    }

    private static void overrideInWalls(Domain domain, String field, double[][] observed) {
        for (int component = 0; component < observed.length; component++) {
            if (field.equals(DENSITY)) {
                domain.walls().setDensities(observed[component]);
            } else {
                domain.walls().setVelocities(component, observed[component]);
            }
        }
    }
}
