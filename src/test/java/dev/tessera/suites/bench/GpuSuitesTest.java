package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.SomeGpu;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GpuSuitesTest {
    private static final GpuFacts LARGE = new SomeGpu().facts();

    /// Times in seconds as measured on one H200; suites take minutes at most.
    @ParameterizedTest
    @CsvSource({
        "papers, 300",
        "gpu-quick, 240",
        "layouts, 100",
        "sizes, 60",
        "vessels, 60",
        "channels, 60",
        "chips, 60",
        "storages, 90",
        "models, 430"
    })
    void a_suite_takes_no_longer_than(String suite, double seconds) {
        List<GpuTrial> trials = GpuSuites.of(suite, LARGE);
        assertThat(SuiteTime.secondsOnOneH200(trials))
                .as("%d rows of %s", trials.size(), suite)
                .isBetween(5.0, seconds);
    }

    @Test
    void every_storage_has_its_limits_in_the_suite() {
        Map<String, Set<String>> kernels = new TreeMap<>();
        for (GpuTrial trial : GpuSuites.of("storages", LARGE)) {
            if (!trial.geometry().key().equals("full-box")) {
                kernels.computeIfAbsent(trial.addressing().key(), key -> new TreeSet<>())
                        .add(trial.kernel());
            }
        }
        assertThat(kernels.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Addressings.all().stream().map(Addressing::key).toList());
        // Ghost tiles store one population array like tiles, whose read/write-only kernel is used.
        kernels.computeIfAbsent("ghost-tiles", key -> new TreeSet<>()).add("read-write");
        assertThat(kernels.values()).allMatch(Set.of("step", "propagate", "read-write")::equals);
    }

    /// Beside BGK with the same launch, and with the limits of its precision.
    @ParameterizedTest
    @ValueSource(strings = {"fp64", "fp32"})
    void every_collision_is_measured_on_its_lattices_and_found_by_its_words(String precision) {
        List<GpuTrial> trials = GpuSuites.of("models", LARGE);
        assertThat(wanted(trials, "full-box read-write dense .* " + precision + " .*"))
                .isNotEmpty();
        for (VelocitySet lattice : List.of(Lattices.D3Q13, Lattices.D3Q15, Lattices.D3Q19, Lattices.D3Q27)) {
            for (Collision collision : Collisions.on(lattice)) {
                String step = "full-box step dense pull %s %s 128 threads".formatted(collision.key(), precision);
                List<GpuTrial> found = wanted(trials, step + ".* " + lattice.name());
                assertThat(found)
                        .as("%s on %s", collision.key(), lattice.name())
                        .allMatch(trial -> trial.lattice() == lattice && collision.equals(trial.collision()))
                        .extracting(trial -> trial.tuning().nodesPerThread())
                        .contains(1, 2);
            }
        }
    }

    private static List<GpuTrial> wanted(List<GpuTrial> trials, String words) {
        return trials.stream()
                .filter(trial -> trial.isWanted(Pattern.compile(words).asMatchPredicate()))
                .toList();
    }

    @Test
    void estimates_agree_with_measured_suites() {
        List<GpuTrial> papers = PaperSuite.trials(true);
        assertThat(SuiteTime.secondsOnOneH200(papers)).isBetween(125.0, 160.0);
    }

    /// With launches beside those of D3Q19, on which the others are measured.
    @ParameterizedTest
    @ValueSource(strings = {"central-moments", "cumulant", "kbc"})
    void collisions_of_d3q27_alone_are_measured_in_every_pattern_direct_and_indirect(String collision) {
        List<GpuTrial> trials = GpuSuites.of("models", LARGE);
        for (String precision : List.of("fp64", "fp32")) {
            for (String storage : List.of("dense", "compact-tiles")) {
                for (String pattern : List.of("pull", "push", "aa")) {
                    assertThat(trials)
                            .as("%s %s %s %s", collision, precision, storage, pattern)
                            .anyMatch(trial -> trial.lattice() == Lattices.D3Q27
                                    && trial.collision() != null
                                    && trial.collision().key().equals(collision)
                                    && trial.precision().key().equals(precision)
                                    && trial.addressing().key().equals(storage)
                                    && trial.pattern().key().equals(pattern));
                }
            }
        }
    }
}
