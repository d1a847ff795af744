package dev.tessera.solver;

import dev.tessera.expr.DoubleProgram;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.ExpressedEquilibrium;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/// Converts the populations of a checkpoint to those of a case with other physics on the same nodes. Velocity (m/s)
/// and gauge pressure (Pa), or the height of shallow water (m), are preserved, and so is the rate of strain, to which
/// the deviation from equilibrium is
/// proportional (Dupuis and Chopard, Phys. Rev. E 67, 066707 (2003)). Between two lattices only velocity and
/// pressure are transferred.
final class FlowTransfer {
    private static final String DENSITY = "rho";
    private static final List<String> AXES = List.of("velocity-x", "velocity-y", "velocity-z");
    private final VelocitySet from;
    private final VelocitySet to;
    private final LatticeUnits fromUnits;
    private final LatticeUnits toUnits;
    private final boolean same;
    private final double deviation; // factor of the deviation from equilibrium
    private final DoubleUnaryOperator density; // of the case, from that of the checkpoint
    private final DoubleProgram moments;
    private final DoubleProgram before;
    private final DoubleProgram after;
    private final double[][] velocity; // lattice units of the case, [axis][fluid node]

    /// @param from the lattice of the checkpoint
    /// @param digest of the checkpoint; empty in format 1
    FlowTransfer(Simulation simulation, VelocitySet from, CaseDigest digest) {
        var theCase = simulation.theCase();
        this.from = from;
        this.to = theCase.model().lattice();
        this.toUnits = simulation.units();
        this.fromUnits = digest.units().orElse(toUnits); // format 1 has none: lattice velocities are preserved
        double itsViscosity = digest.units().isPresent()
                ? digest.viscosityM2PerS()
                : theCase.fluid().viscosityM2PerS();
        Equilibrium mine = theCase.model().equilibrium();
        Equilibrium its = its(digest, mine);
        this.density = density(its, mine);
        this.same = from.equals(to)
                && fromUnits.equals(toUnits)
                && itsViscosity == theCase.fluid().viscosityM2PerS()
                && its.equals(mine);
        double stretch = toUnits.timeStepS() / fromUnits.timeStepS();
        double relaxation =
                toUnits.relaxationTime(theCase.fluid().viscosityM2PerS()) / fromUnits.relaxationTime(itsViscosity);
        this.deviation = from.equals(to) ? stretch * relaxation : 0;
        ExprGraph graph = new ExprGraph();
        Moments found = its.moments(
                graph,
                from,
                IntStream.range(0, from.size())
                        .mapToObj(q -> graph.symbol(population(q)))
                        .toList(),
                List.of());
        List<Expr> roots = new ArrayList<>(List.of(found.density()));
        roots.addAll(found.velocity());
        this.moments = DoubleProgram.of(
                roots,
                IntStream.range(0, from.size())
                        .mapToObj(FlowTransfer::population)
                        .toList());
        this.before = equilibrium(its, from);
        this.after = equilibrium(mine, to);
        this.velocity = new double[to.dimensions()]
                [Math.toIntExact(simulation.nodes().fluid().count())];
    }

    /// The equilibrium of the checkpoint.
    /// @throws CaseException where it is an expression, and the case has another one
    private static Equilibrium its(CaseDigest digest, Equilibrium mine) {
        String settings = digest.values().getOrDefault("model.equilibrium", mine.settings());
        if (digest.gravityMPerS2().isEmpty() && settings.equals(mine.settings())) {
            return mine;
        }
        if (settings.startsWith(ExpressedEquilibrium.KEY)) {
            throw new CaseException(
                    "model.equilibrium: the checkpoint is of a flow with the equilibrium \"%s\", from which a start is possible with the same equilibrium only."
                            .formatted(settings));
        }
        return digest.gravityMPerS2().<Equilibrium>map(ShallowWater::new).orElseGet(() -> Equilibria.byKey(settings));
    }

    /// From the density of the checkpoint to that of the case: at the same pressure, or the same height.
    /// @throws CaseException where one of both is shallow water and the other is not
    private DoubleUnaryOperator density(Equilibrium its, Equilibrium mine) {
        if (its.isIdealGas() && mine.isIdealGas()) {
            return value -> toUnits.densityLattice(fromUnits.pressurePa(value));
        }
        if (its instanceof ShallowWater before && mine instanceof ShallowWater now) {
            double ratio =
                    before.heightUnitM(fromUnits.velocityUnitMPerS()) / now.heightUnitM(toUnits.velocityUnitMPerS());
            return value -> ratio * value;
        }
        throw new CaseException(
                "model.equilibrium: the checkpoint is of a flow with equilibrium %s, the case has %s; the height of shallow water and the pressure of other fluids do not follow from each other. Use a checkpoint of a case with equilibrium %s."
                        .formatted(its.key(), mine.key(), mine.key()));
    }

    private static String population(int q) {
        return "f" + q;
    }

    private static DoubleProgram equilibrium(Equilibrium kind, VelocitySet lattice) {
        ExprGraph graph = new ExprGraph();
        List<Expr> u = AXES.subList(0, lattice.dimensions()).stream()
                .map(graph::symbol)
                .toList();
        List<String> inputs = new ArrayList<>(List.of(DENSITY));
        inputs.addAll(AXES);
        return DoubleProgram.of(kind.populations(graph, lattice, new Moments(graph.symbol(DENSITY), u)), inputs);
    }

    /// Whether populations need no conversion.
    boolean isSame() {
        return same;
    }

    /// @param populations of the checkpoint, `[count][direction]`
    /// @return those of the case, `[count][direction]`
    double[] populations(long first, int count, double[] populations) {
        double[] result = same ? populations : new double[count * to.size()];
        for (int n = 0; n < count; n++) {
            double[] f = Arrays.copyOfRange(populations, n * from.size(), (n + 1) * from.size());
            double[] state = moments.run(f);
            double[] moved = new double[state.length];
            moved[0] = density.applyAsDouble(state[0]);
            for (int axis = 0; axis < to.dimensions(); axis++) {
                moved[axis + 1] = toUnits.velocityLattice(fromUnits.velocityMPerS(state[axis + 1]));
                velocity[axis][(int) first + n] = moved[axis + 1];
            }
            if (!same) {
                double[] old = before.run(state);
                double[] now = after.run(moved);
                for (int q = 0; q < to.size(); q++) {
                    double away = deviation == 0 ? 0 : deviation * (f[q] - old[q]);
                    result[n * to.size() + q] = now[q] + away;
                }
            }
        }
        return result;
    }

    /// The initial values of a remembered field: the velocity of the flow, zero stress.
    /// @param nodes fluid numbers
    double[] rememberedField(String field, long[] nodes) {
        int axis = AXES.indexOf(field);
        return Arrays.stream(nodes)
                .mapToDouble(n -> axis < 0 || axis >= velocity.length ? 0 : velocity[axis][(int) n])
                .toArray();
    }
}
