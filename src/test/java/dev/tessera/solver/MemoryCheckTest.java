package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.solver.Boundary.Scheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryCheckTest {
    private static final StorageChoice DENSE_PULL = new StorageChoice(new TwoBufferPull(), new Dense());

    @TempDir
    Path folder;

    private final Case theCase = Ducts.duct(0, false, Scheme.ZOU_HE).build();
    private final NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());

    private long needed() {
        StorageLayout storage = StorageLayout.of(
                theCase.model().lattice(),
                DENSE_PULL.pattern(),
                DENSE_PULL.addressing(),
                nodes,
                ArraySpacing.of(8, true));
        return MemoryPlan.of(storage).totalBytes() - storage.tableBytes();
    }

    private void refused(FakeDriver driver, String... words) {
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder))) {
            ThrowingCallable open =
                    () -> Simulation.open(theCase, nodes, new GpuDevice(gpu), DENSE_PULL, ForkJoinPool.commonPool())
                            .close();
            assertThatThrownBy(open).isInstanceOf(DeviceException.class).hasMessageContainingAll(words);
        }
        assertThat(driver.calls()).isEmpty();
    }

    @Test
    void a_storage_that_does_not_fit_is_refused_before_allocation_and_one_that_fits_is_named() {
        long needed = needed();
        refused(
                new FakeDriver(needed - 1, needed),
                "cuda:0 (Fake GPU) has",
                "dense with pull takes",
                "These fit:",
                "dense with aa",
                "tessera plan");
    }

    @Test
    void where_no_storage_fits_the_spacing_that_would_fit_is_given() {
        refused(new FakeDriver(needed() / 16, needed()), "spacing at least 2.10 times as large", "fp32 halves it");
    }

    /// The populations fit alone.
    @Test
    void populations_share_memory_with_the_java_heap() {
        StorageLayout storage = StorageLayout.of(
                theCase.model().lattice(),
                DENSE_PULL.pattern(),
                DENSE_PULL.addressing(),
                nodes,
                ArraySpacing.of(8, true));
        try (Accelerator gpu =
                new Accelerator(new FakeDriver(needed() + 5_000_000, 1L << 40), new BinaryCache(folder))) {
            MemoryCheck alone = MemoryCheck.of(theCase, nodes, new GpuDevice(gpu));
            assertThatCode(() -> alone.require(storage)).doesNotThrowAnyException();
            assertThatCode(() -> alone.beside(4_900_000).require(storage)).doesNotThrowAnyException();
            assertThatThrownBy(() -> alone.beside(5_100_000).require(storage))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContainingAll("of memory free besides 5.1 MB for the Java heap", "dense with aa");
        }
    }

    private void require(Case wanted, Accelerator gpu) {
        new SimulationPlanner(wanted, new GpuDevice(gpu), ForkJoinPool.commonPool())
                .require(nodes.fluid().count());
    }

    /// The requested storage does not fit, but it fits in place: that is the remedy, not a coarser spacing.
    @Test
    void nodes_that_fit_only_in_place_get_this_remedy() {
        long copy = nodes.fluid().count() * 19 * 8;
        Case pull = Ducts.duct(0, false, Scheme.ZOU_HE)
                .storage(new Case.Storage(Optional.empty(), Optional.of(new TwoBufferPull())))
                .build();
        try (Accelerator gpu = new Accelerator(new FakeDriver(2 * copy - 1, 1L << 40), new BinaryCache(folder))) {
            assertThatThrownBy(() -> require(pull, gpu))
                    .hasMessageContainingAll("in 2 arrays", "storage.pattern: aa or esoteric-pull", "and fit");
        }
    }

    /// A consistent start has a second array of populations on the device.
    @Test
    void a_consistent_start_takes_the_populations_twice() {
        Case consistent =
                CaseFile.parse("vortices.yaml", """
                        tessera: 1
                        geometry: {box: [1 m, 1 m], spacing: 10 mm}
                        sides: periodic
                        fluid: {density: 2 kg/m3, viscosity: 0.02 m2/s}
                        model: {lattice: D2Q9, equilibrium: quasi-compressible}
                        initial: {density: consistent}
                        reference: {velocity: 1 m/s, length: 1 m}
                        time: {lattice-speed: 0.02, stop: {steps: 1}}
                        """, Path.of("/"), List.of()).theCase();
        long nodes = 100 * 100;
        long copy = nodes * 9 * 8;
        try (Accelerator gpu = new Accelerator(new FakeDriver(2 * copy - 1, 1L << 40), new BinaryCache(folder))) {
            var planner = new SimulationPlanner(consistent, new GpuDevice(gpu), ForkJoinPool.commonPool());
            assertThatThrownBy(() -> planner.require(nodes))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("in 2 arrays, twice at the start (initial.density: consistent)");
        }
        try (Accelerator gpu = new Accelerator(new FakeDriver(2 * copy, 1L << 40), new BinaryCache(folder))) {
            var planner = new SimulationPlanner(consistent, new GpuDevice(gpu), ForkJoinPool.commonPool());
            assertThatCode(() -> planner.require(nodes)).doesNotThrowAnyException();
        }
    }

    /// There is enough memory, but not in one block.
    @Test
    void too_small_a_largest_block_is_reported() {
        long copy = nodes.fluid().count() * 19 * 8;
        try (Accelerator gpu = new Accelerator(new FakeDriver(4 * copy, copy - 1), new BinaryCache(folder))) {
            assertThatThrownBy(() -> require(theCase, gpu))
                    .hasMessageContainingAll("at most in one block", "spacing at least");
        }
    }

    @Test
    void too_many_nodes_are_refused_as_soon_as_they_are_counted() {
        long leastBytes = nodes.fluid().count() * 19 * 8; // one population array
        for (long free : new long[] {leastBytes - 1, leastBytes}) {
            try (Accelerator gpu = new Accelerator(new FakeDriver(free, 1L << 40), new BinaryCache(folder))) {
                ThrowingCallable check = () -> require(theCase, gpu);
                if (free < leastBytes) {
                    assertThatThrownBy(check)
                            .isInstanceOf(DeviceException.class)
                            .hasMessageContainingAll(
                                    "fluid nodes take at least",
                                    "for populations in fp64. The case would fit with a spacing at least 1.06 times as",
                                    "fp32 halves it");
                } else {
                    assertThatCode(check).doesNotThrowAnyException();
                }
            }
        }
    }

    @Test
    void a_population_array_larger_than_the_largest_allocation_is_refused() {
        long needed = needed();
        refused(new FakeDriver(2 * needed, needed / 2 - 1), "at most in one block");
    }

    @Test
    void a_case_that_fits_is_opened() {
        try (Accelerator gpu = new Accelerator(new FakeDriver(1L << 30, 1L << 30), new BinaryCache(folder));
                Simulation simulation =
                        Simulation.open(theCase, nodes, new GpuDevice(gpu), DENSE_PULL, ForkJoinPool.commonPool())) {
            assertThat(simulation.memoryBytes()).isEqualTo(gpu.allocatedBytes());
            assertThat(gpu.freeBytes()).hasValue((1L << 30) - gpu.allocatedBytes());
        }
    }
}
