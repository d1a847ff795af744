package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import dev.tessera.solver.boundary.GradOutflow;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A duct that ends in an outflow by Grad's approximation: flow balances, and the pressure is the imposed one, with the
/// moments of the node as with those of the nodes behind it.
final class GradOutflowDuctTest {
    @ParameterizedTest
    @CsvSource({"0, false, false", "1, true, false", "2, false, false", "1, false, true", "2, true, true"})
    void developed_flow_leaves_a_duct_at_the_imposed_pressure(int axis, boolean fromHighEnd, boolean isExtrapolated) {
        Value pressure = Value.of(0.5);
        Rise rise = new Rise.Over(0.5);
        Case theCase = Ducts.duct(axis, fromHighEnd, Scheme.LINK_WISE)
                .boundary(
                        "outlet",
                        isExtrapolated
                                ? new GradExtrapolatedOutflow.AtPressure(pressure, rise)
                                : new GradOutflow(pressure, rise))
                .build();
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation simulation =
                        Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(1200); // the profile adapts by 1/e in 32 steps
            List<Observable> observables = simulation.observables(false);
            assertThat(value(observables, "inlet.flow_rate")).isCloseTo(1, within(1e-9));
            assertThat(value(observables, "outlet.flow_rate")).isCloseTo(-1, within(2e-4));
            // the pressure falls by 34 Pa along the duct
            assertThat(value(observables, "outlet.mean_pressure")).isCloseTo(0.5, within(isExtrapolated ? 0.15 : 0.05));
        }
    }

    private static double value(List<Observable> observables, String name) {
        return observables.stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }
}
