package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.Output;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VtkImageOutputTest extends OutputKit {
    @Override
    Output output(List<ResultField> fields, FileWriting writing) {
        return new VtkImageOutput(folder, fields, writing);
    }

    @Override
    String collectionName() {
        return "fields.pvd";
    }

    @Override
    String fileName() {
        return "fields-000001200.vti";
    }

    @Test
    void the_image_has_the_box_and_its_place() throws IOException {
        VtkReading read = written(SOLID, List.of(new Pressure()));
        assertThat(read.numbers("dimensions")).as("corners").containsExactly(8, 6, 5);
        double half = 0.125e-3;
        double[] corner = {SOLID.originM()[0] - half, SOLID.originM()[1] - half, SOLID.originM()[2] - half};
        assertThat(read.numbers("origin")).containsExactly(corner);
        assertThat(read.numbers("spacing")).containsExactly(0.25e-3, 0.25e-3, 0.25e-3);
        assertThat(read.numbers("cells")).containsExactly(140);
    }

    @Test
    void solid_nodes_are_zero_and_marked() throws IOException {
        VtkReading read = written(SOLID, List.of(new Velocity()), SOLID.placeM(6, 2, 0), SOLID.placeM(6, 2, 1));
        assertThat(read.numbers("at", "0", "fluid")).containsExactly(0);
        assertThat(read.numbers("at", "0", "velocity [m/s]")).containsExactly(0, 0, 0);
        assertThat(read.numbers("at", "1", "fluid")).containsExactly(1);
    }
}
