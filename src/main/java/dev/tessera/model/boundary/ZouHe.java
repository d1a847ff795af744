package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Velocity or pressure on an axis plane of wet nodes, after Zou & He (1997), for every lattice: incoming
/// populations over the plane are the opposite ones plus the odd part of the equilibrium, and the missing
/// transverse momentum is distributed over them (Hecht & Harting 2010), so that the node has exactly the imposed
/// velocity or density.
///
/// At edges and corners, incoming directions over walls are bounced back before this rule; those that cross the
/// plane are unknown, including diagonals.
///
/// Source: Zou & He, Phys. Fluids 9, 1591 (1997); Hecht & Harting, J. Stat. Mech. P01018 (2010).
///
/// @param plane of the nodes, and what is imposed there
/// @param sharing how the missing momentum is distributed
public record ZouHe(WetPlane plane, Sharing sharing) implements PlaneRule {
    /// The parts of the missing momentum along an axis of the plane.
    public enum Sharing {
        /// Equal ones for all unknown populations that move along this axis: none is missing any more.
        AMONG_CARRIERS,

        /// The part that each would have if all unknown diagonal populations moved along this axis. In two dimensions
        /// this is the same; in three some momentum stays missing, half of it on D3Q19, as in Palabos.
        AMONG_DIAGONALS
    }

    public static ZouHe velocity(int axis, int inward) {
        return new ZouHe(WetPlane.velocity(axis, inward), Sharing.AMONG_CARRIERS);
    }

    public static ZouHe pressure(int axis, int inward) {
        return new ZouHe(WetPlane.pressure(axis, inward), Sharing.AMONG_CARRIERS);
    }

    @Override
    public String key() {
        return "zou-he-" + (sharing == Sharing.AMONG_DIAGONALS ? "diagonals-" : "") + plane.word();
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return complete(input, raw, plane.momentum(input, raw));
    }

    /// The completed populations of a node whose momentum is known.
    /// @param momentum velocity times inertia, less half of a force, one component per dimension
    List<Expr> complete(Input input, List<Expr> raw, List<Expr> momentum) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        List<Expr> spread = transverseCorrections(g, lattice, raw, momentum);
        List<Expr> completed = plane.bouncedBack(input, raw, momentum);
        for (int i = 1; i < lattice.size(); i++) {
            if (!plane.side().isCrossedBy(lattice.velocity(i))) {
                continue;
            }
            Expr correction = g.constant(0);
            for (int a = 0; a < lattice.dimensions(); a++) {
                int c = a == plane.axis() ? 0 : lattice.velocity(i).along(a);
                correction = WetPlane.signedSum(correction, c, spread.get(a));
            }
            completed.set(i, completed.get(i).plus(correction));
        }
        return completed;
    }

    private List<Expr> transverseCorrections(ExprGraph g, VelocitySet lattice, List<Expr> raw, List<Expr> momentum) {
        List<Expr> corrections = new ArrayList<>();
        for (int a = 0; a < lattice.dimensions(); a++) {
            if (a == plane.axis()) {
                corrections.add(g.constant(0));
                continue;
            }
            Expr carried = g.constant(0);
            int sharers = 0;
            for (int i = 1; i < lattice.size(); i++) {
                int c = lattice.velocity(i).along(a);
                int n = lattice.velocity(i).along(plane.axis());
                carried = n == 0 ? WetPlane.signedSum(carried, c, raw.get(i)) : carried;
                sharers += n == plane.inward() && shares(lattice.velocity(i), a) ? 1 : 0;
            }
            // bounced populations carry c_s² of the momentum: c_s⁴ / c_s² over the unknown directions
            Rational share = Rational.ONE.minus(lattice.speedOfSoundSquared());
            Expr missing = g.constant(share).times(momentum.get(a)).minus(carried);
            corrections.add(g.constant(1, sharers).times(missing));
        }
        return corrections;
    }

    private boolean shares(Velocity unknown, int axis) {
        return switch (sharing) {
            case AMONG_CARRIERS -> unknown.along(axis) != 0;
            case AMONG_DIAGONALS -> IntStream.range(0, 3).anyMatch(a -> a != plane.axis() && unknown.along(a) != 0);
        };
    }
}
