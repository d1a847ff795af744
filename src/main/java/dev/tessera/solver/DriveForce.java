package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.SlotFormat;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.Term;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// A body force of a case in lattice units (force per node at reference density 1), as kernels read it: a parameter, a
/// series, fields and profiles, or a function of the flow at its node. It acts on the whole fluid, or on a component.
final class DriveForce {
    private static final double[] ANYWHERE = new double[3];
    private final String key; // in the case
    private final String places; // prefix of arguments in place, the same for all axes
    private final List<String> names; // [axis]
    private final NodeMap nodes;
    private final LatticeUnits units;
    private final List<PlaceAndTime> acceleration; // [axis]; 0 where a component depends on the flow
    private final Map<Integer, OfFlow> ofFlow = new LinkedHashMap<>(); // by axis
    private final BodyForce kind;
    private final SeriesNames seriesNames;

    /// A component that depends on the flow.
    private record OfFlow(PlaceTimeFunction function, ValuesInTime.Function inKernels) {}

    /// @param name of the vector in kernels
    /// @param accelerationMPerS2 one value per axis of the lattice
    DriveForce(
            String key,
            String name,
            List<Value> accelerationMPerS2,
            NodeMap nodes,
            LatticeUnits units,
            SeriesNames seriesNames) {
        this.key = key;
        this.places = name;
        this.names = IntStream.range(0, accelerationMPerS2.size())
                .mapToObj(axis -> Components.of(name, axis))
                .toList();
        this.nodes = nodes;
        this.units = units;
        this.kind = kind(accelerationMPerS2);
        this.seriesNames = seriesNames;
        RunExtent extent = RunExtent.of(nodes);
        List<Value> components = accelerationMPerS2;
        this.acceleration = components.stream()
                .map(value -> PlaceAndTime.of(FlowSymbols.isOfFlow(value) ? Value.ZERO : value, extent))
                .toList();
        for (int axis = 0; axis < components.size(); axis++) {
            if (components.get(axis) instanceof Value.Varying value && FlowSymbols.isOfFlow(value)) {
                ofFlow.put(axis, ofFlow(axis, value, extent));
            }
        }
    }

    /// @throws CaseException where devices cannot evaluate it
    private OfFlow ofFlow(int axis, Value.Varying value, RunExtent extent) {
        var function = PlaceTimeFunction.ofFlow(
                value.expression(), value.text(), extent, symbol -> FlowSymbols.range(symbol, units));
        if (!function.whyOnHost().isEmpty()) {
            throw new CaseException(
                    value.expression(),
                    ("%s: %s depends on the flow, so that devices have to evaluate it, and %s. Use sin and cos of bounded"
                                    + " angles, exp, log, pow, sqrt, tanh, abs, min, max, floor and if.")
                            .formatted(
                                    key,
                                    value.text().isEmpty() ? "an expression" : "\"" + value.text() + "\"",
                                    function.whyOnHost()));
        }
        double unit = units.accelerationLattice(value.toSi());
        var sources = FlowSymbols.sources(value.expression(), units);
        return new OfFlow(
                function,
                seriesNames.function(names.get(axis), function, sources).times(unit));
    }

    /// As a force on the whole fluid.
    static BodyForce kind(Case theCase) {
        return inLattice(theCase, theCase.drive().accelerationMPerS2());
    }

    /// Of the components along the lattice's axes.
    static BodyForce inLattice(Case theCase, List<Value> accelerationMPerS2) {
        return kind(accelerationMPerS2.subList(0, theCase.model().lattice().dimensions()));
    }

    private static BodyForce kind(List<Value> accelerationMPerS2) {
        if (accelerationMPerS2.stream().allMatch(Value.ZERO::equals)) {
            return BodyForce.NONE;
        }
        boolean hasPlace = accelerationMPerS2.stream()
                .anyMatch(value ->
                        FlowSymbols.isOfFlow(value) || PlaceAndTime.of(value).hasPlace());
        return hasPlace ? BodyForce.FIELD : BodyForce.UNIFORM;
    }

