package dev.tessera.solver.boundary;

import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.LinkRule;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import java.util.List;

/// An outflow without any value: its scheme says all. It closes cut links.
interface Outflow extends Boundary.Opening {
    /// The word of the case.
    String scheme();

    @Override
    default Written written() {
        return Written.scheme(scheme());
    }

    @Override
    default String text(Site site) {
        return "scheme " + scheme();
    }

    @Override
    default boolean holdsOnNodes() {
        return false;
    }

    /// The closure of a link: without coefficients, on every lattice.
    interface Rule extends LinkRule {
        @Override
        default int leastIsotropy() {
            return 2;
        }

        @Override
        default boolean isNeutral() {
            return false;
        }

        @Override
        default List<FieldSpec> coefficients() {
            return List.of();
        }
    }
}
