package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.MixtureKernels;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// All body forces of a case: that on the whole fluid, then those on components of a mixture.
record BodyForces(List<DriveForce> all) {
    private static final String ON_FLUID = "force";

    BodyForces {
        all = List.copyOf(all);
    }

    static BodyForces of(Case theCase, NodeMap nodes, LatticeUnits units, SeriesNames series) {
        int dimensions = theCase.model().lattice().dimensions();
        List<DriveForce> all = new ArrayList<>();
        accelerations(theCase).forEach((key, acceleration) -> {
            String name = key.equals("drive") ? ON_FLUID : MixtureKernels.forceOn(component(theCase, key));
            all.add(new DriveForce(key, name, acceleration.subList(0, dimensions), nodes, units, series));
        });
        return new BodyForces(all);
    }

    /// By the key of the case, m/s²: `drive`, then `fluid.components.NAME.acceleration` of those components on which
    /// a force acts.
    static SequencedMap<String, List<Value>> accelerations(Case theCase) {
        SequencedMap<String, List<Value>> accelerations = new LinkedHashMap<>();
        accelerations.put("drive", theCase.drive().accelerationMPerS2());
        theCase.fluid().components().stream()
                .filter(Case.Component::isDriven)
                .forEach(component -> accelerations.put(key(component), component.accelerationMPerS2()));
        return accelerations;
    }

    private static String key(Case.Component component) {
        return "fluid.components.%s.acceleration".formatted(component.name());
    }

    private static String component(Case theCase, String key) {
        return theCase.fluid().components().stream()
                .filter(component -> key(component).equals(key))
                .findFirst()
                .orElseThrow()
                .name();
    }

    /// How the components with a force of their own are driven, by their names.
    static SequencedMap<String, BodyForce> onComponents(Case theCase) {
        SequencedMap<String, BodyForce> kinds = new LinkedHashMap<>();
        theCase.fluid().components().stream()
                .filter(Case.Component::isDriven)
                .forEach(component ->
                        kinds.put(component.name(), DriveForce.inLattice(theCase, component.accelerationMPerS2())));
        return kinds;
    }

    /// The components that change in time or with the flow.
    ValuesInTime inTime() {
        return all.stream().map(DriveForce::inTime).reduce(ValuesInTime.NONE, ValuesInTime::and);
    }

    /// Sets all values of time 0, and the series of uniform forces.
    void start(Execution execution, List<BoundaryPlan.Group> groups) {
        all.forEach(force -> force.start(execution, groups));
    }

    /// Whether values have to be computed on the host before every step.
    boolean isComputedInTime() {
        return all.stream().anyMatch(DriveForce::isComputedInTime);
    }

    /// Computes the values of a time that devices cannot evaluate.
    void apply(Execution execution, List<BoundaryPlan.Group> groups, double timeS) {
        all.forEach(force -> force.apply(execution, groups, timeS));
    }
}
