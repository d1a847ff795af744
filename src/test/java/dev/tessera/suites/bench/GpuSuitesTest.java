package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.testkit.SomeGpu;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        "storages, 90"
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

    @Test
    void estimates_agree_with_measured_suites() {
        List<GpuTrial> papers = PaperSuite.trials(true);
        assertThat(SuiteTime.secondsOnOneH200(papers)).isBetween(125.0, 160.0);
    }
}
