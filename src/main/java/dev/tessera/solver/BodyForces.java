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
import java.util.stream.Stream;

/// All body forces of a case: that on the whole fluid, then those on components of a mixture.
record BodyForces(List<DriveForce> all) {
    private static final String DRIVE = "drive"; // the key of the case
    private static final String ON_FLUID = "force";

    BodyForces {
        all = List.copyOf(all);
    }

    static BodyForces of(Case theCase, NodeMap nodes, LatticeUnits units, SeriesNames series) {
        int dimensions = theCase.model().lattice().dimensions();
        List<DriveForce> all = new ArrayList<>();
        List<Value> drive = theCase.drive().accelerationMPerS2();
        all.add(new DriveForce(DRIVE, ON_FLUID, drive.subList(0, dimensions), nodes, units, series));
        driven(theCase)
                .forEach(component -> all.add(new DriveForce(
                        key(component),
                        MixtureKernels.forceOn(component.name()),
                        component.accelerationMPerS2().subList(0, dimensions),
                        nodes,
                        units,
                        series)));
        return new BodyForces(all);
    }

    /// The components on which a force of their own acts.
    private static Stream<Case.Component> driven(Case theCase) {
        return theCase.fluid().components().stream().filter(Case.Component::isDriven);
    }

    /// By the key of the case, m/s²: `drive`, then `fluid.components.NAME.acceleration` of those components on which
    /// a force acts.
    static SequencedMap<String, List<Value>> accelerations(Case theCase) {
        SequencedMap<String, List<Value>> accelerations = new LinkedHashMap<>();
        accelerations.put(DRIVE, theCase.drive().accelerationMPerS2());
        driven(theCase).forEach(component -> accelerations.put(key(component), component.accelerationMPerS2()));
        return accelerations;
    }

    private static String key(Case.Component component) {
        return "fluid.components.%s.acceleration".formatted(component.name());
    }

    /// How the components with a force of their own are driven, by their names.
    static SequencedMap<String, BodyForce> onComponents(Case theCase) {
        SequencedMap<String, BodyForce> kinds = new LinkedHashMap<>();
        driven(theCase)
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
