package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.testkit.SomeGpu;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GpuSuitesTest {
    private static final GpuFacts LARGE = new SomeGpu().facts();

    /// As measured on one H200: suites stay short enough for a device that is lent for minutes.
    @ParameterizedTest
    @CsvSource({
        "papers, 260",
        "gpu-quick, 240",
        "layouts, 100",
        "sizes, 60",
        "vessels, 60",
        "channels, 60",
        "chips, 60",
        "storages, 90"
    })
    void a_suite_ends_in_time(String suite, double seconds) {
        List<GpuTrial> trials = GpuSuites.of(suite, LARGE);
        assertThat(SuiteTime.secondsOnOneH200(trials))
                .as("%d rows of %s", trials.size(), suite)
                .isBetween(5.0, seconds);
    }

    @Test
    void estimates_are_those_of_suites_that_were_measured() {
        List<GpuTrial> papers = PaperSuite.trials(true);
        assertThat(SuiteTime.secondsOnOneH200(papers)).isBetween(95.0, 130.0);
    }
}
