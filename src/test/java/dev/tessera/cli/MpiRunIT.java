package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.solver.checkpoint.CheckpointContents;
import dev.tessera.testkit.Mpirun;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs on several ranks of an MPI job give the files of one process, byte for byte.
final class MpiRunIT {
    private static final Duration LONGEST = Duration.ofMinutes(4);

    /// The files of one process, by the name of the sample: several tests compare with them.
    @TempDir
    private static Path alone;

    private static final Set<String> finished = new HashSet<>(); // of the folders in it

    @TempDir
    private Path temp;

    /// Cases whose cuts meet everything that crosses one.
    enum Sample {
        /// Cuts through inlet and outlet, with walls at their distances, a ramp, probes and forces.
        OPENINGS_AND_CURVED_WALLS(3, "cpu:jvm,cpu:jvm,cpu:c", """
                tessera: 1
                title: A cylinder between long openings
                constants: {height: 0.06 m}
                geometry:
                  box: [30 mm, 60 mm]
                  obstacles: {cylinder: {disc: {centre: [12 mm, 29 mm], diameter: 13 mm}}}
                  spacing: 1 mm
                sides: {x-min: inlet, x-max: outlet}
                fluid: {density: 1000 kg/m3, viscosity: 10 mPa.s}
                model: {lattice: D2Q9, collision: trt, walls: bouzidi}
                boundaries:
                  inlet:
                    velocity: [{expression: "0.01*4*y*(height - y)/height^2", unit: m/s}, 0 m/s]
                    ramp: 1 s
                  outlet: {pressure: 0 Pa}
                time: {lattice-speed: 0.05, stop: {steps: 150}}
                output:
                  every: 100 steps
                  log-every: 10 steps
                  fields: [velocity, pressure, wall-shear-stress]
                  probes: {behind: [21 mm, 30 mm]}
                  checkpoints: {every: 60 steps, keep: 3}
                """),
        /// A periodic bed driven by a force, in 3D, until it is steady: this needs 20 checks.
        PERIODIC_BED(4, "cpu:jvm", """
                tessera: 1
                title: A packed bed
                geometry:
                  spheres: {box: [1 mm, 1 mm, 1 mm], diameter: 0.5 mm, porosity: 0.5, overlap: none, seed: 1}
                  spacing: 100 um
                sides: periodic
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                model: {lattice: D3Q19, collision: mrt}
                drive: {pressure-gradient: [1 kPa/m, 0, 0]}
                time: {relaxation-time: 1.0, stop: {steady: 0.01, steps: 600}}
                output: {fields: [velocity], formats: [vtu], log-every: 10 steps}
                """),
        /// A slanted tube with a developed profile, in a mostly solid box: each rank voxelises a slab across the
        /// tube, and the openings are where slabs and parts end.
        TUBE_ACROSS_SLABS(3, "cpu:jvm", """
                tessera: 1
                title: A slanted tube
                geometry:
                  box: [30 mm, 20 mm, 24 mm]
                  inside: {tube: {path: [[6 mm, 8 mm, -4 mm], [22 mm, 13 mm, 28 mm]], diameter: 8 mm}}
                  spacing: 1 mm
                sides: {z-min: inlet, z-max: outlet}
                fluid: {density: 1000 kg/m3, viscosity: 10 mPa.s}
                model: {lattice: D3Q19, collision: trt, walls: bouzidi}
                boundaries: {inlet: {mean-velocity: 10 mm/s, ramp: 1 s}, outlet: {pressure: 0 Pa}}
                time: {lattice-speed: 0.05, stop: {steps: 60}}
                output:
                  every: 30 steps
                  log-every: 10 steps
                  fields: [velocity, pressure, wall-shear-stress]
                  probes: {inside: [14 mm, 10.5 mm, 12 mm]}
                """),
        /// Parts on a driver of GPUs, here on processors.
        PARTS_ON_OPENCL(2, "opencl:0", """
                tessera: 1
                title: A duct whose outlet is a Windkessel
                geometry: {box: [40 mm, 12 mm, 12 mm], spacing: 1 mm}
                sides: {x-min: inlet, x-max: outlet}
                fluid: {density: 1050 kg/m3, viscosity: 20 mPa.s}
                model: {lattice: D3Q19, collision: bgk}
                boundaries:
                  inlet: {mean-velocity: 10 mm/s, profile: plug, ramp: 50 ms}
                  outlet: {resistance: 1e7 Pa.s/m3, proximal-resistance: 1e6 Pa.s/m3, compliance: 1e-9 m3/Pa}
                time: {lattice-speed: 0.03, stop: {steps: 60}}
                output: {fields: [velocity, pressure], log-every: 10 steps}
                """);

        private final int ranks;
        private final String devices;
        private final String text;

        Sample(int ranks, String devices, String text) {
            this.ranks = ranks;
            this.devices = devices;
            this.text = text;
        }

