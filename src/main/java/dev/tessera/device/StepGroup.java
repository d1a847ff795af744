package dev.tessera.device;

import java.util.List;

/// Executions of one device that step together: none of them reads or writes what another one does. A GPU runs their
/// kernels at the same time ([Device#group]). Not thread-safe.
public interface StepGroup extends AutoCloseable {
    /// Steps all of them. Results are those of [Execution#step] for one after the other.
    /// @param count of steps, 0 or more
    void step(long count);

    /// Releases what it has prepared; its executions stay open.
    @Override
    void close();

    /// One execution after the other.
    static StepGroup inOrder(List<? extends Execution> executions) {
        List<Execution> all = List.copyOf(executions);
        return new StepGroup() {
            @Override
            public void step(long count) {
                all.forEach(execution -> execution.step(count));
            }

            @Override
            public void close() {}
        };
    }
}
