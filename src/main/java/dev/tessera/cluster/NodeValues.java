package dev.tessera.cluster;

import dev.tessera.device.Execution;

/// Which values of nodes an execution reads and writes.
enum NodeValues {
    /// Populations, whatever is stored.
    POPULATIONS {
        @Override
        void read(Execution execution, String array, long first, int count, double[] target) {
            execution.readPopulations(array, first, count, target);
        }

        @Override
        void read(Execution execution, String array, long[] numbers, double[] target) {
            execution.readPopulations(array, numbers, target);
        }

        @Override
        void write(Execution execution, String array, long first, int count, double[] source) {
            execution.writePopulations(array, first, count, source);
        }

        @Override
        void write(Execution execution, String array, long[] numbers, double[] source) {
            execution.writePopulations(array, numbers, source);
        }
    },
    /// The canonical form of the stored state.
    STATE {
        @Override
        void read(Execution execution, String array, long first, int count, double[] target) {
            execution.readState(array, first, count, target);
        }

        @Override
        void read(Execution execution, String array, long[] numbers, double[] target) {
            execution.readState(array, numbers, target);
        }

        @Override
        void write(Execution execution, String array, long first, int count, double[] source) {
            execution.writeState(array, first, count, source);
        }

        @Override
        void write(Execution execution, String array, long[] numbers, double[] source) {
            execution.writeState(array, numbers, source);
        }
    };

    /// Of consecutive nodes.
    abstract void read(Execution execution, String array, long first, int count, double[] target);

    /// Of listed nodes.
    abstract void read(Execution execution, String array, long[] numbers, double[] target);

    /// The reverse of [#read(Execution, String, long, int, double[])].
    abstract void write(Execution execution, String array, long first, int count, double[] source);

    /// The reverse of [#read(Execution, String, long[], double[])].
    abstract void write(Execution execution, String array, long[] numbers, double[] source);

    /// The values of all nodes of runs, in their order. Between runs lie halo nodes, which are read and left out, and
    /// nodes of other ranges.
    void read(Execution execution, String array, NodeRuns runs, int perNode, double[] target) {
        int first = runs.firstInPart();
        int span = runs.endInPart() - first;
        if (span == runs.nodes()) {
            read(execution, array, first, span, target);
        } else if (span <= 2L * runs.nodes()) {
            double[] all = new double[Math.multiplyExact(span, perNode)];
            read(execution, array, first, span, all);
            runs.forEach((part, whole, before, nodes) ->
                    System.arraycopy(all, (part - first) * perNode, target, before * perNode, nodes * perNode));
        } else {
            read(execution, array, runs.numbersInPart(), target);
        }
    }

    /// The reverse of [#read(Execution, String, NodeRuns, int, double[])]. Other nodes are not changed.
    void write(Execution execution, String array, NodeRuns runs, double[] source) {
        int first = runs.firstInPart();
        if (runs.endInPart() - first == runs.nodes()) {
            write(execution, array, first, runs.nodes(), source);
        } else {
            write(execution, array, runs.numbersInPart(), source);
        }
    }
}
