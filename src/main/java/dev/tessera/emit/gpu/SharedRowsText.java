package dev.tessera.emit.gpu;

import dev.tessera.emit.Expressions;
import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the stores of [dev.tessera.kernel.gpu.KernelVariant#SHARED_ROWS]: a population for the next or the previous
/// x is put into shared memory, from which the thread of that x stores it; at the ends of a thread block and of a row
/// of the box it is stored by its own thread.
final class SharedRowsText {
    private final GpuKernel gpu;
    private final Locator.Dense box;
    private final NeighbourText neighbours;
    private final SlotText slots;
    private final Expressions expressions;
    private final Lines lines;
    private final List<Outgoing> crossing; // with a component along x
    private final List<Outgoing> others;

    private record Outgoing(Reach reach, Expr value) {
        int x() {
            return reach.link().x();
        }

        /// The link to the row of the box that it goes to.
        Link row() {
            return new Link(-1, 0, reach.link().y(), reach.link().z());
        }
    }

    SharedRowsText(
            GpuKernel gpu,
            Locator.Dense box,
            Dialect dialect,
            NeighbourText neighbours,
            Expressions expressions,
            Lines lines) {
        this.gpu = gpu;
        this.box = box;
        this.neighbours = neighbours;
        this.slots = SlotText.of(gpu, dialect);
        this.expressions = expressions;
        this.lines = lines;
        Streams streams = Streams.of(gpu.kernel());
        List<Outgoing> all = gpu.kernel().nodeStatements().stream()
                .filter(statement -> statement instanceof Statement.Store(Sink.PopulationOut out, Expr value))
                .map(Statement.Store.class::cast)
                .map(store -> new Outgoing(gpu.writes().get(streams.of(store.sink())), store.value()))
                .toList();
        this.crossing = all.stream().filter(outgoing -> outgoing.x() != 0).toList();
        this.others = all.stream().filter(outgoing -> outgoing.x() == 0).toList();
    }

    /// Writes the declaration of shared memory, and the node: threads beyond the last node compute that node again,
    /// so that all threads reach the barrier.
    void node(Dialect dialect) {
        lines.line(
                "%s%s rows[%d];",
                dialect.sharedQualifier(),
                Dialect.real(gpu.precision().computed()),
                crossing.size() * gpu.tuning().threads());
        lines.line("const bool is_updated = thread < count;");
        lines.line("const int n = is_updated ? thread : count - 1;");
    }

    /// The links to neighbours and rows that are written to.
    List<Link> links() {
        Map<String, Link> all = new LinkedHashMap<>();
        for (Outgoing outgoing : others) {
            all.putIfAbsent(outgoing.reach().link().letters(), outgoing.reach().link());
        }
        for (Outgoing outgoing : crossing) {
            all.putIfAbsent(outgoing.row().letters(), outgoing.row());
            all.putIfAbsent(outgoing.reach().link().letters(), outgoing.reach().link());
        }
        all.remove(new Link(-1, 0, 0, 0).letters());
        return List.copyOf(all.values());
    }

    void stores(Dialect dialect) {
        for (int k = 0; k < crossing.size(); k++) {
            lines.line(
                    "rows[%d + %s] = %s;",
                    k * gpu.tuning().threads(),
                    dialect.lane(),
                    expressions.top(crossing.get(k).value()));
        }
        lines.line(dialect.barrier());
        lines.block("if (is_updated)", () -> {
            for (Outgoing outgoing : others) {
                store(outgoing, positionOf(outgoing.reach()), expressions.top(outgoing.value()));
            }
            ofOneSide(dialect, 1, "%s > 0 && x > 0", "%s == %d || x == %d");
            ofOneSide(dialect, -1, "%s < %d && x < %d", "%s == 0 || x == 0");
        });
    }

    /// @param x the component of the links
    /// @param arrives condition that the neighbour in the other direction of x belongs to the same block and row
    /// @param leaves condition that the neighbour along x does not
    private void ofOneSide(Dialect dialect, int x, String arrives, String leaves) {
        int lastLane = gpu.tuning().threads() - 1;
        int lastX = box.nx() - 1;
        List<Outgoing> side =
                crossing.stream().filter(outgoing -> outgoing.x() == x).toList();
        lines.block("if (%s)".formatted(arrives.formatted(dialect.lane(), lastLane, lastX)), () -> {
            for (Outgoing outgoing : side) {
                int at = crossing.indexOf(outgoing) * gpu.tuning().threads() - x;
                Link row = outgoing.row();
                String position = row.y() == 0 && row.z() == 0 ? "p" : neighbours.position(row);
                store(outgoing, position, "rows[%d + %s]".formatted(at, dialect.lane()));
            }
        });
        lines.block("if (%s)".formatted(leaves.formatted(dialect.lane(), lastLane, lastX)), () -> {
            for (Outgoing outgoing : side) {
                store(outgoing, positionOf(outgoing.reach()), expressions.top(outgoing.value()));
            }
        });
    }

    private String positionOf(Reach reach) {
        return reach.isNeighbours() ? neighbours.position(reach.link()) : "p";
    }

    private void store(Outgoing outgoing, String position, String value) {
        if (!(outgoing.reach().open() instanceof Place.Slot(boolean ofNeighbour, int array, int copy))) {
            throw new IllegalStateException("a population on an open link is in a slot");
        }
        lines.line(slots.store("copy" + copy, SlotText.array(array) + slots.offset(position), value));
    }
}
