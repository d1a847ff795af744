package dev.tessera.casefile;

import dev.tessera.casefile.Reading.Source;
import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A case read from text: the case itself, the device that the file names, and the place of each key.
public final class CaseFile {
    private final Case theCase;
    private final Optional<String> device;
    private final String text;
    private final YamlMap tree;
    private final Reading reading;

    private CaseFile(Case theCase, Optional<String> device, String text, YamlMap tree, Reading reading) {
        this.theCase = theCase;
        this.device = device;
        this.text = text;
        this.tree = tree;
        this.reading = reading;
    }

    public Case theCase() {
        return theCase;
    }

    /// The same text for a case that a program has changed.
    public CaseFile with(Case changed) {
        return new CaseFile(changed, device, text, tree, reading);
    }

    /// The key of the device, if the case names one.
    public Optional<String> device() {
        return device;
    }

    /// The whole case as YAML, overrides applied, file names absolute: it reads back from anywhere.
    public String text() {
        return text;
    }

    /// A value of the case on one line, file names absolute, as `--set` reads it.
    String textOf(YamlNode value) {
        return YamlWriter.flow(value, node -> reading.files().get(node));
    }

    /// The files and folders that the case names, such as a surface or an image, in the order of their names.
    public List<Path> files() {
        return reading.files().values().stream().distinct().sorted().toList();
    }

    /// The message of an exception, preceded by its place in the case: that of the expression that is wrong,
    /// else that of the path of keys with which the message begins.
    public String located(CaseException wrong) {
        String message = String.valueOf(wrong.getMessage());
        return wrong.expression()
                .flatMap(expression -> Optional.ofNullable(reading.expressions().get(expression)))
                .map(origin -> new CaseProblem(origin.place(), origin.path() + ": " + message).toString())
                .orElseGet(() -> located(message));
    }

    /// A message that begins with a path of keys (`time.lattice-speed: …`), preceded by the place of that key,
    /// or of the nearest group around it; other messages as they are.
    public String located(String message) {
        int colon = message.indexOf(": ");
        if (colon <= 0 || !message.substring(0, colon).matches("[A-Za-z0-9_.-]+")) {
            return message;
        }
        Place place = null;
        YamlNode node = tree;
        for (String step : message.substring(0, colon).split("\\.", -1)) {
            YamlEntry entry = node instanceof YamlMap map ? map.find(step) : null;
            if (entry == null) {
                break;
            }
            place = entry.keyPlace();
            node = entry.value();
        }
        return place == null ? message : new CaseProblem(place, message).toString();
    }

    /// Reads a case file.
    /// @param file named in problems as it is written here
    /// @param overrides `path.to.key=value`, as `--set` takes them; list items by index from 0; an empty
    ///        value removes the key. File names in overrides are relative to the working directory, those of
    ///        the file to the file
    /// @throws CaseFileException with all problems that were found, each with file, line and column
    /// @throws IOException where the file cannot be read
    public static CaseFile read(Path file, List<String> overrides) throws IOException {
        return read(file, problems -> new Overrides(problems).parse(overrides));
    }

    /// Reads a case file with values of a sweep, whose file names are relative to the case, as its own are.
    static CaseFile readWith(Path file, List<Setting> settings) throws IOException {
        return read(file, problems -> settings);
    }

    private static CaseFile read(Path file, Function<Problems, List<Setting>> settings) throws IOException {
        Path folder = file.toAbsolutePath().normalize().getParent();
        String source = file.toString();
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new CaseFileException(
                    new Place(source, 1, 1),
                    "this file is not UTF-8 text, so it is no case. A case names its surface mesh or image: `tessera init NAME --from vessel` (or rock) writes one to put yours into");
        }
        Path home = folder == null ? Path.of("/") : folder;
        return parse(source, text, new Source(home, nameOf(file.getFileName().toString(), home)), settings);
    }

    /// Reads a case from text.
    /// @param source its name in problems, such as `case.yaml`
    /// @param folder that file names are relative to; a case without a name is named after it
    /// @throws CaseFileException as [#read]
    public static CaseFile parse(String source, String text, Path folder, List<String> overrides) {
        return parse(
                source,
                text,
                new Source(folder, nameOf("case.yaml", folder)),
                problems -> new Overrides(problems).parse(overrides));
    }

    private static CaseFile parse(String file, String text, Source source, Function<Problems, List<Setting>> settings) {
        Problems problems = new Problems();
        YamlNode root = new Overrides(problems).apply(YamlReader.read(file, text, problems), settings.apply(problems));
        if (!(root instanceof YamlMap map) || map.find("tessera") == null) {
            problems.add(root.place(), "this is no case: its first key must be 'tessera: 1', the format's version");
            throw problems.exception();
        }
        Reading reading = Reading.start(problems, source);
        try {
            CaseFormat.Read read = CaseFormat.SECTION.read(map, reading);
            problems.throwIfAny();
            return new CaseFile(
                    read.theCase(),
                    read.device(),
                    YamlWriter.text(map, node -> reading.files().get(node)),
                    map,
                    reading);
        } catch (Unreadable noted) {
            throw problems.exception();
        }
    }

    /// The folder's name for `case.yaml`, else the file's.
    static String nameOf(String file, Path folder) {
        String stem = file.replaceFirst("\\.ya?ml$", "");
        Path last = folder.getFileName();
        String name = stem.equals("case") && last != null ? last.toString() : stem;
        return plain(name);
    }

    /// The name with nothing but letters, digits, `_`, `.` and `-`.
    static String plain(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_.-]+", "-");
        return plain.matches("[A-Za-z0-9].*") ? plain : "case";
    }
}
