package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--resume` and `--initial-state` of a channel in which everything that can change in time does: a ramp, a pressure
/// and a drive.
final class ResumeTest extends TinyCaseKit {
    private static final String CHANNEL = """
            tessera: 1
            name: channel
            constants: {peak: 1}
            geometry: {box: [12 mm, 6 mm], spacing: 1 mm}
            sides: {x-min: inlet, x-max: outlet}
            fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
            model: {lattice: D2Q9, collision: trt}
            boundaries:
              inlet: {mean-velocity: {expression: "peak*(1 + 0.1*sin(t))", unit: mm/s}, ramp: 20 s}
              outlet: {pressure: {expression: "1e-6*sin(t)", unit: Pa}, scheme: link-wise}
            drive: {acceleration: [{expression: "1e-7*(1 + sin(t + 100*y))", unit: m/s2}, 0 m/s2]}
            reference: {velocity: 1 mm/s, length: 6 mm}
            time: {relaxation-time: 0.8, stop: {steps: 40}}
            output: {log-every: 1 steps, checkpoints: {every: 10 steps, keep: 9}, pictures: none, plots: none}
            """;

    @BeforeEach
    void write_the_channel() throws IOException {
        Files.writeString(theCase, CHANNEL);
    }

    private int ends(String... more) {
        return run(more);
    }

    private void done(String... more) {
        assertThat(run(more)).as(console.err()).isZero();
    }

    private String[] resume(String... more) {
        return Stream.concat(Stream.of("--resume", out.toString()), Stream.of(more))
                .toArray(String[]::new);
    }

    /// The observables of the summary, as text.
    private static String numbers(Path folder) throws IOException {
        String summary = Files.readString(folder.resolve("summary.json"));
        return summary.substring(summary.indexOf("\"observables\""), summary.indexOf("\"outputs\""));
    }

    @Test
    void a_finished_run_is_left_alone() throws IOException {
        done();
        String before = Files.readString(out.resolve("summary.json"));
        done(resume());
        assertThat(console.out()).contains("this run has finished, at step 40; nothing was done");
        assertThat(Files.readString(out.resolve("summary.json"))).isEqualTo(before);
    }

    @Test
    void a_run_killed_between_its_last_checkpoint_and_its_last_row_gives_the_same_numbers() throws IOException {
        done();
        Path whole = temp.resolve("whole");
        Files.move(out, whole);
        done();
        Files.delete(out.resolve("summary.json"));
        List<String> rows = Files.readAllLines(out.resolve("log.csv"));
        Files.write(out.resolve("log.csv"), rows.subList(0, rows.size() - 1));
        done(resume());
        assertThat(numbers(out)).isEqualTo(numbers(whole)).contains("inlet.flow_rate");
        assertSameFiles(whole);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cpu:interpreter | {addressing: dense}
            cpu:interpreter | {addressing: tiles}
            cpu:jvm | {addressing: compact-tiles}
            opencl:0 | {addressing: tiles, lookup: shared, tuning: usual}
            opencl:0 | {addressing: tiles, lookup: cached, tuning: usual}
            """)
    void a_later_stop_continues_a_finished_run_bit_for_bit(String device, String storage) throws IOException {
        if (device.startsWith("opencl")) {
            Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        }
        done();
        Path whole = temp.resolve("whole");
        Files.move(out, whole);
        done("--set", "time.stop.steps=13", "--set", "output.checkpoints=");
        assertThat(names(out.resolve("checkpoints"))).containsExactly("step-000000000013.checkpoint");
        done(resume("--device", device, "--set", "storage=" + storage));
        assertThat(numbers(out)).isEqualTo(numbers(whole));
        assertSameFiles(whole);
    }

    private void assertSameFiles(Path whole) {
        for (String file : List.of("fields-000000040.vti", "log.csv", "checkpoints/step-000000000040.checkpoint")) {
            assertThat(out.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            time.relaxation-time=0.9 | time.step
            fluid.viscosity=2e-6 m2/s | fluid.viscosity
            fluid.density=998 kg/m3 | fluid.density
            model.collision=bgk | model.collision
            model.magic=1/6 | model.collision
            model.equilibrium=quasi-compressible | model.equilibrium
            model.precision=fp32 | model.precision
            constants.peak=2 | boundaries.inlet
            boundaries.inlet.ramp=10 s | boundaries.inlet
            boundaries.inlet.profile=plug | boundaries.inlet
            boundaries.outlet.scheme=zou-he | boundaries.outlet
            boundaries.outlet.backflow-guard=true | boundaries.outlet
            drive.acceleration=[1e-7 m/s2, 0 m/s2] | drive.acceleration
            initial.velocity=[1 mm/s, 0 mm/s] | initial.velocity
            geometry.spacing=0.5 mm | geometry.spacing
            geometry.obstacles={disc: {disc: {centre: [6 mm, 3 mm], diameter: 2 mm}}} | geometry
            sides.y=periodic | geometry.surfaces
            """)
    void other_physics_are_refused_with_the_key_and_both_values(String change, String key) throws IOException {
        done("--set", "time.stop.steps=10");
        String log = Files.readString(out.resolve("log.csv"));
        assertThat(ends(resume("--set", change))).as(console.err()).isEqualTo(2);
        assertThat(console.err())
                .contains("belongs to another case")
                .containsPattern("(?m)^  " + key.replace(".", "\\.") + ": .* in the checkpoint, .* in the case$")
                .contains("--initial-state")
                .doesNotContain("please report");
        assertThat(Files.readString(out.resolve("log.csv"))).isEqualTo(log);
    }

    @Test
    void what_does_not_decide_results_may_differ() {
        done("--set", "time.stop.steps=10");
        done(resume(
                "--set", "title=Another title",
                "--set", "boundaries.inlet.scheme=zou-he",
                "--set", "output.every=5 steps",
                "--set", "output.log-every=7 steps",
                "--set", "output.formats=vtu"));
    }

    @Test
    void the_flow_of_a_checkpoint_starts_a_new_run_of_other_physics() throws IOException {
        done();
        Path from = out;
        out = temp.resolve("more");
        done("--initial-state", from.toString(), "--set", "time.relaxation-time=0.7", "--set", "model.collision=bgk");
        List<String> rows = Files.readAllLines(out.resolve("log.csv"));
        assertThat(rows.get(1)).startsWith("1,");
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"initial_state\": \"" + from.resolve("checkpoints/step-000000000040.checkpoint"));
        assertThat(ends("--initial-state", from.toString(), "--resume", from.toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("give one of them");
        out = temp.resolve("finer");
        assertThat(ends("--initial-state", from.toString(), "--set", "geometry.spacing=0.5 mm"))
                .isEqualTo(2);
        assertThat(console.err()).contains("An initial state needs the same fluid nodes");
    }

    @Test
    void a_steady_state_is_found_at_the_same_step_after_a_resume() throws IOException {
        Files.writeString(theCase, """
                tessera: 1
                geometry: {box: [1 m, 1 m], spacing: 125 mm}
                sides: {y-max: lid}
                fluid: {density: 1 kg/m3, viscosity: 1e-1 m2/s}
                model: {lattice: D2Q9, collision: trt}
                boundaries: {lid: {scheme: moving, velocity: [1 m/s, 0 m/s]}}
                time: {lattice-speed: 0.05, stop: {steady: 1e-3, at-most: 300 s}}
                output: {log-every: 10 steps, fields: none}
                """);
        done();
        Path whole = temp.resolve("whole");
        Files.move(out, whole);
        assertThat(Files.readString(whole.resolve("summary.json"))).contains("\"stop_reason\": \"steady\"");
        long last = lastStep(whole);
        done("--set", "time.stop.steps=" + (last - 10));
        done(resume());
        assertThat(lastStep(out)).isEqualTo(last);
        assertThat(out.resolve("log.csv")).hasSameBinaryContentAs(whole.resolve("log.csv"));
        done(resume());
        assertThat(console.out()).contains("this run has finished, at step " + last);
    }

    private static long lastStep(Path folder) throws IOException {
        String row = Files.readAllLines(folder.resolve("log.csv")).getLast();
        return Long.parseLong(row.substring(0, row.indexOf(',')));
    }

    @Test
    void keep_0_leaves_no_checkpoint_of_a_finished_run() throws IOException {
        done("--set", "output.checkpoints.keep=0");
        assertThat(names(out.resolve("checkpoints"))).isEmpty();
        assertThat(Files.readString(out.resolve("summary.json"))).doesNotContain("could not be written");
    }

    @Test
    void checkpoints_after_the_one_that_is_resumed_are_removed() throws IOException {
        done();
        done(
                "--resume",
                out.resolve("checkpoints/step-000000000010.checkpoint").toString(),
                "--set",
                "time.stop.steps=15");
        assertThat(names(out.resolve("checkpoints")))
                .containsExactly("step-000000000010.checkpoint", "step-000000000015.checkpoint");
    }

    @Test
    void a_folder_that_another_run_holds_is_refused() throws IOException {
        Files.createDirectories(out);
        try (ResultLock lock = new ResultLock(out)) {
            assertThat(lock.take()).isTrue();
            assertThat(ends()).isEqualTo(2);
            assertThat(console.err()).contains("another run writes to " + out + ": this process.", "--out");
        }
        assertThat(names(out)).isEmpty();
        Files.writeString(out.resolve(ResultLock.NAME), "process 1, which was killed");
        done();
        assertThat(names(out)).doesNotContain(ResultLock.NAME);
    }
}
