package dev.tessera.suites.validation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every example, shortened, gives its pinned numbers; `tessera validate --suite examples` runs them to their ends.
/// `mvn test -Dtest=ExamplesRunTest -Dtessera.update=true` updates the numbers of the short ones,
/// `-Dtessera.update=examples` of the full ones too (minutes each), `-Dtessera.update=NAME` of one example.
final class ExamplesRunTest {
    private static final Path FOLDER = Path.of("examples");
    private static final Path GALLERY = Path.of("docs/gallery/README.md");
    private static final String UPDATE = System.getProperty("tessera.update", "");

    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> folders = Files.list(FOLDER)) {
            return folders.filter(folder -> Files.exists(folder.resolve("case.yaml"))).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void a_shortened_example_gives_its_pinned_numbers(Path example) throws IOException {
        update(example);
        assertThat(new Examples(FOLDER).quick(laboratory(), example))
                .hasSizeGreaterThan(5)
                .allMatch(ValidationRow::pass)
                .extracting(ValidationRow::quantity)
                .contains("steps", "velocity.l2")
                .containsAnyOf("pressure.l2", "height.l2");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_describes_its_purpose_and_results(Path example) throws IOException {
        assertThat(Files.readString(example.resolve("README.md")))
                .contains("./tessera run " + example)
                .contains("## What to expect")
                .contains("## What to try next")
                .contains("(picture.png)");
        var picture = ImageIO.read(example.resolve("picture.png").toFile());
        assertThat(picture.getWidth()).isBetween(400, 1400);
        assertThat(Files.size(example.resolve("picture.png"))).isLessThanOrEqualTo(200_000);
        assertThat(Files.readString(GALLERY)).contains("../../%s/picture.png".formatted(example));
        Expectation expectation = Expectation.read(example);
        assertThat(expectation.full()).containsKeys("steps", "velocity.l2");
        assertThat(expectation.full().keySet()).containsAnyOf("pressure.l2", "height.l2");
        assertThat(expectation.published()).isNotEmpty();
    }

    @Test
    void a_changed_or_missing_number_fails() throws IOException {
        Path example = FOLDER.resolve("cavity-2d");
        Expectation good = Expectation.read(example);
        var moved = new LinkedHashMap<>(good.quickNumbers());
        moved.merge("velocity.l2", 1 + 1e-6, (a, b) -> a * b);
        moved.put("velocity.gone", 1.0);
        Files.copy(example.resolve("case.yaml"), temp.resolve("case.yaml"));
        good.pinned(false, moved).write(temp);
        assertThat(new Examples(requireNonNull(temp.getParent())).quick(laboratory(), temp))
                .filteredOn(row -> !row.pass())
                .extracting(ValidationRow::quantity)
                .containsExactly("velocity.l2", "velocity.gone");
    }

    @Test
    void a_malformed_expectation_is_named() throws IOException {
        Files.writeString(temp.resolve(Expectation.FILE), "{\"tolerance\": \"small\"}");
        assertThatThrownBy(() -> Expectation.read(temp))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Expectation.FILE)
                .hasMessageContaining("published");
        assertThatThrownBy(() -> new Examples(temp.resolve("nowhere")).run(laboratory()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere");
    }

    @TempDir
    private Path temp;

    private static void update(Path example) throws IOException {
        String name = example.getFileName().toString();
        boolean full = UPDATE.equals("examples") || UPDATE.equals(name);
        if (!full && !UPDATE.equals("true")) {
            return;
        }
        Examples examples = new Examples(FOLDER);
        Expectation pinned = Expectation.read(example);
        pinned = pinned.pinned(false, examples.toPin(laboratory(), example, pinned.quick()));
        if (full) {
            pinned = pinned.pinned(true, examples.toPin(laboratory(), example, List.of()));
        }
        pinned.write(example);
    }

    private static Laboratory laboratory() {
        return new Laboratory(
                Devices.on(pool).byKey("cpu:jvm"), pool, false, RunListener.SILENT, new StopSignal(), System::nanoTime);
    }
}
