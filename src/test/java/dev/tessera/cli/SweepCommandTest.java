package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What `tessera sweep` refuses and prints without computing anything.
final class SweepCommandTest extends TinyCaseKit {
    @Test
    void lists_and_ranges_of_devices_are_written_out() {
        assertThat(SweepDevices.parse("cuda:0-3")).containsExactly("cuda:0", "cuda:1", "cuda:2", "cuda:3");
        assertThat(SweepDevices.parse("cuda:0,2, 5-6")).containsExactly("cuda:0", "cuda:2", "cuda:5", "cuda:6");
        assertThat(SweepDevices.parse("cpu:jvm,opencl:1")).containsExactly("cpu:jvm", "opencl:1");
        assertThat(SweepDevices.parse("cpu")).containsExactly("cpu");
        assertThatThrownBy(() -> SweepDevices.parse("cuda:3-1")).hasMessageContaining("3-1 is no range of devices");
        assertThatThrownBy(() -> SweepDevices.parse("0-1")).hasMessageContaining("Write for example cuda:0-3");
    }

    private int sweep(String text, String... more) throws IOException {
        Path file = Files.writeString(temp.resolve("sweep.yaml"), text);
        String[] arguments = new String[more.length + 4];
        System.arraycopy(more, 0, arguments, 4, more.length);
        arguments[0] = "sweep";
        arguments[1] = file.toString();
        arguments[2] = "--out";
        arguments[3] = out.toString();
        return Main.run(console.pipe(), arguments);
    }

    @Test
    void a_dry_run_prints_the_command_of_each_run_and_writes_nothing() throws IOException {
        String text = "sweep: 1\ngrid: {geometry.spacing: [1 mm, 0.5 mm]}\n";
        assertThat(sweep(text, "--dry-run", "--device", "cpu", "--threads", "3"))
                .as(console.err())
                .isZero();
        assertThat(console.out())
                .isEqualTo("""
                        waiting: tessera run CASE --set 'geometry.spacing=1 mm' --device cpu --threads 3 --out OUT/spacing-1mm
                        waiting: tessera run CASE --set 'geometry.spacing=0.5 mm' --device cpu --threads 3 --out OUT/spacing-0.5mm
                        """.replace("CASE", theCase.toString()).replace("OUT", out.toString()));
        assertThat(out).doesNotExist();
    }

    @Test
    void all_values_are_checked_before_the_first_run() throws IOException {
        assertThat(sweep("sweep: 1\ngrid: {geometry.spacing: [1 mm, 2], model.collision: [bgk, mrtt]}\n"))
                .isEqualTo(2);
        assertThat(console.err())
                .contains("sweep.yaml:2:33: geometry.spacing: '2' has no unit")
                .contains("(in 2 of 4 runs, the first is spacing-2_collision-bgk)")
                .contains("sweep.yaml:2:60: model.collision: unknown collision 'mrtt'");
        assertThat(out).doesNotExist();
    }

    @Test
    void wrong_options_are_refused_with_a_remedy() throws IOException {
        String text = "sweep: 1\n";
        assertThat(sweep(text, "--device", "cpu:jv")).isEqualTo(2);
        assertThat(console.err()).contains("--device cpu:jv: there is no such device");
        assertThat(sweep(text, "--part", "5/4")).isEqualTo(2);
        assertThat(console.err()).contains("--part 5/4: write K/N with K from 1 to N");
        assertThat(sweep(text, "--runs-per-device", "0")).isEqualTo(2);
        assertThat(console.err()).contains("--runs-per-device 0: this is a number from 1 to");
        Files.writeString(Files.createDirectories(out).resolve("precious.txt"), "mine");
        assertThat(sweep(text, "--device", "cpu")).isEqualTo(2);
        assertThat(console.err()).contains("is not empty. Continue its sweep with --resume");
        assertThat(sweep(text, "--device", "cpu", "--resume")).isEqualTo(2);
        assertThat(console.err()).contains("is not the folder of a sweep: it has no sweep.yaml");
    }
}
