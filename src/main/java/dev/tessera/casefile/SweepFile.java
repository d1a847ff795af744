package dev.tessera.casefile;

import dev.tessera.casefile.SettingsType.ForKey;
import dev.tessera.output.Outputs;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;

/// A sweep read from its file: runs of one case, or several, with other values.
public final class SweepFile {
    private static final long MOST_RUNS = 10_000;

    private final String name;
    private final List<String> keys;
    private final List<SweepRun> runs;
    private final int cases;
    private final int repetitions;

    /// A run whose case has been read.
    ///
    /// @param text the whole case, as a run writes it into its folder
    /// @param overrides its values as `--set` takes them
    /// @param device that the case names, if it does
    public record CheckedRun(SweepRun run, String text, List<String> overrides, Optional<String> device) {
        public CheckedRun {
            overrides = List.copyOf(overrides);
        }
    }

    private SweepFile(String name, SweepFormat.Draft draft, List<SweepRun> runs) {
        this.name = name;
        this.keys = keys(draft);
        this.runs = List.copyOf(runs);
        this.cases = draft.cases().size();
        this.repetitions = draft.repeat();
    }

    public String name() {
        return name;
    }

    /// Paths of the keys that distinguish runs: those of `list`, then those of `grid`.
    public List<String> keys() {
        return keys;
    }

    /// At least one.
    public List<SweepRun> runs() {
        return runs;
    }

    public boolean hasSeveralCases() {
        return cases > 1;
    }

    public boolean repeats() {
        return repetitions > 1;
    }

    /// Reads a sweep.
    /// @throws CaseFileException with all problems that were found, each with file, line and column
    /// @throws IOException where the file cannot be read
    public static SweepFile read(Path file) throws IOException {
        Path folder = file.toAbsolutePath().normalize().getParent();
        Path home = folder == null ? Path.of("/") : folder;
        try {
            return parse(file.toString(), Files.readString(file), home);
        } catch (CharacterCodingException e) {
            throw new CaseFileException(new Place(file.toString(), 1, 1), "this file is not UTF-8 text");
        }
    }

    /// Reads a sweep from text.
    /// @param source its name in problems
    /// @param folder that file names are relative to
    static SweepFile parse(String source, String text, Path folder) {
        Problems problems = new Problems();
        YamlNode root = YamlReader.read(source, text, problems);
        if (!(root instanceof YamlNode.YamlMap map) || map.find("sweep") == null) {
            problems.add(root.place(), "this is no sweep: its first key must be 'sweep: 1', the format's version");
            throw problems.exception();
        }
        String name = nameOf(Path.of(source).getFileName().toString(), folder);
        try {
            SweepFormat.Draft draft =
                    SweepFormat.SECTION.read(root, Reading.start(problems, new Reading.Source(folder, name)));
            problems.throwIfAny();
            return new SweepFile(draft.name().orElse(name), draft, runs(draft, root.place()));
        } catch (Unreadable noted) {
            throw problems.exception();
        }
    }

    private static String nameOf(String file, Path folder) {
        String stem = CaseFile.plain(file.replaceFirst("\\.ya?ml$", ""));
        return stem.equals("sweep") ? CaseFile.nameOf("case.yaml", folder) + "-sweep" : stem;
    }

    private static List<String> keys(SweepFormat.Draft draft) {
        SequencedSet<String> keys = new LinkedHashSet<>();
        draft.list().forEach(item -> item.forEach(setting -> keys.add(setting.path())));
        draft.grid().forEach(values -> keys.add(values.path()));
        return List.copyOf(keys);
    }

