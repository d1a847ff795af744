package dev.tessera.cluster;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Parts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Reads and writes values of listed nodes of the whole, part by part.
final class PartNodes {
    /// The number of a node whose part is in another process.
    private static final long ELSEWHERE = -1;

    private final Parts parts;
    private final Processes processes;

    PartNodes(Parts parts, Processes processes) {
        this.parts = parts;
        this.processes = processes;
    }

    /// Reads or writes values of a part's nodes.
    @FunctionalInterface
    interface Transfer {
        /// @param numbers of nodes in the part
        /// @param values `[numbers.length][values per node]`
        void run(int part, long[] numbers, double[] values);
    }

    /// Reads on the first process values of all nodes, on others those of their own parts.
    /// @param fluidNumbers in the whole
    /// @param perNode values per node
    /// @param target `[fluidNumbers.length][perNode]`
    void gather(long[] fluidNumbers, int perNode, double[] target, Transfer read) {
        List<Listed> lists = byPart(fluidNumbers);
        for (int part = 0; part < lists.size(); part++) {
            Listed listed = lists.get(part);
            int number = part;
            double[] own = processes.values(part, () -> listed.count * perNode, () -> {
                double[] values = new double[listed.count * perNode];
                read.run(number, listed.numbers(), values);
                return values;
            });
            for (int k = 0; own != null && k < listed.count; k++) {
                System.arraycopy(own, k * perNode, target, listed.places[k] * perNode, perNode);
            }
        }
    }

    /// The reverse of [#gather].
    void scatter(long[] fluidNumbers, int perNode, double[] source, Transfer write) {
        List<Listed> lists = byPart(fluidNumbers);
        for (int part = 0; part < lists.size(); part++) {
            if (!processes.holds(part)) {
                continue;
            }
            Listed listed = lists.get(part);
            double[] own = new double[listed.count * perNode];
            for (int k = 0; k < listed.count; k++) {
                System.arraycopy(source, listed.places[k] * perNode, own, k * perNode, perNode);
            }
            write.run(part, listed.numbers(), own);
        }
    }

    /// Nodes of a part among listed nodes.
    private static final class Listed {
        private long[] numbers = new long[16]; // in the part
        private int[] places = new int[16]; // in the list
        private int count;

        void add(long number, int place) {
            if (count == places.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
                places = Arrays.copyOf(places, 2 * count);
            }
            numbers[count] = number;
            places[count++] = place;
        }

        long[] numbers() {
            return Arrays.copyOf(numbers, count);
        }
    }

    private List<Listed> byPart(long[] fluidNumbers) {
        List<Listed> lists = new ArrayList<>();
        IntStream.range(0, parts.count()).forEach(part -> lists.add(new Listed()));
        FluidNodes fluid = parts.whole().fluid();
        for (int k = 0; k < fluidNumbers.length; k++) {
            long index = fluid.boxIndex(fluidNumbers[k]);
            int owner = parts.owner(index);
            lists.get(owner).add(processes.holds(owner) ? parts.part(owner).number(index) : ELSEWHERE, k);
        }
        return lists;
    }
}
