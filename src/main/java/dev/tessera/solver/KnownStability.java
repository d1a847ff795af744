package dev.tessera.solver;

import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.ExactDifference;
import dev.tessera.model.collision.LocalViscosity;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.StableGridReynolds;

/// The grid Reynolds numbers up to which the collisions that a case can use are stable.
final class KnownStability {
    private KnownStability() {}

    /// The standard table with the collision of the case, and those that could replace it.
    static StableGridReynolds of(Case theCase) {
        String own = LocalViscosity.innermost(theCase.model().collision()).stabilityKey();
        return StableGridReynolds.standard()
                .of((key, equilibrium) ->
                        key.equals(own) || canUse(theCase, Collisions.byKey(key), with(theCase.model(), equilibrium)));
    }

    /// The smallest relaxation time that is not refused.
    static double smallestRelaxationTime(Case theCase) {
        var model = theCase.model();
        return FlowNumbers.smallestRelaxationTime(
                of(theCase),
                model.collision().stabilityKey(),
                model.lattice().name(),
                model.equilibrium().key());
    }

    /// The equilibrium with a key where the case could have it; else its own.
    private static Equilibrium with(Case.Model model, String key) {
        return new QuasiCompressible().key().equals(key) && model.equilibrium() instanceof Incompressible
                ? new QuasiCompressible()
                : model.equilibrium();
    }

    /// Whether the case could have another collision, with an equilibrium, and nothing else changed.
    private static boolean canUse(Case theCase, Collision other, Equilibrium equilibrium) {
        var model = theCase.model();
        boolean givesViscosity = LocalViscosity.molecular(model.collision()) != model.collision();
        boolean hasMixture = model.mixture().isPresent();
        return other.unsupported(equilibrium).isEmpty()
                && model.precision().unsupported(other).isEmpty()
                && !(givesViscosity && other.choosesViscosity())
                && !(hasMixture
                        && !MixtureChecks.collisions(model.mixture().get()).contains(other.key()))
                && theCase.drive()
                        .forcing()
                        .flatMap(forcing -> ExactDifference.unsupported(forcing, other))
                        .isEmpty()
                && (theCase.storage().state() != StateChoice.MOMENTS
                        || other.closure().isPresent())
                && (theCase.initial().density() != Case.InitialDensity.CONSISTENT
                        || !other.needsPopulations() && other.fields().isEmpty());
    }
}
