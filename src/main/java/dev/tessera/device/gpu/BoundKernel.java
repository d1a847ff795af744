package dev.tessera.device.gpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.SweptClass;
import dev.tessera.kernel.gpu.Uniform;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A compiled kernel with the values of its arguments.
final class BoundKernel {
    private final GpuKernel kernel;
    private final GpuFunction function;
    private final GpuMemory memory;
    private final Precision precision;
    private final List<Argument> arguments;
    private final List<Uniform> uniform; // of the kernel and of the classes that it sweeps
    private final int seriesAt; // index of this argument, or -1
    private final int fixed; // number of arguments before the uniform ones
    private final @Nullable Object[] values;
    private int count;

    /// @param isExchanged whether the population arrays (or ghost buffers) are swapped
    BoundKernel(GpuKernel kernel, GpuFunction function, boolean isExchanged, GpuPlan plan, GpuMemory memory) {
        this.kernel = kernel;
        this.function = function;
        this.memory = memory;
        this.precision = plan.precision();
        this.arguments = kernel.arguments();
        this.uniform = Stream.concat(Stream.of(kernel), kernel.swept().stream().map(SweptClass::kernel))
                .map(GpuKernel::uniform)
                .toList();
        this.fixed = arguments.size() - kernel.uniformArguments();
        this.values = new Object[arguments.size()];
        for (int copy = 0; copy < memory.copies().size(); copy++) {
            set("copy" + copy, memory.copies().get(isExchanged && kernel.copies() == 2 ? copy ^ 1 : copy));
        }
        for (int field = 0; field < memory.storedFields().size(); field++) {
            set("field" + field, memory.storedFields().get(field));
        }
        set("reversed", 0);
        set("ghost_in", memory.ghosts(isExchanged ? 1 : 0));
        set("ghost_out", memory.ghosts(isExchanged ? 0 : 1));
        set("deferred", memory.deferred());
        set("stride_deferred", plan.deferredNodes());
        set("stride", plan.stride());
        set("rows", plan.positions());
        set("first_private", plan.firstPrivate());
        this.seriesAt = arguments.stream().map(Argument::name).toList().indexOf("series_at");
        if (seriesAt >= 0) {
            set("series_from", memory.seriesFrom());
            set("series_at", 0);
            setSeries(kernel);
        }
        kernel.swept().forEach(swept -> set(swept, plan.classes().get(swept.number())));
        plan.classOfCutFields().ifPresent(nodes -> set("cut_values", memory.fieldsOf(nodes)));
        plan.tables().forEach(table -> set(table.name(), memory.table(table.name())));
    }

    private void setSeries(GpuKernel of) {
        of.kernel().series().forEach(name -> set(GpuKernel.seriesTable(name), memory.series(name)));
    }

    /// Sets the parameters of a class that the kernel sweeps.
    private void set(SweptClass swept, GpuClass nodes) {
        setSeries(swept.kernel());
        set(swept.inSweep("fields_in"), memory.fieldsOf(nodes));
        set(swept.inSweep("stride_in"), nodes.fieldLength());
        set(swept.inSweep("fields_out"), memory.fieldsOf(nodes));
        set(swept.inSweep("stride_out"), nodes.fieldLength());
    }

    /// Sets a parameter, if the kernel has it.
    private void set(String name, @Nullable Object value) {
        for (int i = 0; i < fixed; i++) {
            if (arguments.get(i).name().equals(name)) {
                boolean isNarrow = kernel.isNarrow() && arguments.get(i).type() == Argument.Type.SLOT;
                values[i] = isNarrow && value instanceof Long slots ? (Object) Math.toIntExact(slots) : value;
            }
        }
    }

    /// @param list positions of the nodes; null for a kernel over all positions
    BoundKernel over(@Nullable DeviceBuffer list, int first, int count) {
        set("list", list);
        set("first", first);
        set("count", count);
        this.count = count;
        return this;
    }

    /// Reverses the sweep direction, so that a sweep begins with the values that the previous sweep left in a
    /// cache.
    BoundKernel reversed() {
        set("reversed", 1);
        return this;
    }

    /// @param stride values from field to field
    BoundKernel fieldsIn(@Nullable DeviceBuffer fields, long stride) {
        set("fields_in", fields);
        set("stride_in", stride);
        return this;
    }

    BoundKernel fieldsOut(@Nullable DeviceBuffer fields, long stride) {
        set("fields_out", fields);
        set("stride_out", stride);
        return this;
    }

    /// Sets the row of the series, [GpuSeries#at].
    BoundKernel at(int row) {
        if (seriesAt >= 0) {
            values[seriesAt] = row;
        }
        return this;
    }

    /// Computes the uniform values, which are equal for all nodes.
    BoundKernel uniform(ToDoubleFunction<String> parameters) {
        int i = fixed;
        for (Uniform of : uniform) {
            for (double value : of.values(precision, parameters).values()) {
                values[i++] = number(value);
            }
        }
        return this;
    }

    private Object number(double value) {
        return switch (precision.computed()) {
            case FP64 -> (Object) value;
            case FP32 -> (Object) (float) value;
        };
    }

    void launch() {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw new IllegalStateException("kernel %s has no value for %s"
                        .formatted(function.name(), arguments.get(i).name()));
            }
        }
        memory.accelerator().launch(function, kernel.launchOver(count), values);
    }

    FunctionFacts facts() {
        return function.facts();
    }

    /// [GpuFunction#occupancy] of the last bound launch.
    double occupancy() {
        return function.occupancy(kernel.launchOver(count));
    }
}
