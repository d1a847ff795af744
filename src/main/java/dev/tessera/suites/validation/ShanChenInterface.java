package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.ComponentDensity;
import java.util.List;
import java.util.function.Function;

/// A flat interface at rest between two fluids, each of which is rich in one of two components of a Shan–Chen mixture.
///
/// Its surface tension is the integral of the difference of the pressures across and along it. With `psi = rho` the
/// pressure tensor of the lattice is `rho/3 + G/2 (rho_A(x) sum w_i rho_B(x + c_i) c_i c_i + the same with A and B
/// exchanged)`, so that on D2Q9 the integral is `G/9 sum over y of (rho_A(y+1) - rho_A(y)) (rho_B(y) - rho_B(y+1))`.
///
/// Source: Shan, Phys. Rev. E 77, 066702 (2008), eq. 9, written for two components.
///
/// @param rich density of a component in its fluid, @param poor in the other
/// @param width of `tanh(y / width)` with the same integral of `1 - tanh²`, nodes
/// @param dip by which the density of both components is lower in the interface
record ShanChenInterface(
        double coupling, double viscosity, double rich, double poor, double width, double dip, double tension) {
    /// A first guess.
    ShanChenInterface(double coupling, double viscosity, double rich, double poor) {
        this(coupling, viscosity, rich, poor, 2, 0, Double.NaN);
    }

    static final String LOWER = "lower";
    static final String UPPER = "upper";
    private static final int NODES = 64; // across the interface
    private static final int STEPS = 20_000;

    /// Of both components, the same in both fluids.
    double density() {
        return rich + poor;
    }

    /// What a first guess becomes at rest.
    ShanChenInterface relaxed(Laboratory laboratory) {
        Case theCase = theCase(4, NODES, at -> at.number(0));
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            flow.step(STEPS);
            double[] lower = column(flow, LOWER);
            double[] upper = column(flow, UPPER);
            double sum = 0;
            double thickness = 0;
            double missing = 0;
            double difference = lower[0] - upper[0];
            for (int y = 0; y < NODES; y++) {
                double order = (lower[y] - upper[y]) / difference;
                thickness += 1 - order * order;
                missing += lower[0] + upper[0] - lower[y] - upper[y];
                sum += y == 0 ? 0 : (lower[y] - lower[y - 1]) * (upper[y - 1] - upper[y]);
            }
            return new ShanChenInterface(
                    coupling, viscosity, lower[0], upper[0], thickness / 2, missing / thickness, coupling / 9 * sum);
        }
    }

    private static double[] column(Simulation flow, String component) {
        NodeMap nodes = flow.nodes();
        double[] all = density(flow, component);
        double[] column = new double[nodes.box().ny()];
        for (int y = 0; y < column.length; y++) {
            column[y] = all[(int) nodes.fluid().number(nodes.box().index(0, y, 0))];
        }
        return column;
    }

    private static double[] density(Simulation flow, String component) {
        var field = new ComponentDensity(component);
        return flow.snapshot(List.of(field)).field(field).values()[0];
    }

    /// 1 in the lower fluid, -1 in the upper one, by fluid node.
    double[] order(Simulation flow) {
        double[] lower = density(flow, LOWER);
        double[] upper = density(flow, UPPER);
        double[] order = new double[lower.length];
        for (int n = 0; n < order.length; n++) {
            order[n] = (lower[n] - upper[n]) / (rich - poor);
        }
        return order;
    }

    /// In lattice units, between half-way walls below and above.
    /// @param surface its height above the middle
    Case theCase(int length, int height, Function<Value.Somewhere, Expr> surface) {
        Side wall = Side.wall("wall");
        Domain box = Domain.of2d(length, height, Side.periodic(), Side.periodic(), wall, wall);
        var mixture =
                new ShanChen(List.of(LOWER, UPPER), Potentials.LINEAR, List.of(new Coupling(LOWER, UPPER, coupling)));
        return Case.named("shan-chen-interface")
                .geometry(ShapeSource.in(box))
                .spacingM(1)
                .fluid(1, viscosity)
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component(LOWER, viscosity, density(height, surface, 1)),
                                new Case.Component(UPPER, viscosity, density(height, surface, -1))))
                .collision(new Trt())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1)
                .build();
    }

    /// @param order 1 in the fluid that is rich in the first component, -1 in the other, @param sign 1: of the first
    Expr component(Value.Somewhere at, Expr order, int sign) {
        Expr inside = at.number(1).minus(order.squared());
        Expr both = at.number(0.5 * density()).minus(at.number(0.5 * dip).times(inside));
        return both.plus(at.number(0.5 * sign * (rich - poor)).times(order));
    }

    /// @param sign 1: of the component whose fluid is below the surface, -1: above it
    private Value density(int height, Function<Value.Somewhere, Expr> surface, int sign) {
        return Value.varying(at -> {
            Expr below = at.number(height / 2.0).plus(surface.apply(at)).minus(at.y());
            Expr order = at.tanh(below.times(at.number(1 / width)));
            return component(at, order, sign);
        });
    }
}
