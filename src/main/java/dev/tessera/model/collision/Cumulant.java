package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.Optional;

/// Collision of cumulants, which are independent of each other and of the frame: the stress relaxes, all higher
/// cumulants are set to zero, so that the higher central moments are those of a normal distribution with the
/// relaxed stress. On D2Q9 and D3Q27.
///
/// The cube of a velocity component is the component itself on these lattices, so that the rates of strain along
/// the axes, `D_a = du_a/dx_a`, act with errors of order u²; they follow from the stress and are taken out of it:
/// the relaxed second moment of axis a loses `3 inertia (1 - omega/2) u_a² D_a` (of its trace: with the bulk rate).
///
/// Source: Geier, Schönherr, Pasquali, Krafczyk, Comput. Math. Appl. 70, 507 (2015), with rates of 1 above second
/// order and the correction of its equations 61 to 66.
///
/// @param bulk how the trace relaxes
public record Cumulant(BulkRelaxation bulk) implements BulkCollision, StressCollision {
    /// The trace is set to equilibrium in one step.
    public Cumulant() {
        this(BulkRelaxation.AT_ONCE);
    }

    @Override
    public String key() {
        return "cumulant";
    }

    @Override
    public Cumulant withBulk(BulkRelaxation other) {
        return new Cumulant(other);
    }

    @Override
    public Optional<String> unsupported(VelocitySet lattice) {
        return CentralExpansion.unsupported(this, lattice);
    }

    @Override
    public Expr[][] relaxedStress(Input input) {
        Expr[][] relaxed = StressCollision.super.relaxedStress(input);
        Expr[] correction = correction(input);
        for (int axis = 0; axis < correction.length; axis++) {
            relaxed[axis][axis] = relaxed[axis][axis].minus(correction[axis]);
        }
        return relaxed;
    }

    /// With `E_a = 3 inertia u_a² D_a`, and `inertia D_a = -3/2 (omega P_a + omega_bulk m)` of the stress before
    /// relaxation (P its deviator, m the mean of its diagonal): the deviator of E times `1 - omega/2`, its mean
    /// times
    /// `1 - omega_bulk/2`.
    private static Expr[] correction(Input input) {
        ExprGraph graph = input.graph();
        int d = input.lattice().dimensions();
        Expr half = graph.constant(1, 2);
        Expr omega = input.rate().apply(ShearRate.NAME);
        Expr bulk = input.rate().apply(MomentBasis.BULK);
        Expr[][] stress = Stress.nonEquilibrium(input);
        Expr[][] deviator = Stress.deviator(graph, stress);
        Expr[] errors = new Expr[d];
        Expr mean = graph.constant(0);
        for (int axis = 0; axis < d; axis++) {
            Expr meanStress = stress[axis][axis].minus(deviator[axis][axis]);
            Expr strain = omega.times(deviator[axis][axis]).plus(bulk.times(meanStress));
            Expr u = input.moments().velocity().get(axis);
            errors[axis] = graph.constant(-9, 2).times(u.squared()).times(strain);
            mean = mean.plus(errors[axis]);
        }
        mean = graph.constant(1, d).times(mean);
        Expr one = graph.constant(1);
        Expr[] correction = new Expr[d];
        for (int axis = 0; axis < d; axis++) {
            correction[axis] = one.minus(half.times(omega))
                    .times(errors[axis].minus(mean))
                    .plus(one.minus(half.times(bulk)).times(mean));
        }
        return correction;
    }

    @Override
    public List<Expr> populations(VelocitySet lattice, Expr density, NodeState state, Expr[][] relaxedStress) {
        var closure = new CentralClosure(lattice, state, relaxedStress);
        Expr volume = state.graph().constant(1).over(state.inertia());
        return closure.populations(density, moment -> {
            List<Integer> squares = CentralClosure.axes(moment, 2);
            List<Integer> others = CentralClosure.axes(moment, 1);
            if (squares.size() == 3) {
                return sixth(closure, volume);
            }
            int a = squares.getFirst();
            return others.isEmpty()
                    ? fourth(closure, a, a, squares.getLast(), squares.getLast(), volume)
                    : fourth(closure, a, a, others.getFirst(), others.getLast(), volume);
        });
    }

    /// The moment of the axes a, b, c, d of a normal distribution, a and b the same:
    /// `(k_ab k_cd + 2 k_ac k_ad) / inertia`.
    private static Expr fourth(CentralClosure closure, int a, int b, int c, int d, Expr volume) {
        Expr straight = closure.second(a, b).times(closure.second(c, d));
        Expr crossed = closure.second(a, c).times(closure.second(a, d));
        return straight.plus(crossed).plus(crossed).times(volume);
    }

    /// `(k_xx k_yy k_zz + 2 (k_xx k_yz² + k_yy k_xz² + k_zz k_xy²) + 8 k_xy k_xz k_yz) / inertia²`.
    private static Expr sixth(CentralClosure closure, Expr volume) {
        Expr xy = closure.second(0, 1);
        Expr xz = closure.second(0, 2);
        Expr yz = closure.second(1, 2);
        Expr straight = closure.second(0, 0).times(fourth(closure, 1, 1, 2, 2, volume));
        Expr crossed = closure.second(1, 1)
                .times(xz.squared())
                .plus(closure.second(2, 2).times(xy.squared()))
                .times(volume);
        Expr around = xy.times(xz).times(yz).times(volume);
        ExprGraph graph = xy.graph();
        return straight.plus(graph.constant(2).times(crossed))
                .plus(graph.constant(8).times(around))
                .times(volume);
    }
}
