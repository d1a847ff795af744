package dev.tessera.coupling;

import dev.tessera.device.Execution;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Given;
import dev.tessera.model.Velocity;
import dev.tessera.model.boundary.PlaneBesideEdge;
import dev.tessera.model.boundary.RegularizedEdge;
import dev.tessera.model.boundary.RegularizedPlane;
import dev.tessera.model.boundary.WetPlane;
import dev.tessera.model.boundary.ZouHe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The nodes of a domain on planes at which the caller gives a velocity or a density, and at edges and corners in which
/// planes meet. Before their collision a rule completes the populations.
///
/// @param planes those of one rule and one side, edge or corner each
/// @param hasEdges whether some are at edges or corners: the others then store their density before
record PlaneNodes(List<Plane> planes, boolean hasEdges) {
    private static final List<Kind> KINDS = List.of(Kind.values()); // types of 16, 32 …
    private static final int EDGE = 7; // after the kinds of planes
    private static final int CORNER = 8;

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
        ZOU_HE_PRESSURE,
        PALABOS_ZOU_HE_VELOCITY,
        PALABOS_ZOU_HE_PRESSURE;

        private BoundaryRule rule(WetPlane plane) {
            return switch (this) {
                case REGULARIZED_VELOCITY, REGULARIZED_PRESSURE -> new RegularizedPlane(plane);
                case ZOU_HE_VELOCITY, ZOU_HE_PRESSURE -> new ZouHe(plane, ZouHe.Sharing.AMONG_CARRIERS);
                case PALABOS_ZOU_HE_VELOCITY, PALABOS_ZOU_HE_PRESSURE ->
                    new ZouHe(plane, ZouHe.Sharing.AMONG_DIAGONALS);
            };
        }

