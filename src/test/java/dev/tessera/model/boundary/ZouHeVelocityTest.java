package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ZouHeVelocityTest extends VelocityPlaneKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return ZouHe.velocity(plane.axis(), plane.inward());
    }

    @ParameterizedTest
    @MethodSource("orientations")
    void only_populations_incoming_over_the_plane_are_replaced(FluidModel model, List<Plane> planes) {
        var graph = new ExprGraph();
        Plane plane = planes.getFirst();
        List<Expr> raw = IntStream.range(0, model.lattice().size())
                .mapToObj(i -> graph.symbol("f" + i))
                .toList();
        var input = new BoundaryRule.Input(graph, model, graph::symbol);
        for (ZouHe rule :
                List.of(ZouHe.velocity(plane.axis(), plane.inward()), ZouHe.pressure(plane.axis(), plane.inward()))) {
            List<Expr> completed = rule.complete(input, raw);
            for (int i = 0; i < raw.size(); i++) {
                assertThat(completed.get(i) != raw.get(i)).isEqualTo(plane.crossedBy(model.lattice(), i));
            }
        }
    }

    @Test
    void an_invalid_side_is_refused() {
        assertThatThrownBy(() -> ZouHe.velocity(3, 1)).hasMessage("axis 3 and direction 1 are not a side of the box");
    }
}
