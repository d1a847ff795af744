package dev.tessera.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.api.Test;

final class PatternsTest {
    @Test
    void an_unknown_key_lists_the_known_ones() {
        assertThatThrownBy(() -> Patterns.byKey("swap"))
                .hasMessage("unknown streaming pattern 'swap'; known are pull, push, aa, esoteric-pull");
    }

    @Test
    void only_esoteric_pull_needs_private_slots_and_only_along_half_of_the_directions() {
        VelocitySet lattice = Lattices.D3Q19;
        for (StreamingPattern pattern : Patterns.all()) {
            for (int phase = 0; phase < pattern.phases(); phase++) {
                int without = 0;
                for (int i = 1; i < lattice.size(); i++) {
                    without += pattern.writeAcrossCut(lattice, phase, i) == null ? 1 : 0;
                }
                assertThat(without).isEqualTo(pattern instanceof EsotericPull ? 9 : 0);
            }
        }
    }
}
