package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AllocationTest {
    @Test
    void allocation_of_an_array_is_counted() {
        long before = Allocation.soFar();
        double[] array = new double[1000];
        long after = Allocation.soFar();
        assertThat(after - before).isGreaterThanOrEqualTo(8L * array.length);
    }
}