    /// Warns of body forces with populations stored in half precision: near the steady state the force changes
    /// a population by less than half of its last bit and is lost to rounding. Sentences with a remedy.
    static List<String> warnings(Case theCase) {
        return switch (theCase.model().precision().stored()) {
            case SlotFormat.Plain plain -> List.of();
            case SlotFormat.HalfDeviations halves ->
                kind(theCase) == BodyForce.NONE
                        ? List.of()
                        : List.of(
                                "precision fp32/fp16 rounds small contributions of a body force to zero, so that the steady flow is too slow: by 3 % at 16 nodes across, 11 % at 32 (docs/benchmarks/precision.md). Use precision fp32, or drive the flow by pressures or velocities.");
        };
    }

    /// The components that change in time or with the flow as sums of profiles times series and functions.
    ValuesInTime inTime() {
        SequencedMap<String, List<Term>> terms = new LinkedHashMap<>();
        for (int axis = 0; axis < acceleration.size() && kind != BodyForce.NONE; axis++) {
            PlaceAndTime along = acceleration.get(axis);
            if (ofFlow.get(axis) instanceof OfFlow component) {
                terms.put(names.get(axis), List.of(Term.of(component.inKernels)));
            } else if (isNumberBesideFlow(along)) {
                double number = units.accelerationLattice(along.at(ANYWHERE, 0));
                Expr constant = new ExprGraph().constant(Rational.exactly(number));
                terms.put(
                        names.get(axis), List.of(Term.of(new ValuesInTime.Function(constant, new LinkedHashMap<>()))));
            } else if (along.changes() && kind == BodyForce.UNIFORM) {
                terms.put(names.get(axis), List.of(Term.uniform(names.get(axis))));
            } else if (along.changes() && along.whyOnHost().isEmpty()) {
                terms.put(names.get(axis), sum(axis, along.parts()));
            }
        }
        return new ValuesInTime(terms);
    }

    /// A constant component beside others that depend on the flow.
    private boolean isNumberBesideFlow(PlaceAndTime along) {
        return !ofFlow.isEmpty() && !along.changes() && !along.hasPlace();
    }

    private List<Term> sum(int axis, PlaceAndTime.Parts parts) {
        List<Term> sum = new ArrayList<>();
        if (parts.hasConstant()) {
            sum.add(Term.fixed(names.get(axis)));
        }
        List<TimeFunction.Separated.Term> somewhere =
                separated(acceleration.get(axis), firstNodeM()).terms();
        for (int k = 0; k < parts.terms().size(); k++) {
            PlaceAndTime.Parts.Term part = parts.terms().get(k);
            Optional<String> profile = hasProfile(part) ? Optional.of(profile(axis, part)) : Optional.empty();
            Term term = seriesNames.term(places, profile, part.series(), part.function());
            double coefficient = somewhere.get(k).coefficient();
            sum.add(
                    profile.isPresent()
                            ? term
                            : new Term(
                                    profile,
                                    term.series(),
                                    term.function().map(function -> function.times(coefficient))));
        }
        return sum;
    }

    private double[] firstNodeM() {
        long index = nodes.fluid().boxIndex(0);
        double[] origin = nodes.originM();
        return new double[] {
            origin[0] + nodes.box().x(index) * nodes.spacingM(),
            origin[1] + nodes.box().y(index) * nodes.spacingM(),
            origin[2] + nodes.box().z(index) * nodes.spacingM()
        };
    }

    /// Whether coefficients are a field: those of a function that do not depend on place are a number.
    private static boolean hasProfile(PlaceAndTime.Parts.Term part) {
        return part.hasPlace() || part.function().isEmpty();
    }

    private String profile(int axis, PlaceAndTime.Parts.Term part) {
        return seriesNames.profile(names.get(axis), part.series(), part.function());
    }

