package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.FreeEnergyKernels;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.MixtureKernels;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.ExactDifference;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// The kernels of a case. They depend on its model and boundaries, but not on device or storage.
public final class CaseKernels {
    private CaseKernels() {}

    /// The kernels that `codegen` prints and planners count: those of the bulk first, then those of the
    /// boundaries.
    /// @throws CaseException where the case stores moments: their kernels are not compiled
    public static List<NodeClass> of(Case theCase, NodeMap nodes) {
        StoredMoments.refuse(theCase, "kernels of moments are interpreted, not compiled");
        Parts parts = Parts.of(theCase, nodes);
        return of(theCase, parts.boundaries, parts.fields, parts.drive);
    }

    /// The equations of all stages before any pass: of the bulk, then of each kind of boundary nodes.
    public static List<Kernel> equations(Case theCase, NodeMap nodes) {
        Parts parts = Parts.of(theCase, nodes);
        FluidModel fluid = fluid(theCase);
        List<BoundaryPlan.Group> groups = parts.boundaries.groups();
        return switch (theCase.model().mixture().orElse(null)) {
            case ShanChen mixture -> {
                var ofMixture = new MixtureKernels(fluid, mixture, parts.drive, BodyForces.onComponents(theCase));
                List<Kernel> kernels = new ArrayList<>(ofMixture.raw(false));
                if (!groups.isEmpty()) {
                    kernels.addAll(ofMixture.raw(true));
                }
                yield kernels;
            }
            case FreeEnergy mixture -> {
                List<Kernel> kernels = new ArrayList<>(FreeEnergyKernels.raw(fluid, mixture, parts.drive, false));
                if (!groups.isEmpty()) {
                    kernels.addAll(FreeEnergyKernels.raw(fluid, mixture, parts.drive, true));
                }
                yield kernels;
            }
            case null -> {
                int before = parts.boundaries.stagesBefore();
                List<Kernel> kernels = new ArrayList<>(List.of(
                        StepKernels.raw("bulk", fluid, null, parts.drive).step()));
                for (BoundaryPlan.Group group : groups) {
                    ValuesInTime inTime = parts.drive.and(Objects.requireNonNull(parts.fields.get(group.name()))
                            .inTime());
                    kernels.addAll(StepKernels.rawBefore(fluid, group.rule(), inTime, before));
                    kernels.add(StepKernels.raw(group.rule().key(), fluid, group.rule(), inTime)
                            .step());
                }
                yield kernels;
            }
        };
    }

    /// What kernels follow from besides the model.
    private record Parts(BoundaryPlan boundaries, Map<String, ImposedFields> fields, ValuesInTime drive) {
        static Parts of(Case theCase, NodeMap nodes) {
            LatticeUnits units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                    .units();
            BoundaryPlan boundaries = BoundaryPlan.of(theCase, nodes, units);
            SeriesNames series = new SeriesNames();
            var fields = new BoundaryFields(theCase, nodes, units, boundaries, series).all();
            return new Parts(
                    boundaries,
                    fields,
                    BodyForces.of(theCase, nodes, units, series).inTime());
        }
    }

    /// The model of the bulk.
    static FluidModel fluid(Case theCase) {
        var model = theCase.model();
        Collision collision = theCase.drive()
                .forcing()
                .map(forcing -> ExactDifference.with(forcing, model.collision()))
                .orElse(model.collision());
        return new FluidModel(model.lattice(), model.equilibrium(), collision, DriveForce.kind(theCase));
    }

    /// The bulk of one fluid with the lattice and the collision of a mixture, whose speed planners know.
    public static NodeClass bulkOfOneFluid(Case theCase) {
        return nodeClass("bulk", List.of(), StepKernels.bulk(fluid(theCase)), null);
    }

    /// @param fields of the boundary groups, by their names; those that no kernel reads are removed
    /// @param drive the components of the body force that change in time
    static List<NodeClass> of(
            Case theCase, BoundaryPlan boundaries, Map<String, ImposedFields> fields, ValuesInTime drive) {
        var model = theCase.model();
        FluidModel fluid = fluid(theCase);
        if (model.mixture().isPresent()) {
            return switch (model.mixture().get()) {
                case ShanChen mixture -> ofShanChen(theCase, mixture, boundaries.groups(), drive);
                case FreeEnergy mixture -> ofFreeEnergy(fluid, mixture, boundaries.groups(), drive);
            };
        }
        boolean walls = boundaries.walls() != WallScheme.HALF_WAY || boundaries.anyWallCountsForce();
        boolean moments = theCase.storage().state() == StateChoice.MOMENTS;
        int before = boundaries.stagesBefore();
        check(theCase, boundaries);
        List<BoundaryPlan.Group> groups = boundaries.groups();
        NodeClass[] classes = new NodeClass[1 + groups.size()];
        ParallelLoop.over(ParallelLoop.workers(), classes.length, number -> {
            if (number == 0) {
                List<Kernel> stages = StepKernels.before(fluid, null, drive, before);
                StepKernels kernels = moments ? ofMoments(fluid, null, drive) : kernels(fluid, null, drive, walls);
                classes[0] = nodeClass("bulk", stages, kernels, null);
                return;
            }
            BoundaryPlan.Group group = groups.get(number - 1);
            ImposedFields imposed = Objects.requireNonNull(fields.get(group.name()));
            ValuesInTime inTime = drive.and(imposed.inTime());
            StepKernels kernels =
                    moments ? ofMoments(fluid, group.rule(), inTime) : kernels(fluid, group.rule(), inTime, walls);
            imposed.retain(fields(kernels.step()));
            List<Kernel> stages = StepKernels.before(fluid, group.rule(), inTime, before);
            classes[number] = nodeClass(group.name(), stages, kernels, group.fluidNumbers())
                    .withCutLinkFields(group.rule().cutLinkFields(model.lattice()));
        });
        return List.of(classes);
    }

