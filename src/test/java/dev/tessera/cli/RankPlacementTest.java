package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class RankPlacementTest {
    private static final OptionalInt CORES = OptionalInt.of(16);

    @Test
    void ranks_that_may_use_the_same_cores_share_them() {
        List<String> all = List.of("a\n0-15", "b\n0-15", "a\n0-15", "a\n0-15");
        RankPlacement third = RankPlacement.of(all, 2, 16, CORES);
        assertThat(third).isEqualTo(new RankPlacement("a", 1, 3, 5, CORES));
        assertThat(third.leavesCoresIdle()).isFalse();
        assertThat(RankPlacement.of(all, 1, 16, CORES).threads()).isEqualTo(16);
    }

    @Test
    void ranks_that_are_bound_keep_their_cores_and_idle_cores_are_noticed() {
        RankPlacement second = RankPlacement.of(List.of("a\n0", "a\n1"), 1, 1, CORES);
        assertThat(second).isEqualTo(new RankPlacement("a", 1, 2, 1, CORES));
        assertThat(second.leavesCoresIdle()).isTrue();
        assertThat(RankPlacement.of(List.of("a\n0-7", "a\n8-15"), 1, 8, CORES).leavesCoresIdle())
                .isFalse();
    }

    @Test
    void more_ranks_than_cores_have_one_thread_each() {
        assertThat(RankPlacement.of(List.of("a\n0-1", "a\n0-1", "a\n0-1"), 0, 2, CORES)
                        .threads())
                .isEqualTo(1);
    }

    @Test
    void lists_of_cores_are_counted() {
        assertThat(RankPlacement.cores("0-3,8,10-11")).hasValue(7);
        assertThat(RankPlacement.cores("")).isEmpty();
    }

    @Test
    void devices_are_dealt_to_the_ranks_of_a_computer() {
        RankPlacement third = new RankPlacement("a", 2, 4, 1, CORES);
        assertThat(DeviceKeys.ofRank("cuda:0-3", third, "--device cuda:0-3")).isEqualTo("cuda:2");
        assertThat(DeviceKeys.ofRank("cuda:0,cuda:1", third, "")).isEqualTo("cuda:0");
        assertThat(DeviceKeys.ofRank("cpu:jvm, cpu:jvm, cpu:c", third, "")).isEqualTo("cpu:c");
        assertThat(DeviceKeys.ofRank("cpu", third, "")).isEqualTo("cpu");
        assertThatThrownBy(() -> DeviceKeys.ofRank("cuda:0-7", third, "--device cuda:0-7"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("these are 8 devices, and 4 of the ranks run on a");
    }
}
