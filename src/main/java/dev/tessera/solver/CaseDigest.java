package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Everything that decides the results of a case, as text by key. Two cases with equal digests compute the same
/// populations from the same populations. Storage of populations, device, threads, outputs and the end of the run
/// are not in it.
///
/// @param values by key; text after [#NOTE] explains a value and is not compared
record CaseDigest(SequencedMap<String, String> values) {
    static final String NOTE = " # ";
    private static final int LONGEST_VALUE = 600;
    private static final String TIME_STEP = "time.step";
    private static final String SPACING = "geometry.spacing";
    private static final String DENSITY = "fluid.density";
    private static final String GRAVITY = "model.gravity";
    private static final String VISCOSITY = "fluid.viscosity";
    /// Relaxation rates are compared at this viscosity (relaxation time 1): the viscosity itself has its own
    /// key.
    private static final double VISCOSITY_OF_RATES = 1.0 / 6;

    CaseDigest {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    static CaseDigest of(Case theCase, NodeMap nodes, LatticeUnits units, BoundaryPlan plan) {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        var box = nodes.box();
        values.put(
                "geometry",
                "%d x %d x %d nodes, %d of them fluid, nodes %016x"
                        .formatted(box.nx(), box.ny(), box.nz(), nodes.fluid().count(), NodesHash.of(nodes)));
        values.put(SPACING, nodes.spacingM() + " m");
        values.put(
                "geometry.surfaces",
                nodes.surfaces().stream().map(Surface::name).collect(Collectors.joining(", "))
                        + ", links %016x".formatted(NodesHash.ofLinks(nodes)));
        values.put(DENSITY, theCase.fluid().densityKgPerM3() + " kg/m3");
        values.put(VISCOSITY, theCase.fluid().viscosityM2PerS() + " m2/s");
        if (!theCase.fluid().viscosity().equals(FluidViscosity.UNIFORM)) {
            values.put("fluid.viscosity of nodes", theCase.fluid().viscosity().text());
        }
        var model = theCase.model();
        values.put("model.lattice", model.lattice().name());
        values.put(
                "model.collision",
                model.collision().settings(model.lattice(), VISCOSITY_OF_RATES) + " at relaxation time 1");
        theCase.fluid()
                .components()
                .forEach(component -> values.put(
                        "fluid.components." + component.name(),
                        component.viscosityM2PerS() + " m2/s, " + ValueText.of(component.densityKgPerM3(), "kg/m3")));
        theCase.fluid().components().stream()
                .filter(Case.Component::isDriven)
                .forEach(component -> values.put(
                        "fluid.components.%s.acceleration".formatted(component.name()),
                        ValueText.of(component.accelerationMPerS2(), "m/s2")));
        model.mixture().ifPresent(mixture -> values.put("model.mixture", mixture.toString()));
        values.put("model.equilibrium", model.equilibrium().settings());
        model.shallowWater().ifPresent(water -> values.put(GRAVITY, water.gravityMPerS2() + " m/s2"));
        values.put("model.precision", model.precision().key());
        if (model.intrinsics() != Intrinsics.EXACT) {
            values.put("model.intrinsics", model.intrinsics().key());
        }
        if (theCase.storage().state() == StateChoice.MOMENTS) {
            values.put("storage.state", theCase.storage().state().key()); // rounds differently
        }
        for (Surface surface : nodes.surfaces()) {
            values.put(
                    "boundaries." + surface.name(), plan.boundary(surface.id()).text(plan.site(surface.id())));
        }
        values.put("drive.acceleration", ValueText.of(theCase.drive().accelerationMPerS2(), "m/s2"));
        theCase.drive()
                .forcing()
                .filter(forcing -> forcing != model.collision().forcing())
                .ifPresent(forcing -> values.put("drive.scheme", forcing.key()));
        values.put("initial.velocity", ValueText.of(theCase.initial().velocityMPerS(), "m/s"));
        values.put("initial.pressure", ValueText.of(theCase.initial().pressurePa(), "Pa"));
        theCase.initial().heightM().ifPresent(height -> values.put("initial.height", ValueText.of(height, "m")));
        values.put(TIME_STEP, units.timeStepS() + " s" + NOTE + choice(theCase));
        values.replaceAll((key, value) -> shortened(value));
        return new CaseDigest(values);
    }

    private static String choice(Case theCase) {
        return switch (theCase.time().step()) {
            case TimeChoice.StepChoice.LatticeSpeed(double speed) -> "time.lattice-speed: " + speed;
            case TimeChoice.StepChoice.RelaxationTime(double steps) -> "time.relaxation-time: " + steps;
            case TimeChoice.StepChoice.TimeStep(double seconds) -> "time.time-step: " + seconds + " s";
        };
    }

    private static String shortened(String value) {
        String line = value.replaceAll("\\s+", " ");
        return line.length() <= LONGEST_VALUE
                ? line
                : line.substring(0, LONGEST_VALUE) + " … (%016x)".formatted(NodesHash.ofText(line));
    }

    /// One sentence for each key whose values differ, in the order of the keys.
    /// @param now the digest of the case
    List<String> differences(CaseDigest now) {
        var keys = new LinkedHashMap<String, String>(now.values);
        values.forEach(keys::putIfAbsent);
        List<String> found = new ArrayList<>();
        for (String key : keys.keySet()) {
            String before = values.get(key);
            String after = now.values.get(key);
            if (!compared(before).equals(compared(after))) {
                found.add("%s: %s in the checkpoint, %s in the case".formatted(key, shown(before), shown(after)));
            }
        }
        return found;
    }

    private static String compared(@Nullable String value) {
        return value == null ? "" : value.split(NOTE, 2)[0];
    }

    private static String shown(@Nullable String value) {
        if (value == null) {
            return "nothing";
        }
        String[] parts = value.split(NOTE, 2);
        return parts.length == 1 ? value : "%s (%s)".formatted(parts[0], parts[1]);
    }

    /// The units of a checkpoint's populations; empty where the digest lacks them.
    Optional<LatticeUnits> units() {
        return values.keySet().containsAll(List.of(TIME_STEP, SPACING, DENSITY, VISCOSITY))
                ? Optional.of(new LatticeUnits(number(SPACING), number(TIME_STEP), number(DENSITY)))
                : Optional.empty();
    }

    /// Kinematic viscosity, m2/s.
    double viscosityM2PerS() {
        return number(VISCOSITY);
    }

    /// Of shallow water.
    Optional<Double> gravityMPerS2() {
        return values.containsKey(GRAVITY) ? Optional.of(number(GRAVITY)) : Optional.empty();
    }

    private double number(String key) {
        return Double.parseDouble(values.getOrDefault(key, "NaN").split(" ", 2)[0]);
    }
}
