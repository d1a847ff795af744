package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs that join their pictures to an animated one.
final class AnimatedRunTest extends TinyCaseKit {
    private static final String FILE = "velocity-z50.apng";

    private int runs(String... more) {
        return run(Stream.concat(
                        Stream.of(
                                "--set",
                                "output.pictures=[{picture: slice z 50%, range: [0 m/s, 1 m/s], animate: 12}]",
                                "--set",
                                "output.every=1 steps",
                                "--set",
                                "output.checkpoints={every: 1 steps, keep: 9}"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private List<String> animated() throws IOException {
        return names(out).stream().filter(name -> name.endsWith(".apng")).toList();
    }

    @Test
    void a_resumed_run_joins_all_pictures_as_an_undisturbed_one() throws IOException {
        assertThat(runs()).as(console.err()).isZero();
        assertThat(animated()).containsExactly(FILE);
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"" + FILE + "\"");
        Path whole = temp.resolve("whole");
        Files.move(out, whole);
        assertThat(runs()).as(console.err()).isZero();
        Files.delete(out.resolve(FILE));
        Files.delete(out.resolve("velocity-z50-000000004.png"));
        assertThat(runs(
                        "--resume",
                        out.resolve("checkpoints/step-000000000002.checkpoint").toString()))
                .as(console.err())
                .isZero();
        assertThat(out.resolve(FILE)).hasSameBinaryContentAs(whole.resolve(FILE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void pictures_of_a_resumed_run_share_the_range_of_an_undisturbed_one(int step) throws IOException {
        String growing = "output.pictures=[{picture: slice z 50%, animate: 12}]";
        assertThat(runs("--set", growing)).as(console.err()).isZero();
        Path whole = temp.resolve("whole");
        Files.move(out, whole);
        assertThat(runs("--set", growing, "--set", "time.stop.steps=3"))
                .as(console.err())
                .isZero();
        Path from = out.resolve("checkpoints/step-%012d.checkpoint".formatted(Math.min(step, 3)));
        if (step == 4) { // files of a picture after the checkpoint
            Files.copy(whole.resolve("velocity-z50-000000004.png"), out.resolve("velocity-z50-000000009.png"));
        }
        assertThat(runs("--set", growing, "--resume", from.toString()))
                .as(console.err())
                .isZero();
        assertThat(names(out)).isEqualTo(names(whole));
        assertThat(names(out.resolve("checkpoints"))).isEqualTo(names(whole.resolve("checkpoints")));
        for (String file : names(whole)) {
            if (file.startsWith("velocity-")) {
                assertThat(out.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
            }
        }
    }

    @Test
    void a_single_picture_is_not_animated_and_an_earlier_animation_is_removed() throws IOException {
        assertThat(runs()).as(console.err()).isZero();
        assertThat(runs("--overwrite", "--set", "output.every=100 steps"))
                .as(console.err())
                .isZero();
        assertThat(names(out)).contains("velocity-z50-000000004.png");
        assertThat(animated()).isEmpty();
    }

    @Test
    void an_impossible_speed_is_refused() {
        assertThat(run("--set", "output.pictures=[{picture: slice z 50%, animate: 1000}]"))
                .isEqualTo(2);
        assertThat(console.err()).contains("animate", "100");
    }
}
