package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import java.util.ArrayList;
import java.util.List;

/// The storage that a run uses.
public record StorageChoice(StreamingPattern pattern, Addressing addressing) {
    /// Above this porosity storage is dense: it needs no tables, and there are few solid nodes.
    private static final double DENSE_FROM = 0.97;

    /// Above this porosity a GPU's planner also compares dense storage.
    private static final double DENSE_COMPARED_FROM = 0.75;

    /// The storage of the case; otherwise the default of the device: on a CPU in place (AA), on a GPU two
    /// population arrays, where the addressing has them; dense for nearly full boxes, else compact tiles.
    public static StorageChoice of(Case theCase, NodeMap nodes, Device device) {
        return device.isGpu() ? onGpu(theCase, nodes) : onCpu(theCase, nodes);
    }

    /// The storage of a run on a GPU.
    public static StorageChoice onGpu(Case theCase, NodeMap nodes) {
        return of(theCase, nodes, CompactTiles.forGpu(), new TwoBufferPull());
    }

    /// The storages from which the planner of a GPU chooses: that of the case; where it leaves a choice, dense
    /// for boxes that are not too sparse and compact tiles, with two population arrays and in place.
    public static List<StorageChoice> candidatesOnGpu(Case theCase, NodeMap nodes) {
        List<Addressing> addressings = theCase.storage()
                .addressing()
                .map(said -> List.of(fitting(said, CompactTiles.forGpu(), nodes)))
                .orElseGet(() -> nodes.porosity() > DENSE_COMPARED_FROM
                        ? List.of(new Dense(), CompactTiles.forGpu())
                        : List.of(CompactTiles.forGpu()));
        List<StreamingPattern> patterns = theCase.storage()
                .pattern()
                .map(List::of)
                .orElseGet(() -> List.of(new TwoBufferPull(), new AaPattern()));
        List<StorageChoice> all = new ArrayList<>();
        for (Addressing addressing : addressings) {
            for (StreamingPattern pattern : patterns) {
                if (addressing.unfitFor(pattern) == null) {
                    all.add(new StorageChoice(pattern, addressing));
                }
            }
        }
        return all.isEmpty() ? List.of(onGpu(theCase, nodes)) : List.copyOf(all);
    }

    /// The compact tiles of the shape that is fastest on the device.
    static Addressing sparse(Device device) {
        return device.isGpu() ? CompactTiles.forGpu() : CompactTiles.forCpu();
    }

    /// The storage of a run on a CPU.
    public static StorageChoice onCpu(Case theCase, NodeMap nodes) {
        return of(theCase, nodes, CompactTiles.forCpu(), new AaPattern());
    }

    private static StorageChoice of(Case theCase, NodeMap nodes, Addressing sparse, StreamingPattern best) {
        Addressing addressing = theCase.storage()
                .addressing()
                .map(said -> fitting(said, sparse, nodes))
                .orElseGet(() -> nodes.porosity() > DENSE_FROM ? new Dense() : sparse);
        StreamingPattern pattern = theCase.storage()
                .pattern()
                .orElseGet(() -> addressing.unfitFor(best) == null
                        ? best
                        : Patterns.all().stream()
                                .filter(other -> addressing.unfitFor(other) == null)
                                .findFirst()
                                .orElseThrow());
        return new StorageChoice(pattern, addressing);
    }

    /// Compact tiles get the device's shape where the case gives none.
    /// @throws CaseException where the addressing cannot place the nodes of the box
    private static Addressing fitting(Addressing said, Addressing compact, NodeMap nodes) {
        if (said.unfitFor(nodes.box()) instanceof String reason) {
            throw new CaseException("storage.addressing: %s.".formatted(reason));
        }
        return said.equals(new CompactTiles()) ? compact : said;
    }
}
