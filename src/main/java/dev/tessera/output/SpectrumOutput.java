package dev.tessera.output;

import dev.tessera.solver.FlowSpectrum;
import dev.tessera.solver.Output;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.spectrum.EnergySpectrum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;

/// Writes a spectrum of the flow as a table, `spectrum-kinetic-energy-000001200.csv`, with a row for each shell of wave
/// numbers. Memory: 16 bytes for each node of the box while it is computed.
final class SpectrumOutput implements Output {
    private final Path folder;
    private final FlowSpectrum spectrum;
    private final ForkJoinPool workers;

    SpectrumOutput(Path folder, FlowSpectrum spectrum, ForkJoinPool workers) {
        this.folder = folder;
        this.spectrum = spectrum;
        this.workers = workers;
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        String file = description().replace("<step>", "%09d".formatted(snapshot.step()));
        String text = switch (spectrum) {
            case KINETIC_ENERGY ->
                text(EnergySpectrum.of(
                        snapshot.nodes().box(), snapshot.nodes().spacingM(), snapshot.velocityMPerS(), workers));
        };
        AtomicFile.write(folder.resolve(file), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(EnergySpectrum found) {
        StringBuilder rows = new StringBuilder("wave_number [rad/m],kinetic_energy [m2/s2],enstrophy [1/s2]\n");
        for (int shell = 0; shell < found.shells(); shell++) {
            rows.append(shell * found.spacingRadPerM())
                    .append(',')
                    .append(found.energyM2PerS2()[shell])
                    .append(',')
                    .append(found.enstrophyPerS2()[shell])
                    .append('\n');
        }
        return rows.toString();
    }

    @Override
    public String description() {
        return "spectrum-%s-<step>.csv".formatted(spectrum.key());
    }
}
