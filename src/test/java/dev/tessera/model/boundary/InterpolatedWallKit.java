package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
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
        if (!demand.comesOverAny(demand.direction(name))) {
            return demand.zero();
        }
        var given = wall().scheme().coefficients(DISTANCE, 2);
        List<String> names = List.of("value-", "value2-", "value3-", "value4-");
        int coefficient = names.indexOf(name.substring(0, name.indexOf('-') + 1));
        double value =
                List.of(given.first(), given.second(), given.third(), 0.0).get(coefficient);
        return demand.graph().constant(Rational.of(Math.round(value * DENOMINATOR), DENOMINATOR));
    }

    @Override
    int directionOf(String field, Demand demand) {
        return demand.direction(field);
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        return population(model, demand, direction, 1);
    }

    /// What a wall adds to the mass before the collision is counted as leaked through it, not as inflow.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        Expr gained = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            gained = gained.plus(node.completed().get(i).minus(node.raw().get(i)));
        }
        BoundaryRule.Input input = input(node.model(), demand, List.of());
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
