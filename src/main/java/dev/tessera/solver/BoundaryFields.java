package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.Term;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// The values that boundary rules read at a given time, for one group of nodes: `field -> [node of the group]`.
/// Names are those that the rules of `model.boundary` declare.
final class BoundaryFields {
    private final Case theCase;
    private final NodeMap nodes;
    private final VelocitySet lattice;
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
        this.units = units;
        this.plan = plan;
        this.flows = new OpeningFlow[nodes.surfaces().size()];
        for (int surface = 0; surface < flows.length; surface++) {
            if (plan.boundary(surface) instanceof Boundary.VelocityOpening v
                    && plan.openings()[surface].boundaryNodes().length > 0) {
                flows[surface] =
                        OpeningFlow.of(v, plan.openings()[surface], theCase, units, plan.isZouHe(surface, v.scheme()));
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
            if (group.surface() < 0 || group.surface() == surface) {
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
            case Boundary.Wall w -> 0;
            case Boundary.MixedWall w -> 0;
            case Boundary.MovingWall(var velocity) ->
                velocity.stream().anyMatch(v -> PlaceAndTime.of(v).changes()) ? Double.POSITIVE_INFINITY : 0;
            case Boundary.VelocityOpening v -> flows[surface] == null ? 0 : flows[surface].settledS();
            case Boundary.PressureOpening p ->
                PlaceAndTime.of(p.pressurePa()).changes() ? Double.POSITIVE_INFINITY : p.rampS();
        };
    }

    /// The fields of all groups, by their names.
    SequencedMap<String, Imposed> all() {
        SequencedMap<String, Imposed> all = new LinkedHashMap<>();
        plan.groups().forEach(group -> all.put(group.name(), of(group)));
        return all;
    }

    /// All prescribed (not remembered) fields of a group, with the values at time 0.
    private Imposed of(BoundaryPlan.Group group) {
        SequencedMap<String, double[]> fields = new LinkedHashMap<>();
        for (var field : group.rule().fields(lattice)) {
            if (!field.remembered() && !Sponge.owns(field.name())) {
                fields.put(field.name(), new double[group.members().size()]);
            }
        }
        Imposed imposed = new Imposed(fields);
        if (group.surface() < 0) {
            linkValues(group.members(), imposed);
        } else {
            wetValues(group, imposed);
        }
        if (group.rule() instanceof Sponge) {
            addSponge(group, fields);
        }
        imposed.at(0);
        imposed.removeZeros();
        return imposed;
    }

    /// The fields of a group. What does not change is computed once; what changes is a sum of profiles times series,
    /// and only values that cannot be separated are computed while they change.
    final class Imposed {
        private final SequencedMap<String, double[]> fields;
        private final SequencedMap<String, SequencedMap<String, String>> profiles = new LinkedHashMap<>(); // see inTime
        private final SequencedMap<String, double[]> changing = new LinkedHashMap<>();
        private final List<List<Change>> changes = new ArrayList<>(); // by surface
        private double lastS = Double.NaN;

        /// Sets values of one node.
        @FunctionalInterface
        private interface Change {
            void at(double timeS);
        }

        private Imposed(SequencedMap<String, double[]> fields) {
            this.fields = fields;
            nodes.surfaces().forEach(surface -> changes.add(new ArrayList<>()));
        }

        /// Fields by name, `[node of the group]`, with their present values; later calls overwrite them. Profiles are
        /// among them.
        SequencedMap<String, double[]> all() {
            return fields;
        }

        /// The values that are sums of profiles times series.
        ValuesInTime inTime() {
            SequencedMap<String, List<Term>> terms = new LinkedHashMap<>();
            profiles.forEach((name, bySeries) -> {
                List<Term> sum = new ArrayList<>();
                if (fields.containsKey(name)) {
                    sum.add(Term.fixed(name));
                }
                bySeries.forEach((series, profile) -> sum.add(Term.of(profile, series)));
                terms.put(name, sum);
            });
            return new ValuesInTime(terms);
        }

        /// Whether values have to be computed on the host as long as they change.
        boolean isComputedInTime() {
            return !changing.isEmpty();
        }

        /// The fields that change in time, with the values at time `timeS`; later calls overwrite them.
        SequencedMap<String, double[]> at(double timeS) {
            for (int surface = 0; surface < changes.size(); surface++) {
                double settled = settledS[surface];
                if (!(lastS >= settled && timeS >= settled)) {
                    changes.get(surface).forEach(change -> change.at(timeS));
                }
            }
            lastS = timeS;
            return changing;
        }

        private boolean has(String name) {
            return fields.containsKey(name);
        }

        private void set(String name, int node, double value) {
            field(name)[node] = value;
        }

        /// A value of a surface as a function of time.
        private void set(int surface, String name, int node, TimeFunction value) {
            switch (value) {
                case TimeFunction.Separated(double constant, List<TimeFunction.Separated.Term> terms) -> {
                    field(name)[node] = constant;
                    terms.forEach(term -> profile(name, term.series())[node] = term.coefficient());
                }
                case TimeFunction.Evaluated evaluated -> {
                    double[] field = field(name);
                    changing.put(name, field);
                    changes.get(surface).add(timeS -> field[node] = evaluated.at(timeS));
                }
            }
        }

        private double[] field(String name) {
            return Objects.requireNonNull(fields.get(name), name);
        }

        /// The profile of a value with one of its series.
        private double[] profile(String name, TimeSeries timeSeries) {
            String series = seriesNames.of(timeSeries);
            String profile = profiles.computeIfAbsent(name, n -> new LinkedHashMap<>())
                    .computeIfAbsent(series, s -> name + "-" + s);
            return fields.computeIfAbsent(profile, p -> new double[field(name).length]);
        }

        /// Removes the constant parts that are zero at all nodes: their profiles remain.
        private void removeZeros() {
            for (String name : profiles.sequencedKeySet()) {
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

    private void wetValues(BoundaryPlan.Group group, Imposed imposed) {
        OpeningNodes opening = plan.openings()[group.surface()];
        String[] components = {"velocity-x", "velocity-y", "velocity-z"};
        for (int k = 0; k < group.members().size(); k++) {
            double[] point = opening.positionM(group.members().get(k).boundaryNode());
            switch (plan.boundary(group.surface())) {
                case Boundary.VelocityOpening v -> {
                    OpeningFlow.Velocity u = flows[group.surface()].at(point);
                    for (int axis = 0; axis < lattice.dimensions(); axis++) {
                        imposed.set(
                                group.surface(), components[axis], k, u.components().get(axis));
                    }
                }
                case Boundary.PressureOpening p -> imposed.set(group.surface(), "density", k, density(p, point));
                case Boundary.Wall w -> throw new AssertionError("a resting wall has no fields");
                case Boundary.MovingWall w -> throw new AssertionError("moving walls are link-wise");
                case Boundary.MixedWall w -> throw new AssertionError("mixed walls have no fields");
            }
        }
    }

    private TimeFunction density(Boundary.PressureOpening p, double[] point) {
        return PlaceAndTime.of(p.pressurePa())
                .at(point)
                .ramped(p.rampS())
                .linear(units::densityChangeLattice)
                .plus(1);
    }

    private void linkValues(List<BoundaryPlan.Member> members, Imposed imposed) {
        if (imposed.all().isEmpty()) {
            return;
        }
        CutLinks links = nodes.links();
        for (int k = 0; k < members.size(); k++) {
            int b = members.get(k).boundaryNode();
            if (b < 0) {
                continue;
            }
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int incoming = DirectionCodes.incoming(lattice, links.code(link));
                if (incoming >= 0) {
                    linkValue(imposed, k, b, link, incoming);
                }
            }
        }
    }

    private void linkValue(Imposed imposed, int k, int b, int link, int incoming) {
        int surface = nodes.links().surface(link);
        String letters = lattice.velocity(incoming).letters();
        double[] point = OpeningNodes.hitM(nodes, b, link);
        if (imposed.has("cut-" + letters)) {
            imposed.set("cut-" + letters, k, 1);
            return;
        }
        switch (plan.boundary(surface)) {
            case Boundary.Wall w -> {}
            case Boundary.MixedWall w -> {}
            case Boundary.MovingWall(var velocity) -> {
                List<TimeFunction> u = velocity.stream()
                        .map(component -> PlaceAndTime.of(component).at(point).linear(units::velocityLattice))
                        .toList();
                velocityLink(imposed, surface, k, incoming, new OpeningFlow.Velocity(u));
            }
            case Boundary.VelocityOpening v -> velocityLink(imposed, surface, k, incoming, flows[surface].at(point));
            case Boundary.PressureOpening p -> {
                imposed.set("kind-" + letters, k, 2); // link-wise pressure, see LinkWise
                imposed.set(surface, "value-" + letters, k, density(p, point));
                double[] normal = plan.openings()[surface].opening().normal();
                String[] names = {"normal-x", "normal-y", "normal-z"};
                for (int axis = 0; axis < lattice.dimensions(); axis++) {
                    imposed.set(names[axis], k, normal[axis]);
                }
                if (imposed.has("guard")) {
                    imposed.set("guard", k, p.backflowGuard() ? 1 : 0);
                }
            }
        }
    }

    private void velocityLink(Imposed imposed, int surface, int k, int incoming, OpeningFlow.Velocity velocity) {
        var c = lattice.velocity(incoming);
        if (imposed.has("kind-" + c.letters())) {
            imposed.set("kind-" + c.letters(), k, 1);
        }
        double weight = 6 * lattice.weight(incoming).toDouble();
        imposed.set(surface, "value-" + c.letters(), k, velocity.along(c.x(), c.y(), c.z()).times(weight));
    }
}
