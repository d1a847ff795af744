package dev.tessera;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Links, decisions and class names in the documentation exist.
final class DocumentationTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern STATUS = Pattern.compile(
            "(?m)^Status: (proposed|accepted|rejected|replaced by \\d{4}).*\\. Date: \\d{4}-\\d\\d-\\d\\d\\.$");
    private static final Pattern DECISION = Pattern.compile("\\b(00\\d\\d)\\b");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z]+s)`");

    static Stream<Path> pages() throws IOException {
        Stream<Path> tops = Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
                .map(Path::of);
        List<Path> below;
        try (Stream<Path> docs = Files.walk(Path.of("docs"));
                Stream<Path> examples = Files.walk(Path.of("examples"))) {
            below = Stream.concat(docs, examples)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
        return Stream.concat(tops, below.stream());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_link_within_the_project_has_a_target(Path page) throws IOException {
        for (String link : found(LINK, Files.readString(page))) {
            if (link.matches("[a-z]+:.*")) {
                continue;
            }
            int hash = link.indexOf('#');
            String file = hash < 0 ? link : link.substring(0, hash);
            Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
            assertThat(target).as("%s links to %s", page, link).exists();
            if (hash >= 0) {
                Set<String> anchors = found(HEADING, Files.readString(target)).stream()
                        .map(DocumentationTest::anchor)
                        .collect(Collectors.toSet());
                assertThat(anchors).as("headings of %s, for %s", target, page).contains(link.substring(hash + 1));
            }
        }
    }

    static Stream<Path> decisions() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("docs/decisions"))) {
            return files
                    .filter(file ->
                            file.getFileName().toString().matches("0\\d{3}-.*") && !file.endsWith("0000-template.md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("decisions")
    void every_decision_has_its_number_a_status_and_existing_references(Path decision) throws IOException {
        String text = Files.readString(decision);
        String number = decision.getFileName().toString().substring(0, 4);
        assertThat(text).startsWith("# %s: ".formatted(number)).containsPattern(STATUS);
        Set<String> known = decisions()
                .map(file -> file.getFileName().toString().substring(0, 4))
                .collect(Collectors.toSet());
        assertThat(found(DECISION, text))
                .as("decisions that %s names", decision)
                .isSubsetOf(known);
    }

    @Test
    void every_page_is_found_from_another() throws IOException {
        Set<Path> linked = new HashSet<>();
        for (Path page : pages().toList()) {
            for (String link : found(LINK, Files.readString(page))) {
                if (!link.matches("[a-z]+:.*|#.*")) {
                    linked.add(page.resolveSibling(link.replaceFirst("#.*", "")).normalize());
                }
            }
        }
        List<Path> below = pages().filter(page -> page.getNameCount() > 1).toList();
        assertThat(below).as("pages of docs and examples").isSubsetOf(linked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
    void every_class_that_is_named_exists(String page) throws IOException {
        Set<String> sources;
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            sources = files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
        List<String> named = found(CLASS, Files.readString(Path.of(page)));
        assertThat(named).isNotEmpty();
        for (String name : named) {
            assertThat(sources.contains(name + ".java") || isOfJava(name))
                    .as("%s names %s, which is neither a class of the project nor of java.util", page, name)
                    .isTrue();
        }
    }

    private static boolean isOfJava(String name) {
        try {
            Class.forName("java.util." + name);
            return true;
        } catch (ClassNotFoundException unknown) {
            return false;
        }
    }

    /// The anchor of a heading as in web views of Markdown: lower case, without punctuation, spaces as hyphens.
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .strip()
                .replace(' ', '-');
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
