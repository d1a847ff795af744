package dev.tessera.device;

import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reductions of whole fields on the host: the reference for devices that reduce while they observe.
public final class ReducedFields {
    private final Execution execution;
    private final NodeList halo;
    private final Map<String, double[]> fields = new LinkedHashMap<>(); // by quantity

    private ReducedFields(Execution execution, NodeList halo) {
        this.execution = execution;
        this.halo = halo;
    }

    /// @param plan of the execution
    public static Reduced of(Execution execution, StepPlan plan, List<? extends Reduction<?>> wanted) {
        ReducedFields reference = new ReducedFields(execution, NodeList.of(plan.halo()));
        List<String> quantities = wanted.stream()
                .flatMap(reduction -> reduction.quantities().stream())
                .distinct()
                .toList();
        double[][] observed = execution.observe(quantities);
        for (int q = 0; q < observed.length; q++) {
            reference.fields.put(quantities.get(q), observed[q]);
        }
        Reduced found = new Reduced(wanted);
        for (Reduction<?> reduction : wanted) {
            switch (reduction) {
                case Totals totals -> reference.add(totals, found.of(totals));
                case NodeValues values -> reference.fill(values, found.of(values));
                case LinkTotals links -> reference.add(links, found);
            }
        }
        return found;
    }

    private double[] field(String quantity) {
        return fields.getOrDefault(quantity, new double[0]);
    }

    private void add(Totals totals, Totals.Found found) {
        NodeList nodes = totals.nodes();
        int count = nodes == null ? execution.fluidNodes() : nodes.size();
        for (int k = 0; k < count; k++) {
            int node = nodes == null ? k : Math.toIntExact(nodes.number(k));
            if (halo.contains(node)) {
                continue;
            }
            for (int s = 0; s < found.sums().size(); s++) {
                found.sums().get(s).add(field(totals.sums().get(s))[node]);
            }
            for (int e = 0; e < found.extremes().size(); e++) {
                Extremes extremes = found.extremes().get(e);
                extremes.add(field(totals.extremes().get(e))[node], node);
            }
        }
    }

    private void fill(NodeValues values, double[][] target) {
        for (int q = 0; q < target.length; q++) {
            double[] field = field(values.quantities().get(q));
            for (int k = 0; k < target[q].length; k++) {
                target[q][k] = field[Math.toIntExact(values.nodes().number(k))];
            }
        }
    }

    private void add(LinkTotals links, Reduced found) {
        int q = found.of(links).size();
        double[] populations = new double[q];
        for (int k = 0; k < links.nodes().size(); k++) {
            execution.readPopulations(links.nodes().number(k), 1, populations);
            for (int i = 0; i < q; i++) {
                if ((links.directions(k) >>> i & 1) != 0) {
                    found.of(links).get(i).add(populations[i]);
                }
            }
        }
    }
}
