package dev.tessera.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class PackageTableTest {
    private static final Pattern ROW = Pattern.compile("\\| `([a-z]+)` \\| ?([a-z, ]*)\\|");

    @Test
    void architecture_md_has_the_same_table_as_the_tests() throws IOException {
        var documented = new TreeMap<String, List<String>>();
        for (String line : Files.readAllLines(Path.of("ARCHITECTURE.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                documented.put(row.group(1), words(row.group(2)));
            }
        }
        var tested = new TreeMap<String, List<String>>();
        for (ProjectPackage part : ProjectPackage.values()) {
            tested.put(
                    part.packageName(),
                    Arrays.stream(ProjectPackage.values())
                            .filter(other -> other != part && other != ProjectPackage.UNITS && part.mayImport(other))
                            .map(ProjectPackage::packageName)
                            .sorted()
                            .toList());
        }
        assertThat(documented).isEqualTo(tested);
    }

    private static List<String> words(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .sorted()
                .toList();
    }
}