    /// The nodes beside walls are one group where walls act on components, else nodes of the bulk.
    private static List<NodeClass> ofShanChen(
            Case theCase, ShanChen mixture, List<BoundaryPlan.Group> groups, ValuesInTime drive) {
        var kernels = new MixtureKernels(fluid(theCase), mixture, drive, BodyForces.onComponents(theCase));
        List<NodeClass> classes = new ArrayList<>(List.of(kernels.bulk()));
        groups.forEach(group -> classes.add(kernels.besideWalls(group.name(), group.fluidNumbers())));
        return classes;
    }

    /// The nodes beside walls are one group.
    private static List<NodeClass> ofFreeEnergy(
            FluidModel fluid, FreeEnergy mixture, List<BoundaryPlan.Group> groups, ValuesInTime drive) {
        List<NodeClass> classes = new ArrayList<>(List.of(FreeEnergyKernels.bulk(fluid, mixture, drive)));
        groups.forEach(group ->
                classes.add(FreeEnergyKernels.besideWalls(fluid, mixture, drive, group.name(), group.fluidNumbers())));
        return classes;
    }

    /// The plan of a case in a storage.
    /// @param classes as from [#of(Case,NodeMap)]
    /// @param intrinsics those of the case on GPUs, exact ones on CPUs
    public static StepPlan plan(Case theCase, StorageLayout storage, List<NodeClass> classes, Intrinsics intrinsics) {
        return plan(theCase, storage.nodes(), theCase.model().arrays(storage), classes, intrinsics);
    }

    /// The plan of a case with the arrays of its model, and the fields that its classes read at neighbours.
    static StepPlan plan(
            Case theCase, NodeMap nodes, List<StoredArray> ofModel, List<NodeClass> classes, Intrinsics intrinsics) {
        List<StoredArray> arrays = new ArrayList<>(ofModel);
        List<String> known = arrays.stream().map(StoredArray::name).toList();
        classes.stream()
                .flatMap(nodeClass -> nodeClass.steps().stream())
                .flatMap(kernel -> kernel.arrays().stream())
                .filter(used -> used.isField() && !known.contains(used.name()))
                .distinct()
                .forEach(used -> arrays.add(new StoredArray.Field(used.name(), used.lattice())));
        return new StepPlan(nodes, arrays, classes, theCase.model().precision(), intrinsics);
    }

    /// Refuses boundaries for which the lattice or the stored state of a single fluid do not suffice.
    static void check(Case theCase, BoundaryPlan boundaries) {
        if (theCase.model().mixture().isPresent()) {
            return;
        }
        if (boundaries.stagesBefore() > 0 && theCase.storage().state() == StateChoice.MOMENTS) {
            throw new CaseException(
                    "storage.state: moments: an opening reads populations of the nodes behind it. Use a pressure at the opening, or storage.state: populations.");
        }
        boundaries.groups().forEach(group -> requireIsotropy(theCase.model().lattice(), group));
    }

    private static void requireIsotropy(VelocitySet lattice, BoundaryPlan.Group group) {
        int least = group.rule().leastIsotropy();
        if (lattice.isotropy() < least) {
            throw new CaseException(
                    "model.lattice: the boundary rule %s needs a lattice that is isotropic to order %d, but %s is isotropic to order %d only. Use another lattice, such as D3Q15 or D3Q19; on this one use half-way or full-way walls, periodic sides with a drive, or link-wise velocities with an outlet do-nothing."
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

    private static NodeClass nodeClass(
            String name, List<Kernel> before, StepKernels kernels, long @Nullable [] fluidNumbers) {
        List<Kernel> steps = new ArrayList<>(before);
        steps.add(kernels.step());
        return new NodeClass(name, steps, kernels.observe(), fluidNumbers, fields(kernels.step()));
    }

    /// What a step reads, then what it only remembers: a side across z needs no momentum flux of x along y, but
    /// checkpoints and runs that start from them have it.
    private static List<String> fields(Kernel step) {
        SequencedSet<String> fields = new LinkedHashSet<>(step.fieldsIn());
        fields.addAll(step.fieldsOut());
        return List.copyOf(fields);
    }
}
