package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.lane.SlotStreams;
import java.util.List;

/// The compiled kernel of one node class in one stage of a step, with its parameters and series.
final class StageRun {
    private final Kernel kernel;
    private final Streams streams;
    private final SlotStreams slots;
    private final LaneKernel step;
    private final double[] parameters;
    private final boolean[] isSet;
    private final List<String> series;
    private double[][] scalars = {}; // [step of a block] parameters, then series

    /// @param slots the kernel's streams of stored values
    StageRun(Kernel kernel, SlotStreams slots, LaneKernel step) {
        this.kernel = kernel;
        this.streams = Streams.of(kernel);
        this.slots = slots;
        this.step = step;
        this.parameters = new double[kernel.parameters().size()];
        this.isSet = new boolean[parameters.length];
        this.series = kernel.series();
    }

    Kernel kernel() {
        return kernel;
    }

    Streams streams() {
        return streams;
    }

    SlotStreams slots() {
        return slots;
    }

    LaneKernel step() {
        return step;
    }

    double[] parameters() {
        return parameters;
    }

    boolean set(String parameter, double value) {
        int at = kernel.parameters().indexOf(parameter);
        if (at >= 0) {
            parameters[at] = value;
            isSet[at] = true;
        }
        return at >= 0;
    }

    /// @throws IllegalStateException if a parameter has no value yet
    void checkParameters() {
        for (int p = 0; p < isSet.length; p++) {
            if (!isSet[p]) {
                throw new IllegalStateException("parameter %s of kernel %s has not been set"
                        .formatted(kernel.parameters().get(p), kernel.name()));
            }
        }
    }

    /// Prepares the values of the series for steps `first` … `first + count - 1`: a block.
    void loadSeries(SeriesValues values, long first, int count) {
        if (series.isEmpty()) {
            return;
        }
        if (scalars.length < count) {
            scalars = new double[count][parameters.length + series.size()];
        }
        for (int k = 0; k < count; k++) {
            System.arraycopy(parameters, 0, scalars[k], 0, parameters.length);
            for (int s = 0; s < series.size(); s++) {
                scalars[k][parameters.length + s] = values.at(series.get(s), first + k);
            }
        }
    }

    /// The values of `Kernel.scalars()`. @param stepOfBlock as prepared
    double[] scalars(int stepOfBlock) {
        return series.isEmpty() ? parameters : scalars[stepOfBlock];
    }
}
