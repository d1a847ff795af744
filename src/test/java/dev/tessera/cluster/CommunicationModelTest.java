package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class CommunicationModelTest {
    private static final CommunicationModel MODEL = new CommunicationModel(100, 400, 10e-6, 2e-6);

    @Test
    void the_part_that_sends_most_decides() {
        // 2 MB at 100 GB/s, packed and unpacked at 400 GB/s; one message of six calls; the latency
        double expected = 20e-6 + 2 * 5e-6 + 6 * 2e-6 + 10e-6;
        assertThat(MODEL.secondsPerStep(new Traffic(2, 3_000_000, 1, 2_000_000)))
                .isCloseTo(expected, within(1e-12));
    }

    @Test
    void one_part_has_no_messages() {
        assertThat(MODEL.secondsPerStep(new Traffic(0, 0, 0, 0))).isZero();
    }

    @Test
    void bandwidths_are_positive() {
        assertThatThrownBy(() -> new CommunicationModel(0, 400, 0, 0)).hasMessageContaining("have to be positive");
    }
}
