package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.List;

/// The requirements of every wall that is interpolated at its distance, here at a quarter of each link.
abstract class InterpolatedWallKit extends BoundaryRuleKit {
    private static final double DISTANCE = 0.25;
    private static final long DENOMINATOR = 720720; // the coefficients are exact multiples of its inverse

    abstract LinkWall wall();

    @Override
    final Role role() {
        return Role.WALL;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(wall());
    }

    @Override
    Expr field(Demand demand, String name) {
        if (!demand.comesOverAny(demand.direction(name)) || name.startsWith("value3")) {
            return demand.zero();
        }
        var given = wall().scheme().coefficients(DISTANCE, false);
        double value = name.startsWith("value2") ? given.second() : given.first();
        return demand.graph().constant(Rational.of(Math.round(value * DENOMINATOR), DENOMINATOR));
    }

    /// What a wall adds to the mass before the collision is counted as leaked through it, not as inflow.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        Expr gained = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            gained = gained.plus(node.completed().get(i).minus(node.raw().get(i)));
        }
        var input = new BoundaryRule.Input(demand.graph(), node.model(), name -> field(demand, name));
        Expr counted = rule(demand.plane()).throughWalls(input, node.raw());
        return List.of(new Guarantee("mass through walls", counted, gained));
    }

    @Override
    double leak() {
        return 1e-4;
    }

    @Override
    double exact() {
        return 1e-5;
    }

    @Override
    double offset() {
        return DISTANCE;
    }
}
