package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.field.Density;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.solver.field.ShearStress;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The fields of a developing flow in a duct along x.
final class ResultFieldsTest {
    private static ForkJoinPool pool;
    private static Simulation simulation;
    private static Snapshot all;

    @BeforeAll
    static void run() {
        pool = new ForkJoinPool(2);
        simulation = Simulation.open(
                Ducts.duct(0, false, Scheme.LINK_WISE).build(), Devices.on(pool).byKey("cpu:jvm"), pool);
        simulation.step(200);
        all = simulation.snapshot(ResultFields.all());
    }

    @AfterAll
    static void close() {
        simulation.close();
        pool.close();
    }

    @Test
    void every_field_of_the_catalogue_is_finite_where_it_is_defined() {
        assertThat(ResultFields.all().stream().map(ResultField::key)).doesNotHaveDuplicates();
        assertThat(all.fields().keySet())
                .containsExactlyElementsOf(
                        ResultFields.all().stream().map(ResultField::key).toList());
        int count = (int) simulation.nodes().fluid().count();
        for (FieldData data : all.fields().values()) {
            int entries = switch (data.where()) {
                case FieldData.Where.FluidNodes everywhere -> count;
                case FieldData.Where.BoundaryNodes(int[] boundaryNodes) -> boundaryNodes.length;
            };
            assertThat(entries).isPositive();
            for (double[] component : data.values()) {
                assertThat(component).as(data.field().key()).hasSize(entries);
                assertThat(Arrays.stream(component)).allMatch(Double::isFinite);
            }
            assertThat(data.marks().values()).allMatch(mark -> mark.length == entries);
            assertThat(Arrays.stream(data.values()).flatMapToDouble(Arrays::stream))
                    .as(data.field().key())
                    .anyMatch(value -> value != 0);
        }
    }

    @Test
    void fields_that_share_a_quantity_have_the_values_that_each_has_alone() {
        for (ResultField field : ResultFields.all()) {
            Snapshot alone = simulation.snapshot(List.of(field));
            assertThat(alone.fields().keySet()).containsExactly(field.key());
            assertThat(alone.field(field).values())
                    .isDeepEqualTo(all.field(field).values());
        }
        assertThat(simulation.snapshot().velocityMPerS()).isDeepEqualTo(all.velocityMPerS());
    }

    /// Gauge pressure is c_s² (rho - rho0) in SI units.
    @Test
    void density_and_pressure_differ_by_the_speed_of_sound() {
        double sound = simulation.units().velocityUnitMPerS() / Math.sqrt(3);
        double[] density = all.field(new Density()).values()[0];
        for (int n = 0; n < density.length; n++) {
            assertThat(all.pressurePa()[n])
                    .isCloseTo(sound * sound * (density[n] - 1), Assertions.within(1e-9 * sound * sound));
        }
    }

    /// Between the walls of y and of z the flow along x is sheared, and the stress is symmetric: `xy` in the
    /// planes of z, `xz` in those of y.
    @Test
    void the_stress_tensor_has_its_shear_at_the_walls_and_gives_the_invariant() {
        var nodes = simulation.nodes();
        double[][] s = all.stressPa();
        int middle = 4;
        int low = (int) nodes.fluid().number(nodes.box().index(16, 0, middle));
        int front = (int) nodes.fluid().number(nodes.box().index(16, middle, 0));
        assertThat(s[3][low]).isGreaterThan(5 * Math.abs(s[5][low]));
        assertThat(s[5][front]).isGreaterThan(5 * Math.abs(s[3][front]));
        double[] invariant = all.field(new ShearStress()).values()[0];
        for (int n = 0; n < invariant.length; n++) {
            double sum = 0;
            for (int c = 0; c < 6; c++) {
                sum += (c < 3 ? 0.5 : 1) * s[c][n] * s[c][n];
            }
            assertThat(invariant[n]).isCloseTo(Math.sqrt(sum), Assertions.within(1e-12));
        }
    }

    @Test
    void wall_shear_stress_is_at_the_nodes_of_walls_with_its_length() {
        var wall = all.wallShearStress();
        for (int k = 0; k < wall.magnitudePa().length; k++) {
            double x = wall.vectorPa()[0][k];
            double y = wall.vectorPa()[1][k];
            double z = wall.vectorPa()[2][k];
            assertThat(wall.magnitudePa()[k]).isEqualTo(Math.sqrt(x * x + y * y + z * z));
        }
        FieldData data = all.field(new WallShearStress());
        assertThat(data.marks().keySet()).containsExactly(WallShearStress.TOUCHES_WALL, WallShearStress.COUNTED);
    }

    @Test
    void a_field_that_was_not_requested_is_named_with_those_that_were() {
        assertThatThrownBy(() -> simulation.snapshot().stressPa())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this snapshot has [velocity, pressure], not stress");
        assertThatThrownBy(() -> FieldData.everywhere(new Velocity(), new double[1]))
                .hasMessage("velocity has 3 components, not 1");
        assertThat(new Pressure().unit()).isEqualTo("Pa");
    }
}
