package dev.tessera.suites.validation;

import dev.tessera.casefile.CaseFile;
import dev.tessera.solver.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A run in a page of the documentation.
///
/// @param page its name for messages, such as `docs/guides/vessels.md`
/// @param caseName the case in the command
/// @param text of the case
/// @param folder base of the case's files; the project's folder for a case inside a page
/// @param copies files that the page first copies beside the case, `name -> file of the project`
/// @param settings of the command, `path.to.key=value`
record Recipe(
        String page,
        String caseName,
        String text,
        Path folder,
        SequencedMap<String, Path> copies,
        List<String> settings) {
    private static final Pattern NAMED_BLOCK = Pattern.compile("(?ms)^```yaml (\\S+)\\n(.*?)^```");
    private static final Pattern FOLDER_BLOCK =
            Pattern.compile("(?ms)`([\\w-]+)/case\\.yaml`:\\n\\n```yaml\\n(.*?)^```");
    private static final Pattern COPY = Pattern.compile("(?m)^ {4,}cp (\\S+) (\\S+)$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {4,}\\./tessera run (.*)$");
    private static final Pattern WORD = Pattern.compile("([^\\s']|'[^']*')+");
    private static final Pattern ITEM = Pattern.compile("(?ms)^\\* (.*?)(?=^\\* |^#|\\z)");
    private static final Pattern CODE = Pattern.compile("(?s)`([^`]*)`(\\s*)");
    private static final Pattern FILE = Pattern.compile("\\b(?:file|stl): ([^\\s,}\\]]+)");

    /// The runs of a guide: its commands `./tessera run` with cases of the page. Runs that continue another
    /// run, runs of the same case on named devices, and runs whose files are not part of the project, are left
    /// out.
    /// @param project folder of the project
    static List<Recipe> ofGuide(Path project, String page) throws IOException {
        String text = Files.readString(project.resolve(page));
        SequencedMap<String, String> cases = new LinkedHashMap<>();
        for (Pattern block : List.of(NAMED_BLOCK, FOLDER_BLOCK)) {
            block.matcher(text).results().forEach(found -> cases.putIfAbsent(found.group(1), found.group(2)));
        }
        SequencedMap<String, Path> copies = new LinkedHashMap<>();
        COPY.matcher(text).results().forEach(found -> copies.put(found.group(2), project.resolve(found.group(1))));
        List<Recipe> recipes = new ArrayList<>();
        for (MatchResult command : COMMAND.matcher(text).results().toList()) {
            List<String> words = words(command.group(1).replaceFirst("\\s#.*", ""));
            String theCase = cases.get(words.getFirst());
            boolean isOther = words.contains("--resume") || words.contains("--device");
            if (theCase != null && !isOther) {
                Recipe recipe = new Recipe(page, words.getFirst(), theCase, project, copies, settings(words));
                if (recipe.hasItsFiles()) {
                    recipes.add(recipe);
                }
            }
        }
        return recipes;
    }

    /// The suggestions of an example under "What to try next": settings of its case; each group of settings is
    /// a run.
    /// @param example its folder, below that of the project
    static List<Recipe> ofExample(Path project, Path example) throws IOException {
        String page = "examples/%s/README.md".formatted(example.getFileName());
        String text = Files.readString(project.resolve(page));
        List<Recipe> recipes = new ArrayList<>();
        String toTry = text.substring(text.indexOf("## What to try next"));
        for (MatchResult item : ITEM.matcher(toTry).results().toList()) {
            for (String group : groups(item.group(1))) {
                recipes.add(new Recipe(
                        page,
                        example.getFileName().toString(),
                        Files.readString(example.resolve("case.yaml")),
                        example,
                        new LinkedHashMap<>(),
                        settings(words(group))));
            }
        }
        return recipes;
    }

    /// Code that begins with `--set`, with directly following code.
    private static List<String> groups(String item) {
        List<String> groups = new ArrayList<>();
        boolean continues = false;
        int end = -1;
        Matcher code = CODE.matcher(item);
        while (code.find()) {
            boolean sets = code.group(1).startsWith("--set ");
            if (sets && continues && code.start() == end) {
                groups.set(groups.size() - 1, groups.getLast() + " " + code.group(1));
            } else if (sets) {
                groups.add(code.group(1));
            }
            continues = sets;
            end = code.end();
        }
        return groups;
    }

    /// Splits a line like a shell: single quotes group words and are removed.
    private static List<String> words(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toList();
    }

    private static List<String> settings(List<String> words) {
        List<String> settings = new ArrayList<>();
        for (int w = 0; w + 1 < words.size(); w++) {
            if (words.get(w).equals("--set")) {
                settings.add(words.get(w + 1));
            }
        }
        return settings;
    }

    private boolean hasItsFiles() {
        return FILE.matcher(text)
                .results()
                .map(found -> found.group(1))
                .allMatch(name -> copies.containsKey(name) || Files.exists(folder.resolve(name)));
    }

    /// The case with its settings. Files that the page copies are read from their origin.
    Case theCase() throws IOException {
        String withFiles = text;
        for (var copy : copies.entrySet()) {
            withFiles = withFiles.replace(
                    ": " + copy.getKey(), ": " + copy.getValue().toAbsolutePath());
        }
        return CaseFile.parse(caseName, withFiles, folder.toAbsolutePath(), settings)
                .theCase();
    }

    @Override
    public String toString() {
        return "%s: %s%s".formatted(page, caseName, settings.isEmpty() ? "" : " with " + String.join(", ", settings));
    }
}
