package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Device;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.emit.Dialects;
import dev.tessera.emit.Target;
import dev.tessera.emit.Targets;
import dev.tessera.emit.gpu.Dialect;
import dev.tessera.emit.gpu.GpuSource;
import dev.tessera.emit.latex.LatexEquations;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import dev.tessera.solver.StorageChoice;
import dev.tessera.solver.plan.GpuPlanner;
import dev.tessera.solver.tune.LaunchChoice;
import dev.tessera.solver.tune.TunedGpu;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Prints the kernels that a case generates.
@Command(
        name = "codegen",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Print the kernels that are generated for a case.")
final class CodegenCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private CaseOptions options;

    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "jvm (printed as equivalent Java), c, cuda or opencl (default: jvm).")
    private @Nullable String target;

    @Option(
            names = "--equations",
            description = "Print the equations of the kernels instead, as a LaTeX document that needs amsmath only.")
    private boolean equations;

    CodegenCommand(Console console, Additions additions) {
        this.console = console;
        this.options = new CaseOptions(additions);
    }

    @Override
    public Integer call() throws IOException {
        CaseFile file = options.read(console);
        Case theCase = file.theCase();
        try (ComputeResources resources = options.resources()) {
            CpuOrGpu printer = printer(file, resources);
            Voxelising.loggingFindings(console)
                    .then(
                            file,
                            resources.workers(),
                            "making kernels for",
                            nodes -> printer.print(theCase, nodes, CaseKernels.of(theCase, nodes)));
        }
        return ExitCode.DONE.code();
    }

    /// Prints the kernels of a case.
    private interface CpuOrGpu {
        void print(Case theCase, NodeMap nodes, List<NodeClass> classes);
    }

    private CpuOrGpu printer(CaseFile file, ComputeResources resources) {
        String wanted = target == null ? "jvm" : target;
        if (equations) {
            if (target != null) {
                throw new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        "--equations and --target %s: equations are the same for all targets. Remove one of both."
                                .formatted(target));
            }
            return (theCase, nodes, classes) -> console.out()
                    .println(LatexEquations.of(theCase.name(), CaseKernels.equations(theCase, nodes))
                            .stripTrailing());
        }
        for (Target known : Targets.all()) {
            if (known.key().equals(wanted)) {
                return (theCase, nodes, classes) ->
                        printForCpu(known, classes, theCase.model().precision());
            }
        }
        for (Dialect dialect : Dialects.all()) {
            if (dialect.key().equals(wanted)) {
                Optional<GpuDevice> gpu = gpuOf(dialect, options.oneDevice(file, resources));
                return (theCase, nodes, classes) -> printForGpu(theCase, nodes, classes, dialect, gpu);
            }
        }
        throw new CommandFailure(
                ExitCode.WRONG_INPUT,
                "--target %s: there is no such target. Known are %s."
                        .formatted(
                                wanted,
                                Stream.concat(
                                                Targets.all().stream().map(Target::key),
                                                Dialects.all().stream().map(Dialect::key))
                                        .collect(Collectors.joining(", "))));
    }

    /// Kernels of CPUs do not depend on storage. Node classes with equal kernels share them, as in a run.
    /// Different kernels of one rule, such as for openings of other orientations, are numbered, so that the
    /// whole text compiles.
    private void printForCpu(Target known, List<NodeClass> classes, Precision precision) {
        Set<String> printed = new LinkedHashSet<>();
        Map<String, Integer> byName = new LinkedHashMap<>();
        for (NodeClass nodeClass : classes) {
            for (Kernel kernel : nodeClass.in(precision).steps()) {
                if (!kernel.isEmpty()
                        && printed.add(known.print(kernel, precision).hash())) {
                    int number = byName.merge(kernel.name(), 1, Integer::sum);
                    Kernel distinct = number == 1 ? kernel : kernel.named(kernel.name() + "-" + number);
                    console.out().println(known.print(distinct, precision).text());
                }
            }
        }
    }

    /// The device, if it is a GPU with this language.
    private static Optional<GpuDevice> gpuOf(Dialect dialect, Device device) {
        return device instanceof GpuDevice gpu
                        && gpu.accelerator().language().name().equalsIgnoreCase(dialect.key())
                ? Optional.of(gpu)
                : Optional.empty();
    }

    /// Kernels of GPUs depend on storage and launch. If the device is available these are the kernels that a
    /// run would use; else the launch is that of the case, or the default.
    private void printForGpu(
            Case theCase, NodeMap nodes, List<NodeClass> classes, Dialect dialect, Optional<GpuDevice> gpu) {
        StorageChoice choice = gpu.isPresent()
                ? GpuPlanner.choice(theCase, nodes, gpu.get(), classes)
                : StorageChoice.onGpu(theCase, nodes);
        Case.Model model = theCase.model();
        StorageLayout storage = StorageLayout.of(
                model.lattice(),
                choice.pattern(),
                choice.addressing(),
                nodes,
                ArraySpacing.onPages(model.precision().storedBytes()));
        GpuPlan usual = GpuPlan.of(CaseKernels.plan(theCase, storage, classes, model.intrinsics()), null);
        LaunchChoice launch = LaunchChoice.of(theCase.storage());
        GpuPlan plan = usual.retuned(
                gpu.map(device -> TunedGpu.known(device, launch, usual)).orElseGet(() -> launch.unmeasured(usual)));
        console.out().println(GpuSource.print(plan.stepKernels(), dialect).text());
    }
}