    /// Sets all values of time 0, and the series of a uniform force.
    void start(Execution execution, List<BoundaryPlan.Group> groups) {
        for (int axis = 0; axis < acceleration.size() && kind != BodyForce.NONE; axis++) {
            PlaceAndTime along = acceleration.get(axis);
            String name = names.get(axis);
            if (ofFlow.get(axis) instanceof OfFlow component) {
                writePlaces(execution, groups, names.get(axis), component.function);
            } else if (kind == BodyForce.FIELD && !isNumberBesideFlow(along)) {
                writeFields(execution, groups, axis);
            } else if (kind == BodyForce.UNIFORM && along.changes()) {
                TimeFunction force = along.at(ANYWHERE).linear(units::accelerationLattice);
                double dt = units.timeStepS();
                execution.setSeries(name, step -> force.at(step * dt));
            } else if (kind == BodyForce.UNIFORM) {
                execution.setParameter(name, units.accelerationLattice(along.at(ANYWHERE, 0)));
            }
        }
    }

    private void writeFields(Execution execution, List<BoundaryPlan.Group> groups, int axis) {
        PlaceAndTime along = acceleration.get(axis);
        if (!along.changes() || !along.whyOnHost().isEmpty()) {
            write(execution, groups, names.get(axis), point -> units.accelerationLattice(along.at(point, 0)));
            return;
        }
        if (along.parts().hasConstant()) {
            write(
                    execution,
                    groups,
                    names.get(axis),
                    point -> separated(along, point).constant());
        }
        for (int term = 0; term < along.parts().terms().size(); term++) {
            int number = term;
            PlaceAndTime.Parts.Term part = along.parts().terms().get(term);
            if (hasProfile(part)) {
                write(
                        execution,
                        groups,
                        profile(axis, part),
                        point -> separated(along, point).terms().get(number).coefficient());
            }
            part.function().ifPresent(function -> writePlaces(execution, groups, places, function));
        }
    }

    /// @param prefix of the names of the fields
    private void writePlaces(
            Execution execution, List<BoundaryPlan.Group> groups, String prefix, PlaceTimeFunction function) {
        for (int k = 0; k < function.placeCount(); k++) {
            int number = k;
            write(
                    execution,
                    groups,
                    seriesNames.placeField(prefix, function, k),
                    point -> function.placesAt(point).get(number));
        }
    }

    private TimeFunction.Separated separated(PlaceAndTime along, double[] point) {
        if (along.at(point).linear(units::accelerationLattice) instanceof TimeFunction.Separated separated) {
            return separated;
        }
        throw new AssertionError("a value is separated everywhere or nowhere");
    }

    private void write(
            Execution execution, List<BoundaryPlan.Group> groups, String field, ToDoubleFunction<double[]> value) {
        double[] bulk = new double[Math.toIntExact(nodes.fluid().count())];
        NodePositions.forEach(nodes, (n, point) -> bulk[n] = value.applyAsDouble(point));
        execution.writeField("bulk", field, bulk);
        for (BoundaryPlan.Group group : groups) {
            double[] values = Arrays.stream(group.fluidNumbers())
                    .mapToDouble(number -> bulk[(int) number])
                    .toArray();
            execution.writeField(group.name(), field, values);
        }
    }

    /// Whether values have to be computed on the host before every step.
    boolean isComputedInTime() {
        return kind == BodyForce.FIELD && acceleration.stream().anyMatch(DriveForce::isComputedInTime);
    }

    private static boolean isComputedInTime(PlaceAndTime along) {
        return along.changes() && !along.whyOnHost().isEmpty();
    }

    /// Computes the values of a time that devices cannot evaluate.
    void apply(Execution execution, List<BoundaryPlan.Group> groups, double timeS) {
        for (int axis = 0; axis < acceleration.size() && isComputedInTime(); axis++) {
            PlaceAndTime along = acceleration.get(axis);
            if (isComputedInTime(along)) {
                write(execution, groups, names.get(axis), point -> units.accelerationLattice(along.at(point, timeS)));
            }
        }
    }
}
