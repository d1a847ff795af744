package dev.tessera.geometry.mesh;

import static dev.tessera.geometry.DividedSourceKit.assertEqualToOnePart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.DividedSourceKit;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.Vec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DividedSurfaceTest {
    private static final Vec FROM = new Vec(0.1, 0.2, -1);
    private static final Vec TO = new Vec(0.7, -0.3, 2);

    @TempDir
    private Path folder;

    /// An open tube askew to the slabs, and closed balls beside it.
    private StlSource tubeAndBalls() {
        List<Meshes.Triangle> all = Meshes.join(
                Meshes.tube(FROM, TO, 0.4, 40, 30),
                Meshes.icosphere(new Vec(2, 0, 0), 0.3, 2),
                Meshes.icosphere(new Vec(2, 1, 0.9), 0.5, 2));
        return StlSource.of(Meshes.write(folder, all), StlUnit.M)
                .opening(OpeningSpec.of("inlet", new OpeningSelector.Near(FROM)))
                .opening(new OpeningSpec("outlet", new OpeningSelector.Near(TO), OpeningSpec.Extension.diameters(0.5)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void capped_openings_and_isolated_parts_are_those_of_one_part(int parts) {
        NodeMap kept = assertEqualToOnePart(tubeAndBalls(), 0.05, parts);
        assertThat(kept.openings()).hasSize(2);
        assertThat(kept.findings())
                .filteredOn(f -> f.startsWith("isolated fluid"))
                .hasSize(2);
        NodeMap dropped = assertEqualToOnePart(tubeAndBalls().isolated(IsolatedFluid.DROP), 0.05, parts);
        assertThat(dropped.fluid().count()).isLessThan(kept.fluid().count());
    }

    @Test
    void a_vessel_in_few_planes_is_refused_with_the_number_of_processes_that_fit() {
        assertThatThrownBy(() -> DividedSourceKit.slabs(tubeAndBalls(), 0.2, 8))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("each needs at least 6 planes along z. Use at most 3 processes.");
    }
}
