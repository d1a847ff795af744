package dev.tessera.casefile;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Rows that `tessera bench --json` wrote.
public final class RowsFile {
    private static final int MOST_CHARACTERS = 100_000_000;

    private RowsFile() {}

    /// @throws IOException where the file cannot be read
    /// @throws IllegalArgumentException where it is no list of rows; the message names the file
    public static List<Map<String, Object>> read(Path file) throws IOException {
        Object all;
        try {
            all = new Load(LoadSettings.builder()
                            .setCodePointLimit(MOST_CHARACTERS)
                            .build())
                    .loadFromString(Files.readString(file));
        } catch (YamlEngineException | MalformedInputException wrong) {
            throw new IllegalArgumentException(
                    "%s is no JSON; give a file that `tessera bench --json` wrote".formatted(file), wrong);
        }
        if (!(all instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s holds no list of rows; give a file that `tessera bench --json` wrote".formatted(file));
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException(
                        "%s: %s is no row; give a file that `tessera bench --json` wrote".formatted(file, element));
            }
            Map<String, Object> row = new LinkedHashMap<>();
            map.forEach((key, value) -> row.put(String.valueOf(key), value));
            rows.add(row);
        }
        return rows;
    }
}
