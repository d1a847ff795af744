package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.Forcing;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.solver.field.Velocity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Free-energy mixtures with MRT, one rate of which the case sets.
final class FreeEnergyMrtTest extends MixtureKit {
    private static final double RATE = 1 / (3 * 0.1 + 0.5); // of both components

    private static Mrt with(VelocitySet lattice, double even, double odd) {
        SequencedMap<String, Double> rates = new LinkedHashMap<>();
        List<String> ofOdd = List.of("omega_q", "omega_m");
        Mrt.settableRates(lattice).forEach(name -> rates.put(name, ofOdd.contains(name) ? odd : even));
        return new Mrt(rates);
    }

    @Override
    CaseBuilder mixed() {
        SequencedMap<String, Double> rates = new LinkedHashMap<>();
        rates.put(Mrt.settableRates(Lattices.D2Q9).getFirst(), 1.3);
        return FreeEnergyTest.waves().collision(new Mrt(rates));
    }

    @Override
    Case other() {
        return obstructed().collision(new Mrt()).build();
    }

    @Override
    double[] state(Simulation simulation) {
        return FreeEnergyTest.order(simulation);
    }

    @Override
    List<UnaryOperator<CaseBuilder>> changes() {
        return List.of(
                theCase -> theCase,
                theCase -> theCase.precision(Precision.FP32),
                theCase -> theCase.collision(new Mrt()),
                theCase -> theCase.drive(exact(Value.of(1e-4))));
    }

    private static Case.Drive exact(Value along) {
        return new Case.Drive(List.of(along, Value.ZERO, Value.ZERO), Optional.of(Forcing.EXACT_DIFFERENCE));
    }

    /// Forces twice as strong make the difference between both schemes four times as large.
    @Test
    void schemes_of_forces_differ_by_the_square_of_the_force() {
        double once = difference(1e-3);
        assertThat(once).isGreaterThan(1e-9);
        assertThat(difference(2e-3) / once).isBetween(3.6, 4.4);
    }

    private static double difference(double strength) {
        Value along = Value.varying(
                at -> at.number(strength).times(at.sin(at.number(0.5).times(at.x()))));
        double[] exact = velocity(FreeEnergyTest.waves().drive(exact(along)).build());
        double[] guo = velocity(FreeEnergyTest.waves()
                .drive(new Case.Drive(List.of(along, Value.ZERO, Value.ZERO)))
                .build());
        double largest = 0;
        for (int n = 0; n < guo.length; n++) {
            largest = Math.max(largest, Math.abs(guo[n] - exact[n]));
        }
        return largest;
    }

    private static double[] velocity(Case theCase) {
        try (Simulation mixture = open(theCase)) {
            mixture.step(10);
            return mixture.snapshot(List.of(new Velocity())).velocityMPerS()[0];
        }
    }

    /// The largest stable stiffness of the interface is 0.49 at viscosity 2 with MRT, 1.49 with BGK.
    @Test
    void stiff_interfaces_are_refused_at_large_viscosities() {
        var mixture = new FreeEnergy(List.of("oil", "water"), 0.08, 1.5, OptionalDouble.empty(), 1);
        CaseBuilder viscous = FreeEnergyTest.waves()
                .fluid(1, 2)
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component("oil", 2, Value.of(0.5)),
                                new Case.Component("water", 2, Value.of(0.5))));
        open(viscous.collision(new Bgk()).build()).close();
        requireRefused(viscous.collision(new Mrt()).build(), "model.surface-tension: 80 mN/m is too large");
    }

    static Stream<Arguments> equalRates() {
        double odd = 2 * (2 - RATE) / (2 + (4 * 3.0 / 16 - 1) * RATE); // with the magic parameter 3/16
        return Stream.of(Lattices.D2Q9, Lattices.D3Q19)
                .flatMap(lattice -> Stream.of(
                        Arguments.of(lattice, with(lattice, RATE, RATE), new Bgk()),
                        Arguments.of(lattice, with(lattice, RATE, odd), new Trt())));
    }

    /// All moments, those of the interface included, then relax as with one or two rates.
    @ParameterizedTest
    @MethodSource("equalRates")
    void with_the_rates_of_bgk_and_trt_flows_are_theirs(VelocitySet lattice, Mrt mrt, Collision other) {
        assertThat(velocity(lattice, mrt)).containsExactly(velocity(lattice, other), within(1e-15));
    }

    private static double[] velocity(VelocitySet lattice, Collision collision) {
        CaseBuilder waves = lattice.dimensions() == 2 ? FreeEnergyTest.waves() : FreeEnergyTest.waves3d();
        Value along = Value.varying(at -> at.number(2e-4).times(at.sin(at.x())));
        var components = waves.build().fluid().components();
        return velocity(waves.mixture(
                        FreeEnergyTest.mixture(60),
                        components.stream()
                                .map(of -> new Case.Component(of.name(), 0.1, of.densityKgPerM3()))
                                .toList())
                .collision(collision)
                .drive(new Case.Drive(List.of(along, along, Value.ZERO)))
                .build());
    }
}
