package dev.tessera.cli;

import dev.tessera.solver.FlowScale;
import dev.tessera.solver.Ledger;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Outlook;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes results as text.
record Report(PrintStream out) {
    /// The main numbers of a run, and the path of its results.
    void result(Simulation simulation, RunResult result, Path folder) {
        out.println("%s: %s at step %d, t = %s s, %s MLUPS"
                .formatted(
                        simulation.theCase().title(),
                        how(result),
                        simulation.steps(),
                        number(simulation.timeS()),
                        "%.1f".formatted(result.mlups())));
        if (result.scale().isKnown()) {
            out.println("  " + reynolds(result.scale()));
        }
        int width = result.observables().stream()
                .mapToInt(observable -> observable.name().length())
                .max()
                .orElse(0);
        for (Observable observable : result.observables()) {
            out.println("  %-*s  %12s %s"
                    .replace("*", Integer.toString(Math.max(1, width)))
                    .formatted(observable.name(), number(observable.value()), observable.unit())
                    .stripTrailing());
        }
        Path summary = folder.resolve("summary.json");
        if (Files.exists(summary)) {
            out.println(summary);
        }
    }

    /// Where the time of a run went, the longest phase first, without those below 1 %.
    static String times(Ledger ledger) {
        var seconds = ledger.seconds();
        double total =
                seconds.values().stream().mapToDouble(Double::doubleValue).sum();
        return "%.1f s: %s"
                .formatted(
                        total,
                        seconds.entrySet().stream()
                                .filter(part -> part.getValue() >= 0.01 * total)
                                .sorted(Map.Entry.<Ledger.Phase, Double>comparingByValue()
                                        .reversed())
                                .map(part -> "%s %.1f".formatted(part.getKey().key(), part.getValue()))
                                .collect(Collectors.joining(", ")));
    }

    /// The Reynolds number with its velocity and length.
    static String reynolds(FlowScale scale) {
        var numbers = scale.numbers();
        return "Reynolds number %s of %s (%s) and %s (%s)"
                .formatted(
                        number(numbers.reynolds()),
                        QuantityText.about(numbers.speedMPerS(), QuantityKind.VELOCITY),
                        scale.velocityIs(),
                        QuantityText.about(numbers.lengthM(), QuantityKind.LENGTH),
                        scale.lengthIs());
    }

    /// Time step and dimensionless numbers of a flow that has not begun.
    static String flow(Outlook outlook) {
        var numbers = outlook.scale().numbers();
        boolean hasMach = outlook.theCase().model().shallowWater().isEmpty();
        String speed = numbers.speedMPerS() > 0
                ? "%s%s, grid Reynolds %s"
                        .formatted(
                                hasMach ? "Mach %s, ".formatted(number(numbers.mach())) : "",
                                reynolds(outlook.scale()),
                                number(numbers.gridReynolds()))
                : hasMach
                        ? "Mach and Reynolds are taken from the flow, as the case gives no velocity"
                        : "Reynolds is taken from the flow, as the case gives no velocity";
        return "time step %s s, relaxation time %s, %s"
                .formatted(number(numbers.units().timeStepS()), number(numbers.relaxationTime()), speed);
    }

    private static String how(RunResult result) {
        return switch (result.stopReason()) {
            case "steady" -> "steady";
            case "interrupted" -> "interrupted";
            case "time" -> "end of the physical time";
            case "steps" -> "end of the steps";
            default -> result.stopReason();
        };
    }

    /// Five significant digits.
    static String number(double value) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value == 0 ? "0" : Double.toString(value);
        }
        double magnitude = Math.abs(value);
        if (magnitude < 1e-3 || magnitude >= 1e6) {
            return "%.4e".formatted(value);
        }
        int decimals = Math.max(0, 4 - (int) Math.floor(Math.log10(magnitude)));
        return ("%." + decimals + "f").formatted(value);
    }

    /// For example `1.4 GiB`.
    static String bytes(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? "%d B".formatted(bytes) : "%.1f %s".formatted(value, units[unit]);
    }
}
