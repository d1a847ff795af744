package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.LocalRates;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Reflections;
import java.util.ArrayList;
import java.util.List;

/// The viscous stress of a node, from the populations before collision.
public final class Stress {
    private Stress() {}

    /// The deviatoric (traceless) viscous stress `2 rho nu S` in lattice units, shape `[axis][axis]`:
    ///
    /// `-(1 - omega/2) (sum of c_a c_b (f - f_eq) + (u_a F_b + F_a u_b)/2)` without its trace,
    ///
    /// where omega is the collision's local rate of the component. It is the same for both equilibria: their
    /// second moments are equal up to the inertia, which is part of the node's state.
    ///
    /// @param collision the collision of the node
    /// @param input as for the collision: populations before it, moments with half the force
    /// Source: Krüger, Varnik, Raabe, Phys. Rev. E 79, 046704 (2009); force: Guo, Zheng, Shi, Phys. Rev. E 65,
    /// 046308.
    public static Expr[][] deviatoric(Collision collision, Collision.Input input) {
        return deviatoric(collision.localRates(input), input);
    }

    /// The same with known rates.
    /// @param rates of the collision at this node
    public static Expr[][] deviatoric(LocalRates rates, Collision.Input input) {
        ExprGraph graph = input.graph();
        int d = input.lattice().dimensions();
        Expr[][] deviatoric = deviator(graph, nonEquilibrium(input));
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                Expr factor = graph.constant(1, 2).times(rates.even(a, b)).minus(graph.constant(1));
                deviatoric[a][b] = factor.times(deviatoric[a][b]);
            }
        }
        return deviatoric;
    }

    /// `sqrt(2 Pi_ab Pi_ab)` of the deviatoric non-equilibrium second moment Pi. The rate of strain has the
    /// magnitude `sqrt(2 S_ab S_ab) = omega / (2 m c_s²)` times this. Here omega is the rate at which
    /// the stress relaxes, and m the density that multiplies velocity in the momentum.
    public static Expr magnitude(Collision.Input input) {
        ExprGraph graph = input.graph();
        return graph.squareRoot(graph.constant(2).times(product(graph, deviator(graph, nonEquilibrium(input)))));
    }

    /// `sqrt(s_ab s_ab / 2)` of a symmetric tensor s: of the deviatoric stress, the shear stress.
    public static Expr size(ExprGraph graph, Expr[][] tensor) {
        return graph.squareRoot(graph.constant(1, 2).times(product(graph, tensor)));
    }

    /// `s_ab s_ab`
    private static Expr product(ExprGraph graph, Expr[][] tensor) {
        Expr normal = graph.constant(0);
        Expr shear = graph.constant(0);
        for (int a = 0; a < tensor.length; a++) {
            normal = normal.plus(tensor[a][a].squared());
            for (int b = a + 1; b < tensor.length; b++) {
                shear = shear.plus(tensor[a][b].squared());
            }
        }
        return normal.plus(graph.constant(2).times(shear));
    }

    /// A symmetric tensor without its trace.
    static Expr[][] deviator(ExprGraph graph, Expr[][] tensor) {
        int d = tensor.length;
        Expr mean = graph.constant(0);
        for (int axis = 0; axis < d; axis++) {
            mean = mean.plus(tensor[axis][axis]);
        }
        mean = graph.constant(Rational.of(1, d)).times(mean);
        Expr[][] deviator = new Expr[d][d];
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                deviator[a][b] = a == b ? tensor[a][a].minus(mean) : tensor[a][b];
            }
        }
        return deviator;
    }

    /// `sum of c_a c_b (f - f_eq) + (u_a F_b + F_a u_b)/2`, shape `[axis][axis]`, symmetric.
    static Expr[][] nonEquilibrium(Collision.Input input) {
        ExprGraph graph = input.graph();
        int d = input.lattice().dimensions();
        NodeState state = NodeState.of(input);
        Expr pressure = graph.constant(input.lattice().speedOfSoundSquared())
                .times(input.moments().density());
        Expr[][] raw = secondMoments(graph, input.lattice(), input.populations());
        Expr[][] stress = new Expr[d][d];
        for (int[] pair : NodeState.axisPairs(d)) {
            int a = pair[0];
            int b = pair[1];
            Expr own = raw[a][b].minus(state.flux(a, b));
            if (a == b) {
                own = own.minus(pressure);
            }
            if (state.forced()) {
                own = own.plus(state.halfWork(a, b));
            }
            stress[a][b] = own;
            stress[b][a] = own;
        }
        return stress;
    }

    /// `sum of c_a c_b f`, shape `[axis][axis]`, over shared butterflies.
    static Expr[][] secondMoments(ExprGraph graph, VelocitySet lattice, List<Expr> populations) {
        var reflections = new Reflections(lattice);
        int d = lattice.dimensions();
        Expr[][] moments = new Expr[d][d];
        List<Integer> orbits = reflections.orbits();
        List<List<Rational>> matrix = new ArrayList<>();
        for (int axis = 0; axis < d; axis++) {
            int bit = 1 << axis;
            matrix.add(orbits.stream()
                    .map(orbit -> Rational.of((orbit & bit) == 0 ? 0 : 1))
                    .toList());
        }
        List<Expr> even = orbits.stream()
                .map(orbit -> reflections.part(graph, populations, orbit, 0))
                .toList();
        List<Expr> diagonal = LinearMap.apply(graph, matrix, even);
        for (int[] pair : NodeState.axisPairs(d)) {
            int a = pair[0];
            int b = pair[1];
            int parity = 1 << a | 1 << b;
            moments[a][b] = a == b
                    ? diagonal.get(a)
                    : graph.sum(reflections.orbitsWith(parity).stream()
                            .map(orbit -> reflections.part(graph, populations, orbit, parity))
                            .toList());
            moments[b][a] = moments[a][b];
        }
        return moments;
    }
}
