package dev.tessera.device;

import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Totals;
import java.util.ArrayList;
import java.util.List;

/// Series that follow from the flow, computed on the host: for devices that reduce the flow between two steps.
public final class FlowFeedback {
    private final Execution execution;
    private List<Feedback> all = List.of();
    private List<Totals> sums = List.of();
    private List<Feedback.State> states = List.of();

    /// @param execution whose flow is summed
    public FlowFeedback(Execution execution) {
        this.execution = execution;
    }

    /// Whether no series follows from the flow.
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /// As [Execution#setFeedback].
    public void set(List<Feedback> feedback) {
        all = List.copyOf(feedback);
        sums = all.stream().map(Feedback::sum).toList();
        states = all.stream().map(Feedback::start).toList();
        for (int k = 0; k < all.size(); k++) {
            int series = k;
            execution.setSeries(all.get(k).series(), step -> states.get(series).value());
        }
    }

    /// Computes the values for the next step from the present flow.
    public void advance() {
        if (isEmpty()) {
            return;
        }
        Reduced flow = execution.reduce(sums);
        List<Feedback.State> next = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            Totals sum = sums.get(k);
            double value = flow.of(sum).sum(sum.sums().getFirst());
            next.add(all.get(k).next(states.get(k), value, execution.steps()));
        }
        states = List.copyOf(next);
    }

    /// An action that also returns to the present states.
    public Runnable saving(Runnable action) {
        List<Feedback.State> saved = states;
        return () -> {
            action.run();
            states = saved;
        };
    }

    /// The states of the last step.
    public List<Feedback.State> states() {
        return states;
    }

    /// @throws IllegalArgumentException if their number is another one
    public void restore(List<Feedback.State> saved) {
        Feedback.requireOnePerSeries(all, saved);
        states = List.copyOf(saved);
    }
}
