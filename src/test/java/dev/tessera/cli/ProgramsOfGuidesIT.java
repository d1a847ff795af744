package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs of the guide to Java, and the pseudopotential of the guide to mixtures, each in a process of its own.
final class ProgramsOfGuidesIT {
    @TempDir
    private Path folder;

    private String written(String guide, String name) throws IOException {
        Matcher block = Pattern.compile("(?ms)^```(?:java|yaml) " + Pattern.quote(name) + "\\n(.*?)^```")
                .matcher(Files.readString(Path.of("docs/guides", guide)));
        assertThat(block.find()).as(name).isTrue();
        Files.writeString(folder.resolve(name), block.group(1));
        return block.group(1);
    }

    private int tessera(String... arguments) throws IOException, InterruptedException {
        Process process = OwnProcess.start(folder, List.of("-Xmx400m"), arguments);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private String file(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void the_first_case_of_sailfish_is_a_program_of_15_lines() throws Exception {
        assertThat(written("java.md", "Cavity.java").lines()).hasSizeLessThanOrEqualTo(15);
        String[] changes = {
            "--set",
            "output={probes: {middle: [0.5 m, 0.5 m]}, fields: none, pictures: none, plots: none}",
            "--set",
            "geometry.spacing=31.25 mm",
            "--device",
            "cpu:jvm"
        };
        String[] run = {"java", path("Cavity.java"), "run", "--out", path("out")};
        assertThat(tessera(both(run, changes))).as(file("stderr")).isZero();
        String summary = file("out/summary.json");
        assertThat(summary)
                .contains("java " + path("Cavity.java") + " run --out")
                .contains("\"steady\"");
        Matcher middle = Pattern.compile("\"middle.velocity_x\": \\{\\s*\"value\": ([-0-9.eE]+)")
                .matcher(summary);
        assertThat(middle.find()).isTrue();
        // Ghia, Ghia, Shin, J. Comput. Phys. 48, 387 (1982): -0.20581, with 129 nodes
        assertThat(Double.parseDouble(middle.group(1))).isCloseTo(-0.20581, within(0.01));

        // the text that the run leaves is the same case
        String[] again = {"run", path("out/case.yaml"), "--out", path("again")};
        assertThat(tessera(both(again, new String[] {"--device", "cpu:jvm"})))
                .as(file("stderr"))
                .isZero();
        assertThat(folder.resolve("again/log.csv")).hasSameBinaryContentAs(folder.resolve("out/log.csv"));
    }

    @Test
    void a_case_of_a_program_reports_what_is_wrong_and_has_every_command() throws Exception {
        written("java.md", "Cavity.java");
        assertThat(tessera("java", path("Cavity.java"), "geometry", "--out", path("voxels")))
                .as(file("stderr"))
                .isZero();
        assertThat(tessera("java", path("Cavity.java"), "run", "--set", "fluid.viscocity=1 mm2/s"))
                .isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(file("stderr")).contains("did you mean viscosity");
        Files.writeString(folder.resolve("Cavity.java"), file("Cavity.java").replace("\"y-max\"", "\"top\""));
        assertThat(tessera("java", path("Cavity.java"))).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(file("stderr")).contains("Cavity.java, its case as text").contains("top");
    }

    /// Every layer carries the force on what is beside it, so that the wall carries all: 1000 kg/m3, 1e-3 m/s2, 8 mm2.
    @Test
    void a_viscosity_of_numbers_runs_from_a_program() throws Exception {
        written("java.md", "Layers.java");
        assertThat(tessera("java", path("Layers.java"), "run", "--device", "cpu:jvm", "--out", path("out")))
                .as(file("stderr"))
                .isZero();
        String summary = file("out/summary.json");
        assertThat(summary).contains("the field measured").contains("\"steady\"");
        Matcher force = Pattern.compile("\"wall.force_x\": \\{\\s*\"value\": ([-0-9.eE]+)")
                .matcher(summary);
        assertThat(force.find()).isTrue();
        assertThat(Double.parseDouble(force.group(1))).isCloseTo(8e-6, withinPercentage(0.01));
    }

    @Test
    void a_pseudopotential_in_java_gives_the_bits_of_its_expression() throws Exception {
        written("mixtures.md", "vapour.yaml");
        written("mixtures.md", "Vapour.java");
        String[] few = {"--device", "cpu:jvm", "--set", "time.stop={steps: 50}", "--set", "output.log-every=10 steps"};
        String[] text = {"run", path("vapour.yaml"), "--out", path("text")};
        assertThat(tessera(both(text, few))).as(file("stderr")).isZero();
        String[] java = {
            "java",
            path("Vapour.java"),
            "run",
            path("vapour.yaml"),
            "--out",
            path("java"),
            "--set",
            "model.potential=linear"
        };
        assertThat(tessera(both(java, few))).as(file("stderr")).isZero();
        assertThat(file("text/log.csv").lines()).hasSizeGreaterThan(5);
        assertThat(folder.resolve("java/log.csv")).hasSameBinaryContentAs(folder.resolve("text/log.csv"));
    }

    /// φ rises from -1 to 1 in a disc of 0.5 mm within 4 mm × 4 mm.
    @Test
    void a_hook_adds_a_drop_to_a_mixture() throws Exception {
        written("mixtures.md", "drop.yaml");
        written("java.md", "SecondDrop.java");
        String[] few = {
            "--device",
            "cpu:jvm",
            "--set",
            "time.stop={steps: 150}",
            "--set",
            "output={fields: none, pictures: none, plots: none, log-every: 50 steps}"
        };
        String[] run = {"java", path("SecondDrop.java"), "run", path("drop.yaml"), "--out", path("out")};
        assertThat(tessera(both(run, few))).as(file("stderr")).isZero();
        List<String> rows = file("out/log.csv").lines().toList();
        int column = List.of(rows.getFirst().split(",", -1)).indexOf("order_parameter.mean");
        assertThat(column).as(rows.getFirst()).isNotNegative();
        List<Double> means = rows.stream()
                .skip(1)
                .map(row -> Double.parseDouble(row.split(",", -1)[column]))
                .toList();
        double added = 2 * Math.PI * 0.25 / 16;
        assertThat(means).hasSize(3);
        assertThat(means.get(1) - means.get(0)).isCloseTo(added, within(0.1 * added));
        assertThat(means.get(2)).isCloseTo(means.get(1), within(1e-6)); // the order parameter is conserved
    }

    @Test
    void a_program_may_choose_a_lattice_that_the_collision_of_the_file_does_not_suit() throws Exception {
        Files.writeString(folder.resolve("box.yaml"), """
                tessera: 1
                geometry: {box: [8 mm, 8 mm, 8 mm], spacing: 1 mm}
                sides: {x: periodic, y: periodic}
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                time: {relaxation-time: 0.9, stop: {steps: 5}}
                output: {fields: none, pictures: none, plots: none}
                """);
        Files.writeString(folder.resolve("Lattice.java"), """
                import dev.tessera.cli.Tessera;
                import dev.tessera.model.collision.Mrt;
                import dev.tessera.model.lattice.Lattices;

                void main(String[] arguments) {
                    Tessera.with(theCase -> theCase.lattice(Lattices.D3Q13).collision(new Mrt())).main(arguments);
                }
                """);
        String[] run = {"java", path("Lattice.java"), "run", path("box.yaml"), "--device", "cpu:jvm"};
        assertThat(tessera(both(run, new String[] {"--out", path("out")})))
                .as(file("stderr"))
                .isZero();
        assertThat(file("out/summary.json")).contains("\"lattice\": \"D3Q13\"");
        assertThat(tessera(both(run, new String[] {"--out", path("other"), "--set", "model.lattice=D3Q13"})))
                .isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(file("stderr")).contains("collision trt").contains("Use collision mrt");
    }

    private static String[] both(String[] first, String[] second) {
        String[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
