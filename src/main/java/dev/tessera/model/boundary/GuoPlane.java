package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.ReadsBehind;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Velocity or pressure on an axis plane of wet nodes, by extrapolation of what is out of equilibrium: all populations
/// of a node O are, before the collision,
///
/// `f_i(O) = f_eq,i(rho_O, u_O) + f_i(B) - f_eq,i(rho_B, u_B)`
///
/// with the node B behind it along the inward normal. Where the velocity is given, `rho_O = rho_B`; where the density
/// is given, `u_O` is the part of `u_B` along the normal. After a BGK collision this is the form of the source; here
/// any collision follows. The source keeps the whole velocity of B, which leaves the velocity along the plane free.
///
/// Nothing that arrives at O counts, so that the mass of the node follows from B, not from what leaves.
///
/// Source: Guo, Zheng, Shi, Chinese Physics 11, 366 (2002).
///
/// @param plane of the nodes, and what is imposed there
public record GuoPlane(WetPlane plane) implements PlaneRule, ReadsBehind {
    public static GuoPlane velocity(int axis, int inward) {
        return new GuoPlane(WetPlane.velocity(axis, inward));
    }

    public static GuoPlane pressure(int axis, int inward) {
        return new GuoPlane(WetPlane.pressure(axis, inward));
    }

    /// Such as `guo-velocity-x`, of the orientation: the nodes behind are those along it.
    @Override
    public String key() {
        return "guo-%s-%s%c".formatted(plane.word(), inward() > 0 ? "" : "minus-", "xyz".charAt(axis()));
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public int axis() {
        return plane.axis();
    }

    @Override
    public int inward() {
        return plane.inward();
    }

    @Override
    public int depth() {
        return 1;
    }

    @Override
    public int stagesBefore() {
        return depth();
    }

    @Override
    public boolean needs(Velocity direction) {
        return true;
    }

    @Override
    public Expr pass(Passing node, int direction, @Nullable Expr farther) {
        return node.populations().get(direction);
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        ExprGraph g = input.graph();
        VelocitySet lattice = input.model().lattice();
        Equilibrium equilibrium = input.model().equilibrium();
        List<Expr> behind = IntStream.range(0, lattice.size())
                .mapToObj(i -> passed(input, i))
                .toList();
        Moments there = equilibrium.moments(g, lattice, behind, input.force());
        List<Expr> without = equilibrium.populations(g, lattice, there);
        List<Expr> with = equilibrium.populations(g, lattice, imposed(input, there, lattice));
        List<Expr> completed = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            completed.add(with.get(i).plus(behind.get(i).minus(without.get(i))));
        }
        return completed;
    }

    /// @param there the moments of the node behind
    private Moments imposed(Input input, Moments there, VelocitySet lattice) {
        boolean velocity = plane.imposed() == WetPlane.Imposed.VELOCITY;
        List<Expr> u = IntStream.range(0, lattice.dimensions())
                .mapToObj(a -> velocity
                        ? WetPlane.velocity(input, a)
                        : a == axis() ? there.velocity().get(a) : input.graph().constant(0))
                .toList();
        return new Moments(velocity ? there.density() : input.field().apply("density"), u);
    }
}
