package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;

final class RunCommandTest extends TinyCaseKit {
    /// The keys of summary.json that scripts rely on.
    private static final String CONTRACT = "schema version steps time_s dx_m dt_s reynolds mach relaxation_time nodes"
            + " fluid_nodes porosity porosity_with_buffer tiles tile_utilisation addressing pattern lattice collision"
            + " equilibrium precision device backend memory_bytes mlups wall_s converged stop_reason complete residual"
            + " observables outputs warnings command started ended inputs parameters openings mach_maximum timing";

    @Test
    void a_run_writes_its_numbers_to_stdout_and_everything_else_to_the_folder() throws IOException {
        assertThat(run()).as(console.err()).isZero();
        assertThat(console.out())
                .startsWith("A tiny cavity: end of the steps at step 4")
                .contains("velocity.mean")
                .contains(out.resolve("summary.json").toString());
        assertThat(names(out))
                .contains("summary.json", "log.csv", "case.yaml", "fields-000000004.vti", "velocity-z50-000000004.png");
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"steps\": 4", "\"stop_reason\": \"steps\"");
    }

    @Test
    void the_summary_keeps_its_contract_with_scripts() throws IOException {
        assertThat(run()).as(console.err()).isZero();
        Object json = new Load(
                        LoadSettings.builder().setSchema(new JsonSchema()).build())
                .loadFromString(Files.readString(out.resolve("summary.json")));
        assertThat(json)
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsKeys(CONTRACT.split(" "))
                .containsEntry("steps", 4)
                .containsEntry("converged", false)
                .containsEntry("dx_m", 1e-3)
                .containsEntry("fluid_nodes", 64)
                .containsEntry("lattice", "D2Q9");
        assertThat(Files.readAllLines(out.resolve("log.csv")).stream().map(line -> line.split(",", -1)[0]))
                .as("one row a step")
                .doesNotHaveDuplicates()
                .endsWith("4");
    }

    @Test
    void plots_are_those_that_the_case_names_and_a_plot_of_nothing_is_refused() throws IOException {
        assertThat(run("--set", "output.plots=[velocity.mean, y-max.force_x]"))
                .as(console.err())
                .isZero();
        assertThat(names(out))
                .contains("velocity.mean.png", "y-max.force_x.png")
                .doesNotContain("convergence.png");
        assertThat(run("--overwrite", "--set", "output.plots=none"))
                .as(console.err())
                .isZero();
        assertThat(names(out)).noneMatch(name -> name.endsWith("force_x.png") || name.equals("residual.png"));
        assertThat(run("--overwrite", "--set", "output.plots=lid.force_x")).isEqualTo(2);
        assertThat(console.err())
                .contains("output.plots: lid.force_x: no wall is called lid. This geometry has: ")
                .contains("y-max");
        assertThat(run("--overwrite", "--set", "output.plots=permeability")).isEqualTo(2);
        assertThat(console.err()).contains("this case has none. Give drive, or remove the plot.");
        assertThat(run("--overwrite", "--set", "output.plots=velocity.mean_z")).isEqualTo(2);
        assertThat(run("--overwrite", "--set", "output.plots=inlet.flow_rate")).isEqualTo(2);
        assertThat(console.err()).contains("no opening is called inlet. This geometry has none");
    }

    @Test
    void a_plot_of_the_residual_says_where_there_will_be_none() throws IOException {
        Path summary = out.resolve("summary.json");
        String doubt = "output.plots: residual will be empty";
        assertThat(run("--set", "output.plots=[residual, velocity.mean]"))
                .as(console.err())
                .isZero();
        assertThat(names(out)).contains("velocity.mean.png").doesNotContain("residual.png");
        assertThat(Files.readString(summary)).contains(doubt, "Give time.stop.steady");
        assertThat(run("--overwrite", "--set", "output.plots=residual", "--set", "time.stop.steady=1e-6"))
                .as(console.err())
                .isZero();
        assertThat(Files.readString(summary)).doesNotContain(doubt);
        assertThat(run("--overwrite"))
                .as("nobody asked for it: %s", console.err())
                .isZero();
        assertThat(Files.readString(summary)).doesNotContain(doubt);
    }

    @Test
    void a_run_beyond_the_limits_of_stability_says_so_in_its_summary() throws IOException {
        Path summary = out.resolve("summary.json");
        String[] thin = {"--set", "fluid.viscosity=5e-8 m2/s"};
        assertThat(run(thin)).isEqualTo(2);
        assertThat(console.err()).contains("grid Reynolds number 20");
        assertThat(run("--beyond-stability", thin[0], thin[1]))
                .as(console.err())
                .isZero();
        String warning = "time.beyond-stability: the flow may diverge, or be wrong: grid Reynolds number 20";
        assertThat(Files.readString(summary)).containsSubsequence("\"warnings\"", warning);
        assertThat(run("--overwrite", "--beyond-stability")).as(console.err()).isZero();
        assertThat(Files.readString(summary)).doesNotContain("beyond-stability: the flow may diverge");
    }

    @Test
    void values_are_changed_on_the_command_line_and_recorded_in_the_folder() throws IOException {
        assertThat(run("--set", "time.stop.steps=2")).as(console.err()).isZero();
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"steps\": 2");
        assertThat(Files.readString(out.resolve("case.yaml"))).contains("steps: 2");
    }

    @Test
    void a_run_without_fields_and_pictures_writes_numbers_only() throws IOException {
        assertThat(run("--set", "output.pictures=[]", "--set", "output.fields=[]", "--set", "output.plots=[]"))
                .as(console.err())
                .isZero();
        assertThat(names(out)).containsExactly("case.yaml", "checkpoints", "log.csv", "summary.json");
    }

    @Test
    void a_folder_stands_for_the_case_in_it() {
        assertThat(Main.run(console.pipe(), "run", temp.toString(), "--out", out.toString()))
                .as(console.err())
                .isZero();
    }

    @Test
    void a_wrong_case_is_wrong_input_with_its_place() throws IOException {
        Files.writeString(theCase, TINY.replace("spacing: 1 mm", "spacing: 1 mmm"));
        assertThat(run()).isEqualTo(2);
        assertThat(console.err()).startsWith(theCase + ":4:").contains("mmm");
        assertThat(out).doesNotExist();
    }

    @Test
    void an_expression_without_a_finite_value_is_named_by_its_place() throws IOException {
        String drive = "drive: {acceleration: [{expression: \"log(y - 1)\", unit: m/s2}, 0 m/s2]}\n";
        Files.writeString(theCase, TINY + drive);
        assertThat(run()).isEqualTo(2);
        int line = (int) TINY.lines().count() + 1;
        assertThat(console.err())
                .contains("%s:%d:%d: drive.acceleration.0.expression: expression \"log(y - 1)\" is NaN at x = "
                        .formatted(theCase, line, drive.indexOf("\"log") + 1));

        Files.writeString(theCase, TINY);
        assertThat(run("--set", "boundaries.y-max.velocity=[{expression: \"1/t\", unit: m/s}, 0 m/s]"))
                .isEqualTo(2);
        assertThat(console.err())
                .contains("--set boundaries.y-max.velocity.0.expression: expression \"1/t\" is Infinity at x = ");
    }

    @Test
    void a_flow_that_diverges_names_the_node_the_step_the_cause_and_the_checkpoint() throws IOException {
        Files.writeString(theCase, """
                tessera: 1
                geometry: {box: [8 mm, 8 mm], spacing: 1 mm}
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                model: {lattice: D2Q9, collision: bgk}
                sides: {x: periodic}
                drive: {acceleration: [{expression: "0.001*exp(t/2)", unit: m/s2}, 0 m/s2]}
                time: {relaxation-time: 0.8, stop: {steps: 2000}}
                output: {checkpoints: {every: 5 steps}}
                """);
        assertThat(run()).as(console.err()).isEqualTo(1);
        assertThat(console.err())
                .containsPattern(
                        "the flow diverged at \\(.*\\) mm \\(node 0, \\d, 0; .* from wall\\), .* s \\(step \\d+\\)")
                .contains("above the lattice's speed of sound. The drive of ", "Check the drive and its unit")
                .containsPattern("Last good checkpoint: \\S+\\.checkpoint");
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"stop_reason\": \"diverged\"", "\"failure\": {", "\"message\": \"the flow diverged at (")
                .containsPattern("\"step\": [1-9][0-9]*,")
                .containsPattern("\"place_m\": \\[[0-9.E-]+, [0-9.E-]+, 0.0]")
                .containsPattern("\"checkpoint\": \"checkpoints/step-[0-9]+.checkpoint\"");
    }

    @Test
    void a_run_whose_drive_becomes_impossible_leaves_a_summary_too() throws IOException {
        String drive =
                "sides: {x: periodic}\ndrive: {acceleration: [{expression: \"if(abs(t - 0.3) < 1e-4, log(-1 - y - t), 1e-6)\","
                        + " unit: m/s2}, 0 m/s2]}";
        String boundaries = "boundaries: {y-max: {scheme: moving, velocity: [1 mm/s, 0 mm/s]}}";
        Files.writeString(
                theCase, TINY.replace(boundaries, drive).replace("lattice-speed: 0.1", "relaxation-time: 0.8"));
        assertThat(run("--set", "time.stop.steps=2000")).as(console.err()).isEqualTo(2);
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"stop_reason\": \"failed\"", "log(-1 - y - t)", "\"checkpoint\": null");
    }

    @Test
    void a_box_that_no_memory_holds_is_refused_at_once_with_its_place() throws IOException {
        assertThat(run("--set", "geometry.spacing=1 nm")).isEqualTo(3);
        assertThat(console.err())
                .contains("case.yaml:4:31: geometry.spacing: 8,000,000 x 8,000,000 x 1 nodes (6.4e13)")
                .contains("A spacing of ")
                .doesNotContain("\tat ");
        assertThat(out).doesNotExist();
    }

    @Test
    void a_missing_case_is_wrong_input() {
        assertThat(Main.run(console.pipe(), "run", temp.resolve("nowhere.yaml").toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("nowhere.yaml").contains("no such file");
    }

    @Test
    void a_device_that_is_not_there_is_told_apart_from_one_that_does_not_exist() {
        assertThat(run("--device", "cuda:0")).isEqualTo(3);
        assertThat(run("--device", "abacus")).isEqualTo(2);
        assertThat(console.err())
                .contains("--device abacus: there is no such device. Known are")
                .contains("cpu");
        assertThat(run("--device", "opencl:x")).isEqualTo(2);
        assertThat(run("--device", "cpu,abacus")).isEqualTo(2);
        assertThat(run("--device", "cpu,cuda:0")).isEqualTo(3);
    }

    @Test
    void an_unknown_device_is_reported_with_its_place_and_the_command_line_comes_first() throws IOException {
        Files.writeString(theCase, TINY + "device: abacus\n");
        assertThat(Main.run(console.pipe(), "run", theCase.toString(), "--out", out.toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains(theCase + ":10:1: device: abacus: there is no such device. Known are");
        assertThat(run("--device", "auto")).as(console.err()).isZero();
    }
}
