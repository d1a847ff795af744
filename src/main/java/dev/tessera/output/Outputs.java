package dev.tessera.output;

import dev.tessera.solver.Case;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.FieldFormat;
import dev.tessera.solver.OutputFailures;
import dev.tessera.solver.OutputRegion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;

/// The catalogue of file formats, and the outputs that a case requests.
public final class Outputs {
    private static final List<ResultFormat> FORMATS =
            List.of(VtkImageOutput.FORMAT, VtkFluidOutput.FORMAT, VtkSurfaceOutput.FORMAT, VtkHdfOutput.FORMAT);

    private Outputs() {}

    /// In the order of messages and references.
    public static List<ResultFormat> formats() {
        return FORMATS;
    }

    /// The names of a picture's files: no other picture may have them.
    public static String files(OutputChoice.Picture picture) {
        return PictureOutput.files(picture);
    }

    /// Why this machine cannot write the requested files, with a remedy; empty: it can.
    /// @throws IllegalArgumentException if the choice has a format that is not in the catalogue
    public static Optional<String> refusal(OutputChoice choice) {
        return choice.fields().isEmpty()
                ? Optional.empty()
                : choice.formats().stream()
                        .flatMap(format -> byKey(format.key()).refusal().of(choice).stream())
                        .findFirst();
    }

    /// Prepares pictures and plots, on a thread of its own: reads fonts and compiles code while a run begins. Returns
    /// at once.
    /// @param threads of the run; few: nothing is done
    public static void warmUp(OutputChoice choice, int threads) {
        WarmUp.begin(choice, threads);
    }

    /// @param folder existing folder of the files
    /// @param workers that compute and write files
    /// @throws IllegalArgumentException if the case has a format that is not in the catalogue
    public static List<Output> of(Case theCase, Path folder, ForkJoinPool workers) {
        List<Output> outputs = new ArrayList<>();
        var choice = theCase.output();
        FileWriting writing = new FileWriting(choice.compression(), workers, choice.pieces(), Optional.empty());
        for (FieldFormat format : choice.formats()) {
            ResultFormat.Writer writer = byKey(format.key()).writer();
            if (format.equals(FieldFormat.SURFACE)
                    || !choice.fields().isEmpty() && choice.regions().isEmpty()) {
                outputs.add(writer.of(folder, theCase, writing));
            } else if (!choice.fields().isEmpty()) {
                for (OutputRegion region : choice.regions()) {
                    outputs.add(ofRegion(region, folder, theCase, writer, writing));
                }
            }
        }
        SharedSurface surface = new SharedSurface(workers);
        for (var picture : choice.pictures()) {
            outputs.add(new PictureOutput(folder, picture, theCase.title(), surface, workers));
        }
        choice.spectra().forEach(spectrum -> outputs.add(new SpectrumOutput(folder, spectrum, workers)));
        boolean isShallow = theCase.model().shallowWater().isPresent();
        choice.profiles().forEach(profile -> outputs.add(new ProfileOutput(folder, profile, isShallow)));
        return outputs;
    }

    /// Writes animated pictures from the pictures in the folder, at the end of a run.
    /// @param outputs of [#of]
    /// @param lastStep the last step to include
    /// @param failures receives those that could not be written
    /// @return the files written
    public static List<Path> animate(List<Output> outputs, long lastStep, OutputFailures failures) {
        List<Path> written = new ArrayList<>();
        for (Output output : outputs) {
            if (output instanceof PictureOutput pictures) {
                String file = pictures.animation();
                failures.attempt(file, file, () -> pictures.animate(lastStep).ifPresent(written::add));
            }
        }
        return written;
    }

    private static Output ofRegion(
            OutputRegion region, Path folder, Case theCase, ResultFormat.Writer writer, FileWriting writing) {
        Output output = writer.of(folder, theCase, writing.of(region));
        return region.isWhole() ? output : new RegionOutput(region, output, writing.workers());
    }

    private static ResultFormat byKey(String key) {
        return FORMATS.stream()
                .filter(format -> format.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown format '%s'; known: %s"
                        .formatted(key, FORMATS.stream().map(ResultFormat::key).collect(Collectors.joining(", ")))));
    }
}
