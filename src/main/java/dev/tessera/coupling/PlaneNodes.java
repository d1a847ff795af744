package dev.tessera.coupling;

import dev.tessera.device.Execution;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.boundary.RegularizedPlane;
import dev.tessera.model.boundary.ZouHe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// The nodes of a domain on planes at which the caller gives a velocity or a density. Before their collision a rule
/// completes the populations that come over the plane.
///
/// @param planes those of one rule and one side each
record PlaneNodes(List<Plane> planes) {
    /// Nodes of one rule.
    ///
    /// @param numbers fluid numbers, ascending
    /// @param values of each field of the rule, by node
    record Plane(String name, BoundaryRule rule, long[] numbers, SequencedMap<String, double[]> values) {}

    PlaneNodes {
        planes = List.copyOf(planes);
    }

    /// What a plane's rule completes, and from what.
    enum Kind {
        REGULARIZED_VELOCITY,
        REGULARIZED_PRESSURE,
        ZOU_HE_VELOCITY,
        ZOU_HE_PRESSURE;

        private BoundaryRule rule(int axis, int inward) {
            return switch (this) {
                case REGULARIZED_VELOCITY -> RegularizedPlane.velocity(axis, inward);
                case REGULARIZED_PRESSURE -> RegularizedPlane.pressure(axis, inward);
                case ZOU_HE_VELOCITY -> ZouHe.velocity(axis, inward);
                case ZOU_HE_PRESSURE -> ZouHe.pressure(axis, inward);
            };
        }
    }

    /// Whether a type of node is one of a plane: 16, 32, 48 or 64 for the kinds, plus the side's number.
    static boolean isPlane(byte type, DomainSize size) {
        return type >> 4 >= 1 && type >> 4 <= Kind.values().length && (type & 15) < 2 * size.dimensions();
    }

    /// @throws CouplingException if the lattice does not have what a rule needs, or a value is not finite
    static PlaneNodes of(DomainSize size, DomainModel model, NodeTypes types, FluidNodes fluid) {
        Map<Byte, List<Long>> places = new LinkedHashMap<>(); // in the caller's arrays, by type
        for (long n = 0; !types.areAllFluid() && n < size.nodes(); n++) {
            byte type = types.type(n, size.nodes());
            if (isPlane(type, size)) {
                places.computeIfAbsent(type, unknown -> new ArrayList<>()).add(n);
            }
        }
        List<Plane> planes = new ArrayList<>();
        places.forEach((type, nodes) -> planes.add(plane(type, nodes, size, model, types, fluid)));
        return new PlaneNodes(planes);
    }

    private static Plane plane(
            byte type, List<Long> nodes, DomainSize size, DomainModel model, NodeTypes types, FluidNodes fluid) {
        Kind kind = Kind.values()[(type >> 4) - 1];
        int side = type & 15;
        BoundaryRule rule = kind.rule(size.storedAxis(side / 2), side % 2 == 0 ? 1 : -1);
        if (model.lattice().isotropy() < rule.leastIsotropy()) {
            throw CouplingException.badArgument(
                    "node %d is on a plane by %s, which needs an isotropy of order %d; lattice %s has %d. Use another lattice, or full-way walls"
                            .formatted(
                                    nodes.getFirst(),
                                    rule.key(),
                                    rule.leastIsotropy(),
                                    model.lattice().name(),
                                    model.lattice().isotropy()));
        }
        SequencedMap<String, double[]> values = new LinkedHashMap<>();
        for (FieldSpec field : rule.fields(model.lattice())) {
            values.put(
                    field.name(),
                    nodes.stream()
                            .mapToDouble(n -> value(field.name(), n, size, types))
                            .toArray());
        }
        return new Plane(
                "%s-%s".formatted(rule.key(), DomainSize.Closed.SIDES.get(side)),
                rule,
                nodes.stream().mapToLong(fluid::number).toArray(),
                values);
    }

    private static double value(String field, long node, DomainSize size, NodeTypes types) {
        return IntStream.range(0, size.dimensions())
                .filter(axis -> field.equals(Components.of("velocity", size.storedAxis(axis))))
                .mapToObj(axis -> types.velocity(node, axis, size))
                .findFirst()
                .orElseGet(() -> types.density(node, size));
    }

    List<NodeClass> classes(FluidModel model) {
        return planes.stream()
                .map(plane -> {
                    StepKernels kernels = StepKernels.boundary(model, plane.rule());
                    return new NodeClass(
                            plane.name(),
                            kernels.step(),
                            kernels.observe(),
                            plane.numbers(),
                            List.copyOf(plane.values().keySet()));
                })
                .toList();
    }

    /// Gives the device the velocities and densities.
    void write(Execution execution) {
        planes.forEach(
                plane -> plane.values().forEach((field, values) -> execution.writeField(plane.name(), field, values)));
    }
}
