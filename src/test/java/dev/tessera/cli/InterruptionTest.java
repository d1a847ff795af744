package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class InterruptionTest {
    @Test
    void a_signal_asks_the_run_to_stop_and_waits_until_it_has() throws InterruptedException {
        var asked = new AtomicBoolean();
        Thread signal;
        try (var interruption = Interruption.watch(() -> asked.set(true))) {
            signal = Thread.ofPlatform().start(interruption::stop);
            while (!asked.get()) {
                Thread.onSpinWait();
            }
            assertThat(signal.join(Duration.ofMillis(50)))
                    .as("ended before the run did")
                    .isFalse();
        }
        assertThat(signal.join(Duration.ofSeconds(10)))
                .as("ended after the run did")
                .isTrue();
    }
}
