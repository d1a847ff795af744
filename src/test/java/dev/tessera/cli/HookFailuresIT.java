package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Exceptions in hooks of a user's program, each in a process of its own.
final class HookFailuresIT {
    private static final String CHANNEL = """
            tessera: 1
            geometry: {box: [4 mm, 8 mm], spacing: 1 mm}
            sides: {x: periodic}
            fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
            model: {lattice: D2Q9}
            drive: {acceleration: [1e-6 m/s2, 0 m/s2]}
            time: {relaxation-time: 0.9, stop: {steps: 100}}
            output: {fields: none, pictures: none, plots: none}
            """;

    private static final String DROP = """
            tessera: 1
            geometry: {box: [8 mm, 8 mm], spacing: 1 mm}
            sides: {x: periodic, y: periodic}
            fluid:
              density: 1000 kg/m3
              viscosity: 1 mPa.s
              components:
                oil: {density: {expression: "0.5 + 0.4*cos(2*pi*x/0.008)", unit: g/cm3}}
                water: {density: {expression: "0.5 - 0.4*cos(2*pi*x/0.008)", unit: g/cm3}}
            model: {mixture: free-energy, surface-tension: 1 uN/m, interface-width: 2 mm}
            reference: {velocity: 1 mm/s, length: 8 mm}
            time: {relaxation-time: 1, stop: {steps: 100}}
            output: {fields: none, pictures: none, plots: none}
            """;

    @TempDir
    private Path folder;

    /// A program whose fourth line is the hook.
    private String failing(String theCase, String hook) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("case.yaml"), theCase);
        Path program = Files.writeString(folder.resolve("Hooked.java"), """
                import dev.tessera.cli.Tessera;
                class Hooked {
                    static void act(dev.tessera.solver.Simulation flow) {
                        %s
                    }
                    static void main(String[] arguments) {
                        Tessera.asItIs().every(20, Hooked::act).main(arguments);
                    }
                }
                """.formatted(hook));
        String out = folder.resolve("out").toString();
        String[] run = {"java", program.toString(), "run", file.toString(), "--out", out, "--device", "cpu:jvm"};
        Process process = OwnProcess.start(folder, List.of("-Xmx400m"), run);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        String told = Files.readString(folder.resolve("stderr"));
        assertThat(process.exitValue()).as(told).isEqualTo(ExitCode.FAILED.code());
        assertThat(told).doesNotContain("internal error").doesNotContain("please report");
        return told;
    }

    @Test
    void an_exception_of_a_hook_is_shown_with_its_line_and_no_request_to_report_it() throws Exception {
        assertThat(failing(CHANNEL, "throw new IllegalStateException(\"my own mistake\");"))
                .contains("A hook of the program failed after step 20 at Hooked.java:4:")
                .contains("java.lang.IllegalStateException: my own mistake")
                .contains("Hooked.act(Hooked.java:4)")
                .doesNotContain("Hooked.main");
        assertThat(Files.readString(folder.resolve("out/summary.json"))).contains("\"hook failed\"");
    }

    @Test
    void a_wrong_name_of_an_array_is_shown_with_the_line_of_the_hook_and_the_names_that_exist() throws Exception {
        assertThat(failing(DROP, "flow.readPopulations(\"water\", 0, 1, new double[9]);"))
                .contains("after step 20 at Hooked.java:4:")
                .contains("this case has no populations \"water\"; its populations are fluid, order");
    }
}
