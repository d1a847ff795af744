package dev.tessera.device.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// Side streams of a capture, on which launches that do not depend on each other become branches of the graph. The
/// kernels of side streams are started first: they are small, and a large one fills the device.
final class CudaBranches {
    /// A further branch follows another one on its stream.
    private static final int MOST = 4;

    private final Cuda cuda;
    private final CudaQueues queues;
    private final long main;
    private final long fork; // event
    private final List<Side> sides = new ArrayList<>();

    /// @param end event
    private record Side(long stream, long end) {}

    /// @param main the captured stream
    CudaBranches(Cuda cuda, CudaQueues queues, long main) {
        this.cuda = cuda;
        this.queues = queues;
        this.main = main;
        this.fork = cuda.createEvent();
    }

    /// Captures branches, the first on the main stream.
    /// @param use is told the stream of the launches that follow
    void capture(List<Runnable> branches, LongConsumer use) {
        int used = Math.min(MOST, branches.size() - 1);
        while (sides.size() < used) {
            sides.add(new Side(queues.createUrgentStream(), cuda.createEvent()));
        }
        cuda.record(fork, main);
        for (int side = 0; side < used; side++) {
            queues.await(sides.get(side).stream, fork);
        }
        try {
            branches.getFirst().run();
            for (int branch = 1; branch < branches.size(); branch++) {
                use.accept(sides.get((branch - 1) % MOST).stream);
                branches.get(branch).run();
            }
        } finally {
            use.accept(main);
        }
        for (int side = 0; side < used; side++) {
            cuda.record(sides.get(side).end, sides.get(side).stream);
            queues.await(main, sides.get(side).end);
        }
    }

    void close() {
        sides.forEach(side -> {
            cuda.destroyEvent(side.end);
            cuda.destroyStream(side.stream);
        });
        cuda.destroyEvent(fork);
    }
}
