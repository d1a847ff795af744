package dev.tessera.solver;

import java.util.ArrayList;
import java.util.List;

/// What is known before the first step of how a flow will settle.
public final class Outlook {
    private Outlook() {}

    /// The sound between the openings, and how often the steady state is checked; sentences for people.
    public static List<String> of(Simulation simulation) {
        List<String> sentences = new ArrayList<>();
        simulation.sound().ifPresent(sound -> sentences.add(sound.words()));
        if (simulation.theCase().time().steady().isPresent()) {
            sentences.add(SteadyInterval.of(simulation).words());
        }
        return sentences;
    }
}
