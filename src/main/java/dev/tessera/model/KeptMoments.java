package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The list of moments that determines all populations of a node after a collision: density, velocity, the
/// relaxed non-equilibrium stress, and the force that acted, if there is one. In 2D 6 values, or 8 with a force; in
/// 3D 10, or 13.
public final class KeptMoments {

    private final FluidModel model;
    private final MomentClosure closure;
    private final List<Moment> moments;

    /// @param name `density`, `velocity-x` …, `stress-xx`, `stress-xy` …, `force-x` …
    /// @param order of the tensor: where velocity and force change their sign, it changes by `(-1)^order`
    public record Moment(String name, int order) {}

    private KeptMoments(FluidModel model, MomentClosure closure) {
        this.model = model;
        this.closure = closure;
        this.moments = list(model);
    }

    /// The moments that a model's collision keeps; empty where it keeps more than these.
    public static Optional<KeptMoments> of(FluidModel model) {
        return model.collision().closure().map(closure -> new KeptMoments(model, closure));
    }

    private static List<Moment> list(FluidModel model) {
        VelocitySet lattice = model.lattice();
        List<Moment> list = new ArrayList<>();
        list.add(new Moment("density", 0));
        Components.vector("velocity", lattice).forEach(name -> list.add(new Moment(name, 1)));
        Components.symmetricTensor("stress", lattice).forEach(name -> list.add(new Moment(name, 2)));
        if (model.force() != FluidModel.BodyForce.NONE) {
            Components.vector("force", lattice).forEach(name -> list.add(new Moment(name, 1)));
        }
        return List.copyOf(list);
    }

    /// In the order in which they are stored.
    public List<Moment> moments() {
        return moments;
    }

    public int size() {
        return moments.size();
    }

    public VelocitySet lattice() {
        return model.lattice();
    }

    /// The index of a moment.
    /// @throws IllegalArgumentException if it is not in the list; the message shows the list
    public int index(String name) {
        List<String> names = moments.stream().map(Moment::name).toList();
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("there is no moment %s among %s".formatted(name, names));
        }
        return index;
    }

    /// The values after the collision of a node, in the order of the list.
    public List<Expr> after(Collision.Input input) {
        List<Expr> values = new ArrayList<>();
        values.add(input.moments().density());
        values.addAll(input.moments().velocity());
        Expr[][] stress = closure.relaxedStress(input);
        for (int a = 0; a < stress.length; a++) {
            for (int b = a; b < stress.length; b++) {
                values.add(stress[a][b]);
            }
        }
        values.addAll(input.force());
        return values;
    }

    /// The values of a node in equilibrium, in the order of the list.
    /// @param velocity lattice units; the first components are used
    public double[] atEquilibrium(double density, double... velocity) {
        double[] values = new double[size()];
        values[0] = density;
        System.arraycopy(velocity, 0, values, 1, lattice().dimensions());
        return values;
    }

    /// The populations after the collision, shape `[q]`.
    /// @param values of one node, in the order of the list
    public List<Expr> populations(ExprGraph graph, List<Expr> values) {
        int d = lattice().dimensions();
        Expr[][] stress = new Expr[d][d];
        int next = 1 + d;
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                stress[a][b] = values.get(next);
                stress[b][a] = values.get(next++);
            }
        }
        Moments state = new Moments(values.getFirst(), values.subList(1, 1 + d));
        return closure.populations(
                graph, lattice(), model.equilibrium(), state, values.subList(next, values.size()), stress);
    }

    /// `density, velocity-x, velocity-y, stress-xx, stress-xy, stress-yy`.
    @Override
    public String toString() {
        return String.join(", ", moments.stream().map(Moment::name).toList());
    }
}
