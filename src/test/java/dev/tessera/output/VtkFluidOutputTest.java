package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.solver.Output;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VtkFluidOutputTest extends OutputKit {
    private static final double SPACING_M = 0.25e-3;

    @Override
    Output output(List<ResultField> fields, FileWriting writing) {
        return new VtkFluidOutput(folder, fields, writing);
    }

    @Override
    String collectionName() {
        return "fluid.pvd";
    }

    @Override
    String fileName() {
        return "fluid-000001200.vtu";
    }

    @Test
    void each_fluid_node_is_a_cube_of_one_spacing_around_it() throws IOException {
        VtkReading read = written(SOLID, List.of(new Pressure()), SOLID.placeM(6, 2, 0));
        assertThat(read.numbers("cells")).containsExactly(7 * 5 * 4 - 2 * 5);
        assertThat(read.numbers("points")).as("corners are shared").containsExactly(8 * 6 * 5 - 2 * 6);
        assertThat(read.numbers("cell-types")).as("voxels").containsExactly(11);
        assertThat(read.numbers("wrong-corners")).containsExactly(0);
        double[] edges = {SPACING_M, SPACING_M, SPACING_M};
        assertThat(read.numbers("smallest-edges")).containsExactly(edges, within(1e-8));
        assertThat(read.numbers("largest-edges")).containsExactly(edges, within(1e-8));
        assertThat(read.numbers("at", "0", "pressure [Pa]"))
                .as("no cell in the solid")
                .isEmpty();
    }

    @Test
    void each_fluid_node_of_a_flat_geometry_is_a_square() throws IOException {
        VtkReading read = written(FLAT, List.of(new Pressure()));
        assertThat(read.numbers("cells")).containsExactly(7 * 5 - 2 * 2);
        assertThat(read.numbers("cell-types")).as("pixels").containsExactly(8);
        assertThat(read.numbers("wrong-corners")).containsExactly(0);
        double[] edges = {SPACING_M, SPACING_M, 0};
        assertThat(read.numbers("smallest-edges")).containsExactly(edges, within(1e-8));
        assertThat(read.numbers("largest-edges")).containsExactly(edges, within(1e-8));
    }
}
