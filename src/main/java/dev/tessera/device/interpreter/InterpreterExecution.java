package dev.tessera.device.interpreter;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.kernel.interpret.Interpretation;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Adapts an interpretation to an execution; closing releases it.
final class InterpreterExecution implements Execution {
    private @Nullable Interpretation interpretation;

    InterpreterExecution(Interpretation interpretation) {
        this.interpretation = interpretation;
    }

    private Interpretation open() {
        if (interpretation == null) {
            throw new DeviceException("this execution is closed; prepare the plan again");
        }
        return interpretation;
    }

    @Override
    public void step(long count) {
        open().step(count);
    }

    @Override
    public long steps() {
        return open().steps();
    }

    @Override
    public void restart(long steps) {
        open().restart(steps);
    }

    @Override
    public void setParameter(String name, double value) {
        open().setParameter(name, value);
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        open().setSeries(name, valueAtStep);
    }

    @Override
    public void writeField(String nodeClass, String field, double[] values) {
        double[] target = open().field(nodeClass, field);
        if (values.length != target.length) {
            throw new IllegalArgumentException("field %s of class %s has %d values, not %d"
                    .formatted(field, nodeClass, target.length, values.length));
        }
        System.arraycopy(values, 0, target, 0, values.length);
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        return open().field(nodeClass, field).clone();
    }

    @Override
    public void readPopulations(long first, int count, double[] target) {
        open().readPopulations(first, count, target);
    }

    @Override
    public void writePopulations(long first, int count, double[] source) {
        open().writePopulations(first, count, source);
    }

    @Override
    public int fluidNodes() {
        return open().fluidNodes();
    }

    @Override
    public void observe(List<String> quantities, double[][] target) {
        open().observe(quantities, target);
    }

    @Override
    public long memoryBytes() {
        return open().memoryBytes();
    }

    @Override
    public void close() {
        interpretation = null;
    }
}
