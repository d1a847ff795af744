package dev.tessera.kernel.gpu;

import dev.tessera.kernel.StepPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds the classes that the sweep of the bulk updates, since their nodes are stored one by one: in kernels of their
/// own each value would move a sector of memory of its own, and the sweep would write the sectors beside it in parts
/// (docs/decisions/0090).
final class SingleNodes {
    /// Bytes that memory transfers as one.
    private static final int PIECE_BYTES = 64;

    /// The nodes of the bulk that take as long as one such node in a kernel of its own: 31 were measured
    /// (docs/benchmarks/gpu.md). A class is swept from one percent of the step's time on.
    private static final int NODES_OF_BULK = 30;

    private static final int PARTS = 100;

    /// Each needs time of the compiler, and the kernel has the registers of the most complex one.
    private static final int MOST_CLASSES = 4;

    private SingleNodes() {}

    /// The numbers of the classes, ascending.
    /// @param positions of the nodes of each class except the bulk
    /// @param all number of positions
    /// @param cut fields of cut links; null if no class has them
    static List<Integer> classes(
            StepPlan plan, Locator locator, List<int[]> positions, long all, @Nullable CutFields cut) {
        boolean canSweep = switch (locator) {
            case Locator.Dense d -> true;
            case Locator.Segments s -> true;
            case Locator.Tiles t -> false; // the nodes of a tile are together
            case Locator.Ghosts g -> false;
            case Locator.Compact c -> false;
            case Locator.Listed l -> false;
            case Locator.Indexed i -> false;
            case Locator.Own o -> false;
        };
        boolean needsRegisters = cut != null && cut.isSwept();
        if (!canSweep || needsRegisters) {
            return List.of();
        }
        int perPiece = PIECE_BYTES / plan.precision().storedBytes();
        List<Integer> found = new ArrayList<>();
        for (int number = 1; number <= positions.size(); number++) {
            int[] nodes = positions.get(number - 1);
            boolean isLarge = (long) nodes.length * NODES_OF_BULK * PARTS >= all;
            boolean isPacked = cut != null && cut.number() == number;
            if (isLarge && !isPacked && hasWorkBesideBulk(plan, number) && areSingle(nodes, perPiece)) {
                found.add(number);
            }
        }
        found.sort(Comparator.comparingInt(number -> -positions.get(number - 1).length));
        return found.stream().limit(MOST_CLASSES).sorted().toList();
    }

    /// Whether a class has a kernel in each stage in which the bulk has one.
    private static boolean hasWorkBesideBulk(StepPlan plan, int number) {
        return IntStream.range(0, plan.stages())
                .allMatch(stage -> plan.classes().getFirst().step(stage).isEmpty()
                        || !plan.classes().get(number).step(stage).isEmpty());
    }

    /// Whether the nodes ascend, and there are at most two of them in a piece of memory on average.
    private static boolean areSingle(int[] nodes, int perPiece) {
        int pieces = 0;
        int last = -1;
        for (int k = 0; k < nodes.length; k++) {
            if (k > 0 && nodes[k] <= nodes[k - 1]) {
                return false;
            }
            int piece = nodes[k] / perPiece;
            pieces += piece != last ? 1 : 0;
            last = piece;
        }
        return 2 * pieces >= nodes.length;
    }
}
