package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScheduleTest {
    @Test
    void events_in_seconds_keep_their_mean_distance_when_steps_do_not_divide_it() {
        Schedule schedule = Schedule.of(OutputChoice.Schedule.everySeconds(0.25), 0.1);
        List<Long> events = new ArrayList<>();
        for (long step = 0; step < 10; step++) {
            if (schedule.isDue(step)) {
                events.add(step);
            }
        }
        assertThat(events).containsExactly(3L, 5L, 8L);
        assertThat(schedule.nextAfter(8)).isEqualTo(10);
    }

    @Test
    void an_empty_schedule_has_no_events() {
        Schedule never = Schedule.of(OutputChoice.Schedule.ONLY_AT_END, 0.1);
        assertThat(never.isDue(1)).isFalse();
        assertThat(never.nextAfter(5)).isEqualTo(Long.MAX_VALUE);
    }
}
