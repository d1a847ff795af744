package dev.tessera.cli;

import dev.tessera.Version;
import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.output.CsvLog;
import dev.tessera.output.Outputs;
import dev.tessera.output.Provenance;
import dev.tessera.output.SummaryFile;
import dev.tessera.solver.Case;
import dev.tessera.solver.Checkpoints;
import dev.tessera.solver.Ledger;
import dev.tessera.solver.Outlook;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputFailures;
import dev.tessera.solver.Run;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.SimulationPlanner;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Computes the flow of a case and writes fields, pictures and numbers.
@Command(
        name = RunCommand.NAME,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Compute the flow of a case; write fields, pictures and numbers.")
final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    static final String NAME = "run";
    static final String LOG_FILE = "log.csv";

    private final Console console;
    private final Interruption interruption;
    private final MpiJob job;

    private final Additions additions;

    @Mixin
    private CaseOptions options;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the results (default: out/CASE). A folder with files in it is refused without"
                    + " --resume or --overwrite.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR|CHECKPOINT",
            description = "Continue from a checkpoint of the same case, bit for bit; of a folder, its newest valid one."
                    + " Storage, device, outputs and time.stop may differ.")
    private @Nullable Path resume;

    @Option(
            names = "--initial-state",
            paramLabel = "DIR|CHECKPOINT",
            description =
                    "Start a new run from the flow of a checkpoint, instead of the case's initial state. Physics may"
                            + " differ, the fluid nodes may not.")
    private @Nullable Path initialState;

    @Option(
            names = "--compress-messages",
            description =
                    "With several MPI ranks: compress without loss what ranks send each other through MPI, for slow"
                            + " connections such as Ethernet of 1 Gbit/s. Results are the same; at the end the run says how"
                            + " much it sent and up to which speed of the connection it pays.")
    private boolean compressMessages;

    @Option(
            names = LayersOption.OPTION,
            paramLabel = "N",
            description =
                    "With several parts: the layers of neighbours' nodes that each part stores and computes too, which is the"
                            + " number of steps between two messages. Results are the same. Usual: 1; 4 for CPU parts of one"
                            + " process, where that computes at most a tenth more.")
    private @Nullable Integer haloLayers;

    @Option(names = "--overwrite", description = "Replace the results that are in the folder.")
    private boolean overwrite;

    @Spec
    private @Nullable CommandSpec spec; // picocli sets it

    RunCommand(Console console, Interruption interruption, MpiJob job, Additions additions) {
        this.console = console;
        this.interruption = interruption;
        this.job = job;
        this.additions = additions;
        this.options = new CaseOptions(additions);
    }

    @Override
    public Integer call() throws IOException {
        Instant started = console.clock().instant();
        var ranks = new RunRanks(
                job,
                compressMessages ? RunRanks.MessageForm.COMPRESSED : RunRanks.MessageForm.PLAIN,
                LayersOption.checked(haloLayers));
        Ledger ledger = new Ledger(console.nanos());
        addStart(ledger, started);
        if (resume != null && initialState != null) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--resume continues a run, --initial-state starts a new one: give one of them.");
        }
        CaseFile file;
        try (var _ = ledger.begin(Ledger.Phase.READ)) {
            file = options.read(console);
        }
        Case theCase = file.theCase();
        Outputs.refusal(theCase.output()).ifPresent(why -> {
            throw new CommandFailure(ExitCode.WRONG_INPUT, why);
        });
        Path folder = ResultFolder.chosen(
                out, resume != null ? ResultFolder.ofCheckpoint(resume) : Path.of("out", theCase.name()));
        if (ranks.isFirst()) {
            ResultFolder.refuseUnwritable(folder);
        }
        try (ResultLock lock = new ResultLock(folder);
                ComputeResources resources = options.resources(ranks.placement())) {
            if (ranks.isFirst() && Files.isDirectory(folder)) {
                lock.take();
                refuseResults(folder);
                if (overwrite && resume == null) {
                    ResultFolder.refuseInputs(folder, inputs(file));
                }
            }
            Optional<Path> checkpoint = ranks.chosen(() -> checkpoint(resources.workers()));
            if (ranks.isFirst()) {
                Outputs.warmUp(theCase.output(), resources.workers().getParallelism());
            }
            return compute(new Start(file, ranks, folder, lock, checkpoint, started), resources, ledger);
        }
    }

    /// What a run begins with.
    ///
    /// @param checkpoint from which it continues, or whose flow is its initial state
    /// @param began when the command did
    private record Start(
            CaseFile file, RunRanks ranks, Path folder, ResultLock lock, Optional<Path> checkpoint, Instant began) {}

    /// Voxelises the geometry while the device is opened, and runs.
    private int compute(Start start, ComputeResources resources, Ledger ledger) throws IOException {
        CaseFile file = start.file;
        Case theCase = file.theCase();
        var code = new AtomicInteger(ExitCode.FAILED.code());
        try (OpeningDevice opening = start.ranks.device(file, options, resources)) {
            LongConsumer check =
                    counted -> new SimulationPlanner(theCase, opening.get(), resources.workers()).require(counted);
            Voxelising.loggingFindings(console)
                    .noting(ledger)
                    .together(file, start.ranks.slabs(), resources.workers(), "running", check, nodes -> {
                        Device device = opening.get();
                        start.ranks.requireLayers(theCase, nodes);
                        ForkJoinPool workers = resources.workers();
                        try (Simulation simulation = start.checkpoint.isPresent()
                                ? Simulation.openToContinue(theCase, nodes, device, workers, ledger)
                                : Simulation.open(theCase, nodes, device, workers, ledger)) {
                            code.set(compute(start, simulation, device, resources)
                                    .code());
                        }
                    });
        }
        start.ranks.disconnect();
        return code.get();
    }

    private ExitCode compute(Start start, Simulation simulation, Device device, ComputeResources resources)
            throws IOException {
        if (start.checkpoint.isPresent()) {
            begin(simulation, start.checkpoint.get());
        }
        if (!start.ranks.isFirst()) {
            var following = new FollowingRun(
                    simulation, checkpoints(simulation.theCase(), start.folder), additions.hooks(), console.nanos());
            return following.carryOut(resume != null, interruption);
        }
        tell(simulation, device);
        start.ranks.tell();
        Provenance provenance = provenance(start.file, device, start.ranks.named(), start.began);
        return carryOut(start, simulation, provenance, resources.writers());
    }

    /// The files that the run reads, without a case that is written again as it is.
    private List<Path> inputs(CaseFile file) throws IOException {
        List<Path> inputs = new ArrayList<>(file.files());
        Path itself = options.file();
        if (options.hasFile() && !Files.readString(itself).equals(file.text())) {
            inputs.add(itself);
        }
        return inputs;
    }

    /// Only a run that continues or replaces results accepts a folder that has some.
    private void refuseResults(Path folder) throws IOException {
        if (resume == null && !overwrite) {
            ResultFolder.refuseResults(folder);
        }
    }

    /// The checkpoint that the run starts from, if one is given.
    private Optional<Path> checkpoint(ForkJoinPool workers) throws IOException {
        if (resume != null) {
            return Optional.of(Checkpoints.find(resume, "--resume", workers, damaged -> LOG.warn("{}", damaged)));
        }
        return initialState == null
                ? Optional.empty()
                : Optional.of(
                        Checkpoints.find(initialState, "--initial-state", workers, damaged -> LOG.warn("{}", damaged)));
    }

    private void begin(Simulation simulation, Path checkpoint) throws IOException {
        if (resume != null) {
            simulation.restore(checkpoint);
            LOG.info("resumed at step {} from {}", simulation.steps(), checkpoint);
        } else {
            simulation.startFrom(checkpoint);
            LOG.info(
                    "the flow at the start is that of step {} in {}; steps and time begin at 0",
                    Checkpoints.step(checkpoint),
                    checkpoint);
        }
    }

    /// The folder is made after the case has been checked; from then on it contains results, whatever
    /// interrupts the run.
    private void fillFolder(Start start) throws IOException {
        Path folder = start.folder;
        ResultFolder.makeAll(folder);
        if (start.lock.take()) {
            refuseResults(folder); // another run may have filled it meanwhile
        }
        if (overwrite && resume == null) {
            ResultFolder.clear(folder);
        }
        ResultFolder.removeUnfinished(folder);
        Files.writeString(folder.resolve("case.yaml"), start.file.text());
    }

    private static void tell(Simulation simulation, Device device) {
        Outlook outlook = Outlook.of(simulation);
        LOG.info(Report.flow(outlook));
        outlook.sentences().forEach(LOG::info);
        outlook.warnings().forEach(LOG::warn);
        FewerDevices.advice(simulation, device).ifPresent(LOG::warn);
        LOG.info(
                "{}{} on {}, {}",
                simulation.storage(),
                simulation
                        .theCase()
                        .model()
                        .mixture()
                        .map(mixture ->
                                "; arrays of populations: %s;".formatted(String.join(", ", mixture.populations())))
                        .orElse(""),
                device.key(),
                Report.bytes(simulation.memoryBytes()));
    }

    private ExitCode carryOut(Start start, Simulation simulation, Provenance provenance, ForkJoinPool writers) {
        Case theCase = simulation.theCase();
        Path folder = start.folder;
        Optional<Path> checkpoint = start.checkpoint;
        StopSignal stop = new StopSignal();
        try (var line = new ProgressLine(console, theCase.name());
                var watch = interruption.watch(cause -> stop(stop, line, cause));
                var _ = StopRequest.poll(folder, watch::request)) {
            List<Output> outputs = Outputs.of(theCase, folder, writers);
            CsvLog log = new CsvLog(folder.resolve(LOG_FILE));
            Checkpoints checkpoints = checkpoints(theCase, folder);
            var results = new RunResults(
                    folder,
                    simulation,
                    provenance,
                    console.clock(),
                    outputs,
                    resume == null ? checkpoint : Optional.empty());
            var listener = new CommandListener(line, options.quiet(), results::soFar);
            if (resume == null) {
                fillFolder(start);
            }
            log.keepUpTo(simulation.steps());
            Run run = new Run(simulation, outputs, log, checkpoints, listener, stop, console.nanos());
            additions.hooks().forEach(run::add);
            if (resume != null && simulation.ranks().first(hasFinished(run, folder, simulation))) {
                console.out()
                        .println(("%s: this run has finished, at step %d; nothing was done. With a later time.stop it"
                                        + " continues.")
                                .formatted(folder, simulation.steps()));
                return ExitCode.DONE;
            }
            if (resume != null && checkpoint.isPresent()) {
                fillFolder(start);
                checkpoints.resumedFrom(checkpoint.get());
            }
            RunResult ended = results.of(run);
            RunResult result;
            try (var _ = simulation.ledger().begin(Ledger.Phase.END)) {
                result = results.write(ended, listener);
            }
            new Report(console.out()).result(simulation, result, folder);
            tellCheckpoint(result);
            LOG.info("{}", Report.times(simulation.ledger()));
            ExitCode code = end(run, result, simulation.ranks().any(watch.complete()));
            return ExitCode.of(simulation.ranks().first((long) code.code()));
        } catch (IOException problem) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    ("results could not be written to %s: %s. Free some space, or name another folder with --out; a"
                                    + " run that has a checkpoint continues with --resume.")
                            .formatted(folder, OutputFailures.reason(problem)));
        } catch (DeviceException lost) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(lost.getMessage()));
        }
    }

    private static Checkpoints checkpoints(Case theCase, Path folder) {
        return new Checkpoints(
                folder.resolve(ResultFolder.CHECKPOINTS),
                theCase.output().checkpoints().keep());
    }

    private static boolean hasFinished(Run run, Path folder, Simulation simulation) throws IOException {
        return run.isAtEnd() && SummaryFile.tellsEnd(folder, simulation.steps());
    }

    /// The launcher tells when it began.
    private static void addStart(Ledger ledger, Instant now) {
        String begun = System.getProperty("tessera.begun", "");
        if (begun.matches("\\d{1,12}\\.\\d{6}")) {
            long nanos = Math.round((now.getEpochSecond() - Double.parseDouble(begun)) * 1e9) + now.getNano();
            ledger.add(Ledger.Phase.START, nanos);
        }
    }

    private Provenance provenance(CaseFile file, Device device, List<Provenance.Rank> ranks, Instant started)
            throws IOException {
        List<Provenance.Input> inputs = new ArrayList<>();
        if (options.hasFile()) {
            inputs.add(Provenance.Input.of(options.file().toAbsolutePath().normalize()));
        }
        for (Path named : file.files()) {
            inputs.add(Provenance.Input.of(named));
        }
        if (additions.program().isPresent()) {
            inputs.add(Provenance.Input.of(additions.program().get()));
        }
        List<String> arguments = Objects.requireNonNull(spec)
                .root()
                .commandLine()
                .getParseResult()
                .originalArgs();
        return new Provenance(
                Version.text(),
                ShellText.command(
                        "tessera",
                        Stream.concat(
                                        additions.program().stream()
                                                .flatMap(program -> Stream.of(JavaCommand.NAME, program.toString())),
                                        additions.typed(arguments).stream())
                                .toList()),
                started,
                device.key(),
                device.facts().name(),
                ranks,
                inputs);
    }

    private static void tellCheckpoint(RunResult result) throws IOException {
        if (result.checkpoint().isPresent()) {
            Path last = result.checkpoint().get();
            LOG.info(
                    "--resume {} continues from here{} ({}; output.checkpoints.keep: 0 leaves none)",
                    last,
                    StopSignal.isReason(result.stopReason()) ? "" : " with a later time.stop",
                    Report.bytes(Files.size(last)));
        }
    }

    private static ExitCode end(Run run, RunResult result, boolean interrupted) throws IOException {
        if (interrupted && !run.leaveCheckpoint()) {
            return ExitCode.FAILED;
        }
        if (!interrupted) {
            run.discardCheckpoints();
        }
        if (!result.complete()) {
            LOG.warn("not all results could be written; see the warnings above");
            return ExitCode.FAILED;
        }
        return interrupted ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    private static void stop(StopSignal stop, ProgressLine line, StopSignal.Cause cause) {
        stop.raise(cause);
        line.clear();
        LOG.warn("{}; finishing the step, then writing a checkpoint and the summary …", cause.key());
    }
}
