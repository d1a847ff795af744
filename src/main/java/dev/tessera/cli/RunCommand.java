package dev.tessera.cli;

import dev.tessera.Version;
import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.output.CsvLog;
import dev.tessera.output.Outputs;
import dev.tessera.output.Provenance;
import dev.tessera.output.SummaryFile;
import dev.tessera.output.TimePlots;
import dev.tessera.solver.Case;
import dev.tessera.solver.Checkpoints;
import dev.tessera.solver.FlowScale;
import dev.tessera.solver.Outlook;
import dev.tessera.solver.Output;
import dev.tessera.solver.Run;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The main job: geometry and physics in, fields, pictures and numbers out.
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run a case: geometry and physics in; fields, pictures and numbers out.")
final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    private final Console console;
    private final Interruption interruption;

    @Mixin
    private CaseOptions options = new CaseOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the results (default: out/CASE). A folder with files in it is refused without"
                    + " --resume or --overwrite.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR|CHECKPOINT",
            description = "Go on from a checkpoint; a folder means its newest valid one.")
    private @Nullable Path resume;

    @Option(names = "--overwrite", description = "Replace the results that are in the folder.")
    private boolean overwrite;

    @Spec
    private CommandSpec spec;

    RunCommand(Console console, Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
    }

    @Override
    public Integer call() throws IOException {
        Instant started = console.clock().instant();
        CaseFile file = options.read(console);
        Case theCase = file.theCase();
        Path checkpoint = resume == null ? null : Checkpoints.toResume(resume, damaged -> LOG.warn("{}", damaged));
        Path folder = folder(theCase);
        try (Workplace workplace = options.workplace()) {
            Device device = options.device(file, workplace);
            var code = new AtomicInteger(ExitCode.FAILED.code());
            LongConsumer room = counted -> Simulation.requireRoom(theCase, device, counted);
            Voxelising.tellingFindings(console).then(file, workplace.workers(), "running", room, nodes -> {
                try (Simulation simulation = Simulation.open(theCase, nodes, device, workplace.workers())) {
                    if (checkpoint != null) {
                        simulation.restore(checkpoint);
                        LOG.info("resumed at step {} from {}", simulation.steps(), checkpoint);
                    }
                    tell(simulation, device);
                    Provenance provenance = provenance(file, device, started);
                    code.set(carryOut(file, simulation, provenance, folder, checkpoint)
                            .code());
                }
            });
            return code.get();
        }
    }

    /// Where the results will go. The folder is refused here if need be, but made only when the case has
    /// proved sound: from then on it holds results, whatever interrupts the run.
    private Path folder(Case theCase) throws IOException {
        Path folder =
                out != null ? out : resume != null ? ResultFolder.ofCheckpoint(resume) : Path.of("out", theCase.name());
        if (resume == null && !overwrite) {
            ResultFolder.refuseResults(folder);
        }
        ResultFolder.refuseUnwritable(folder);
        return folder;
    }

    private void fillFolder(Path folder, CaseFile file) throws IOException {
        ResultFolder.makeAll(folder);
        if (overwrite && resume == null) {
            ResultFolder.clear(folder);
        }
        Files.writeString(folder.resolve("case.yaml"), file.text());
    }

    private static void tell(Simulation simulation, Device device) {
        var numbers = simulation.numbers();
        LOG.info(
                "time step {} s, relaxation time {}, {}",
                Report.number(simulation.units().timeStepS()),
                Report.number(numbers.relaxationTime()),
                numbers.speedMPerS() > 0
                        ? "Mach %s, %s, grid Reynolds %s"
                                .formatted(
                                        Report.number(numbers.mach()),
                                        Report.reynolds(FlowScale.ofCase(simulation)),
                                        Report.number(numbers.gridReynolds()))
                        : "Mach and Reynolds are taken from the flow, as the case gives no velocity");
        Outlook.of(simulation).forEach(LOG::info);
        simulation.warnings().forEach(LOG::warn);
        LOG.info("{} on {}, {}", simulation.storage(), device.key(), Report.bytes(simulation.memoryBytes()));
    }

    private ExitCode carryOut(
            CaseFile file, Simulation simulation, Provenance provenance, Path folder, @Nullable Path checkpoint) {
        Case theCase = simulation.theCase();
        StopSignal stop = new StopSignal();
        try (var line = new ProgressLine(console, theCase.name());
                var watch = interruption.watch(() -> stop(stop, line))) {
            fillFolder(folder, file);
            List<Output> outputs = Outputs.of(theCase, folder);
            Path logFile = folder.resolve("log.csv");
            CsvLog log = new CsvLog(logFile);
            log.keepUpTo(simulation.steps());
            Checkpoints checkpoints = new Checkpoints(
                    folder.resolve(ResultFolder.CHECKPOINTS),
                    theCase.output().checkpoints().keep());
            if (checkpoint != null) {
                checkpoints.resumedFrom(checkpoint);
            }
            var listener = new CommandListener(line, options.quiet());
            Run run = new Run(simulation, outputs, log, checkpoints, listener, stop, console.nanos());
            RunResult result = run.toTheEnd();
            List<Path> plots = TimePlots.write(logFile, theCase.output().plots(), theCase.title(), folder);
            SummaryFile.write(
                    folder,
                    simulation,
                    result,
                    provenance,
                    console.clock().instant(),
                    written(folder, outputs, logFile, plots));
            new Report(console.out()).result(simulation, result, folder);
            if (watch.complete()) {
                run.leaveCheckpoint();
                return ExitCode.INTERRUPTED;
            }
            return ExitCode.DONE;
        } catch (IOException problem) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "results could not be written to %s: %s. Make room, or name another folder with --out; a run that has a checkpoint goes on with --resume."
                            .formatted(folder, problem.getMessage()));
        } catch (DeviceException lost) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(lost.getMessage()));
        }
    }

    private Provenance provenance(CaseFile file, Device device, Instant started) throws IOException {
        List<Provenance.Input> inputs = new ArrayList<>();
        inputs.add(Provenance.Input.of(options.file().toAbsolutePath().normalize()));
        for (Path named : file.files()) {
            inputs.add(Provenance.Input.of(named));
        }
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        return new Provenance(
                Version.text(),
                ShellText.command("tessera", arguments),
                started,
                device.key(),
                device.facts().name(),
                inputs);
    }

    /// The files of the results, as `summary.json` lists them.
    private static List<String> written(Path folder, List<Output> outputs, Path logFile, List<Path> plots)
            throws IOException {
        List<String> files = new ArrayList<>();
        for (Output output : outputs) {
            files.addAll(ResultFolder.written(folder, output.description()));
            files.addAll(output.filesOfAllSteps());
        }
        files.add(folder.relativize(logFile).toString());
        plots.forEach(plot -> files.add(folder.relativize(plot).toString()));
        return files;
    }

    private static void stop(StopSignal stop, ProgressLine line) {
        stop.raise();
        line.clear();
        LOG.warn("interrupted; finishing the step, then writing a checkpoint and the summary …");
    }
}
