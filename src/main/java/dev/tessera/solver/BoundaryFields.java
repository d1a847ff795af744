package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.Mirrored;
import dev.tessera.model.boundary.NodeBehind;
import dev.tessera.model.boundary.NodeNearWall;
import dev.tessera.model.boundary.PlaneAtWalls;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.model.boundary.TammMottSmith;
import dev.tessera.model.boundary.WetEdge;
import dev.tessera.units.LatticeUnits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The values that boundary rules read at a given time, for one group of nodes: `field -> [node of the group]`.
/// Names are those that the rules of `model.boundary` declare.
final class BoundaryFields {
    private static final int NODES_PER_TASK = 256;
    private static final Given.LinkGeometry NO_GEOMETRY = new Given.LinkGeometry(1, 0);

    private final Case theCase;
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final DirectionCodes directions;
    private final double motionFactor;
    private final SurfaceValues values;
    private final LatticeUnits units;
    private final BoundaryPlan plan;
    private final OpeningFlow[] flows; // by surface; null where no velocity is imposed
    private final double[] settledS; // by surface: the time after which its values are constant
    private final SeriesNames seriesNames;

    BoundaryFields(Case theCase, NodeMap nodes, LatticeUnits units, BoundaryPlan plan, SeriesNames seriesNames) {
        this.seriesNames = seriesNames;
        this.theCase = theCase;
        this.nodes = nodes;
        this.lattice = theCase.model().lattice();
        this.directions = DirectionCodes.of(lattice);
        this.motionFactor = lattice.motionFactor();
        this.units = units;
        this.plan = plan;
        this.flows = new OpeningFlow[nodes.surfaces().size()];
        for (int surface = 0; surface < flows.length; surface++) {
            if (plan.boundary(surface) instanceof Boundary.VelocityImposed v
                    && plan.openings()[surface].boundaryNodes().length > 0) {
                boolean wetNodes = plan.closure(surface) instanceof Boundary.Closure.Nodes;
                flows[surface] = OpeningFlow.of(v, plan.openings()[surface], theCase, units, wetNodes);
            }
        }
        this.values = new SurfaceValues(nodes, units, plan, flows);
        this.settledS =
                IntStream.range(0, flows.length).mapToDouble(this::settledOf).toArray();
    }

    /// The time after which a group's values are constant, s: 0 where they never change, infinite where they
    /// always do.
    double settledS(BoundaryPlan.Group group) {
        double settled = 0;
        for (int surface = 0; surface < flows.length; surface++) {
            boolean atEdge = completing(group.rule()) instanceof PlaneAtWalls;
            if (group.surfaces().isEmpty() || group.surfaces().contains(surface) || atEdge) {
                settled = Math.max(settled, settledS[surface]);
            }
        }
        return settled;
    }

    /// The time after which all values are constant, s, as [#settledS(BoundaryPlan.Group)].
    double settledS() {
        return plan.groups().stream().mapToDouble(this::settledS).max().orElse(0);
    }

    private double settledOf(int surface) {
        return switch (plan.boundary(surface)) {
            case Boundary.Moving wall -> settledOf(wall.velocityMPerS());
            case Boundary.GradientImposed opening -> settledOf(opening.gradientPerS());
            case Boundary.VelocityImposed v -> flows[surface] == null ? 0 : flows[surface].settledS();
            case Boundary.PressureImposed p ->
                PlaceAndTime.of(p.pressurePa()).changes() ? Double.POSITIVE_INFINITY : p.rampS();
            case Boundary.Coupled coupled -> {
                Boundary.Circuit circuit = coupled.circuit();
                boolean changes = PlaceAndTime.of(circuit.flowM3PerS()).changes()
                        || PlaceAndTime.of(circuit.distalPa()).changes();
                yield changes ? Double.POSITIVE_INFINITY : coupled.rampS();
            }
            default -> 0; // imposes nothing
        };
    }

    private static double settledOf(List<Value> values) {
        return values.stream().anyMatch(value -> PlaceAndTime.of(value).changes()) ? Double.POSITIVE_INFINITY : 0;
    }

    /// The fields of all groups, by their names.
    SequencedMap<String, ImposedFields> all() {
        SequencedMap<String, ImposedFields> all = new LinkedHashMap<>();
        plan.groups().forEach(group -> all.put(group.name(), of(group)));
        return all;
    }

