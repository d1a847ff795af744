package dev.tessera.solver.plan;

import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement.Load;
import dev.tessera.kernel.Kernel.Statement.Store;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.StorageLayout;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import java.util.List;

/// What a step moves to and from memory. Speeds are predicted for one fluid; the time of a step of a mixture grows with
/// the number of values that its stages move, on CPUs also with those read in other planes
/// (docs/decisions/0100-plans-of-mixtures.md).
///
/// @param plan of the case: its arrays and tables
/// @param oneFluid the plan whose speed is predicted; the same where the case is no mixture
/// @param ratio of the values that a node of the bulk moves in a step to those of one fluid
/// @param otherPlanes values of fields that a node of the bulk reads in a step at neighbours in other planes across z,
///     which are far away in memory
record StepTraffic(StepPlan plan, StepPlan oneFluid, double ratio, int otherPlanes) {
    /// @param classes the case's kernels
    static StepTraffic of(Case theCase, StorageLayout storage, List<NodeClass> classes, Intrinsics intrinsics) {
        StepPlan plan = CaseKernels.plan(theCase, storage, classes, intrinsics);
        if (theCase.model().mixture().isEmpty()) {
            return new StepTraffic(plan, plan, 1, 0);
        }
        NodeClass bulk = CaseKernels.bulkOfOneFluid(theCase);
        StepPlan oneFluid = new StepPlan(
                storage.nodes(), storage, List.of(bulk), theCase.model().precision());
        NodeClass ofMixture = classes.getFirst();
        return new StepTraffic(plan, oneFluid, (double) values(ofMixture) / values(bulk), otherPlanes(ofMixture));
    }

    /// Whether the speed is that of the case itself.
    boolean isOfOneFluid() {
        return plan == oneFluid;
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
