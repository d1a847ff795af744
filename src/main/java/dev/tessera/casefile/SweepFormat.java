package dev.tessera.casefile;

import dev.tessera.casefile.SettingsType.ForKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The format of sweeps, version 1.
final class SweepFormat {
    static final int VERSION = 1;
    private static final int MOST_REPETITIONS = 1000;
    private static final ValueType<Path> CASE = new MappedType<>(TextType.FILE, SweepFormat::caseOf, file -> file);

    private static final Key<Integer> SWEEP = Key.of("sweep", NumberType.whole(VERSION, VERSION))
            .needed()
            .says("version of this format: 1")
            .example("1");
    private static final Key<String> NAME = Key.of("name", TextType.NAME)
            .otherwise("that of the file; of `sweep.yaml` that of its folder with `-sweep`")
            .says("short name; results go to out/NAME")
            .example("grid-convergence");
    private static final Key<List<Path>> CASES = Key.of("cases", oneOrMany())
            .otherwise("`case.yaml` beside this file")
            .says("the case that is changed, or several: files, or folders that hold case.yaml, relative to this file")
            .example("[case.yaml, ../cavity-3d]");
    private static final Key<List<ForKey<YamlNode>>> SET = Key.<List<ForKey<YamlNode>>>of("set", SettingsType.ONE)
            .or(List.of(), "none")
            .says("values for every run")
            .example("{time.stop: {steps: 400}, output.pictures: none}");
    private static final Key<List<ForKey<List<YamlNode>>>> GRID = Key.<List<ForKey<List<YamlNode>>>>of(
                    "grid", SettingsType.MANY)
            .or(List.of(), "none")
            .says("keys with lists of values: a run for each combination, the last key changes fastest")
            .example("{geometry.spacing: [0.2 mm, 0.1 mm], model.collision: [bgk, mrt]}");
    private static final Key<List<List<ForKey<YamlNode>>>> LIST = Key.<List<List<ForKey<YamlNode>>>>of(
                    "list", ListType.of(SettingsType.ONE))
            .or(List.of(), "none")
            .says("values that belong together: a run for each item; with `grid`, each item with each combination")
            .example(
                    "[{geometry.spacing: 0.2 mm, time.lattice-speed: 0.1}, {geometry.spacing: 0.1 mm, time.lattice-speed: 0.05}]");
    private static final Key<Integer> REPEAT = Key.of("repeat", NumberType.whole(1, MOST_REPETITIONS))
            .or(1, "1")
            .says("number of runs with the same values, to measure speed")
            .example("3");

    static final Section<Draft> SECTION = Section.of(
            "sweep",
            "A sweep of Tessera, format version 1: runs of one case, or several, with other values.",
            List.of(
                    SWEEP.from(draft -> VERSION),
                    NAME.ifPresent(Draft::name),
                    CASES.from(Draft::cases),
                    SET.unlessDefault(Draft::set),
                    GRID.unlessDefault(Draft::grid),
                    LIST.unlessDefault(Draft::list),
                    REPEAT.unlessDefault(Draft::repeat)),
            SweepFormat::make);

    /// A sweep as it is written.
    record Draft(
            Optional<String> name,
            List<Path> cases,
            List<ForKey<YamlNode>> set,
            List<ForKey<List<YamlNode>>> grid,
            List<List<ForKey<YamlNode>>> list,
            int repeat) {}

    private SweepFormat() {}

    private static ValueType<List<Path>> oneOrMany() {
        ValueType<List<Path>> one = new MappedType<>(CASE, List::of, List::getFirst);
        ValueType<List<Path>> many = ListType.of(CASE);
        return EitherType.textOrList(one, many, cases -> cases.size() == 1 ? one.write(cases) : many.write(cases));
    }

    /// A case file, or the one in a folder.
    private static Path caseOf(Path named) {
        Path inFolder = named.resolve("case.yaml");
        Path file = Files.isRegularFile(inFolder) ? inFolder : named;
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "there is no case %s; name a case file, or a folder that holds case.yaml".formatted(named));
        }
        return file;
    }

    private static Draft make(Fields fields) {
        List<ForKey<YamlNode>> set = fields.get(SET);
        List<ForKey<List<YamlNode>>> grid = fields.get(GRID);
        List<List<ForKey<YamlNode>>> list = fields.get(LIST);
        refuseTwice(fields, set, grid, list);
        List<Path> cases = fields.find(CASES).orElseGet(() -> List.of(besides(fields)));
        return new Draft(fields.find(NAME), cases, set, grid, list, fields.get(REPEAT));
    }

    private static Path besides(Fields fields) {
        try {
            return caseOf(fields.reading().source().folder().resolve("case.yaml"));
        } catch (IllegalArgumentException missing) {
            throw fields.refuse(CASES, String.valueOf(missing.getMessage()));
        }
    }

    /// A key has its values from one place.
    private static void refuseTwice(
            Fields fields,
            List<ForKey<YamlNode>> set,
            List<ForKey<List<YamlNode>>> grid,
            List<List<ForKey<YamlNode>>> list) {
        Set<String> ofSet = new HashSet<>(set.stream().map(ForKey::path).toList());
        Set<String> ofGrid = new HashSet<>(grid.stream().map(ForKey::path).toList());
        List<String> wrong = new ArrayList<>();
        for (ForKey<?> key : grid) {
            if (ofSet.contains(key.path())) {
                wrong.add(key.path());
                fields.reading().refuse(key.place(), twice(key.path(), "set", "grid"));
            }
        }
        for (ForKey<?> key : list.stream().flatMap(List::stream).toList()) {
            if (ofSet.contains(key.path()) || ofGrid.contains(key.path())) {
                wrong.add(key.path());
                fields.reading()
                        .refuse(key.place(), twice(key.path(), ofSet.contains(key.path()) ? "set" : "grid", "list"));
            }
        }
        if (!wrong.isEmpty()) {
            throw new Unreadable();
        }
    }

    private static String twice(String path, String first, String second) {
        return "'%s' has values in %s and in %s; keep one of them".formatted(path, first, second);
    }
}
