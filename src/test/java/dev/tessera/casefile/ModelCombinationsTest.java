package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the page says of a combination is what the reader of cases and the kernels do.
final class ModelCombinationsTest {
    private static final Path PAGE = Path.of("docs/reference/combinations.md");

    @Test
    void the_page_is_generated() throws Exception {
        try (ForkJoinPool workers = new ForkJoinPool(2)) {
            assertThat(Files.readString(PAGE))
                    .as("write it with .ci/dev reference")
                    .isEqualTo(ModelCombinations.markdown(workers));
        }
    }

    static List<Arguments> models() {
        List<Arguments> models = new ArrayList<>();
        for (Equilibrium equilibrium : Equilibria.all()) {
            for (Collision collision : Collisions.all()) {
                for (VelocitySet lattice : Lattices.all()) {
                    models.add(Arguments.of(lattice, collision, equilibrium));
                }
            }
        }
        return models;
    }

    @ParameterizedTest
    @MethodSource("models")
    void allowed_models_have_kernels_and_others_are_refused_with_the_reason(
            VelocitySet lattice, Collision collision, Equilibrium equilibrium) {
        String text = """
                tessera: 1
                geometry: {box: [%s], spacing: 1 m}
                sides: {x: periodic}
                fluid: {density: 1 kg/m3, viscosity: 0.1 m2/s}
                model: {lattice: %s, collision: %s, equilibrium: %s}
                time: {time-step: 1 s, stop: {steps: 1}}
                """.formatted(
                        lattice.dimensions() == 2 ? "8 m, 8 m" : "8 m, 8 m, 8 m",
                        lattice.name(),
                        collision.key(),
                        equilibrium.key());
        Optional<String> refusal = ModelCombinations.refusal(lattice, collision, equilibrium);
        if (refusal.isEmpty()) {
            var model = CaseFile.parse("case.yaml", text, Path.of("/cases"), List.of())
                    .theCase()
                    .model();
            var fluid =
                    new FluidModel(model.lattice(), model.equilibrium(), model.collision(), FluidModel.BodyForce.NONE);
            assertThat(StepKernels.raw("bulk", fluid, null, ValuesInTime.NONE)
                            .step()
                            .isEmpty())
                    .isFalse();
        } else {
            assertThatThrownBy(() -> CaseFile.parse("case.yaml", text, Path.of("/cases"), List.of()))
                    .isInstanceOf(CaseFileException.class)
                    .satisfies(thrown -> assertThat(thrown.getMessage())
                            .containsAnyOf(
                                    refusal.get(),
                                    collision.unsupported(equilibrium).orElse(refusal.get())));
        }
    }
}
