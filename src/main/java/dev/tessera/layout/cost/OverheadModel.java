package dev.tessera.layout.cost;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// The overhead of storages relative to an ideal machine: memory beyond q values per fluid node, and memory traffic
/// beyond reading and writing each of them once per step. All values are fractions of that minimum.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018), section on overheads, and 2019, equations 9 to 16;
/// formulas that are illegible in the available copies are reconstructed from the text and checked against the
/// published numbers. Compact tiles and in-place patterns are new.
///
/// @param valueBytes of a population
/// @param indexBytes of an index: a neighbour, a tile
/// @param typeBytes of a node's type, per node of a tile
public record OverheadModel(VelocitySet lattice, int valueBytes, int indexBytes, int typeBytes) {
    /// Memory and traffic beyond the minimum, as fractions of it.
    public record Overhead(double memory, double bandwidth) {}

    /// How tiles fit a geometry.
    ///
    /// @param edge nodes along each axis of a tile
    /// @param utilisation η: fluid nodes per node of a kept tile
    /// @param tilesPerKept tiles of the box per kept tile
    public record Fit(int edge, double utilisation, double tilesPerKept) {
        public Fit {
            if (edge < 1 || !(utilisation > 0 && utilisation <= 1) || !(tilesPerKept >= 1)) {
                throw new IllegalArgumentException("tiles of edge %d, utilisation %s, %s tiles for each kept one"
                        .formatted(edge, utilisation, tilesPerKept));
            }
        }
    }

    /// The minimum memory per node: q values, bytes.
    public double nodeBytes() {
        return (double) lattice.size() * valueBytes;
    }

    /// The minimum traffic per node and step: q values read and written, bytes.
    public double updateBytes() {
        return 2 * nodeBytes();
    }

    /// CM with two population arrays: q - 1 indices per node.
    public Overhead connectivityMatrix() {
        double indices = (lattice.size() - 1.0) * indexBytes;
        return new Overhead(indices / nodeBytes() + 1, indices / updateBytes());
    }

    /// CM in place, with AA: every other step reads no indices.
    public Overhead connectivityMatrixInPlace() {
        double indices = (lattice.size() - 1.0) * indexBytes;
        return new Overhead(indices / nodeBytes(), indices / 2 / updateBytes());
    }

    /// FIA with two population arrays and two kernels, which access all values twice.
    /// @param porosity fluid nodes per node of the box
    public Overhead fluidIndex(double porosity) {
        Overhead ideal = fusedFluidIndexInPlace(porosity);
        return new Overhead(ideal.memory() + 1, ideal.bandwidth() + 1);
    }

    /// FIA in place with one kernel: the papers' ideal.
    public Overhead fusedFluidIndexInPlace(double porosity) {
        double index = indexBytes / porosity;
        return new Overhead(index / nodeBytes(), index / updateBytes());
    }

    /// The porosity above which an ideal FIA has less overhead than an ideal CM.
    public double porosityFromWhichFluidIndexWins() {
        return 1.0 / (lattice.size() - 1);
    }

    /// Dense storage of a sparse geometry, including solid nodes.
    /// @param copies 2, or 1 in place
    public Overhead dense(double porosity, int copies) {
        return new Overhead(copies / porosity - 1, 1 / porosity - 1);
    }

    /// T2C: tiles with two population arrays; traffic counted in single bytes.
    public Overhead twoCopyTiles(Fit fit) {
        return new Overhead(
                tileMemory(fit) + 1 / fit.utilisation() + tileMap(fit),
                nodeTypes(fit) + (lattice.size() - 1.0) * indexBytes / (fit.utilisation() * tileUpdateBytes(fit)));
    }

    /// Tiles in place: T2C without its second population array.
    public Overhead tilesInPlace(Fit fit) {
        Overhead two = twoCopyTiles(fit);
        return new Overhead(two.memory() - 1 / fit.utilisation(), two.bandwidth());
    }

    /// T2C with whole bursts: all values of a tile (an upper bound).
    public Overhead twoCopyTilesInBursts(Fit fit) {
        Overhead ideal = twoCopyTiles(fit);
        return new Overhead(ideal.memory(), ideal.bandwidth() + emptyPart(fit));
    }

