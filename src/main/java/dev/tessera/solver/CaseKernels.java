package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.MixtureKernels;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The kernels of a case. They depend on its model and boundaries, but not on device or storage.
public final class CaseKernels {
    private CaseKernels() {}

    /// The kernels that `codegen` prints and planners count: those of the bulk first, then those of the
    /// boundaries.
    /// @throws CaseException where the case stores moments: their kernels are not compiled
    public static List<NodeClass> of(Case theCase, NodeMap nodes) {
        StoredMoments.refuse(theCase, "kernels of moments are interpreted, not compiled");
        LatticeUnits units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        BoundaryPlan boundaries = BoundaryPlan.of(theCase, nodes, units);
        SeriesNames series = new SeriesNames();
        var fields = new BoundaryFields(theCase, nodes, units, boundaries, series).all();
        ValuesInTime drive = DriveForce.of(theCase, nodes, units, series).inTime();
        return of(theCase, boundaries, fields, drive);
    }

    /// @param fields of the boundary groups, by their names
    /// @param drive the components of the body force that change in time
    static List<NodeClass> of(
            Case theCase, BoundaryPlan boundaries, Map<String, BoundaryFields.Imposed> fields, ValuesInTime drive) {
        var model = theCase.model();
        FluidModel fluid =
                new FluidModel(model.lattice(), model.equilibrium(), model.collision(), DriveForce.kind(theCase));
        if (model.mixture().isPresent()) {
            return List.of(MixtureKernels.bulk(fluid, model.mixture().get(), drive));
        }
        List<NodeClass> classes = new ArrayList<>();
        boolean walls = boundaries.walls() != WallScheme.HALF_WAY;
        boolean moments = theCase.storage().state() == StateChoice.MOMENTS;
        classes.add(
                nodeClass("bulk", moments ? ofMoments(fluid, null, drive) : kernels(fluid, null, drive, walls), null));
        for (BoundaryPlan.Group group : boundaries.groups()) {
            requireIsotropy(model.lattice(), group);
            long[] numbers = group.fluidNumbers();
            ValuesInTime inTime =
                    drive.and(Objects.requireNonNull(fields.get(group.name())).inTime());
            StepKernels kernels =
                    moments ? ofMoments(fluid, group.rule(), inTime) : kernels(fluid, group.rule(), inTime, walls);
            classes.add(nodeClass(group.name(), kernels, numbers)
                    .withCutLinkFields(group.rule().cutLinkFields(model.lattice())));
        }
        return classes;
    }

    private static void requireIsotropy(VelocitySet lattice, BoundaryPlan.Group group) {
        int least = group.rule().leastIsotropy();
        if (lattice.isotropy() < least) {
            throw new CaseException(
                    "model.lattice: boundaries of kind %s need a lattice that is isotropic to order %d, but %s is isotropic to order %d only. Use half-way walls and velocities link by link, or another lattice."
                            .formatted(group.rule().key(), least, lattice.name(), lattice.isotropy()));
        }
    }

    private static StepKernels ofMoments(FluidModel fluid, @Nullable BoundaryRule rule, ValuesInTime inTime) {
        try {
            return StepKernels.ofMoments(fluid, rule, inTime);
        } catch (IllegalArgumentException unfit) {
            throw new CaseException(
                    "storage.state: moments: %s. Use storage.state: populations.".formatted(unfit.getMessage()));
        }
    }

    private static StepKernels kernels(
            FluidModel fluid, @Nullable BoundaryRule rule, ValuesInTime inTime, boolean walls) {
        if (walls) {
            return StepKernels.besideInterpolatedWalls(fluid, rule, inTime);
        }
        return rule == null ? StepKernels.bulk(fluid, inTime) : StepKernels.boundary(fluid, rule, inTime);
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
