package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The kernels of a case. They depend on its model and boundaries, but not on device or storage.
public final class CaseKernels {
    private CaseKernels() {}

    /// The kernels that `codegen` prints and planners count: those of the bulk first, then those of the
    /// boundaries.
    public static List<NodeClass> of(Case theCase, NodeMap nodes) {
        LatticeUnits units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        return of(theCase, BoundaryPlan.of(theCase, nodes, units));
    }

    static List<NodeClass> of(Case theCase, BoundaryPlan boundaries) {
        var model = theCase.model();
        FluidModel fluid =
                new FluidModel(model.lattice(), model.equilibrium(), model.collision(), DriveForce.kind(theCase));
        List<NodeClass> classes = new ArrayList<>();
        boolean walls = boundaries.walls() != WallScheme.HALF_WAY;
        classes.add(nodeClass("bulk", kernels(fluid, null, walls), null));
        for (BoundaryPlan.Group group : boundaries.groups()) {
            long[] numbers = group.fluidNumbers();
            classes.add(nodeClass(group.name(), kernels(fluid, group.rule(), walls), numbers));
        }
        return classes;
    }

    private static StepKernels kernels(FluidModel fluid, @Nullable BoundaryRule rule, boolean walls) {
        if (walls) {
            return StepKernels.besideInterpolatedWalls(fluid, rule);
        }
        return rule == null ? StepKernels.bulk(fluid) : StepKernels.boundary(fluid, rule);
    }

    private static NodeClass nodeClass(String name, StepKernels kernels, long @Nullable [] fluidNumbers) {
        return new NodeClass(
                name,
                kernels.step(),
                kernels.observe(),
                fluidNumbers,
                kernels.step().fieldsIn());
    }
}
