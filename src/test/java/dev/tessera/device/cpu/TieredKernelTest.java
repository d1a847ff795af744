package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TieredKernelTest {
    private final List<String> calls = new ArrayList<>();
    private final List<TieredKernel> asking = new ArrayList<>();
    private final LaneKernel slow = (in, out, parameters, count) -> calls.add("slow " + count);
    private final LaneKernel fast = (in, out, parameters, count) -> calls.add("fast " + count);
    private long allocated; // bytes, as if on this thread
    private final TieredKernel kernel = new TieredKernel(slow, 100, asking::add, () -> allocated);

    @Test
    void a_rarely_used_kernel_stays_scalar() {
        run(60);
        run(40);
        assertThat(asking).isEmpty();
        assertThat(calls).containsExactly("slow 60", "slow 40");
    }

    @Test
    void a_busy_kernel_requests_a_faster_one_once_and_continues_until_it_is_ready() {
        run(60);
        run(60);
        run(500);
        assertThat(asking).containsExactly(kernel);
        assertThat(kernel.isSettled()).isFalse();
        kernel.switchTo(fast);
        assertThat(kernel.isSettled()).isTrue();
        run(7);
        assertThat(calls).containsExactly("slow 60", "slow 60", "slow 500", "fast 7");
    }

    @Test
    void a_kernel_with_vectors_on_the_heap_switches_back_and_requests_again_when_busy() {
        LaneKernel boxing = (in, out, parameters, count) -> allocated += 800;
        kernel.request();
        kernel.switchTo(boxing);
        watched(7);
        watched(7);
        assertThat(kernel.current()).isSameAs(boxing);
        watched(7);
        assertThat(kernel.current()).isSameAs(slow);
        assertThat(asking).hasSize(1);
        run(101);
        assertThat(asking).hasSize(2);
    }

    @Test
    void occasional_allocations_are_ignored() {
        LaneKernel almost = (in, out, parameters, count) -> allocated += 800L * count;
        kernel.switchTo(almost);
        for (int call = 0; call < 12; call++) {
            watched(call % 3);
        }
        assertThat(allocated).isEqualTo(12 * 800L);
        assertThat(kernel.current()).isSameAs(almost);
    }

    private void watched(int count) {
        kernel.runWatched(new long[0], new long[0], new double[0], count);
    }

    private void run(int count) {
        kernel.run(new long[0], new long[0], new double[0], count);
    }
}
