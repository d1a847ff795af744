package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.kernel.LayerObstacles;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import dev.tessera.solver.boundary.NeumannOutflow;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.YuOutflow;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// What a case says of layers before its geometry is known, compared with the plan of its nodes.
final class CaseLayerObstaclesTest {
    private static final ForkJoinPool POOL = new ForkJoinPool(1);

    @AfterAll
    static void stop() {
        POOL.close();
    }

    private static Case duct(Boundary outlet) {
        return Ducts.duct(0, false, Scheme.LINK_WISE).boundary("outlet", outlet).build();
    }

    private static Boundary pressure(Scheme scheme) {
        return new PressureOpening(Value.ZERO, scheme, 0, false, null);
    }

    @Test
    void boundaries_that_read_or_remember_are_known_from_the_case() {
        String reads = "nodes at boundaries.outlet need fields of their neighbours in every step";
        String remembers = "nodes at boundaries.outlet remember values from step to step";
        Map<Boundary, String> all = Map.of(
                new YuOutflow(),
                reads,
                new CopyOutflow(),
                reads,
                new NeumannOutflow(),
                reads,
                new GradExtrapolatedOutflow(),
                reads,
                pressure(Scheme.GUO),
                reads,
                Boundaries.characteristicOutlet("0 Pa"),
                remembers,
                Boundaries.gradOutflow("0 Pa"),
                remembers,
                pressure(Scheme.LINK_WISE),
                remembers);
        all.forEach((outlet, reason) -> {
            Case theCase = duct(outlet);
            assertThat(CaseLayerObstacles.obstacle(theCase))
                    .as(outlet.toString())
                    .hasValueSatisfying(words -> assertThat(words).startsWith(reason));
            assertThat(ofPlan(theCase)).as("%s, by its nodes", outlet).isTrue();
        });
    }

    @Test
    void other_boundaries_are_left_to_the_plan() {
        for (Boundary outlet : List.of(
                new DoNothingOutflow(),
                pressure(Scheme.ZOU_HE),
                pressure(Scheme.AUTO),
                pressure(Scheme.REGULARIZED),
                pressure(Scheme.EQUILIBRIUM))) {
            assertThat(CaseLayerObstacles.obstacle(duct(outlet)))
                    .as(outlet.toString())
                    .isEmpty();
        }
    }

    private static boolean ofPlan(Case theCase) {
        var planner = new SimulationPlanner(theCase, Devices.on(POOL).byKey("cpu:interpreter"), POOL);
        return LayerObstacles.obstacle(planner.plan(planner.voxelised()).steps())
                .isPresent();
    }
}
