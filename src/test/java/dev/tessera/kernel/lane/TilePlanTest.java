package dev.tessera.kernel.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.Geometries.Geometry;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tiles access the slots of the storage.
final class TilePlanTest {
    private static final int WORKERS = 3;

    record Trial(VelocitySet lattice, TilingRule tiling, Geometry geometry) {
        StepPlan plan() {
            return TestPlans.bulkAndDriven(
                    lattice, new TwoBufferPush(), new GhostTiles(tiling), geometry.nodes(), Precision.FP64);
        }
    }

    static Stream<Trial> trials() {
        TilingRule skewed = TilingRule.exactly(new Tiling(5, 3, 2, 2, 1, 0));
        List<Trial> trials = new ArrayList<>();
        for (Geometry geometry : Geometries.of(3)) {
            trials.add(new Trial(Lattices.D3Q19, TilingRule.usual(), geometry));
            trials.add(new Trial(Lattices.D3Q27, skewed, geometry));
        }
        for (Geometry geometry : Geometries.of(2)) {
            trials.add(new Trial(Lattices.D2Q9, TilingRule.usual(), geometry));
            trials.add(new Trial(Lattices.D2Q9, TilingRule.of(3, 1, 1), geometry));
        }
        return trials.stream();
    }

    private static LanePlan lanes(StepPlan plan) {
        return LanePlan.of(plan, WORKERS, ForkJoinPool.commonPool());
    }

