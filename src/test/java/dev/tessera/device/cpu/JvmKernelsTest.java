package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.emit.SampleKernels;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.model.lattice.Lattices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JvmKernelsTest {
    private final List<Runnable> warming = new ArrayList<>();
    private final JvmKernels kernels = JvmKernels.warmWhenBusy((delay, work) -> warming.add(work));

    @Test
    void the_same_kernel_is_compiled_once_for_each_precision() {
        LaneKernel first = kernels.compile(SampleKernels.relaxation(), Precision.FP64);
        assertThat(kernels.compile(SampleKernels.relaxation(), Precision.FP64)).isSameAs(first);
        assertThat(kernels.compile(SampleKernels.relaxation(), Precision.FP32)).isNotSameAs(first);
        assertThat(kernels.compile(SampleKernels.random(1, 20), Precision.FP64)).isNotSameAs(first);
    }

    @Test
    void nothing_is_warmed_before_a_kernel_is_busy() {
        kernels.compile(SampleKernels.relaxation(), Precision.FP64);
        assertThat(warming).isEmpty();
    }

    @Test
    void a_failed_warm_up_is_repeated_with_growing_pauses() {
        List<Duration> delays = new ArrayList<>();
        List<Runnable> work = new ArrayList<>();
        List<LaneKernel> defined = new ArrayList<>();
        JvmKernels stubborn = JvmKernels.warmWhenBusy(
                (delay, later) -> {
                    delays.add(delay);
                    work.add(later);
                },
                (vectors, kernel, precision, lanes) -> {
                    defined.add(vectors);
                    return new JvmWarmUp.Outcome(defined.size() == 12, 1, Duration.ofSeconds(15), 160);
                });
        TieredKernel tiered = (TieredKernel) stubborn.compile(SampleKernels.relaxation(), Precision.FP64);
        LaneKernel scalar = tiered.current();
        tiered.request();
        for (int k = 0; k < work.size(); k++) {
            assertThat(tiered.current()).isSameAs(scalar);
            work.get(k).run();
        }
        assertThat(delays.stream().map(Duration::toSeconds))
                .containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 32L, 64L, 120L, 120L, 120L, 120L);
        assertThat(defined).doesNotHaveDuplicates();
        assertThat(tiered.current()).isSameAs(defined.getLast());
    }

    @Test
    void lanes_are_those_of_the_machine_and_twice_as_many_in_single_precision() {
        int bits = JvmVectors.preferredBits().orElseThrow();
        assertThat(kernels.lanes(Precision.FP64)).isEqualTo(bits / 64);
        assertThat(kernels.lanes(Precision.FP32)).isEqualTo(bits / 32);
    }

    @Test
    void a_kernel_that_cannot_be_printed_is_rejected() {
        ExprGraph graph = new ExprGraph();
        Expr f = graph.symbol("f");
        Kernel kernel = new Kernel(
                "wavy",
                Lattices.D2Q9,
                graph,
                List.of(),
                List.of(
                        new Statement.Load(f, new Source.PopulationIn(0)),
                        new Statement.Store(
                                new Sink.PopulationOut(0), graph.call(ElementaryFunction.SIN, List.of(f)))));
        assertThatThrownBy(() -> kernels.compile(kernel, Precision.FP64))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("kernel wavy calls SIN");
    }
}
