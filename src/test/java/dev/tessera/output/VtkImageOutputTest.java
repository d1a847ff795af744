package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.Field;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VtkImageOutputTest extends OutputKit {
    @Override
    Output output(List<Field> fields) {
        return new VtkImageOutput(folder, fields);
    }

    @Override
    String fileName() {
        return "fields-000001200.vti";
    }

    @Test
    void the_image_has_the_box_and_its_place() throws IOException {
        VtkReading read = written(SOLID, List.of(Field.PRESSURE));
        assertThat(read.numbers("dimensions")).containsExactly(7, 5, 4);
        assertThat(read.numbers("origin")).containsExactly(SOLID.originM());
        assertThat(read.numbers("spacing")).containsExactly(0.25e-3, 0.25e-3, 0.25e-3);
        assertThat(read.numbers("points")).containsExactly(140);
    }

    @Test
    void solid_nodes_are_zero_and_marked() throws IOException {
        VtkReading read = written(SOLID, List.of(Field.VELOCITY), SOLID.placeM(6, 2, 0), SOLID.placeM(6, 2, 1));
        assertThat(read.numbers("at", "0", "fluid")).containsExactly(0);
        assertThat(read.numbers("at", "0", "velocity [m/s]")).containsExactly(0, 0, 0);
        assertThat(read.numbers("at", "1", "fluid")).containsExactly(1);
    }
}
