package dev.tessera.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeferredSlotsTest {
    private int listed;

    @Test
    void parts_of_an_array_are_listed_when_they_are_joined() {
        List<DeferredSlots> parts =
                List.of(slots(new long[] {4, 2}, new long[] {3, 7}), slots(new long[] {5}, new long[] {1}));
        assertThat(listed).isZero();

        ArraySlots joined = DeferredSlots.joined(parts);

        assertThat(listed).isEqualTo(2);
        assertThat(joined.byPhase()).containsExactly(new long[] {4, 2, 5}, new long[] {3, 7, 1});
    }

    @Test
    void lists_of_another_length_are_refused() {
        DeferredSlots wrong = new DeferredSlots("f", 3, () -> new ArraySlots("f", List.of(new long[] {4, 2})));

        assertThatThrownBy(wrong::listed)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 slots of array f are listed in place of 3 of array f");
    }

    private DeferredSlots slots(long[] even, long[] odd) {
        return new DeferredSlots("f", even.length, () -> {
            listed++;
            return new ArraySlots("f", List.of(even, odd));
        });
    }
}