    private static List<SweepRun> runs(SweepFormat.Draft draft, Place start) {
        List<List<Setting>> points = combinations(draft, start);
        SweepNames names = new SweepNames(draft.cases().size() > 1, keys(draft));
        List<Path> cases = new ArrayList<>();
        List<List<Setting>> own = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (Path theCase : draft.cases()) {
            for (List<Setting> point : points) {
                cases.add(theCase);
                own.add(point);
                found.add(names.of(theCase, point));
            }
        }
        Map<String, Long> counts = SweepNames.counted(found);
        List<Setting> common = settings(draft.set());
        SequencedMap<String, SweepRun> runs = new LinkedHashMap<>();
        for (int k = 0; k < found.size(); k++) {
            String name = counts.getOrDefault(found.get(k), 1L) == 1
                    ? found.get(k)
                    : SweepNames.withChecksum(found.get(k), cases.get(k), own.get(k));
            List<Setting> all = new ArrayList<>(common);
            all.addAll(own.get(k));
            for (int repetition = 1; repetition <= draft.repeat(); repetition++) {
                String repeated = draft.repeat() == 1 ? name : "%s_%d".formatted(name, repetition);
                var run = new SweepRun(repeated, cases.get(k), all, own.get(k), repetition);
                if (runs.putIfAbsent(repeated, run) != null) {
                    Place place =
                            own.get(k).isEmpty() ? start : own.get(k).getLast().place();
                    throw new CaseFileException(
                            place,
                            "the run %s is there twice, with the same values; remove one, or use repeat"
                                    .formatted(repeated));
                }
            }
        }
        return List.copyOf(runs.values());
    }

    /// Each item of the list with each point of the grid.
    private static List<List<Setting>> combinations(SweepFormat.Draft draft, Place start) {
        List<List<Setting>> points = draft.list().isEmpty()
                ? List.of(List.of())
                : draft.list().stream().map(SweepFile::settings).toList();
        for (ForKey<List<YamlNode>> axis : draft.grid()) {
            requireFew((long) points.size() * axis.value().size(), axis.place());
            List<List<Setting>> more = new ArrayList<>();
            for (List<Setting> point : points) {
                for (YamlNode value : axis.value()) {
                    List<Setting> extended = new ArrayList<>(point);
                    extended.add(new Setting(axis.path(), axis.place(), Overrides.valueOf(value)));
                    more.add(extended);
                }
            }
            points = more;
        }
        requireFew((long) points.size() * draft.cases().size() * draft.repeat(), start);
        return points;
    }

    private static void requireFew(long runs, Place place) {
        if (runs > MOST_RUNS) {
            throw new CaseFileException(
                    place, "these are %d runs; a sweep has at most %d. Divide it.".formatted(runs, MOST_RUNS));
        }
    }

    private static List<Setting> settings(List<ForKey<YamlNode>> values) {
        return values.stream()
                .map(value -> new Setting(value.path(), value.place(), Overrides.valueOf(value.value())))
                .toList();
    }

    /// Reads the case of every run.
    /// @throws CaseFileException with every problem once, and the runs that have it
    /// @throws IOException where a file cannot be read
    public List<CheckedRun> check() throws IOException {
        List<CheckedRun> checked = new ArrayList<>();
        SequencedMap<CaseProblem, List<String>> found = new LinkedHashMap<>();
        for (SweepRun run : runs) {
            try {
                CaseFile read = run.read();
                Outputs.refusal(read.theCase().output()).ifPresent(why -> {
                    throw new CaseFileException(new Place(run.theCase().toString(), 1, 1), why);
                });
                checked.add(new CheckedRun(run, read.text(), run.overrides(read), read.device()));
            } catch (CaseFileException wrong) {
                wrong.problems()
                        .forEach(problem -> found.computeIfAbsent(problem, _ -> new ArrayList<>())
                                .add(run.name()));
            }
        }
        if (!found.isEmpty()) {
            Problems problems = new Problems();
            found.forEach((problem, names) -> problems.add(problem.place(), problem.message() + in(names)));
            throw problems.exception();
        }
        return checked;
    }

    private String in(List<String> names) {
        if (names.size() == runs.size()) {
            return "";
        }
        return names.size() == 1
                ? " (in the run %s)".formatted(names.getFirst())
                : " (in %d of %d runs, the first is %s)".formatted(names.size(), runs.size(), names.getFirst());
    }
}
