package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.KernelCost;
import org.junit.jupiter.api.Test;

final class OrderTest extends PassKit {
    @Override
    Pass pass() {
        return new Order();
    }

    @Test
    void the_number_of_live_values_never_grows() {
        for (int seed = 1; seed <= 12; seed++) {
            Kernel lowered = new HoistUniform().apply(new Lower().apply(random(seed, 120)));
            assertThat(KernelCost.of(new Order().apply(lowered)).liveValues())
                    .isLessThanOrEqualTo(KernelCost.of(lowered).liveValues());
        }
    }
}