    @ParameterizedTest
    @MethodSource("trials")
    void a_node_reads_its_slots_of_the_storage(Trial trial) {
        StepPlan stepPlan = trial.plan();
        TilePlan plan = lanes(stepPlan).tiles().orElseThrow();
        for (int phase = 0; phase < stepPlan.phases(); phase++) {
            long[][] slots = new long[stepPlan.directions()][plan.tiles() * plan.nodesPerTile()];
            for (int tile = 0; tile < plan.tiles(); tile++) {
                read(plan.arrays().getFirst(), tile, plan.nodesPerTile(), phase, slots);
            }
            int read = phase;
            forEachNode(stepPlan, (boxIndex, position) -> {
                for (int i = 0; i < slots.length; i++) {
                    assertThat(slots[i][position]).isEqualTo(stepPlan.storage().readSlot(read, boxIndex, i));
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void a_node_writes_its_slots_of_the_storage(Trial trial) {
        StepPlan stepPlan = trial.plan();
        TilePlan plan = lanes(stepPlan).tiles().orElseThrow();
        int positions = plan.tiles() * plan.nodesPerTile();
        for (int phase = 0; phase < stepPlan.phases(); phase++) {
            Map<Long, Integer> written = new LinkedHashMap<>(); // slot -> direction * positions + position
            for (int tile = 0; tile < plan.tiles(); tile++) {
                write(plan.arrays().getFirst(), tile, plan, phase, written);
            }
            int wrote = phase;
            forEachNode(stepPlan, (boxIndex, position) -> {
                for (int i = 0; i < stepPlan.directions(); i++) {
                    assertThat(written)
                            .containsEntry(stepPlan.storage().writeSlot(wrote, boxIndex, i), i * positions + position);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void a_node_finds_values_of_fields_at_its_neighbours(Trial trial) {
        StepPlan stepPlan = TestPlans.twoComponents(
                trial.lattice(),
                new TwoBufferPush(),
                new GhostTiles(trial.tiling()),
                trial.geometry().nodes(),
                Precision.FP64);
        TilePlan plan = lanes(stepPlan).tiles().orElseThrow();
        TileNeighbours neighbours = plan.neighbours();
        assertThat(neighbours.velocities()).hasSize(trial.lattice().size() - 1);
        long[][] positions = new long[neighbours.velocities().size()][plan.tiles() * plan.nodesPerTile()];
        for (int v = 0; v < positions.length; v++) {
            for (int position = 0; position < positions[v].length; position++) {
                positions[v][position] =
                        (long) position + plan.shift(neighbours.velocities().get(v));
            }
        }
        for (int tile = 0; tile < plan.tiles(); tile++) {
            for (int link = neighbours.first()[tile]; link < neighbours.first()[tile + 1]; link++) {
                int position = tile * plan.nodesPerTile() + neighbours.place(link);
                positions[neighbours.velocity(link)][position] = neighbours.position(link);
            }
        }
        Box box = stepPlan.nodes().box();
        forEachNode(stepPlan, (boxIndex, position) -> {
            for (int v = 0; v < positions.length; v++) {
                assertThat(positions[v][position])
                        .isEqualTo(stepPlan.storage()
                                .neighbourPosition(
                                        box.x(boxIndex),
                                        box.y(boxIndex),
                                        box.z(boxIndex),
                                        neighbours.velocities().get(v)));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("trials")
    void every_node_of_a_class_is_a_lane_of_its_tile(Trial trial) {
        StepPlan stepPlan = trial.plan();
        LanePlan lanes = lanes(stepPlan);
        TilePlan plan = lanes.tiles().orElseThrow();
        for (int c = 0; c < plan.classes().size(); c++) {
            TileLanes ofClass = plan.classes().get(c);
            long[] numbers = stepPlan.classes().get(c).fluidNumbers();
            Set<Long> found = new TreeSet<>();
            lanes.forEachNode(c, 0, lanes.classes().get(c).nodes(), (lane, node) -> {
                long number = numbers == null ? node : numbers[(int) node];
                int position = position(stepPlan, stepPlan.nodes().fluid().boxIndex(number));
                int tile = position / plan.nodesPerTile();
                assertThat((int) lane).isBetween(ofClass.first()[tile], ofClass.first()[tile + 1] - 1);
                assertThat(Objects.requireNonNull(ofClass.places())[(int) lane])
                        .isEqualTo(position % plan.nodesPerTile());
                assertThat(found.add(number)).isTrue();
            });
            assertThat(found).hasSize((int) lanes.classes().get(c).nodes());
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void chunks_wait_for_all_that_accessed_their_slots_in_the_previous_step(Trial trial) {
        StepPlan stepPlan = trial.plan();
        LanePlan lanes = lanes(stepPlan);
        TilePlan plan = lanes.tiles().orElseThrow();
        List<TileChunk> chunks = plan.chunks().stream().flatMap(List::stream).toList();
        int[] chunkOf = new int[plan.tiles()];
        int tiles = 0;
        for (int c = 0; c < chunks.size(); c++) {
            assertThat(chunks.get(c).firstTile()).isEqualTo(tiles);
            for (; tiles < chunks.get(c).endTile(); tiles++) {
                chunkOf[tiles] = c;
            }
        }
        assertThat(tiles).isEqualTo(plan.tiles());
        for (int phase = 0; phase < stepPlan.phases(); phase++) {
            Map<Long, Set<Integer>> before = touching(stepPlan, plan, 1 - phase, chunkOf);
            Map<Long, Set<Integer>> now = touching(stepPlan, plan, phase, chunkOf);
            int[][] waits = lanes.waits()[phase];
            now.forEach((slot, those) -> {
                for (int chunk : those) {
                    for (int other : before.getOrDefault(slot, Set.of())) {
                        assertThat(waits[chunk]).contains(other);
                    }
                }
            });
        }
    }

    /// The chunks that access each slot in a phase.
    private static Map<Long, Set<Integer>> touching(StepPlan stepPlan, TilePlan plan, int phase, int[] chunkOf) {
        StorageLayout storage = stepPlan.storage();
        Map<Long, Set<Integer>> chunks = new LinkedHashMap<>();
        forEachNode(stepPlan, (boxIndex, position) -> {
            int chunk = chunkOf[position / plan.nodesPerTile()];
            for (int i = 0; i < stepPlan.directions(); i++) {
                for (long slot :
                        new long[] {storage.readSlot(phase, boxIndex, i), storage.writeSlot(phase, boxIndex, i)}) {
                    chunks.computeIfAbsent(slot, s -> new TreeSet<>()).add(chunk);
                }
            }
        });
        return chunks;
    }

    /// Replays the loads of a device: `slots` receives the source of each value.
    private static void read(TileArray plan, int tile, int n, int phase, long[][] slots) {
        for (int i = 0; i < slots.length; i++) {
            for (int place = 0; place < n; place++) {
                slots[i][tile * n + place] = plan.start(i) + (long) tile * n + place;
            }
        }
        int entry = tile * plan.readsPerTile();
        for (TileColumn column : plan.incoming().get(plan.kindOf(tile))) {
            int start = plan.reads()[entry++];
            for (int k = 0; k < column.nodes().length && start >= 0; k++) {
                slots[column.direction()][tile * n + column.nodes()[k]] =
                        plan.readBuffers(phase) + start + column.places()[k];
            }
        }
        TileCuts cuts = plan.cuts();
        for (int k = cuts.first()[tile]; k < cuts.endOfCrossing()[tile]; k++) {
            int i = TileCuts.direction(cuts.links()[k]);
            int position = tile * n + TileCuts.place(cuts.links()[k]);
            slots[i][position] = plan.start(i) + position;
        }
    }

    /// Replays the stores of a device.
    private static void write(TileArray plan, int tile, TilePlan tiles, int phase, Map<Long, Integer> written) {
        int n = tiles.nodesPerTile();
        int positions = tiles.tiles() * n;
        for (int i = 0; i < plan.directions(); i++) {
            for (int place = 0; place < n; place++) {
                int to = place + plan.shift(i);
                if (to >= 0 && to < n) {
                    written.put(plan.start(i) + (long) tile * n + to, i * positions + tile * n + place);
                }
            }
        }
        TileCuts cuts = plan.cuts();
        for (int k = cuts.first()[tile]; k < cuts.first()[tile + 1]; k++) {
            int i = TileCuts.direction(cuts.links()[k]);
            int position = tile * n + TileCuts.place(cuts.links()[k]);
            written.put(plan.start(i) + position, plan.opposite(i) * positions + position);
        }
        int entry = tile * plan.writesPerTile();
        for (TileColumn column : plan.outgoing().get(plan.kindOf(tile))) {
            int start = plan.writes()[entry++];
            for (int k = 0; k < column.nodes().length && start >= 0; k++) {
                written.put(
                        plan.writtenBuffers(phase) + start + column.places()[k],
                        column.direction() * positions + tile * n + column.nodes()[k]);
            }
        }
    }

    @FunctionalInterface
    private interface Visitor {
        void visit(long boxIndex, int position);
    }

    private static void forEachNode(StepPlan plan, Visitor visitor) {
        FluidNodes fluid = plan.nodes().fluid();
        for (long number = 0; number < fluid.count(); number++) {
            long boxIndex = fluid.boxIndex(number);
            visitor.visit(boxIndex, position(plan, boxIndex));
        }
    }

    private static int position(StepPlan plan, long boxIndex) {
        Box box = plan.nodes().box();
        return (int) plan.storage().placement().position(box.x(boxIndex), box.y(boxIndex), box.z(boxIndex));
    }
}
