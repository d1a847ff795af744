package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;

/// The storage that a run uses.
public record StorageChoice(StreamingPattern pattern, Addressing addressing) {
    /// Above this porosity a box is stored whole: it needs no tables, and the few solid nodes cost little.
    private static final double DENSE_FROM = 0.97;

    /// What the case says; what it leaves open is in place (AA), dense for nearly full
    /// boxes, else compact tiles.
    public static StorageChoice of(Case theCase, NodeMap nodes) {
        StreamingPattern pattern = theCase.storage().pattern().orElseGet(AaPattern::new);
        Addressing addressing = theCase.storage()
                .addressing()
                .map(StorageChoice::onCpu)
                .orElseGet(() -> nodes.porosity() > DENSE_FROM ? new Dense() : CompactTiles.forCpu());
        return new StorageChoice(pattern, addressing);
    }

    /// Compact tiles whose shape the case leaves open are whole lines here.
    private static Addressing onCpu(Addressing said) {
        return said.equals(new CompactTiles()) ? CompactTiles.forCpu() : said;
    }
}
