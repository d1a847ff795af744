package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.Progress;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {
    private final TestConsole console = new TestConsole();

    @Test
    void a_run_of_less_than_two_seconds_stays_silent() {
        try (var line = new ProgressLine(console.terminal(200), "cavity")) {
            console.pass(1.9);
            line.update(state(100, 1000));
        }
        assertThat(console.err()).isEmpty();
    }

    @Test
    void a_terminal_sees_one_line_with_step_time_speed_residual_and_time_left() {
        try (var line = new ProgressLine(console.terminal(200), "cavity")) {
            console.pass(10);
            line.update(state(250, 1000));
            assertThat(console.err())
                    .contains(
                            "█████░░░░░",
                            " 25 %",
                            "step 250 of 1000",
                            "t = 0.2500 s",
                            "130.0 MLUPS",
                            "residual 3.0e-05")
                    .contains("30 s left at most")
                    .doesNotContain("\n");
        }
        assertThat(console.err()).endsWith("\r\u001b[K");
    }

    @Test
    void a_terminal_is_redrawn_at_most_five_times_a_second() {
        try (var line = new ProgressLine(console.terminal(200), "cavity")) {
            console.pass(10);
            for (int i = 0; i < 100; i++) {
                line.update(state(i, 1000));
                console.pass(0.01);
            }
        }
        assertThat(console.err().split("MLUPS", -1)).hasSizeBetween(5, 7);
    }

    @Test
    void a_narrow_terminal_gets_no_line_that_wraps() {
        try (var line = new ProgressLine(console.terminal(30), "cavity")) {
            console.pass(10);
            line.update(state(1, 1000));
        }
        assertThat(console.err().replaceAll("\r\u001b\\[K", "")).hasSize(29);
    }

    @Test
    void the_time_left_is_what_a_terminal_of_80_columns_does_not_cut() {
        try (var line = new ProgressLine(console.terminal(80), "flow-past-a-cylinder-in-a-long-channel")) {
            console.pass(10);
            line.update(new Progress(250, 1_000_000, 0.25, 130, 3e-5, 4000, true));
        }
        assertThat(console.err()).startsWith("\r\u001b[K1 h 06 min left at most  flow-past-");
    }

    @Test
    void the_time_left_is_exact_where_only_the_limit_ends_the_run() {
        try (var line = new ProgressLine(console.pipe(), "cavity")) {
            console.pass(10);
            line.update(new Progress(250, 1000, 0.25, 130, Double.NaN, 30, false));
        }
        assertThat(console.err()).startsWith("30 s left  cavity  step 250 of 1000");
    }

    @Test
    void without_a_terminal_there_are_occasional_plain_lines() {
        try (var line = new ProgressLine(console.pipe(), "cavity")) {
            for (int second = 0; second < 100; second++) {
                console.pass(1);
                line.update(state(second, 1000));
            }
        }
        assertThat(console.err().lines())
                .hasSize(4)
                .allMatch(text -> text.startsWith("30 s left at most  cavity  step "));
        assertThat(console.err()).doesNotContain("\r", "█");
    }

    @Test
    void a_run_without_a_last_step_shows_no_share_and_no_time_left() {
        try (var line = new ProgressLine(console.pipe(), "rock")) {
            console.pass(3);
            line.update(new Progress(7, -1, 1, 2, Double.NaN, Double.NaN, true));
        }
        assertThat(console.err()).isEqualTo("rock  step 7  t = 1.000 s  2.0 MLUPS" + System.lineSeparator());
    }

    @Test
    void durations_read_well() {
        assertThat(ProgressLine.duration(42.4)).isEqualTo("42 s");
        assertThat(ProgressLine.duration(185)).isEqualTo("3 min 05 s");
        assertThat(ProgressLine.duration(7620)).isEqualTo("2 h 07 min");
        assertThat(ProgressLine.duration(3.17 * 86400)).isEqualTo("3 days 4 h");
    }

    private static Progress state(long step, long last) {
        return new Progress(step, last, step * 1e-3, 130, 3e-5, 30, true);
    }

    @Test
    void the_progress_of_voxelising_is_shown_too() {
        try (var line = new ProgressLine(console.terminal(200), "pack")) {
            console.pass(10);
            line.update("placing spheres", 0.42);
            console.pass(10);
            line.update("pushing spheres apart, step 3 of at most 10000", Double.NaN);
        }
        assertThat(console.err())
                .contains("pack: placing spheres 42 %, for 10 s so far")
                .contains("pack: pushing spheres apart, step 3 of at most 10000, for 20 s so far");
    }
}
