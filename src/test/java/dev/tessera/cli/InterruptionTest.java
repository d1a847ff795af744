package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.StopSignal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class InterruptionTest {
    private final TestConsole console = new TestConsole();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final Interruption interruption = new Interruption(console.pipe().err(), ended::incrementAndGet);

    @Test
    void a_command_without_a_watch_ends_at_once_and_says_so() {
        interruption.handleSignal();
        assertThat(ended).hasValue(1);
        assertThat(console.err()).contains("interrupted before the end");
    }

    @Test
    void a_command_reports_its_results_before_it_ends() {
        interruption.closingMessage(() -> "the 3 rows so far are in rows.json.");
        interruption.handleSignal();
        assertThat(ended).hasValue(1);
        assertThat(console.err()).isEqualToIgnoringNewLines("tessera: the 3 rows so far are in rows.json.");
    }

    @Test
    void a_suite_says_truly_where_its_rows_are() {
        var none = new ResultFiles(null, null);
        var both = new ResultFiles(Path.of("a.json"), Path.of("b.md"));
        assertThat(both.closingMessage(0)).isEqualTo("interrupted before the first row; no results were written.");
        assertThat(none.closingMessage(1))
                .isEqualTo("interrupted before the end; the row so far is on stdout, in no file (--json, --markdown).");
        assertThat(both.closingMessage(7))
                .isEqualTo("interrupted before the end; the 7 rows so far are on stdout and in a.json and b.md.");
    }

    @Test
    void a_run_is_requested_to_stop_and_is_notified_at_its_end() {
        try (var watch = interruption.watch(cause -> asked.incrementAndGet())) {
            interruption.handleSignal();
            assertThat(asked).hasValue(1);
            assertThat(ended).hasValue(0);
            assertThat(watch.complete()).isTrue();
        }
    }

    @Test
    void a_second_signal_does_not_wait_for_the_run() {
        try (var watch = interruption.watch(cause -> asked.incrementAndGet())) {
            interruption.handleSignal();
            interruption.handleSignal();
            assertThat(asked).hasValue(1);
            assertThat(ended).hasValue(1);
            assertThat(console.err()).contains("twice");
            assertThat(watch.complete()).isTrue();
        }
    }

    @Test
    void a_request_counts_once_and_a_signal_beside_it_does_not_end_the_process() {
        List<StopSignal.Cause> causes = new ArrayList<>();
        try (var watch = interruption.watch(causes::add)) {
            watch.request();
            watch.request();
            interruption.handleSignal();
            assertThat(ended).hasValue(0);
            assertThat(causes).containsExactly(StopSignal.Cause.STOPPED, StopSignal.Cause.INTERRUPTED);
            assertThat(watch.complete()).isTrue();
        }
    }

    @Test
    void a_signal_after_the_last_file_changes_nothing() {
        try (var watch = interruption.watch(cause -> asked.incrementAndGet())) {
            assertThat(watch.complete()).isFalse();
            interruption.handleSignal();
        }
        interruption.handleSignal();
        assertThat(asked).hasValue(0);
        assertThat(ended).hasValue(0);
    }

    @Test
    void after_a_run_that_failed_a_signal_ends_the_process() {
        interruption.watch(cause -> asked.incrementAndGet()).close();
        interruption.handleSignal();
        assertThat(asked).hasValue(0);
        assertThat(ended).hasValue(1);
    }
}
