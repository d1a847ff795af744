package dev.tessera.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinnedMemoryTest {
    private static final long BYTES = 1000;

    private final MemorySegment all = Arena.ofAuto().allocate(2 * BYTES);
    private final MemorySegment own = all.asSlice(0, BYTES);
    private final PinnedMemory pinned = new PinnedMemory();

    PinnedMemoryTest() {
        pinned.add(own);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1000, true",
        "0, 200, true",
        "100, 200, true",
        "400, 600, true",
        "999, 1, true",
        "400, 601, false",
        "999, 2, false",
        "1000, 1, false",
        "1500, 100, false"
    })
    void a_segment_is_pinned_if_all_of_it_is(long from, long bytes, boolean isPinned) {
        assertThat(pinned.contains(all.asSlice(from, bytes))).isEqualTo(isPinned);
    }

    @Test
    void arrays_are_not_pinned() {
        assertThat(pinned.contains(MemorySegment.ofArray(new double[10]))).isFalse();
    }

    @Test
    void what_is_removed_or_released_is_not_pinned() {
        MemorySegment other = all.asSlice(BYTES, BYTES);
        pinned.add(other);

        assertThat(pinned.remove(own)).isTrue();
        assertThat(pinned.remove(own)).isFalse();
        assertThat(pinned.contains(own)).isFalse();

        List<MemorySegment> released = new ArrayList<>();
        pinned.release(released::add);
        assertThat(released).containsExactly(other);
        assertThat(pinned.contains(other)).isFalse();
    }
}
