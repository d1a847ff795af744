package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RehearsalTest {
    @TempDir
    private Path temp;

    @Test
    void every_command_of_the_rehearsal_works_but_for_c_where_no_compiler_is() throws IOException {
        TestConsole console = new TestConsole();
        var codes = Rehearsal.run(console.pipe(), temp, Path.of(""));
        assertThat(codes).as(console.err()).hasSize(5);
        assertThat(codes.get(2)).isIn(0, ExitCode.NO_DEVICE.code());
        codes.set(2, 0);
        assertThat(codes).as(console.err()).containsOnly(0);
        assertThat(temp.resolve("vessel/summary.json")).exists();
        assertThat(temp.resolve("rock/summary.json")).exists();
    }

    @Test
    void without_the_examples_it_leaves_vessel_and_rock_out() throws IOException {
        assertThat(Rehearsal.run(new TestConsole().pipe(), temp, temp)).hasSize(3);
    }
}
