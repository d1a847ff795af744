package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Forcing;
import dev.tessera.model.LocalRates;
import dev.tessera.model.MomentClosure;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A collision whose viscosity differs from node to node: another collision at a shear rate that the node decides.
/// Only rates that are tied to the viscosity change with it: see [Collision#atShearRate].
public sealed interface LocalViscosity extends Collision permits Smagorinsky, ShearDependent, ViscosityOfPlace {
    /// The collision at the node's viscosity.
    Collision base();

    /// The rate of the shear moments at a node, in (0, 2).
    /// @param input with the rates of the reference viscosity
    Expr shearRate(Input input);

    /// What has it in refusals: `the Smagorinsky model`.
    String words();

    /// The collision without any of these around it.
    static Collision innermost(Collision collision) {
        return collision instanceof LocalViscosity local ? innermost(local.base()) : collision;
    }

    /// The collision at the reference viscosity: without a law or a viscosity of place, but with its turbulence model.
    static Collision molecular(Collision collision) {
        return switch (collision) {
            case ShearDependent local -> molecular(local.base());
            case ViscosityOfPlace local -> molecular(local.base());
            default -> collision;
        };
    }

    /// The input of the base.
    default Input effective(Input input) {
        return base().atShearRate(input, shearRate(input));
    }

    /// One rate has to serve the whole stress, also where the collision has two.
    @Override
    default Optional<String> unsupported(VelocitySet lattice) {
        Optional<String> ofBase = base().unsupported(lattice);
        return ofBase.isPresent() || lattice.isotropy() >= 4
                ? ofBase
                : Optional.of(
                        "%s needs a lattice that is isotropic to fourth order, but %s is isotropic to order %d only. Use another lattice"
                                .formatted(words(), lattice.name(), lattice.isotropy()));
    }

    @Override
    default Optional<String> unsupported(Equilibrium equilibrium) {
        return equilibrium.isIdealGas()
                ? base().unsupported(equilibrium)
                : Optional.of(
                        "%s needs the stress of an ideal gas, which equilibrium %s does not have. Remove it, or use another equilibrium"
                                .formatted(words(), equilibrium.key()));
    }

    @Override
    default boolean hasFixedBulkViscosity() {
        return base().hasFixedBulkViscosity();
    }

    @Override
    default Forcing forcing() {
        return base().forcing();
    }

    @Override
    default boolean choosesViscosity() {
        return base().choosesViscosity();
    }

    @Override
    default boolean needsPopulations() {
        return base().needsPopulations();
    }

    @Override
    default SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        return base().rates(lattice, viscosityLattice);
    }

    @Override
    default List<String> fields() {
        return base().fields();
    }

    @Override
    default LocalRates localRates(Input input) {
        return base().localRates(effective(input));
    }

    @Override
    default List<Expr> relax(Input input) {
        return base().relax(effective(input));
    }

    @Override
    default Input atShearRate(Input input, Expr shearRate) {
        return base().atShearRate(input, shearRate);
    }

    @Override
    default Optional<MomentClosure> closure() {
        return base().closure().map(ofBase -> new MomentClosure() {
            @Override
            public Expr[][] relaxedStress(Input input) {
                return ofBase.relaxedStress(effective(input));
            }

            @Override
            public List<Expr> populations(
                    ExprGraph graph,
                    VelocitySet lattice,
                    Equilibrium equilibrium,
                    Moments moments,
                    List<Expr> force,
                    Expr[][] relaxedStress) {
                return ofBase.populations(graph, lattice, equilibrium, moments, force, relaxedStress);
            }
        });
    }
}
