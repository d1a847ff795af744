package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Any input gives a case, or a case error with places. Nothing else is ever thrown.
final class BadCasesTest {
    private static final String TEXT = CaseMessagesTest.CHANNEL;
    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ": ",
        ",",
        "\n",
        "\n  ",
        "-",
        "- ",
        "\"",
        "'",
        "#",
        "&a",
        "*a",
        "!",
        "|",
        ">",
        "\t",
        "0,5",
        "1e999",
        "nan",
        "é",
        "😀",
        "\u0000",
        "---",
        "<<: ",
        "? ",
        "%",
        "@",
        "null",
        "~",
        "tessera: 1",
        "5 mm",
        "''"
    };

    private int right;

    private void read(String text, List<String> overrides) {
        try {
            CaseFile file = CaseFile.parse("case.yaml", text, Path.of("/cases/a"), overrides);
            assertThat(file.theCase()).isNotNull();
            right++;
        } catch (CaseFileException e) {
            assertThat(e.problems()).isNotEmpty().hasSizeLessThanOrEqualTo(20);
            int lines = (int) text.lines().count() + 1;
            for (CaseProblem problem : e.problems()) {
                Place place = problem.place();
                assertThat(problem.message()).isNotBlank();
                if (!place.isOverride()) {
                    assertThat(place.line()).isBetween(1, lines);
                    assertThat(place.column()).isPositive();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void a_case_with_changed_characters_is_a_case_or_a_case_error(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder(TEXT);
            int edits = random.nextInt(1, 4);
            for (int e = 0; e < edits; e++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                    case 2 -> text.setCharAt(at, (char) random.nextInt(32, 127));
                    default -> text.delete(at, Math.min(text.length(), at + random.nextInt(1, 40)));
                }
            }
            read(text.toString(), List.of());
        }
        assertThat(right).as("some edits are harmless, most are not").isBetween(1, 400);
    }

    @Test
    void random_overrides_are_a_case_or_a_case_error() {
        SplittableRandom random = new SplittableRandom(9);
        String[] steps = {
            "geometry",
            "box",
            "spacing",
            "0",
            "1",
            "7",
            "boundaries",
            "inlet",
            "velocity",
            "time",
            "stop",
            "",
            "x",
            "-1"
        };
        String[] values = {"", "5 mm", "{", "[1, 2]", "{a: b}", "&x 1", "0,5 m", "true", "{expression: t}", "\t", "''"};
        for (int i = 0; i < 1500; i++) {
            List<String> path = new ArrayList<>();
            for (int j = random.nextInt(4); j >= 0; j--) {
                path.add(steps[random.nextInt(steps.length)]);
            }
            read(TEXT, List.of(String.join(".", path) + "=" + values[random.nextInt(values.length)]));
        }
    }

    @Test
    void random_pieces_are_no_case_but_a_case_error() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 1500; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "tessera: 1\n" : "");
            for (int j = random.nextInt(12); j > 0; j--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            read(text.toString(), List.of());
        }
        assertThat(right).isZero();
    }

    @Test
    void deep_nesting_and_aliases_are_refused() {
        read("tessera: 1\na: " + "[".repeat(20_000), List.of());
        read("tessera: 1\na: " + "{a: ".repeat(20_000), List.of());
        read("tessera: 1\na: &x [*x]\n", List.of());
        read("tessera: 1\na: &x [1]\nb: [*x, *x]\n", List.of());
        assertThat(right).isZero();
    }

    @Test
    void more_than_twenty_problems_are_counted_and_not_listed() {
        StringBuilder text = new StringBuilder(TEXT);
        for (int i = 0; i < 30; i++) {
            text.append("unknown").append(i).append(": 1\n");
        }
        try {
            CaseFile.parse("case.yaml", text.toString(), Path.of("/cases/a"), List.of());
        } catch (CaseFileException e) {
            assertThat(e.problems()).hasSize(20);
            assertThat(e.getMessage()).endsWith("… and 10 more");
            return;
        }
        throw new AssertionError("thirty unknown keys were accepted");
    }
}
