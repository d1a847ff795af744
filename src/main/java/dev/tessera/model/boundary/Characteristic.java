package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.Given.Remembered;
import dev.tessera.model.Given.Unit;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// An outlet on an axis plane of wet nodes through which sound leaves (locally one-dimensional inviscid relations,
/// LODI). The wave that enters along the normal has the amplitude
///
/// `L1 = K (p - p_inf)`, `K = sigma (1 - Ma²) c_s / L`,
///
/// so that pressure and outward velocity u change in a step by `dp - rho c_s du = -L1`. The populations that arrive
/// from the fluid state density plus outward momentum, as in [ZouHe]; both equations together are the density and
/// the velocity of the node. The velocity along the plane is zero.
///
/// The populations of the node are the equilibrium of this state and its non-equilibrium stress, which is that of
/// the populations completed as by Zou and He. Other parts are removed, and with them the instability of Zou and
/// He's rule at small viscosities.
///
/// Fields: `density`, of p_inf; `recovery`, sigma / L; `excess`, the density of the node in the previous step less
/// 1, and `velocity-x …`, of the axis, its velocity in that step.
///
/// Source: Poinsot & Lele, J. Comput. Phys. 101, 104 (1992); Izquierdo & Fueyo, Phys. Rev. E 78, 046707 (2008);
/// populations: Latt et al., Phys. Rev. E 77, 056703 (2008). Decision 0064 states what differs.
///
/// @param axis 0, 1, 2: the plane's normal
/// @param inward +1 where the inward normal points along +axis, else -1
public record Characteristic(int axis, int inward) implements BoundaryRule {
    private static final String DENSITY = "density";
    private static final String RECOVERY = "recovery";
    private static final String EXCESS = "excess";

    /// The state of the node.
    /// @param excess density less 1
    /// @param outward momentum along the outward normal, less half of a force
    private record State(Expr excess, Expr outward) {}

    @Override
    public String key() {
        return "characteristic";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        return List.of(
                new FieldSpec(DENSITY, new Given.Density()),
                new FieldSpec(RECOVERY, new Given.Recovery()),
                new FieldSpec(EXCESS, new Remembered(Unit.DENSITY)),
                new FieldSpec(Components.of("velocity", axis), new Remembered(Unit.VELOCITY)));
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        ZouHe plane = ZouHe.pressure(axis, inward);
        State state = state(input, plane.plane().known(input, raw));
        List<Expr> momentum = new ArrayList<>();
        for (int a = 0; a < input.model().lattice().dimensions(); a++) {
            momentum.add(
                    a == axis ? outward(state.outward()) : halfForce(input, a).negated());
        }
        return regularized(input, state, plane.complete(input, raw, momentum));
    }

    /// The state after a step.
    /// @param known density plus outward momentum
    private State state(Input input, Expr known) {
        ExprGraph g = input.graph();
        Expr sound = sound(g, input.model().lattice());
        Expr before = input.field().apply(EXCESS);
        Expr u = outward(input.field().apply(Components.of("velocity", axis)));
        Expr inertia = input.model().equilibrium().inertia(g, g.constant(1).plus(before));
        Expr momentum = inertia.times(u).minus(outward(halfForce(input, axis)));
        Expr deviation = before.minus(input.field().apply(DENSITY).minus(g.constant(1)));
        Expr slowed = g.constant(input.model().lattice().speedOfSoundSquared()).minus(u.squared());
        Expr returned = input.field().apply(RECOVERY).times(slowed).times(deviation);
        Expr wave = sound.plus(u);
        Expr arrived = known.minus(g.constant(1));
        Expr excess =
                wave.times(before).plus(arrived.minus(momentum)).minus(returned).over(wave.plus(g.constant(1)));
        return new State(excess, arrived.minus(excess));
    }

    private static Expr sound(ExprGraph g, VelocitySet lattice) {
        return g.constant(
                Rational.exactly(Math.sqrt(lattice.speedOfSoundSquared().toDouble())));
    }

    /// A component along the axis as one along the outward normal, and back.
    private Expr outward(Expr component) {
        return inward > 0 ? component.negated() : component;
    }

    private static Expr halfForce(Input input, int a) {
        ExprGraph g = input.graph();
        return input.force().isEmpty()
                ? g.constant(0)
                : g.constant(1, 2).times(input.force().get(a));
    }

    private List<Expr> regularized(Input input, State state, List<Expr> populations) {
        ExprGraph g = input.graph();
        Expr rho = g.constant(1).plus(state.excess());
        Expr inertia = input.model().equilibrium().inertia(g, rho);
        Expr along = outward(state.outward());
        Expr normal = input.force().isEmpty() ? along : along.plus(halfForce(input, axis));
        List<Expr> whole = new ArrayList<>();
        List<Expr> velocity = new ArrayList<>();
        for (int a = 0; a < input.model().lattice().dimensions(); a++) {
            whole.add(a == axis ? normal : g.constant(0));
            velocity.add(a == axis ? normal.over(inertia) : g.constant(0));
        }
        return StatePopulations.regularized(input, new Moments(rho, velocity), whole, populations);
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        SequencedMap<String, Expr> remembered = new LinkedHashMap<>();
        remembered.put(EXCESS, node.moments().density().minus(node.graph().constant(1)));
        remembered.put(
                Components.of("velocity", axis), node.moments().velocity().get(axis));
        return remembered;
    }
}
