package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Case;
import dev.tessera.solver.SimulationPlanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The cases and commands of the tutorial are valid.
final class TutorialTest {
    private static final Path FOLDER = Path.of("/cases/my-flow");

    private static List<String> blocks(String language) throws IOException {
        Matcher matcher = Pattern.compile("(?m)^```" + language + "\\n(.*?)^```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("docs/tutorial.md")));
        List<String> blocks = new ArrayList<>();
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }

    private static Case first() throws IOException {
        return CaseFile.parse("case.yaml", blocks("yaml").getFirst(), FOLDER, List.of())
                .theCase();
    }

    @Test
    void every_block_is_a_case_or_fits_into_the_first_one() throws IOException {
        List<String> blocks = blocks("yaml");
        assertThat(blocks).hasSizeGreaterThan(3);
        for (String block : blocks) {
            YamlMap whole = (YamlMap) YamlReader.read("tutorial", blocks.getFirst(), new Problems());
            for (YamlEntry entry : ((YamlMap) YamlReader.read("tutorial", block, new Problems())).entries()) {
                whole = whole.with(entry.key(), entry.keyPlace(), entry.value());
            }
            String text = YamlWriter.text(whole, node -> null);
            assertThat(CaseFile.parse("case.yaml", text, FOLDER, List.of())
                            .theCase()
                            .name())
                    .isEqualTo("my-flow");
        }
    }

    /// No run of the tutorial's first case is refused.
    @Test
    void every_run_with_other_values_is_a_case() throws IOException {
        String text = Files.readString(Path.of("docs/tutorial.md"));
        List<String> runs = Pattern.compile("(?m)^    \\./tessera run my-flow .*--set.*$")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(runs).hasSizeGreaterThan(1);
        for (String run : runs) {
            List<String> changes = Pattern.compile("--set (\\S+='[^']*'|\\S+)")
                    .matcher(run)
                    .results()
                    .map(change -> change.group(1).replace("'", ""))
                    .toList();
            Case changed = CaseFile.parse("case.yaml", blocks("yaml").getFirst(), FOLDER, changes)
                    .theCase();
            NodeMap nodes = changed.geometry().voxelise(changed.spacingM(), ForkJoinPool.commonPool());
            assertThat(SimulationPlanner.stepsAtMost(changed, nodes)).as(run).isPresent();
        }
    }

    /// The code is that of the tutorial, word for word.
    private static Case inJava() {
        Side inlet = Side.opening("inlet").wet();
        Side outlet = Side.opening("outlet").wet();
        Side wall = Side.wall("wall");
        return Case.named("my-flow")
                .geometry(ShapeSource.in(Domain.of2d(0.06, 0.02, inlet, outlet, wall, wall))
                        .obstacle("cylinder", Cylinder.disc(0.015, 0.01, 0.0025)))
                .spacing("0.5 mm")
                .fluid("1000 kg/m3", "1 mPa.s")
                .lattice(Lattices.D2Q9)
                .boundary("inlet", Boundaries.meanVelocity("4 mm/s").parabolic().rampedOver("4 s"))
                .boundary("outlet", Boundaries.pressure("0 Pa"))
                .latticeSpeed(0.05)
                .steady(1e-5)
                .atMost("120 s")
                .build();
    }

    @Test
    void the_case_in_java_is_the_first_one() throws IOException {
        String text = CaseText.of(first());
        String withoutTitle = text.replaceFirst("title: .*\n", "").replaceFirst("(?m)^output:.*\n", "");
        assertThat(CaseText.of(inJava())).isEqualTo(withoutTitle);
        String code = Files.readString(Path.of("src/test/java/dev/tessera/casefile/TutorialTest.java"));
        for (String line : blocks("java").getFirst().lines().toList()) {
            assertThat(code).contains(line.strip());
        }
    }
}
