package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.StoredQuantity;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.units.LatticeUnits;
import java.util.Arrays;
import java.util.List;

/// The body force of a case in lattice units (force per node at reference density 1), as kernels read it.
final class DriveForce {
    static final List<String> NAMES = List.of("force-x", "force-y", "force-z");
    private final Case theCase;
    private final NodeMap nodes;
    private final LatticeUnits units;
    private final PlaceAndTime[] acceleration;
    private final BodyForce kind;

    private DriveForce(Case theCase, NodeMap nodes, LatticeUnits units) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.units = units;
        this.kind = kind(theCase);
        this.acceleration = theCase.drive().accelerationMPerS2().stream()
                .map(PlaceAndTime::of)
                .toArray(PlaceAndTime[]::new);
    }

    static DriveForce of(Case theCase, NodeMap nodes, LatticeUnits units) {
        return new DriveForce(theCase, nodes, units);
    }

    static BodyForce kind(Case theCase) {
        if (theCase.drive().isNone()) {
            return BodyForce.NONE;
        }
        return theCase.drive().isUniform() ? BodyForce.UNIFORM : BodyForce.FIELD;
    }

    /// Warns of body forces with populations stored in half precision: near the steady state the force changes a
    /// population by less than half of its last bit and is lost to rounding. Sentences with a remedy.
    static List<String> warnings(Case theCase) {
        return switch (theCase.model().precision().stored()) {
            case StoredQuantity.Populations populations -> List.of();
            case StoredQuantity.HalfDeviations halves ->
                kind(theCase) == BodyForce.NONE
                        ? List.of()
                        : List.of(
                                "precision fp32/fp16 rounds small contributions of a body force to zero, so that the steady flow is too slow: by 3 % at 16 nodes across, 11 % at 32 (docs/benchmarks/precision.md). Use precision fp32, or drive the flow by pressures or velocities.");
        };
    }

    boolean changes() {
        return kind == BodyForce.FIELD && Arrays.stream(acceleration).anyMatch(PlaceAndTime::changes);
    }

    void apply(Execution execution, List<BoundaryPlan.Group> groups, double timeS) {
        int dimensions = theCase.model().lattice().dimensions();
        for (int axis = 0; axis < dimensions && kind != BodyForce.NONE; axis++) {
            PlaceAndTime along = acceleration[axis];
            if (kind == BodyForce.UNIFORM) {
                execution.setParameter(NAMES.get(axis), units.accelerationLattice(along.at(new double[3], timeS)));
                continue;
            }
            double[] bulk = new double[Math.toIntExact(nodes.fluid().count())];
            NodePositions.forEach(nodes, (n, point) -> bulk[n] = units.accelerationLattice(along.at(point, timeS)));
            execution.writeField("bulk", NAMES.get(axis), bulk);
            for (BoundaryPlan.Group group : groups) {
                double[] values = Arrays.stream(group.fluidNumbers())
                        .mapToDouble(number -> bulk[(int) number])
                        .toArray();
                execution.writeField(group.name(), NAMES.get(axis), values);
            }
        }
    }
}
