package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.CaseFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class InitCommandTest {
    private final TestConsole console = new TestConsole();

    @TempDir
    private Path temp;

    @Test
    void an_existing_case_is_not_overwritten() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("mine"));
        Path file = folder.resolve("case.yaml");
        Files.writeString(file, "precious");
        assertThat(Main.run(console.pipe(), "init", folder.toString())).isEqualTo(2);
        assertThat(console.err()).contains(file.toString()).contains("not overwritten");
        assertThat(Files.readString(file)).isEqualTo("precious");
    }

    @Test
    void an_unknown_kind_lists_the_known_ones() {
        assertThat(Main.run(console.pipe(), "init", "x", "--from", "moon")).isEqualTo(2);
        assertThat(console.err()).contains("moon").contains("channel", "vessel", "rock");
    }

    @Test
    void a_file_in_the_place_of_the_folder_is_named_and_kept() throws IOException {
        Path surface = Files.writeString(temp.resolve("vessel.stl"), "solid");
        assertThat(Main.run(console.pipe(), "init", surface.toString())).isEqualTo(2);
        assertThat(console.err())
                .contains(surface + " is a file, and init makes a folder")
                .contains("--from vessel");
        assertThat(surface).hasContent("solid");
    }

    @Test
    void a_file_that_exists_is_named_with_what_is_wrong() {
        var failures = new Failures(console.pipe());
        assertThat(failures.report(new FileAlreadyExistsException("a/b"))).isEqualTo(ExitCode.WRONG_INPUT);
        assertThat(console.err()).contains("a/b: a file of this name is in the way");
    }

    @ParameterizedTest
    @EnumSource
    void the_case_that_init_writes_is_read_without_a_complaint(InitCommand.Kind kind) throws IOException {
        Path folder = temp.resolve("my-case");
        assertThat(Main.run(console.pipe(), "init", folder.toString(), "--from", kind.name()))
                .isZero();
        assertThat(console.out()).contains("case.yaml");
        assertThat(console.err())
                .contains(
                        switch (kind) {
                            case channel -> "Next: tessera run " + folder;
                            case vessel -> "Next: tessera run " + folder;
                            case rock -> "Next: put the scan in " + folder + "/scan.raw";
                        });
        try (var scan = new RandomAccessFile(folder.resolve("scan.raw").toFile(), "rw")) {
            scan.setLength(400L * 400 * 400);
        }
        CaseFile read = CaseFile.read(folder.resolve("case.yaml"), List.of());
        assertThat(read.theCase().name()).isEqualTo("my-case");
        assertThat(Files.readString(folder.resolve("case.yaml")))
                .contains("tessera run my-case")
                .doesNotContain("NAME");
    }

    @Test
    void the_vessel_comes_with_a_surface_and_runs_as_it_is() {
        Path folder = temp.resolve("my-vessel");
        assertThat(Main.run(console.pipe(), "init", folder.toString(), "--from", "vessel"))
                .isZero();
        assertThat(console.out()).contains("vessel.stl");
        assertThat(Main.run(
                        console.pipe(),
                        "run",
                        folder.toString(),
                        "--out",
                        temp.resolve("out").toString(),
                        "--device",
                        "cpu:jvm",
                        "--set",
                        "geometry.spacing=0.6 mm",
                        "--set",
                        "time.stop={steps: 20}"))
                .as(console.err())
                .isZero();
        assertThat(console.out()).contains("inlet.flow_rate", "outlet.flow_rate");
    }

    @Test
    void a_surface_that_is_there_already_is_kept() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("mine"));
        Files.writeString(folder.resolve("vessel.stl"), "precious");
        assertThat(Main.run(console.pipe(), "init", folder.toString(), "--from", "vessel"))
                .isZero();
        assertThat(Files.readString(folder.resolve("vessel.stl"))).isEqualTo("precious");
    }

    @Test
    void the_channel_needs_no_file_and_voxelises() throws IOException {
        Path folder = temp.resolve("my-channel");
        assertThat(Main.run(console.pipe(), "init", folder.toString())).isZero();
        assertThat(Main.run(console.pipe(), "geometry", folder.toString(), "--out", temp.toString()))
                .as(console.err())
                .isZero();
        assertThat(console.out()).contains("cylinder").contains("inlet").contains("outlet");
    }
}
