package dev.tessera.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Writes the collection of a time series (`fluid.pvd`): the files of all steps with their times, which ParaView
/// opens as one. It is rewritten after each file, from the files in the folder, so that it is correct after every
/// step and after a resume. Files of later steps, from before a resume, are removed.
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

    /// Removes the files of later steps and their pieces, which an earlier run wrote before this one was resumed from a
    /// checkpoint.
    void removeLater(long lastStep) throws IOException {
        String piece = ending.startsWith("p") ? "|_[0-9]+\\." + Pattern.quote(ending.substring(1)) : "";
        for (Path later :
                files("\\.%s%s".formatted(Pattern.quote(ending), piece)).tailMap(lastStep + 1).values().stream()
                        .flatMap(List::stream)
                        .toList()) {
            Files.delete(later);
        }
    }

    /// @param lastStep the present step; files of later ones are removed
    void write(long lastStep) throws IOException {
        removeLater(lastStep);
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
        SequencedMap<Long, Path> files = new LinkedHashMap<>();
        files("\\." + Pattern.quote(ending))
                .headMap(lastStep, true)
                .forEach((step, all) -> files.put(step, all.getFirst()));
        return files;
    }

    /// @param rest of their names after the step, a regular expression
    private NavigableMap<Long, List<Path>> files(String rest) throws IOException {
        Pattern pattern = Pattern.compile("%s-([0-9]{9,18})(%s)".formatted(Pattern.quote(name), rest));
        NavigableMap<Long, List<Path>> files = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> entries = Files.list(folder)) {
                entries.forEach(entry -> {
                    Matcher matcher = pattern.matcher(entry.getFileName().toString());
                    if (matcher.matches()) {
                        files.computeIfAbsent(Long.parseLong(matcher.group(1)), _ -> new ArrayList<>())
                                .add(entry);
                    }
                });
            }
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
