package dev.tessera.kernel.reduce;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// The results of reductions at one step.
public final class Reduced {
    private final Map<Reduction<?>, Object> results = new IdentityHashMap<>();

    /// Empty results, to which a device adds.
    public Reduced(List<? extends Reduction<?>> wanted) {
        wanted.forEach(reduction -> results.put(reduction, reduction.empty()));
    }

    /// @throws IllegalArgumentException where the reduction was not requested
    @SuppressWarnings("unchecked")
    public <R> R of(Reduction<R> reduction) {
        Object result = results.get(reduction);
        if (result == null) {
            throw new IllegalArgumentException("this reduction was not requested");
        }
        return (R) result; // put there by empty() of the same object
    }

    /// Adds the totals of the same reductions over other nodes.
    public void add(Reduced other) {
        other.results.forEach((reduction, result) -> {
            switch (reduction) {
                case Totals totals -> of(totals).add(other.of(totals));
                case LinkTotals links -> {
                    for (int i = 0; i < of(links).size(); i++) {
                        of(links).get(i).add(other.of(links).get(i));
                    }
                }
                case NodeValues values -> {}
            }
        });
    }
}
