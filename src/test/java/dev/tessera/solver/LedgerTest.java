package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tessera.solver.Ledger.Phase;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LedgerTest {
    private final AtomicLong clock = new AtomicLong(17);
    private final Ledger ledger = new Ledger(clock::get);

    private void pass(long seconds) {
        clock.addAndGet(seconds * 1_000_000_000L);
    }

    @Test
    void every_moment_belongs_to_the_innermost_phase() {
        pass(1);
        try (var _ = ledger.begin(Phase.PREPARE)) {
            pass(2);
            try (var _ = ledger.begin(Phase.TUNE)) {
                pass(30);
            }
            pass(4);
        }
        try (var _ = ledger.begin(Phase.STEPS)) {
            pass(500);
        }
        try (var _ = ledger.begin(Phase.TUNE)) {
            pass(40);
        }
        pass(6);
        assertThat(ledger.seconds())
                .containsExactly(
                        entry(Phase.PREPARE, 6.0),
                        entry(Phase.TUNE, 70.0),
                        entry(Phase.STEPS, 500.0),
                        entry(Phase.OTHER, 7.0));
    }

    @Test
    void a_phase_that_goes_on_counts_up_to_now_and_time_before_the_ledger_can_be_added() {
        ledger.add(Phase.START, 3_000_000_000L);
        ledger.add(Phase.START, -5); // clocks may disagree
        try (var _ = ledger.begin(Phase.STEPS)) {
            pass(2);
            assertThat(ledger.seconds()).contains(entry(Phase.START, 3.0), entry(Phase.STEPS, 2.0));
            pass(1);
        }
        assertThat(ledger.seconds()).containsEntry(Phase.STEPS, 3.0);
    }
}