        private WetPlane plane(int axis, int inward) {
            return switch (this) {
                case REGULARIZED_VELOCITY, ZOU_HE_VELOCITY, PALABOS_ZOU_HE_VELOCITY -> WetPlane.velocity(axis, inward);
                case REGULARIZED_PRESSURE, ZOU_HE_PRESSURE, PALABOS_ZOU_HE_PRESSURE -> WetPlane.pressure(axis, inward);
            };
        }
    }

    /// Whether a type of node is one of a plane: 16, 32 … for the kinds, plus the side's number.
    static boolean isPlane(byte type, DomainSize size) {
        return kind(type) >= 1 && kind(type) <= KINDS.size() && number(type) < 2 * size.dimensions();
    }

    /// Whether a type of node is one of an edge or a corner of three-dimensional domains.
    static boolean isEdge(byte type, DomainSize size) {
        return size.dimensions() == 3
                && (kind(type) == EDGE && EdgeKind.isEdge(number(type))
                        || kind(type) == CORNER && EdgeKind.isCorner(number(type)));
    }

    private static int kind(byte type) {
        return Byte.toUnsignedInt(type) >> 4;
    }

    private static int number(byte type) {
        return type & 15;
    }

    /// @throws CouplingException if the lattice does not have what a rule needs, a value is not finite, or a node whose
    ///         density an edge has is not on a plane
    static PlaneNodes of(DomainSize size, DomainModel model, NodeTypes types, FluidNodes fluid) {
        Map<Byte, List<Long>> places = new LinkedHashMap<>(); // in the caller's arrays, by type
        for (long n = 0; !types.areAllFluid() && n < size.nodes(); n++) {
            byte type = types.type(n, size.nodes());
            if (isPlane(type, size) || isEdge(type, size)) {
                places.computeIfAbsent(type, unknown -> new ArrayList<>()).add(n);
            }
        }
        boolean hasEdges = places.keySet().stream().anyMatch(type -> isEdge(type, size));
        Builder builder = new Builder(size, model, types, fluid, hasEdges);
        List<Plane> planes = new ArrayList<>();
        places.forEach((type, nodes) ->
                planes.add(isEdge(type, size) ? builder.edge(type, nodes) : builder.plane(type, nodes)));
        return new PlaneNodes(planes, hasEdges);
    }

    private record Builder(DomainSize size, DomainModel model, NodeTypes types, FluidNodes fluid, boolean hasEdges) {
        Plane plane(byte type, List<Long> nodes) {
            Kind kind = KINDS.get(kind(type) - 1);
            int side = number(type);
            WetPlane plane = kind.plane(size.storedAxis(side / 2), side % 2 == 0 ? 1 : -1);
            BoundaryRule rule = kind.rule(plane);
            requireIsotropy(rule, nodes.getFirst());
            return nodes(
                    "%s-%s".formatted(rule.key(), DomainSize.Closed.SIDES.get(side)),
                    hasEdges ? new PlaneBesideEdge(rule, plane) : rule,
                    nodes);
        }

        Plane edge(byte type, List<Long> nodes) {
            EdgeKind kind = kind(type) == EDGE ? EdgeKind.edge(number(type)) : EdgeKind.corner(number(type));
            RegularizedEdge rule = kind.rule(size);
            requireIsotropy(rule, nodes.getFirst());
            if (!rule.fits(model.lattice())) {
                throw CouplingException.badArgument(
                        "node %d is in the corner %s, which needs directions along the diagonals of planes; lattice %s has none. Use D3Q19 or D3Q27"
                                .formatted(
                                        nodes.getFirst(),
                                        kind.name(),
                                        model.lattice().name()));
            }
            nodes.forEach(node -> requirePlanes(kind, node));
            return nodes("edge-" + kind.name(), rule, nodes);
        }

        private void requireIsotropy(BoundaryRule rule, long node) {
            if (model.lattice().isotropy() < rule.leastIsotropy()) {
                throw CouplingException.badArgument(
                        "node %d is on a plane by %s, which needs an isotropy of order %d; lattice %s has %d. Use another lattice, or full-way walls"
                                .formatted(
                                        node,
                                        rule.key(),
                                        rule.leastIsotropy(),
                                        model.lattice().name(),
                                        model.lattice().isotropy()));
            }
        }

        private void requirePlanes(EdgeKind kind, long node) {
            for (Velocity to : kind.toPlanes()) {
                long beside = size.neighbour(node, to, model.periodic());
                byte type = beside < 0 ? NodeTypes.SOLID : types.type(beside, size.nodes());
                if (!isPlane(type, size)) {
                    throw CouplingException.badArgument(
                            "node %d is where the planes %s meet and has the density of nodes on them, but %s. Give that node the type of a plane"
                                    .formatted(
                                            node,
                                            kind.name(),
                                            beside < 0
                                                    ? "the one in the direction (%d, %d, %d) is not in the domain"
                                                            .formatted(to.x(), to.y(), to.z())
                                                    : "node %d has type %d"
                                                            .formatted(beside, Byte.toUnsignedInt(type))));
                }
            }
        }

        private Plane nodes(String name, BoundaryRule rule, List<Long> nodes) {
            SequencedMap<String, double[]> values = new LinkedHashMap<>();
            for (FieldSpec field : rule.fields(model.lattice())) {
                values.put(
                        field.name(),
                        nodes.stream().mapToDouble(n -> value(field.given(), n)).toArray());
            }
            return new Plane(name, rule, nodes.stream().mapToLong(fluid::number).toArray(), values);
        }

        private double value(Given given, long node) {
            return switch (given) {
                case Given.Velocity(int axis) -> types.velocity(node, size.storedAxis(axis), size);
                case Given.Density density -> types.density(node, size);
                case Given.Stress(int a, int b) ->
                    RegularizedEdge.stress(
                            model.lattice(),
                            model.omega(),
                            types.strain(node, size.storedAxis(a), size.storedAxis(b), size));
                default -> throw new IllegalStateException("planes and edges have no %s".formatted(given));
            };
        }
    }

    /// Their classes, in a plan with a stage before the collision where there are edges.
    List<NodeClass> classes(DomainModel model, DomainKernels kernels) {
        FluidModel fluid = model.fluid();
        return planes.stream()
                .map(plane -> kernels.of(
                        plane.name(),
                        fluid,
                        model.precision(),
                        plane.rule(),
                        plane.numbers(),
                        List.copyOf(plane.values().keySet()),
                        hasEdges ? 1 : 0))
                .toList();
    }

    /// Classes of other nodes in that plan.
    List<NodeClass> withStagesBefore(List<NodeClass> others) {
        return hasEdges
                ? others.stream()
                        .map(nodes -> nodes.with(
                                List.of(Kernel.empty(nodes.name() + "-before"), nodes.step()), nodes.observe()))
                        .toList()
                : others;
    }

    /// Gives the device the velocities, densities and stresses.
    void write(Execution execution) {
        planes.forEach(
                plane -> plane.values().forEach((field, values) -> execution.writeField(plane.name(), field, values)));
    }
}