        /// What the ranks say of how they voxelise; empty where each small geometry is voxelised by all.
        String voxelised() {
            return switch (this) {
                case TUBE_ACROSS_SLABS, PARTS_ON_OPENCL -> "by %d processes".formatted(ranks);
                case OPENINGS_AND_CURVED_WALLS, PERIODIC_BED -> "";
            };
        }

        Path write(Path folder) throws IOException {
            return Files.writeString(folder.resolve("case.yaml"), text);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ranks_write_the_files_of_one_process(Sample sample) throws Exception {
        requireFilesOfOneProcess(Mpirun.Library.OPEN_MPI, sample);
    }

    @Test
    void ranks_of_another_mpi_do_so_too() throws Exception {
        requireFilesOfOneProcess(Mpirun.Library.MPICH, Sample.PERIODIC_BED);
    }

    @ParameterizedTest
    @EnumSource
    void compressed_messages_change_no_file(Sample sample) throws Exception {
        String prints = requireFilesOfOneProcess(Mpirun.Library.OPEN_MPI, sample, "--compress-messages");
        assertThat(prints).containsPattern("messages between ranks: .* \\(ratio [1-9]");
    }

    /// Ranks run several steps between messages; rows of the log and checkpoints divide them.
    @ParameterizedTest
    @CsvSource({"OPENINGS_AND_CURVED_WALLS, 4", "PERIODIC_BED, 3"})
    void several_layers_of_neighbours_change_no_file(Sample sample, int layers) throws Exception {
        requireFilesOfOneProcess(Mpirun.Library.OPEN_MPI, sample, "--halo-layers", Integer.toString(layers));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fp32/fp16", "fp64-deviations"})
    void compressed_messages_change_no_file_in_any_precision(String precision) throws Exception {
        Sample sample = Sample.PARTS_ON_OPENCL;
        Path theCase = Files.writeString(
                temp.resolve("case.yaml"),
                sample.text.replace("collision: bgk", "collision: bgk, precision: " + precision));
        String name = precision.replace('/', '-');
        requireFilesOfOneProcess(
                Mpirun.Library.MPICH, sample, theCase, name, "--device", "cpu:jvm,cpu:c", "--compress-messages");
    }

    /// All ranks end the search for it at the same step, in FP32 by its rounding.
    @Test
    void a_consistent_density_is_that_of_one_process() throws Exception {
        Sample sample = Sample.PERIODIC_BED;
        Path theCase = Files.writeString(temp.resolve("case.yaml"), """
                tessera: 1
                title: Vortices
                geometry: {box: [24 mm, 12 mm, 12 mm], spacing: 1 mm}
                sides: periodic
                fluid: {density: 1000 kg/m3, viscosity: 1 mm2/s}
                model: {lattice: D3Q19, collision: mrt, precision: fp32}
                initial:
                  velocity:
                    - {expression: "0.5*sin(2*pi*x/0.024)*cos(2*pi*y/0.012)", unit: mm/s}
                    - {expression: "-0.25*cos(2*pi*x/0.024)*sin(2*pi*y/0.012)", unit: mm/s}
                    - 0 m/s
                  density: consistent
                reference: {velocity: 0.5 mm/s, length: 12 mm}
                time: {relaxation-time: 0.8, stop: {steps: 10}}
                output: {fields: [velocity], log-every: 5 steps}
                """);
        Path one = alone(theCase, "vortices");
        Path many = temp.resolve("many");
        Mpirun.Library.OPEN_MPI.require();
        ranks(Mpirun.Library.OPEN_MPI, sample, 2, theCase, many, "--device", "cpu:jvm");
        assertThat(many.resolve("log.csv")).hasSameBinaryContentAs(one.resolve("log.csv"));
    }

    private String requireFilesOfOneProcess(Mpirun.Library mpi, Sample sample, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--device", sample.devices));
        arguments.addAll(List.of(more));
        return requireFilesOfOneProcess(
                mpi, sample, sample.write(temp), sample.name(), arguments.toArray(String[]::new));
    }

    /// @param name of the case among those of one process
    /// @return what the ranks print
    private String requireFilesOfOneProcess(
            Mpirun.Library mpi, Sample sample, Path theCase, String name, String... arguments) throws Exception {
        String devices = arguments[1];
        mpi.require();
        Needs.part("opencl", !devices.contains("opencl") || hasOpenCl());
        Needs.part("c", !devices.contains("cpu:c") || hasC());
        Path one = alone(theCase, name);
        Path many = temp.resolve("many");
        String out = ranks(mpi, sample, sample.ranks, theCase, many, arguments);
        assertThat(out).contains("velocity.mean").contains(many + "/summary.json");
        assertThat(out).contains(sample.voxelised()).doesNotContain("each rank voxelises the whole");
        assertThat(names(many)).isEqualTo(names(one)).contains("log.csv");
        requireSameFiles(many, one, Set.of("summary.json"));
        assertThat(Files.readString(many.resolve("summary.json")))
                .contains("\"ranks\": [")
                .contains("\"device\": \"" + devices.replaceFirst(",.*", "") + "\"");
        return out;
    }

    /// In the second case parts divide rows, of which each rank writes its own nodes.
    @ParameterizedTest
    @CsvSource({"OPENINGS_AND_CURVED_WALLS, 70, 150", "PARTS_ON_OPENCL, 20, 60"})
    void a_checkpoint_of_two_ranks_is_resumed_by_three_and_by_one(Sample sample, int steps, int lastStep)
            throws Exception {
        Mpirun.Library mpi = Mpirun.Library.OPEN_MPI;
        mpi.require();
        Path theCase = sample.write(temp);
        Path whole = alone(theCase, sample.name());
        Path parts = temp.resolve("parts");
        ranks(mpi, sample, 2, theCase, parts, "--device", "cpu:jvm", "--set", "time.stop.steps=" + steps);
        Path copy = temp.resolve("copy");
        copy(parts, copy);
        ranks(mpi, sample, 3, theCase, parts, "--device", "cpu:jvm", "--resume", parts.toString());
        assertThat(parts.resolve("log.csv")).hasSameBinaryContentAs(whole.resolve("log.csv"));
        String last = "checkpoints/step-%012d.checkpoint".formatted(lastStep);
        CheckpointContents.requireSame(parts.resolve(last), whole.resolve(last));
        run("run", theCase.toString(), "--out", copy.toString(), "--resume", copy.toString(), "--device", "cpu:jvm");
        assertThat(copy.resolve("log.csv")).hasSameBinaryContentAs(whole.resolve("log.csv"));
        assertThat(copy.resolve(last)).hasSameBinaryContentAs(whole.resolve(last));
    }

    /// The first rank's clock decides; checkpoints follow the first step and every later reading of it.
    @Test
    void checkpoints_by_clock_time_change_no_file_and_are_resumed() throws Exception {
        Mpirun.Library mpi = Mpirun.Library.OPEN_MPI;
        mpi.require();
        Sample sample = Sample.OPENINGS_AND_CURVED_WALLS;
        Path theCase = sample.write(temp);
        Path one = alone(theCase, sample.name());
        Path many = temp.resolve("many");
        String checkpoints = "output.checkpoints={every: 60 steps, clock-time: 1e-6 ms, keep: 1000}";
        ranks(mpi, sample, 2, theCase, many, "--device", "cpu:jvm", "--set", checkpoints);
        assertThat(names(many)).containsAll(names(one));
        requireSameFiles(many, one, Set.of("summary.json", "case.yaml"));
        String first = many.resolve("checkpoints/step-000000000001.checkpoint").toString();
        run("run", theCase.toString(), "--out", many.toString(), "--resume", first, "--device", "cpu:jvm");
        assertThat(many.resolve("log.csv")).hasSameBinaryContentAs(one.resolve("log.csv"));
    }

    private static void requireSameFiles(Path many, Path one, Set<String> but) throws IOException {
        for (String file : names(one)) {
            if (file.endsWith(".checkpoint")) {
                CheckpointContents.requireSame(many.resolve(file), one.resolve(file));
            } else if (!but.contains(file)) {
                assertThat(many.resolve(file)).hasSameBinaryContentAs(one.resolve(file));
            }
        }
    }

    private static Path alone(Path theCase, String name) {
        if (!finished.contains(name)) {
            run(
                    "run",
                    theCase.toString(),
                    "--out",
                    alone.resolve(name).toString(),
                    "--overwrite",
                    "--device",
                    "cpu:jvm");
            finished.add(name);
        }
        return alone.resolve(name);
    }

    private static void run(String... arguments) {
        var console = new TestConsole();
        assertThat(Main.run(console.pipe(), arguments)).as(console.err()).isZero();
    }

    private String ranks(Mpirun.Library mpi, Sample sample, int ranks, Path theCase, Path out, String... more)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", theCase.toString(), "--out", out.toString()));
        arguments.addAll(List.of(more));
        Path prints = temp.resolve("prints-" + sample + ranks);
        String[] all = arguments.toArray(String[]::new);
        boolean isWarm = sample == Sample.PERIODIC_BED; // with kernels of vectors, as for users
        try (Mpirun job = isWarm
                ? mpi.startWithin(Mpirun.HEAP, prints, ranks, Main.class.getName(), all)
                : mpi.start(prints, ranks, Main.class.getName(), all)) {
            int code = job.await(LONGEST);
            assertThat(code).as(job.stderr()).isZero();
            return job.stdout() + job.stderr();
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (String name : names(from)) {
            Files.createDirectories(to.resolve(name).getParent());
            Files.copy(from.resolve(name), to.resolve(name));
        }
    }

    private static boolean hasOpenCl() {
        return Devices.accelerators().offers().stream()
                .anyMatch(offer -> offer.key().startsWith("opencl"));
    }

    private static boolean hasC() {
        return dev.tessera.device.cpu.CCompiler.find().isPresent();
    }
}
