package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.RunFailure;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a failure prints.
final class FailuresTest {
    private final TestConsole console = new TestConsole();

    private ExitCode report(Throwable failure) {
        return new Failures(console.pipe()).report(failure);
    }

    private static RunFailure failed(RunFailure.Reason reason, Throwable cause) {
        var where = new RunFailure.Where(20, 0.5, Optional.empty());
        return new RunFailure(reason, "It failed after step 20.", where, Optional.empty(), cause);
    }

    @Test
    void a_hook_that_failed_is_shown_with_the_lines_of_its_exception() {
        var mistake = new IllegalStateException("my own mistake");
        assertThat(report(failed(RunFailure.Reason.HOOK_FAILED, mistake))).isEqualTo(ExitCode.FAILED);
        assertThat(console.err())
                .startsWith("It failed after step 20.")
                .contains("java.lang.IllegalStateException: my own mistake")
                .contains("FailuresTest.java:" + mistake.getStackTrace()[0].getLineNumber())
                .doesNotContain("report it");
    }

    @Test
    void a_device_that_failed_needs_no_lines_of_tessera() {
        assertThat(report(failed(RunFailure.Reason.DEVICE_FAILED, new IllegalStateException("lost"))))
                .isEqualTo(ExitCode.FAILED);
        assertThat(console.err()).startsWith("It failed after step 20.").doesNotContain("\tat ");
    }

    @Test
    void what_tessera_does_not_expect_is_to_be_reported() {
        assertThat(report(new IllegalStateException("an error in Tessera"))).isEqualTo(ExitCode.FAILED);
        assertThat(console.err()).contains("internal error; please report it").contains("an error in Tessera");
    }
}
