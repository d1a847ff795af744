package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.expr.DoubleProgram;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.Kernel;
import dev.tessera.model.Given;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.units.LatticeUnits;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/// Populations at the start, or moments after the collision: the equilibrium of the case's velocity and
/// pressure; of shallow water, of velocity and height; of a component, of the case's velocity and the component's
/// density; of a free-energy mixture, of
/// the sum of both densities and of the order parameter.
final class InitialState {
    private static final List<String> SYMBOLS = List.of("rho", "u_x", "u_y", "u_z");
    private static final int CHUNK = 1 << 16; // nodes
    private static final int PART = 1 << 11; // nodes of a thread
    private final Case theCase;
    private final NodeMap nodes;
    private final LatticeUnits units;
    private final ForkJoinPool workers;
    private final Optional<KeptMoments> moments;
    private final int values; // per node
    private final DoubleProgram equilibrium;

    /// @param workers evaluate the values of the case at all nodes
    InitialState(Case theCase, NodeMap nodes, LatticeUnits units, ForkJoinPool workers) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.units = units;
        this.workers = workers;
        var lattice = theCase.model().lattice();
        this.moments = StoredMoments.of(theCase);
        this.values = moments.map(KeptMoments::size).orElse(lattice.size());
        ExprGraph graph = new ExprGraph();
        List<Expr> velocity = SYMBOLS.subList(1, 1 + lattice.dimensions()).stream()
                .map(graph::symbol)
                .toList();
        Moments given = new Moments(graph.symbol("rho"), velocity);
        this.equilibrium = DoubleProgram.of(theCase.model().equilibrium().populations(graph, lattice, given), SYMBOLS);
    }

    void write(Execution execution, List<BoundaryPlan.Group> groups) {
        var components = theCase.fluid().components();
        if (components.isEmpty()) {
            double[][] state = ofFluid();
            populations(execution, Kernel.FLUID, state);
            remembered(execution, groups, state);
        }
        double unit = theCase.fluid().densityKgPerM3();
        if (theCase.model().mixture().orElse(null) instanceof FreeEnergy) {
            freeEnergy(execution, unit);
            return;
        }
        for (Case.Component component : components) {
            double[][] state = state(component.densityKgPerM3(), density -> density / unit);
            if (theCase.model().mixture().orElse(null) instanceof ShanChen mixture) {
                requirePotential(mixture, component.name(), state[0]);
            }
            populations(execution, component.name(), state);
        }
    }

    /// @throws CaseException where the pseudopotential is no number at the lowest or highest density
    private static void requirePotential(ShanChen mixture, String component, double[] densities) {
        ExprGraph graph = new ExprGraph();
        Expr psi = mixture.potential(graph, mixture.components().indexOf(component), graph.symbol("rho"));
        DoubleProgram program = DoubleProgram.of(List.of(psi), List.of("rho"));
        var range = Arrays.stream(densities).summaryStatistics();
        for (double density : new double[] {range.getMin(), range.getMax()}) {
            double value = program.run(density)[0];
            if (densities.length > 0 && !Double.isFinite(value)) {
                throw new CaseException(
                        "model.potential: the pseudopotential of %s is %s at density %s of the start, in units of fluid.density. Change it, or the densities."
                                .formatted(component, value, density));
            }
        }
    }

    private double[][] ofFluid() {
        var initial = theCase.initial();
        return theCase.model()
                .shallowWater()
                .map(water -> {
                    double unitM = water.heightUnitM(units.velocityUnitMPerS());
                    return state(initial.heightM().orElseThrow(), metres -> metres / unitM);
                })
                .orElseGet(() -> state(initial.pressurePa(), units::densityLattice));
    }

    /// The density of both components, and the order parameter from their difference.
    private void freeEnergy(Execution execution, double unit) {
        List<double[][]> states = theCase.fluid().components().stream()
                .map(component -> state(component.densityKgPerM3(), density -> density / unit))
                .toList();
        double[][] first = states.getFirst();
        double[][] second = states.getLast();
        int count = Math.max(first[0].length, second[0].length);
        double[][] fluid = (first[0].length == count ? first : second).clone(); // velocities of both are equal
        double[][] order = fluid.clone();
        fluid[0] = new double[count];
        order[0] = new double[count];
        for (int n = 0; n < count; n++) {
            double a = first[0][first[0].length == 1 ? 0 : n];
            double b = second[0][second[0].length == 1 ? 0 : n];
            fluid[0][n] = a + b;
            order[0][n] = (a - b) / (a + b);
        }
        populations(execution, FreeEnergy.FLUID, fluid);
        populations(execution, FreeEnergy.ORDER, order);
    }

    /// Density and velocity in lattice units, `[quantity][fluid node]`, or one entry where they are uniform.
    /// @param given pressure or density, SI
    /// @param toLattice makes a density in lattice units of it
    private double[][] state(Value given, DoubleUnaryOperator toLattice) {
        var initial = theCase.initial();
        boolean uniform = given instanceof Value.Constant
                && initial.velocityMPerS().stream().allMatch(v -> v instanceof Value.Constant);
        double[][] state =
                new double[4][uniform ? 1 : Math.toIntExact(nodes.fluid().count())];
        PlaceAndTime quantity = PlaceAndTime.of(given);
        List<PlaceAndTime> velocity =
                initial.velocityMPerS().stream().map(PlaceAndTime::of).toList();
        NodePositions.Visitor sample = (n, point) -> {
            state[0][n] = toLattice.applyAsDouble(quantity.at(point, 0));
            for (int axis = 0; axis < 3; axis++) {
                state[axis + 1][n] = units.velocityLattice(velocity.get(axis).at(point, 0));
            }
        };
        if (uniform) {
            sample.visit(0, new double[3]);
        } else {
            NodePositions.forEach(nodes, workers, sample);
        }
        return state;
    }

    private void populations(Execution execution, String array, double[][] state) {
        if (state[0].length == 1) {
            execution.fillState(array, at(state, 0));
            return;
        }
        double[] chunk = new double[(int) Math.min(CHUNK, nodes.fluid().count()) * values];
        long count = nodes.fluid().count();
        for (long first = 0; first < count; first += CHUNK) {
            int here = (int) Math.min(CHUNK, count - first);
            int from = (int) first;
            inParts(here, n -> System.arraycopy(at(state, from + n), 0, chunk, n * values, values));
            execution.writeState(array, first, here, chunk);
        }
    }

    private void inParts(int count, IntConsumer node) {
        ParallelLoop.over(
                workers,
                Math.ceilDiv(count, PART),
                part -> IntStream.range(part * PART, Math.min(count, (part + 1) * PART))
                        .forEach(node));
    }

    private double[] at(double[][] state, int n) {
        if (moments.isPresent()) {
            return moments.get().atEquilibrium(state[0][n], state[1][n], state[2][n], state[3][n]);
        }
        double[] f = equilibrium.run(state[0][n], state[1][n], state[2][n], state[3][n]);
        if (theCase.model().precision().storesDeviations()) {
            for (int i = 0; i < f.length; i++) {
                f[i] -= theCase.model().lattice().weight(i).toDouble();
            }
        }
        return f;
    }

    /// Remembered velocities start at the initial velocity, remembered excesses of the density and populations that
    /// walls keep at the initial density.
    private void remembered(Execution execution, List<BoundaryPlan.Group> groups, double[][] state) {
        for (BoundaryPlan.Group group : groups) {
            for (var field : group.rule().fields(theCase.model().lattice())) {
                int quantity = List.of("excess", "velocity-x", "velocity-y", "velocity-z")
                        .indexOf(field.name());
                if (field.remembered() && quantity >= 0) {
                    double reference = quantity == 0 ? 1 : 0;
                    double[] values = Arrays.stream(group.fluidNumbers())
                            .mapToDouble(n -> state[quantity][state[0].length == 1 ? 0 : (int) n] - reference)
                            .toArray();
                    execution.writeField(group.name(), field.name(), values);
                } else if (field.given().equals(new Given.Remembered(Given.Unit.POPULATION))) {
                    double weight = weightOf(field.name());
                    double[] values = Arrays.stream(group.fluidNumbers())
                            .mapToDouble(n -> weight * (state[0][state[0].length == 1 ? 0 : (int) n] - 1))
                            .toArray();
                    execution.writeField(group.name(), field.name(), values);
                }
            }
        }
    }

    /// Of the direction whose letters end a name.
    private double weightOf(String field) {
        VelocitySet lattice = theCase.model().lattice();
        for (int i = 1; i < lattice.size(); i++) {
            if (field.endsWith(lattice.velocity(i).letters())) {
                return lattice.weight(i).toDouble();
            }
        }
        throw new IllegalArgumentException("field %s names no direction of %s".formatted(field, lattice.name()));
    }
}
