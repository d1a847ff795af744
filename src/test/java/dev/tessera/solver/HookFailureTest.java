package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tessera.device.DeviceException;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.kernel.Kernel;
import dev.tessera.solver.Boundary.Scheme;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run with a hook that throws an exception.
final class HookFailureTest {
    @TempDir
    private Path folder;

    private void run(Consumer<Simulation> action, LongSupplier clock) {
        Case theCase = Ducts.duct(0, false, Scheme.ZOU_HE).atMostSteps(6).build();
        try (Simulation simulation = Simulation.open(theCase, new Interpreter(), ForkJoinPool.commonPool())) {
            Run run = new Run(
                    simulation,
                    List.of(),
                    (step, time, residual, row) -> {},
                    new Checkpoints(folder.resolve("checkpoints"), 2),
                    RunListener.SILENT,
                    new StopSignal(),
                    clock);
            run.add(new StepHook(2, action));
            run.toTheEnd();
        }
    }

    @Test
    void the_failure_names_step_line_and_message_and_keeps_the_exception() {
        Throwable failure = catchThrowable(() -> run(
                _ -> {
                    throw new IllegalStateException("my own mistake");
                },
                System::nanoTime));
        Throwable mistake = Objects.requireNonNull(failure.getCause());
        assertThat(failure)
                .isInstanceOfSatisfying(
                        RunFailure.class,
                        failed -> assertThat(failed.reason()).isEqualTo(RunFailure.Reason.HOOK_FAILED))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessage(("A hook of the program failed after step 2 at HookFailureTest.java:%d:"
                                + " java.lang.IllegalStateException: my own mistake. There is no checkpoint yet.")
                        .formatted(mistake.getStackTrace()[0].getLineNumber()));
        assertThat(mistake.getStackTrace())
                .allSatisfy(line -> assertThat(line.getFileName()).isEqualTo("HookFailureTest.java"));
    }

    @Test
    void a_flow_that_diverges_may_do_so_by_a_hook() {
        assertThatThrownBy(() -> run(
                        flow -> {
                            double[] none = new double[19];
                            Arrays.fill(none, Double.NaN);
                            flow.writePopulations(Kernel.FLUID, 0, 1, none);
                        },
                        System::nanoTime))
                .isInstanceOf(RunFailure.class)
                .hasMessageContaining("Check also what the program's hooks write.");
    }

    @Test
    void a_wrong_call_of_tessera_is_a_failure_of_the_hook() {
        assertThatThrownBy(() -> run(
                        flow -> flow.readPopulations(Kernel.FLUID, 0, Integer.MAX_VALUE, new double[9]),
                        System::nanoTime))
                .isInstanceOf(RunFailure.class)
                .hasMessageStartingWith("A hook of the program failed after step 2 at HookFailureTest.java:");
    }

    @Test
    void an_error_that_no_hook_throws_stays_what_it_is() {
        var isCalled = new AtomicBoolean();
        var error = new IllegalStateException("an error in Tessera");
        Throwable failure = catchThrowable(() -> run(_ -> isCalled.set(true), () -> {
            if (isCalled.get()) {
                throw error;
            }
            return System.nanoTime();
        }));
        assertThat(isCalled).isTrue();
        assertThat(failure).isSameAs(error);
    }

    @Test
    void a_device_that_is_lost_during_a_hook_is_not_its_failure() {
        assertThatThrownBy(() -> run(
                        _ -> {
                            throw new DeviceException("the GPU has fallen off the bus");
                        },
                        System::nanoTime))
                .isInstanceOfSatisfying(
                        RunFailure.class,
                        failed -> assertThat(failed.reason()).isEqualTo(RunFailure.Reason.DEVICE_FAILED));
    }
}
