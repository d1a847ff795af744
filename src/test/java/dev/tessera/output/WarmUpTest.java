package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WarmUpTest {
    @Test
    void every_kind_of_picture_can_be_drawn_before_there_is_a_flow() {
        OutputChoice usual = OutputChoice.standard();
        OutputChoice all = new OutputChoice(
                usual.every(),
                usual.fields(),
                usual.formats(),
                usual.compression(),
                1,
                List.of(),
                List.of(
                        new Picture(new Velocity(), new View.Slice(0, 0.2)),
                        new Picture(new Pressure(), new View.Maximum(2)),
                        new Picture(new WallShearStress(), new View.Surface(Optional.empty())),
                        new Picture(new Pressure(), new View.Streamlines(new View.Surface(Optional.empty())))),
                usual.plots(),
                usual.probes(),
                usual.logEvery(),
                usual.checkpoints(),
                usual.exclude(),
                List.of(),
                List.of());
        assertThatCode(() -> WarmUp.draw(all)).doesNotThrowAnyException();
    }
}