    /// All prescribed (not remembered) fields of a group, with the values at time 0.
    ImposedFields of(BoundaryPlan.Group group) {
        SequencedMap<String, double[]> fields = new LinkedHashMap<>();
        for (var field : group.rule().fields(lattice)) {
            if (!field.remembered() && !Sponge.owns(field.name())) {
                fields.put(field.name(), new double[group.members().size()]);
            }
        }
        ImposedFields imposed = new ImposedFields(fields, seriesNames);
        linkValues(group, imposed);
        if (group.surfaces().size() > 1) {
            edgeValues(group, imposed);
        } else if (!group.surfaces().isEmpty()) {
            nodeValues(group, group.surfaces().getFirst(), imposed);
        }
        if (group.rule() instanceof Sponge) {
            addSponge(group, fields);
        }
        imposed.at(0);
        imposed.removeZeros();
        return imposed;
    }

    private void addSponge(BoundaryPlan.Group group, SequencedMap<String, double[]> fields) {
        double viscosity = units.viscosityLattice(theCase.fluid().viscosityM2PerS());
        for (int k = 0; k < group.members().size(); k++) {
            long number = group.members().get(k).fluidNumber();
            int node = k;
            Sponge.rates(
                            lattice,
                            theCase.model().collision(),
                            viscosity,
                            plan.sponges().factorAt(number),
                            plan.sponges().depthAt(number))
                    .forEach((name, rate) -> fields.computeIfAbsent(
                                    name, n -> new double[group.members().size()])[node] = rate);
        }
    }

    /// The fields of a rule of nodes: the values of its surface at the nodes.
    private void nodeValues(BoundaryPlan.Group group, int surface, ImposedFields imposed) {
        List<FieldSpec> fields = group.rule().fields(lattice);
        inParallel(group, imposed, (k, to) -> {
            double[] point =
                    OpeningNodes.positionM(nodes, group.members().get(k).boundaryNode());
            for (FieldSpec field : fields) {
                values.set(to, surface, field.name(), k, field.given(), point);
            }
        });
    }

    /// The fields of nodes where planes of several surfaces meet ([WetEdge]).
    private void edgeValues(BoundaryPlan.Group group, ImposedFields imposed) {
        WetEdge edge = Objects.requireNonNull(edge(group.rule()), group.name());
        List<FieldSpec> fields = edge.fields(lattice);
        inParallel(group, imposed, (k, to) -> {
            double[] point = OpeningNodes.positionM(nodes, member(group, k));
            for (FieldSpec field : fields) {
                to.set(field.name(), k, values.atEdge(group.surfaces(), field.given(), point));
            }
        });
    }

    private static @Nullable WetEdge edge(@Nullable BoundaryRule rule) {
        return switch (completing(rule)) {
            case WetEdge edge -> edge;
            case PlaneAtWalls(WetEdge edge, LinkNode links) -> edge;
            case null, default -> null;
        };
    }

    /// Finds the values of one node of a group.
    private interface OfNode {
        void find(int node, NodeValues to);
    }

    private static void inParallel(BoundaryPlan.Group group, ImposedFields imposed, OfNode values) {
        int count = group.members().size();
        RecordedValues[] parts = new RecordedValues[Math.ceilDiv(count, NODES_PER_TASK)];
        ParallelLoop.over(ParallelLoop.workers(), parts.length, part -> {
            RecordedValues its = new RecordedValues(imposed);
            parts[part] = its;
            its.record(() -> {
                int end = Math.min(count, (part + 1) * NODES_PER_TASK);
                for (int k = part * NODES_PER_TASK; k < end; k++) {
                    values.find(k, its);
                }
            });
        });
        for (RecordedValues part : parts) {
            part.replay();
        }
    }

    private void linkValues(BoundaryPlan.Group group, ImposedFields imposed) {
        switch (completing(group.rule())) {
            case null -> {}
            case LinkNode node -> linkValues(group, node, UnaryOperator.identity(), imposed);
            case PlaneAtWalls edge -> linkValues(group, edge.walls(), name -> edge.ofLinks(lattice, name), imposed);
            case BoundaryRule rule -> {
                List<FieldSpec> fields = rule.fields(lattice);
                if (fields.stream().anyMatch(field -> field.given() instanceof Given.Cut)) {
                    inParallel(group, imposed, (k, to) -> cuts(fields, member(group, k), k, to));
                }
            }
        }
    }

