package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.output.GeometryPicture;
import dev.tessera.solver.Case;
import dev.tessera.solver.FlowPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Voxelises and diagnoses only.
@Command(
        name = "geometry",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Voxelise and diagnose only: openings, defects, porosity, picture.")
final class GeometryCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private CaseOptions options;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for geometry.png (default: out/CASE).")
    private @Nullable Path out;

    GeometryCommand(Console console, Additions additions) {
        this.console = console;
        this.options = new CaseOptions(additions);
    }

    @Override
    public Integer call() throws IOException {
        CaseFile file = options.read(console);
        Case theCase = file.theCase();
        Path folder = ResultFolder.chosen(out, Path.of("out", theCase.name()));
        try (ComputeResources resources = options.resources()) {
            Voxelising.withoutFindings(console).then(file, resources.workers(), "describing", nodes -> {
                new GeometryReport(console.out())
                        .write(theCase, nodes, FlowPaths.of(theCase, nodes, resources.workers()));
                Files.createDirectories(folder);
                GeometryPicture.write(nodes, theCase.title(), folder).ifPresent(console.out()::println);
            });
        }
        return ExitCode.DONE.code();
    }
}
