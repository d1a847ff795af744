package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.Velocity;
import dev.tessera.testkit.Needs;
import dev.tessera.testkit.Python;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// The tests of A. Python, Un co-processeur CUDA pour Palabos (Geneva 2018), 4.1 and 4.2.3: every implementation writes
/// its populations, which are compared with each other and with an independent program, `reference.py`. Needs NumPy.
final class ReferenceVerify {
    private static final String FULL = "tessera.reference"; // `full`: the thesis' size and steps, a quarter of an hour

    @TempDir
    private Path folder;

    /// A flow of the script.
    ///
    /// @param settings of its domain, but for the relaxation rate
    /// @param n nodes along each axis
    private record Flow(String name, String settings, List<Integer> n, List<Integer> steps) {
        void run(Domain domain, PopulationTransfer transfer, Arena arena, int count) {
            if (!name.equals("cylinder")) {
                domain.step(count);
                return;
            }
            long bytes = (long) n.get(1) * domain.model().lattice().size() * Double.BYTES;
            MemorySegment last = arena.allocate(bytes, 8);
            MemorySegment before = arena.allocate(bytes, 8);
            for (int step = 0; step < count; step++) {
                copyOutflow(domain, transfer, last, before);
                domain.step(1);
            }
        }

        List<String> arguments(String command, Path folder) {
            List<String> words = new ArrayList<>(List.of(command, name, folder.toString()));
            if (command.equals("compare")) {
                steps.forEach(step -> words.add(step.toString()));
            }
            words.add("--");
            n.forEach(nodes -> words.add(nodes.toString()));
            return words;
        }
    }

    /// Populations that arrive over the high end are those of the column before, as in the thesis' program: there the
    /// domain has an envelope, which the caller writes before each step.
    private static void copyOutflow(
            Domain domain, PopulationTransfer transfer, MemorySegment last, MemorySegment before) {
        DomainSize size = domain.size();
        transfer.read(new NodeBox(size.nx() - 2, size.nx() - 2, 0, size.ny() - 1, 0, 0), before);
        NodeBox end = new NodeBox(size.nx() - 1, size.nx() - 1, 0, size.ny() - 1, 0, 0);
        transfer.read(end, last);
        int q = domain.model().lattice().size();
        List<Velocity> velocities = PalabosDirections.of(domain.model().lattice());
        for (int value = 0; value < size.ny() * q; value++) {
            if (velocities.get(value % q).x() < 0) {
                last.setAtIndex(ValueLayout.JAVA_DOUBLE, value, before.getAtIndex(ValueLayout.JAVA_DOUBLE, value));
            }
        }
        transfer.write(end, last);
    }

    /// What a file of populations was computed by.
    ///
    /// @param pattern null, as the addressing: the storage that a program gets
    private record Implementation(
            String device,
            @Nullable StreamingPattern pattern,
            @Nullable Addressing addressing) {
        static Implementation usual(String device) {
            return new Implementation(device, null, null);
        }

        private DomainStorage storage(NodeMap nodes, Device opened) {
            return pattern == null || addressing == null
                    ? DomainStorage.of(nodes, opened)
                    : new DomainStorage(pattern, addressing);
        }

        @Override
        public String toString() {
            String name = device.replace(':', '.');
            return pattern == null || addressing == null
                    ? name
                    : "%s.%s.%s".formatted(name, pattern.key(), addressing.key());
        }
    }

    /// How populations of a file differ from the reference.
    private record Difference(int step, String implementation, long values, double mean, double largest) {
        static Difference of(String line) {
            String[] words = line.split(" ", -1);
            return new Difference(
                    Integer.parseInt(words[0]),
                    words[1],
                    Long.parseLong(words[2]),
                    Double.parseDouble(words[3]),
                    Double.parseDouble(words[4]));
        }
    }

    private static List<Implementation> devices() {
        List<Implementation> all = new ArrayList<>();
        all.add(Implementation.usual("cpu:jvm"));
        if (NativeProgram.isOnPath("gcc")) {
            all.add(Implementation.usual("cpu:c"));
        } else {
            requireNone("c");
        }
        for (String device : List.of("opencl:0", "cuda:0")) {
            if (isThere(device)) {
                all.add(Implementation.usual(device));
            } else {
                requireNone(device.substring(0, device.indexOf(':')));
            }
        }
        return all;
    }

    /// Fails where the environment requires a part that is missing; the other implementations are compared all the
    /// same.
    private static void requireNone(String part) {
        try {
            Needs.part(part, false);
        } catch (TestAbortedException notRequired) {
            assertThat(part).isNotEmpty();
        }
    }

    private static boolean isThere(String device) {
        try (CoupledSimulation opened = CoupledSimulation.of("threads=1 device=" + device, name -> "")) {
            return opened.device() != null;
        } catch (DeviceException | IllegalArgumentException missing) {
            return false;
        }
    }

    private static Stream<Implementation> storages() {
        return Patterns.all().stream()
                .flatMap(pattern -> Addressings.fitting(pattern).stream()
                        .map(addressing -> new Implementation("cpu:jvm", pattern, addressing)));
    }

