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
    private final TieredKernel kernel = new TieredKernel(slow, 100, asking::add);

    @Test
    void a_kernel_that_is_hardly_used_stays_as_it_is() {
        run(60);
        run(40);
        assertThat(asking).isEmpty();
        assertThat(calls).containsExactly("slow 60", "slow 40");
    }

    @Test
    void a_busy_kernel_asks_once_and_goes_on_until_something_faster_comes() {
        run(60);
        run(60);
        run(500);
        assertThat(asking).containsExactly(kernel);
        kernel.become(fast);
        run(7);
        assertThat(calls).containsExactly("slow 60", "slow 60", "slow 500", "fast 7");
    }

    private void run(int count) {
        kernel.run(new long[0], new long[0], new double[0], count);
    }
}
