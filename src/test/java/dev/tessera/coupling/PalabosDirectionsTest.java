package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PalabosDirectionsTest {
    /// The lattice and its velocities, as `src/test/coupling/palabos_check.cpp` prints those of Palabos.
    static String line(String lattice) {
        int dimensions = Lattices.byKey(lattice).dimensions();
        return PalabosDirections.of(Lattices.byKey(lattice)).stream()
                .map(c -> dimensions == 2 ? List.of(c.x(), c.y()) : List.of(c.x(), c.y(), c.z()))
                .map(c -> c.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .collect(Collectors.joining(" ", lattice + " ", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "D2Q9 0,0 -1,1 -1,0 -1,-1 0,-1 1,-1 1,0 1,1 0,1",
                "D3Q13 0,0,0 -1,-1,0 -1,1,0 -1,0,-1 -1,0,1 0,-1,-1 0,-1,1 1,1,0 1,-1,0 1,0,1 1,0,-1 0,1,1 0,1,-1",
                "D3Q15 0,0,0 -1,0,0 0,-1,0 0,0,-1 -1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1"
                        + " 1,0,0 0,1,0 0,0,1 1,1,1 1,1,-1 1,-1,1 1,-1,-1",
                "D3Q19 0,0,0 -1,0,0 0,-1,0 0,0,-1 -1,-1,0 -1,1,0 -1,0,-1 -1,0,1 0,-1,-1 0,-1,1"
                        + " 1,0,0 0,1,0 0,0,1 1,1,0 1,-1,0 1,0,1 1,0,-1 0,1,1 0,1,-1",
                "D3Q27 0,0,0 -1,0,0 0,-1,0 0,0,-1 -1,-1,0 -1,1,0 -1,0,-1 -1,0,1 0,-1,-1 0,-1,1"
                        + " -1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1 1,0,0 0,1,0 0,0,1 1,1,0 1,-1,0 1,0,1 1,0,-1 0,1,1 0,1,-1"
                        + " 1,1,1 1,1,-1 1,-1,1 1,-1,-1"
            })
    void directions_are_those_of_palabos(String printedByPalabos) {
        assertThat(line(printedByPalabos.substring(0, printedByPalabos.indexOf(' '))))
                .isEqualTo(printedByPalabos);
    }
}
