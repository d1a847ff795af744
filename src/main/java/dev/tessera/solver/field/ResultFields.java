package dev.tessera.solver.field;

import dev.tessera.model.mixture.FreeEnergy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The catalogue of result fields.
public final class ResultFields {
    private static final List<ResultField> ALL = List.of(
            new Velocity(),
            new Pressure(),
            new WallShearStress(),
            new ShearStress(),
            new Stress(),
            new Viscosity(),
            new ShearRate(),
            new Density(),
            new Vorticity(),
            new QCriterion());

    private ResultFields() {}

    /// A field of the catalogue, `density-NAME` of a component, `order-parameter`, or `height`, by its key.
    public static Optional<ResultField> byKey(String key) {
        if (key.equals(FreeEnergy.ORDER_PARAMETER)) {
            return Optional.of(new OrderParameter());
        }
        if (key.equals(Height.KEY)) {
            return Optional.of(new Height());
        }
        if (key.startsWith(ComponentDensity.PREFIX) && key.length() > ComponentDensity.PREFIX.length()) {
            return Optional.of(new ComponentDensity(key.substring(ComponentDensity.PREFIX.length())));
        }
        return ALL.stream().filter(field -> field.key().equals(key)).findFirst();
    }

    /// Those of single fluids that fill the space, in the order of messages and references.
    public static List<ResultField> all() {
        return ALL;
    }

    /// Those of shallow water.
    public static List<ResultField> ofShallowWater() {
        return Stream.concat(ALL.stream(), Stream.of(new Height()))
                .filter(ResultField::isOfShallowWater)
                .toList();
    }
}
