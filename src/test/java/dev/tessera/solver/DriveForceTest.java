package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import org.junit.jupiter.api.Test;

final class DriveForceTest {
    @Test
    void a_body_force_with_half_precision_storage_gives_a_warning() {
        assertThat(DriveForce.warnings(channel(Precision.FP32_FP16)))
                .singleElement()
                .asString()
                .contains("Use precision fp32");
        assertThat(DriveForce.warnings(channel(Precision.FP32))).isEmpty();
        Case duct = Ducts.duct(0, false, Scheme.LINK_WISE)
                .precision(Precision.FP32_FP16)
                .build();
        assertThat(DriveForce.warnings(duct)).isEmpty();
    }

    private static Case channel(Precision precision) {
        return Case.named("channel")
                .geometry(ShapeSource.in(
                        Domain.of2d(1, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall"))))
                .spacingM(0.1)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .precision(precision)
                .accelerationMPerS2(1, 0, 0)
                .relaxationTime(0.8)
                .atMostSteps(1)
                .build();
    }
}
