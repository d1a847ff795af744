package dev.tessera.casefile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// One run of a sweep: a case, and the values that it changes.
public final class SweepRun {
    private final String name;
    private final Path theCase;
    private final List<Setting> settings;
    private final List<Setting> own;
    private final int repetition;

    /// @param settings all of them, in the order in which they are applied
    /// @param own those that distinguish the run from others
    SweepRun(String name, Path theCase, List<Setting> settings, List<Setting> own, int repetition) {
        this.name = name;
        this.theCase = theCase;
        this.settings = List.copyOf(settings);
        this.own = List.copyOf(own);
        this.repetition = repetition;
    }

    /// Of its folder and its row, unique in the sweep: `spacing-0.2mm_collision-mrt`.
    public String name() {
        return name;
    }

    /// The case file.
    public Path theCase() {
        return theCase;
    }

    /// From 1.
    public int repetition() {
        return repetition;
    }

    /// The values that distinguish the run, by path of keys, as they are written.
    public SequencedMap<String, String> values() {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        own.forEach(setting -> values.put(setting.path(), SweepNames.written(setting)));
        return values;
    }

    /// The case with all values of the run.
    /// @throws CaseFileException with problems at their places in the sweep or in the case
    CaseFile read() throws IOException {
        return CaseFile.readWith(theCase, settings);
    }

    /// All values as `--set` takes them, file names absolute.
    List<String> overrides(CaseFile read) {
        List<String> overrides = new ArrayList<>();
        settings.forEach(setting -> overrides.add(
                setting.path() + "=" + setting.value().map(read::textOf).orElse("")));
        return overrides;
    }
}
