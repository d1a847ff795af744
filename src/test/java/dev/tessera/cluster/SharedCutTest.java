package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.InProcessSlabs;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.layout.Geometries;
import dev.tessera.testkit.ThreadRanks;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes that share the methods of cutting find the cut that one process finds.
class SharedCutTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void ranks_find_the_cut_of_one_process(int count) throws Exception {
        for (int seed = 0; seed < 4; seed++) {
            NodeMap nodes = porous(seed);
            Parts alone = CutDivision.balanced().of(nodes, count, ForkJoinPool.commonPool());
            for (Parts shared : shared(nodes, count)) {
                assertThat(shared.partition().owners())
                        .isEqualTo(alone.partition().owners());
            }
        }
    }

    /// Also where porosity decides on the costs, which no slab knows alone.
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void slabs_find_the_cuts_of_a_run(int slabs) {
        for (int solidFrom : new int[] {3, 9, 20}) {
            Box box = new Box(22, 18, 20, true, false, true);
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> z < solidFrom || x % 5 > 1);
            List<Cut> ofRun = CutDivision.balanced().cuts(Geometries.nodes(fluid), 5, ForkJoinPool.commonPool());
            for (List<Cut> found : InProcessSlabs.run(
                    slabs,
                    exchange -> CutDivision.balanced()
                            .cuts(slab(fluid, Slab.of(box, exchange)), 5, ForkJoinPool.commonPool()))) {
                assertThat(found)
                        .usingRecursiveComparison()
                        .withStrictTypeChecking()
                        .isEqualTo(ofRun);
            }
        }
    }

    private static SlabNodes slab(FluidNodes whole, Slab slab) {
        FluidNodes stored = FluidNodes.where(slab.box(), (x, y, z) -> whole.isFluid(x, y, slab.wholeZ(z)));
        NodeMap nodes = Geometries.nodes(stored);
        return new SlabNodes(slab, nodes, nodes.originM());
    }

    @Test
    void more_ranks_than_tiles_are_refused_on_all() throws Exception {
        NodeMap oneTile = Geometries.nodes(FluidNodes.where(new Box(4, 4, 4, false, false, false), (x, y, z) -> true));
        assertThatThrownBy(() -> shared(oneTile, 8)).hasMessageContaining("8 parts are too many");
    }

    private static NodeMap porous(int seed) {
        Random random = new Random(seed);
        Box box = new Box(30, 22, 17, true, false, true);
        return Geometries.nodes(FluidNodes.where(box, (x, y, z) -> random.nextInt(4) > 0));
    }

    private static List<Parts> shared(NodeMap nodes, int count) throws Exception {
        return ThreadRanks.run(
                count,
                ranks -> CutDivision.balanced()
                        .of(nodes, new ThreadProcesses((ThreadRanks.Rank) ranks), ForkJoinPool.commonPool()));
    }
}
