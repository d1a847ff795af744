package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.PartSize;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.suites.generator.TunedVessel;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class CutDivisionTest {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();

    /// The vessel of docs/benchmarks/scaling.md at a fifth of its resolution: a part has some thousand nodes, which
    /// take
    /// less time than a message.
    private final NodeMap vessel = Geometries.nodes(TunedVessel.aneurysm().fluid(0.2, WORKERS));

    private static int mostMessages(Cut cut) {
        return cut.sizes().stream().mapToInt(PartSize::neighbours).max().orElseThrow();
    }

    @Test
    void fewer_messages_are_preferred_where_they_decide() {
        double messageNodes = CommunicationModel.of("infiniband").messageS() * 9500e6 * 2; // in single precision
        for (int parts : new int[] {24, 48, 64}) {
            List<Cut> free = CutDivision.balanced().cuts(vessel, parts, WORKERS);
            List<Cut> costly = CutDivision.balanced().withMessages(messageNodes).cuts(vessel, parts, WORKERS);
            int fewest =
                    free.stream().mapToInt(CutDivisionTest::mostMessages).min().orElseThrow();
            assertThat(mostMessages(costly.getFirst())).isEqualTo(fewest);
            if (parts < 64) {
                assertThat(mostMessages(free.getFirst())).isGreaterThan(fewest);
            }
        }
    }

    @Test
    void messages_do_not_decide_where_inner_nodes_take_longer() {
        List<Cut> free = CutDivision.balanced().cuts(vessel, 4, WORKERS);
        List<Cut> cheap = CutDivision.balanced().withMessages(100).cuts(vessel, 4, WORKERS);
        assertThat(cheap.getFirst().method()).isEqualTo(free.getFirst().method());
        assertThat(cheap.getFirst().stepS()).isEqualTo(free.getFirst().stepS());
    }

    @Test
    void a_message_takes_the_time_of_half_a_million_nodes_of_a_gpu() {
        NodeMap small = Geometries.nodes(FluidNodes.where(new Box(4, 4, 4, true, true, true), (x, y, z) -> true));
        var plan = TestPlans.bulk(Lattices.D3Q19, new AaPattern(), new Dense(), small, Precision.FP32);
        CommunicationModel nvlink = CommunicationModel.between(true, false, true);
        assertThat(nvlink.key()).isEqualTo("nvlink");
        assertThat(nvlink.messageNodes(plan, true)).isCloseTo(26e-6 * 2900e9 / (2 * 19 * 4), within(1.0));
        CommunicationModel ranks = CommunicationModel.between(true, true, true);
        assertThat(ranks.messageNodes(plan, true)).isGreaterThan(nvlink.messageNodes(plan, true));
        CommunicationModel near = CommunicationModel.between(false, true, true);
        CommunicationModel far = CommunicationModel.between(false, true, false);
        assertThat(near.messageNodes(plan, false)).isLessThan(far.messageNodes(plan, false));
    }
}
