package dev.tessera;

import dev.tessera.casefile.CaseReference;
import dev.tessera.casefile.CaseSchema;
import dev.tessera.casefile.ModelCombinations;
import dev.tessera.casefile.SweepReference;
import dev.tessera.solver.plan.GpuFitReport;
import dev.tessera.suites.generator.ExampleVessel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;

/// Writes the generated files of the repository: `.ci/dev COMMAND`, from the root of the repository.
public final class DeveloperTool {
    private static final String USAGE = """
            .ci/dev reference    docs/reference: case.md, sweep.md and their schemas, from the keys of the readers; combinations.md
            .ci/dev vessel       examples/aneurysm/aneurysm.stl, from the generator
            .ci/dev fit FILE     GpuConstants fitted to docs/benchmarks, with tables of their prediction errors
            .ci/dev bundle       an archive with its own Java (packaging/bundle)
            """;

    private DeveloperTool() {}

    public static void main(String[] args) throws IOException {
        String command = args.length == 0 ? "" : args[0];
        switch (command) {
            case "reference" -> {
                Path folder = Files.createDirectories(Path.of("docs/reference"));
                Files.writeString(folder.resolve("case.md"), CaseReference.markdown());
                Files.writeString(folder.resolve("case.schema.json"), CaseSchema.text());
                try (ForkJoinPool workers = new ForkJoinPool()) {
                    Files.writeString(folder.resolve("combinations.md"), ModelCombinations.markdown(workers));
                }
                Files.writeString(folder.resolve("sweep.md"), SweepReference.markdown());
                Files.writeString(folder.resolve("sweep.schema.json"), SweepReference.schema());
            }
            case "vessel" -> ExampleVessel.write();
            case "fit" -> GpuFitReport.write(Path.of(args.length > 1 ? args[1] : "target/fit.md"));
            default -> {
                System.err.print(USAGE);
                System.exit(2);
            }
        }
    }
}
