package dev.tessera.solver;

import dev.tessera.solver.checkpoint.StateRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// What a steady-state test remembers between two checks: a checkpoint stores it, so that a resumed run ends at the
/// same step as one that was never interrupted.
///
/// @param tolerance that checks were judged by
/// @param intervalSteps steps between two checks
/// @param state of the test; its samples are not copied
record SteadyHistory(double tolerance, long intervalSteps, SteadyState.State state) {
    /// Of the state in a checkpoint.
    static final String NAME = "steady";

    private static final String NUMBERS_KEY = "numbers";
    private static final int NUMBERS = 6;
    private static final int NUMBERS_A_DECAY = 6;
    private static final int ARRAYS_A_DECAY = 3;

    /// For a checkpoint.
    StateRecord record() {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        values.put(NUMBERS_KEY, numbers());
        SequencedMap<String, double[]> samples = new LinkedHashMap<>();
        for (double[] array : arrays()) {
            samples.put(Integer.toString(samples.size()), array);
        }
        return new StateRecord(NAME, values, samples);
    }

    /// All but the samples as one line.
    private String numbers() {
        List<Object> numbers = new ArrayList<>(List.of(
                tolerance,
                intervalSteps,
                state.checks(),
                state.calm(),
                state.residual(),
                state.decays().size()));
        for (Decay.State decay : state.decays()) {
            numbers.addAll(List.of(
                    decay.change(),
                    decay.remaining(),
                    decay.ratio(),
                    decay.measured(),
                    decay.atCheck(),
                    decay.isStraight()));
        }
        return String.join(" ", numbers.stream().map(String::valueOf).toList());
    }

    /// The samples, three arrays for each series of means.
    private List<double[]> arrays() {
        List<double[]> arrays = new ArrayList<>();
        for (Decay.State decay : state.decays()) {
            arrays.addAll(List.of(decay.waiting(), decay.last(), decay.lastChange()));
        }
        return arrays;
    }

    /// Reads what [#record] gave.
    /// @throws CaseException where it is something else
    static SteadyHistory of(StateRecord record) {
        try {
            return parsed(record);
        } catch (NumberFormatException garbled) {
            throw new CaseException(
                    "the history of the steady-state test in the checkpoint is damaged: %s. Resume from an earlier one."
                            .formatted(garbled.getMessage()));
        }
    }

    private static SteadyHistory parsed(StateRecord record) {
        String[] parts = record.values().getOrDefault(NUMBERS_KEY, "").split(" ", -1);
        List<double[]> arrays = List.copyOf(record.arrays().values());
        int decays = parts.length < NUMBERS ? -1 : Integer.parseInt(parts[NUMBERS - 1]);
        if (decays < 0
                || parts.length != NUMBERS + (long) NUMBERS_A_DECAY * decays
                || arrays.size() != (long) ARRAYS_A_DECAY * decays) {
            throw new NumberFormatException(
                    "%d numbers and %d arrays do not fit".formatted(parts.length, arrays.size()));
        }
        List<Decay.State> states = new ArrayList<>();
        for (int level = 0; level < decays; level++) {
            int at = NUMBERS + NUMBERS_A_DECAY * level;
            states.add(new Decay.State(
                    arrays.get(ARRAYS_A_DECAY * level),
                    arrays.get(ARRAYS_A_DECAY * level + 1),
                    arrays.get(ARRAYS_A_DECAY * level + 2),
                    Double.parseDouble(parts[at]),
                    Double.parseDouble(parts[at + 1]),
                    Double.parseDouble(parts[at + 2]),
                    Double.parseDouble(parts[at + 3]),
                    Integer.parseInt(parts[at + 4]),
                    Boolean.parseBoolean(parts[at + 5])));
        }
        return new SteadyHistory(
                Double.parseDouble(parts[0]),
                Long.parseLong(parts[1]),
                new SteadyState.State(
                        Integer.parseInt(parts[2]), Integer.parseInt(parts[3]), Double.parseDouble(parts[4]), states));
    }
}
