package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.Term;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.NodeBehind;
import dev.tessera.model.boundary.NodeNearWall;
import dev.tessera.model.boundary.PlaneAtWalls;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The values that boundary rules read at a given time, for one group of nodes: `field -> [node of the group]`.
/// Names are those that the rules of `model.boundary` declare.
final class BoundaryFields {
    private final Case theCase;
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final DirectionCodes directions;
    private final double motionFactor;
    private final LatticeUnits units;
    private final RunExtent extent;
    private final Map<Value, PlaceAndTime> given = new IdentityHashMap<>();
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
        this.extent = RunExtent.of(nodes);
        this.plan = plan;
        this.flows = new OpeningFlow[nodes.surfaces().size()];
        for (int surface = 0; surface < flows.length; surface++) {
            if (plan.boundary(surface) instanceof Boundary.VelocityImposed v
                    && plan.openings()[surface].boundaryNodes().length > 0) {
                boolean wetNodes = plan.closure(surface) instanceof Boundary.Closure.Nodes;
                flows[surface] = OpeningFlow.of(v, plan.openings()[surface], theCase, units, wetNodes);
            }
        }
        this.settledS =
                IntStream.range(0, flows.length).mapToDouble(this::settledOf).toArray();
    }

    /// The time after which a group's values are constant, s: 0 where they never change, infinite where they
    /// always do.
    double settledS(BoundaryPlan.Group group) {
        double settled = 0;
        for (int surface = 0; surface < flows.length; surface++) {
            boolean atEdge = completing(group.rule()) instanceof PlaneAtWalls;
            if (group.surface() < 0 || group.surface() == surface || atEdge) {
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
            case Boundary.Moving wall ->
                wall.velocityMPerS().stream().anyMatch(v -> PlaceAndTime.of(v).changes())
                        ? Double.POSITIVE_INFINITY
                        : 0;
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

    /// The fields of all groups, by their names.
    SequencedMap<String, Imposed> all() {
        SequencedMap<String, Imposed> all = new LinkedHashMap<>();
        plan.groups().forEach(group -> all.put(group.name(), of(group)));
        return all;
    }

    /// All prescribed (not remembered) fields of a group, with the values at time 0.
    Imposed of(BoundaryPlan.Group group) {
        SequencedMap<String, double[]> fields = new LinkedHashMap<>();
        for (var field : group.rule().fields(lattice)) {
            if (!field.remembered() && !Sponge.owns(field.name())) {
                fields.put(field.name(), new double[group.members().size()]);
            }
        }
        Imposed imposed = new Imposed(fields);
        linkValues(group, imposed);
        if (group.surface() >= 0) {
            nodeValues(group, imposed);
        }
        if (group.rule() instanceof Sponge) {
            addSponge(group, fields);
        }
        imposed.at(0);
        imposed.removeZeros();
        return imposed;
    }

    /// The fields of a group. What does not change is computed once. What changes is a sum of profiles times
    /// series and functions; values that devices cannot evaluate are computed for each time.
    final class Imposed {
        private final SequencedMap<String, double[]> fields;
        private final SequencedMap<String, SequencedMap<String, Term>> terms = new LinkedHashMap<>(); // by profile
        private final SequencedMap<String, double[]> changing = new LinkedHashMap<>();
        private final List<Change> changes = new ArrayList<>();

        /// Sets values of one node.
        @FunctionalInterface
        private interface Change {
            void at(double timeS);
        }

        private Imposed(SequencedMap<String, double[]> fields) {
            this.fields = fields;
        }

        /// Fields by name, `[node of the group]`, with their present values; later calls overwrite them.
        /// Profiles are among them.
        SequencedMap<String, double[]> all() {
            return fields;
        }

        /// The values that are sums of profiles times series and functions.
        ValuesInTime inTime() {
            SequencedMap<String, List<Term>> sums = new LinkedHashMap<>();
            terms.forEach((name, byProfile) -> {
                List<Term> sum = new ArrayList<>();
                if (fields.containsKey(name)) {
                    sum.add(Term.fixed(name));
                }
                sum.addAll(byProfile.values());
                sums.put(name, sum);
            });
            return new ValuesInTime(sums);
        }

        /// Whether values have to be computed on the host as long as they change.
        boolean isComputedInTime() {
            return !changing.isEmpty();
        }

        /// The fields that the host computes, with the values at time `timeS`; later calls overwrite them.
        SequencedMap<String, double[]> at(double timeS) {
            changes.forEach(change -> change.at(timeS));
            return changing;
        }

        private void set(String name, int node, double value) {
            field(name)[node] = value;
        }

        /// A value as a function of time.
        private void set(String name, int node, TimeFunction value) {
            switch (value) {
                case TimeFunction.Separated(double constant, List<TimeFunction.Separated.Term> sum) -> {
                    field(name)[node] = constant;
                    sum.forEach(term -> set(name, node, term));
                }
                case TimeFunction.Evaluated evaluated -> {
                    double[] field = field(name);
                    changing.put(name, field);
                    changes.add(timeS -> field[node] = evaluated.at(timeS));
                }
            }
        }

        private double[] field(String name) {
            return Objects.requireNonNull(fields.get(name), name);
        }

        private void set(String name, int node, TimeFunction.Separated.Term term) {
            if (term.coefficient() == 0 && term.function().isPresent()) {
                return;
            }
            Optional<PlaceTimeFunction> function = term.function().map(TimeFunction.AtPoint::function);
            String profile = seriesNames.profile(name, term.series(), function);
            terms.computeIfAbsent(name, n -> new LinkedHashMap<>())
                    .computeIfAbsent(profile, p -> seriesNames.term(name, Optional.of(p), term.series(), function));
            values(profile, name)[node] = term.coefficient();
            term.function().ifPresent(at -> {
                for (int k = 0; k < at.places().size(); k++) {
                    values(seriesNames.placeField(name, at.function(), k), name)[node] =
                            at.places().get(k);
                }
            });
        }

        /// The values of a field of a term. @param name of the value to which it belongs
        private double[] values(String field, String name) {
            return fields.computeIfAbsent(field, f -> new double[field(name).length]);
        }

        /// Removes the constant parts that are zero at all nodes: their profiles remain.
        private void removeZeros() {
            for (String name : terms.sequencedKeySet()) {
                if (!changing.containsKey(name) && Arrays.stream(field(name)).allMatch(value -> value == 0)) {
                    fields.remove(name);
                }
            }
        }
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
    private void nodeValues(BoundaryPlan.Group group, Imposed imposed) {
        for (int k = 0; k < group.members().size(); k++) {
            double[] point =
                    OpeningNodes.positionM(nodes, group.members().get(k).boundaryNode());
            for (FieldSpec field : group.rule().fields(lattice)) {
                value(imposed, group.surface(), field.name(), k, field.given(), point);
            }
        }
    }

    /// Writes what a surface imposes at a point; nothing for fields that belong to links or to the rule itself.
    private void value(Imposed imposed, int surface, String name, int node, Given given, double[] point) {
        switch (given) {
            case Given.Velocity(int axis) -> {
                imposed.set(name, node, velocity(surface, point).components().get(axis));
            }
            case Given.Density density -> imposed.set(name, node, density(surface, point));
            case Given.Normal(int axis) ->
                imposed.set(name, node, plan.site(surface).normal()[axis]);
            case Given.Motion m -> {}
            case Given.OfLink link -> {}
            case Given.PartOfLink part -> {}
            case Given.Cut cut -> {}
            case Given.OfRule rule -> {}
            case Given.Remembered remembered -> {}
            case Given.Rate rate -> {}
        }
    }

    private PlaceAndTime given(Value value) {
        return given.computeIfAbsent(value, unknown -> PlaceAndTime.of(value, extent));
    }

    /// The velocity of a surface, lattice units.
    private OpeningFlow.Velocity velocity(int surface, double[] point) {
        if (plan.boundary(surface) instanceof Boundary.Moving wall) {
            return new OpeningFlow.Velocity(wall.velocityMPerS().stream()
                    .map(component -> given(component).at(point).linear(units::velocityLattice))
                    .toList());
        }
        OpeningFlow flow = flows[surface];
        return flow == null ? OpeningFlow.Velocity.NONE : flow.at(point);
    }

    /// The density of a surface; 1 where it imposes none.
    private TimeFunction density(int surface, double[] point) {
        if (plan.boundary(surface) instanceof Boundary.PressureImposed p) {
            return given(p.pressurePa())
                    .at(point)
                    .ramped(p.rampS())
                    .linear(units::densityChangeLattice)
                    .plus(1);
        }
        if (plan.boundary(surface) instanceof Boundary.Coupled) {
            return TimeFunction.following(new TimeSeries.FromFlow(surface)).plus(1);
        }
        return TimeFunction.constant(1);
    }

    private void linkValues(BoundaryPlan.Group group, Imposed imposed) {
        BoundaryRule rule = completing(group.rule());
        if (rule == null) {
            return;
        }
        CutLinks links = nodes.links();
        for (int k = 0; k < group.members().size(); k++) {
            int b = group.members().get(k).boundaryNode();
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int incoming = directions.incoming(links.code(link));
                if (incoming < 0) {
                    continue;
                }
                switch (rule) {
                    case LinkNode node -> linkValue(node, imposed, k, b, link, incoming);
                    case PlaneAtWalls edge -> {
                        if (edge.isOfWalls(lattice.velocity(incoming))) {
                            linkValue(edge.walls(), imposed, k, b, link, incoming);
                        }
                    }
                    default -> cut(rule, imposed, k, incoming);
                }
            }
        }
    }

    /// The rule that completes a node, without those around it; null for nodes that are bulk otherwise.
    private static @Nullable BoundaryRule completing(@Nullable BoundaryRule rule) {
        return switch (rule) {
            case Sponge sponge -> completing(sponge.inner());
            case NodeBehind node -> completing(node.inner());
            case NodeNearWall node -> completing(node.inner());
            case null, default -> rule;
        };
    }

    private void cut(BoundaryRule rule, Imposed imposed, int node, int incoming) {
        for (FieldSpec field : rule.fields(lattice)) {
            if (field.given() instanceof Given.Cut(int direction) && direction == incoming) {
                imposed.set(field.name(), node, 1);
            }
        }
    }

    private void linkValue(LinkNode node, Imposed imposed, int k, int b, int link, int incoming) {
        int surface = nodes.links().surface(link);
        if (!(plan.closure(surface) instanceof Boundary.Closure.Links(LinkRule rule))) {
            return;
        }
        Velocity c = lattice.velocity(incoming);
        if (!rule.appliesTo(c)) {
            return;
        }
        double[] point = OpeningNodes.hitM(nodes, b, link);
        if (node.selects(c)) {
            imposed.set(LinkNode.kindField(c), k, node.kind(rule));
        }
        List<FieldSpec> coefficients = rule.coefficients();
        for (int i = 0; i < coefficients.size(); i++) {
            String name = LinkNode.valueField(i, c);
            switch (coefficients.get(i).given()) {
                case Given.Motion(Given.LinkFunction factor) -> {
                    OpeningFlow.Velocity velocity = velocity(surface, point);
                    double weight =
                            motionFactor * lattice.weight(incoming).toDouble() * factor.of(geometry(b, link, incoming));
                    imposed.set(name, k, velocity.along(c.x(), c.y(), c.z()).times(weight));
                }
                case Given.OfLink(Given.LinkFunction function) ->
                    imposed.set(name, k, function.of(geometry(b, link, incoming)));
                case Given.PartOfLink(Given.LinkFunction function) ->
                    imposed.set(name, k, Given.PartOfLink.of(function.of(geometry(b, link, incoming))));
                default -> value(imposed, surface, name, k, coefficients.get(i).given(), point);
            }
        }
        for (FieldSpec field : rule.fields(lattice)) {
            value(imposed, surface, field.name(), k, field.given(), point);
        }
    }

    private Given.LinkGeometry geometry(int b, int link, int incoming) {
        Box box = nodes.box();
        Velocity c = lattice.velocity(incoming);
        long index = nodes.fluid().boxIndex(nodes.links().node(b));
        int behind = 0;
        while (behind < 2 && index >= 0 && isOpen(nodes.fluid().number(index), incoming)) {
            index = box.neighbour(box.x(index), box.y(index), box.z(index), c.x(), c.y(), c.z());
            behind++;
        }
        return new Given.LinkGeometry(nodes.links().distance(link), behind);
    }

    /// Whether the link of a node in a direction leads to another node.
    private boolean isOpen(long number, int direction) {
        CutLinks links = nodes.links();
        int b = links.find(number);
        for (int link = b < 0 ? 0 : links.firstLink(b); link < (b < 0 ? 0 : links.endLink(b)); link++) {
            if (directions.outgoing(links.code(link)) == direction) {
                return false;
            }
        }
        return true;
    }
}
