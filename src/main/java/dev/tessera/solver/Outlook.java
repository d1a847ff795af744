package dev.tessera.solver;

import java.util.ArrayList;
import java.util.List;

/// Information before the first step about how the flow will approach the steady state.
public final class Outlook {
    private Outlook() {}

    /// The sound between the openings, and the interval between checks of the steady state; sentences.
    public static List<String> of(Simulation simulation) {
        List<String> sentences = new ArrayList<>();
        simulation.sound().ifPresent(sound -> sentences.add(sound.words()));
        if (simulation.theCase().time().steady().isPresent()) {
            sentences.add(SteadyInterval.of(simulation).words());
        }
        return sentences;
    }
}
