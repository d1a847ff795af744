package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.testkit.Mpirun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ranks of an MPI job that voxelise a geometry together.
final class DividedGeometryIT {
    private static final Duration LONGEST = Duration.ofMinutes(4);
    private static final String PICTURE = "geometry.png";

    @TempDir
    private Path temp;

    @ParameterizedTest
    @CsvSource({"examples/aneurysm, 4", "examples/porous-rock, 3", "examples/cylinder-2d, 2"})
    void the_report_is_that_of_one_process(String example, int ranks) throws Exception {
        Mpirun.Library.OPEN_MPI.require();
        String theCase = Path.of(example, "case.yaml").toAbsolutePath().toString();
        List<String> one;
        try (Mpirun alone = Mpirun.alone(temp.resolve("one"), List.of(), Main.class.getName(), arguments(theCase))) {
            assertThat(alone.await(LONGEST)).as(alone.stderr()).isZero();
            one = report(alone);
        }
        try (Mpirun job =
                Mpirun.Library.OPEN_MPI.start(temp.resolve("ranks"), ranks, Main.class.getName(), arguments(theCase))) {
            assertThat(job.await(LONGEST)).as(job.stderr()).isZero();
            assertThat(report(job))
                    .hasSizeGreaterThan(4)
                    .anyMatch(line -> line.startsWith("7 parts, divided by "))
                    .isEqualTo(one);
        }
    }

    private String[] arguments(String theCase) {
        return new String[] {
            GeometryCommand.NAME,
            theCase,
            "--parts",
            "7",
            "--out",
            temp.resolve("out").toString()
        };
    }

    /// The lines without that of the picture, which only one process draws.
    private static List<String> report(Mpirun job) {
        return job.stdout().lines().filter(line -> !line.endsWith(PICTURE)).toList();
    }

    /// A thin tube through a box of 4.3 · 10⁹ nodes, of which a process alone needs 609 MB of heap for the bits.
    @Test
    void a_box_of_more_than_2_to_the_32_nodes_needs_at_most_a_quarter_of_the_heap_of_one_process() throws Exception {
        Mpirun.Library.OPEN_MPI.require();
        String theCase = tube();
        try (Mpirun alone = Mpirun.aloneWithin("600m", temp.resolve("one"), Main.class.getName(), arguments(theCase))) {
            assertThat(alone.await(LONGEST)).isEqualTo(ExitCode.NO_DEVICE.code());
            assertThat(alone.stderr()).contains("need at least 609 MB of Java heap to be voxelised");
        }
        try (Mpirun job = Mpirun.Library.OPEN_MPI.startWithin(
                "150m", temp.resolve("ranks"), 8, Main.class.getName(), arguments(theCase))) {
            assertThat(job.await(LONGEST)).as(job.stderr()).isZero();
            assertThat(job.stdout()).contains("1630 × 1630 × 1631 nodes").contains("7 parts, divided by ");
            long fluid = Long.parseLong(job.stdout()
                    .lines()
                    .filter(line -> line.strip().startsWith("fluid "))
                    .findFirst()
                    .orElseThrow()
                    .replaceFirst(".*?([0-9]+) nodes.*", "$1"));
            double lengthMm = Math.sqrt(161 * 161 + 161 * 161 + 165 * 165) * 163.1 / 165; // of 1631 planes
            double volumeMm3 = Math.PI * 0.8 * 0.8 * lengthMm;
            assertThat(fluid * 1e-3).isCloseTo(volumeMm3, within(0.01 * volumeMm3));
        }
    }

    /// The same box, with boundaries, populations, steps and files, for which a process alone needs 1.8 GB.
    @Test
    void a_run_in_this_box_needs_at_most_a_quarter_on_each_rank() throws Exception {
        Mpirun.Library.OPEN_MPI.require();
        String theCase = tube();
        Path out = temp.resolve("run");
        String[] arguments = {
            RunCommand.NAME,
            theCase,
            "--device",
            "cpu:jvm",
            "--set",
            "time.stop.steps=2",
            "--set",
            "output.log-every=1 steps",
            "--set",
            "output.formats=[vtu]",
            "--out",
            out.toString()
        };
        try (Mpirun alone = Mpirun.aloneWithin("600m", temp.resolve("one"), Main.class.getName(), arguments)) {
            assertThat(alone.await(LONGEST)).isEqualTo(ExitCode.NO_DEVICE.code());
            assertThat(alone.stderr()).contains("need at least 609 MB of Java heap to be voxelised");
        }
        try (Mpirun job = Mpirun.Library.OPEN_MPI.startWithin(
                "280m", temp.resolve("ranks"), 4, Main.class.getName(), arguments)) {
            assertThat(job.await(LONGEST.multipliedBy(2))).as(job.stderr()).isZero();
            assertThat(job.stderr()).containsPattern("1630 × 1630 × 1631 nodes, .* by 4 processes");
            assertThat(Files.readAllLines(out.resolve(RunCommand.LOG_FILE)))
                    .last()
                    .asString()
                    .startsWith("2,");
        }
    }

    private String tube() throws IOException {
        return Files.writeString(temp.resolve("tube.yaml"), """
                        tessera: 1
                        title: A thin tube in a large box
                        geometry:
                          box: [163 mm, 163 mm, 163 mm]
                          inside: {tube: {path: [[1 mm, 1 mm, -1 mm], [162 mm, 162 mm, 164 mm]], diameter: 1.6 mm}}
                          spacing: 0.1 mm
                        sides: {z-min: inlet, z-max: outlet}
                        fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                        boundaries: {inlet: {mean-velocity: 8 mm/s}, outlet: {pressure: 0 Pa}}
                        time: {lattice-speed: 0.05, stop: {steps: 20}}
                        """).toString();
    }
}
