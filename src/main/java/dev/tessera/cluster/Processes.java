package dev.tessera.cluster;

import dev.tessera.device.Ranks;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The processes that hold the parts of a case: this one holds them all, or each rank of a job holds one. Every method
/// except [#holds] is collective, in the sense of [Ranks].
public interface Processes {
    /// One process with all parts.
    Processes ONE = new Processes() {
        @Override
        public boolean holds(int part) {
            return true;
        }

        @Override
        public double[] values(int part, IntSupplier count, Supplier<double[]> own) {
            return own.get();
        }

        @Override
        public Reduced combined(List<? extends Reduction<?>> wanted, Reduced own) {
            return own;
        }

        @Override
        public long sum(long own) {
            return own;
        }

        @Override
        public void sum(long[] numbers) {}

        @Override
        public long least(long own) {
            return own;
        }

        @Override
        public Ranks ranks() {
            return Ranks.ALONE;
        }
    };

    /// Whether a part is in this process.
    boolean holds(int part);

    /// The values of a part, on the first process and on the one that holds it.
    /// @param count of the values; asked for on the first process
    /// @param own reads them; called by the process that holds the part
    /// @return null on other processes
    double @Nullable [] values(int part, IntSupplier count, Supplier<double[]> own);

    /// The result over the nodes of all processes, on all of them.
    /// @param own over the nodes of this one; may be changed
    Reduced combined(List<? extends Reduction<?>> wanted, Reduced own);

    /// The sum of a number over all processes.
    long sum(long own);

    /// Replaces numbers by their sums over all processes.
    void sum(long[] numbers);

    /// The least of a number over all processes.
    long least(long own);

    Ranks ranks();
}
