package dev.tessera.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NodeListTest {
    @Test
    void finds_the_entries_of_its_nodes() {
        long[] numbers = {0, 3, 63, 64, 65, 200, 1000};
        NodeList list = NodeList.of(numbers);
        for (long number = 0; number < 1100; number++) {
            long limit = number;
            int entry = list.entry(number);
            assertThat(list.countBelow(number)).isEqualTo((int)
                    LongStream.of(numbers).filter(n -> n < limit).count());
            assertThat(list.contains(number)).isEqualTo(entry >= 0);
            if (entry >= 0) {
                assertThat(list.number(entry)).isEqualTo(number);
            }
        }
        assertThat(list.entry(200)).isEqualTo(5);
        assertThat(list.containsAny(4, 62)).isFalse();
        assertThat(list.containsAny(4, 63)).isTrue();
        assertThat(list.containsAny(1000, 1000)).isTrue();
        assertThat(list.containsAny(1001, 5000)).isFalse();
        assertThat(list.containsAll(1000, 1000)).isTrue();
        assertThat(list.containsAll(999, 1000)).isFalse();
        assertThat(list.containsAll(1000, 1001)).isFalse();
        assertThat(list).hasToString("7 nodes from 0 to 1000");
        assertThat(NodeList.of().contains(0)).isFalse();
    }

    @Test
    void refuses_nodes_that_do_not_ascend() {
        assertThatThrownBy(() -> NodeList.of(3, 3)).hasMessageContaining("fluid number 3 after 3");
        assertThatThrownBy(() -> NodeList.of(5, 2)).hasMessageContaining("has to ascend");
        assertThatThrownBy(() -> NodeList.of(-1)).hasMessageContaining("fluid number -1");
    }
}
