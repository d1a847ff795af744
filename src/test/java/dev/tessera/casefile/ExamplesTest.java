package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The examples are right as cases and geometries; that they run is tested where runs are.
final class ExamplesTest {
    private static final Path EXAMPLES = Path.of("examples");

    static Stream<Path> cases() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.map(folder -> folder.resolve("case.yaml")).filter(Files::exists).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void every_example_is_a_case_named_like_its_folder(Path file) throws IOException {
        CaseFile read = CaseFile.read(file, List.of());
        Path folder = Objects.requireNonNull(file.getParent());
        assertThat(read.theCase().name()).isEqualTo(folder.getFileName().toString());
        assertThat(read.theCase().title()).isNotEqualTo(read.theCase().name());
        assertThat(read.theCase().output().pictures()).isNotEmpty();
        assertThat(CaseFile.parse("case.yaml", read.text(), folder, List.of()).text())
                .isEqualTo(read.text());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void every_example_fits_the_published_schema(Path file) throws IOException {
        YamlNode tree = YamlReader.read("case.yaml", Files.readString(file), new Problems());
        assertThat(new SchemaCheck().errors(CaseFormat.SECTION.schema(), tree)).isEmpty();
    }

    @Test
    void the_chip_has_one_inlet_and_one_outlet() throws IOException {
        Case chip = CaseFile.read(EXAMPLES.resolve("chip/case.yaml"), List.of("geometry.spacing=10 um"))
                .theCase();
        NodeMap map = chip.geometry().voxelise(chip.spacingM(), ForkJoinPool.commonPool());
        assertThat(map.box().is2d()).isTrue();
        assertThat(map.porosity()).isBetween(0.2, 0.5);
        assertThat(map.openings()).extracting("name").containsExactly("inlet", "outlet");
    }

    @Test
    void the_scan_is_asked_for_where_it_is_missing() {
        assertThatThrownBy(() -> CaseFile.read(EXAMPLES.resolve("porous-rock/berea.yaml"), List.of()))
                .isInstanceOf(CaseFileException.class)
                .hasMessageContaining("berea.yaml:12:5: geometry.image.file: there is no file ")
                .hasMessageEndingWith("berea.raw.gz that can be read");
    }
}
