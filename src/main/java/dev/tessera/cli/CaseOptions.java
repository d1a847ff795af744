package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import dev.tessera.device.Device;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.TooManyNodesException;
import dev.tessera.solver.CaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Options of run, plan, geometry and codegen: the case and how it is changed on the command line.
final class CaseOptions {
    @Parameters(paramLabel = "CASE", description = "The case file (YAML), or a folder that holds case.yaml.")
    private Path caseFile = Path.of("case.yaml");

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description =
                    "Change one value of the case, for example --set geometry.spacing='0.2 mm'; docs/reference/case.md"
                            + " lists all"
                            + " keys. Repeatable.")
    private List<String> changes = new ArrayList<>();

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            description =
                    "auto, cpu, cpu:jvm, cpu:c, cuda:0 or opencl:0; `tessera devices` lists them (default: the device"
                            + " of the case, else auto). run divides the case among several, such as"
                            + " cpu:jvm,opencl:0; results do not depend on them."
                            + " plan also takes h200, h100, a100 and rtx-4090, by their data sheets.")
    private @Nullable String device;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = "--single-steps",
            description =
                    "On a GPU: launch steps one by one also where a case is so small that many steps run as one launch"
                            + " (to compare: results are the same, small cases are slower).")
    private boolean singleSteps;

    @Option(
            names = "--beyond-stability",
            description =
                    "Run also where a limit of stability is exceeded, with a warning: sets time.beyond-stability.")
    private boolean beyondStability;

    @Option(names = "--quiet", description = "No progress, and no messages except warnings.")
    private boolean quiet;

    private final Additions additions;

    /// @param additions change the case that is read
    CaseOptions(Additions additions) {
        this.additions = additions;
    }

    /// Reads the case with the changes of the command line; `--quiet` silences messages.
    CaseFile read(Console console) throws IOException {
        if (quiet) {
            StderrLoggers.configure(new LogSettings(Level.WARN, console.err()::println));
        }
        List<String> all = new ArrayList<>(changes);
        if (beyondStability) {
            all.add("time.beyond-stability=true");
        }
        Optional<CaseFile> ofProgram = additions.read(all);
        return ofProgram.isPresent() ? ofProgram.get() : additions.changed(CaseFile.read(file(), all));
    }

    /// Whether the case is in a file of its own, not in a program.
    boolean hasFile() {
        return additions.own().isEmpty();
    }

    /// The case file, or the program that has the case.
    Path file() {
        Path inFolder = caseFile.resolve("case.yaml");
        return Files.isRegularFile(inFolder) ? inFolder : caseFile;
    }

    /// The key of the device: that of the command line, else that of the case, else `auto`.
    String device(CaseFile read) {
        return device == null ? read.device().orElse(ComputeResources.AUTO) : device;
    }

    /// Whether the key names one device that may be a GPU; opens nothing.
    boolean namesOneGpu(CaseFile read) {
        return ComputeResources.namesOneGpu(device(read));
    }

    /// The device itself.
    /// @throws CommandFailure where there is no such device; names the place of the key
    Device device(CaseFile read, ComputeResources resources) {
        String key = device(read);
        return resources.device(key, device == null ? read.located("device: " + key) : "--device " + key);
    }

    /// The device itself, of a command that works for one device.
    /// @throws CommandFailure where there is no such device, or the key names several
    Device oneDevice(CaseFile read, ComputeResources resources) {
        String key = device(read);
        String asked = device == null ? read.located("device: " + key) : "--device " + key;
        if (ComputeResources.keys(key, asked).size() > 1) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s: only `tessera run` divides a case among devices. Use one of them here.".formatted(asked));
        }
        return device(read, resources);
    }

    /// What went wrong after the case was read, with its place in the case.
    static CommandFailure located(CaseFile file, RuntimeException wrong) {
        return switch (wrong) {
            case TooManyNodesException large ->
                new CommandFailure(ExitCode.NO_DEVICE, file.located("geometry.spacing: " + large.getMessage()));
            case GeometryException geometry ->
                new CommandFailure(ExitCode.WRONG_INPUT, file.located("geometry: " + geometry.getMessage()));
            case CaseException contradiction -> new CommandFailure(ExitCode.WRONG_INPUT, file.located(contradiction));
            default -> new CommandFailure(ExitCode.WRONG_INPUT, file.located(String.valueOf(wrong.getMessage())));
        };
    }

    /// The threads of the command, and the devices on them.
    ComputeResources resources() {
        return new ComputeResources(threads, singleSteps);
    }

    /// The same for a rank that shares its computer with others.
    ComputeResources resources(RankPlacement placement) {
        return new ComputeResources(threads.count(placement.threads()), singleSteps);
    }

    /// The device of a rank, of those that the key names.
    /// @throws CommandFailure where there is no such device
    Device deviceOfRank(CaseFile read, ComputeResources resources, RankPlacement placement) {
        String keys = device(read);
        String asked = device == null ? read.located("device: " + keys) : "--device " + keys;
        return resources.device(DeviceKeys.ofRank(resources.amongRanks(keys, placement), placement, asked), asked);
    }

    boolean quiet() {
        return quiet;
    }
}
