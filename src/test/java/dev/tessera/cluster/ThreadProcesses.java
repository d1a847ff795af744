package dev.tessera.cluster;

import dev.tessera.device.Ranks;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.testkit.ThreadRanks;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Processes that are threads: each holds the part of its number.
public record ThreadProcesses(ThreadRanks.Rank rank) implements Processes {
    @Override
    public boolean holds(int part) {
        return part == rank.rank();
    }

    @Override
    public double @Nullable [] values(int part, IntSupplier count, Supplier<double[]> own) {
        double[] values = rank.each(holds(part) ? own.get() : new double[0]).get(part);
        return holds(part) || rank.isFirst() ? values : null;
    }

    @Override
    public Reduced combined(List<? extends Reduction<?>> wanted, Reduced own) {
        throw new UnsupportedOperationException("nothing is reduced");
    }

    @Override
    public long sum(long own) {
        return rank.sum(own);
    }

    @Override
    public void sum(long[] numbers) {
        List<long[]> all = rank.each(numbers.clone());
        Arrays.setAll(numbers, k -> all.stream().mapToLong(of -> of[k]).sum());
    }

    @Override
    public long least(long own) {
        return rank.least(own);
    }

    @Override
    public Ranks ranks() {
        return rank;
    }
}
