package dev.tessera.geometry.image;

import static dev.tessera.geometry.DividedSourceKit.assertEqualToOnePart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.DividedSourceKit;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class DividedImagesTest extends ImageKit {
    private static final int NX = 13;
    private static final int NY = 11;
    private static final int NZ = 50;

    /// Random pores near the threshold of percolation: many parts, most of which cross borders between slabs.
    private ImageSource pores(VoxelOrder order, long seed) {
        Random random = new Random(seed);
        byte[] labels = new byte[NX * NY * NZ];
        for (int n = 0; n < labels.length; n++) {
            labels[n] = (byte) (random.nextDouble() < 0.13 ? 0 : 1);
        }
        return image(NX, NY, NZ, order, (x, y, z) -> labels[x + NX * (y + NY * z)]);
    }

    private static Stream<Arguments> ends() {
        AxisEnds mirrored = AxisEnds.mirrored();
        AxisEnds closed = AxisEnds.closed();
        return Stream.of(
                Arguments.of("periodic", PERIODIC, PERIODIC, PERIODIC),
                Arguments.of("mirrored along z", PERIODIC, PERIODIC, mirrored),
                Arguments.of("mirrored along x, buffers along z", mirrored, closed, AxisEnds.periodicWithBuffer(7)),
                Arguments.of("mirrored along y, open along z", closed, mirrored, AxisEnds.open(2)),
                Arguments.of("open along z without buffer", closed, PERIODIC, AxisEnds.open(0)),
                Arguments.of("open along x", AxisEnds.open(3), closed, PERIODIC),
                Arguments.of("closed", closed, closed, closed));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void pores_are_those_of_one_part(String name, AxisEnds x, AxisEnds y, AxisEnds z) {
        for (VoxelOrder order : VoxelOrder.values()) {
            for (int parts : new int[] {2, 3, 5, 8}) {
                ImageSource image = pores(order, 3).ends(x, y, z);
                NodeMap kept = assertEqualToOnePart(image, 1, parts);
                NodeMap dropped = assertEqualToOnePart(image.isolated(IsolatedFluid.DROP), 1, parts);
                assertThat(dropped.fluid().count()).isLessThan(kept.fluid().count());
            }
        }
    }

    @Test
    void refined_voxels_and_a_cropped_image_are_those_of_one_part() {
        ImageSource image = pores(VoxelOrder.X_FASTEST, 5)
                .cropped(new int[] {2, 1, 7}, new int[] {9, 9, 31})
                .refined(2, 1)
                .ends(PERIODIC, AxisEnds.mirrored(), AxisEnds.mirrored());
        assertEqualToOnePart(image, 0.5, 8);
    }

    @Test
    void an_image_without_pores_is_refused_on_all_processes() {
        ImageSource solid = image(8, 8, 48, VoxelOrder.X_FASTEST, (x, y, z) -> 1);
        assertThatThrownBy(() -> DividedSourceKit.slabs(solid, 1, 4))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("no voxel has a pore label");
    }
}
