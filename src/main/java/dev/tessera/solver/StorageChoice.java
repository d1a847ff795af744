package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;

/// The storage that a run uses.
public record StorageChoice(StreamingPattern pattern, Addressing addressing) {
    /// Above this porosity a box is stored whole: it needs no tables, and the few solid nodes cost little.
    private static final double DENSE_FROM = 0.97;

    /// What the case says; what it leaves open is in place (AA) where that makes sense, dense for nearly full
    /// boxes, else compact tiles.
    public static StorageChoice of(Case theCase, NodeMap nodes) {
        Addressing addressing = theCase.storage()
                .addressing()
                .map(StorageChoice::onCpu)
                .orElseGet(() -> nodes.porosity() > DENSE_FROM ? new Dense() : CompactTiles.forCpu());
        StreamingPattern pattern = theCase.storage()
                .pattern()
                .orElseGet(() -> addressing.unfitFor(new AaPattern()) == null
                        ? new AaPattern()
                        : Patterns.all().stream()
                                .filter(other -> addressing.unfitFor(other) == null)
                                .findFirst()
                                .orElseThrow());
        return new StorageChoice(pattern, addressing);
    }

    /// Compact tiles whose shape the case leaves open are whole lines here.
    private static Addressing onCpu(Addressing said) {
        return said.equals(new CompactTiles()) ? CompactTiles.forCpu() : said;
    }
}
