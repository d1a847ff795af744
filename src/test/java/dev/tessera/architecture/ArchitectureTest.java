package dev.tessera.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ArchitectureTest {
    private static final String BROKEN = "dev.tessera.architecture.broken";
    private static final JavaClasses PROJECT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tessera");
    private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(BROKEN);

    @ParameterizedTest(name = "{0}")
    @MethodSource("projectRules")
    void the_project_obeys(ArchitectureRule rule) {
        rule.rule().check(PROJECT);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rulesOfTheFixtures")
    void classes_that_break_the_rule_are_caught(ArchitectureRule rule) {
        List<String> complaints =
                rule.rule().evaluate(FIXTURES).getFailureReport().getDetails();
        List<String> named = FIXTURES.stream()
                .map(JavaClass::getName)
                .filter(name -> complaints.stream().anyMatch(complaint -> complaint.contains(name)))
                .map(name -> name.substring(BROKEN.length() + 1))
                .toList();
        assertThat(named).as("complaints: %s", complaints).containsAll(rule.culprits());
    }

    @Test
    void every_fixture_is_broken_on_purpose_by_some_rule_and_only_there() {
        var culprits = new TreeSet<String>();
        new ArchitectureRules(BROKEN).all().forEach(rule -> culprits.addAll(rule.culprits()));
        var fixtures = new TreeSet<String>();
        for (JavaClass type : FIXTURES) {
            if (!type.getSimpleName().equals("package-info")
                    && !type.getSimpleName().startsWith("Innocent")) {
                fixtures.add(type.getName().substring(BROKEN.length() + 1));
            }
        }
        assertThat(culprits).isEqualTo(fixtures);
    }

    @Test
    void correct_classes_are_not_reported() {
        for (ArchitectureRule rule : new ArchitectureRules(BROKEN).all()) {
            assertThat(rule.rule().evaluate(FIXTURES).getFailureReport().getDetails())
                    .as(rule.name())
                    .noneMatch(complaint -> complaint.startsWith(BROKEN + ".kernel.Innocent")
                            || complaint.contains("<" + BROKEN + ".kernel.Innocent"));
        }
    }

    @Test
    void the_table_of_packages_has_no_cycle_and_reads_downward() {
        for (ProjectPackage part : ProjectPackage.values()) {
            for (ProjectPackage other : ProjectPackage.values()) {
                if (other.compareTo(part) > 0) {
                    assertThat(part.mayImport(other))
                            .as("%s imports %s", part, other)
                            .isFalse();
                }
            }
        }
    }

    static Stream<ArchitectureRule> projectRules() {
        return new ArchitectureRules("dev.tessera").all().stream();
    }

    static Stream<ArchitectureRule> rulesOfTheFixtures() {
        return new ArchitectureRules(BROKEN).all().stream();
    }
}
