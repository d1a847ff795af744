package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.YuOutflow;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Outflows with populations extrapolated from two nodes behind them.
final class YuOutflowTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(opening(plane));
    }

    private static YuOutflow.Extrapolation opening(Plane plane) {
        return new YuOutflow.Extrapolation(plane.axis(), plane.inward());
    }

    @Override
    boolean drives() {
        return false;
    }

    @Override
    boolean holdsAlong() {
        return false;
    }

    /// The rule holds neither pressure nor flow. What deviates from a linear change along the normal makes the
    /// pressure drift: here the inlet six nodes before the outlet. In channels the net flow falls by a factor
    /// of at least 60 with each further diameter.
    @Override
    double leak() {
        return 6e-3;
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.graph().constant(demand.comesOverPlane(demand.direction(name)) ? 1 : 0);
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        return passed(opening(demand.plane()), model, demand, direction);
    }

    /// The mass that enters is the extrapolation of that at the two nodes behind.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        Expr entering = demand.zero();
        Expr expected = demand.zero();
        Expr two = demand.graph().constant(2);
        for (int i = 0; i < node.raw().size(); i++) {
            if (demand.comesOverPlane(i)) {
                entering = entering.plus(node.completed().get(i));
                expected = expected.plus(two.times(population(node.model(), demand, i, 1)))
                        .minus(population(node.model(), demand, i, 2));
            }
        }
        return List.of(new Guarantee("entering mass", entering, expected));
    }

    @Override
    double offset() {
        return 0;
    }

    /// Sends a pressure pulse along a channel without friction, as in [SpongeTest].
    /// @return amplitude of what returns from the outlet over that of the pulse
    private static double reflection(BoundaryRule outlet) {
        var model = new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.NONE);
        int length = 240;
        var flow = new SmallFlow(new int[] {1, length}, new boolean[] {true, false}, model, 0.02);
        flow.rule(0, ZouHe.pressure(1, 1));
        flow.rule(length - 1, outlet);
        for (var field : outlet.fields(Lattices.D2Q9)) {
            flow.field(length - 1, field.name(), 1);
        }
        double sent = 0;
        double back = 0;
        for (int step = 0; step < 820; step++) {
            double pulse = step < 60 ? Math.pow(Math.sin(Math.PI * step / 60), 2) : 0;
            flow.field(0, "density", 1 + 1e-3 * pulse);
            flow.run(1);
            double heard = Math.abs(flow.density(100) - 1);
            sent = step < 300 ? Math.max(sent, heard) : sent;
            back = step >= 300 ? Math.max(back, heard) : back;
        }
        return back / sent;
    }

    /// Extrapolation cancels the populations that enter with an outgoing wave as well as those of a returning
    /// one, so that the ratio of the two returns: 2 - √3, where a fixed pressure returns all. Friction on the
    /// way leaves 0.23 and 0.87.
    @Test
    void a_pressure_pulse_leaves_with_little_reflection() {
        double fixed = reflection(ZouHe.pressure(1, -1));
        assertThat(fixed).isCloseTo(0.87, within(0.01));
        assertThat(reflection(rule(new Plane(1, -1)))).isCloseTo((2 - Math.sqrt(3)) * fixed, within(0.005));
    }
}