    private List<Difference> compare(Flow flow, List<Implementation> implementations) throws IOException {
        Python python = Python.with("numpy", "numpy");
        double omega =
                Double.parseDouble(python.run(ReferenceVerify.class, "reference.py", flow.arguments("prepare", folder))
                        .strip());
        for (Implementation implementation : implementations) {
            compute(flow, implementation, omega);
        }
        for (int step : flow.steps()) {
            for (Implementation other : implementations) {
                assertThat(Files.mismatch(file(implementations.getFirst(), step), file(other, step)))
                        .as("%s, step %d: the first byte of %s that differs", flow.name(), step, other)
                        .isEqualTo(-1);
            }
        }
        String text = python.run(ReferenceVerify.class, "reference.py", flow.arguments("compare", folder));
        List<Difference> differences = text.lines().map(Difference::of).toList();
        assertThat(differences).hasSize(flow.steps().size() * implementations.size());
        return differences;
    }

    private Path file(Implementation implementation, int step) {
        return folder.resolve("%s-%d".formatted(implementation, step));
    }

    private void compute(Flow flow, Implementation implementation, double omega) throws IOException {
        DomainModel model = DomainModel.of(flow.settings(), omega);
        DomainSize size = model.size(
                flow.n().get(0), flow.n().get(1), flow.n().size() > 2 ? flow.n().get(2) : 1);
        try (Arena arena = Arena.ofShared();
                CoupledSimulation simulation =
                        CoupledSimulation.of("threads=2 device=" + implementation.device(), name -> "")) {
            MemorySegment populations = inMemory("start", arena);
            NodeTypes types =
                    new NodeTypes(inMemory("types", arena), inMemory("velocities", arena), MemorySegment.NULL);
            try (Domain domain = simulation.domain(model, size, types, implementation::storage)) {
                PopulationTransfer transfer = domain.transfer(ValueOrder.PALABOS);
                transfer.write(NodeBox.all(size), populations);
                int done = 0;
                for (int step : flow.steps()) {
                    flow.run(domain, transfer, arena, step - done);
                    done = step;
                    transfer.read(NodeBox.all(size), populations);
                    Files.write(file(implementation, step), populations.toArray(ValueLayout.JAVA_BYTE));
                }
            }
        }
    }

    private MemorySegment inMemory(String name, Arena arena) throws IOException {
        byte[] bytes = Files.readAllBytes(folder.resolve(name));
        MemorySegment memory = arena.allocate(bytes.length, 8);
        return memory.copyFrom(MemorySegment.ofArray(bytes));
    }

    private static Flow cylinder(int nx, int ny, Integer... steps) {
        return new Flow("cylinder", "lattice=D2Q9 collision=bgk periodic=y closed=x0", List.of(nx, ny), List.of(steps));
    }

    private static List<Implementation> all() {
        return Stream.concat(devices().stream(), storages()).toList();
    }

    @Test
    void the_flow_past_a_cylinder_is_that_of_numpy_on_every_device_and_storage() throws IOException {
        for (Difference difference : compare(cylinder(105, 45, 1, 100, 1001), all())) {
            assertThat(difference.mean()).as(difference.toString()).isLessThan(1e-15);
            assertThat(difference.largest()).as(difference.toString()).isLessThan(1e-14);
        }
    }

    @Test
    void a_perturbation_in_the_centre_of_a_square_is_that_of_numpy() throws IOException {
        Flow flow =
                new Flow("perturbation", "lattice=D2Q9 collision=bgk periodic=xy", List.of(60, 50), List.of(1, 301));
        for (Difference difference : compare(flow, devices())) {
            assertThat(difference.largest()).as(difference.toString()).isLessThan(1e-14);
        }
    }

    @Test
    void a_perturbation_in_the_centre_of_a_box_is_that_of_numpy() throws IOException {
        Flow flow = new Flow(
                "perturbation", "lattice=D3Q19 collision=bgk periodic=xyz", List.of(24, 20, 22), List.of(1, 101));
        for (Difference difference : compare(flow, devices())) {
            assertThat(difference.largest()).as(difference.toString()).isLessThan(1e-14);
        }
    }

    /// NumPy and our compilers do not contract products and sums.
    @Test
    void in_the_order_of_operations_of_palabos_every_bit_is_that_of_numpy() throws IOException {
        Flow flow = new Flow("palabos", "collision=palabos-bgk periodic=xyz", List.of(24, 20, 22), List.of(1, 10, 101));
        for (Difference difference : compare(flow, all())) {
            assertThat(difference.values()).as(difference.toString()).isZero();
        }
    }

    /// The thesis' figure 4.10. Prints its table.
    @Test
    @EnabledIfSystemProperty(named = FULL, matches = "full")
    void the_thesis_cylinder_over_40_000_steps() throws IOException {
        Flow flow = cylinder(420, 180, 1, 1000, 5000, 10_000, 12_000, 15_000, 20_000, 25_792, 30_000, 36_000, 40_000);
        for (Difference difference : compare(flow, devices())) {
            System.out.println(difference);
            assertThat(difference.mean()).as(difference.toString()).isLessThan(1e-11);
        }
    }
}
