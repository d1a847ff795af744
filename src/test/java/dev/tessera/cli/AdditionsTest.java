package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.solver.Case;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class AdditionsTest {
    private static Additions of(Optional<Case> own) {
        return new Additions(own, UnaryOperator.identity(), List.of(), Optional.of(Path.of("Own.java")));
    }

    private static Case ownCase() {
        Side wall = Side.wall("wall");
        return Case.named("own")
                .geometry(ShapeSource.in(Domain.of(new Vec(1, 1, 1), wall, wall, wall, wall, wall, wall)))
                .spacingM(0.1)
                .build();
    }

    @Test
    void a_program_with_a_case_runs_it_whether_a_command_is_typed_or_not() {
        Additions program = of(Optional.of(ownCase()));
        assertThat(program.withCase(List.of())).containsExactly("run", "Own.java");
        assertThat(program.withCase(List.of("--set", "a=b"))).containsExactly("run", "Own.java", "--set", "a=b");
        assertThat(program.withCase(List.of("plan", "--quiet"))).containsExactly("plan", "Own.java", "--quiet");
        assertThat(program.withCase(List.of("--help"))).containsExactly("--help");
        assertThat(program.withCase(List.of("devices"))).containsExactly("devices");
    }

    @Test
    void others_ask_for_a_case() {
        assertThat(of(Optional.empty()).withCase(List.of("--set", "a=b"))).containsExactly("--set", "a=b");
    }
}
