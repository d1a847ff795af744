package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.emit.Target;
import dev.tessera.emit.Targets;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Simulation;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
    private CaseOptions options = new CaseOptions();

    @Option(
            names = "--target",
            paramLabel = "TARGET",
            defaultValue = "jvm",
            description = "jvm (printed as equivalent Java) or c (default: jvm).")
    private String target = "jvm";

    CodegenCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Target printer = Targets.all().stream()
                .filter(known -> known.key().equals(target))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        "--target %s: there is no such target. Known are %s."
                                .formatted(
                                        target,
                                        Targets.all().stream().map(Target::key).collect(Collectors.joining(", ")))));
        CaseFile file = options.read(console);
        Case theCase = file.theCase();
        try (Workplace workplace = new Workplace()) {
            NodeMap nodes = new Voxelising(console).voxelise(theCase, workplace.workers());
            for (NodeClass nodeClass : Simulation.kernels(theCase, nodes)) {
                console.out()
                        .println(printer.print(nodeClass.step(), theCase.model().precision())
                                .text());
            }
        } catch (CaseException | GeometryException wrong) {
            throw CaseOptions.located(file, wrong);
        }
        return ExitCode.DONE.code();
    }
}
