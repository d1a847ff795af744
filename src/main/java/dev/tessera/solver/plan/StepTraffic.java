package dev.tessera.solver.plan;

import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement.Load;
import dev.tessera.kernel.Kernel.Statement.Store;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a step moves to and from memory. Speeds are predicted for one fluid; the time of a step of a mixture grows with
/// the number of values that its stages move, on CPUs also with those read in other planes
/// (docs/decisions/0100-plans-of-mixtures.md).
///
/// @param classes the case's kernels
/// @param oneFluid the bulk whose speed is predicted; null where the case is one fluid
/// @param ratio of the values that a node of the bulk moves in a step to those of one fluid
/// @param otherPlanes values of fields that a node of the bulk reads in a step at neighbours in other planes across z,
///     which are far away in memory
record StepTraffic(
        Case theCase, List<NodeClass> classes, @Nullable NodeClass oneFluid, double ratio, int otherPlanes) {
    /// Where a node looks up its neighbours to read their fields; measured on an H200: 0.89 to 1.02.
    private static final double NEIGHBOURS_LOOKED_UP = 0.95;

    /// @param classes the case's kernels
    static StepTraffic of(Case theCase, List<NodeClass> classes) {
        if (theCase.model().mixture().isEmpty()) {
            return new StepTraffic(theCase, classes, null, 1, 0);
        }
        NodeClass oneFluid = CaseKernels.bulkOfOneFluid(theCase);
        NodeClass bulk = classes.getFirst();
        return new StepTraffic(theCase, classes, oneFluid, (double) values(bulk) / values(oneFluid), otherPlanes(bulk));
    }

    /// How fast a GPU moves the values, as a share of its speed for one fluid in the same storage.
    double pace(Addressing addressing) {
        return oneFluid == null || addressing instanceof Dense ? 1 : NEIGHBOURS_LOOKED_UP;
    }

    /// The case in a storage: its arrays and tables.
    StepPlan plan(StorageLayout storage, Intrinsics intrinsics) {
        return CaseKernels.plan(theCase, storage, classes, intrinsics);
    }

    /// What the speed is predicted from: of a mixture one fluid in the storage, else the same object.
    /// @param plan of the case in the storage
    StepPlan predicted(StepPlan plan, StorageLayout storage) {
        return oneFluid == null
                ? plan
                : new StepPlan(
                        storage.nodes(),
                        storage,
                        List.of(oneFluid),
                        theCase.model().precision());
    }

    /// Loaded and stored by all stages. Fields of neighbours are in the cache after the first load.
    private static long values(NodeClass bulk) {
        return bulk.steps().stream().mapToLong(StepTraffic::values).sum();
    }

    private static long values(Kernel stage) {
        long loaded = stage.statements().stream()
                .filter(Load.class::isInstance)
                .map(load -> ((Load) load).source())
                .filter(source -> isStored(stage, source))
                .map(StepTraffic::atNode)
                .distinct()
                .count();
        long stored = stage.statements().stream()
                .filter(Store.class::isInstance)
                .map(store -> ((Store) store).sink())
                .filter(sink -> !(sink instanceof Sink.FieldOut field) || stage.isStoredField(field.field()))
                .count();
        return loaded + stored;
    }

    private static int otherPlanes(NodeClass bulk) {
        return (int) bulk.steps().stream()
                .flatMap(stage -> stage.statements().stream()
                        .filter(statement -> statement instanceof Load(var symbol, Source.FieldAt(var field, int to))
                                && stage.array(field).lattice().velocity(to).z() != 0))
                .count();
    }

    private static boolean isStored(Kernel stage, Source source) {
        return switch (source) {
            case Source.PopulationIn population -> true;
            case Source.MomentAt moment -> true;
            case Source.FieldAt field -> stage.isStoredField(field.field());
            case Source.FieldIn field -> false;
            case Source.Parameter parameter -> false;
            case Source.Series series -> false;
        };
    }

    private static Source atNode(Source source) {
        return switch (source) {
            case Source.FieldAt field -> new Source.FieldAt(field.field(), 0);
            case Source.MomentAt moment -> new Source.MomentAt(moment.array(), moment.moment(), 0);
            default -> source;
        };
    }
}