    /// TGB: tiles in place with ghost buffers; traffic counted in single bytes.
    /// @param allocated α: fraction of allocated buffers
    public Overhead ghostTiles(Fit fit, double allocated) {
        double buffers = allocated * 2 * writtenBuffers() / lattice.size() / fit.edge() / fit.utilisation();
        double indices = (double) bufferIndices() * indexBytes;
        double tileBytes = fit.utilisation() * tileUpdateBytes(fit);
        return new Overhead(tileMemory(fit) + buffers + 2 * indices / tileBytes, nodeTypes(fit) + indices / tileBytes);
    }

    /// TGB with whole bursts: all values of a tile and of its buffers.
    /// @param transferred β: fraction of transferred buffers
    /// @param burstBytes of the smallest transaction, which a single corner value needs
    public Overhead ghostTilesInBursts(Fit fit, double allocated, double transferred, int burstBytes) {
        Overhead ideal = ghostTiles(fit, allocated);
        int corners = corners();
        double face = Math.pow(fit.edge(), lattice.dimensions() - 1.0);
        double moved = (bufferIndices() - corners) * face * valueBytes + (double) corners * burstBytes;
        return new Overhead(
                ideal.memory(),
                ideal.bandwidth() + emptyPart(fit) + transferred * moved / (fit.utilisation() * tileUpdateBytes(fit)));
    }

    /// Compact tiles: each stored tile has the indices of its neighbours, their masks, and its first position; each
    /// fluid node has the number of its tile and place.
    /// @param copies 2, or 1 in place
    public Overhead compactTiles(Fit fit, int copies) {
        double neighbours = Math.pow(3, lattice.dimensions());
        double nodes = fit.utilisation() * nodesPerTile(fit);
        double words = Math.ceil(nodesPerTile(fit) / 64);
        double perTile = neighbours * indexBytes + 8 * words + indexBytes;
        double perNode = indexBytes + perTile / nodes;
        double read = indexBytes + (neighbours * (2.0 * indexBytes + 8 * words)) / nodes;
        return new Overhead(copies - 1 + perNode / nodeBytes(), read / updateBytes());
    }

    /// Directions weighted by the number of their axes: q1 + 2 q2 + 3 q3.
    int writtenBuffers() {
        int sum = 0;
        for (Velocity c : lattice.velocities()) {
            sum += axes(c);
        }
        return sum;
    }

    /// Entries per tile of the index arrays: 2 q1 + 5 q2 + 10 q3.
    int bufferIndices() {
        int sum = 0;
        for (Velocity c : lattice.velocities()) {
            sum += axes(c) + (1 << axes(c)) - 1;
        }
        return sum;
    }

    private int corners() {
        int sum = 0;
        for (Velocity c : lattice.velocities()) {
            sum += axes(c) == lattice.dimensions() ? 1 : 0;
        }
        return sum;
    }

    private static int axes(Velocity c) {
        return Math.abs(c.x()) + Math.abs(c.y()) + Math.abs(c.z());
    }

    private double nodesPerTile(Fit fit) {
        return Math.pow(fit.edge(), lattice.dimensions());
    }

    private double tileUpdateBytes(Fit fit) {
        return nodesPerTile(fit) * updateBytes();
    }

    private static double emptyPart(Fit fit) {
        return (1 - fit.utilisation()) / fit.utilisation();
    }

    private double tileMemory(Fit fit) {
        return emptyPart(fit) + typeBytes / (fit.utilisation() * nodeBytes());
    }

    private double tileMap(Fit fit) {
        return fit.tilesPerKept() * indexBytes / (fit.utilisation() * nodesPerTile(fit) * nodeBytes());
    }

    /// Node types of a tile and of its neighbouring nodes.
    private double nodeTypes(Fit fit) {
        return Math.pow(fit.edge() + 2.0, lattice.dimensions())
                * typeBytes
                / (fit.utilisation() * tileUpdateBytes(fit));
    }
}
