package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs and cases of the guide to models, each in a process of its own.
final class ModelsGuideIT {
    private static final Pattern FILE = Pattern.compile("(?ms)^```(?:java|yaml) (\\S+)\\n(.*?)^```");

    @TempDir
    private Path folder;

    private Path channel;

    @BeforeEach
    void write_the_files_of_the_guide() throws IOException {
        Matcher file = FILE.matcher(Files.readString(Path.of("docs/guides/models.md")));
        while (file.find()) {
            Files.writeString(folder.resolve(file.group(1)), file.group(2));
        }
        channel = folder.resolve("channel.yaml");
    }

    private int program(String name, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("java", folder.resolve(name).toString()));
        all.addAll(List.of(arguments));
        return tessera(all);
    }

    private int tessera(List<String> arguments) throws IOException, InterruptedException {
        Process process = OwnProcess.start(folder, List.of("-Xmx400m"), arguments.toArray(String[]::new));
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private String stdout() throws IOException {
        return Files.readString(folder.resolve("stdout"));
    }

    private String stderr() throws IOException {
        return Files.readString(folder.resolve("stderr"));
    }

    private int run(String program, Path out, String... more) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("run", channel.toString(), "--out", out.toString()));
        all.addAll(List.of("--device", "cpu:jvm"));
        all.addAll(List.of(more));
        return program(program, all.toArray(String[]::new));
    }

    private static double meanVelocity(Path out) throws IOException {
        return observable("velocity.mean_x", out);
    }

    private static double observable(String name, Path out) throws IOException {
        Matcher found = Pattern.compile("\"" + name + "\": \\{\\s*\"value\": ([-0-9.eE]+)")
                .matcher(Files.readString(out.resolve("summary.json")));
        assertThat(found.find()).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void a_collision_in_some_lines_runs_with_everything_that_run_does() throws Exception {
        Path out = folder.resolve("plain");
        assertThat(run("Plain.java", out)).as(stderr()).isZero();
        assertThat(meanVelocity(out)).isCloseTo(1e-6 * 0.016 * 0.016 / 12e-6, within(3e-8));
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"collision\": \"plain\"")
                .contains("tessera java ")
                .contains(folder.resolve("Plain.java") + "\",");
    }

    @Test
    void a_collision_that_forgets_the_force_is_refused() throws Exception {
        Path plain = folder.resolve("Plain.java");
        String text = Files.readString(plain);
        String line = ".plus(forced.times(force.get(i)))";
        assertThat(text).contains(line);
        Files.writeString(plain, text.replace(line, ""));
        assertThat(run("Plain.java", folder.resolve("out"))).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(stderr())
                .contains("plain on D2Q9 is wrong where a force acts: in one collision a node gains momentum along x")
                .contains("forceTerm");
    }

    @Test
    void the_error_of_the_collision_falls_with_the_square_of_the_spacing() throws Exception {
        assertThat(program("Order.java", channel.toString())).as(stderr()).isZero();
        assertThat(Files.readString(Path.of("docs/guides/models.md")).replace("\n    ", "\n"))
                .contains(stdout().strip());
    }

    /// Both agree up to the second order of the velocity, which is at most 0.05 nodes per step.
    @Test
    void an_equilibrium_in_the_case_file_flows_as_that_of_second_order() throws Exception {
        Path entropic = folder.resolve("entropic");
        Path ofSecondOrder = folder.resolve("second-order");
        assertThat(runEntropic(entropic)).as(stderr()).isZero();
        assertThat(stderr()).doesNotContain("warning");
        assertThat(runEntropic(ofSecondOrder, "--set", "model.equilibrium=quasi-compressible"))
                .as(stderr())
                .isZero();
        double expected = observable("velocity.mean", ofSecondOrder);
        assertThat(expected).isBetween(0.05e-3, 0.5e-3);
        assertThat(observable("velocity.mean", entropic))
                .isCloseTo(expected, within(0.01 * expected))
                .isNotEqualTo(expected);
    }

    private int runEntropic(Path out, String... more) throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("run", folder.resolve("entropic.yaml").toString()));
        all.addAll(List.of("--out", out.toString(), "--device", "cpu:jvm"));
        all.addAll(List.of(more));
        return tessera(all);
    }

    @Test
    void an_equilibrium_in_java_flows_as_the_exact_solution() throws Exception {
        Path out = folder.resolve("third-order");
        assertThat(run("ThirdOrder.java", out)).as(stderr()).isZero();
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"equilibrium\": \"third-order\"");
        assertThat(meanVelocity(out)).isCloseTo(1e-6 * 0.016 * 0.016 / 12e-6, within(2e-7));
    }

    /// The velocity at the walls is `3 nu (1 - r)/r` times its gradient: r = 1/5, nu = 0.4/3, 16 nodes.
    @Test
    void a_fluid_slips_along_a_wall_of_the_users_own() throws Exception {
        Path out = folder.resolve("slippery");
        assertThat(run("Slippery.java", out)).as(stderr()).isZero();
        double withoutSlip = 1e-6 * 0.016 * 0.016 / 12e-6;
        double slip = 18 * (0.4 / 3) * 4 / 16;
        assertThat(meanVelocity(out)).isCloseTo(withoutSlip * (1 + slip), within(0.01 * withoutSlip));
    }

    @Test
    void an_outlet_of_the_users_own_has_the_bits_of_the_built_in_equations_and_prints_what_the_guide_says()
            throws Exception {
        String duct = folder.resolve("duct.yaml").toString();
        Path own = folder.resolve("own");
        String[] run = {"run", duct, "--out", own.toString(), "--device", "cpu:jvm", "--quiet"};
        assertThat(program("OwnOutlet.java", run)).as(stderr()).isZero();
        String guide = Files.readString(Path.of("docs/guides/models.md"));
        List<String> lines = stdout().lines()
                .filter(line -> line.matches(".*(Reynolds|velocity\\.m(ean|aximum) |_rate|_pressure).*"))
                .toList();
        assertThat(lines).hasSize(7).allSatisfy(line -> assertThat(guide).contains("    " + line + "\n"));
        assertThat(guide).contains(stdout().lines().findFirst().orElseThrow().replaceFirst(", [^,]* MLUPS", ""));

        Path builtIn = folder.resolve("built-in");
        String[] same = {
            "run",
            duct,
            "--out",
            builtIn.toString(),
            "--device",
            "cpu:jvm",
            "--set",
            "boundaries.outlet.scheme=equilibrium"
        };
        Process process = OwnProcess.start(folder, List.of("-Xmx400m"), same);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(stderr()).isZero();
        assertThat(own.resolve("log.csv")).hasSameBinaryContentAs(builtIn.resolve("log.csv"));
    }

    @Test
    void a_power_law_flows_as_the_exact_solution() throws Exception {
        Path out = folder.resolve("power-law");
        assertThat(run("PowerLaw.java", out, "--set", "time.stop={steps: 20000}"))
                .as(stderr())
                .isZero();
        assertThat(meanVelocity(out)).isCloseTo(2.1347e-5, within(2.1e-7));
    }

    @Test
    void a_hook_changes_the_flow_also_of_a_resumed_run() throws Exception {
        Path whole = folder.resolve("whole");
        Path parts = folder.resolve("parts");
        String rows = "output.log-every=250 steps";
        assertThat(run("Stirred.java", whole, "--set", rows, "--set", "time.stop={steps: 1500}"))
                .as(stderr())
                .isZero();
        assertThat(run("Stirred.java", parts, "--set", rows, "--set", "time.stop={steps: 1000}"))
                .isZero();
        String[] on = {"--set", rows, "--set", "time.stop={steps: 1500}", "--resume", parts.toString()};
        assertThat(run("Stirred.java", parts, on)).as(stderr()).isZero();
        assertThat(parts.resolve("log.csv")).hasSameBinaryContentAs(whole.resolve("log.csv"));
        List<Double> means = Files.readAllLines(whole.resolve("log.csv")).stream()
                .skip(1)
                .map(row -> Double.parseDouble(row.split(",", -1)[5]))
                .toList();
        assertThat(means.get(2)).isPositive();
        assertThat(means.get(3)).isNegative(); // the row of a step shows the flow after its hooks
    }
}
