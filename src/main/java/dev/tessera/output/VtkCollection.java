package dev.tessera.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Writes the collection of a time series (`fluid.pvd`): the files of all steps with their times, which ParaView
/// opens as one. It is rewritten after each file, from the files in the folder, so that it is correct after every
/// step and after a resume. Files of later steps of a resumed run are added when they are replaced.
///
/// @param name of the files without step
/// @param ending of the files, such as `vtu`
record VtkCollection(Path folder, String name, String ending) {
    private static final Pattern TIME = Pattern.compile("Name=\"TimeValue\"[^>]*>\\s*([^<\\s]+)\\s*<");
    private static final int HEAD_BYTES = 4096;

    String fileName() {
        return name + ".pvd";
    }

    /// With `<step>` in place of the step.
    String fileOfEachStep() {
        return "%s-<step>.%s".formatted(name, ending);
    }

    String fileOfStep(long step) {
        return "%s-%09d.%s".formatted(name, step, ending);
    }

    /// @param lastStep the last step to include
    void write(long lastStep) throws IOException {
        StringBuilder text = new StringBuilder(
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n");
        for (var entry : files(lastStep).entrySet()) {
            OptionalDouble timeS = timeS(entry.getValue());
            if (timeS.isPresent()) {
                text.append("<DataSet timestep=\"%s\" group=\"\" part=\"0\" file=\"%s\"/>\n"
                        .formatted(timeS.getAsDouble(), entry.getValue().getFileName()));
            }
        }
        text.append("</Collection>\n</VTKFile>\n");
        AtomicFile.write(
                folder.resolve(fileName()), out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /// The files of the steps up to one, by step.
    SequencedMap<Long, Path> files(long lastStep) throws IOException {
        Pattern pattern = Pattern.compile(Pattern.quote(name) + "-([0-9]{9,18})\\." + Pattern.quote(ending));
        SequencedMap<Long, Path> files = new TreeMap<>();
        try (Stream<Path> entries = Files.list(folder)) {
            entries.forEach(entry -> {
                Matcher matcher = pattern.matcher(entry.getFileName().toString());
                if (matcher.matches() && Long.parseLong(matcher.group(1)) <= lastStep) {
                    files.put(Long.parseLong(matcher.group(1)), entry);
                }
            });
        }
        return files;
    }

    /// The time stored in a file; empty where Tessera did not write the file.
    private static OptionalDouble timeS(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Matcher matcher = TIME.matcher(new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1));
            return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1))) : OptionalDouble.empty();
        } catch (NumberFormatException damaged) {
            return OptionalDouble.empty();
        }
    }
}
