package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.boundary.BoxSide;
import dev.tessera.model.boundary.Mirrored;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Closure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// The table of boundaries in `docs/guides/vessels.md` has every boundary of the catalogue, with the order of accuracy
/// that its rule declares, and `BoundaryRuleKit` measures.
final class BoundaryGuideTest {
    private static final Path PAGE = Path.of("docs/guides/vessels.md");
    private static final String CURVED = "bounce-back with walls: curved";
    private static final int ORDER = 3;
    private static final int REFLECTION = 4;

    /// Rows of a table by their first cell, without marks.
    private static SequencedMap<String, List<String>> rows(String title) throws Exception {
        List<String> lines = Files.readAllLines(PAGE);
        SequencedMap<String, List<String>> rows = new LinkedHashMap<>();
        lines.stream()
                .skip(lines.indexOf(title))
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.replace("`", "").split("\\|"))
                        .skip(1)
                        .map(String::strip)
                        .toList())
                .forEach(cells -> rows.put(cells.getFirst(), cells));
        return rows;
    }

    /// The lower side of x.
    private record LowerSide(WallScheme walls) implements Boundary.Site {
        @Override
        public String name() {
            return "first";
        }

        @Override
        public boolean isBoxSide() {
            return true;
        }

        @Override
        public boolean isAxisAligned() {
            return true;
        }

        @Override
        public int axis() {
            return 0;
        }

        @Override
        public int inward() {
            return 1;
        }

        @Override
        public double[] normal() {
            return new double[] {-1, 0, 0};
        }
    }

    private static Boundary boundary(BoundaryWords words) {
        String text = """
                tessera: 1
                geometry: {box: [8 m, 8 m], spacing: 1 m}
                sides: {x-min: first}
                fluid: {density: 1 kg/m3, viscosity: 0.1 m2/s}
                time: {time-step: 1 s, stop: {steps: 1}}
                """;
        var boundaries = CaseFile.parse("case.yaml", text, Path.of("/cases"), List.of(words.setting("first", 2, 0, 1)))
                .theCase()
                .boundaries();
        return boundaries.values().iterator().next();
    }

    /// Half-way bounce-back, which is no rule, has the second order.
    private static int order(Boundary boundary, WallScheme walls) {
        return switch (boundary.closure(new LowerSide(walls))) {
            case Closure.BounceBack none -> 2;
            case Closure.Links(LinkRule rule) -> rule.order();
            case Closure.Mirror mirror -> Mirrored.in(new BoxSide(0, 1)).order();
            case Closure.Nodes(BoundaryRule rule, Boundary.Meeting meeting) -> rule.order();
        };
    }

    @Test
    void every_boundary_has_a_row_with_the_order_of_its_rule() throws Exception {
        SequencedMap<String, List<String>> rows = rows("## Which boundary");
        Map<String, String> expected = new LinkedHashMap<>();
        for (BoundaryWords words : BoundaryWords.all()) {
            Boundary boundary = boundary(words);
            expected.put(words.words(), String.valueOf(order(boundary, WallScheme.HALF_WAY)));
            if (words.words().equals("bounce-back")) {
                expected.put(CURVED, String.valueOf(order(boundary, WallScheme.CURVED)));
            }
        }
        Map<String, String> found = new LinkedHashMap<>();
        rows.forEach((words, cells) -> found.put(words, cells.get(ORDER)));
        assertThat(found).containsExactlyEntriesOf(expected);
    }

    /// The outlet `scheme: yu` of one table is `yu` of the other.
    @Test
    void reflections_are_those_of_the_table_of_outlets() throws Exception {
        SequencedMap<String, List<String>> boundaries = rows("## Which boundary");
        List<String> compared = new ArrayList<>();
        rows("### Which outlet").forEach((outlet, cells) -> {
            if (outlet.startsWith("the same")) {
                return;
            }
            String words = outlet.replaceFirst("pressure \\((.*)\\)", "pressure, $1")
                    .replaceFirst("scheme: (.*) with pressure", "pressure, $1")
                    .replaceFirst("scheme: ", "");
            assertThat(boundaries).containsKey(words);
            assertThat(Objects.requireNonNull(boundaries.get(words)).get(REFLECTION))
                    .as(words)
                    .isEqualTo("%s, %s".formatted(cells.get(1), cells.get(2)));
            compared.add(words);
        });
        boundaries.forEach((words, cells) -> {
            if (!cells.get(REFLECTION).isEmpty()) {
                assertThat(compared).contains(words);
            }
        });
        assertThat(compared).hasSizeGreaterThan(9);
    }
}
