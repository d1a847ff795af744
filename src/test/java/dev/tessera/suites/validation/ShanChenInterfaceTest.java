package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tessera.device.Devices;
import dev.tessera.expr.Expr;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Case;
import dev.tessera.solver.RunListener;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.StopSignal;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.phase.CircleFit;
import dev.tessera.solver.phase.PhaseField;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ShanChenInterfaceTest {
    private static final int SIDE = 64;
    private static final int RADIUS = 16;

    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// Both fluids have the same pressure and the same chemical potential `ln(rho_A) + G rho_B`.
    @Test
    void densities_beside_a_flat_interface_are_in_equilibrium() {
        ShanChenInterface flat = relaxed(1);
        assertThat(Math.log(flat.rich() / flat.poor()))
                .isCloseTo(flat.coupling() * (flat.rich() - flat.poor()), withinPercentage(1.5));
        assertThat(flat.width()).isBetween(2.0, 3.0);
        assertThat(flat.relaxed(laboratory()).tension()).isCloseTo(flat.tension(), withinPercentage(2));
    }

    @Test
    void its_tension_is_that_of_a_drop_by_the_law_of_laplace() {
        ShanChenInterface flat = relaxed(1);
        Drop drop = Drop.of(flat);
        ShanChenInterface asDense = relaxed(drop.density / flat.density());
        assertThat(asDense.density()).isCloseTo(drop.density, withinPercentage(0.1));
        assertThat(drop.tension).isCloseTo(asDense.tension(), withinPercentage(3));
    }

    private static ShanChenInterface relaxed(double density) {
        return new ShanChenInterface(2.4, 1.0 / 6, density, 0.1 * density).relaxed(laboratory());
    }

    private static Laboratory laboratory() {
        return new Laboratory(
                Devices.on(pool).byKey("cpu:jvm"), pool, false, RunListener.SILENT, new StopSignal(), System::nanoTime);
    }

    /// Of the lower fluid in the upper one.
    /// @param density of both components, the mean of inside and outside
    /// @param tension the difference of pressures times the radius
    private record Drop(double density, double tension) {
        static Drop of(ShanChenInterface flat) {
            Side open = Side.periodic();
            List<String> names = List.of(ShanChenInterface.LOWER, ShanChenInterface.UPPER);
            Case theCase = Case.named("drop")
                    .geometry(ShapeSource.in(Domain.of2d(SIDE, SIDE, open, open, open, open)))
                    .spacingM(1)
                    .fluid(1, flat.viscosity())
                    .mixture(
                            new ShanChen(
                                    names,
                                    Potentials.LINEAR,
                                    List.of(new Coupling(names.getFirst(), names.getLast(), flat.coupling()))),
                            List.of(
                                    new Case.Component(names.getFirst(), flat.viscosity(), disc(flat, 1)),
                                    new Case.Component(names.getLast(), flat.viscosity(), disc(flat, -1))))
                    .collision(new Trt())
                    .lattice(Lattices.D2Q9)
                    .timeStepS(1)
                    .atMostSteps(1)
                    .build();
            try (Simulation flow = Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
                flow.step(6000);
                List<double[]> densities = names.stream()
                        .map(name -> flow.snapshot(List.of(new ComponentDensity(name)))
                                .field(new ComponentDensity(name))
                                .values()[0])
                        .toList();
                double radius = CircleFit.of(
                                PhaseField.ofDensest(flow.nodes(), densities, 0).interfacePoints())
                        .radius();
                double[] pressure = flow.snapshot(List.of(new Pressure())).pressurePa();
                int centre =
                        (int) flow.nodes().fluid().number(flow.nodes().box().index(SIDE / 2, SIDE / 2, 0));
                int corner =
                        (int) flow.nodes().fluid().number(flow.nodes().box().index(0, 0, 0));
                double density = densities.stream()
                        .mapToDouble(one -> (one[centre] + one[corner]) / 2)
                        .sum();
                return new Drop(density, (pressure[centre] - pressure[corner]) * radius);
            }
        }
    }

    private static Value disc(ShanChenInterface flat, int sign) {
        return Value.varying(at -> {
            Expr x = at.x().minus(at.number(SIDE / 2.0));
            Expr y = at.y().minus(at.number(SIDE / 2.0));
            Expr inside =
                    at.number(RADIUS).minus(at.graph().squareRoot(x.squared().plus(y.squared())));
            Expr order = at.tanh(inside.times(at.number(1 / flat.width())));
            return flat.component(at, order, sign);
        });
    }
}
