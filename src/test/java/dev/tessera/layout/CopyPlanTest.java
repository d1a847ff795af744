package dev.tessera.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Partitions;
import dev.tessera.geometry.Partitions.Division;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Streaming through divided geometries equals streaming through the whole, for every lattice and storage.
final class CopyPlanTest {
    private static final int STEPS = 5;

    record Trial(VelocitySet lattice, Geometries.Geometry geometry, Division division, int layers) {
        Parts parts() {
            return division.parts().withLayers(layers);
        }
    }

    static Stream<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (VelocitySet lattice : Lattices.all()) {
            boolean isUsual = lattice == Lattices.D2Q9 || lattice == Lattices.D3Q19;
            for (Geometries.Geometry geometry : Geometries.of(lattice.dimensions())) {
                long count = geometry.nodes().fluid().count();
                if (count < (isUsual ? 500 : 300)) {
                    for (Division division : Partitions.of(geometry.nodes())) {
                        trials.add(new Trial(lattice, geometry, division, 1));
                        if (isUsual) {
                            trials.add(new Trial(lattice, geometry, division, 2 + trials.size() / 2 % 2));
                        }
                    }
                }
            }
        }
        return trials.stream();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void parts_stream_as_the_whole_does(Trial trial) {
        double[][] whole = streamed(trial.lattice, trial.geometry.nodes());
        for (StreamingPattern pattern : Patterns.all()) {
            for (Addressing addressing : Addressings.fitting(pattern)) {
                Parts parts = trial.parts();
                List<StorageLayout> storages = parts.all().stream()
                        .map(part -> storage(trial.lattice, pattern, addressing, part.nodes()))
                        .toList();
                assertThat(streamedInParts(trial, parts, storages))
                        .as("%s x %s", pattern.key(), addressing.key())
                        .isEqualTo(whole);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void parts_can_have_different_storages(Trial trial) {
        List<StorageLayout> storages = new ArrayList<>();
        List<StreamingPattern> patterns = Patterns.all();
        Parts parts = trial.parts();
        for (Subdomain part : parts.all()) {
            StreamingPattern pattern = patterns.get(storages.size() % patterns.size());
            List<Addressing> fitting = Addressings.fitting(pattern);
            Addressing addressing = fitting.get(3 * storages.size() % fitting.size());
            storages.add(storage(trial.lattice, pattern, addressing, part.nodes()));
        }
        assertThat(streamedInParts(trial, parts, storages)).isEqualTo(streamed(trial.lattice, trial.geometry.nodes()));
    }

    @ParameterizedTest
    @MethodSource("trials")
    void every_node_of_a_layer_receives_its_field_value_once(Trial trial) {
        Parts parts = trial.parts();
        List<StorageLayout> storages = parts.all().stream()
                .map(part -> storage(trial.lattice, new AaPattern(), new CompactTiles(), part.nodes()))
                .toList();
        CopyPlan plan = CopyPlan.of(parts, storages);
        List<double[]> values = new ArrayList<>();
        for (Subdomain part : parts.all()) {
            double[] own = new double[(int) part.fluid().count()];
            long[] whole = part.wholeNumbers(0, own.length);
            for (int n = 0; n < own.length; n++) {
                own[n] = Arrays.binarySearch(part.others(), n) >= 0 ? Double.NaN : whole[n];
            }
            values.add(own);
        }
        for (CopyPlan.Nodes copy : plan.fields()) {
            for (int k = 0; k < copy.fromNodes().length; k++) {
                double[] target = values.get(copy.to());
                assertThat(target[(int) copy.toNodes()[k]]).isNaN();
                target[(int) copy.toNodes()[k]] = values.get(copy.from())[(int) copy.fromNodes()[k]];
            }
        }
        for (int part = 0; part < values.size(); part++) {
            long[] whole = parts.part(part).wholeNumbers(0, values.get(part).length);
            for (int n = 0; n < whole.length; n++) {
                assertThat(values.get(part)[n]).isEqualTo((double) whole[n]);
            }
        }
    }

    /// A process with one part knows its own ends of the exchanges.
    @ParameterizedTest
    @MethodSource("trials")
    void the_exchanges_of_one_part_are_those_of_all_parts_that_it_takes_part_in(Trial trial) {
        Parts parts = trial.parts();
        List<StorageLayout> storages = parts.all().stream()
                .map(part -> storage(trial.lattice, new AaPattern(), new CompactTiles(), part.nodes()))
                .toList();
        CopyPlan all = CopyPlan.of(parts, storages);
        for (int held = 0; held < parts.count(); held++) {
            int own = held;
            CopyPlan found = CopyPlan.of(parts, Map.of(own, storages.get(own)));
            assertThat(found.state().stream().map(CopyPlanTest::listed))
                    .isEqualTo(all.state().stream()
                            .filter(copy -> copy.from() == own || copy.to() == own)
                            .map(copy -> new CopyPlan.Slots(
                                    copy.from(),
                                    copy.to(),
                                    copy.from() == own ? copy.fromSlots() : List.of(),
                                    copy.to() == own ? copy.toSlots() : List.of()))
                            .map(CopyPlanTest::listed)
                            .toList());
            assertThat(found.fields().stream().map(CopyPlanTest::listed))
                    .isEqualTo(all.fields().stream()
                            .filter(copy -> copy.from() == own || copy.to() == own)
                            .map(CopyPlanTest::listed)
                            .toList());
        }
    }

    private static List<Object> listed(CopyPlan.Slots copy) {
        return List.of(
                copy.from(),
                copy.to(),
                copy.fromSlots().stream().map(CopyPlanTest::listed).toList(),
                copy.toSlots().stream().map(CopyPlanTest::listed).toList());
    }

    private static List<Long> listed(long[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private static List<Object> listed(CopyPlan.Nodes copy) {
        return List.of(copy.from(), copy.to(), listed(copy.fromNodes()), listed(copy.toNodes()));
    }

    @Test
    void storages_of_other_parts_or_lattices_are_refused() {
        NodeMap map = Geometries.random(3, 1).nodes();
        var parts = Partitions.of(map).get(1).parts();
        StorageLayout first = storage(
                Lattices.D3Q19,
                new TwoBufferPull(),
                new Dense(),
                parts.all().getFirst().nodes());
        StorageLayout other = storage(
                Lattices.D3Q27,
                new TwoBufferPull(),
                new Dense(),
                parts.all().getLast().nodes());
        assertThatThrownBy(() -> CopyPlan.of(parts, List.of(first))).hasMessage("2 parts have 1 storages");
        assertThatThrownBy(() -> CopyPlan.of(parts, List.of(first, first)))
                .hasMessage("the storage of part 1 is of other nodes");
        assertThatThrownBy(() -> CopyPlan.of(parts, List.of(first, other)))
                .hasMessage("part 1 stores D3Q27 in 8 bytes, but part 0 D3Q19 in 8 bytes");
        MomentLayout moments = MomentLayout.of(
                Lattices.D3Q19, new Dense(), parts.all().getLast().nodes(), 8, 10);
        assertThatThrownBy(() -> CopyPlan.of(parts, List.of(first, moments)))
                .hasMessage("part 1 stores 10 moments, but part 0 0 (0: populations)");
    }

    private static StorageLayout storage(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes) {
        return StorageLayout.of(lattice, pattern, addressing, nodes, ArraySpacing.acrossCacheSets(8));
    }

    /// A value of its own for each population of each node.
    private static double start(long number, int direction) {
        return 100.0 * number + direction + 1;
    }

    /// The populations that each node receives after some steps, `[fluid node][direction]`.
    private static double[][] streamed(VelocitySet lattice, NodeMap map) {
        FluidNodes fluid = map.fluid();
        double[][] values = new double[(int) fluid.count()][lattice.size()];
        for (int n = 0; n < values.length; n++) {
            for (int i = 0; i < lattice.size(); i++) {
                values[n][i] = start(n, i);
            }
        }
        for (int step = 0; step < STEPS; step++) {
            double[][] next = new double[values.length][lattice.size()];
            for (int n = 0; n < values.length; n++) {
                for (int i = 0; i < lattice.size(); i++) {
                    int to = neighbour(map, n, lattice.velocity(i));
                    next[to < 0 ? n : to][to < 0 ? lattice.opposite(i) : i] = values[n][i];
                }
            }
            values = next;
        }
        return values;
    }

    private static int neighbour(NodeMap map, int n, Velocity c) {
        Box box = map.box();
        long index = map.fluid().boxIndex(n);
        return (int) map.fluid().number(box.neighbour(box.x(index), box.y(index), box.z(index), c.x(), c.y(), c.z()));
    }

    private static double[][] streamedInParts(Trial trial, Parts parts, List<StorageLayout> storages) {
        CopyPlan plan = CopyPlan.of(parts, storages);
        List<double[]> values = new ArrayList<>();
        for (int part = 0; part < storages.size(); part++) {
            StorageLayout storage = storages.get(part);
            double[] slots = new double[(int) storage.slots()];
            Arrays.fill(slots, Double.NaN);
            Subdomain of = parts.part(part);
            forEachUpdated(of, (index, whole) -> {
                boolean isOwn = Arrays.binarySearch(of.others(), of.fluid().number(index)) < 0;
                for (int i = 0; i < trial.lattice.size() && isOwn; i++) {
                    slots[(int) storage.readSlot(0, index, i)] = start(whole, i);
                }
            });
            values.add(slots);
        }
        exchange(plan.written(), values, 0);
        for (int step = 0; step < STEPS; step++) {
            for (int part = 0; part < storages.size(); part++) {
                values.set(part, moved(trial, parts.part(part), storages.get(part), values.get(part), step));
            }
            if ((step + 1) % parts.layers() == 0 || step + 1 == STEPS) {
                exchange(plan.state(), values, step + 1);
            }
        }
        double[][] result = new double[(int) trial.geometry.nodes().fluid().count()][];
        for (int part = 0; part < storages.size(); part++) {
            StorageLayout storage = storages.get(part);
            double[] slots = values.get(part);
            forEachUpdated(parts.part(part), (index, whole) -> {
                double[] node = new double[trial.lattice.size()];
                int phase = STEPS % storage.pattern().phases();
                Arrays.setAll(node, i -> slots[(int) storage.readSlot(phase, index, i)]);
                if (result[(int) whole] != null && !Arrays.equals(node, result[(int) whole])) {
                    throw new AssertionError("node %d differs in two parts".formatted(whole));
                }
                result[(int) whole] = node;
            });
        }
        return result;
    }

    private static void exchange(List<CopyPlan.Slots> copies, List<double[]> values, int steps) {
        List<double[]> sent = values.stream().map(double[]::clone).toList();
        for (CopyPlan.Slots copy : copies) {
            long[] from = copy.fromSlots().get(steps % copy.fromSlots().size());
            long[] to = copy.toSlots().get(steps % copy.toSlots().size());
            for (int k = 0; k < from.length; k++) {
                values.get(copy.to())[(int) to[k]] = sent.get(copy.from())[(int) from[k]];
            }
        }
    }

    /// One step of a part without collision.
    private static double[] moved(Trial trial, Subdomain part, StorageLayout storage, double[] values, int step) {
        double[] next = values.clone();
        int phase = step % storage.pattern().phases();
        forEachUpdated(part, (index, whole) -> {
            for (int i = 0; i < trial.lattice.size(); i++) {
                next[(int) storage.writeSlot(phase, index, i)] = values[(int) storage.readSlot(phase, index, i)];
            }
        });
        return next;
    }

    private interface UpdatedVisitor {
        void visit(long boxIndex, long wholeNumber);
    }

    private static void forEachUpdated(Subdomain part, UpdatedVisitor visitor) {
        NodeMap nodes = part.nodes();
        long[] whole = part.wholeNumbers(0, (int) nodes.fluid().count());
        for (int n = 0; n < whole.length; n++) {
            if (!nodes.isHalo(n)) {
                visitor.visit(nodes.fluid().boxIndex(n), whole[n]);
            }
        }
    }
}
