package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.List;

/// What a collision keeps of a node's populations, if that is density, velocity and stress alone: then these, and
/// the force that acted, determine all populations after the collision.
public interface MomentClosure {
    /// The non-equilibrium second moment after relaxation, without force, shape `[axis][axis]`, symmetric.
    Expr[][] relaxedStress(Collision.Input input);

    /// The populations after the collision, shape `[q]`: those of [Collision#relax], from its results.
    /// @param force one component per dimension, or empty where there is none
    /// @param relaxedStress of [#relaxedStress]
    List<Expr> populations(
            ExprGraph graph,
            VelocitySet lattice,
            Equilibrium equilibrium,
            Moments moments,
            List<Expr> force,
            Expr[][] relaxedStress);
}
