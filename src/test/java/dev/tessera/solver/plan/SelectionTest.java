package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.solver.StorageChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class SelectionTest {
    private static final StorageChoice ANY = new StorageChoice(new TwoBufferPull(), new Dense());

    private static PlanRow row(double mlups, long bytes) {
        return new PlanRow(ANY, bytes, 0, 304, mlups, 1, false, "");
    }

    @Test
    void every_text_agrees_with_the_two_rows() {
        assertThat(Selection.compared(row(112, 80), row(100, 100))).isEqualTo("12 % faster, 20 % less memory");
        assertThat(Selection.compared(row(50, 250), row(100, 100))).isEqualTo("50 % slower, 2.5 times the memory");
        assertThat(Selection.compared(row(100.1, 100), row(100, 100))).isEqualTo("as fast, the same memory");
        assertThat(Selection.compared(row(99, 100_700), row(100, 100_000))).isEqualTo("1 % slower, 0.7 % more memory");
        assertThat(Selection.compared(row(0, 90), row(100, 100))).isEqualTo("no speed predicted, 10 % less memory");
    }

    @Test
    void the_selected_row_comes_first_and_the_others_by_speed_then_by_memory() {
        PlanRow selected = row(80, 100);
        List<PlanRow> rows = new Selection(selected, "given by the case")
                .over(List.of(row(90, 70), row(100, 100), selected, row(90, 60)), row -> "");
        assertThat(rows.stream().map(PlanRow::predictedMlups)).containsExactly(80.0, 100.0, 90.0, 90.0);
        assertThat(rows.stream().map(PlanRow::memoryBytes)).containsExactly(100L, 100L, 60L, 70L);
        assertThat(rows.stream().map(PlanRow::chosen)).containsExactly(true, false, false, false);
        assertThat(rows.getFirst().reason()).isEqualTo("selected: given by the case");
    }

    @Test
    void without_a_selected_row_nothing_is_compared() {
        List<PlanRow> rows = new Selection(null, "").over(List.of(row(90, 70)), row -> "does not fit");
        assertThat(rows.getFirst().reason()).isEqualTo("does not fit");
        assertThat(rows.getFirst().chosen()).isFalse();
    }

    @Test
    void another_row_is_faster_from_half_a_percent_on() {
        Selection selection = new Selection(row(100, 100), "");
        assertThat(selection.isSlowerThan(row(101, 900))).isTrue();
        assertThat(selection.isSlowerThan(row(100.1, 50))).isFalse();
        assertThat(selection.isSlowerThan(row(90, 50))).isFalse();
        assertThat(new Selection(row(0, 100), "").isSlowerThan(row(101, 100))).isFalse();
        assertThat(new Selection(null, "").isSlowerThan(row(101, 100))).isFalse();
    }

    @Test
    void texts_agree_with_their_numbers() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        for (int trial = 0; trial < 2000; trial++) {
            List<PlanRow> rows = new ArrayList<>();
            for (int k = 0; k < 6; k++) {
                rows.add(row(
                        100 * Math.exp(random.nextGaussian() * 0.02), (long) (1e6 * Math.exp(random.nextGaussian()))));
            }
            PlanRow selected = rows.get(random.nextInt(rows.size()));
            assertConsistent(new Selection(selected, "chance").over(rows, row -> ""));
        }
    }

    /// Checks that the text of rows on speed and memory agrees with their numbers.
    static void assertConsistent(List<PlanRow> rows) {
        PlanRow selected = rows.stream().filter(PlanRow::chosen).findFirst().orElseThrow();
        assertThat(rows.getFirst()).isSameAs(selected);
        Pattern text = Pattern.compile("(as fast|\\S+ % (?:faster|slower)|no speed predicted), "
                + "(the same memory|\\S+ % (?:more|less) memory|\\S+ times the memory).*");
        for (PlanRow row : rows.subList(1, rows.size())) {
            Matcher said = text.matcher(row.reason());
            assertThat(said.matches()).as(row.reason()).isTrue();
            double speed = row.predictedMlups() / selected.predictedMlups();
            double memory = (double) row.memoryBytes() / selected.memoryBytes();
            assertThat(said.group(1).contains("faster")).as(row.reason()).isEqualTo(speed >= 1.005);
            assertThat(said.group(1).contains("slower")).as(row.reason()).isEqualTo(speed > 0 && speed <= 0.995);
            assertThat(said.group(2).contains("less")).as(row.reason()).isEqualTo(memory <= 0.995);
            assertThat(said.group(2).contains("more") || said.group(2).contains("times"))
                    .as(row.reason())
                    .isEqualTo(memory >= 1.005);
        }
        for (int k = 2; k < rows.size(); k++) {
            assertThat(rows.get(k).predictedMlups())
                    .isLessThanOrEqualTo(rows.get(k - 1).predictedMlups());
        }
    }
}