    private void linkValues(
            BoundaryPlan.Group group, LinkNode node, UnaryOperator<String> names, ImposedFields imposed) {
        LinkFields fields = new LinkFields(node, lattice, names);
        inParallel(group, imposed, (k, to) -> linkValues(member(group, k), node, fields, k, to));
    }

    private static int member(BoundaryPlan.Group group, int k) {
        return group.members().get(k).boundaryNode();
    }

    private void cuts(List<FieldSpec> fields, int b, int node, NodeValues to) {
        CutLinks links = nodes.links();
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            int incoming = directions.incoming(links.code(link));
            for (FieldSpec field : fields) {
                if (incoming >= 0 && field.given() instanceof Given.Cut(int direction) && direction == incoming) {
                    to.set(field.name(), node, 1);
                }
            }
        }
    }

    private void linkValues(int b, LinkNode node, LinkFields fields, int k, NodeValues to) {
        CutLinks links = nodes.links();
        long index = nodes.fluid().boxIndex(links.node(b));
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            int incoming = directions.incoming(links.code(link));
            if (incoming >= 0
                    && node.completes(lattice.velocity(incoming))
                    && plan.closure(links.surface(link)) instanceof Boundary.Closure.Links(LinkRule rule)) {
                LinkFields.OfLink ofLink = fields.of(fields.rule(rule), incoming);
                if (ofLink.applies()) {
                    linkValue(ofLink, to, k, index, link, incoming);
                }
            }
        }
    }

    /// The rule that completes a node, without those around it; null for nodes that are bulk otherwise.
    private static @Nullable BoundaryRule completing(@Nullable BoundaryRule rule) {
        return switch (rule) {
            case Mirrored mirrored -> completing(mirrored.inner());
            case TammMottSmith walls -> walls.links();
            case Sponge sponge -> completing(sponge.inner());
            case NodeBehind node -> completing(node.inner());
            case NodeNearWall node -> completing(node.inner());
            case null, default -> rule;
        };
    }

    private void linkValue(LinkFields.OfLink fields, NodeValues to, int k, long index, int link, int incoming) {
        int surface = nodes.links().surface(link);
        Velocity c = fields.incoming();
        double[] point = OpeningNodes.hitAtM(nodes, index, link);
        if (fields.kindField() != null) {
            to.set(fields.kindField(), k, fields.kind());
        }
        Given.LinkGeometry geometry = fields.names().isEmpty() ? NO_GEOMETRY : geometry(index, link, incoming);
        for (int i = 0; i < fields.names().size(); i++) {
            String name = fields.names().get(i);
            switch (fields.coefficients().get(i).given()) {
                case Given.Motion(Given.LinkFunction factor) -> {
                    OpeningFlow.Velocity velocity = values.velocity(surface, point);
                    double weight = motionFactor * fields.weight() * factor.of(geometry);
                    to.set(name, k, velocity.along(c.x(), c.y(), c.z()).times(weight));
                }
                case Given.OfLink(Given.LinkFunction function) -> to.set(name, k, function.of(geometry));
                case Given.PartOfLink(Given.LinkFunction function) ->
                    to.set(name, k, Given.PartOfLink.of(function.of(geometry)));
                case Given other -> values.set(to, surface, name, k, other, point);
            }
        }
        for (FieldSpec field : fields.ofNode()) {
            values.set(to, surface, field.name(), k, field.given(), point);
        }
    }

    /// @param from box index of the node
    private Given.LinkGeometry geometry(long from, int link, int incoming) {
        Box box = nodes.box();
        long index = from;
        Velocity c = plan.symmetry().inside(index, lattice.velocity(incoming));
        int behind = 0;
        while (behind < 2 && index >= 0 && isOpen(nodes.fluid().number(index), c)) {
            index = box.neighbour(box.x(index), box.y(index), box.z(index), c.x(), c.y(), c.z());
            behind++;
            c = index < 0 ? c : plan.symmetry().inside(index, c);
        }
        return new Given.LinkGeometry(nodes.links().distance(link), behind);
    }

    /// Whether the link of a node in a direction leads to another node.
    private boolean isOpen(long number, Velocity direction) {
        CutLinks links = nodes.links();
        int b = links.find(number);
        return b < 0 || !links.cuts(b, direction.code());
    }
}
