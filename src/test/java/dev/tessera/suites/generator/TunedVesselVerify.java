package dev.tessera.suites.generator;

import dev.tessera.geometry.Box;
import org.junit.jupiter.api.Test;

/// Tomczak & Szafran 2019, table 8; 83 million nodes.
final class TunedVesselVerify {
    @Test
    void the_aneurysm_has_the_papers_size_and_tile_utilisation() {
        TunedVesselTest.assertMeets(TunedVessel.aneurysm(), new Box(730, 342, 334, false, false, false), 14.8e6, 0.931);
    }
}
