package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Partitions;
import dev.tessera.geometry.Partitions.Division;
import dev.tessera.geometry.Subdomain;
import dev.tessera.layout.Geometries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class NodeRunsTest {
    private static Stream<Division> divisions() {
        return Stream.of(
                        Geometries.random(2, 2).nodes(),
                        Geometries.random(3, 3).nodes(),
                        Geometries.of(3).get(1).nodes(),
                        rows())
                .flatMap(nodes -> Partitions.of(nodes).stream());
    }

    private static NodeMap rows() {
        Box box = new Box(130, 5, 4, true, true, false);
        return Geometries.nodes(FluidNodes.where(box, (x, y, z) -> (7 * x + 3 * y + z) % 41 > 0));
    }

    @ParameterizedTest
    @MethodSource("divisions")
    void list_each_node_of_the_part_that_updates_it(Division division) {
        NodeMap whole = division.parts().whole();
        int[] found = new int[(int) whole.fluid().count()];
        for (Subdomain part : division.parts().all()) {
            NodeRuns.of(part, ForkJoinPool.commonPool()).forEach((inPart, inWhole, before, nodes) -> {
                for (int k = 0; k < nodes; k++) {
                    long number = part.number(whole.fluid().boxIndex(inWhole + k));
                    assertThat(number).isEqualTo(inPart + k);
                    found[inWhole + k]++;
                }
            });
        }
        assertThat(Arrays.stream(found).allMatch(count -> count == 1)).isTrue();
    }

    @Test
    void a_range_takes_parts_of_runs() {
        NodeMap nodes = rows();
        Division two = Partitions.of(nodes).stream()
                .filter(each -> each.name().startsWith("2 parts"))
                .findFirst()
                .orElseThrow();
        NodeRuns all = NodeRuns.of(two.parts().part(0), ForkJoinPool.commonPool());
        List<int[]> expected = new ArrayList<>();
        all.forEach((inPart, inWhole, before, length) -> {
            for (int k = 0; k < length; k++) {
                expected.add(new int[] {inPart + k, inWhole + k});
            }
        });
        for (int first = 0; first < nodes.fluid().count(); first += 37) {
            int from = first;
            int end = first + 61;
            List<int[]> found = new ArrayList<>();
            NodeRuns within = all.within(first, end);
            within.forEach((inPart, inWhole, before, length) -> {
                assertThat(before).isEqualTo(found.size());
                for (int k = 0; k < length; k++) {
                    found.add(new int[] {inPart + k, inWhole + k});
                }
            });
            List<int[]> wanted = expected.stream()
                    .filter(pair -> pair[1] >= from && pair[1] < end)
                    .toList();
            assertThat(found.toArray(int[][]::new)).isDeepEqualTo(wanted.toArray(int[][]::new));
            assertThat(within.nodes()).isEqualTo(wanted.size());
            assertThat(within.numbersInPart())
                    .containsExactly(wanted.stream().mapToLong(pair -> pair[0]).toArray());
        }
    }
}
