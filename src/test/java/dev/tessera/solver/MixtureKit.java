package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.equilibrium.Incompressible;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The laws of every mixture.
abstract class MixtureKit extends FluidKit {
    /// Components that vary in a square of [#SIZE] nodes, in lattice units.
    abstract CaseBuilder mixed();

    /// In a closed box with an obstacle, driven by a force.
    @Override
    final CaseBuilder obstructed() {
        Side wall = Side.wall("wall");
        return mixed().geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, Side.periodic(), Side.periodic(), wall, wall))
                        .obstacle("block", Cuboid.rectangle(3, 3, 7, 7)))
                .drive(drive());
    }

    /// Of [#obstructed].
    Case.Drive drive() {
        return new Case.Drive(List.of(Value.of(1e-4), Value.ZERO, Value.ZERO));
    }

    /// A mixture does not.
    @Override
    final void requireStart(Simulation other, Path file) {
        assertThatThrownBy(() -> other.startFrom(file)).isInstanceOf(CaseException.class);
    }

    static UnaryOperator<CaseBuilder> refusing(UnaryOperator<CaseBuilder> change) {
        return change;
    }

    /// What no mixture can do.
    static Stream<Arguments> refusedByAll() {
        Side wall = Side.wall("wall");
        Domain channel = Domain.of2d(SIZE, SIZE, Side.opening("inlet"), Side.opening("outlet"), wall, wall);
        return Stream.of(
                Arguments.of(refusing(c -> c.collision(new Regularized())), "model.collision: regularized"),
                Arguments.of(
                        refusing(c -> c.geometry(ShapeSource.in(channel))
                                .boundary("inlet", Boundaries.pressure("1 Pa"))
                                .boundary("outlet", Boundaries.pressure("0 Pa"))),
                        "mixtures flow between resting walls"),
                Arguments.of(refusing(c -> c.precision(Precision.FP32_FP16)), "model.precision: fp32/fp16"),
                Arguments.of(
                        refusing(c -> c.collision(new Bgk()).equilibrium(ExpressedEquilibriumTest.secondOrder(9))),
                        "model.equilibrium: expression is for single fluids: mixtures are validated with the built-in equilibrium quasi-compressible only. Use it"),
                Arguments.of(
                        refusing(c -> c.equilibrium(new Incompressible())),
                        "model.equilibrium: incompressible is for single fluids"),
                Arguments.of(
                        refusing(c -> c.output(OutputChoice.of(FlowMean.DISSIPATION))),
                        "output.quantities: dissipation is the work of the viscous stress"),
                Arguments.of(
                        refusing(c -> c.initial(new Case.Initial(Case.Initial.REST.velocityMPerS(), Value.of(1)))),
                        "initial.pressure"));
    }

    @ParameterizedTest
    @MethodSource("refusedByAll")
    void what_a_mixture_cannot_do_is_refused(UnaryOperator<CaseBuilder> change, String message) {
        requireRefused(change.apply(mixed()).build(), message);
    }
}
