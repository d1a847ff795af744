package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A guide of the documentation; a test runs its cases and commands in a separate folder.
///
/// A block that begins with ` ```yaml NAME.yaml ` is that file. An indented line that begins with
/// `./tessera` is a command; what names a case, a folder below `out/` or an image's `file` there means those
/// of the test's folder. What the text names as `` `out/…` `` are results that its commands leave.
record Guide(Map<String, String> cases, List<List<String>> commands, List<String> results) {
    private static final Pattern CASE = Pattern.compile("(?ms)^```yaml (\\S+)\\n(.*?)^```");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {4,}\\./tessera (.*)$");
    private static final Pattern RESULT = Pattern.compile("`out/([^`]+)`");
    private static final int STEPS = 10;
    private static final int RESUMED_STEPS = 20;
    private static final Pattern WORD = Pattern.compile("([^\\s']|'[^']*')+");

    static Guide read(String name) throws IOException {
        String text = Files.readString(Path.of("docs/guides", name));
        Map<String, String> cases = new LinkedHashMap<>();
        CASE.matcher(text).results().forEach(block -> cases.put(block.group(1), block.group(2)));
        List<List<String>> commands = new ArrayList<>();
        COMMAND.matcher(text).results().forEach(line -> commands.add(words(line.group(1))));
        List<String> results =
                RESULT.matcher(text).results().map(result -> result.group(1)).toList();
        return new Guide(cases, commands, results);
    }

    /// Split as by a shell: single quotes group words and are removed.
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            words.add(matcher.group().replace("'", ""));
        }
        return words;
    }

    /// Writes the cases into a folder, each `from` of the changes replaced by its `to`; every change has to
    /// find something.
    void writeCases(Path folder, Map<String, String> changes) throws IOException {
        String all = String.join("", cases.values());
        changes.keySet().forEach(from -> assertThat(all).contains(from));
        for (var one : cases.entrySet()) {
            String text = one.getValue();
            for (var change : changes.entrySet()) {
                text = text.replace(change.getKey(), change.getValue());
            }
            Files.writeString(folder.resolve(one.getKey()), text);
        }
    }

    /// Runs every command, in order; each has to succeed, and the results that the text names have to be there
    /// then. Runs stop after a few steps, whatever they say themselves, and those that continue another run a
    /// few later: the suite `recipes` runs them to their ends.
    /// @param whole commands whose run continues to its end
    /// @return what each printed on both streams, by the command as it stands in the guide
    Map<String, String> run(Path folder, List<String> whole) {
        Map<String, String> printed = new LinkedHashMap<>();
        for (List<String> command : commands) {
            TestConsole console = new TestConsole();
            int code = Main.run(console.pipe(), inFolder(command, folder, whole).toArray(String[]::new));
            String all = console.out() + console.err();
            assertThat(code)
                    .as("./tessera %s\n%s", String.join(" ", command), all)
                    .isZero();
            printed.put(String.join(" ", command), all);
        }
        assertThat(results).isNotEmpty().allSatisfy(result -> {
            PathMatcher named = folder.getFileSystem().getPathMatcher("glob:" + result);
            Path out = folder.resolve("out");
            try (Stream<Path> files = Files.walk(out)) {
                assertThat(files.map(out::relativize)).as("out/" + result).anyMatch(named::matches);
            }
        });
        return printed;
    }

    /// Kernels of the JVM take seconds to warm up; C kernels do not, and come from a cache.
    private static String quickestToStart() {
        TestConsole console = new TestConsole();
        Main.run(console.pipe(), "devices");
        return console.out().contains("cpu:c     ready") ? "cpu:c" : "cpu";
    }

    private static List<String> inFolder(List<String> command, Path folder, List<String> whole) {
        List<String> words = new ArrayList<>();
        String name = "case";
        for (String word : command) {
            boolean ours = word.startsWith("out/") || word.endsWith(".yaml") || word.endsWith(".png");
            words.add(ours ? folder.resolve(word).toString() : word.replace("{file: ", "{file: " + folder + "/"));
            name = word.endsWith(".yaml") ? word.replace(".yaml", "") : name;
        }
        boolean writes = command.getFirst().equals("run") || command.getFirst().equals("geometry");
        if (writes && !command.contains("--out") && !command.contains("--resume")) {
            words.add("--out");
            words.add(folder.resolve("out").resolve(name).toString());
        }
        if (command.getFirst().equals("run") && !command.contains("--device")) {
            words.add("--device");
            words.add(quickestToStart());
        }
        String typed = String.join(" ", command);
        if (command.getFirst().equals("run") && !whole.contains(typed)) {
            words.add("--set");
            words.add("time.stop={steps: %d}".formatted(command.contains("--resume") ? RESUMED_STEPS : STEPS));
        }
        return words;
    }
}
