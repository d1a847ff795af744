package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.solver.Progress;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import dev.tessera.suites.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Rows of cases that fail, and the page.
final class ValidationRunTest {
    private static final Provenance SOMEWHERE = new Provenance(
            "Tessera 1 (commit abc)", "a machine", "cpu:jvm", "2026-11-21", "./tessera validate --markdown page.md");

    private final Heard heard = new Heard();

    @Test
    void a_case_that_fails_gives_a_failed_row_and_other_cases_continue() throws IOException {
        ValidationRun run = run(suite(
                new ValidationCase("good", laboratory -> List.of(good())),
                new ValidationCase("broken", laboratory -> {
                    throw new IllegalArgumentException("no such wall\nat all");
                }),
                new ValidationCase("good again", laboratory -> List.of(good()))));
        assertThat(run.rows()).extracting(ValidationRow::pass).containsExactly(true, false, true);
        assertThat(run.rows().get(1).setup()).isEqualTo("broken");
        assertThat(run.rows().get(1).quantity()).isEqualTo("not computed: no such wall");
        assertThat(heard.lines)
                .containsExactly(
                        "pipes 1/3 good", "1 rows", "pipes 2/3 broken", "1 rows", "pipes 3/3 good again", "1 rows");
    }

    @Test
    void only_wanted_cases_are_computed() throws IOException {
        ValidationRun run = run(
                words -> words.equals("pipes second"),
                suite(
                        new ValidationCase("first", laboratory -> List.of(good())),
                        new ValidationCase("second", laboratory -> List.of(good()))));
        assertThat(run.rows()).hasSize(1);
        assertThat(heard.lines).containsExactly("pipes 1/1 second", "1 rows");
    }

    @Test
    void a_suite_that_cannot_list_its_cases_fails_alone() throws IOException {
        ValidationSuite broken = new Pipes(List.of()) {
            @Override
            public List<ValidationCase> cases(boolean full) throws IOException {
                throw new IOException("no table");
            }
        };
        ValidationRun run = run(broken, suite(new ValidationCase("good", laboratory -> List.of(good()))));
        assertThat(run.rows()).extracting(ValidationRow::pass).containsExactly(false, true);
        assertThat(run.rows().getFirst().quantity()).contains("no table");
    }

    @Test
    void the_page_names_the_origin_of_its_numbers_and_the_rows_that_fail() throws IOException {
        ValidationRun run = run(suite(
                new ValidationCase("warned", laboratory -> {
                    laboratory.listener().warning("too short");
                    return List.of(good(), ValidationRow.reported("pipes", "good", "lift", 2, 1, "nobody"));
                }),
                new ValidationCase("broken", laboratory -> {
                    throw new IOException("disk gone");
                })));
        assertThat(ValidationPage.of(run, SOMEWHERE))
                .contains(
                        "Written by `./tessera validate --markdown page.md` on 2026-11-21: Tessera 1 (commit abc)",
                        "device cpu:jvm",
                        "a machine",
                        "**1 of 2 judged rows fails**; 1 more is only reported.",
                        "| pipes | good | flow | 1.0100 | 1.0000 | 0.010 | 0.050 |  | Poiseuille |",
                        "| pipes | good | lift | 2.0000 | 1.0000 | 1.0 | reported |  | nobody |",
                        "| pipes | broken | not computed: disk gone | – | – | – | 0 | **fails** |  |",
                        "* pipes, warned: too short",
                        "pipes 0 s",
                        "## Study: convergence of estimates of wall shear stress");
        assertThat(heard.lines).contains("warning too short");
    }

    @Test
    void the_page_lists_the_first_warnings_of_a_suite_and_counts_the_others() throws IOException {
        ValidationRun run = run(suite(new ValidationCase("fast", laboratory -> {
            for (int k = 0; k < 6; k++) {
                laboratory.listener().warning("too fast at " + k);
            }
            return List.of(good());
        })));
        assertThat(ValidationPage.of(run, SOMEWHERE))
                .contains("* pipes, fast: too fast at 3\n* pipes: 2 more\n")
                .doesNotContain("too fast at 4");
    }

    @Test
    void every_suite_of_the_catalogue_lists_its_cases_and_more_of_them_in_full() throws IOException {
        int usual = 0;
        int full = 0;
        for (ValidationSuite suite : Validation.suites(Path.of("examples"))) {
            List<ValidationCase> cases = suite.cases(false);
            assertThat(cases).as(suite.key()).isNotEmpty();
            assertThat(cases).extracting(ValidationCase::setup).doesNotHaveDuplicates();
            usual += cases.size();
            full += suite.cases(true).size();
        }
        assertThat(full).isGreaterThan(usual);
    }

    private static ValidationRow good() {
        return ValidationRow.relative("pipes", "good", "flow", 1.01, 1, "Poiseuille", 0.05);
    }

    private static ValidationSuite suite(ValidationCase... cases) {
        return new Pipes(List.of(cases));
    }

    private ValidationRun run(ValidationSuite... suites) throws IOException {
        return run(words -> true, suites);
    }

    private ValidationRun run(Predicate<String> wanted, ValidationSuite... suites) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            var laboratory = new Laboratory(
                    devices.byKey("cpu:jvm"), pool, false, RunListener.SILENT, new StopSignal(), () -> 0L);
            ValidationRun run = new ValidationRun(laboratory, heard, wanted);
            run.of(List.of(suites));
            return run;
        }
    }

    private static class Pipes implements ValidationSuite {
        private final List<ValidationCase> cases;

        Pipes(List<ValidationCase> cases) {
            this.cases = cases;
        }

        @Override
        public String key() {
            return "pipes";
        }

        @Override
        public String title() {
            return "pipes";
        }

        @Override
        public List<ValidationCase> cases(boolean full) throws IOException {
            return cases;
        }
    }

    private static final class Heard implements ValidationRun.Watcher {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void begins(ValidationSuite suite, ValidationCase one, int number, int of) {
            lines.add("%s %d/%d %s".formatted(suite.key(), number, of, one.setup()));
        }

        @Override
        public void ended(List<ValidationRow> rows, List<ValidationPlot> plots) {
            lines.add("%d rows".formatted(rows.size()));
        }

        @Override
        public void progress(Progress progress) {}

        @Override
        public void warning(String sentence) {
            lines.add("warning " + sentence);
        }
    }
}
