package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.output.hdf5.Hdf5;
import dev.tessera.output.hdf5.Hdf5File;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Runs whose fields are written as VTKHDF.
final class VtkHdfRunTest extends TinyCaseKit {
    private static final List<String> FILES =
            List.of("fluid-000000002.vtkhdf", "fluid-000000004.vtkhdf", "fluid-mesh.vtkhdf", "fluid.vtkhdf");

    private int runs(String... more) {
        return run(Stream.concat(
                        Stream.of(
                                "--set", "output.formats=vtkhdf",
                                "--set", "output.every=2 steps",
                                "--set", "output.checkpoints={every: 1 steps, keep: 9}"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private static Hdf5 library() {
        Optional<Hdf5> library = Hdf5.find();
        Needs.part("hdf5", library.isPresent());
        return library.orElseThrow();
    }

    private static List<String> vtkHdf(Path folder) throws IOException {
        return names(folder).stream().filter(name -> name.contains("vtkhdf")).toList();
    }

    @Test
    void a_resumed_run_writes_the_files_of_an_uninterrupted_one() throws IOException {
        Hdf5 hdf5 = library();
        assertThat(runs()).as(console.err()).isZero();
        assertThat(vtkHdf(out)).isEqualTo(FILES);
        assertThat(Files.readString(out.resolve("summary.json"))).contains(FILES);
        double[] times = Hdf5File.read(hdf5, out.resolve("fluid.vtkhdf"), "/VTKHDF/Steps/Values");
        assertThat(times).hasSize(2);
        assertThat(times[1]).isEqualTo(2 * times[0]);
        Path whole = temp.resolve("whole");
        Files.move(out, whole);
        assertThat(runs()).as(console.err()).isZero();
        Files.writeString(out.resolve("fluid-000000004.vtkhdf"), "half a file");
        Files.delete(out.resolve("fluid.vtkhdf"));
        Path checkpoint = out.resolve("checkpoints/step-000000000003.checkpoint");
        assertThat(runs("--resume", checkpoint.toString())).as(console.err()).isZero();
        for (String file : FILES) {
            assertThat(out.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
        }
    }

    @Test
    void lz4_is_refused_before_the_run_begins() {
        assertThat(runs("--set", "output.compression=lz4")).isEqualTo(2);
        assertThat(console.err()).contains("output.compression: lz4 cannot be used with the format vtkhdf", "zlib");
        assertThat(out).doesNotExist();
        assertThat(run(
                        "--set",
                        "output.formats=vtkhdf",
                        "--set",
                        "output.compression=lz4",
                        "--set",
                        "output.fields=none"))
                .as("without fields there is nothing to refuse: %s", console.err())
                .isZero();
    }

    @Test
    void overwriting_removes_the_files_of_the_earlier_run() throws IOException {
        library();
        assertThat(runs()).as(console.err()).isZero();
        assertThat(run("--overwrite")).as(console.err()).isZero();
        assertThat(vtkHdf(out)).isEmpty();
    }
}
