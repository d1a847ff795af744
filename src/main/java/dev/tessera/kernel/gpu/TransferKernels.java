package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.KernelArray;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.gpu.GpuKernel.FieldIndex;
import dev.tessera.kernel.gpu.GpuKernel.Nodes;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// Builds the kernels that transfer values between host and device.
record TransferKernels(KernelMaker maker, StepPlan plan) {
    private VelocitySet lattice() {
        return plan.storage().lattice();
    }

    /// For each phase: reads canonical populations of listed nodes into fields `[direction][thread]`.
    List<PhaseKernel> readers(StoredArray.Populations array) {
        Kernel kernel = transfer(array, true);
        return transfers(kernel, "tessera_read" + suffix(array), List.of(), kernel.fieldsOut());
    }

    /// For each phase: the reverse of [#readers].
    List<PhaseKernel> writers(StoredArray.Populations array) {
        Kernel kernel = transfer(array, false);
        return transfers(kernel, "tessera_write" + suffix(array), kernel.fieldsIn(), List.of());
    }

    private String suffix(StoredArray.Populations array) {
        int number = plan.populations().indexOf(array);
        return number == 0 ? "" : "_" + number;
    }

    /// Copies values `[thread]` to a stored field at listed nodes, or the reverse.
    GpuKernel storedFieldMover(StoredArray.Field field, boolean isWriter) {
        return maker.kernel(
                "tessera_%s_stored_%d"
                        .formatted(isWriter ? "put" : "get", plan.fields().indexOf(field)),
                storedFieldMove(field, isWriter),
                Nodes.LIST,
                0,
                isWriter ? List.of(moved(field)) : List.of(),
                isWriter ? List.of() : List.of(moved(field)),
                FieldIndex.THREAD,
                FieldIndex.THREAD,
                true);
    }

    private static Kernel storedFieldMove(StoredArray.Field field, boolean isWriter) {
        ExprGraph graph = new ExprGraph();
        Expr value = graph.symbol("value");
        String moved = moved(field);
        return new Kernel(
                "move",
                List.of(KernelArray.field(field.name(), field.lattice())),
                graph,
                List.of(),
                List.of(
                        new Statement.Load(
                                value, isWriter ? new Source.FieldIn(moved) : new Source.FieldAt(field.name(), 0)),
                        new Statement.Store(new Sink.FieldOut(isWriter ? field.name() : moved), value)));
    }

    /// The name of the threads' values, which is not that of a stored field.
    private static String moved(StoredArray.Field field) {
        return field.name() + "-moved";
    }

    /// Copies values `[thread]` to a field of the bulk at listed nodes, or the reverse.
    GpuKernel fieldMover(List<String> all, String field, boolean isWriter) {
        int number = all.indexOf(field);
        ExprGraph graph = new ExprGraph();
        Expr value = graph.symbol("value");
        Kernel kernel = new Kernel(
                "move",
                List.of(KernelArray.populations(plan.populations().getFirst().name(), lattice())),
                graph,
                List.of(),
                List.of(
                        new Statement.Load(value, new Source.FieldIn(field)),
                        new Statement.Store(new Sink.FieldOut(field), value)));
        return isWriter
                ? maker.kernel(
                        "tessera_put_" + number,
                        kernel,
                        Nodes.LIST,
                        0,
                        List.of(field),
                        all,
                        FieldIndex.THREAD,
                        FieldIndex.POSITION,
                        true)
                : maker.kernel(
                        "tessera_get_" + number,
                        kernel,
                        Nodes.LIST,
                        0,
                        all,
                        List.of(field),
                        FieldIndex.POSITION,
                        FieldIndex.THREAD,
                        true);
    }

    private List<PhaseKernel> transfers(Kernel kernel, String name, List<String> in, List<String> out) {
        List<PhaseKernel> kernels = new ArrayList<>();
        for (int phase = 0; phase < plan.phases(); phase++) {
            kernels.add(maker.reused(
                    kernels,
                    maker.kernel(
                            name, kernel, Nodes.LIST, phase, in, out, FieldIndex.THREAD, FieldIndex.THREAD, true)));
        }
        return kernels;
    }

    private Kernel transfer(StoredArray.Populations array, boolean isReader) {
        VelocitySet lattice = array.lattice();
        ExprGraph graph = new ExprGraph();
        List<Statement> loads = new ArrayList<>();
        List<Statement> stores = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            String name = lattice.populationName(i);
            Expr value = graph.symbol(name);
            loads.add(new Statement.Load(
                    value, isReader ? new Source.PopulationIn(array.name(), i) : new Source.FieldIn(name)));
            stores.add(new Statement.Store(
                    isReader ? new Sink.FieldOut(name) : new Sink.PopulationOut(array.name(), i), value));
        }
        loads.addAll(stores);
        return new Kernel(
                isReader ? "read" : "write",
                List.of(KernelArray.populations(array.name(), lattice)),
                graph,
                List.of(),
                loads);
    }
}
