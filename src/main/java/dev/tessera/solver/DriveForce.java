package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.SlotFormat;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.Term;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/// The body force of a case in lattice units (force per node at reference density 1), as kernels read it: a
/// parameter, a series, or fields and profiles.
final class DriveForce {
    static final List<String> NAMES = List.of("force-x", "force-y", "force-z");
    private static final String PLACES = "force"; // prefix of arguments in place, the same for all axes
    private static final double[] ANYWHERE = new double[3];
    private final NodeMap nodes;
    private final LatticeUnits units;
    private final List<PlaceAndTime> acceleration; // [axis]
    private final BodyForce kind;
    private final SeriesNames seriesNames;

    private DriveForce(Case theCase, NodeMap nodes, LatticeUnits units, SeriesNames seriesNames) {
        this.nodes = nodes;
        this.units = units;
        this.kind = kind(theCase);
        this.seriesNames = seriesNames;
        RunExtent extent = RunExtent.of(nodes);
        this.acceleration = theCase.drive().accelerationMPerS2().stream()
                .limit(theCase.model().lattice().dimensions())
                .map(value -> PlaceAndTime.of(value, extent))
                .toList();
    }

    static DriveForce of(Case theCase, NodeMap nodes, LatticeUnits units, SeriesNames seriesNames) {
        return new DriveForce(theCase, nodes, units, seriesNames);
    }

    static BodyForce kind(Case theCase) {
        if (theCase.drive().isNone()) {
            return BodyForce.NONE;
        }
        boolean hasPlace = theCase.drive().accelerationMPerS2().stream()
                .anyMatch(value -> PlaceAndTime.of(value).hasPlace());
        return hasPlace ? BodyForce.FIELD : BodyForce.UNIFORM;
    }

    static boolean isField(Case theCase) {
        return kind(theCase) == BodyForce.FIELD;
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

    /// The components that change in time as sums of profiles times series and functions.
    ValuesInTime inTime() {
        SequencedMap<String, List<Term>> terms = new LinkedHashMap<>();
        for (int axis = 0; axis < acceleration.size() && kind != BodyForce.NONE; axis++) {
            PlaceAndTime along = acceleration.get(axis);
            if (along.changes() && kind == BodyForce.UNIFORM) {
                terms.put(NAMES.get(axis), List.of(Term.uniform(NAMES.get(axis))));
            } else if (along.changes() && along.whyOnHost().isEmpty()) {
                terms.put(NAMES.get(axis), sum(axis, along.parts()));
            }
        }
        return new ValuesInTime(terms);
    }

    private List<Term> sum(int axis, PlaceAndTime.Parts parts) {
        List<Term> sum = new ArrayList<>();
        if (parts.hasConstant()) {
            sum.add(Term.fixed(NAMES.get(axis)));
        }
        List<TimeFunction.Separated.Term> somewhere =
                separated(acceleration.get(axis), firstNodeM()).terms();
        for (int k = 0; k < parts.terms().size(); k++) {
            PlaceAndTime.Parts.Term part = parts.terms().get(k);
            Optional<String> profile = hasProfile(part) ? Optional.of(profile(axis, part)) : Optional.empty();
            Term term = seriesNames.term(PLACES, profile, part.series(), part.function());
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
        return seriesNames.profile(NAMES.get(axis), part.series(), part.function());
    }

    /// Sets all values of time 0, and the series of a uniform force.
    void start(Execution execution, List<BoundaryPlan.Group> groups) {
        for (int axis = 0; axis < acceleration.size() && kind != BodyForce.NONE; axis++) {
            PlaceAndTime along = acceleration.get(axis);
            String name = NAMES.get(axis);
            if (kind == BodyForce.FIELD) {
                writeFields(execution, groups, axis);
            } else if (along.changes()) {
                TimeFunction force = along.at(ANYWHERE).linear(units::accelerationLattice);
                double dt = units.timeStepS();
                execution.setSeries(name, step -> force.at(step * dt));
            } else {
                execution.setParameter(name, units.accelerationLattice(along.at(ANYWHERE, 0)));
            }
        }
    }

    private void writeFields(Execution execution, List<BoundaryPlan.Group> groups, int axis) {
        PlaceAndTime along = acceleration.get(axis);
        if (!along.changes() || !along.whyOnHost().isEmpty()) {
            write(execution, groups, NAMES.get(axis), point -> units.accelerationLattice(along.at(point, 0)));
            return;
        }
        if (along.parts().hasConstant()) {
            write(
                    execution,
                    groups,
                    NAMES.get(axis),
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
            part.function().ifPresent(function -> writePlaces(execution, groups, function));
        }
    }

    private void writePlaces(Execution execution, List<BoundaryPlan.Group> groups, PlaceTimeFunction function) {
        for (int k = 0; k < function.placeCount(); k++) {
            int number = k;
            write(
                    execution,
                    groups,
                    seriesNames.placeField(PLACES, function, k),
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
                write(execution, groups, NAMES.get(axis), point -> units.accelerationLattice(along.at(point, timeS)));
            }
        }
    }
}
