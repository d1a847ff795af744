package dev.tessera.emit.gpu;

import dev.tessera.Version;
import dev.tessera.emit.DigitFunctions;
import dev.tessera.emit.KernelSource;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.SweptClass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Kernels for a GPU, printed as one program.
///
/// @param text begins with a line that names generator, target, kernels and hash
/// @param hash of the text without that line: same kernels, same text, same hash
/// @param kernels the printed kernels; each is a function of the same name, with its arguments
public record GpuSource(String text, String hash, List<GpuKernel> kernels) {
    public GpuSource {
        kernels = List.copyOf(kernels);
    }

    /// @param kernels of one precision, with different names
    public static GpuSource print(List<GpuKernel> kernels, Dialect dialect) {
        GpuKernel first = kernels.getFirst();
        Map<String, SweptClass> swept = new LinkedHashMap<>();
        kernels.forEach(kernel -> kernel.swept().forEach(nodes -> swept.putIfAbsent(nodes.function(), nodes)));
        List<GpuKernel> all = Stream.concat(
                        kernels.stream(), swept.values().stream().map(SweptClass::kernel))
                .toList();
        Lines lines = new Lines();
        lines.line(dialect.head(first).strip());
        lines.line("");
        String functions = SlotText.of(first, dialect).functions();
        if (!functions.isEmpty()) {
            lines.line(functions);
        }
        if (all.stream().anyMatch(kernel -> DigitFunctions.areUsedIn(kernel.kernel()))) {
            Real real = first.precision().computed();
            lines.line(DigitFunctions.text(
                    real, dialect.functionQualifiers(), dialect.word(real), dialect.digitConversions(real)));
        }
        if (all.stream().anyMatch(GpuSource::hasLaterValues)) {
            lines.line(dialect.afterFunction(first.precision().computed()));
        }
        SlotText.of(first, dialect).offset(lines, first.links().size());
        if (all.stream().anyMatch(GpuKernel::ranksPrivateSlots)) {
            PrivateSlotText.write(lines, dialect);
        }
        kernels.stream()
                .filter(kernel -> kernel.nodesPerThread() > 1)
                .findFirst()
                .ifPresent(kernel -> GroupText.helpers(lines, kernel, dialect));
        if (all.stream().anyMatch(GpuSource::stepsWithSeries)) {
            SeriesText.advance(lines, dialect);
        }
        swept.values().forEach(nodes -> lines.line(new GpuText(nodes.kernel(), dialect).printFunction(nodes)));
        String body = lines
                + kernels.stream()
                        .map(kernel -> new GpuText(kernel, dialect).print())
                        .collect(Collectors.joining("\n"));
        String hash = KernelSource.hash(body);
        String head = "// Tessera %s · %s · %s · %s · %s · %s\n"
                .formatted(
                        Version.text(),
                        dialect.key(),
                        all.stream()
                                .map(kernel -> kernel.kernel().name())
                                .distinct()
                                .collect(Collectors.joining(", ")),
                        first.kernel().latticeNames(),
                        first.precision().key(),
                        hash);
        return new GpuSource(head + body, hash, kernels);
    }

    private static boolean hasLaterValues(GpuKernel kernel) {
        return kernel.kernel().statements().stream()
                .flatMap(statement -> Reachable.from(statement.values()).stream())
                .anyMatch(node -> node.form() instanceof Form.After);
    }

    private static boolean stepsWithSeries(GpuKernel kernel) {
        return !kernel.kernel().series().isEmpty()
                && kernel.kernel().statements().stream()
                        .anyMatch(s -> s instanceof Statement.Store(Sink.PopulationOut out, Expr value));
    }
}
