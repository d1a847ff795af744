package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A ramp of 2 s at the inlet and of 3 s at the outlet, whose pressure also depends on place.
final class BoundaryFieldsTest {
    private static final double[] TIMES = {0.1, 0.7, 1.9, 2.0, 2.5, 3.0, 4.0, 0.5};

    private static Case ramped(Scheme scheme, Value outlet) {
        return Ducts.duct(0, false, scheme)
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.MeanVelocity(Value.of(1)), Profile.DEVELOPED, scheme, 2))
                .boundary("outlet", new PressureOpening(outlet, scheme, 3, false, null))
                .build();
    }

    private static BoundaryFields fields(Case theCase, NodeMap nodes) {
        var units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        return new BoundaryFields(theCase, nodes, units, BoundaryPlan.of(theCase, nodes, units), new SeriesNames());
    }

    private static NodeMap nodes(Case theCase) {
        return theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
    }

    private static List<BoundaryPlan.Group> groups(Case theCase, NodeMap nodes) {
        var units = Discretization.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes))
                .units();
        return BoundaryPlan.of(theCase, nodes, units).groups();
    }

    @ParameterizedTest
    @EnumSource(
            value = Scheme.class,
            names = {"ZOU_HE", "LINK_WISE"})
    void values_updated_step_by_step_equal_values_computed_at_that_time(Scheme scheme) {
        Value pressure = Value.varying(at -> at.y().times(at.number(0.5)).plus(at.t()));
        Case theCase = ramped(scheme, pressure);
        NodeMap nodes = nodes(theCase);
        for (BoundaryPlan.Group group : groups(theCase, nodes)) {
            BoundaryFields.Imposed stepped = fields(theCase, nodes).of(group);
            for (double time : TIMES) {
                stepped.at(time);
                BoundaryFields.Imposed fresh = fields(theCase, nodes).of(group);
                fresh.at(time);
                assertThat(stepped.all()).hasSameSizeAs(fresh.all());
                stepped.all()
                        .forEach((name, values) -> assertThat(values)
                                .as("%s of %s at %s s", name, group.name(), time)
                                .isEqualTo(fresh.all().get(name)));
            }
        }
    }

    /// Kinds, normals and guards are constant and are computed once.
    @Test
    void only_imposed_values_change() {
        Case theCase = ramped(Scheme.LINK_WISE, Value.of(3));
        NodeMap nodes = nodes(theCase);
        for (BoundaryPlan.Group group : groups(theCase, nodes)) {
            BoundaryFields fields = fields(theCase, nodes);
            BoundaryFields.Imposed imposed = fields.of(group);
            SequencedMap<String, double[]> changing = imposed.at(1);
            if (fields.settledS(group) > 0) {
                assertThat(changing).isNotEmpty();
            }
            assertThat(changing.keySet()).allMatch(name -> name.startsWith("value-"));
            assertThat(imposed.all().size()).isGreaterThan(changing.size());
        }
    }

    /// The test overwrites settled values: they must not be computed again.
    @Test
    void constant_values_are_not_computed_again() {
        Case theCase = ramped(Scheme.ZOU_HE, Value.of(3));
        NodeMap nodes = nodes(theCase);
        BoundaryPlan.Group inlet = groups(theCase, nodes).stream()
                .filter(group -> group.name().contains("inlet"))
                .findFirst()
                .orElseThrow();
        BoundaryFields.Imposed imposed = fields(theCase, nodes).of(inlet);
        double[] velocity = imposed.at(2).get("velocity-x");
        assertThat(Arrays.stream(velocity).max().orElse(0)).isPositive();
        Arrays.fill(velocity, -1);
        assertThat(imposed.at(2.5).get("velocity-x")).containsOnly(-1);
        assertThat(imposed.at(1.5).get("velocity-x")).doesNotContain(-1); // before the end of the ramp
    }
}
