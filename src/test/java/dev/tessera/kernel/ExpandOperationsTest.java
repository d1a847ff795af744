package dev.tessera.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.FluidModel;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

final class ExpandOperationsTest {
    private static final int THREADS = 4;

    private static Kernel entropic() {
        var model = new FluidModel(Lattices.D2Q9, new QuasiCompressible(), new Elbm(), FluidModel.BodyForce.NONE);
        return StepKernels.bulk(model).step();
    }

    /// Plans of several storages do.
    @RepeatedTest(5)
    void several_threads_expand_one_kernel_at_a_time() throws Exception {
        Kernel kernel = entropic();
        String alone = statements(entropic().computing(Real.FP64));
        CountDownLatch start = new CountDownLatch(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<String>> expanded = IntStream.range(0, THREADS)
                    .mapToObj(thread -> threads.submit(() -> {
                        start.countDown();
                        start.await();
                        return statements(kernel.computing(Real.FP64));
                    }))
                    .toList();
            for (Future<String> each : expanded) {
                assertThat(each.get()).isEqualTo(alone);
            }
        }
    }

    private static String statements(Kernel kernel) {
        return kernel.statements().toString();
    }
}
